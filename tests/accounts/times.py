"""Instants and days for tests."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import UTC, date, datetime

from accounts import clock


def utc(text: str) -> datetime:
    """An instant: `2027-03-01 12:00` in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def day(text: str) -> date:
    """A day of 2027 as `3-28`, of another year as `2028-1-5`."""
    *year, month, number = (int(part) for part in text.split("-"))
    return date(*(year or [2027]), month, number)  # type: ignore[misc]


def at(text: str) -> AbstractContextManager[None]:
    """The clock shows this instant and stands."""
    return clock.reading(lambda: utc(text))
