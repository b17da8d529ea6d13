"""A forgotten password: /accounts/password/reset/ and the page in the mail."""

from __future__ import annotations

import re

from django.core import mail
from django.test import Client

from accounts.models import User

NEW = "the-last-train-home"


def ask(client: Client, email: str):
    return client.post("/accounts/password/reset/", {"email": email})


def page_in_mail() -> str:
    """The address that the mail asks to open."""
    found = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", mail.outbox[0].body)
    assert found is not None
    return found.group(1)


def choose(client: Client, page: str):
    """Open the page and choose a password there."""
    form = client.get(page, follow=True).redirect_chain[-1][0]
    return client.post(form, {"password1": NEW, "password2": NEW})


def test_the_page_in_the_mail_sets_a_new_password(client: Client, alice: User) -> None:
    ask(client, "alice@example.org")
    assert mail.outbox[0].subject == "A new password"
    assert choose(client, page_in_mail()).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_it_works_once(client: Client, alice: User) -> None:
    ask(client, "alice@example.org")
    page = page_in_mail()
    choose(client, page)
    alice.refresh_from_db()
    before = alice.password
    assert client.get(page, follow=True).status_code == 200
    client.post(page, {"password1": "yet-another-one", "password2": "yet-another-one"})
    alice.refresh_from_db()
    assert alice.password == before


def test_an_unknown_address_is_answered_alike_and_gets_a_mail(client: Client, alice: User) -> None:
    known, unknown = ask(client, "alice@example.org"), ask(client, "nobody@example.org")
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert "No account here has this address" in mail.outbox[1].body
