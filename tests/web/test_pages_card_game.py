"""The table page of the Card Game: stations, tracks, cards to be placed, tickets to be completed."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from tests import card_game, cast
from tests.web import pages
from tests.web.test_pages_table import MOST_QUERIES, PANELS, position

pytestmark = pytest.mark.django_db

HAND = {"red": 2, "green": 3, "blue": 1, "white": 1, "locomotive": 2}


@pytest.fixture
def table(alice: User, bob: User) -> Game:
    """Everybody may look at the own track; nothing lies in a station."""
    game = card_game.started(alice, bob)
    card_game.arrange(game, hand=HAND, track={}, tickets=("chicago--new-york",))
    return game


@pytest.fixture
def hidden(alice: User, bob: User) -> Game:
    """Nobody may look at a track."""
    game = card_game.started(alice, bob, look_at_track=False)
    card_game.arrange(game, hand=HAND, track={"yellow": 1}, tickets=("chicago--new-york",))
    return game


def look(game: Game, seat: int | None = 0, what: str = "") -> Any:
    return pages.get(None if seat is None else cast.user_of(game, seat), pages.at(game, what))


def placing(game: Game, seat: int = 0, **cards: int) -> Any:
    chosen = ",".join(f"{colour}:{number}" for colour, number in cards.items())
    return look(game, seat, f"decide/place/?id={chosen}")


def name(game: Game, seat: int) -> str:
    return cast.user_of(game, seat).username


def confirmed(response: Any) -> tuple[str, dict[str, Any], bool]:
    """The enamel button of a panel: its words, what it sends, and whether it can be pressed."""
    found = re.search(
        r'<button class="btn go" type="submit" data-confirm data-action="([^"]*)"([^>]*)>([^<]*)<',
        response.content.decode(),
    )
    assert found
    return html.unescape(found[3]), json.loads(html.unescape(found[1])), "disabled" not in found[2]


def station(response: Any, seat: int) -> str:
    """What there is to read in a player's station, in the order of the page."""
    parts = re.findall(r'(?s)<section class="st.*?</section>', response.content.decode())
    return " ".join(re.sub(r"(?s)<svg.*?</svg>|<[^>]+>", " ", parts[seat]).split())


def chips(response: Any, words: str) -> list[tuple[str, int]]:
    """The cards of an open pile: each colour and how many."""
    found = re.search(rf'(?s)<p class="pile-open">{words}(.*?)</p>', response.content.decode())
    assert found
    return [(colour, int(number)) for colour, number in re.findall(r"#chip-(\w+)\"/></svg>(\d+)", found[1])]


# Stations and tracks


def test_a_station_tells_its_rows_and_what_rolls_next(table: Game) -> None:
    card_game.arrange(table, station={"red": (2, 1), "blue": (1, 0)})
    card_game.arrange(table, seat=1, station={"green": (3, 0)})

    response = look(table)
    assert name(table, 1) in station(response, 0)
    assert "3 green , next: green" in station(response, 0)
    assert name(table, 0) in station(response, 1)  # one's own is the last, beside the hand
    assert "1 blue , next: blue" in station(response, 1)
    assert "3 red (1 loco) , next: loco" in station(response, 1)
    assert "Nothing in the station" not in pages.text(response)
    fan = re.findall(r'(?s)<span class="fan">.*?</span>', response.content.decode())[1]
    assert re.findall(r"#card-(\w+)", fan) == ["red", "red", "locomotive"]


def test_everybody_sees_the_size_of_a_track_and_its_owner_the_cards(table: Game) -> None:
    card_game.arrange(table, track={"red": 2, "locomotive": 1})

    assert chips(look(table), "On the track:") == [("red", 2), ("locomotive", 1)]
    assert station(look(table), 1).endswith("3 track")
    for seat in (1, None):
        assert "On the track:" not in pages.text(look(table, seat))
        assert "3 track" in pages.text(look(table, seat))


def test_not_even_its_owner_sees_a_hidden_track(hidden: Game) -> None:
    for seat in (0, 1, None):
        page = pages.text(look(hidden, seat))
        assert "On the track:" not in page
        assert "1 track" in page
    assert "Nobody looks at it before the scoring." in look(hidden).content.decode()


# The bar


def test_it_tells_what_rolled_onto_the_own_track(table: Game) -> None:
    card_game.arrange(table, seat=1, station={"green": (3, 0), "black": (1, 1)})
    assert "rolled" not in pages.text(look(table)).split("What happened")[0]
    cast.answer(table, 0, {"type": "place_trains", "cards": {"red": 2}})
    cast.answer(table, 1, {"type": "draw_tickets"})
    cast.answer(table, 1, {"type": "keep_tickets", "tickets": []})

    assert "1 card has rolled onto your track." in pages.text(look(table))
    cast.answer(table, 0, {"type": "draw_card", "from": "deck"})
    cast.answer(table, 0, {"type": "stop_drawing"})
    assert "2 cards have rolled onto your track." in pages.text(look(table, 1))


def test_after_the_first_card_one_may_stop(table: Game) -> None:
    assert "stop_drawing" not in look(table).content.decode()
    card_game.arrange(table, row=("red",) * 5)
    cast.answer(table, 0, {"type": "draw_card", "from": 0})

    response = look(table)
    assert "Take a second card, or stop." in pages.text(response)
    assert 'data-action="{&quot;type&quot;:&quot;stop_drawing&quot;}"' in response.content.decode()
    assert "stop_drawing" not in look(table, 1).content.decode()
    assert "stop_drawing" not in look(table, None).content.decode()


def test_when_the_deck_runs_out_it_is_said_whose_turns_are_left(table: Game) -> None:
    card_game.arrange(table, deck=("red",), row=("red",) * 5)
    cast.answer(table, 0, {"type": "draw_card", "from": "deck"})
    cast.answer(table, 0, {"type": "stop_drawing"})

    other = look(table, 1)
    assert "The deck has run out with a move of " + name(table, 0) in pages.text(other)
    assert "2 turns are still to come." in pages.text(other)
    assert "Your last turn" in pages.text(other)
    assert "The deck has run out with your move." in pages.text(look(table))
    assert "The deck is empty." in html.unescape(other.content.decode())


# Placing


@pytest.mark.parametrize(
    ("cards", "words", "rows"),
    [
        ({"red": 2}, "Place 2 red", ["2 red , next: red"]),
        (
            {"green": 3, "locomotive": 1},
            "Place 3 green and 1 locomotive",
            ["4 green (1 loco) , next: loco"],
        ),
        (
            {"red": 1, "blue": 1, "white": 1},
            "Place 1 red, 1 blue and 1 white",
            ["1 red , next: red", "1 blue , next: blue", "1 white , next: white"],
        ),
    ],
)
def test_cards_to_be_placed_show_the_rows_they_make(
    table: Game, cards: dict[str, int], words: str, rows: list[str]
) -> None:
    response = placing(table, **cards)

    assert confirmed(response) == (words, {"type": "place_trains", "cards": cards}, True)
    for row in rows:
        assert row in pages.text(response)
    left = sum(HAND.values()) - sum(cards.values())
    assert f"Left: {left} cards" in pages.text(response)
    assert "robs" not in pages.text(response)


def test_who_would_be_robbed_is_said_before(table: Game) -> None:
    card_game.arrange(table, seat=1, station={"green": (1, 1)})
    response = placing(table, green=3)

    assert f"This robs {name(table, 1)} of 2 green cards." in pages.text(response)
    assert confirmed(response)[0] == f"Place 3 green and rob {name(table, 1)}"
    assert f"{name(table, 1)} has 2" in pages.text(response)  # beside the pile


@pytest.mark.parametrize(
    ("cards", "why", "rule"),
    [
        ({"red": 1}, "Place 2 cards or more.", "C-PLACE-1"),
        ({"locomotive": 2}, "Locomotives lie on a row of a colour, never alone.", "C-PLACE-1"),
        (
            {"red": 2, "white": 1},
            "Place cards of one colour, or three single cards of different colours.",
            "C-PLACE-1",
        ),
        ({"red": 1, "blue": 1, "locomotive": 1}, "Locomotives go with one colour only.", "C-PLACE-1"),
        ({"red": 4}, "You have 2 red, not 4.", "C-PLACE-1"),
        ({"blue": 1, "locomotive": 1}, "You have a blue row already", "C-PLACE-3"),
        (
            {"green": 2},
            "{other} has 2 green cards: more than that are needed, you place 2.",
            "C-PLACE-4",
        ),
        (
            {"red": 1, "green": 1, "white": 1},
            "{other} has a green row, and three single cards rob nobody.",
            "C-PLACE-4",
        ),
    ],
)
def test_why_cards_cannot_be_placed(table: Game, cards: dict[str, int], why: str, rule: str) -> None:
    card_game.arrange(table, station={"blue": (2, 0)})
    card_game.arrange(table, seat=1, station={"green": (1, 1)})
    response = placing(table, **cards)

    assert why.format(other=name(table, 1)) in pages.text(response)
    assert f'href="/rules/card-game/#{rule}"' in response.content.decode().split('class="outcome"')[1]
    assert confirmed(response)[2] is False


def test_before_anything_is_chosen_nothing_is_wrong(table: Game) -> None:
    response = placing(table)
    assert confirmed(response) == ("Choose cards", {"type": "place_trains", "cards": {}}, False)
    assert 'class="why"' not in response.content.decode()


def test_out_of_turn_it_is_said_whose_turn_it_is_not(table: Game) -> None:
    card_game.arrange(table, seat=1, hand={"red": 2})
    response = placing(table, 1, red=2)
    assert "It is not your turn." in pages.text(response)
    assert confirmed(response)[2] is False
    assert "data-lay" not in look(table, 1).content.decode()
    assert "data-lay" in look(table).content.decode()


@pytest.mark.parametrize(
    "which", ["red", "red:", "red:-1", "red:2,red:1", "grey:1", "red:1000", "red:%C2%B2"]
)
def test_what_are_no_cards_is_not_found(table: Game, which: str) -> None:
    assert look(table, 0, f"decide/place/?id={which}").status_code == 404


# Tickets


@pytest.mark.parametrize(
    ("track", "row", "state", "words"),
    [
        ({"yellow": 1, "purple": 1, "black": 1}, {}, "done", "paid for, if scored now"),
        ({"yellow": 1}, {}, "open", "1 purple and 1 black still to come"),
        (
            {"yellow": 1, "locomotive": 1},
            {},
            "open",
            "1 purple and 1 black still to come; a locomotive stands for 1",
        ),
        ({"yellow": 1}, {"purple": (1, 1)}, "coming", "what it lacks is in your station"),
        ({"yellow": 1}, {"purple": (2, 0)}, "open", "1 purple and 1 black still to come"),
    ],
)
def test_own_tickets_tell_what_they_lack(
    table: Game, track: dict[str, int], row: card_game.Rows, state: str, words: str
) -> None:
    """Chicago – Calgary asks for yellow, purple and black."""
    card_game.arrange(table, track=track, station=row, tickets=("chicago--calgary",))
    response = look(table)

    assert f'class="ticket {state}"' in response.content.decode()
    assert words in pages.text(response)


def test_a_ticket_that_others_leave_no_cards_for(table: Game) -> None:
    card_game.arrange(
        table, track={"yellow": 1, "blue": 1}, tickets=("chicago--montreal", "chicago--new-york")
    )
    page = pages.text(look(table))
    assert "paid for, if scored now 7" in page
    assert "could be paid, but others bring more 5" in page


def test_on_a_hidden_track_a_ticket_tells_how_many_cards_it_needs(hidden: Game) -> None:
    page = pages.text(look(hidden))
    assert "needs 1 card" in page
    assert "paid for" not in page


def test_of_first_tickets_one_is_to_be_kept_and_later_none(alice: User, bob: User) -> None:
    game = cast.started(alice, bob, edition="card-game")
    first = look(game)
    assert 'data-least="1"' in first.content.decode()
    assert len(re.findall('name="tickets"', first.content.decode())) == 6
    assert re.search(r"\d of \d in your hand", pages.text(first))
    cast.choose_tickets(game)
    assert "keep any of them, or none" in pages.text(look(game, 0, "decide/tickets/"))
    cast.answer(game, 0, {"type": "draw_tickets"})

    later = look(game)
    assert 'data-least="0"' in later.content.decode()
    assert 'data-none="Keep none"' in later.content.decode()
    assert "Keep any of them, or none" in pages.text(later)


def test_big_cities_tell_how_many_of_the_own_tickets_name_them(table: Game) -> None:
    card_game.arrange(table, tickets=("chicago--new-york", "chicago--dallas", "los-angeles--nashville"))
    cities = pages.text(look(table)).split("Big Cities: most completed tickets gets")[1]

    assert "Chicago 12 points you hold 2" in cities
    assert "Dallas 10 points you hold 1" in cities
    assert "Miami 8 points none of yours" in cities
    assert "completed" not in cities.split("Your tickets")[0]
    assert "you hold" not in pages.text(look(table, None))


# Completing


@pytest.fixture
def scoring(table: Game) -> Game:
    """Vector 18 (a): yellow, blue and a locomotive pay for 12 points of 17."""
    card_game.score(table)
    card_game.arrange(
        table,
        track={"yellow": 1, "blue": 1, "locomotive": 1},
        tickets=("chicago--new-york", "new-york--chicago", "chicago--montreal"),
    )
    return table


def completing(game: Game, *tickets: str) -> Any:
    return look(game, 0, f"decide/complete/?id={','.join(tickets)}")


BEST = ["chicago--montreal", "chicago--new-york"]


def test_the_best_choice_is_ticked(scoring: Game) -> None:
    response = look(scoring)
    page = response.content.decode()

    ticked = re.findall(r'name="tickets" value="([^"]*)" checked', page)
    assert sorted(ticked) == BEST
    assert confirmed(response) == (
        "Complete 2 tickets: 12 points",
        {"type": "complete_tickets", "tickets": BEST},
        True,
    )
    assert chips(response, "On your track:") == [("yellow", 1), ("blue", 1), ("locomotive", 1)]
    assert "missed −5" in pages.text(response)
    assert "Chicago 12 2 of yours" in pages.text(response)


def test_another_choice_is_reckoned_anew(scoring: Game) -> None:
    response = completing(scoring, "new-york--chicago", "chicago--new-york")
    words, action, possible = confirmed(response)

    assert (words, possible) == ("Complete 2 tickets: 10 points", True)  # less, but New York twice
    assert action["tickets"] == ["new-york--chicago", "chicago--new-york"]
    assert "New York 15 2 of yours" in pages.text(response)
    assert chips(response, "On your track:") == [("yellow", 1), ("blue", 1), ("locomotive", 1)]


@pytest.mark.parametrize(
    ("tickets", "why", "rule"),
    [
        (
            ("chicago--new-york", "new-york--chicago", "chicago--montreal"),
            "do not pay for these: 1 is missing.",
            "C-SCORE-2",
        ),
        (("chicago--new-york",), "any of 2 more: complete as many as fit.", "C-SCORE-3"),
        ((), "complete as many as fit.", "C-SCORE-3"),
    ],
)
def test_why_a_choice_cannot_be_made(scoring: Game, tickets: tuple[str, ...], why: str, rule: str) -> None:
    response = completing(scoring, *tickets)

    assert why in pages.text(response)
    assert f'href="/rules/card-game/#{rule}"' in response.content.decode()
    assert confirmed(response)[2] is False


def test_only_own_tickets_can_be_chosen_and_only_at_a_scoring(scoring: Game, alice: User, bob: User) -> None:
    assert completing(scoring, "seattle--miami").status_code == 404
    assert look(scoring, None, "decide/complete/").status_code == 404
    other = card_game.started(alice, bob)
    assert look(other, 0, "decide/complete/").status_code == 404


def test_who_has_chosen_sees_nothing_of_the_others(scoring: Game) -> None:
    card_game.arrange(scoring, seat=1, tickets=("dallas--raleigh",))
    cast.answer(scoring, 0, {"type": "complete_tickets", "tickets": BEST})
    response = look(scoring)

    assert f"{name(scoring, 1)} is choosing tickets" in pages.text(response)
    assert 'name="tickets"' not in response.content.decode()
    for seat in (1, None):
        assert "has chosen" in pages.text(look(scoring, seat))
        assert "points ," not in pages.text(look(scoring, seat))  # beside the names
    assert "Montréal" not in pages.text(look(scoring, None))


@pytest.fixture
def over(scoring: Game) -> Game:
    card_game.arrange(scoring, seat=1, track={"red": 2}, tickets=("dallas--raleigh",), hand={"black": 1})
    cast.answer(scoring, 0, {"type": "complete_tickets", "tickets": BEST})
    cast.answer(scoring, 1, {"type": "complete_tickets", "tickets": []})
    scoring.refresh_from_db()
    assert scoring.is_finished
    return scoring


def test_in_the_end_everything_is_open(over: Game) -> None:
    """12 − 5 and the bonuses of Chicago and New York, 12 and 15, against −8."""
    for seat in (0, 1, None):
        page = pages.text(look(over, seat))
        assert "On the track:" in page
        assert "In hand:" in page
        scores = page.split("Big Cities bonus total")[-1]
        assert "Chicago – Montréal +7" in scores
        assert "New York – Chicago −5" in scores
        assert "+12 −5 Chicago +12 New York +15 +27 34" in scores
        assert "Dallas – Raleigh −8" in scores
    mine = look(over)
    assert "You won with 34" in pages.text(mine)
    assert mine.content.decode().count('class="ticket done"') == 2
    assert "Not completed" in pages.text(mine)


def test_after_the_first_of_two_scorings_points_are_shown(alice: User, bob: User, charlie: User) -> None:
    game = card_game.started(alice, bob, charlie, cast.person("dora"))
    card_game.score(game)
    for seat in range(4):
        card_game.arrange(game, seat=seat, track={}, tickets=("seattle--miami",))
    card_game.arrange(game, track={"yellow": 1}, tickets=("chicago--new-york", "seattle--miami"))
    for seat in range(4):
        assert "for later 22" in pages.text(look(game, seat))
        its = ["chicago--new-york"] if seat == 0 else []
        cast.answer(game, seat, {"type": "complete_tickets", "tickets": its})

    page = pages.text(look(game))
    assert "5 points , 1 completed" in page
    assert "0 points , 0 completed" in page
    assert "5 points won, 22 points held" in page
    assert "Chicago 12 points none of yours you: 1 completed" in page
    assert f"{name(game, 0)}: 1 completed" in pages.text(look(game, None))
    assert "You completed Chicago – New York: 5 points. On your track:" in page
    assert "All cards but those in hands are shuffled and dealt anew." in page
    assert "drew 4 cards" not in page


# Who may look, and what it costs


def test_panels_of_other_games_are_not_found(table: Game, turn: Game) -> None:
    for what in ("routes/", "route/?id=atlanta--miami", "stations/"):
        assert look(table, 0, f"decide/{what}").status_code == 404
    assert look(turn, 0, "decide/place/?id=red:2").status_code == 404
    assert look(table, None, "decide/place/?id=red:2").status_code == 404


def test_the_panels_tell_the_same_as_the_page(table: Game) -> None:
    for seat in (0, 1, None):
        page, panels = (look(table, seat, what) for what in ("", PANELS))
        assert position(page) == position(panels)
        assert station(page, 1) == station(panels, 1)


@pytest.mark.parametrize("what", ["", PANELS, "decide/place/?id=red:2"])
def test_a_page_takes_few_queries(table: Game, what: str) -> None:
    """One more for whoever waits: when the other was told. So it may be the other seat's later."""
    url = pages.at(table, what)
    before = sorted(pages.queries(cast.user_of(table, seat), url) for seat in (0, 1))
    cast.play_on(table, 12)
    assert sorted(pages.queries(cast.user_of(table, seat), url) for seat in (0, 1)) == before
    assert max(before) <= MOST_QUERIES


def test_forgetting_takes_one_query_more(hidden: Game) -> None:
    cast.play_on(hidden, 12)
    for seat in (0, 1):
        assert pages.queries(cast.user_of(hidden, seat), pages.at(hidden)) <= MOST_QUERIES
    assert pages.queries(None, pages.at(hidden)) <= MOST_QUERIES
