"""The last round, forced passes, and the game that ends because nobody can do anything. R-TURN-1, R-END."""

from __future__ import annotations

import pytest

from games import engine
from games.engine.board.claims import ClaimRoute
from tests.engine.build import (
    BLIND,
    DRAW_TICKETS,
    act,
    claim,
    drawable,
    keep,
    names,
    over,
    position,
    refused,
    take,
)

DECK = "OOPPKKWWOOPPKKWWOOPPKKWW"
TWO = ("Las Vegas", "Los Angeles")
ONE = ("Dallas", "Houston")


def test_a46_after_the_trigger_everybody_has_exactly_one_more_turn() -> None:
    state = position(seats=4, hands=("RR",), deck=DECK, trains={0: 4})
    events = act(state, claim(TWO, "RR"))
    assert names(events) == ["RouteClaimed", "LastRoundBegan", "TurnBegan"]
    assert state.last_round_by == 0
    turns = []
    while not engine.is_over(state):
        turns.append(state.seat)
        events = act(state, BLIND, BLIND)
    assert turns == [1, 2, 3, 0]
    assert events[-1].all_passed is False
    assert state.phase == "over"


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a47_two_trains_or_fewer_at_the_end_of_a_turn_begin_the_last_round(left: int) -> None:
    state = position(hands=("RR",), deck=DECK, trains={0: left + 2})
    assert "LastRoundBegan" in names(act(state, claim(TWO, "RR")))


def test_a47_three_trains_do_not() -> None:
    state = position(hands=("RR",), deck=DECK, trains={0: 5})
    assert "LastRoundBegan" not in names(act(state, claim(TWO, "RR")))


def test_a47_few_cards_do_not_either() -> None:
    state = position(hands=("RRRRRR",), deck=DECK)
    events = act(state, claim(("Dallas", "El Paso", "red"), "RRRR"))
    assert sum(state.hand(0)) == 2
    assert "LastRoundBegan" not in names(events)


def test_the_trigger_fires_once() -> None:
    state = position(seats=3, hands=("RR", "RR", ""), deck=DECK, trains={0: 4, 1: 4})
    act(state, claim(TWO, "RR"))
    events = act(state, claim(("El Paso", "Santa Fe"), "RR"))
    assert "LastRoundBegan" not in names(events)
    act(state, BLIND, BLIND)
    assert state.seat == 0
    act(state, BLIND, BLIND)
    assert engine.is_over(state)


def test_a49_on_the_last_turn_without_trains_only_claims_are_closed() -> None:
    state = position(hands=("RR", "RR"), deck=DECK, trains={0: 2, 1: 0})
    act(state, claim(TWO, "RR"))
    assert state.seat == 1
    assert drawable(state) == {-1, 0, 1, 2, 3, 4}
    assert refused(state, DRAW_TICKETS) is None
    assert refused(state, claim(ONE, "R")) == "trains"
    assert not any(isinstance(action, ClaimRoute) for action in engine.legal_actions(state, 1))


def test_a_last_turn_may_be_two_cards_or_tickets_too() -> None:
    state = position(hands=("RR",), deck=DECK, trains={0: 2})
    act(state, claim(TWO, "RR"), DRAW_TICKETS)
    assert state.phase == "keep_tickets"
    act(state, keep(state.offered[1][0]))
    assert state.seat == 0
    act(state, take(0))
    assert state.phase == "second_card"
    act(state, take(1))
    assert engine.is_over(state)


def test_the_view_tells_how_many_turns_are_left() -> None:
    state = position(seats=3, hands=("RR",), deck=DECK, trains={0: 2})
    assert state.edition.describe_view(engine.view(state, None))["last_round"] is None
    act(state, claim(TWO, "RR"))
    seen = state.edition.describe_view(engine.view(state, None))
    assert seen["last_round"] == {"triggered_by": 0, "turns_left": 3}
    act(state, BLIND, BLIND)
    seen = state.edition.describe_view(engine.view(state, None))
    assert seen["last_round"] == {"triggered_by": 0, "turns_left": 2}


# R-TURN-1


def test_who_can_do_nothing_passes_within_the_move_before() -> None:
    state = position(
        seats=3, row="R....", deck="", hands=("", "", "RR"), ticket_deck=0, trains={1: 10, 2: 10}
    )
    events = act(state, take(0))
    assert names(events) == ["FaceUpTaken", "TurnBegan", "TurnPassed", "TurnBegan"]
    assert events[2].seat == 1
    assert state.seat == 2


def test_several_may_pass_in_a_row_and_the_turn_comes_back() -> None:
    state = position(seats=3, row="R....", deck="", hands=("RR", "", ""), ticket_deck=0)
    events = act(state, take(0))
    assert [event.seat for event in events if type(event).__name__ == "TurnPassed"] == [1, 2]
    assert (state.seat, state.phase) == (0, "turn")


def test_a_forced_pass_uses_up_a_turn_of_the_last_round() -> None:
    state = position(
        seats=3, row=".....", deck="", hands=("RRR", "", ""), ticket_deck=0, trains={0: 5, 1: 2, 2: 2}
    )
    act(state, claim(("Phoenix", "Santa Fe"), "RRR"))  # its cards fill three places of the row
    assert state.last_round_by == 0
    act(state, take(0), take(1))
    events = act(state, take(2))
    assert names(events) == ["FaceUpTaken", "TurnBegan", "TurnPassed", "GameEnded"]
    assert events[2].seat == 0
    assert events[3].all_passed is False


def test_a14_a_pass_is_forced_only_without_card_route_and_ticket() -> None:
    nothing = {"row": ".....", "deck": "", "ticket_deck": 0}
    assert engine.legal_actions(position(**nothing, hands=("GGGG",), trains={0: 0}), 0) == []
    for change in (
        {"ticket_deck": 1},
        {"row": "..R.."},
        {"row": "..L.."},
        {"deck": "R"},
        {"discards": "R"},
        {"trains": {0: 1}},
    ):
        given = {**nothing, "hands": ("GGGG",), "trains": {0: 0}, **change}
        assert engine.legal_actions(position(**given), 0) != []


def test_c04_the_game_ends_when_all_pass_in_a_row() -> None:
    state = position(
        seats=4,
        row="R....",
        deck="",
        hands=("", "B", "G", "W"),
        ticket_deck=0,
        trains={0: 5, 1: 5, 2: 5, 3: 5},
    )
    for number, its in enumerate(state.edition.board.routes):
        if its.length == 1:  # nobody can pay more than one
            state.owner[number] = 0
    state = state.edition.load(state.edition.dump(state))  # closes what is owned
    events = act(state, take(0))
    assert [event.seat for event in events if type(event).__name__ == "TurnPassed"] == [1, 2, 3, 0]
    assert names(events)[-1] == "GameEnded"
    assert events[-1].all_passed is True
    assert engine.is_over(state)
    assert engine.scores(state)


def test_c04_who_passed_may_act_again_when_cards_have_come_back() -> None:
    state = position(seats=2, row="R....", deck="", hands=("RR", ""), ticket_deck=0)
    act(state, take(0))  # seat 1 passes
    act(state, claim(TWO, "RR"))
    assert state.seat == 1
    assert drawable(state) == {0, 1}


def test_all_passing_in_the_last_round_is_its_end() -> None:
    state = position(row="R....", deck="", ticket_deck=0, trains={0: 0, 1: 0})
    events = act(state, take(0))
    assert "LastRoundBegan" in names(events)
    assert names(events)[-1] == "GameEnded"
    assert engine.is_over(state)


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    state = over(position(hands=("R",)))
    for action in (BLIND, DRAW_TICKETS, keep(1), claim(ONE, "R")):
        assert refused(state, action, seat=0) == "not_your_turn"
    assert engine.to_act(state) == ()
