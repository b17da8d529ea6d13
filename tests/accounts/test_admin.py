"""People and keys in the admin."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import services
from accounts.models import Scope, User


@pytest.fixture
def staff(db: None) -> Client:
    """The browser of somebody who runs the site."""
    client = Client()
    client.force_login(User.objects.create_superuser("Sysop", "sysop@example.org"))
    return client


@pytest.mark.parametrize("page", ["user/", "user/add/", "apikey/"])
def test_its_pages_open(staff: Client, page: str) -> None:
    assert staff.get(f"/admin/accounts/{page}").status_code == 200


def test_nobody_makes_a_key_for_somebody_else(staff: Client) -> None:
    assert staff.get("/admin/accounts/apikey/add/").status_code == 403


def test_it_does_not_show_what_a_key_is_known_by(staff: Client, alice: User) -> None:
    row, _key = services.create_key(user=alice, name="bot", scope=Scope.READ)
    page = staff.get(f"/admin/accounts/apikey/{row.pk}/change/").content.decode()
    assert "bot" in page
    assert row.digest not in page


def test_who_is_not_staff_is_sent_away(signed_in: Client) -> None:
    assert signed_in.get("/admin/")["Location"].startswith("/admin/login/")
