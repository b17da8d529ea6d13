"""What players lose sight of. Section 8, R12.

Every card lay open when it went where it is; who remembers them all knows every track pile. Remembering is a
part of the game, so what is told of earlier turns names no colours: of what others did in any case, for their
piles are closed; of what one did oneself unless the option `look_at_track` opens the own pile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.core.table import Event
from games.engine.editions.card_game.completing import TicketsCompleted
from games.engine.editions.card_game.rows import CardsRolled, RowRobbed, TrainsPlaced
from games.engine.parts.cards import CardDrawn, FaceUpTaken, PlaceFilled

if TYPE_CHECKING:
    from games.engine.editions.card_game.state import State

COLOURFUL: dict[type, tuple[str, ...]] = {
    CardDrawn: ("card",),
    FaceUpTaken: ("card",),
    PlaceFilled: ("card",),
    CardsRolled: ("rows", "cards"),
    RowRobbed: ("cards",),
    TrainsPlaced: ("cards",),
    TicketsCompleted: ("track",),
}
NOT_IN_A_TURN = ("first_tickets", "complete_tickets")


def forgotten(event: Event) -> Event:
    """The event with how many cards it moved, and not which."""
    hidden: dict[str, Any] = {}
    for name in COLOURFUL.get(type(event), ()):
        its = getattr(event, name)
        hidden[name] = (None,) * len(its) if isinstance(its, tuple) else None
    return event._replace(**hidden) if hidden else event


def reach(state: State, viewer: int | None) -> tuple[int | None, int]:
    """From which turn on things are remembered: (seat, or None for any; how many turns back).

    A seat: from its previous turn, which is the one before the turn it is taking now. A spectator:
    one round of turns before the one that goes on.
    """
    goes_on = state.phase not in NOT_IN_A_TURN
    if viewer is None:
        return None, state.seats + goes_on
    return viewer, 1 + (goes_on and state.seat == viewer)
