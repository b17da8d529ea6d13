"""Drawing train cards from a deck that the discards become. R-DRAW-1 to R-DRAW-5."""

from typing import ClassVar

from games.engine.board.state import State
from games.engine.parts import cards, draws


class DrawCardChoice(draws.DrawCardChoice):
    """R-DRAW."""

    nothing_left: ClassVar = {"deck": 0, "discards": 0}
    draw = staticmethod(cards.draw)
    take_face_up = staticmethod(cards.take_face_up)

    def becomes_deck(self, state: State) -> bool:
        return any(state.discards)


FIRST, SECOND = DrawCardChoice(), DrawCardChoice(second=True)
