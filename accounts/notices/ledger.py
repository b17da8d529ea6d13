"""The ledger of notices: writing them in the transaction of their cause, and reading what became of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import F, Min, Q, QuerySet

from accounts import clock
from accounts.models import User
from accounts.notices import kinds, preferences, reasons, timing
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import Notice, NoticePreferences

AT_ONCE = frozenset({Kind.INVITATION, Kind.SECURITY})
"""Nobody who sits at the page in question could have seen these, so they do not wait for that."""
BY = "by"
"""In the facts of a notice: the deadline after which it says nothing any more."""
TO = "to"
"""In the facts of a notice: the address that it goes to, where that is not the person's present one."""
INSTEAD = "instead"
"""In the facts of a notice: it goes by this channel because mail fails, whatever is switched off there."""
KEPT = dt.timedelta(days=90)
REVIVED = dt.timedelta(days=30)
"""A turn that is open for longer is not told of when somebody wants to be told again."""


@dataclass(frozen=True)
class News:
    """Something that people are to be told: it leaves after each one's delay, or at `wanted_at`.

    After the deadline `by` it says nothing any more. `facts` are JSON.
    """

    user_ids: Collection[int]
    kind: Kind
    thread: str
    matter: str
    at: dt.datetime
    facts: Mapping[str, Any] = field(default_factory=dict)
    wanted_at: dt.datetime | None = None
    by: dt.datetime | None = None

    def notice(self, channel: Channel, wish: preferences.Wishes) -> Notice:
        """The row for one person and channel, not stored."""
        row = Notice(
            user=wish.person,
            kind=self.kind,
            channel=channel,
            thread=self.thread,
            matter=self.matter,
            facts={**self.facts, **({BY: self.by.isoformat()} if self.by else {})},
            made_at=self.at,
            wanted_at=self.wanted_at or (self.at if self.kind in AT_ONCE else self.at + wish.general.delay),
            changed_at=self.at,
        )
        row.due_at = due(row, wish)
        if why := unwanted(row, wish):
            row.state, row.why = Notice.State.WITHDRAWN, why
        return row


def tell(news: Sequence[News]) -> None:
    """Write a row for each person and channel, in the caller's transaction. Guests are left out.

    What was written before, for the same person, thread, matter, kind and channel, stays as it is. Rings for
    the delivery of what leaves at once. Two queries, however much it is.
    """
    wishes = preferences.wishes({user_id for each in news for user_id in each.user_ids})
    rows = [
        each.notice(channel, wish)
        for each in news
        for user_id in sorted(wishes.keys() & set(each.user_ids))
        for wish in (wishes[user_id],)
        if wish.person.is_active and not wish.person.is_guest
        for channel in wish.channels
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    now = clock.now()
    ring_delivery({row.channel for row in rows if row.state == Notice.State.WAITING and row.due_at <= now})


def unwanted(notice: Notice, wish: preferences.Wishes) -> str:
    """Why the person does not want this notice by its channel; empty when they do."""
    if not wish.person.is_active:
        return reasons.CLOSED
    if notice.channel == Channel.MAIL and not (wish.person.email or notice.facts.get(TO)):
        return reasons.NO_ADDRESS
    if (notice.kind, notice.channel) in kinds.LOCKED:
        return ""
    is_off = not wish.wants(notice.kind, notice.channel) and not notice.facts.get(INSTEAD)
    whys = {
        reasons.OFF: is_off,
        reasons.MUTED: wish.is_muted(notice.thread),
        reasons.NO_REMINDERS: notice.kind == Kind.REMINDER and not _wants_reminder(notice, wish.general),
        reasons.NO_MAIL: notice.channel == Channel.MAIL and wish.general.pace == NoticePreferences.Pace.OFF,
    }
    return next((why for why, holds in whys.items() if holds), "")


def due(notice: Notice, wish: preferences.Wishes) -> dt.datetime:
    """When a notice leaves, as its person wants it now."""
    if notice.kind == Kind.SECURITY or notice.channel == Channel.WEBHOOK:
        return notice.wanted_at
    by = notice.facts.get(BY)
    return timing.leaves(
        notice.wanted_at,
        wish.general,
        wish.person.zone,
        paced=notice.channel == Channel.MAIL and not wish.is_loud(notice.thread),
        by=dt.datetime.fromisoformat(by) if by else None,
        not_before=notice.made_at,
    )


def plan_again(*, user: User) -> None:
    """The person wants to be told otherwise from now on: what waits leaves when that says.

    A turn, or a reminder that is still ahead, that was withdrawn because they did not want it then is to be
    told after all, if they want it now. Whether the turn is still open is read when it leaves.
    """
    wish = preferences.wishes([user.pk])[user.pk]
    now = clock.now()
    ahead = Q(kind=Kind.YOUR_TURN, made_at__gt=now - REVIVED) | Q(kind=Kind.REMINDER, wanted_at__gt=now)
    unwanted_then = Q(state=Notice.State.WITHDRAWN, why__in=reasons.UNWANTED) & ahead
    with transaction.atomic():
        mine = Notice.objects.filter(Q(state=Notice.State.WAITING) | unwanted_then, user=user)
        rows = list(mine.select_for_update(skip_locked=True))
        for row in rows:
            row.due_at = due(row, wish)
            if row.state == Notice.State.WITHDRAWN and not unwanted(row, wish):
                row.state, row.why, row.changed_at = Notice.State.WAITING, "", now
        Notice.objects.bulk_update(rows, ("due_at", "state", "why", "changed_at"))


def told(thread: str, matters: Iterable[str]) -> dict[tuple[str, int], dt.datetime]:
    """When people were first told of these turns, by matter and person's id. One query."""
    sent = Notice.objects.filter(
        thread=thread,
        matter__in=list(matters),
        kind=Kind.YOUR_TURN,
        state__in=(Notice.State.SENT, Notice.State.HANDED_OVER),
    )
    rows = sent.values("matter", "user").annotate(at=Min("changed_at"))
    return {(row["matter"], row["user"]): row["at"] for row in rows}


def made(thread: str, matters: Iterable[str]) -> dict[tuple[str, int], dt.datetime]:
    """When notices about this were written, by matter and person's id, whatever became of them. One query."""
    rows = Notice.objects.filter(thread=thread, matter__in=list(matters)).values("matter", "user")
    return {(row["matter"], row["user"]): row["at"] for row in rows.annotate(at=Min("made_at"))}


def recent(user: User, most: int) -> QuerySet[Notice]:
    """The person's last notices, newest first; without reminders that never came due."""
    ended = Q(state=Notice.State.WITHDRAWN, changed_at__lt=F("wanted_at"))
    waits = Q(state=Notice.State.WAITING, wanted_at__gt=clock.now())
    return Notice.objects.filter(user=user).exclude(Q(kind=Kind.REMINDER) & (ended | waits))[:most]


def forget_old() -> None:
    """Notices that ended long ago."""
    old = Notice.objects.filter(changed_at__lt=clock.now() - KEPT)
    old.exclude(state__in=Notice.OPEN).delete()


def ring_delivery(channels: Iterable[str]) -> None:
    """Do not wait for the next sweep: something leaves at once."""
    for channel in sorted(channels):
        transaction.on_commit(_bell(channel), robust=True)


def _bell(channel: str) -> Callable[[], object]:
    """A function of its own: Django asks for the name of what it could not run, and a `partial` has none."""

    def ring() -> object:
        return current_app.send_task("accounts.tasks.send_notices", args=[channel], retry=False)

    return ring


def _wants_reminder(notice: Notice, general: NoticePreferences) -> bool:
    """A nudge is somebody's wish, and comes also where no reminder is wanted."""
    if notice.matter.endswith("/half"):
        return general.reminders == NoticePreferences.Reminders.BOTH
    if notice.matter.endswith("/fifth"):
        return general.reminders != NoticePreferences.Reminders.NONE
    return True
