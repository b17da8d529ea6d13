"""Another password: /accounts/password/change/."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

NEW = "the-last-train-home"


def change(client: Client, **changes: str):
    data = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW} | changes
    return client.post("/accounts/password/change/", data)


def test_it_changes_and_stays_signed_in(signed_in: Client, alice: User) -> None:
    assert change(signed_in).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert "_auth_user_id" in signed_in.session


@pytest.mark.parametrize("changes", [{"oldpassword": "wrong"}, {"password2": "else"}, {"password1": "1"}])
def test_bad_input_changes_nothing(signed_in: Client, alice: User, changes: dict[str, str]) -> None:
    assert change(signed_in, **changes).status_code == 200
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_who_is_not_signed_in_is_asked_to(client: Client, alice: User) -> None:
    assert change(client)["Location"].startswith("/accounts/login/")
