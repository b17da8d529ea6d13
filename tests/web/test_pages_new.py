"""Opening a table."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games import engine
from games.models import Game
from tests.web import pages

pytestmark = pytest.mark.django_db

DAY_S = 24 * 3600
GOOD = {
    "edition": "usa",
    "seats": "3",
    "bots": "0",
    "level": "normal",
    "colour": "red",
    "clock": str(2 * DAY_S),
    "reserve": "2",
    "vacation_counts": "on",
    "open_seats": "on",
    "public": "on",
    "rated": "on",
}
"""The form as it comes."""
PRIVATE = {name: value for name, value in GOOD.items() if name != "public"}


def chosen(page: str, name: str) -> list[str]:
    """Values of the checked inputs of that name, or what is selected in a list."""
    found = re.search(rf'<select name="{name}".*?</select>', page, re.DOTALL)
    if found:
        return re.findall(r'value="([^"]*)" selected', found[0])
    inputs = re.findall(rf'<input(?=[^>]*name="{name}")[^>]*>', page)
    return [re.search(r'value="([^"]*)"', one)[1] for one in inputs if re.search(r"\schecked", one)]  # type: ignore[index]


def test_the_form_offers_every_edition_and_what_most_want(alice: User) -> None:
    page = pages.get(alice, "/games/new/").content.decode()

    assert set(re.findall(r'name="edition"\s+value="([\w-]+)"', page)) == set(engine.EDITIONS)
    assert {
        name: chosen(page, name)
        for name in ("edition", "seats", "bots", "level", "colour", "clock", "reserve")
    } == {
        "edition": ["usa"],
        "seats": ["3"],
        "bots": ["0"],
        "level": ["normal"],
        "colour": ["red"],
        "clock": [str(2 * DAY_S)],
        "reserve": ["2"],
    }
    flags = ("public", "rated", "vacation_counts", "open_seats", "weekends_stop", "strict")
    assert [name for name in flags if re.search(rf'name="{name}"[^>]*checked', page)] == list(flags[:4])


def test_the_clock_may_be_from_half_a_day_to_two_weeks_or_none(alice: User) -> None:
    page = pages.text(pages.get(alice, "/games/new/"))
    assert "12 hours 1 day 2 days 3 days 5 days 7 days 14 days no clock" in page


@pytest.mark.parametrize(("asked", "checked"), [("usa-1910", "usa-1910"), ("mars", "usa"), ("", "usa")])
def test_the_address_may_name_an_edition(alice: User, asked: str, checked: str) -> None:
    page = pages.get(alice, f"/games/new/?edition={asked}").content.decode()
    assert chosen(page, "edition") == [checked]


@pytest.mark.parametrize("edition", list(engine.EDITIONS))
def test_a_table_of_each_edition_is_opened(alice: User, edition: str) -> None:
    response = pages.post(alice, "/games/new/", **GOOD | {"edition": edition})

    game = Game.objects.get()
    assert response.url == pages.at(game)
    assert game.edition == edition


def test_every_field_reaches_the_table(alice: User) -> None:
    fields = {"edition": "usa-mega", "seats": "5", "bots": "2", "level": "hard", "colour": "green"}
    pages.post(alice, "/games/new/", **PRIVATE | fields)

    game = Game.objects.get()
    assert (game.edition, game.size, game.public, game.host, game.status) == (
        "usa-mega", 5, False, alice, "open",
    )  # fmt: skip
    assert [(seat.user, seat.bot) for seat in game.seats.all()] == [
        (alice, ""),
        (None, "hard"),
        (None, "hard"),
    ]
    assert game.seats.get(user=alice).colour == "green"


def test_the_table_has_the_clock_as_it_was_chosen(alice: User) -> None:
    chosen = {
        "clock": str(DAY_S // 2),
        "reserve": "5",
        "weekends_stop": "on",
        "strict": "on",
        "min_reliability": "90",
    }
    left_out = {name: value for name, value in GOOD.items() if name not in ("vacation_counts", "open_seats")}
    pages.post(alice, "/games/new/", **left_out | chosen)

    options = Game.objects.get().options
    assert options["clock"] == {
        "per_decision_s": 43_200,
        "reserve_s": 216_000,
        "weekends_stop": True,
        "vacation_counts": False,
        "strict": True,
    }
    assert (options["min_reliability"], options["open_seats"], options["rated"]) == (90, False, True)


def test_without_a_reserve_and_any_wish_beside(alice: User) -> None:
    pages.post(alice, "/games/new/", **GOOD | {"reserve": "0"})

    options = Game.objects.get().options
    assert options["clock"]["reserve_s"] == 0
    assert (options["min_reliability"], options["open_seats"]) == (None, True)


def test_a_table_without_a_clock_is_for_friends_and_does_not_count(alice: User) -> None:
    refused = pages.post(alice, "/games/new/", **GOOD | {"clock": "0"})
    assert "A table without a clock is for friends" in pages.text(refused)
    assert not Game.objects.exists()

    pages.post(alice, "/games/new/", **PRIVATE | {"clock": "0"})
    game = Game.objects.get()
    assert (game.options["clock"], game.options["rated"]) == (None, False)
    assert "Clock no clock Ranking does not count" in pages.text(pages.get(alice, pages.at(game)))


@pytest.mark.parametrize(("chosen", "counts"), [({}, True), ({"bots": "1"}, False), ({"rated": ""}, False)])
def test_what_counts_for_the_ranking(alice: User, chosen: dict[str, str], counts: bool) -> None:
    pages.post(alice, "/games/new/", **GOOD | chosen)
    assert Game.objects.get().options["rated"] is counts


def test_the_lobby_and_the_table_tell_the_clock(alice: User, charlie: User) -> None:
    usual = {"clock": str(DAY_S), "reserve": "0", "strict": "on", "min_reliability": "80"}
    pages.post(alice, "/games/new/", **GOOD | usual)

    assert "1 day a turn, no reserve" in pages.text(pages.get(charlie, "/lobby/"))
    page = pages.text(pages.get(charlie, pages.at(Game.objects.get())))
    for words in (
        "Clock 1 day a turn, no reserve",
        "A missed turn gives the seat away at once",
        "Turns in time 80 % or more",
        "Ranking counts",
    ):
        assert words in page


CARDS = {"edition": "card-game", "seats": "3"}


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({}, (False, False)),
        ({"look_at_track": "on"}, (True, False)),
        ({"look_at_track": "on", "auto_complete": "on"}, (True, True)),
    ],
)
def test_what_only_the_card_game_decides_reaches_its_table(
    alice: User, chosen: dict[str, str], expected: tuple[bool, bool]
) -> None:
    pages.post(alice, "/games/new/", **GOOD | CARDS | chosen)

    options = Game.objects.get().options
    assert (options["look_at_track"], options["auto_complete"]) == expected


def test_other_games_take_no_notice_of_it(alice: User) -> None:
    """Without scripts the form shows these fields for every game."""
    pages.post(alice, "/games/new/", **GOOD | {"look_at_track": "on", "auto_complete": "on"})

    assert {"look_at_track", "auto_complete"}.isdisjoint(Game.objects.get().options)


def test_the_form_proposes_open_track_piles_and_says_for_which_game(alice: User) -> None:
    page = pages.get(alice, "/games/new/").content.decode()

    assert re.search(r'name="look_at_track"[^>]*checked', page)
    assert not re.search(r'name="auto_complete"[^>]*checked', page)
    assert page.count('data-only="card-game"') == 2
    assert "nobody remembers for so long" in page
    assert page.count("Only in this game: The Card Game.") == 2


def test_the_table_and_its_link_say_what_was_agreed(alice: User, charlie: User) -> None:
    pages.post(alice, "/games/new/", **GOOD | CARDS | {"look_at_track": "on"})
    game = Game.objects.get()

    table = pages.text(pages.get(alice, pages.at(game)))
    link = pages.text(pages.get(charlie, f"/invitations/{game.invite}/"))
    for page in (table, link):
        assert "Own track pile open to its owner" in page
        assert "Completing tickets chosen by each player" in page
    lobby = pages.text(pages.get(charlie, "/lobby/"))
    assert "own track pile open" in lobby
    assert "completed by the site" not in lobby


def test_a_private_table_is_not_in_the_lobby(alice: User, charlie: User) -> None:
    pages.post(alice, "/games/new/", **PRIVATE)

    game = Game.objects.get()
    assert pages.at(game) not in pages.get(charlie, "/lobby/").content.decode()
    assert pages.at(game) in pages.get(alice, "/games/").content.decode()


def test_with_a_computer_on_every_other_seat_the_game_begins_at_once(alice: User) -> None:
    pages.post(alice, "/games/new/", **GOOD | {"bots": "2"})

    game = Game.objects.get()
    assert game.is_running
    assert game.options["clock"] is None  # nobody waits


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"seats": "2", "bots": "2"}, "so many computer players do not fit"),
        ({"seats": "3", "bots": "4"}, "so many computer players do not fit"),
        ({"edition": "mars"}, "not one of the available choices"),
        ({"seats": "1"}, "not one of the available choices"),
        ({"seats": "6"}, "not one of the available choices"),
        ({"seats": ""}, "This field is required"),
        ({"bots": "-1"}, "not one of the available choices"),
        ({"level": "random"}, "not one of the available choices"),
        ({"edition": "card-game", "seats": "5"}, "This game is for 2 to 4 players."),
        ({"colour": "white"}, "not one of the available choices"),
        ({"clock": "3600"}, "not one of the available choices"),
        ({"reserve": "6"}, "not one of the available choices"),
        ({"min_reliability": "99"}, "not one of the available choices"),
    ],
)
def test_what_does_not_go_together_opens_nothing_and_is_told(
    alice: User, wrong: dict[str, str], told: str
) -> None:
    response = pages.post(alice, "/games/new/", **GOOD | wrong)

    assert response.status_code == 200
    assert told in pages.text(response)
    assert not Game.objects.exists()


def test_what_was_chosen_stays_when_something_is_wrong(alice: User) -> None:
    wrong = {"edition": "usa-1910", "seats": "2", "bots": "3", "level": "hard", "colour": "blue"}
    page = pages.post(alice, "/games/new/", **wrong).content.decode()

    assert {name: chosen(page, name) for name in wrong} == {name: [value] for name, value in wrong.items()}
    assert not re.search(r'name="public"[^>]*checked', page)


def test_nobody_opens_a_table_signed_out() -> None:
    assert pages.goes_to_sign_in(pages.post(None, "/games/new/", **GOOD), "/games/new/")
    assert not Game.objects.exists()


def test_sent_twice_it_opens_two_tables(alice: User) -> None:
    for _ in range(2):
        pages.post(alice, "/games/new/", **GOOD)
    assert Game.objects.count() == 2
