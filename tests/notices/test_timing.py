"""Pace and quiet hours, by hand: in zones, over midnight, and in the nights when clocks are changed."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import NoticePreferences
from accounts.notices import timing

BERLIN, NEW_YORK, KOLKATA = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York"), ZoneInfo("Asia/Kolkata")
NIGHT = (time(22, 30), time(7))


def utc(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=UTC)  # type: ignore[arg-type, misc]


def wants(**fields: Any) -> NoticePreferences:
    return NoticePreferences(**fields)


@pytest.mark.parametrize(
    ("at", "leaves"),
    [
        (utc(2026, 6, 1, 20, 29), utc(2026, 6, 1, 20, 29)),  # 22:29 in Berlin
        (utc(2026, 6, 1, 20, 30), utc(2026, 6, 2, 5)),
        (utc(2026, 6, 1, 23), utc(2026, 6, 2, 5)),  # after midnight there
        (utc(2026, 6, 2, 4, 59), utc(2026, 6, 2, 5)),
        (utc(2026, 6, 2, 5), utc(2026, 6, 2, 5)),
    ],
)
def test_quiet_hours_go_over_midnight(at: datetime, leaves: datetime) -> None:
    assert timing.after_quiet(at, NIGHT, BERLIN) == leaves


def test_quiet_hours_within_a_day() -> None:
    lunch = (time(12), time(14))
    assert timing.after_quiet(utc(2026, 6, 1, 10), lunch, BERLIN) == utc(2026, 6, 1, 12)
    assert timing.after_quiet(utc(2026, 6, 1, 13), lunch, BERLIN) == utc(2026, 6, 1, 13)


@pytest.mark.parametrize(
    ("at", "leaves"),
    [
        # 29 March 2026: 2:00 becomes 3:00. 22:30 is 21:30 UTC, 7:00 is 5:00 UTC.
        (utc(2026, 3, 28, 21, 30), utc(2026, 3, 29, 5)),
        (utc(2026, 3, 29, 4, 59), utc(2026, 3, 29, 5)),
        # 25 October 2026: 3:00 becomes 2:00. 22:30 is 20:30 UTC, 7:00 is 6:00 UTC.
        (utc(2026, 10, 24, 20, 30), utc(2026, 10, 25, 6)),
        (utc(2026, 10, 25, 5, 30), utc(2026, 10, 25, 6)),
    ],
)
def test_quiet_hours_in_nights_when_the_clocks_are_changed(at: datetime, leaves: datetime) -> None:
    assert timing.after_quiet(at, NIGHT, BERLIN) == leaves


@pytest.mark.parametrize(
    ("at", "slot"),
    [
        (utc(2026, 6, 1, 11, 59), utc(2026, 6, 1, 12)),  # 8:00 in New York
        (utc(2026, 6, 1, 12), utc(2026, 6, 1, 12)),
        (utc(2026, 6, 1, 12, 0, 1), utc(2026, 6, 2, 12)),
        # 8 March 2026: summer time begins, and 8:00 is 12:00 UTC where it was 13:00.
        (utc(2026, 3, 7, 13, 30), utc(2026, 3, 8, 12)),
    ],
)
def test_once_a_day_at_a_local_time(at: datetime, slot: datetime) -> None:
    assert timing.next_slot(at, "daily", time(8), NEW_YORK) == slot


def test_a_daily_time_that_is_left_out_in_spring_comes_as_long_after_the_skip() -> None:
    """8 March 2026 in New York has no 2:30: it is half past the change at 7:00 UTC."""
    assert timing.next_slot(utc(2026, 3, 8, 6), "daily", time(2, 30), NEW_YORK) == utc(2026, 3, 8, 7, 30)


def test_every_hour_is_at_full_hours() -> None:
    assert timing.next_slot(utc(2026, 6, 1, 12, 0, 1), "hourly", time(8), KOLKATA) == utc(2026, 6, 1, 13)
    assert timing.next_slot(utc(2026, 6, 1, 12), "hourly", time(8), KOLKATA) == utc(2026, 6, 1, 12)


def test_a_slot_in_quiet_hours_waits_for_their_end() -> None:
    preferences = wants(pace="hourly", quiet_from=NIGHT[0], quiet_until=NIGHT[1])
    at = timing.leaves(utc(2026, 6, 1, 20, 10), preferences, BERLIN, paced=True)  # 22:10; the slot is 23:00
    assert at == utc(2026, 6, 2, 5)


def test_what_is_not_paced_keeps_quiet_hours_alone() -> None:
    preferences = wants(pace="daily", quiet_from=NIGHT[0], quiet_until=NIGHT[1])
    assert timing.leaves(utc(2026, 6, 1, 12), preferences, BERLIN, paced=False) == utc(2026, 6, 1, 12)
    assert timing.leaves(utc(2026, 6, 1, 22), preferences, BERLIN, paced=False) == utc(2026, 6, 2, 5)


def test_a_reminder_does_not_wait_for_a_slot_after_its_deadline() -> None:
    preferences = wants(pace="daily", daily_at=time(8))
    wanted, deadline = utc(2026, 6, 1, 12), utc(2026, 6, 1, 20)
    assert timing.leaves(wanted, preferences, BERLIN, paced=True, by=deadline) == wanted


def test_a_reminder_comes_before_quiet_hours_that_its_deadline_lies_in() -> None:
    """A deadline at 3:00, wanted at 1:00: it comes at 22:29."""
    preferences = wants(quiet_from=NIGHT[0], quiet_until=NIGHT[1])
    at = timing.leaves(utc(2026, 6, 1, 23), preferences, BERLIN, paced=True, by=utc(2026, 6, 2, 1))
    assert at == utc(2026, 6, 1, 20, 29)


def test_but_not_before_its_turn_has_begun() -> None:
    preferences = wants(quiet_from=NIGHT[0], quiet_until=NIGHT[1])
    begun = utc(2026, 6, 1, 22)
    at = timing.leaves(
        utc(2026, 6, 1, 23), preferences, BERLIN, paced=True, by=utc(2026, 6, 2, 1), not_before=begun
    )
    assert at == utc(2026, 6, 2, 5)
