"""How the delivery of notices does: for the staff, for monitors, and for the check that it goes on at all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import (
    Case,
    Count,
    DateTimeField,
    DurationField,
    Expression,
    ExpressionWrapper,
    F,
    Max,
    Min,
    Q,
    QuerySet,
    Value,
    When,
)
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from accounts import clock
from accounts.notices import delivery, reasons
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import Notice

State = Notice.State
STUCK = dt.timedelta(minutes=30)
"""When something has been due for so long and nothing left meanwhile, something is wrong."""
OVERDUE = dt.timedelta(minutes=5)
LATELY = dt.timedelta(hours=24)
MOST_COUNTED = 10_000
IN_VAIN = Q(channel=Channel.MAIL, why__in=(reasons.UNREACHABLE, reasons.FAULT), tries__gt=0)
"""Mail that is tried again later: put off, and due all the same."""
LONGEST_PAUSE = delivery.pause(99)


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
    """Eight queries; one or two more where something has been due for long."""
    now = clock.now()
    due = owed(now)
    lately = Notice.objects.filter(changed_at__gt=now - LATELY)
    ended = lately.exclude(state=State.WAITING).values("channel", "state").annotate(number=Count("pk"))
    failed = lately.filter(state=State.FAILED).values("channel", "why").annotate(number=Count("pk"))
    took = _took(now)
    return Numbers(
        due=_by_channel(due),
        overdue=_by_channel(owed(now, for_at_least=OVERDUE)),
        oldest_due_at=due.aggregate(at=Min("since"))["at"],
        last_left_at=last_left(),
        ended={(row["channel"], row["state"]): row["number"] for row in ended},
        failures=[(row["channel"], row["why"], row["number"]) for row in failed.order_by("-number", "why")],
        p50_s=percentile(took, 50),
        p95_s=percentile(took, 95),
        stuck=is_stuck(),
    )


def is_stuck() -> bool:
    """Is something due for half an hour by a channel by which nothing has left in that time?

    Mail that was tried in vain counts while all mail is: where others' has left since, it is its person's
    matter, as are programs and devices that are away.
    """
    now = clock.now()
    waits = owed(now, for_at_least=STUCK)
    for channel in waits.order_by("channel").values_list("channel", flat=True).distinct():
        at = last_left(channel)
        if at is None:
            return True
        elsewhere = Q(since__lte=at) & IN_VAIN
        if now - at >= STUCK and waits.filter(channel=channel).exclude(elsewhere).exists():
            return True
    return False


def owed(now: dt.datetime, for_at_least: dt.timedelta = dt.timedelta(0)) -> QuerySet[Notice]:
    """What should have left: due now, or mail that is tried again later; `since` when it should have.

    A program or a device that is away is its person's matter, a mail server that is away the site's.
    """
    soon = Notice.objects.filter(state=State.WAITING, due_at__lte=now + LONGEST_PAUSE)
    waiting = soon.filter(Q(due_at__lte=now) | IN_VAIN)
    since = Case(When(IN_VAIN, then=_first_due()), default=F("due_at"))
    return waiting.annotate(since=since).filter(since__lte=now - for_at_least)


def last_left(channel: str = "") -> dt.datetime | None:
    """When the last notice was sent, by this channel or by any."""
    left = Notice.objects.filter(state__in=(State.SENT, State.HANDED_OVER))
    if channel:
        left = left.filter(channel=channel)
    at: dt.datetime | None = left.aggregate(at=Max("changed_at"))["at"]
    return at


def _first_due() -> Expression:
    """When what is tried again was due for the first time: so many pauses ago."""
    pauses = [delivery.pause(tries) for tries in range(1, 5)]
    first = [When(tries=tries, then=Value(sum(pauses[:tries], dt.timedelta()))) for tries in range(1, 4)]
    later = Value(sum(pauses[:3], dt.timedelta())) + (F("tries") - 3) * Value(pauses[3])
    waited = Case(*first, default=ExpressionWrapper(later, DurationField()), output_field=DurationField())
    return ExpressionWrapper(F("due_at") - waited, DateTimeField())


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
