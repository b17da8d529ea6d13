"""Save preferences: POST /settings/preferences/."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User

URL = "/settings/preferences/"


def test_it_saves(signed_in: Client, alice: User) -> None:
    response = signed_in.post(URL, {"time_zone": "America/Denver", "language": "en"})
    assert response["Location"] == "/settings/"
    alice.refresh_from_db()
    assert alice.time_zone == "America/Denver"


def test_twice_is_the_same_as_once(signed_in: Client, alice: User) -> None:
    for _time in range(2):
        assert signed_in.post(URL, {"time_zone": "UTC", "language": "en"}).status_code == 302


@pytest.mark.parametrize(
    "data", [{"time_zone": "Mars/Base", "language": "en"}, {"time_zone": "UTC", "language": "xx"}, {}]
)
def test_bad_input_changes_nothing_and_is_shown_again(
    signed_in: Client, alice: User, data: dict[str, str]
) -> None:
    page = signed_in.post(URL, data)
    assert page.status_code == 400
    assert page.context["form"].errors
    alice.refresh_from_db()
    assert (alice.time_zone, alice.language) == ("UTC", "en")


def test_who_is_not_signed_in_is_asked_to(client: Client, db: None) -> None:
    assert client.post(URL)["Location"].startswith("/accounts/login/")


def test_it_does_not_answer_to_a_link(signed_in: Client) -> None:
    assert signed_in.get(URL).status_code == 405


def test_another_site_cannot_post_it(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(URL, {"time_zone": "America/Denver", "language": "en"}).status_code == 403
