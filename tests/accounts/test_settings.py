"""The settings page: /settings/."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts import services
from accounts.models import Scope, User


def test_it_shows_preferences_and_keys(signed_in: Client, alice: User) -> None:
    services.create_key(user=alice, name="my bot", scope=Scope.PLAY)
    page = signed_in.get("/settings/")
    assert page.status_code == 200
    assert page.context["form"].initial == {"time_zone": "UTC", "language": "en"}
    assert "my bot" in page.content.decode()


def test_it_shows_nobody_elses_keys(signed_in: Client, charlie: User) -> None:
    services.create_key(user=charlie, name="their bot", scope=Scope.PLAY)
    assert "their bot" not in signed_in.get("/settings/").content.decode()


def test_it_shows_no_revoked_keys(signed_in: Client, alice: User) -> None:
    row, _key = services.create_key(user=alice, name="old bot", scope=Scope.PLAY)
    services.revoke_key(user=alice, key_id=row.pk)
    assert list(signed_in.get("/settings/").context["keys"]) == []


@pytest.mark.parametrize(
    ("url", "sent", "field"),
    [
        ("sleep/", {"sleep_from": "20:00", "sleep_until": "07:00"}, "sleep_from"),
        ("vacation/", {"first_day": "", "last_day": ""}, "last_day"),
        ("keys/", {"name": "bot", "scope": "all"}, "scope"),
    ],
)
def test_the_browser_goes_to_what_is_wrong(
    signed_in: Client, url: str, sent: dict[str, str], field: str
) -> None:
    page = signed_in.post(f"/settings/{url}", sent).content.decode()
    [focused] = re.findall("<[^>]* autofocus[^>]*>", page)
    assert f'name="{field}"' in focused
    assert " autofocus" not in signed_in.get("/settings/").content.decode()


def test_who_is_not_signed_in_is_asked_to(client: Client, db: None) -> None:
    assert client.get("/settings/")["Location"] == "/accounts/login/?next=/settings/"


def test_it_is_only_read(signed_in: Client) -> None:
    assert signed_in.post("/settings/").status_code == 405
