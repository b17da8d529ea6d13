"""What the planner takes into account: dead tickets, closed twins, trains. And that it is good at it."""

from __future__ import annotations

from random import Random

import pytest

from games import ai, engine
from games.ai import levels
from games.ai.board.knobs import Knobs
from games.ai.board.planner import Turn
from games.engine.board.state import State
from tests.engine.build import edition, position, slug, ticket

EASY, NORMAL, HARD = (levels.knobs(Knobs, "usa", level, 2) for level in ai.PLANNING)
KNOBS = pytest.mark.parametrize("knobs", [EASY, NORMAL, HARD], ids=["easy", "normal", "hard"])
CUT_OFF = [("Atlanta", "Miami"), ("Charleston", "Miami"), ("Miami", "New Orleans")]


def turn(knobs: Knobs, state: State) -> Turn:
    """What the planner makes of seat 0's turn."""
    view = engine.view(state, 0)
    return Turn(knobs, view, engine.legal_actions(state, 0, canonical=True))


def trains(turn: Turn) -> int:
    """That its plan takes."""
    return turn.position.trains_of(turn.plan)


def trains_between(state: State, a: str, b: str) -> float:
    """Fewest trains that the planner thinks are needed between two cities."""
    cities = edition().board.cities
    ends = (cities.index(slug(a)), cities.index(slug(b)))
    plan = turn(EASY, state).position.by_length.plan([ends])
    assert plan is not None
    return plan.cost


@KNOBS
def test_c06_nothing_is_planned_for_a_dead_ticket(knobs: Knobs) -> None:
    hand = "RRRRGGGGLL"
    dead = position(hands=(hand,), own={1: CUT_OFF}, tickets={0: [("Los Angeles", "Miami")]})
    none = position(hands=(hand,), own={1: CUT_OFF})
    with_it = turn(knobs, dead)
    assert with_it.position.plan_for([ticket("Los Angeles", "Miami")]) is None
    assert with_it.plan.links == frozenset()
    assert with_it.wanted == turn(knobs, none).wanted
    assert with_it.choose() == turn(knobs, none).choose()


@KNOBS
def test_c06_a_dead_ticket_does_not_stop_the_others(knobs: Knobs) -> None:
    own = {1: CUT_OFF}
    both = position(own=own, tickets={0: [("Los Angeles", "Miami"), ("Denver", "El Paso")]})
    one = position(own=own, tickets={0: [("Denver", "El Paso")]})
    assert turn(knobs, both).plan == turn(knobs, one).plan
    assert trains(turn(knobs, one)) == 4


@pytest.mark.parametrize(("seats", "trains"), [(2, 4), (3, 4), (4, 2), (5, 2)])
def test_c07_a_taken_twin_closes_the_way_with_few_players_only(seats: int, trains: int) -> None:
    state = position(seats=seats, own={1: [("Atlanta", "Raleigh")]})
    assert trains_between(state, "Atlanta", "Raleigh") == trains


def test_c07_with_both_twins_taken_the_way_is_closed_to_a_third() -> None:
    taken = {1: [("Atlanta", "Raleigh")], 2: [("Atlanta", "Raleigh", "2")]}
    assert trains_between(position(seats=4, own=taken), "Atlanta", "Raleigh") == 4


def test_ones_own_routes_cost_nothing() -> None:
    state = position(own={0: [("Atlanta", "Charleston")]})
    assert trains_between(state, "Atlanta", "Raleigh") == 2
    assert trains_between(state, "Charleston", "Atlanta") == 0


def test_c16_without_any_claim_ways_are_as_long_as_on_the_board() -> None:
    assert trains_between(position(), "Los Angeles", "New York") == 20


@KNOBS
def test_c08_a_ticket_that_lacks_one_train_is_given_up(knobs: Knobs) -> None:
    its = {0: [("Los Angeles", "Seattle")]}
    assert turn(knobs, position(tickets=its, trains={0: 8})).plan.links == frozenset()
    assert trains(turn(knobs, position(tickets=its, trains={0: 9}))) == 9


@KNOBS
def test_c08_routes_longer_than_the_trains_left_are_not_wanted(knobs: Knobs) -> None:
    its = turn(knobs, position(trains={0: 3}))
    assert its.wanted
    assert all(its.position.atlas.length[link] <= 3 for link in its.wanted)


@KNOBS
def test_a_completed_ticket_needs_no_plan(knobs: Knobs) -> None:
    state = position(
        own={0: [("Denver", "Santa Fe"), ("El Paso", "Santa Fe")]}, tickets={0: [("Denver", "El Paso")]}
    )
    assert turn(knobs, state).plan.links == frozenset()


def test_in_the_last_turn_the_claim_with_most_points_is_made() -> None:
    state = position(
        hands=("RRWWWW",),
        own={0: [("Denver", "Santa Fe")]},
        tickets={0: [("Denver", "El Paso")]},
        trains={0: 5, 1: 2},
    )
    state.turns_left, state.last_round_by = 0, 1
    action = ai.choose(engine.view(state, 0), "normal", Random(0))
    ends = {slug("El Paso"), slug("Santa Fe")}
    # The two trains that complete a ticket of four are worth more than the seven points of a white four.
    assert set(state.edition.board.data["routes"][action.route]["cities"]) == ends


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_the_planner_beats_chance(level: str) -> None:
    """Ten deals, each played twice with seats changed."""
    won = sum(wins(level, deal, seat) for deal in range(10) for seat in (0, 1))
    assert won >= 0.95 * 20


def wins(level: str, deal: int, seat: int, name: str = "usa", other: str = "random") -> bool:
    """Does this level win against another player?"""
    chance = Random(deal)
    state = edition(name).set_up(2, engine.SeededRng(deal.to_bytes(32, "big"), 0))
    seq = 0
    while asked := engine.to_act(state):
        seq += 1
        player = level if asked[0] == seat else other
        action = ai.choose(engine.view(state, asked[0]), player, chance, ai.AT_ONCE)
        engine.play(state, asked[0], action, engine.SeededRng(deal.to_bytes(32, "big"), seq))
    first = engine.scores(state)[0]
    return first.seat == seat and first.tie_break != "shared"
