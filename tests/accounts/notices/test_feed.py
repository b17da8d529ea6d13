"""The calendar of a person's deadlines, as calendar programs read it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, override_settings
from icalendar import Calendar

from accounts.models import User
from accounts.notices import feed, preferences, subjects
from accounts.notices.subjects import Turn
from tests.accounts.notices.stories import BY, turn
from tests.conftest import Hands
from tests.web import pages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hands")]


class Turns:
    """A subject that has these turns for everybody."""

    def __init__(self, *turns: Turn) -> None:
        self.open = list(turns)

    def turns(self, user: User) -> list[Turn]:
        return self.open


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[Turns]:
    """What there is to do, and nothing else."""
    told = Turns(turn(), turn(uid="game-3/1", thread="game-3", by=None))
    monkeypatch.setattr(subjects, "_subjects", {"game": told})
    with override_settings(SITE_URL="https://trains.example"):
        yield told


def entries(url: str) -> list[Any]:
    answer = Client().get(url)
    assert answer.status_code == 200
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


@pytest.fixture
def url(alice: User) -> str:
    return f"/calendar/{preferences.new_calendar(user=alice)}.ics"


def test_a_turn_with_a_clock_is_an_entry_that_ends_at_the_deadline(url: str, told: Turns) -> None:
    (entry,) = entries(url)
    assert entry["UID"] == "game-214/17-2@trains.example"
    assert entry["SUMMARY"] == "Your turn: Table 214, USA"
    assert entry["URL"] == "https://trains.example/games/214/"
    assert entry["DTEND"].dt == BY
    assert entry["DTSTART"].dt == BY - dt.timedelta(minutes=30)
    assert entry["TRANSP"] == "TRANSPARENT"
    assert not entry.walk("VALARM")


def test_a_deadline_that_moves_is_the_same_entry_and_newer(url: str, told: Turns, hands: Hands) -> None:
    (before,) = entries(url)
    hands.on(minutes=1)
    told.open = [turn(by=BY + dt.timedelta(days=2))]
    (after,) = entries(url)
    assert after["UID"] == before["UID"]
    assert after["DTEND"].dt == BY + dt.timedelta(days=2)
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["LAST-MODIFIED"].dt > before["LAST-MODIFIED"].dt


def test_it_says_what_it_is_and_is_kept_nowhere(url: str, told: Turns) -> None:
    answer = Client().get(url)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-store"}
    assert not answer.cookies
    lines = answer.content.decode().splitlines()
    assert "X-WR-CALNAME:Night Mail" in lines
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT15M" in lines


def test_names_cannot_add_lines(url: str, told: Turns) -> None:
    told.open = [turn(title="Table\r\nATTENDEE:eve, 214;x")]
    (entry,) = entries(url)
    assert "ATTENDEE" not in entry


def test_a_word_that_is_withdrawn_or_guessed_opens_nothing(alice: User, url: str, told: Turns) -> None:
    second = preferences.new_calendar(user=alice)
    assert Client().get(url).status_code == 404
    assert entries(f"/calendar/{second}.ics")
    preferences.stop_calendar(user=alice)
    assert Client().get(f"/calendar/{second}.ics").status_code == 404
    assert Client().get("/calendar/guess.ics").status_code == 404


def test_the_calendar_of_somebody_who_is_gone(alice: User, url: str, told: Turns) -> None:
    alice.is_active = False
    alice.save()
    assert Client().get(url).status_code == 404


def test_it_takes_two_queries_beside_the_turns(
    url: str, told: Turns, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(2):
        Client().get(url)


def test_the_settings_make_and_stop_the_address(alice: User) -> None:
    assert feed.address(alice) == ""
    pages.post(alice, "/settings/calendar/")
    first = feed.address(alice)
    assert first in pages.get(alice, "/settings/").content.decode()
    pages.post(alice, "/settings/calendar/")
    assert feed.address(alice) not in ("", first)
    pages.post(alice, "/settings/calendar/stop/")
    assert feed.address(alice) == ""


def test_a_guest_has_no_calendar(alice: User) -> None:
    alice.is_guest = True
    alice.save()
    pages.post(alice, "/settings/calendar/")
    assert feed.address(alice) == ""


@pytest.mark.parametrize("path", ["/calendar/%00.ics", "/calendar/x%00y.ics"])
def test_a_word_that_no_database_takes_opens_nothing(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_a_feed_is_only_read(url: str, told: Turns) -> None:
    """Refused before anything is said of it: the log keeps no secret word."""
    assert Client(enforce_csrf_checks=True).post(url).status_code == 405
