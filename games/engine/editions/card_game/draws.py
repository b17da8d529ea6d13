"""Drawing train cards: up to two, of a deck that is played once. Section 4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.engine.core.chance import Rng
from games.engine.core.phase import Choice, Refusal, enter
from games.engine.core.table import emit
from games.engine.parts import turns
from games.engine.parts.cards import (
    ALL_DRAWS,
    DECK,
    FROM_DECK,
    LOCOMOTIVE,
    CardDrawn,
    DrawCard,
    FaceUpTaken,
    PlaceFilled,
    face_up_draws,
)

if TYPE_CHECKING:
    from games.engine.editions.card_game.state import State


class StopDrawing(NamedTuple):
    """Action: one card was enough (R4)."""


class DrawCardChoice(Choice):
    """One card; as the second of a turn no locomotive of the row."""

    action = DrawCard

    def __init__(self, *, second: bool = False) -> None:
        self.second = second
        self.barred = LOCOMOTIVE if second else -1

    def legal(self, state: State, seat: int, canonical: bool = False) -> Sequence[DrawCard]:
        """By place, the deck last."""
        barred, row = self.barred, state.row
        if None not in row and barred not in row and state.deck:
            return ALL_DRAWS
        draws = face_up_draws(row, barred)
        if state.deck:
            draws.append(FROM_DECK)
        return draws

    def refusal(self, state: State, seat: int, action: DrawCard) -> Refusal:
        if action.place == DECK:
            return "deck_empty", {"deck": 0}
        if state.row[action.place] is None:
            return "place_empty", {"place": action.place}
        return "face_up_locomotive", {"place": action.place}

    def take(self, state: State, seat: int, action: DrawCard, rng: Rng) -> None:
        card = None
        if action.place == DECK:
            emit(state, CardDrawn, seat, state.deck[-1])
        else:
            card = state.row[action.place]
            assert card is not None
            emit(state, FaceUpTaken, seat, action.place, card)
            turn_up(state, action.place)
        if self.second or card == LOCOMOTIVE or not SECOND.legal(state, seat):
            turns.end(state, rng)
        else:
            enter(state, "second_card")


class StopDrawingChoice(Choice):
    """R4."""

    action = StopDrawing
    ONLY = (StopDrawing(),)

    def legal(self, state: State, seat: int, canonical: bool = False) -> Sequence[StopDrawing]:
        return self.ONLY

    def take(self, state: State, seat: int, action: StopDrawing, rng: Rng) -> None:
        turns.end(state, rng)


FIRST, SECOND = DrawCardChoice(), DrawCardChoice(second=True)


def turn_up(state: State, place: int) -> None:
    """Fill an empty place of the row from the deck, while it lasts (R5); locomotives change nothing."""
    if state.deck:
        emit(state, PlaceFilled, place, state.deck[-1])


def fill_row(state: State) -> None:
    """All places, left to right."""
    for place in range(len(state.row)):
        turn_up(state, place)
