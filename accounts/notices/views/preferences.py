"""How a person wants to be told, and what they were told."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import views
from accounts.models import User
from accounts.notices import ledger, reasons, subjects
from accounts.notices.forms import NoticesForm
from accounts.notices.models import Notice
from accounts.requests import PersonRequest

MOST_LISTED = 50
ICONS = {"mail": "mail", "push": "phone", "webhook": "link"}


@login_required
@require_POST
def save(request: PersonRequest) -> HttpResponse:
    """Everything about notices is one form."""
    if request.user.is_guest:
        return views.settings_page(request, status=403)
    form = NoticesForm(request.POST, user=request.user)
    if not form.is_valid():
        return views.settings_page(request, notices_form=form, status=400)
    form.keep()
    ledger.plan_again(user=request.user)
    messages.success(request, _("Saved."))
    return redirect(reverse("accounts:settings") + "#notices")


@login_required
@never_cache
@require_GET
def recent(request: PersonRequest) -> HttpResponse:
    """The last notices, with what became of them and why."""
    days = by_day(rows(request.user))
    return render(request, "accounts/notices.html", {"days": days, "most": MOST_LISTED})


def rows(user: User) -> list[dict[str, Any]]:
    """Ready for the template, newest first."""
    notices = list(ledger.recent(user, MOST_LISTED))
    named = names({notice.thread for notice in notices})
    return [
        {
            "at": notice.made_at,
            "kind": label(notice),
            "channel": notice.get_channel_display(),
            "icon": ICONS[notice.channel],
            "name": named.get(notice.thread, (notice.thread, ""))[0],
            "path": named.get(notice.thread, ("", ""))[1],
            "state": notice.get_state_display(),
            "why": reasons.words(notice),
            "changed_at": notice.changed_at,
            "is_sent": notice.state in (Notice.State.SENT, Notice.State.HANDED_OVER),
            "is_failed": notice.state == Notice.State.FAILED,
            "due_at": notice.due_at if notice.state == Notice.State.WAITING else None,
        }
        for notice in notices
    ]


def label(notice: Notice) -> str:
    """What it is about; of reminders which."""
    which = {
        "half": _("Reminder: half of the time"),
        "fifth": _("Reminder: a fifth of the time"),
        "nudge": _("Nudge"),
    }
    return which.get(notice.matter.partition("/")[2], "") or str(notice.get_kind_display())


def names(threads: set[str]) -> dict[str, tuple[str, str]]:
    """Names and paths of what notices are about."""
    named: dict[str, tuple[str, str]] = {}
    for subject in subjects.registered():
        named |= subject.names([thread for thread in threads if subjects.of(thread) is subject])
    return named


def by_day(listed: list[dict[str, Any]]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Under one heading for each day of the reader."""
    return [
        (day, list(of_day))
        for day, of_day in groupby(listed, key=lambda row: timezone.localtime(row["at"]).date())
    ]
