"""When a person's clocks stand, as games read it."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest

from accounts import selectors, services
from accounts.models import User
from accounts.selectors import Calendar, Habits
from tests.accounts.times import at, day, utc


@pytest.fixture
def booked(alice: User) -> User:
    """Alice, in UTC, has booked the first four days of March in two parts, and the tenth."""
    with at("2027-01-05 12:00"):
        for first, last in [("3-10", "3-10"), ("3-1", "3-2"), ("3-3", "3-4")]:
            services.book_vacation(user=alice, first_day=day(first), last_day=day(last))
    return alice


PARTS = (
    (utc("2027-03-01 00:00"), utc("2027-03-03 00:00")),
    (utc("2027-03-03 00:00"), utc("2027-03-05 00:00")),
    (utc("2027-03-10 00:00"), utc("2027-03-11 00:00")),
)


def test_habits_are_zone_sleep_and_vacations_in_order(booked: User, charlie: User) -> None:
    charlie.time_zone = "Asia/Tokyo"
    services.save_sleep(user=charlie, sleep_from=time(23), sleep_until=time(7))
    habits = selectors.habits_of([booked, charlie], utc("2027-01-05 12:00"))
    assert habits == {
        booked.pk: Habits("UTC", None, PARTS),
        charlie.pk: Habits("Asia/Tokyo", (time(23), time(7)), ()),
    }


def test_vacations_that_are_over_are_left_out(booked: User) -> None:
    for when, left in [("2027-03-02 23:59", 3), ("2027-03-03 00:00", 2), ("2027-03-11 00:00", 0)]:
        habits = selectors.habits_of([booked], utc(when))[booked.pk]
        assert habits.vacations == PARTS[3 - left :]


def test_an_unknown_zone_is_utc(alice: User) -> None:
    alice.time_zone = "Europe/Atlantis"
    assert selectors.habits_of([alice], utc("2027-01-05 12:00"))[alice.pk].zone == "UTC"


@pytest.mark.parametrize(
    ("when", "until"),
    [
        ("2027-02-28 23:59", None),
        ("2027-03-01 00:00", "2027-03-05 00:00"),
        ("2027-03-04 12:00", "2027-03-05 00:00"),
        ("2027-03-05 00:00", None),
        ("2027-03-10 12:00", "2027-03-11 00:00"),
    ],
)
def test_away_is_told_to_the_end_of_what_follows(
    booked: User, charlie: User, when: str, until: str | None
) -> None:
    away = selectors.away_until([booked, charlie], utc(when))
    assert away == ({booked.pk: utc(until)} if until else {})


def test_each_takes_one_query(booked: User, charlie: User, django_assert_num_queries: Any) -> None:
    for read in (selectors.habits_of, selectors.away_until):
        with django_assert_num_queries(1):
            read([booked, charlie], utc("2027-03-01 00:00"))
    with django_assert_num_queries(1):
        selectors.calendar_of(booked)


def test_the_calendar_counts_days_by_year(booked: User) -> None:
    with at("2027-03-04 12:00"):
        services.book_vacation(user=booked, first_day=day("12-31"), last_day=day("2028-1-2"))
        calendar = selectors.calendar_of(booked)
    assert calendar.present is not None
    assert calendar.present.first_day == day("3-3")
    assert [vacation.first_day for vacation in calendar.ahead] == [day("3-10"), day("12-31")]
    assert calendar.taken == {2027: 6, 2028: 2}


def test_an_empty_calendar_has_this_year(alice: User) -> None:
    with at("2027-01-05 12:00"):
        assert selectors.calendar_of(alice) == Calendar(present=None, ahead=[], taken={2027: 0})
