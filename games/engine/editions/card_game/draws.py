"""Drawing train cards: up to two, of a deck that is played once. Section 4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from games.engine.core.chance import Rng
from games.engine.core.phase import Choice
from games.engine.core.table import emit
from games.engine.parts import draws, turns
from games.engine.parts.cards import CardDrawn, FaceUpTaken, PlaceFilled

if TYPE_CHECKING:
    from games.engine.editions.card_game.state import State


class StopDrawing(NamedTuple):
    """Action: one card was enough (R4)."""


class DrawCardChoice(draws.DrawCardChoice):
    """Section 4."""

    nothing_left: ClassVar = {"deck": 0}

    def becomes_deck(self, state: State) -> bool:
        return False

    def draw(self, state: State, seat: int, rng: Rng) -> None:
        emit(CardDrawn, state, seat, state.deck[-1])

    def take_face_up(self, state: State, seat: int, place: int, rng: Rng) -> int:
        card = state.row[place]
        assert card is not None
        emit(FaceUpTaken, state, seat, place, card)
        turn_up(state, place)
        return card


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
        emit(PlaceFilled, state, place, state.deck[-1])


def fill_row(state: State) -> None:
    """All places, left to right."""
    for place in range(len(state.row)):
        turn_up(state, place)
