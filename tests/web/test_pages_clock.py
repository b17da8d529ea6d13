"""Clocks on pages: time left, the moment under it, the same number for every reader."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import clock
from accounts.models import User
from games.clocks import Reading, Still
from games.models import Game
from games.services import pauses
from games.web import clocks
from tests import cast
from tests.conftest import Hands
from tests.web import pages

pytestmark = pytest.mark.django_db

DAY_S = 24 * 3600
PARIS_SPRING = datetime(2024, 3, 30, 20, tzinfo=UTC)
"""Some hours before the clocks of Europe are put forward."""
MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def on_clock(*people: User, per_turn_days: float = 1, reserve_days: float = 0, **more: Any) -> Game:
    """A game whose turns have begun; with everybody's tickets chosen."""
    parts = {"per_decision_s": int(per_turn_days * DAY_S), "reserve_s": int(reserve_days * DAY_S), **more}
    game = cast.started(*people, clock=parts)
    cast.choose_tickets(game)
    return game


def of_bar(user: User | None, game: Game) -> str:
    """What the clock in the bar of the table shows."""
    return shown(pages.get(user, pages.at(game)).content.decode().split('data-panel="players"')[0])


def shown(page: str) -> str:
    """The first clock on a page, as text."""
    found = re.search(r'<div class="clock[^>]*>(.*?)</div>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


def on_turn(game: Game) -> User:
    return cast.user_of(game, game.decisions.get().seat)


# B18: the deadline is one instant


def test_each_reader_sees_the_deadline_in_their_own_zone_over_the_change_of_clocks(
    alice: User, bob: User
) -> None:
    for person, zone in ((alice, "Europe/Paris"), (bob, "America/New_York")):
        person.time_zone = zone
        person.save()
    hands = Hands(PARIS_SPRING)
    with clock.reading(hands):
        game = on_clock(alice, bob)
        # 20:00 UTC is 21:00 in Paris; a day later, in summer time, 22:00.
        assert of_bar(alice, game) == "1 day until Sun 22:00"
        assert of_bar(bob, game) == "1 day until Sun 16:00"
        hands.on(hours=10)
        assert of_bar(alice, game) == "14 h until today 22:00"
        assert of_bar(bob, game) == "14 h until today 16:00"
        assert of_bar(None, game) == "14 h until today 20:00"


# What a clock shows


def reading(**changed: Any) -> Reading:
    """Of a turn of a day that began on Monday noon, with a reserve of two."""
    usual: dict[str, Any] = {
        "deadline": MONDAY + 72 * HOUR,
        "left": 72 * HOUR,
        "turn_left": 24 * HOUR,
        "reserve_left": 48 * HOUR,
        "turn_until": MONDAY + 24 * HOUR,
        "still": None,
        "soon": False,
    }
    return Reading(**usual | changed)


def read(**changed: Any) -> clocks.Face:
    with clock.reading(lambda: MONDAY), timezone.override(UTC):
        return clocks.read(reading(**changed))


def test_the_turn_s_own_time_comes_before_the_reserve() -> None:
    face = read()
    assert (face.left, face.until, face.reserve) == (
        24 * HOUR,
        "until Tue 12:00",
        "reserve 2 days, until Thu 12:00",
    )


def test_in_the_reserve_it_says_so() -> None:
    spent = {"turn_left": timedelta(0), "reserve_left": 5 * HOUR, "left": 5 * HOUR}
    face = read(**spent, deadline=MONDAY + 5 * HOUR)
    assert (face.left, face.until, face.reserve, face.in_reserve) == (
        5 * HOUR,
        "of the reserve, until today 17:00",
        "",
        True,
    )


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("sleep", "stands still until Tue 07:30: asleep"),
        ("weekend", "stands still until Tue 07:30: weekend"),
        ("vacation", "stands still until Tue 07:30: on vacation"),
        ("pause", "stands still until Tue 07:30: the game pauses"),
    ],
)
def test_why_a_clock_stands_still_and_until_when(why: Any, words: str) -> None:
    face = read(still=Still(why, datetime(2026, 6, 2, 7, 30, tzinfo=UTC)))
    assert (face.left, face.still, face.line) == (24 * HOUR, words, f"1 day, {words}")


@pytest.mark.parametrize(("left", "hurry"), [(60, False), (59.9, True)])
def test_with_less_than_an_hour_a_page_looks_more_often(left: float, hurry: bool) -> None:
    assert read(turn_left=timedelta(minutes=left)).hurry is hurry


def test_nobody_sees_a_time_below_nothing() -> None:
    over = {"turn_left": timedelta(0), "reserve_left": timedelta(0), "left": timedelta(0)}
    assert read(**over, deadline=MONDAY - HOUR).line == "0 min, the time was up today 11:00"


# On the pages


def test_all_readers_see_the_same_time_left_in_lists_and_at_the_table(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = on_clock(alice, bob, per_turn_days=2, reserve_days=4)
    hands.on(hours=44, minutes=48)

    mover = on_turn(game)
    for person in (alice, bob, charlie, None):
        assert of_bar(person, game) == "3 h 12 min until today 12:00 reserve until Sun 12:00"
        players = pages.get(person, pages.at(game)).content.decode().split('data-panel="players"')[1]
        assert players.count("3 h 12 min, until today 12:00") == 1
    for person in (alice, bob):
        page = pages.get(person, "/games/").content.decode()
        assert shown(page) == "3 h 12 min until today 12:00 reserve 4 days, until Sun 12:00"
        assert ("1 turn waits for you" in page) is (person == mover)


def test_a_sleeper_s_clock_stands_and_everybody_is_told(alice: User, bob: User, hands: Hands) -> None:
    for person in (alice, bob):
        person.sleep_from, person.sleep_until = time(22), time(7)
        person.save()
    game = on_clock(alice, bob)
    # From noon ten hours run until 22:00, then none; at 03:00 fourteen are left, from 07:00 until 21:00.
    hands.on(hours=15)
    for person in (alice, bob, None):
        assert of_bar(person, game) == "14 h until today 21:00 stands still until today 07:00: asleep"


def test_a_pause_keeps_what_is_left(alice: User, bob: User, hands: Hands) -> None:
    """B21, as the page tells it: thirty hours are left before a pause of two days, in it and after it."""
    game = on_clock(alice, bob, per_turn_days=2)
    hands.on(hours=18)
    assert of_bar(alice, game) == "1 day 6 h until Wed 12:00"
    pauses.ask(game_id=game.pk, user=alice, days=2)
    pauses.answer(game_id=game.pk, user=bob, agrees=True)
    hands.on(hours=20)
    still = "stands still until Thu 06:00: the game pauses"
    assert of_bar(bob, game) == f"1 day 6 h until Fri 12:00 {still}"
    hands.on(hours=28)
    assert of_bar(bob, game) == "1 day 6 h until Fri 12:00"


def test_what_is_due_first_stands_first_in_my_games(alice: User, bob: User, hands: Hands) -> None:
    slow = cast.started(alice, bob, clock={"per_decision_s": 14 * DAY_S})
    untimed = cast.started(alice, bob, clock=None)
    hands.on(hours=1)
    quick = cast.started(alice, bob, clock={"per_decision_s": DAY_S})

    rows = pages.get(alice, "/games/").context["deciding"]
    assert [row["id"] for row in rows] == [quick.pk, slow.pk, untimed.pk]


def test_a_table_without_a_clock_tells_since_when(alice: User, bob: User, hands: Hands) -> None:
    game = cast.started(alice, bob, clock=None)
    hands.on(hours=2)
    assert of_bar(alice, game) == "since today 12:00"
    page = pages.get(alice, "/games/").content.decode()
    assert shown(page) == "today 12:00 your turn since then"


def test_modules_find_the_clocks_and_the_one_that_is_short(alice: User, bob: User, hands: Hands) -> None:
    game = on_clock(alice, bob)
    page = pages.get(alice, pages.at(game, "panels/")).content.decode()
    assert "data-clock" in page
    assert "data-hurry" not in page
    hands.on(hours=23, minutes=1)
    for url in (pages.at(game, "panels/"), "/games/"):
        assert "data-hurry" in pages.get(alice, url).content.decode()


def test_the_page_tells_how_time_is_counted(alice: User, bob: User) -> None:
    game = on_clock(alice, bob, per_turn_days=0.5, weekends_stop=True, vacation_counts=False, strict=True)
    page = pages.text(pages.get(None, pages.at(game, "about/")))
    for sentence in (
        "2 players, 12 h a turn, no reserve",
        "Each turn has 12 h of its own.",
        "There is no reserve.",
        "The clock stands still on Saturdays and Sundays.",
        "on vacation it runs on.",
        "Whoever misses a turn gives the seat away.",
        "Somebody else may take over a seat that was given up.",
    ):
        assert sentence in page


def test_a_guest_is_told_nothing_of_clocks() -> None:
    client = pages.browser(None)
    client.post("/play/", {})
    game = Game.objects.get()
    assert (game.options["clock"], game.options["rated"]) == (None, False)
    for what in ("", "about/", "decide/about/"):
        assert "clock" not in pages.text(client.get(pages.at(game, what))).lower()
