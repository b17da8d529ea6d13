"""Book a vacation and come back: POST /settings/vacation/ and /settings/vacation/ID/end/."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

import pytest
from django.test import Client

from accounts import guests, registry, services
from accounts.models import User, Vacation
from accounts.registry import Uncovered
from tests.accounts.times import at, day, utc
from tests.web import pages

URL = "/settings/vacation/"
DAYS = {"first_day": "2027-04-02", "last_day": "2027-04-11"}
CONFIRMED = DAYS | {"confirmed": "yes"}


@pytest.fixture(autouse=True)
def march(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """It is noon on the first of March, and nothing is known of games."""
    monkeypatch.setattr(registry, "before_vacation", [])
    with at("2027-03-01 12:00"):
        yield


@pytest.fixture
def booked(alice: User) -> Vacation:
    """From the second to the eleventh of April."""
    return services.book_vacation(user=alice, first_day=day("4-2"), last_day=day("4-11"))


# Booking


def test_it_is_shown_before_it_is_booked(signed_in: Client, alice: User) -> None:
    page = signed_in.post(URL, DAYS)
    assert page.status_code == 200
    assert "2 April 2027 to 11 April 2027" in pages.text(page)
    assert "from 2 April 2027, 00:00 UTC until 12 April 2027, 00:00 UTC" in pages.text(page)
    assert "It covers all your games." in pages.text(page)
    assert not alice.vacations.exists()

    sent = dict(re.findall(r'name="(first_day|last_day|confirmed)" value="([^"]*)"', page.content.decode()))
    assert signed_in.post(URL, sent)["Location"] == "/settings/"
    vacation = alice.vacations.get()
    assert (vacation.first_day, vacation.last_day) == (day("4-2"), day("4-11"))


def test_the_games_that_go_on_are_listed(
    signed_in: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def games(*, user: User, begins: datetime, ends: datetime) -> list[Uncovered]:
        asked.append((user, begins, ends))
        return [Uncovered("USA <7>", "/games/7/", "This table does not wait.")]

    monkeypatch.setattr(registry, "before_vacation", [games])
    page = signed_in.post(URL, DAYS)
    assert asked == [(alice, utc("2027-04-02 00:00"), utc("2027-04-12 00:00"))]
    assert '<a href="/games/7/">USA &lt;7&gt;</a>' in page.content.decode()
    assert "This table does not wait." in pages.text(page)
    assert "It covers all your games." not in pages.text(page)
    assert signed_in.post(URL, CONFIRMED).status_code == 302


def test_without_a_first_day_it_begins_when_it_is_confirmed(signed_in: Client, alice: User) -> None:
    days = {"first_day": "", "last_day": "2027-03-05"}
    assert "Your clocks stand from now on until 6 March 2027" in pages.text(signed_in.post(URL, days))
    with at("2027-03-02 00:01"):
        signed_in.post(URL, days | {"confirmed": "yes"})
    assert alice.vacations.get().begins == utc("2027-03-02 00:01")


@pytest.mark.parametrize("step", [{}, {"confirmed": "yes"}])
@pytest.mark.parametrize(
    ("days", "why"),
    [
        ({"last_day": "2027-04-01"}, "The last day is before the first."),
        ({"last_day": "2027-04-16"}, "This would be 15 days in a row. 14 are the most."),
        ({"last_day": ""}, "This field is required."),
        ({"first_day": "soon"}, "Enter a valid date."),
        ({"first_day": "2027-02-28"}, "28 February 2027 is over."),
    ],
)
def test_the_page_says_what_is_wrong_and_keeps_what_was_typed(
    signed_in: Client, alice: User, days: dict[str, str], why: str, step: dict[str, str]
) -> None:
    sent = DAYS | days
    page = signed_in.post(URL, sent | step)
    assert page.status_code == 400
    assert why in pages.text(page)
    assert f'name="first_day" value="{sent["first_day"]}"' in page.content.decode()
    assert not alice.vacations.exists()


def test_confirmed_twice_it_is_booked_once(signed_in: Client, alice: User) -> None:
    signed_in.post(URL, CONFIRMED)
    assert "You are away from 2 April 2027 to 11 April 2027 already." in pages.text(
        signed_in.post(URL, CONFIRMED)
    )
    assert alice.vacations.count() == 1


# The settings page


def test_it_shows_what_is_booked_and_days_by_year(signed_in: Client, alice: User, booked: Vacation) -> None:
    assert "10 of 30 days of 2027 taken." in pages.text(signed_in.get("/settings/"))
    services.book_vacation(user=alice, first_day=day("12-31"), last_day=day("2028-1-1"))
    page = pages.text(signed_in.get("/settings/"))
    for words in ("2 April 2027 to 11 April 2027", "11 of 30 days of 2027", "1 of 30 days of 2028"):
        assert words in page
    assert "I am back" not in page


def test_it_takes_no_query_more_for_a_further_vacation(alice: User, booked: Vacation) -> None:
    before = pages.queries(alice, "/settings/")
    for first in ("5-2", "6-2", "7-2"):
        services.book_vacation(user=alice, first_day=day(first), last_day=day(first))
    assert pages.queries(alice, "/settings/") == before


def test_one_ahead_is_cancelled(signed_in: Client, alice: User, booked: Vacation) -> None:
    answer = signed_in.post(f"{URL}{booked.pk}/end/")
    assert (answer["Location"], pages.messages(answer)) == ("/settings/", ["Cancelled."])
    assert not alice.vacations.exists()


def test_who_is_away_comes_back(signed_in: Client, booked: Vacation) -> None:
    with at("2027-04-04 09:00"):
        page = signed_in.get("/settings/")
        assert "You are away until 12 April 2027, 00:00 UTC." in pages.text(page)
        answer = signed_in.post(f"{URL}{booked.pk}/end/", {"back": ""})
        assert pages.messages(answer) == ["Welcome back."]
        assert "3 of 30 days of 2027 taken." in pages.text(signed_in.get("/settings/"))
        again = signed_in.post(f"{URL}{booked.pk}/end/", {"back": ""})
        assert pages.messages(again) == ["This vacation is over."]


def test_nobody_sees_or_ends_somebody_elses(charlie: User, booked: Vacation) -> None:
    assert "April" not in pages.text(pages.get(charlie, "/settings/"))
    assert pages.messages(pages.post(charlie, f"{URL}{booked.pk}/end/")) == ["This vacation is over."]
    assert Vacation.objects.filter(pk=booked.pk).exists()


# Who may


@pytest.mark.parametrize("url", [URL, f"{URL}1/end/"])
def test_who_is_not_signed_in_is_asked_to(client: Client, db: None, url: str) -> None:
    assert client.post(url)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("url", [URL, f"{URL}1/end/"])
def test_it_does_not_answer_to_a_link(signed_in: Client, url: str) -> None:
    assert signed_in.get(url).status_code == 405


def test_another_site_cannot_post_it(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(URL, CONFIRMED).status_code == 403
    assert not alice.vacations.exists()


def test_a_guest_books_none(db: None) -> None:
    guest = guests.create()
    assert pages.post(guest, URL, **DAYS).status_code == 403
    assert pages.post(guest, URL, **CONFIRMED).status_code == 403
    assert not Vacation.objects.exists()
