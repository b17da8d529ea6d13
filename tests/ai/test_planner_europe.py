"""The planner on a map with ferries, tunnels and stations."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import ai, engine
from games.ai import levels
from games.ai.board import odds
from games.ai.board.knobs import Knobs
from games.ai.board.planner import Turn
from games.engine.board.claims import ClaimRoute
from games.engine.board.state import State
from games.engine.board.stations import BuildStation
from games.engine.board.tunnels import DeclineTunnel, PayTunnel
from games.engine.parts.cards import LOCOMOTIVE, DrawCard
from tests.ai.test_planner import trains, turn, wins
from tests.engine.build import DRAW_TICKETS, LETTERS, act, city, claim, keep, pay, position, route

EUROPE = "europe"
EASY, NORMAL, HARD = (levels.knobs(Knobs, EUROPE, level, 2) for level in ai.PLANNING)
KNOBS = pytest.mark.parametrize("knobs", [EASY, NORMAL, HARD], ids=["easy", "normal", "hard"])
PLANNERS = pytest.mark.parametrize("level", ["easy", "normal", "hard"])
PLAIN_DECK = "ROYGBPKWL" * 6
# Edinburgh has one neighbour; with two players its second track is closed when the first is taken.
CUT_OFF: dict[int, list[tuple[str, ...]]] = {
    0: [("Dieppe", "London"), ("Dieppe", "Paris")],
    1: [("Edinburgh", "London", "black")],
}
SAVED = {0: [("Edinburgh", "Paris")]}


def chosen(state: State, level: str) -> Any:
    """What seat 0 does."""
    return ai.choose(engine.view(state, 0), level, Random(0))


# Stations


@KNOBS
def test_a_ticket_that_has_no_way_left_is_planned_over_a_route_of_another(knobs: Knobs) -> None:
    its = turn(knobs, position(EUROPE, own=CUT_OFF, tickets=SAVED))
    assert trains(its) == 0
    assert its.sites in [(city("Edinburgh"),), (city("London"),)]
    dead = position(EUROPE, own=CUT_OFF, tickets=SAVED, stations={"Roma": 0, "Wien": 0, "Brest": 0})
    assert turn(knobs, dead).sites == ()


@PLANNERS
def test_a_station_that_saves_a_ticket_is_built_when_the_game_comes_to_its_end(level: str) -> None:
    """The other has three trains left, and cards enough to lay them."""
    hands, trains = ("G", "RRR"), {1: 3}
    state = position(EUROPE, hands=hands, deck=PLAIN_DECK, own=CUT_OFF, tickets=SAVED, trains=trains)
    action = chosen(state, level)
    assert isinstance(action, BuildStation)
    assert action.city in (city("Edinburgh"), city("London"))


@PLANNERS
def test_it_is_not_built_long_before(level: str) -> None:
    state = position(EUROPE, hands=("G",), deck=PLAIN_DECK, own=CUT_OFF, tickets=SAVED)
    assert not isinstance(chosen(state, level), BuildStation)


@PLANNERS
def test_in_the_last_turn_a_station_completes_a_ticket(level: str) -> None:
    """Edinburgh to Paris: 7 for it and not against it, 4 less for the station. A claim of two brings 2.

    The other has a path of six, two more than any claim would make.
    """
    own = {**CUT_OFF, 1: [*CUT_OFF[1], ("Amsterdam", "London")]}
    state = position(EUROPE, hands=("GG",), deck=PLAIN_DECK, own=own, tickets=SAVED)
    state.turns_left, state.last_round_by = 0, 1
    assert isinstance(chosen(state, level), BuildStation)


@PLANNERS
def test_in_the_last_turn_no_station_is_built_that_saves_nothing(level: str) -> None:
    for tickets in ({0: [("Edinburgh", "Athina")]}, {}):
        state = position(EUROPE, hands=("GG",), deck=PLAIN_DECK, own=CUT_OFF, tickets=tickets)
        state.turns_left, state.last_round_by = 0, 1
        assert not isinstance(chosen(state, level), BuildStation)


def test_a_station_that_brings_less_than_a_route_is_not_built() -> None:
    """Six trains for 15 points; the ticket is worth 2 x 7 - 4."""
    state = position(EUROPE, hands=("GGGGLL",), deck=PLAIN_DECK, own=CUT_OFF, tickets=SAVED)
    state.turns_left, state.last_round_by = 0, 1
    action = chosen(state, "normal")
    assert action == claim(("Palermo", "Smyrna"), "GGGGLL", of=EUROPE)


# Ferries

EAST: dict[int, list[tuple[str, ...]]] = {0: [("Constantinople", "Smyrna")]}
BY_SEA = {0: [("Constantinople", "Palermo")]}


def test_locomotives_are_kept_for_ferries() -> None:
    """The ferry to Palermo wants two of them, one to Athína, worth having as well, a third."""
    its = turn(EASY, position(EUROPE, hands=("GGGLL",), deck=PLAIN_DECK, own=EAST, tickets=BY_SEA))
    assert its.position.atlas.link_of[route("Palermo", "Smyrna", of=EUROPE)] in its.plan.links
    with_one = claim(("Athína", "Sarajevo"), "GGGL", of=EUROPE)
    assert its.link(with_one) in its.wanted
    assert its.shortage(with_one) == 1
    assert isinstance(its.choose(), DrawCard)
    plenty = turn(EASY, position(EUROPE, hands=("GGGLLLL",), deck=PLAIN_DECK, own=EAST, tickets=BY_SEA))
    assert plenty.shortage(with_one) == 0
    assert plenty.sound(with_one)


def test_and_spent_on_them() -> None:
    state = position(EUROPE, hands=("GGGGLL",), deck=PLAIN_DECK, own=EAST, tickets=BY_SEA)
    assert turn(EASY, state).choose() == claim(("Palermo", "Smyrna"), "GGGGLL", of=EUROPE)


def test_a_locomotive_of_the_row_is_worth_more_while_a_ferry_lacks_one() -> None:
    lacking = turn(NORMAL, position(EUROPE, hands=("GGGG",), own=EAST, tickets=BY_SEA))
    enough = turn(NORMAL, position(EUROPE, hands=("GGGGLLL",), own=EAST, tickets=BY_SEA))
    assert lacking.values[LOCOMOTIVE] > enough.values[LOCOMOTIVE]


# Tunnels

SOUTH: dict[int, list[tuple[str, ...]]] = {0: [("Roma", "Venezia"), ("Brindisi", "Roma")]}
OVER_THE_ALPS = {0: [("Brindisi", "Zürich")]}


@pytest.mark.parametrize(("hand", "tried"), [("GG", False), ("GGGG", True), ("GGGGG", True)])
def test_a_tunnel_is_tried_with_cards_to_spare(hand: str, tried: bool) -> None:
    """Of 24 cards that would count some 20 are unseen among 100: two cards alone do in one case of two."""
    state = position(EUROPE, hands=(hand,), deck=PLAIN_DECK, own=SOUTH, tickets=OVER_THE_ALPS)
    its = turn(EASY, state)
    assert trains(its) == 2
    action = its.choose()
    assert (action == claim(("Venezia", "Zürich"), "GG", of=EUROPE)) is tried
    assert isinstance(action, ClaimRoute if tried else DrawCard)


def test_how_likely_a_tunnel_costs_more() -> None:
    """Four green and four red cards are left, by hand."""
    state = position(EUROPE, deck="GGGGRRRR")
    view = engine.view(state, 0)
    unseen = odds.unseen(view)
    assert sum(unseen) == 105  # all but the row
    view.edition = Few(view.edition, "GGGGRRRR" + "RBGYW")  # type: ignore[assignment]
    # Of 8 cards 3 are turned up: 56 sets; with no green 4, one 24, two 24, three 4.
    assert odds.extra_cards(view, LETTERS.index("G")) == pytest.approx([4 / 56, 24 / 56, 24 / 56, 4 / 56])
    assert odds.extra_cards(view, LOCOMOTIVE) == pytest.approx([1, 0, 0, 0])


class Few:
    """An edition with few cards."""

    def __init__(self, edition: Any, cards: str) -> None:
        self.cards = tuple(cards.count(letter) for letter in LETTERS)
        self.board = edition.board


@PLANNERS
def test_c15_a_tunnel_is_paid_with_few_locomotives_if_it_can_be_and_declined_if_not(level: str) -> None:
    rich = position(EUROPE, hands=("GGGGLL",), deck="GRB")
    act(rich, claim(("Venezia", "Zürich"), "GG", of=EUROPE))
    assert chosen(rich, level) == PayTunnel(pay("G"))
    poor = position(EUROPE, hands=("GGRR",), deck="GRB")
    act(poor, claim(("Venezia", "Zürich"), "GG", of=EUROPE))
    assert chosen(poor, level) == DeclineTunnel()


@PLANNERS
@pytest.mark.parametrize("deck", ["", "G", "GR"])
def test_c15_few_cards_in_a_tunnel_and_none_after_it(level: str, deck: str) -> None:
    """Seat 1 holds all others. Whoever gathers cards draws those of the deck before trying the tunnel."""
    others = "".join(letter * number for letter, number in zip(LETTERS, (*(12,) * 8, 14), strict=True))
    for letter in "GGGG" + deck:
        others = others.replace(letter, "", 1)
    state = position(EUROPE, hands=("GGGG", others), deck=deck, row=".....", own=SOUTH, tickets=OVER_THE_ALPS)
    tunnel, turns = route("Venezia", "Zürich", of=EUROPE), 0
    while state.owner[tunnel] is None:
        turns += state.seat == 1
        assert turns < 4
        act(state, chosen(state, level) if state.seat == 0 else DRAW_TICKETS)
        while state.seat == 1 and state.phase == "keep_tickets":
            act(state, keep(state.offered[1][0]))
    assert state.owner[tunnel] == 0


# Playing


@pytest.mark.parametrize(("level", "other"), [("easy", "random"), ("normal", "random"), ("hard", "greedy")])
def test_the_planner_wins_in_europe(level: str, other: str) -> None:
    """Six deals, each played twice with seats changed. The bars are measured by `manage.py arena`."""
    won = sum(wins(level, deal, seat, EUROPE, other) for deal in range(6) for seat in (0, 1))
    assert won >= (10 if other == "random" else 7)


def test_greedy_takes_the_longest_route_that_it_can_pay() -> None:
    state = position(EUROPE, hands=("RRRRRRRRGG",), deck=PLAIN_DECK)
    assert chosen(state, "greedy") == claim(("Petrograd", "Stockholm"), "RRRRRRRR", of=EUROPE)
    assert isinstance(chosen(position(EUROPE, deck=PLAIN_DECK), "greedy"), DrawCard)


def test_a_turn_is_asked_for_with_a_tunnel_open() -> None:
    state = position(EUROPE, hands=("GGGG",), deck="GRB")
    act(state, claim(("Venezia", "Zürich"), "GG", of=EUROPE))
    its = Turn(HARD, engine.view(state, 0), engine.legal_actions(state, 0, canonical=True))
    assert its.choose() == PayTunnel(pay("G"))
