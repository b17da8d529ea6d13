"""An edition of the map games: numbers and lists, and the set-up they share. R-SETUP."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine.board import codec, scoring
from games.engine.board import view as views
from games.engine.board.map import Board
from games.engine.board.state import State
from games.engine.board.view import View
from games.engine.core import edition as core
from games.engine.core.chance import Rng
from games.engine.core.edition import NO_OPTIONS
from games.engine.core.phase import Phase
from games.engine.core.table import emit
from games.engine.parts import turns
from games.engine.parts.scoring import Criterion


@dataclass(frozen=True, eq=False)
class BoardEdition(core.Edition):
    """Numbers are counts of cards, trains, tickets, seats, or points; see `docs/rules`."""

    id: str
    name: str
    board_id: str  # the folder of its drawing: editions of one map share it
    board: Board
    players: range
    trains: int
    stations: int
    hand: int  # train cards dealt to each
    cards: tuple[int, ...]  # how many of each kind there are
    first_tickets: int
    keep_first: int
    later_tickets: int
    keep_later: int
    twins_closed_up_to: int  # seats (R-DOUBLE-2)
    last_round_at: int  # trains (R-END-1)
    bonuses: Mapping[str, int]  # points of longest_path, globetrotter, where there are such
    phases: Mapping[str, Phase]
    scorers: Sequence[scoring.Scorer]
    tie_breaks: Sequence[Criterion]
    events: Sequence[Any]  # its kinds of events
    setting_up: Sequence[Callable[[State, Rng], None]]  # one step after the other
    first_rest: Callable[[Any, int], None]  # where a seat's unkept first tickets go (R-SETUP-5)
    first_long: int = 0  # long tickets dealt to each beside first_tickets
    station_points: int = 0  # of each station never built (R-STATION-3)

    def last_round_due(self, state: State) -> bool:
        return state.trains[state.seat] <= self.last_round_at

    def turn_began(self, state: State) -> None:
        """Nothing happens by itself at the beginning of a turn."""

    def turns_over(self, state: State, rng: Rng) -> None:
        """After the last round, or when everybody passed in a row, the game is over (R-END-1, R-END-7)."""
        emit(turns.GameEnded, state, state.turns_left != 0)

    def blank(self, seats: int, options: Mapping[str, Any] = NO_OPTIONS) -> State:
        return State(self, seats)

    def view(self, state: State, viewer: int | None) -> View:
        return views.of(state, viewer)

    def asked(self, view: View) -> State:
        return views.asked(view)

    def determinize(self, view: View, rng: Rng, ticket_weights: Any = None) -> State:
        return views.determinize(view, rng, ticket_weights)

    def scores(self, state: State) -> list[scoring.Sheet]:
        return scoring.scores(state)

    @cached_property
    def codec(self) -> codec.BoardCodec:
        return codec.BoardCodec(self)

    def describe_claim(self, view: View, route: str) -> dict[str, Any]:
        return self.codec.claim(view, route)

    def describe_station(self, view: View, city: str) -> dict[str, Any]:
        return self.codec.station(view, city)
