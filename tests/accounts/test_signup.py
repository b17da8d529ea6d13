"""Sign up: /accounts/signup/."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User

GOOD = {
    "username": "Bob_2",
    "email": "bob@example.org",
    "password1": "a-long-way-by-train",
    "password2": "a-long-way-by-train",
    "time_zone": "Europe/Vienna",
}


def sign_up(client: Client, **changes: str):
    return client.post("/accounts/signup/", GOOD | changes)


def test_the_page_has_the_hidden_time_zone(client: Client, db: None) -> None:
    assert b'name="time_zone"' in client.get("/accounts/signup/").content


def test_signing_up_signs_in_at_once(client: Client, db: None) -> None:
    response = sign_up(client)
    assert response.status_code == 302
    assert client.session["_auth_user_id"] == str(User.objects.get(username="Bob_2").pk)


def test_the_browsers_time_zone_is_kept(client: Client, db: None) -> None:
    sign_up(client)
    assert User.objects.get().time_zone == "Europe/Vienna"


@pytest.mark.parametrize("zone", ["", "Europe/Atlantis", "../../etc/passwd"])
def test_an_unknown_time_zone_stops_nobody(client: Client, db: None, zone: str) -> None:
    sign_up(client, time_zone=zone)
    assert User.objects.get().time_zone == "UTC"


def test_a_welcome_is_sent_with_a_page_to_confirm_the_address(client: Client, db: None) -> None:
    sign_up(client)
    (message,) = mail.outbox
    assert message.subject == "Welcome to Night Mail"
    assert message.to == ["bob@example.org"]
    assert "Hello Bob_2," in message.body
    assert "http://testserver/accounts/confirm-email/" in message.body


@pytest.mark.parametrize(
    "name", ["ab", "a" * 21, "-bob", "bob smith", "b@b", "böb", "admin", "Staff", "", "bob\n"]
)
def test_bad_names_are_refused(client: Client, db: None, name: str) -> None:
    # A line end at the end of a field is cut off by the form, as any blank is.
    assert sign_up(client, username=name).status_code == (302 if name == "bob\n" else 200)
    assert User.objects.exists() is (name == "bob\n")


def test_a_taken_name_is_refused_in_any_case(client: Client, alice: User) -> None:
    assert sign_up(client, username="ALICE").status_code == 200
    assert User.objects.count() == 1


def test_a_taken_address_is_refused_in_any_case(client: Client, alice: User) -> None:
    page = sign_up(client, email="Alice@example.org")
    assert "email" in page.context["form"].errors
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "changes", [{"password2": "another"}, {"password1": "short", "password2": "short"}, {"email": "none"}]
)
def test_bad_input_makes_no_account(client: Client, db: None, changes: dict[str, str]) -> None:
    assert sign_up(client, **changes).status_code == 200
    assert not User.objects.exists()
