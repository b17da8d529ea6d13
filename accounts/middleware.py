"""Each page in the time zone of the person who reads it."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts import guests
from accounts.models import User


def preferences(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Activate the signed-in person's time zone for the time of one request; note that a guest is there."""

    def answer(request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User) and request.user.is_guest:
            guests.note_visit(request, request.user)
        with timezone.override(zone_of(request.user)):
            return get_response(request)

    return answer


def zone_of(user: object) -> ZoneInfo | None:
    """The person's time zone; None, the site's own, for whoever is not signed in."""
    return user.zone if isinstance(user, User) else None
