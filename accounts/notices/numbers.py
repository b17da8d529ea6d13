"""How the delivery of notices does: for the staff, for monitors, and for the check that it goes on at all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Case, Count, F, Max, Min, Q, QuerySet, When
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from accounts import clock
from accounts.notices import reasons
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import Notice

State = Notice.State
STUCK = dt.timedelta(minutes=30)
"""When something has been due for so long and nothing left meanwhile, something is wrong."""
OVERDUE = dt.timedelta(minutes=5)
LATELY = dt.timedelta(hours=24)
MOST_COUNTED = 10_000


@dataclass(frozen=True)
class Numbers:
    """As of one instant."""

    due: dict[str, int]  # by channel
    overdue: dict[str, int]
    oldest_due_at: dt.datetime | None
    last_left_at: dt.datetime | None
    ended: dict[tuple[str, str], int]  # in the last day, by channel and state
    failures: list[tuple[str, str, int]]  # channel, why, how many in the last day
    p50_s: float | None  # from a turn to its mail, in the last day
    p95_s: float | None
    stuck: bool


def read() -> Numbers:
    """Six queries."""
    now = clock.now()
    due = owed(now)
    lately = Notice.objects.filter(changed_at__gt=now - LATELY)
    ended = lately.exclude(state=State.WAITING).values("channel", "state").annotate(number=Count("pk"))
    failed = lately.filter(state=State.FAILED).values("channel", "why").annotate(number=Count("pk"))
    took = _took(now)
    oldest, last = due.aggregate(at=Min("since"))["at"], last_left()
    return Numbers(
        due=_by_channel(due),
        overdue=_by_channel(owed(now, for_at_least=OVERDUE)),
        oldest_due_at=oldest,
        last_left_at=last,
        ended={(row["channel"], row["state"]): row["number"] for row in ended},
        failures=[(row["channel"], row["why"], row["number"]) for row in failed.order_by("-number")],
        p50_s=percentile(took, 50),
        p95_s=percentile(took, 95),
        stuck=_is_stuck(oldest, last, now),
    )


def is_stuck() -> bool:
    """Is something due for half an hour, and nothing has left in that time?"""
    now = clock.now()
    return _is_stuck(owed(now).aggregate(at=Min("since"))["at"], last_left(), now)


def owed(now: dt.datetime, for_at_least: dt.timedelta = dt.timedelta(0)) -> QuerySet[Notice]:
    """What should have left: due now, or mail that is tried again later; `since` when it should have.

    A program or a device that is away is its person's matter, a mail server that is away the site's.
    """
    in_vain = Q(channel=Channel.MAIL, why__in=(reasons.UNREACHABLE, reasons.FAULT))
    waiting = Notice.objects.filter(Q(due_at__lte=now) | in_vain, state=State.WAITING)
    since = Case(When(in_vain, then=F("wanted_at")), default=F("due_at"))
    return waiting.annotate(since=since).filter(since__lte=now - for_at_least)


def last_left() -> dt.datetime | None:
    """When the last notice was sent, by any channel."""
    left = Notice.objects.filter(state__in=(State.SENT, State.HANDED_OVER))
    at: dt.datetime | None = left.aggregate(at=Max("changed_at"))["at"]
    return at


def percentile(sorted_values: list[float], percent: int) -> float | None:
    """The smallest value that so many percent of them do not exceed; None of nothing."""
    if not sorted_values:
        return None
    rank = -(-len(sorted_values) * percent // 100)  # rounded up
    return sorted_values[max(rank, 1) - 1]


def exposition() -> bytes:
    """In the text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(_Notices())
    return generate_latest(registry)


class _Notices(Collector):
    """Read when asked for."""

    def collect(self) -> Iterator[Metric]:
        numbers = read()
        due = GaugeMetricFamily("notices_due", "Notices that are due and have not left.", labels=["channel"])
        overdue = GaugeMetricFamily("notices_overdue", "Of these, due for five minutes.", labels=["channel"])
        for channel in Channel.values:
            due.add_metric([channel], numbers.due.get(channel, 0))
            overdue.add_metric([channel], numbers.overdue.get(channel, 0))
        yield due
        yield overdue
        ended = GaugeMetricFamily(
            "notices_ended_24h",
            "Notices of the last day by what became of them.",
            labels=["channel", "state"],
        )
        for (channel, state), number in sorted(numbers.ended.items()):
            ended.add_metric([channel, state], number)
        yield ended
        took = GaugeMetricFamily(
            "notices_turn_to_mail_seconds", "From a turn to its mail, in the last day.", labels=["quantile"]
        )
        for quantile, seconds in (("0.5", numbers.p50_s), ("0.95", numbers.p95_s)):
            if seconds is not None:
                took.add_metric([quantile], seconds)
        yield took
        yield GaugeMetricFamily(
            "notices_stuck", "1 when something is due for half an hour and nothing left.", int(numbers.stuck)
        )


def _is_stuck(oldest: dt.datetime | None, last: dt.datetime | None, now: dt.datetime) -> bool:
    if oldest is None or now - oldest < STUCK:
        return False
    return last is None or now - last >= STUCK


def _by_channel(rows: QuerySet[Notice]) -> dict[str, int]:
    counted = rows.values("channel").annotate(number=Count("pk"))
    return {row["channel"]: row["number"] for row in counted.order_by("channel")}


def _took(now: dt.datetime) -> list[float]:
    """Seconds from a turn to its mail, sorted."""
    sent = Notice.objects.filter(
        kind=Kind.YOUR_TURN, channel=Channel.MAIL, state=State.SENT, changed_at__gt=now - LATELY
    ).order_by("-changed_at")
    rows = sent.values_list("made_at", "changed_at")[:MOST_COUNTED]
    return sorted((changed - made).total_seconds() for made, changed in rows)
