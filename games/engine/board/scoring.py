"""Final scoring: a list of scorers fills one sheet for each seat. R-END-2 to R-END-6."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.engine.board.state import State
from games.engine.parts.graph import Network
from games.engine.parts.scoring import Criterion, in_final_order


class TicketScore(NamedTuple):
    ticket: int
    points: int  # negative when not completed
    completed: bool


class LongestPath(NamedTuple):
    length: int
    routes: tuple[int, ...]
    bonus: int


class Globetrotter(NamedTuple):
    completed: int
    bonus: int


class Sheet:
    """One seat's score. A part that the edition does not have stays None."""

    def __init__(self, state: State, seat: int) -> None:
        routes = state.edition.board.routes
        self.seat = seat
        self.own = [route for route, owner in enumerate(state.owner) if owner == seat]
        self.network = Network(
            [(routes[route].a, routes[route].b, routes[route].length) for route in self.own]
        )
        self.routes = state.points[seat]
        self.tickets: list[TicketScore] = []
        self.trail, places = self.network.longest_trail()
        self.trail_routes = tuple(self.own[place] for place in places)
        self.longest_path: LongestPath | None = None
        self.globetrotter: Globetrotter | None = None
        self.place = 0
        self.tie_break: str | None = None

    @property
    def completed(self) -> int:
        """How many tickets are completed."""
        return sum(ticket.completed for ticket in self.tickets)

    @property
    def total(self) -> int:
        bonuses = [part.bonus for part in (self.longest_path, self.globetrotter) if part]
        return self.routes + sum(ticket.points for ticket in self.tickets) + sum(bonuses)


Scorer = Callable[[State, Sequence[Sheet]], None]


def tickets(state: State, sheets: Sequence[Sheet]) -> None:
    """Completed tickets count for, the others against their owner (R-END-2)."""
    for sheet in sheets:
        for number in state.tickets[sheet.seat]:
            ticket = state.edition.board.tickets[number]
            done = sheet.network.joins(ticket.a, ticket.b)
            sheet.tickets.append(TicketScore(number, ticket.points if done else -ticket.points, done))


def longest_path(bonus: int) -> Scorer:
    """Everyone who shares the greatest length gets the bonus; a length of 0 gets nothing (R-END-3)."""

    def score(state: State, sheets: Sequence[Sheet]) -> None:
        best = max(sheet.trail for sheet in sheets)
        for sheet in sheets:
            won = bonus if best and sheet.trail == best else 0
            sheet.longest_path = LongestPath(sheet.trail, sheet.trail_routes, won)

    return score


def globetrotter(bonus: int) -> Scorer:
    """Most completed tickets; shared by all who have so many; 0 gets nothing (R-END-4)."""

    def score(state: State, sheets: Sequence[Sheet]) -> None:
        best = max(sheet.completed for sheet in sheets)
        for sheet in sheets:
            won = bonus if best and sheet.completed == best else 0
            sheet.globetrotter = Globetrotter(sheet.completed, won)

    return score


TICKETS_THEN_PATH: tuple[Criterion, ...] = (  # R-END-5, USA editions
    ("tickets", lambda sheet: sheet.completed),
    ("longest_path", lambda sheet: sheet.trail),
)


def scores(state: State) -> list[Sheet]:
    """The sheets in final order."""
    sheets = [Sheet(state, seat) for seat in range(state.seats)]
    for scorer in state.edition.scorers:
        scorer(state, sheets)
    return in_final_order(sheets, state.edition.tie_breaks)
