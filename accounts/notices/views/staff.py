"""How the delivery of notices does: a page for the staff, numbers and a check for monitors."""

from __future__ import annotations

import datetime as dt
import hmac

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from accounts.models import User
from accounts.notices import numbers, post, reasons
from accounts.notices.kinds import Channel
from accounts.notices.models import Notice


@require_safe
@never_cache
@login_required
def page(request: HttpRequest) -> HttpResponse:
    """What is due, what left, what failed."""
    if not is_staff(request):
        raise PermissionDenied
    read = numbers.read()
    shown = {
        "numbers": read,
        "rows": [row(read, channel) for channel in Channel],
        "failures": [
            (Channel(channel).label, str(reasons.WORDS.get(why, why)) % {"detail": "…", "tries": "…"}, number)
            for channel, why, number in read.failures
        ],
        "p50": seconds(read.p50_s),
        "p95": seconds(read.p95_s),
        "mail_is_down": post.is_down(),
    }
    return render(request, "accounts/staff_notices.html", shown)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus: with METRICS_TOKEN as a bearer's token, or as one of the staff."""
    if not (has_token(request) or is_staff(request)):
        raise PermissionDenied
    return HttpResponse(numbers.exposition(), content_type=CONTENT_TYPE_PLAIN_0_0_4)


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """503 when something is due for half an hour and nothing has left meanwhile; says no more than that."""
    stuck = numbers.is_stuck()
    return JsonResponse({"notices": not stuck}, status=503 if stuck else 200)


def row(read: numbers.Numbers, channel: Channel) -> dict[str, object]:
    """One channel in the table."""
    ended = {state: read.ended.get((channel, state), 0) for state in Notice.State}
    return {
        "channel": channel.label,
        "due": read.due.get(channel, 0),
        "overdue": read.overdue.get(channel, 0),
        "sent": ended[Notice.State.SENT] + ended[Notice.State.HANDED_OVER],
        "withdrawn": ended[Notice.State.WITHDRAWN],
        "failed": ended[Notice.State.FAILED],
    }


def seconds(number: float | None) -> dt.timedelta | None:
    return None if number is None else dt.timedelta(seconds=number)


def has_token(request: HttpRequest) -> bool:
    """Is METRICS_TOKEN set, and does the request bring it?"""
    given, wanted = request.headers.get("Authorization", ""), settings.METRICS_TOKEN
    return bool(wanted) and hmac.compare_digest(given.encode(), f"Bearer {wanted}".encode())


def is_staff(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_active and request.user.is_staff
