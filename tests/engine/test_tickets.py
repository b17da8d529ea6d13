"""Tickets: the first ones, later ones, what stays hidden. R-SETUP-4, R-SETUP-5, R-TICKET."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import engine
from games.engine.parts.tickets import DrawTickets, KeepTickets
from tests.engine.build import DRAW_TICKETS, act, keep, names, position, refused
from tests.engine.table import NUMBERS


def started(edition: str = "usa", seats: int = 3) -> Any:
    """A game in which the first tickets are being chosen."""
    return engine.start(engine.EDITIONS[edition], seats, {}, Random(11))[0]


# The first tickets


@pytest.mark.parametrize("edition", NUMBERS)
def test_the_first_tickets_are_dealt_and_kept_by_the_numbers_of_the_edition(edition: str) -> None:
    numbers, state = NUMBERS[edition], started(edition)
    assert [len(offered) for offered in state.offered] == [numbers.dealt] * 3
    long_ones = len(state.edition.board.long_tickets)
    regular = numbers.dealt - numbers.long
    assert len(state.ticket_deck) == numbers.tickets - long_ones - 3 * regular
    sizes = {len(action.tickets) for action in engine.legal_actions(state, 0)}
    assert sizes == set(range(numbers.keep_first, numbers.dealt + 1))


@pytest.mark.parametrize("edition", NUMBERS)
def test_later_tickets_are_drawn_and_kept_by_the_numbers_of_the_edition(edition: str) -> None:
    numbers, state = NUMBERS[edition], position(edition)
    act(state, DRAW_TICKETS)
    assert state.phase == "keep_tickets"
    assert len(state.offered[0]) == numbers.drawn
    sizes = {len(action.tickets) for action in engine.legal_actions(state, 0)}
    assert sizes == set(range(numbers.keep_later, numbers.drawn + 1))


def test_a34_at_the_start_one_is_too_few_and_two_will_do() -> None:
    state = started()
    one, two, three = state.offered[0]
    assert engine.refusal(state, 0, keep(one)) == ("keep_too_few", {"needed": 2, "kept": 1})
    assert refused(state, keep(), seat=0) == "keep_too_few"
    assert refused(state, keep(one, two, three), seat=0) is None
    act(state, keep(one, two), seat=0)
    assert set(state.tickets[0]) == {one, two}


def test_a34_later_none_is_too_few_and_one_ends_the_turn() -> None:
    state = position()
    act(state, DRAW_TICKETS)
    assert engine.refusal(state, 0, keep()) == ("keep_too_few", {"needed": 1, "kept": 0})
    act(state, keep(state.offered[0][0]))
    assert (state.phase, state.seat) == ("turn", 1)


def test_all_choose_at_once_in_any_order() -> None:
    state = started()
    assert engine.to_act(state) == (0, 1, 2)
    act(state, keep(*state.offered[2]), seat=2)
    assert engine.to_act(state) == (0, 1)
    assert refused(state, keep(*state.offered[2]), seat=2) == "not_your_turn"
    act(state, keep(*state.offered[0]), seat=0)
    assert engine.to_act(state) == (1,)
    act(state, keep(*state.offered[1]), seat=1)
    assert engine.to_act(state) == (0,)
    assert state.phase == "turn"


def test_nobody_sees_how_many_another_keeps_until_all_have_chosen() -> None:
    two, three = started(), started()
    act(two, keep(*two.offered[0][:2]), seat=0)
    act(three, keep(*three.offered[0]), seat=0)
    for viewer in (1, 2, None):
        assert engine.view(two, viewer) == engine.view(three, viewer)
    seen = engine.view(two, 1)
    assert seen.ticket_sizes == (0, 0, 0)
    assert seen.ticket_deck == 30 - 9
    (event,) = act(two, keep(*two.offered[1]), seat=1)
    assert engine.seen_by(two, event, 2).tickets is None
    assert engine.seen_by(two, event, 1).tickets == two.tickets[1]


def test_the_numbers_come_out_when_the_last_has_chosen() -> None:
    state = started()
    act(state, keep(*state.offered[0]), seat=0)
    act(state, keep(*state.offered[1][:2]), seat=1)
    events = act(state, keep(*state.offered[2]), seat=2)
    assert names(events) == ["FirstTicketsKept", "FirstTicketsChosen", "TurnBegan"]
    assert engine.seen_by(state, events[1], None).numbers == (3, 2, 3)
    assert engine.view(state, None).ticket_sizes == (3, 2, 3)


def test_tickets_not_kept_at_the_start_go_under_the_deck() -> None:
    state = started()
    deck = list(state.ticket_deck)
    returned = []
    for seat in range(3):
        first, second, third = state.offered[seat]
        act(state, keep(first, third), seat=seat)
        returned.append(second)
    assert state.ticket_deck == deck + returned


# Later tickets


def test_the_others_go_under_the_deck_in_the_order_drawn() -> None:
    state = position()
    deck = list(state.ticket_deck)
    first, second, third = deck[:3]
    act(state, DRAW_TICKETS)
    assert state.offered[0] == (first, second, third)
    act(state, keep(second))
    assert state.ticket_deck == [*deck[3:], first, third]
    assert state.tickets[0] == (second,)
    assert state.offered[0] == ()


@pytest.mark.parametrize("left", [1, 2])
def test_a35_with_few_left_all_are_drawn_and_one_must_be_kept(left: int) -> None:
    state = position(ticket_deck=left)
    act(state, DRAW_TICKETS)
    assert len(state.offered[0]) == left
    assert refused(state, keep()) == "keep_too_few"
    assert len(engine.legal_actions(state, 0)) == {1: 1, 2: 3}[left]
    act(state, engine.legal_actions(state, 0)[0])
    assert (len(state.tickets[0]), len(state.ticket_deck)) == (1, left - 1)


def test_a35_with_none_left_drawing_tickets_is_closed() -> None:
    state = position(ticket_deck=0)
    assert engine.refusal(state, 0, DRAW_TICKETS) == ("no_tickets", {"left": 0})
    assert not any(isinstance(action, DrawTickets) for action in engine.legal_actions(state, 0))


def test_a71_of_two_left_the_mega_edition_keeps_one() -> None:
    state = position("usa-mega", ticket_deck=2)
    act(state, DRAW_TICKETS)
    assert len(state.offered[0]) == 2
    assert refused(state, keep()) == "keep_too_few"
    assert refused(state, keep(state.offered[0][1])) is None


def test_tickets_that_were_not_offered_cannot_be_kept() -> None:
    state = position()
    act(state, DRAW_TICKETS)
    mine = state.offered[0]
    strange = [number for number in range(30) if number not in mine][:2]
    assert engine.refusal(state, 0, keep(mine[0], *strange)) == ("not_offered", {"number": 2})


def test_while_choosing_nothing_else_is_accepted() -> None:
    state = position(hands=("R",))
    act(state, DRAW_TICKETS)
    assert refused(state, DRAW_TICKETS) == "wrong_phase"
    assert all(isinstance(action, KeepTickets) for action in engine.legal_actions(state, 0))
    assert engine.view(state, 0).offered == state.offered[0]


def test_how_many_were_seen_and_kept_is_public_and_which_is_not() -> None:
    state = position(seats=3)
    offered, _ = act(state, DRAW_TICKETS)
    mine = state.offered[0]
    assert engine.view(state, 1).offered_sizes == (3, 0, 0)
    assert engine.seen_by(state, offered, 1).tickets == (None, None, None)
    assert engine.seen_by(state, offered, 0).tickets == mine
    kept, _ = act(state, keep(mine[0], mine[2]))
    assert engine.seen_by(state, kept, 2).tickets == (None, None)
    assert engine.seen_by(state, kept, None).tickets == (None, None)
    assert engine.view(state, 2).ticket_sizes == (2, 0, 0)
    assert engine.view(state, 2).ticket_deck == 30 - 2
