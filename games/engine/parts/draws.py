"""Drawing train cards, one after the other. R-DRAW-2, R-DRAW-3; Card Game, section 4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from games.engine.core.chance import Rng
from games.engine.core.phase import Choice, Refusal, enter
from games.engine.parts import turns
from games.engine.parts.cards import ALL_DRAWS, DECK, FROM_DECK, LOCOMOTIVE, DrawCard, face_up_draws


class DrawCardChoice(Choice):
    """One card; as the second of a turn no locomotive of the row. A family says how a card is drawn."""

    action = DrawCard
    nothing_left: ClassVar[dict[str, int]]  # facts of an empty deck

    def __init__(self, *, second: bool = False) -> None:
        self.barred = LOCOMOTIVE if second else -1
        self.next = None if second else type(self)(second=True)

    def becomes_deck(self, state: Any) -> bool:
        """Would something become the deck when a card of the empty one is asked for?"""
        raise NotImplementedError

    def draw(self, state: Any, seat: int, rng: Rng) -> None:
        """The top of the deck into the hand."""
        raise NotImplementedError

    def take_face_up(self, state: Any, seat: int, place: int, rng: Rng) -> int:
        """The card of a place of the row into the hand, and the row is filled; gives the card."""
        raise NotImplementedError

    def legal(self, state: Any, seat: int, canonical: bool = False) -> Sequence[DrawCard]:
        """By place, the deck last."""
        barred, row = self.barred, state.row
        if None not in row and barred not in row and state.deck:
            return ALL_DRAWS
        draws = face_up_draws(row, barred)
        if state.deck or self.becomes_deck(state):
            draws.append(FROM_DECK)
        return draws

    def refusal(self, state: Any, seat: int, action: DrawCard) -> Refusal:
        if action.place == DECK:
            return "deck_empty", dict(self.nothing_left)
        if state.row[action.place] is None:
            return "place_empty", {"place": action.place}
        return "face_up_locomotive", {"place": action.place}

    def take(self, state: Any, seat: int, action: DrawCard, rng: Rng) -> None:
        """The turn ends after the second card, a face-up locomotive, or where there is no second card."""
        card = None
        if action.place == DECK:
            self.draw(state, seat, rng)
        else:
            card = self.take_face_up(state, seat, action.place, rng)
        if self.next and card != LOCOMOTIVE and (state.deck or self.next.legal(state, seat)):
            enter(state, "second_card")
        else:
            turns.end(state, rng)
