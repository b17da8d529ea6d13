"""`manage.py create_token`."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts import services
from accounts.models import ApiKey, User


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("create_token", *arguments, stdout=out)
    return out.getvalue()


def test_the_last_line_is_the_key_and_nothing_else(alice: User) -> None:
    key = run("alice").splitlines()[-1]
    row = ApiKey.objects.get(digest=services.digest(key))
    assert (row.user, row.scope) == (alice, "play")


def test_a_key_can_be_only_for_looking(alice: User) -> None:
    run("alice", "--scope", "read")
    assert ApiKey.objects.get().scope == "read"


def test_without_an_account_it_says_how_to_make_one(db: None) -> None:
    with pytest.raises(CommandError, match="no account named bob; --create makes one"):
        run("bob")


def test_it_makes_an_account_that_no_password_opens(db: None) -> None:
    run("bob", "--create")
    assert not User.objects.get(username="bob").has_usable_password()


def test_it_makes_no_second_account(alice: User) -> None:
    run("Alice", "--create")
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["a b", "x" * 21, "-x"])
def test_a_bad_name_is_refused(db: None, name: str) -> None:
    with pytest.raises(CommandError, match="cannot be a name"):
        run("--create", "--", name)
    assert not User.objects.exists()
