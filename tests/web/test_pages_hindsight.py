"""What the computer says of a finished game, on its page."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import store
from games.models import Game, Hindsight, Move
from games.selectors import Swing
from games.web import names
from tests import finished
from tests.web import pages

pytestmark = pytest.mark.django_db

MOST_QUERIES = 13
HEADING = "What swung the game"
WAITING = "still looks for the turns that swung this game"


@pytest.fixture
def usa(alice: User) -> Game:
    """Over: alice in seat 0, a computer player in seat 1."""
    return finished.game("usa", alice)


@pytest.fixture
def cards(alice: User) -> Game:
    return finished.game("card-game", alice)


def first(game: Game, kind: str, seat: int = 0) -> Move:
    """The first move of this kind that a seat has made."""
    return next(
        move
        for move in store.moves(game)
        if move.seat == seat and move.action and move.action["type"] == kind
    )


def swing(move: Move, last: int = 0, **facts: Any) -> Swing:
    """By this move, up to `last` where others continued its turn."""
    assert move.seat is not None
    about: dict[str, Any] = {"turn": 4, "turns": 60, "before": 0.35, "after": 0.6, "instead": None} | facts
    return Swing(first=move.seq, last=last or move.seq, seat=move.seat, **about)


def said(game: Game, user: User | None, *swings: Swing) -> str:
    """What there is to read on the page when these turns are told."""
    finished.tell(game, *swings)
    return pages.text(pages.get(user, pages.at(game)))


# What is said


def test_a_turn_is_told_as_in_the_log_with_chances_and_what_hard_would_have_done(
    usa: Game, alice: User, bob: User
) -> None:
    move = first(usa, "claim_route")
    assert move.action is not None
    route = names.route("usa", move.action["route"])
    its = swing(move, instead={"type": "claim_route", "route": "el-paso--houston", "cards": {"green": 6}})
    page = said(usa, alice, its)
    assert HEADING in page
    assert "Turn 5 of 60" in page
    assert f"You claimed {route} with" in page.partition(HEADING)[2]
    assert "Chances from 35 % to 60 %. The computer would have claimed El Paso – Houston." in page
    assert f"alice claimed {route} with" in said(usa, bob, its).partition(HEADING)[2]


@pytest.mark.parametrize(
    ("instead", "words"),
    [
        ({"type": "draw_card", "from": "deck"}, "The computer would have drawn cards."),
        ({"type": "draw_tickets"}, "The computer would have drawn tickets."),
    ],
)
def test_what_hard_would_have_done_on_any_table(
    usa: Game, cards: Game, alice: User, instead: dict[str, Any], words: str
) -> None:
    assert words in said(usa, alice, swing(first(usa, "claim_route"), instead=instead))
    assert words in said(cards, alice, swing(first(cards, "place_trains"), instead=instead))


def test_a_station_instead(alice: User) -> None:
    europe = finished.game("europe", alice)
    instead = {"type": "build_station", "city": "zurich", "cards": {"red": 1}}
    page = said(europe, alice, swing(first(europe, "draw_card"), instead=instead))
    assert "The computer would have built a station in Zürich." in page


def test_cards_placed_instead(cards: Game, alice: User) -> None:
    instead = {"type": "place_trains", "cards": {"red": 2, "locomotive": 1}}
    page = said(cards, alice, swing(first(cards, "draw_card"), instead=instead))
    assert "The computer would have placed 2 red + 1 locomotive." in page


def test_where_hard_would_have_done_the_same_nothing_is_said_of_it(usa: Game, alice: User) -> None:
    assert "The computer would have" not in said(usa, alice, swing(first(usa, "claim_route")))


def test_all_moves_of_a_turn_are_told(usa: Game, alice: User) -> None:
    move = first(usa, "draw_tickets")
    told = said(usa, alice, swing(move, move.seq + 1)).partition(HEADING)[2]
    assert "You drew 3 tickets. You kept" in told


def test_what_a_move_brought_for_others_is_left_out(cards: Game, alice: User) -> None:
    """Cards roll onto the next player's track with the move before."""
    moves = {move.seq: move for move in store.moves(cards)}
    rolled = [seq for seq, move in moves.items() if "cards_rolled" in str(move.events) and move.seat == 0]
    turn = moves[rolled[0]]
    told = said(cards, alice, swing(turn)).partition(HEADING)[2].partition("An estimate")[0]
    assert "rolled" not in told


def test_turns_are_told_in_the_order_of_the_game(usa: Game, alice: User) -> None:
    moves = list(store.moves(usa))[10:40:10]
    page = said(usa, alice, *(swing(move, turn=number) for number, move in enumerate(moves)))
    places = [page.index(f"Turn {number} of 60") for number in (1, 2, 3)]
    assert places == sorted(places)


# Numbers


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (0.324, 0.626, "from 30 % to 65 %"),
        (0.01, 0.993, "from 5 % to 95 %"),
        (0.58, 0.0, "from 60 % to 5 %"),
    ],
)
def test_chances_are_rounded_and_never_sure(
    usa: Game, alice: User, before: float, after: float, words: str
) -> None:
    assert words in said(usa, alice, swing(first(usa, "claim_route"), before=before, after=after))


def test_the_end_is_sure(usa: Game, alice: User) -> None:
    assert usa.result is not None
    winner = usa.result[0]["seat"]
    for seat, words in ((winner, "from 60 % to 100 %"), (1 - winner, "from 60 % to 0 %")):
        move = first(usa, "claim_route", seat)
        assert words in said(usa, alice, swing(move, turn=59, before=0.6, after=0.7))


def test_a_victory_shared_by_two_is_half_of_one(usa: Game, alice: User) -> None:
    assert usa.result is not None
    for sheet in usa.result:
        sheet["place"] = 1
    usa.save(update_fields=["result"])
    assert "from 30 % to 50 %" in said(usa, alice, swing(first(usa, "claim_route"), turn=59, before=0.3))


def test_what_rounds_to_no_change_is_left_out(usa: Game, alice: User) -> None:
    assert HEADING not in said(usa, alice, swing(first(usa, "claim_route"), before=0.49, after=0.51))


# When


def test_until_it_is_ready_a_line_says_so(settings: Any, usa: Game, alice: User) -> None:
    settings.HINDSIGHTS = True
    page = pages.text(pages.get(alice, pages.at(usa)))
    assert WAITING in page
    assert HEADING not in page


def test_nothing_is_said_of_what_will_never_come(settings: Any, usa: Game, alice: User) -> None:
    def page() -> str:
        return pages.text(pages.get(alice, pages.at(usa)))

    settings.HINDSIGHTS = False
    assert WAITING not in page()
    settings.HINDSIGHTS = True
    Hindsight.objects.update(failures=Hindsight.MOST_FAILURES)
    assert WAITING not in page()
    Hindsight.objects.all().delete()
    assert WAITING not in page()


def test_what_is_ready_stays_when_it_is_switched_off(usa: Game, alice: User) -> None:
    assert HEADING in said(usa, alice, swing(first(usa, "claim_route")))


def test_a_running_game_is_not_looked_back_on(settings: Any, turn: Game, alice: User) -> None:
    settings.HINDSIGHTS = True
    Hindsight.objects.create(game=turn, begun_at=timezone.now(), touched_at=timezone.now())
    assert WAITING not in pages.text(pages.get(alice, pages.at(turn)))


def test_the_panels_tell_the_same(usa: Game, alice: User) -> None:
    finished.tell(usa, swing(first(usa, "claim_route")))
    assert HEADING in pages.text(pages.get(alice, pages.at(usa, "panels/")))


def test_three_turns_take_few_queries(usa: Game, cards: Game, alice: User) -> None:
    for game in (usa, cards):
        finished.tell(game, *map(swing, list(store.moves(game))[10:40:10]))
        assert pages.queries(alice, pages.at(game)) <= MOST_QUERIES
