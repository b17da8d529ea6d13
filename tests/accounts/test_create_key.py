"""A new key: POST /settings/keys/."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import services
from accounts.models import ApiKey, User

URL = "/settings/keys/"


def test_the_key_is_shown_once_and_not_kept(signed_in: Client, alice: User) -> None:
    page = signed_in.post(URL, {"name": "my bot", "scope": "play"})
    key = page.context["new_key"]
    row = ApiKey.objects.get()
    assert page.status_code == 201
    assert key in page.content.decode()
    assert key not in signed_in.get("/settings/").content.decode()
    assert (row.user, row.name, row.scope) == (alice, "my bot", "play")
    assert (row.digest, row.hint) == (services.digest(key), key[-4:])


def test_the_page_with_the_key_is_kept_by_no_browser(signed_in: Client) -> None:
    page = signed_in.post(URL, {"name": "my bot", "scope": "read"})
    assert "no-store" in page["Cache-Control"]


def test_two_keys_differ(signed_in: Client) -> None:
    keys = {signed_in.post(URL, {"name": "bot", "scope": "read"}).context["new_key"] for _time in range(2)}
    assert len(keys) == 2


@pytest.mark.parametrize(
    "data",
    [{"name": "", "scope": "play"}, {"name": "x" * 61, "scope": "play"}, {"name": "x", "scope": "all"}],
)
def test_bad_input_makes_no_key(signed_in: Client, data: dict[str, str]) -> None:
    page = signed_in.post(URL, data)
    assert page.status_code == 400
    assert page.context["key_form"].errors
    assert not ApiKey.objects.exists()


def test_who_is_not_signed_in_is_asked_to(client: Client, db: None) -> None:
    assert client.post(URL)["Location"].startswith("/accounts/login/")
    assert not ApiKey.objects.exists()
