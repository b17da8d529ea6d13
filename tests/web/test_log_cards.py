"""The log of the Card Game in words, and what it forgets."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games import selectors
from games.models import Game
from games.web import log
from tests import card_game, cast
from tests.web import pages
from tests.web.test_log import event, told

pytestmark = pytest.mark.django_db

REMARK = "Older moves say how many cards, not which"


@pytest.fixture
def table(alice: User, bob: User) -> Game:
    return card_game.started(alice, bob)


def name(game: Game, seat: int) -> str:
    return cast.user_of(game, seat).username


def placed(*cards: str | None, seat: int = 0) -> dict[str, Any]:
    return event("trains_placed", seat, cards=list(cards))


def test_cards_that_roll(table: Game) -> None:
    rolled = event("cards_rolled", rows=["red", "blue"], cards=["red", "locomotive"])

    assert told(table, 0, rolled) == ["2 cards rolled onto your track: red, locomotive."]
    assert told(table, 1, rolled) == [f"2 cards rolled onto the track of {name(table, 0)}: red, locomotive."]


def test_cards_that_are_placed(table: Game) -> None:
    assert told(table, 0, placed("red", "red", "locomotive", "locomotive")) == [
        "You placed 2 red + 2 locomotives."
    ]
    assert told(table, 1, placed("red", "blue", "white")) == [f"{name(table, 0)} placed red, blue, white."]


def test_a_robbery_is_one_line(table: Game) -> None:
    robbed = event("row_robbed", 1, by=0, cards=["red", "locomotive"])
    three = placed("red", "red", "red")

    who, victim = name(table, 0), name(table, 1)
    assert told(table, 0, robbed, three) == [f"You placed 3 red and robbed {victim} of red, locomotive."]
    assert told(table, 1, robbed, three) == [f"{who} placed 3 red and robbed you of red, locomotive."]
    assert told(table, 0, robbed, three, placed("blue", "blue"))[1] == "You placed 2 blue."


def test_what_is_forgotten_says_how_many(table: Game) -> None:
    who, victim = name(table, 0), name(table, 1)
    cases = {
        "2 cards rolled onto your track.": [event("cards_rolled", rows=[None] * 2, cards=[None] * 2)],
        "You placed 3 cards.": [placed(None, None, None)],
        f"You placed 3 cards and robbed {victim} of 2 cards.": [
            event("row_robbed", 1, by=0, cards=[None, None]),
            placed(None, None, None),
        ],
        "You took 2 cards from the row.": [
            event("face_up_taken", place=0, card=None),
            event("face_up_taken", place=1, card=None),
        ],
        "You drew a card from the deck.": [event("card_drawn", card=None)],
        "You drew 2 cards from the deck.": [event("card_drawn", card=None)] * 2,
        "You took a card from the row and drew a card from the deck.": [
            event("face_up_taken", place=0, card=None),
            event("card_drawn", card=None),
        ],
    }
    for line, events in cases.items():
        assert told(table, 0, *events) == [line]
    assert told(table, 1, *cases["You took 2 cards from the row."]) == [f"{who} took 2 cards from the row."]
    assert told(table, 1, event("card_drawn", card=None)) == [f"{who} drew a card from the deck."]


def test_tickets_kept_and_none(table: Game) -> None:
    assert told(table, 0, event("tickets_kept", tickets=[])) == ["You kept none of them."]
    assert told(table, 1, event("tickets_kept", tickets=[])) == [f"{name(table, 0)} kept none of them."]


def test_a_scoring(table: Game) -> None:
    who = name(table, 0)
    events = (
        event("scoring_began"),
        event("completion_chosen", tickets=None),
        event(
            "tickets_completed",
            track=["red", "yellow", "yellow"],
            tickets=["chicago--miami", "chicago--new-york"],
        ),
        event("tickets_completed", 1, track=[], tickets=[]),
    )
    assert told(table, 1, *events) == [
        "The last turns are over: tickets are completed.",
        f"{who} has chosen tickets to complete.",
        f"{who} completed Chicago – Miami, Chicago – New York: 15 points. On the track: 1 red + 2 yellow.",
        "You completed no ticket. On your track: nothing.",
    ]


def test_cards_dealt_for_the_second_half_were_drawn_by_nobody(table: Game) -> None:
    events = (
        event("cards_gathered"),
        event("deck_shuffled", deck=None),
        *[event("card_drawn", seat, card="red") for seat in (0, 1) for _ in range(4)],
        event("turn_began", 1),
        event("card_drawn", 1, card="red"),
    )
    assert told(table, 0, *events) == [
        "All cards but those in hands are shuffled and dealt anew.",
        f"{name(table, 1)} drew a card from the deck.",
    ]


def lines(game: Game, seat: int) -> list[str]:
    seen = selectors.see(game_id=game.pk, user=cast.user_of(game, seat))
    moves = selectors.latest_moves(seen.game, 80)
    return [str(line.text) for line in log.lines(seen, seen.events(moves), plain=True)]


def a_round(game: Game, colour: str) -> None:
    """Both seats place two cards of a colour and so see theirs roll."""
    for seat, its in ((0, colour), (1, "green")):
        card_game.arrange(game, seat=0, station={})
        card_game.arrange(game, seat=1, station={})
        card_game.arrange(game, seat=seat, hand={its: 2})
        cast.answer(game, seat, {"type": "place_trains", "cards": {its: 2}})


def test_colours_of_before_the_own_previous_turn_are_forgotten(alice: User, bob: User) -> None:
    game = card_game.started(alice, bob, look_at_track=False)
    for colour in ("red", "blue", "white"):
        a_round(game, colour)

    for seat in (0, 1):
        mine = [line for line in lines(game, seat) if line.startswith("You placed")]
        assert mine[0] == "You placed 2 cards."
        assert mine[-1] == ("You placed 2 white." if seat == 0 else "You placed 2 green.")
    assert REMARK in pages.text(pages.get(alice, pages.at(game)))


def test_who_may_look_at_the_track_forgets_only_what_others_did(table: Game, alice: User) -> None:
    for colour in ("red", "blue", "white"):
        a_round(table, colour)

    mine = [line for line in lines(table, 0) if line.startswith("You placed")]
    assert mine == ["You placed 2 red.", "You placed 2 blue.", "You placed 2 white."]
    others = [line for line in lines(table, 0) if line.startswith("bobby placed")]
    others = others or [line for line in lines(table, 0) if line.startswith("alice placed")]
    assert others[0].endswith("placed 2 cards.")
    assert others[-1].endswith("placed 2 green.")
    page = pages.text(pages.get(alice, pages.at(table)))
    assert REMARK not in page
    assert "Older moves of others say how many cards, not which" in page
