"""Whose turn it is, the forced pass and the last round. R-TURN-1, R-END-1, R-END-7."""

from typing import Any, NamedTuple, Protocol

from games.engine.core.chance import Rng
from games.engine.core.table import Table, emit

NOT_YET = -1  # turns_left before the last round


class TurnTable(Table, Protocol):
    """A state with turns and a last round."""

    edition: Any
    order: tuple[int, ...]
    turns_left: int
    last_round_by: int | None


class SeatsDrawn(NamedTuple):
    """Turn order: seat i of the game is the table's seat order[i] (R-SETUP-3)."""

    order: tuple[int, ...]

    @staticmethod
    def change(state: TurnTable, order: tuple[int, ...]) -> None:
        state.order = order


class TurnBegan(NamedTuple):
    seat: int

    @staticmethod
    def change(state: TurnTable, seat: int) -> None:
        state.seat = seat
        state.phase = "turn"
        if state.turns_left > 0:
            state.turns_left -= 1


class TurnPassed(NamedTuple):
    """There was nothing this seat could do (R-TURN-1)."""

    seat: int

    @staticmethod
    def change(state: TurnTable, seat: int) -> None:
        pass


class LastRoundBegan(NamedTuple):
    """The seat has few trains left, or emptied the deck: everybody has one more turn (R-END-1)."""

    seat: int

    @staticmethod
    def change(state: TurnTable, seat: int) -> None:
        state.turns_left = state.seats
        state.last_round_by = seat


class GameEnded(NamedTuple):
    """After the last round, or because everybody passed in a row (R-END-7)."""

    all_passed: bool

    @staticmethod
    def change(state: TurnTable, all_passed: bool) -> None:
        state.phase = "over"


def draw_seats(state: TurnTable, rng: Rng) -> None:
    """Chance says who begins, and who comes next (R-SETUP-3)."""
    order = list(range(state.seats))
    rng.shuffle(order)
    emit(SeatsDrawn, state, tuple(order))


def end(state: TurnTable, rng: Rng) -> None:
    """End the turn, and begin the last round if it is due."""
    if state.turns_left == NOT_YET and state.edition.last_round_due(state):
        emit(LastRoundBegan, state, state.seat)
    go_on(state, rng)


def go_on(state: TurnTable, rng: Rng) -> None:
    """The next seat moves, or passes when it cannot; without a next one the edition says what comes."""
    for _ in range(state.seats):
        if state.turns_left == 0:
            break
        emit(TurnBegan, state, (state.seat + 1) % state.seats)
        state.edition.turn_began(state)
        if can_act(state):
            return
        emit(TurnPassed, state, state.seat)
    state.edition.turns_over(state, rng)


def can_act(state: TurnTable) -> bool:
    """Has the seat to move a legal action? The cheapest choice to list comes first in the phase."""
    for choice in state.edition.phases["turn"].choices:  # noqa: SIM110 - any() takes three times as long
        if choice.legal(state, state.seat, True):
            return True
    return False
