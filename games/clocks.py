"""The arithmetic of clocks over days: pure functions of instants, a table's rules and a person's calendar.

A clock runs while its owner could be expected to play and stands while they sleep, over weekends where the
table says so, on vacation and in a pause of the game. All of these are known when they begin, so whatever is
asked about a turn (how much is left, until when) follows from the instant it began: nothing is stopped, and
nothing has to be started again. Instants are in UTC; only nights and weekends are looked up in the person's
time zone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from operator import attrgetter
from typing import Any, Literal
from zoneinfo import ZoneInfo

Why = Literal["sleep", "weekend", "vacation", "pause"]
WEIGHT: tuple[Why, ...] = ("sleep", "weekend", "vacation", "pause")
"""Of several reasons for which a clock stands, the last of these is told."""
SATURDAY = 5
DAY = timedelta(days=1)
NOTHING = timedelta(0)
SOON = 5
"""When less than one in so many parts is left, it is soon."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A table's clock: so long for a turn, and a reserve of each seat that only overrun eats."""

    per_turn: timedelta
    reserve: timedelta
    weekends_stop: bool
    vacation_counts: bool
    strict: bool

    @classmethod
    def read(cls, option: Mapping[str, Any]) -> Rules:
        """From the table's option `clock`."""
        return cls(
            per_turn=timedelta(seconds=option["per_decision_s"]),
            reserve=timedelta(seconds=option["reserve_s"]),
            weekends_stop=option["weekends_stop"],
            vacation_counts=option["vacation_counts"],
            strict=option["strict"],
        )


@dataclass(frozen=True, slots=True)
class Stand:
    """A time in which a clock stands; the end is no longer part of it."""

    begins: datetime
    ends: datetime
    why: Why


@dataclass(frozen=True, slots=True)
class Still:
    """Why a clock stands now, and until when."""

    why: Why
    until: datetime


@dataclass(frozen=True, slots=True)
class Calendar:
    """When one person's clock stands: each night, each weekend, and at single times."""

    zone: str = "UTC"
    sleep: tuple[time, time] | None = None  # by the clock on the wall; may go over midnight
    weekends: bool = False
    breaks: tuple[Stand, ...] = ()

    def stands(self, start: datetime) -> Iterator[Stand]:
        """All that ends after `start`, by when it begins; they may overlap. Nights and weekends never end."""
        kinds = [iter(sorted(self.breaks, key=attrgetter("begins")))]
        first = start.astimezone(ZoneInfo(self.zone)).date()
        if self.sleep:
            kinds.append(_nights(self.zone, *self.sleep, first=first - DAY))
        if self.weekends:
            kinds.append(_weekends(self.zone, first=first))
        return (stand for stand in merge(*kinds, key=attrgetter("begins")) if stand.ends > start)

    def standing(self, start: datetime) -> Iterator[tuple[datetime, datetime]]:
        """The same, joined where they touch or overlap: disjoint, in order."""
        begins = ends = None
        for stand in self.stands(start):
            if begins is None or ends is None:
                begins, ends = stand.begins, stand.ends
            elif stand.begins <= ends:
                ends = max(ends, stand.ends)
            else:
                yield begins, ends
                begins, ends = stand.begins, stand.ends
        if begins is not None and ends is not None:
            yield begins, ends

    def running(self, start: datetime, end: datetime) -> timedelta:
        """How long the clock runs from `start` until `end`; nothing where the end comes first."""
        if end <= start:
            return NOTHING
        run = end - start
        for begins, ends in self.standing(start):
            if begins >= end:
                break
            run -= min(ends, end) - max(begins, start)
        return run

    def after(self, start: datetime, budget: timedelta) -> datetime:
        """The first instant at which the clock has run for `budget` since `start`."""
        at = start.astimezone(UTC)
        for begins, ends in self.standing(start):
            run = max(begins - at, NOTHING)
            if budget <= run:
                break
            budget -= run
            at = max(at, ends)
        return at + budget

    def still(self, at: datetime) -> Still | None:
        """Why the clock stands at this instant, and when it runs again; None while it runs."""
        begins, ends = next(self.standing(at), (None, None))
        if begins is None or ends is None or begins > at:
            return None
        reasons = []
        for stand in self.stands(at):
            if stand.begins > at:
                break
            reasons.append(stand.why)
        return Still(max(reasons, key=WEIGHT.index), ends)

    def write(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "zone": self.zone,
            "sleep": self.sleep and [wall.isoformat() for wall in self.sleep],
            "weekends": self.weekends,
            "breaks": [
                [stand.begins.isoformat(), stand.ends.isoformat(), stand.why] for stand in self.breaks
            ],
        }

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Calendar:
        """What `write` wrote."""
        sleep = raw["sleep"] and tuple(time.fromisoformat(wall) for wall in raw["sleep"])
        breaks = tuple(
            Stand(datetime.fromisoformat(begins), datetime.fromisoformat(ends), why)
            for begins, ends, why in raw["breaks"]
        )
        return cls(raw["zone"], sleep or None, raw["weekends"], breaks)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the clock of a turn shows at an instant; the same for every reader."""

    deadline: datetime
    left: timedelta  # running time until the deadline, never negative
    turn_left: timedelta  # of it, before the reserve is touched
    reserve_left: timedelta
    turn_until: datetime  # when the turn's own time is used up
    still: Still | None
    soon: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """The clock of one turn. Its rules and its calendar are those of the instant it began."""

    since: datetime
    per_turn: timedelta
    reserve: timedelta  # the seat's, when the turn began
    calendar: Calendar

    @property
    def budget(self) -> timedelta:
        return self.per_turn + self.reserve

    @property
    def deadline(self) -> datetime:
        return self.calendar.after(self.since, self.budget)

    def used(self, at: datetime) -> timedelta:
        """For how long the clock has run."""
        return self.calendar.running(self.since, at)

    def reserve_after(self, at: datetime) -> timedelta:
        """What is left of the reserve when the turn ends at this instant."""
        overrun = max(self.used(at) - self.per_turn, NOTHING)
        return max(self.reserve - overrun, NOTHING)

    def when_left(self, parts: int) -> datetime:
        """The instant at which one in so many parts of the time until the deadline is left."""
        return self.calendar.after(self.since, self.budget - self.budget / parts)

    def reading(self, at: datetime) -> Reading:
        used = self.used(at)
        left = max(self.budget - used, NOTHING)
        reserve_left = min(left, self.reserve)
        return Reading(
            deadline=self.deadline,
            left=left,
            turn_left=left - reserve_left,
            reserve_left=reserve_left,
            turn_until=self.calendar.after(self.since, self.per_turn),
            still=self.calendar.still(at) if left else None,
            soon=left * SOON < self.budget,
        )

    def with_break(self, stand: Stand) -> Turn:
        """The same turn, standing also then; for what begins now or later, so that nothing is given back."""
        return replace(self, calendar=replace(self.calendar, breaks=(*self.calendar.breaks, stand)))

    def without_break(self, stand: Stand, now: datetime) -> Turn:
        """The same turn when that break ends now, or does not come: what is left stays as it is."""
        kept = tuple(other for other in self.calendar.breaks if other != stand)
        if stand.begins < now:
            kept = (*kept, replace(stand, ends=min(stand.ends, now)))
        return replace(self, calendar=replace(self.calendar, breaks=kept))

    def write(self) -> dict[str, Any]:
        """As JSON, exact."""
        return {
            "since": self.since.isoformat(),
            "per_turn_us": self.per_turn // timedelta.resolution,
            "reserve_us": self.reserve // timedelta.resolution,
            "calendar": self.calendar.write(),
        }

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Turn:
        """What `write` wrote."""
        return cls(
            datetime.fromisoformat(raw["since"]),
            timedelta(microseconds=raw["per_turn_us"]),
            timedelta(microseconds=raw["reserve_us"]),
            Calendar.read(raw["calendar"]),
        )


def instant(zone: str, day: date, wall: time = time.min) -> datetime:
    """When the clocks on the walls of a zone show this, in UTC.

    What they show twice in an autumn night is the first time. What they skip in spring is the instant of the
    skip, so that later times are never earlier instants.
    """
    local = datetime.combine(day, wall, ZoneInfo(zone))
    early = local.astimezone(UTC)
    if early.astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None):
        return early
    return _skip(local)


def _skip(local: datetime) -> datetime:
    """The instant at which the clocks were put forward over a time that they never showed."""
    zone = local.tzinfo
    late, early = local.astimezone(UTC), local.replace(fold=1).astimezone(UTC)  # the skip lies between
    before = early.astimezone(zone).utcoffset()
    while late - early > timedelta.resolution:
        middle = early + (late - early) // 2
        if middle.astimezone(zone).utcoffset() == before:
            early = middle
        else:
            late = middle
    return late


def _nights(zone: str, begins: time, ends: time, *, first: date) -> Iterator[Stand]:
    """Each night from the one that begins on this day."""
    over_midnight = ends <= begins
    day = first
    while True:
        yield Stand(instant(zone, day, begins), instant(zone, day + DAY * over_midnight, ends), "sleep")
        day += DAY


def _weekends(zone: str, *, first: date) -> Iterator[Stand]:
    """Each Saturday and Sunday from the week of this day."""
    day = first + DAY * (SATURDAY - first.weekday())
    while True:
        yield Stand(instant(zone, day), instant(zone, day + 2 * DAY), "weekend")
        day += 7 * DAY
