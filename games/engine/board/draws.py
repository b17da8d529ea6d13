"""Drawing train cards, one after the other. R-DRAW-1 to R-DRAW-4."""

from collections.abc import Sequence

from games.engine.board.state import State
from games.engine.core.chance import Rng
from games.engine.core.phase import Choice, Refusal, enter
from games.engine.parts import cards, turns
from games.engine.parts.cards import ALL_DRAWS, DECK, FROM_DECK, LOCOMOTIVE, DrawCard, face_up_draws


class DrawCardChoice(Choice):
    """One card; as the second of a turn no locomotive of the row (R-DRAW-2)."""

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
        if state.deck or any(state.discards):
            draws.append(FROM_DECK)
        return draws

    def refusal(self, state: State, seat: int, action: DrawCard) -> Refusal:
        if action.place == DECK:
            return "deck_empty", {"deck": 0, "discards": 0}
        if state.row[action.place] is None:
            return "place_empty", {"place": action.place}
        return "face_up_locomotive", {"place": action.place}

    def take(self, state: State, seat: int, action: DrawCard, rng: Rng) -> None:
        card = None
        if action.place == DECK:
            cards.draw(state, seat, rng)
        else:
            card = cards.take_face_up(state, seat, action.place, rng)
        if self.second or card == LOCOMOTIVE or not SECOND.legal(state, seat):
            turns.end(state, rng)
        else:
            enter(state, "second_card")


FIRST, SECOND = DrawCardChoice(), DrawCardChoice(second=True)
