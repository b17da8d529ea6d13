"""Vacations: thirty days a year, fourteen in a row, midnights of the person's zone. Counted by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from threading import Barrier
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, connection

from accounts import guests, services, vacations
from accounts.models import User, Vacation
from accounts.services import VacationRefused
from tests.accounts.times import at, day, utc


@pytest.fixture(autouse=True)
def january() -> Iterator[None]:
    """It is 1:30 on the fifth of January in Berlin, in winter one hour before London and UTC."""
    with at("2027-01-05 00:30"):
        yield


@pytest.fixture
def alice(alice: User) -> User:
    """In Berlin."""
    alice.time_zone = "Europe/Berlin"
    alice.save()
    return alice


def book(user: User, first: str, last: str) -> Vacation:
    return services.book_vacation(user=user, first_day=day(first), last_day=day(last))


def refusal(user: User, first: str, last: str) -> VacationRefused:
    """Why these days cannot be booked; nothing is."""
    before = list(Vacation.objects.values())
    with pytest.raises(VacationRefused) as refused:
        book(user, first, last)
    assert list(Vacation.objects.values()) == before
    return refused.value


# Instants


def test_days_ahead_last_from_midnight_to_midnight_there(alice: User) -> None:
    vacation = book(alice, "3-27", "3-28")
    # One hour before UTC at first, two after the night to the 28th.
    assert (vacation.begins, vacation.ends) == (utc("2027-03-26 23:00"), utc("2027-03-28 22:00"))
    assert vacation.made_at == utc("2027-01-05 00:30")


@pytest.mark.parametrize("first", [day("1-5"), None])
def test_today_begins_at_once(alice: User, first: date | None) -> None:
    vacation = services.book_vacation(user=alice, first_day=first, last_day=day("1-6"))
    assert (vacation.begins, vacation.ends) == (utc("2027-01-05 00:30"), utc("2027-01-06 23:00"))
    assert (vacation.first_day, vacation.last_day) == (day("1-5"), day("1-6"))


def test_today_is_what_it_is_there(alice: User) -> None:
    with at("2027-01-05 23:30"):
        assert refusal(alice, "1-5", "1-6").detail == "5 January 2027 is over."
        assert book(alice, "1-6", "1-6").begins == utc("2027-01-05 23:30")


@pytest.mark.parametrize(
    ("zone", "text", "first_instant"),
    [
        # Clocks go from 0:00 to 1:00: the day begins at 1:00.
        ("Asia/Beirut", "3-28", "2027-03-27 22:00"),
        ("America/Santiago", "9-5", "2027-09-05 04:00"),
        # From 24:00 back to 23:00: the day begins when that hour is over once more.
        ("Asia/Beirut", "10-31", "2027-10-30 22:00"),
        ("America/Santiago", "4-4", "2027-04-04 04:00"),
        # From 1:00 back to 0:00: the day begins at the first of the two midnights.
        ("America/Havana", "11-7", "2027-11-07 04:00"),
        # Half an hour, later in the night.
        ("Australia/Lord_Howe", "10-3", "2027-10-02 13:30"),
        ("Australia/Lord_Howe", "10-4", "2027-10-03 13:00"),
    ],
)
def test_a_day_begins_at_its_first_instant(zone: str, text: str, first_instant: str) -> None:
    assert vacations.midnight(day(text), ZoneInfo(zone)) == utc(first_instant)


def test_a_vacation_in_a_zone_whose_midnight_is_left_out(alice: User) -> None:
    alice.time_zone = "Asia/Beirut"
    alice.save()
    vacation = book(alice, "3-28", "3-28")
    assert (vacation.begins, vacation.ends) == (utc("2027-03-27 22:00"), utc("2027-03-28 21:00"))


# Days that cannot be booked


def test_days_have_an_order_and_lie_ahead(alice: User) -> None:
    assert refusal(alice, "2-2", "2-1").detail == "The last day is before the first."
    assert refusal(alice, "1-4", "1-6").detail == "4 January 2027 is over."


def test_the_year_after_the_next_is_too_far_ahead(alice: User) -> None:
    assert refusal(alice, "2028-12-31", "2029-1-1").detail == "You can book until the end of 2028."
    assert refusal(alice, "9999-12-31", "9999-12-31").detail == "You can book until the end of 2028."
    book(alice, "2028-12-31", "2028-12-31")


def test_fourteen_days_are_the_most_at_a_time(alice: User) -> None:
    assert refusal(alice, "3-1", "3-15").detail == "This would be 15 days in a row. 14 are the most."
    book(alice, "3-1", "3-14")


def test_vacations_right_after_one_another_are_in_a_row(alice: User) -> None:
    book(alice, "3-1", "3-5")
    book(alice, "3-9", "3-15")
    assert refusal(alice, "3-6", "3-8").facts == {"days": 15}
    assert refusal(alice, "3-16", "3-23").facts == {"days": 15}
    book(alice, "3-16", "3-22")
    # A day at home between.
    book(alice, "2-17", "2-27")


def test_days_are_in_a_row_over_the_new_year(alice: User) -> None:
    book(alice, "12-25", "12-31")
    with at("2028-01-01 12:00"):
        assert refusal(alice, "2028-1-1", "2028-1-8").facts == {"days": 15}
        book(alice, "2028-1-1", "2028-1-7")


def test_thirty_days_are_the_most_in_a_year(alice: User) -> None:
    book(alice, "3-1", "3-14")
    book(alice, "4-1", "4-14")
    assert refusal(alice, "5-1", "5-3").detail == "This is 1 day more than the 30 of 2027."
    assert refusal(alice, "5-1", "5-9").detail == "This is 7 days more than the 30 of 2027."
    book(alice, "5-1", "5-2")
    assert refusal(alice, "6-1", "6-1").facts == {"year": 2027, "over": 1}
    book(alice, "2028-6-1", "2028-6-1")


def test_over_the_new_year_each_day_is_its_own_years(alice: User) -> None:
    book(alice, "3-1", "3-14")
    book(alice, "4-1", "4-14")
    book(alice, "2028-3-1", "2028-3-14")
    book(alice, "2028-4-1", "2028-4-11")
    assert refusal(alice, "12-29", "2028-1-5").facts == {"year": 2027, "over": 1}
    assert refusal(alice, "12-30", "2028-1-6").facts == {"year": 2028, "over": 1}
    book(alice, "12-30", "2028-1-5")


def test_no_two_at_the_same_time(alice: User, charlie: User) -> None:
    book(alice, "3-5", "3-8")
    for first, last in [("3-1", "3-5"), ("3-8", "3-9"), ("3-6", "3-7"), ("3-1", "3-12")]:
        assert refusal(alice, first, last).detail == "You are away from 5 March 2027 to 8 March 2027 already."
    book(charlie, "3-5", "3-8")
    book(alice, "3-4", "3-4")
    book(alice, "3-9", "3-9")


def test_a_guest_has_none(db: None) -> None:
    with pytest.raises(services.AccountNeeded):
        book(guests.create(), "3-1", "3-2")


# Coming back


def end(user: User, vacation: Vacation) -> bool:
    return services.end_vacation(user=user, vacation_id=vacation.pk)


def test_one_ahead_is_cancelled_and_takes_no_day(alice: User) -> None:
    vacation = book(alice, "3-1", "3-14")
    assert end(alice, vacation)
    assert not end(alice, vacation)
    assert list(alice.vacations.all()) == []


def test_who_comes_back_has_taken_the_days_until_then(alice: User) -> None:
    vacation = book(alice, "3-1", "3-14")
    with at("2027-03-03 08:00"):
        assert end(alice, vacation)
        assert not end(alice, vacation)
        vacation.refresh_from_db()
        assert (vacation.last_day, vacation.ends) == (day("3-3"), utc("2027-03-03 08:00"))
        # Three days and fourteen, with the fourth at home: thirteen are left.
        book(alice, "3-5", "3-18")
        assert refusal(alice, "5-1", "5-14").facts == {"year": 2027, "over": 1}
        book(alice, "5-1", "5-13")


def test_a_day_of_two_vacations_is_one_day(alice: User) -> None:
    assert end(alice, book(alice, "1-5", "1-9"))
    with at("2027-01-05 18:00"):
        assert refusal(alice, "1-5", "1-19").facts == {"days": 15}
        assert book(alice, "1-5", "1-18").begins == utc("2027-01-05 18:00")
    book(alice, "3-1", "3-14")
    assert refusal(alice, "5-1", "5-3").facts == {"year": 2027, "over": 1}


@pytest.mark.parametrize(
    ("zone", "now"),
    [
        # There it is the first, and the third.
        ("Pacific/Honolulu", "2027-03-02 01:30"),
        ("Pacific/Kiritimati", "2027-03-02 11:30"),
    ],
)
def test_who_has_moved_meanwhile_comes_back_on_one_of_the_days(alice: User, zone: str, now: str) -> None:
    vacation = book(alice, "3-2", "3-2")
    alice.time_zone = zone
    alice.save()
    with at(now):
        assert end(alice, vacation)
    vacation.refresh_from_db()
    assert (vacation.first_day, vacation.last_day) == (day("3-2"), day("3-2"))


def test_nobody_ends_somebody_elses_or_one_that_is_over(alice: User, charlie: User) -> None:
    vacation = book(alice, "3-1", "3-2")
    assert not end(charlie, vacation)
    with at("2027-03-02 23:00"):
        assert not end(alice, vacation)
    vacation.refresh_from_db()
    assert vacation.ends == utc("2027-03-02 23:00")


# The database


@pytest.mark.parametrize(
    "wrong", [{"last_day": day("2-28")}, {"ends": utc("2027-02-28 12:00")}], ids=["days", "instants"]
)
def test_it_ends_after_it_begins(alice: User, wrong: dict[str, date | datetime]) -> None:
    vacation = book(alice, "3-1", "3-2")
    with pytest.raises(IntegrityError, match="vacation_ends_after_it_begins"):
        Vacation.objects.filter(pk=vacation.pk).update(**wrong)


@pytest.mark.django_db(transaction=True)
def test_of_bookings_at_the_same_moment_one_holds(alice: User) -> None:
    def refused(call: Callable[[], Any]) -> bool:
        ready.wait(10)
        try:
            call()
        except VacationRefused:
            return True
        finally:
            connection.close()
        return False

    days = [("3-1", "3-7"), ("3-7", "3-9"), ("3-5", "3-12"), ("3-2", "3-7")]
    ready = Barrier(len(days))
    with ThreadPoolExecutor(len(days)) as pool:
        results = pool.map(refused, [lambda pair=pair: book(alice, *pair) for pair in days])

    assert sorted(results) == [False, True, True, True]
    assert alice.vacations.count() == 1
