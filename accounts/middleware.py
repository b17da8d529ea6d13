"""Each page in the time zone of the person who reads it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast
from zoneinfo import ZoneInfo

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.decorators import sync_and_async_middleware

from accounts.models import User

SyncHandler = Callable[[HttpRequest], HttpResponse]
AsyncHandler = Callable[[HttpRequest], Awaitable[HttpResponse]]


@sync_and_async_middleware
def preferences(get_response: SyncHandler | AsyncHandler) -> SyncHandler | AsyncHandler:
    """Activate the signed-in person's time zone for the time of one request."""
    if iscoroutinefunction(get_response):
        answer_later = cast(AsyncHandler, get_response)

        async def asynchronous(request: HttpRequest) -> HttpResponse:
            user = await request.auser()
            with timezone.override(zone_of(user)):
                return await answer_later(request)

        return asynchronous

    answer = cast(SyncHandler, get_response)

    def synchronous(request: HttpRequest) -> HttpResponse:
        with timezone.override(zone_of(request.user)):
            return answer(request)

    return synchronous


def zone_of(user: object) -> ZoneInfo | None:
    """The person's time zone; None, the site's own, for whoever is not signed in."""
    return user.zone if isinstance(user, User) else None
