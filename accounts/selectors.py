"""What is read about people."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from accounts import clock, registry, vacations
from accounts.models import ApiKey, User, Vacation
from accounts.registry import Uncovered


@dataclass(frozen=True)
class Habits:
    """When a person's clocks stand: sleeping hours in their zone, and vacations as UTC instants, in order."""

    zone: str
    sleep: tuple[dt.time, dt.time] | None
    vacations: tuple[tuple[dt.datetime, dt.datetime], ...]


@dataclass(frozen=True)
class Calendar:
    """The vacation a person is on, those ahead in order, and the days taken of this and of later years."""

    present: Vacation | None
    ahead: list[Vacation]
    taken: dict[int, int]


def keys_of(user: User) -> QuerySet[ApiKey]:
    """The person's keys that still work, newest first."""
    return ApiKey.objects.usable().filter(user=user)


def habits_of(users: Iterable[User], at: dt.datetime) -> dict[int, Habits]:
    """The habits of each person by id, with the vacations that end after that instant. One query."""
    people = list(users)
    booked = defaultdict(list)
    rows = Vacation.objects.filter(user__in=people, ends__gt=at).order_by("begins")
    for user_id, begins, ends in rows.values_list("user_id", "begins", "ends"):
        booked[user_id].append((begins, ends))
    return {
        user.pk: Habits(zone=user.zone.key, sleep=_sleep(user), vacations=tuple(booked[user.pk]))
        for user in people
    }


def away_until(users: Iterable[User], at: dt.datetime) -> dict[int, dt.datetime]:
    """Who of them is on vacation then, by id, and until when, with vacations right after it. One query."""
    until = {user_id: _away_until(habits, at) for user_id, habits in habits_of(users, at).items()}
    return {user_id: ends for user_id, ends in until.items() if ends > at}


def calendar_of(user: User) -> Calendar:
    """What a person has booked, and how many days of this year and of others ahead that takes. One query."""
    now, year = clock.now(), clock.today(user.zone).year
    rows = list(user.vacations.filter(last_day__gte=dt.date(year, 1, 1)))
    taken = vacations.per_year(set().union(*(row.days for row in rows)))
    return Calendar(
        present=next((row for row in rows if row.begins <= now < row.ends), None),
        ahead=[row for row in rows if row.begins > now],
        taken={year: taken[year]} | {later: taken[later] for later in sorted(taken) if later > year},
    )


def uncovered_by(vacation: Vacation) -> list[Uncovered]:
    """What goes on during a vacation, as other parts of the site say."""
    return [
        goes_on
        for what_goes_on in registry.before_vacation
        for goes_on in what_goes_on(user=vacation.user, begins=vacation.begins, ends=vacation.ends)
    ]


def _sleep(user: User) -> tuple[dt.time, dt.time] | None:
    if user.sleep_from is None or user.sleep_until is None:
        return None
    return user.sleep_from, user.sleep_until


def _away_until(habits: Habits, at: dt.datetime) -> dt.datetime:
    """The end of the vacations that follow one another from that instant on; the instant itself without."""
    until = at
    for begins, ends in habits.vacations:
        if begins > until:
            break
        until = ends
    return until
