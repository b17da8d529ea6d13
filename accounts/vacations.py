"""The days of vacations: plain calendar arithmetic, without rows and without a clock."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections import Counter
from collections.abc import Iterable

MOST_A_YEAR = 30
"""So many days of a calendar year."""
MOST_IN_A_ROW = 14
"""So many days, with the vacations right before and after."""
DAY = dt.timedelta(days=1)


def midnight(day: dt.date, zone: zoneinfo.ZoneInfo) -> dt.datetime:
    """The first instant of a day there, in UTC, also where the clocks go from 0:00 to 1:00 at once.

    A midnight that is left out is read with the offset from before the change, which gives the change itself.
    """
    return dt.datetime.combine(day, dt.time.min, zone).astimezone(dt.UTC)


def days(first: dt.date, last: dt.date) -> set[dt.date]:
    """Both and all between them."""
    return {first + DAY * number for number in range((last - first).days + 1)}


def in_a_row(taken: set[dt.date], day: dt.date) -> int:
    """How many of these days are in a row with that one, itself included."""
    before = after = day
    while before - DAY in taken:
        before -= DAY
    while after + DAY in taken:
        after += DAY
    return (after - before).days + 1


def per_year(taken: Iterable[dt.date]) -> Counter[int]:
    """How many of these days each year has."""
    return Counter(day.year for day in taken)
