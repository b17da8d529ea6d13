"""What all computer players keep to: the rules, their own view, and reproducible choices."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games import ai, engine
from games.engine.board.claims import ClaimRoute
from games.engine.board.state import State
from games.engine.parts.cards import DrawCard
from games.engine.parts.tickets import DrawTickets, KeepTickets
from tests.engine import hidden
from tests.engine.build import DRAW_TICKETS, LETTERS, act, edition, position, ticket

LEVELS = sorted(ai.LEVELS)
EVERY_LEVEL = pytest.mark.parametrize("level", LEVELS)
TABLES = pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name, its in engine.EDITIONS.items() for seats in its.players]
)


def games(name: str, seats: int, turned: int, seed: int) -> Iterator[tuple[Any, int, str, Random]]:
    """Each decision of a game in which all levels sit around the table: state, seat, level, generator."""
    chance = Random(seed)
    state, _ = engine.start(engine.EDITIONS[name], seats, {}, chance)
    for _ in range(5000):
        asked = engine.to_act(state)
        if not asked:
            return
        seat = asked[-1]
        level = LEVELS[(seat + turned) % len(LEVELS)]
        generator = Random(chance.random())
        yield state, seat, level, generator
        engine.apply(state, seat, ai.choose(engine.view(state, seat), level, generator, ai.AT_ONCE), chance)
    raise AssertionError("the game does not end")


@TABLES
def test_every_level_plays_by_the_rules_to_the_end(name: str, seats: int) -> None:
    played = set()
    for turned in range(0, 4, seats) if seats < 4 else (seats,):
        for state, seat, level, generator in games(name, seats, turned, seed=seats):
            begun = generator.getstate()
            action = ai.choose(engine.view(state, seat), level, generator, ai.AT_ONCE)
            generator.setstate(begun)
            assert action in engine.legal_actions(state, seat)
            assert engine.refusal(state, seat, action) is None
            played.add(level)
    assert played == set(LEVELS)


def test_an_unknown_level_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        ai.choose(engine.view(position(), 0), "brilliant", Random(0))


@EVERY_LEVEL
def test_equal_views_and_equal_generators_give_equal_moves(level: str) -> None:
    pick = Random(2)
    for state, seat, _, _ in games("usa", 3, 0, seed=5):
        if pick.random() > 0.15:
            continue
        first = ai.choose(engine.view(state, seat), level, Random(9))
        assert ai.choose(engine.view(state, seat), level, Random(9)) == first


@EVERY_LEVEL
@pytest.mark.parametrize("name", ["usa", "usa-mega"])
def test_the_choice_does_not_depend_on_what_the_seat_cannot_see(level: str, name: str) -> None:
    pick = Random(1)
    for state, seat, _, _ in games(name, 3, 1, seed=6):
        if pick.random() < 0.1:
            view = engine.view(state, seat)
            choice = ai.choose(view, level, Random(9))
            for other in (
                engine.determinize(view, pick),
                engine.determinize(view, pick),
                hidden.otherwise(state, seat, pick),
            ):
                assert ai.choose(engine.view(other, seat), level, Random(9)) == choice


class Sealed(State):
    """A state that nobody may look at any more."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"somebody looked at {name}")


@EVERY_LEVEL
def test_a_player_never_touches_the_state_behind_its_view(level: str) -> None:
    for seed in range(3):
        state, _ = engine.start(edition(), 2, {}, Random(seed))
        view = engine.view(state, 0)
        seal(state)
        assert isinstance(ai.choose(view, level, Random(0)), KeepTickets)
    state = position(hands=("RRRLPPGG", "BBWW"), tickets={0: [("Denver", "El Paso")]})
    view = engine.view(state, 0)
    seal(state)
    assert ai.choose(view, level, Random(0)) is not None


def seal(state: State) -> None:
    """From now on whoever looks at it is caught."""
    state.__class__ = Sealed
    with pytest.raises(AssertionError, match="looked at hands"):
        _ = state.hands


def test_a_view_holds_no_state() -> None:
    state, _ = engine.start(edition(), 3, {}, Random(0))
    found = [engine.view(state, 0)]
    while found:
        thing = found.pop()
        assert not isinstance(thing, State | Random | engine.SeededRng)
        assert not isinstance(thing, list), "a view can be kept: nothing in it changes"
        if isinstance(thing, tuple):
            found += thing
        elif type(thing).__name__ == "View":
            found += [getattr(thing, slot) for slot in type(thing).__slots__ if slot != "edition"]


# The cases


def nothing_but(cards: str = "", **given: Any) -> State:
    """A position without deck, in which the other seat holds all cards that are not named here."""
    rest = "".join(letter * (14 if letter == "L" else 12) for letter in LETTERS)
    for card in cards:
        rest = rest.replace(card, "", 1)
    return position(**{"row": ".....", "deck": "", "hands": ("", rest), **given})


@EVERY_LEVEL
def test_c02_the_second_card_is_the_one_that_is_there(level: str) -> None:
    state = nothing_but("R", row="....R")
    state.phase = "second_card"
    assert ai.choose(engine.view(state, 0), level, Random(0)) == DrawCard(4)


@EVERY_LEVEL
def test_c15_a_player_acts_whatever_is_left_to_do(level: str) -> None:
    only_tickets = nothing_but()
    only_claims = nothing_but("RR", ticket_deck=0)
    only_claims.hands[0] = 2
    only_discards = nothing_but("RB", ticket_deck=0, discards="RB")
    only_a_locomotive = nothing_but("L", ticket_deck=0, row="..L..")
    for state, action in (
        (only_tickets, DrawTickets),
        (only_claims, ClaimRoute),
        (only_discards, DrawCard),
        (only_a_locomotive, DrawCard),
    ):
        chosen = ai.choose(engine.view(state, 0), level, Random(0))
        assert isinstance(chosen, action)
        assert chosen in engine.legal_actions(state, 0)


HOPELESS = [("Los Angeles", "New York"), ("New York", "Seattle"), ("Denver", "Pittsburgh")]


def offered(state: State, *pairs: tuple[str, str]) -> engine.Action:
    """A state in which these tickets are to be chosen from."""
    numbers = [ticket(a, b) for a, b in pairs]
    state.ticket_deck = [*numbers, *(number for number in state.ticket_deck if number not in numbers)]
    act(state, DRAW_TICKETS)
    return engine.view(state, 0)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_c15_of_hopeless_tickets_only_the_cheapest_is_kept(level: str) -> None:
    view = offered(position(trains={0: 3}), *HOPELESS)
    assert ai.choose(view, level, Random(0)) == KeepTickets((ticket("Denver", "Pittsburgh"),))


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_c15_cut_off_or_out_of_reach_is_all_one(level: str) -> None:
    cut_off = {1: [("Atlanta", "Miami"), ("Charleston", "Miami"), ("Miami", "New Orleans")]}
    view = offered(position(own=cut_off, trains={0: 3}), ("Los Angeles", "Miami"), ("Denver", "Pittsburgh"))
    assert set(view.offered) >= {ticket("Los Angeles", "Miami"), ticket("Denver", "Pittsburgh")}
    kept = ai.choose(view, level, Random(0)).tickets
    assert ticket("Los Angeles", "Miami") not in kept


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_dead_ticket_in_hand_does_not_spoil_the_choice_of_others(level: str) -> None:
    cut_off = {1: [("Atlanta", "Miami"), ("Charleston", "Miami"), ("Miami", "New Orleans")]}
    own = {**cut_off, 0: [("Dallas", "Houston"), ("Dallas", "Oklahoma City")]}
    pairs = [("Houston", "Kansas City"), ("New York", "Seattle"), ("Denver", "El Paso")]
    with_it = offered(position(own=own, tickets={0: [("Los Angeles", "Miami")]}), *pairs)
    without = offered(position(own=own), *pairs)
    assert with_it.offered == without.offered
    assert ai.choose(with_it, level, Random(0)) == ai.choose(without, level, Random(0))


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_seat_with_many_tickets_is_still_played(level: str) -> None:
    """A player may have drawn them all before it left: then there are millions of sets of them."""
    state = position("usa-mega")
    state.tickets[0], state.ticket_deck = tuple(range(60)), list(range(60, 69))
    assert ai.choose(engine.view(state, 0), level, Random(0)) in engine.legal_actions(state, 0)
    act(state, DRAW_TICKETS)
    assert ai.choose(engine.view(state, 0), level, Random(0)) in engine.legal_actions(state, 0)
