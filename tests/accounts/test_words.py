"""The pages for coming in call things as the rest of the site does."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.web import pages

ALLAUTHS = re.compile(r"(?i)\b(username|e-?mail|log ?in)\b")


def labels(page: str) -> list[str]:
    return re.findall(r"<label[^>]*>([^<]+)</label>", page)


@pytest.mark.parametrize(
    ("page", "called"),
    [
        ("login/", ["Name or mail address", "Password"]),
        ("signup/", ["Name", "Mail address", "Password", "Password, once more"]),
        ("password/reset/", ["Mail address"]),
    ],
)
def test_fields_of_somebody_signed_out(client: Client, db: None, page: str, called: list[str]) -> None:
    answer = client.get(f"/accounts/{page}")
    assert labels(answer.content.decode()) == called
    assert "placeholder" not in answer.content.decode()
    assert not ALLAUTHS.search(pages.text(answer))


def test_fields_of_an_account(signed_in: Client) -> None:
    answer = signed_in.get("/accounts/email/")
    assert "Mail address" in labels(answer.content.decode())
    assert not ALLAUTHS.search(pages.text(answer))


@pytest.mark.parametrize(
    ("page", "fields", "told"),
    [
        ("login/", {"login": "alice", "password": "wrong"}, "No account has this name"),
        ("login/", {"login": "alice@example.org", "password": "wrong"}, "No account has this name"),
        ("signup/", {"email": "alice@example.org"}, "This mail address belongs to an account already."),
        ("signup/", {"email": "alice"}, "This is no mail address."),
        ("signup/", {"username": "admin"}, "This name cannot be had."),
    ],
)
def test_what_is_wrong_is_told_in_the_same_words(
    client: Client, alice: object, page: str, fields: dict[str, str], told: str
) -> None:
    answer = client.post(f"/accounts/{page}", fields)
    assert told in pages.text(answer)
    assert not ALLAUTHS.search(pages.text(answer).replace("alice@example.org", ""))


def test_what_is_done_with_addresses_is_told_in_the_same_words(signed_in: Client) -> None:
    signed_in.post("/accounts/email/", {"action_add": "", "email": "second@example.org"})
    for action, email, told in (
        ("primary", "second@example.org", "Notices go to this address now."),
        ("remove", "second@example.org", "choose another address for them before you remove it."),
        ("remove", "alice@example.org", "alice@example.org is removed."),
    ):
        answer = signed_in.post("/accounts/email/", {f"action_{action}": "", "email": email}, follow=True)
        assert told in pages.text(answer)
        assert not ALLAUTHS.search(pages.text(answer))
