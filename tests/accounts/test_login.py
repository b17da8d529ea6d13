"""Sign in: /accounts/login/."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD


def sign_in(client: Client, login: str, password: str = PASSWORD):
    return client.post("/accounts/login/", {"login": login, "password": password})


@pytest.mark.parametrize("login", ["alice", "Alice", "alice@example.org", "ALICE@EXAMPLE.ORG"])
def test_by_name_or_by_mail(client: Client, alice: User, login: str) -> None:
    assert sign_in(client, login).status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.parametrize(("login", "password"), [("alice", "wrong"), ("nobody", PASSWORD), ("", "")])
def test_bad_input_signs_nobody_in(client: Client, alice: User, login: str, password: str) -> None:
    assert sign_in(client, login, password).status_code == 200
    assert "_auth_user_id" not in client.session


def test_an_account_that_was_closed_stays_out(client: Client, alice: User) -> None:
    alice.is_active = False
    alice.save()
    sign_in(client, "alice")
    assert "_auth_user_id" not in client.session


def test_guessing_is_slowed_down(client: Client, alice: User) -> None:
    for _attempt in range(10):
        sign_in(client, "alice", "wrong")
    sign_in(client, "alice")
    assert "_auth_user_id" not in client.session


def test_a_table_full_of_people_signs_in_from_one_address(db: None, alice: User) -> None:
    for _person in range(20):
        assert sign_in(Client(), "alice").status_code == 302


def test_it_goes_on_to_the_page_that_was_wanted(client: Client, alice: User) -> None:
    wanted = client.get("/settings/")
    assert wanted["Location"] == "/accounts/login/?next=/settings/"
    response = client.post(wanted["Location"], {"login": "alice", "password": PASSWORD, "next": "/settings/"})
    assert response["Location"] == "/settings/"


def test_it_goes_on_to_no_other_site(client: Client, alice: User) -> None:
    data = {"login": "alice", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post("/accounts/login/", data)["Location"] == "/"
