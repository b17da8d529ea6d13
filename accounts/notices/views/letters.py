"""Stopping mail by a link, a person's calendar, and what can be tried about mail."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from accounts.notices import stop as stopping


def stop(request: HttpRequest, token: str) -> HttpResponse:
    try:
        stopping.read(token)
    except stopping.Broken:
        raise Http404 from None
    return HttpResponse(status=204)
