"""Drawing train cards from a deck that the discards become. R-DRAW-1 to R-DRAW-5."""

from typing import ClassVar

from games.engine.board.state import State
from games.engine.core.chance import Rng
from games.engine.parts import cards, draws


class DrawCardChoice(draws.DrawCardChoice):
    """R-DRAW."""

    nothing_left: ClassVar = {"deck": 0, "discards": 0}

    def becomes_deck(self, state: State) -> bool:
        return any(state.discards)

    def draw(self, state: State, seat: int, rng: Rng) -> None:
        cards.draw(state, seat, rng)

    def take_face_up(self, state: State, seat: int, place: int, rng: Rng) -> int:
        return cards.take_face_up(state, seat, place, rng)


FIRST, SECOND = DrawCardChoice(), DrawCardChoice(second=True)
