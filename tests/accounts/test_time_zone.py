"""Each page in the reader's time zone."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.middleware import preferences
from accounts.models import User


def zone_during_request(user: User | AnonymousUser) -> str:
    """The time zone that is active while a page is made for this person."""
    seen = []

    def page(request: HttpRequest) -> HttpResponse:
        seen.append(timezone.get_current_timezone_name())
        return HttpResponse()

    request = HttpRequest()
    request.user = user
    preferences(page)(request)
    return seen[0]


def test_a_persons_own() -> None:
    assert zone_during_request(User(time_zone="Asia/Tokyo")) == "Asia/Tokyo"


def test_the_sites_own_for_a_visitor() -> None:
    assert zone_during_request(AnonymousUser()) == "UTC"


def test_utc_when_the_stored_name_is_no_longer_known() -> None:
    assert zone_during_request(User(time_zone="Europe/Atlantis")) == "UTC"


def test_it_does_not_outlast_the_request() -> None:
    zone_during_request(User(time_zone="Asia/Tokyo"))
    assert timezone.get_current_timezone_name() == "UTC"
