"""Which turns swung a game: sums by hand, and playouts that know how it ends."""

from __future__ import annotations

from math import e
from random import Random

import pytest

from games import engine, hindsight
from games.ai.standing import SCALE, chances
from games.engine.board.claims import ClaimRoute
from games.hindsight import ROUNDS, Weighing
from tests.engine.build import PLAIN_DECK, claim, position, take

ROUGHLY, CLOSELY = ROUNDS[0].playouts, ROUNDS[-1].playouts


def weighed(*by_turn: float, seats: list[int] | None = None) -> Weighing:
    """One with the chances of seat 0 at the beginning of each turn, and at the end."""
    *begun, end = by_turn
    its = Weighing.of(seats or [0] * len(begun), 2, [0, 0])
    its.shares[-1] = [end, 1 - end]
    while (turn := its.next()) is not None:
        its.add(turn, [begun[turn], 1 - begun[turn]])
    return its


# Chances


def test_as_many_points_are_as_good_chances() -> None:
    assert chances([90, 90, 90]) == pytest.approx([1 / 3] * 3)


def test_points_of_the_scale_make_chances_of_e_to_one() -> None:
    assert chances([100 + SCALE, 100]) == pytest.approx([e / (e + 1), 1 / (e + 1)])


# What is weighed


def test_every_turn_is_weighed_roughly_first_and_in_order() -> None:
    its = Weighing.of([0, 1], 2, [10, 0])
    order = []
    for _ in range(2 * ROUGHLY):
        turn = its.next()
        assert turn is not None
        order.append(turn)
        its.add(turn, [0.5, 0.5])
    assert order == [0] * ROUGHLY + [1] * ROUGHLY


def test_the_turns_that_changed_most_are_weighed_closely_with_the_turns_that_follow() -> None:
    chances = [0.5] * 41
    chances[7] = 0.9  # turns 6 and 7 changed them
    its = weighed(*chances)
    assert {6, 7} <= set(its.finalists)
    assert len(its.finalists) == ROUNDS[-1].turns
    assert its.done[6] == its.done[7] == its.done[8] == CLOSELY
    with_next = set(its.finalists) | {turn + 1 for turn in its.finalists}
    assert [turn for turn in range(40) if its.done[turn] == CLOSELY] == sorted(with_next - {40})
    assert its.done.count(ROUGHLY) + its.done.count(ROUNDS[1].playouts) == 40 - len(with_next - {40})
    assert its.done.count(ROUGHLY) >= 40 - 2 * ROUNDS[1].turns


def test_a_turn_that_only_seemed_to_swing_gives_way_to_one_that_did() -> None:
    """Three turns look well by their first playouts; by those of the next round one of ten more is best."""
    its = Weighing.of([0] * 40, 2, [0, 0])
    while (turn := its.next()) is not None:
        lucky = its.round == 0 and turn in (5, 15, 25)
        steadily = turn == 31
        win = 0.9 if lucky else 0.8 if steadily else 0.5
        its.add(turn, [win, 1 - win])
    swung = {swing.turn: swing.after - swing.before for swing in its.swings()}
    assert swung[30] == pytest.approx(0.3)
    assert swung[31] == pytest.approx(-0.3)


def test_what_was_begun_by_an_older_version_goes_on() -> None:
    """Its row knows no rounds; what was weighed closely already stays so."""
    its = Weighing([0] * 12, [6] * 12 + [1], [[3.0, 3.0]] * 12 + [[0.5, 0.5]], finalists=[4, 5])
    while (turn := its.next()) is not None:
        its.add(turn, [0.5, 0.5])
    assert its.round == len(ROUNDS) - 1
    assert its.swings() == []


def test_three_are_told_in_the_order_of_the_game() -> None:
    its = weighed(0.5, 0.8, 0.8, 0.6, 0.1, 0.1, 0.15)
    assert [swing.turn for swing in its.swings()] == [0, 2, 3]
    assert its.swings()[0][1:] == pytest.approx((0.5, 0.8))
    assert its.swings()[2][1:] == pytest.approx((0.6, 0.1))


def test_chances_are_those_of_whoever_took_the_turn() -> None:
    """Seat 1 takes the second turn: 80 of 100 for seat 0 are 20 for it."""
    its = weighed(0.5, 0.8, 0.3, seats=[0, 1])
    assert [swing[1:] for swing in its.swings()] == [pytest.approx((0.5, 0.8)), pytest.approx((0.2, 0.7))]


def test_what_changed_nothing_is_not_told() -> None:
    assert [swing.turn for swing in weighed(0.5, 0.5, 0.7).swings()] == [1]


def test_a_game_without_a_turn_has_nothing_to_tell() -> None:
    its = Weighing.of([], 2, [0, 0])
    assert its.next() is None
    assert its.swings() == []


def test_the_end_is_what_it_was() -> None:
    """Nobody plays on from there: its one result stays."""
    its = weighed(0.5, 1.0)
    assert its.done == [CLOSELY, 1]


# Playouts


def test_the_last_claim_decides_and_hands_are_those_that_were() -> None:
    """Seat 0 has the last turn and five cards for its ticket of nine; without them it could not claim.

    Los Angeles to Seattle lacks Portland to San Francisco: 10 points for five trains, and nine for the
    ticket instead of nine lost.
    """
    own = {0: [("Los Angeles", "San Francisco"), ("Portland", "Seattle")]}
    its = {0: [("Los Angeles", "Seattle")]}
    rich = position(hands=("GGGGG",), own=own, tickets=its, deck=PLAIN_DECK)
    poor = position(hands=("",), own=own, tickets=its, deck=PLAIN_DECK)
    for state in (rich, poor):
        state.turns_left, state.last_round_by = 0, 1
    # Both lay three trains and one before, and hold the longest path: 4 + 1 + 10, and the ticket.
    assert hindsight.playout(rich, Random(1)) == pytest.approx(chances([4 + 1 + 10 + 10 + 9, 0]))
    assert hindsight.playout(poor, Random(1)) == pytest.approx(chances([4 + 1 + 10 - 9, 0]))


def test_a_playout_leaves_the_game_as_it_was() -> None:
    state = position(deck="ROYGBPKWL" * 12)
    before = state.clone()
    first, again, other = (hindsight.playout(state, Random(seed)) for seed in (1, 1, 2))
    assert state == before
    assert first == again != other


# What hard would have done


def test_hard_would_have_claimed() -> None:
    own = {0: [("Los Angeles", "San Francisco"), ("Portland", "Seattle")]}
    state = position(hands=("GGGGG",), own=own, tickets={0: [("Los Angeles", "Seattle")]}, deck=PLAIN_DECK)
    state.turns_left, state.last_round_by = 0, 1
    gap = ("Portland", "San Francisco", "green")
    other = hindsight.instead(state, take(0), Random(1))
    assert isinstance(other, ClaimRoute)
    assert other.route == claim(gap, "GGGGG").route
    assert hindsight.instead(state, claim(gap, "GGGGG"), Random(1)) is None


def test_another_place_to_draw_from_is_nothing_to_tell() -> None:
    state = position(deck=PLAIN_DECK)
    assert all(hindsight.instead(state, take(place), Random(1)) is None for place in range(5))


def test_a_turn_begins_where_somebody_may_do_anything() -> None:
    state = position(deck=PLAIN_DECK)
    assert hindsight.begins_turn(state)
    engine.play(state, 0, take(0), Random(1))
    assert not hindsight.begins_turn(state)
