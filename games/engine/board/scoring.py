"""Final scoring: a list of scorers fills one sheet for each seat. R-END-2 to R-END-6."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.engine.board.borrowing import Borrowing
from games.engine.board.state import State
from games.engine.parts import scoring as parts
from games.engine.parts.graph import Network
from games.engine.parts.scoring import Criterion, TicketScore, in_final_order


class LongestPath(NamedTuple):
    length: int
    routes: tuple[int, ...]
    bonus: int


class Globetrotter(NamedTuple):
    completed: int
    bonus: int


class Stations(NamedTuple):
    unused: int
    bonus: int
    borrowed: dict[int, int]  # city of a station -> route


PARTS = (LongestPath, Globetrotter, Stations)


class Sheet(parts.Sheet):
    """With the seat's network; the parts are of PARTS."""

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(seat)
        routes = state.edition.board.routes
        self.own = [route for route, owner in enumerate(state.owner) if owner == seat]
        self.network = Network([routes[route][1:4] for route in self.own])
        self.routes = state.points[seat]
        self.trail, places = self.network.longest_trail()
        self.trail_routes = tuple(self.own[place] for place in places)
        self.travel = self.network  # on which tickets are looked at


Scorer = Callable[[State, Sequence[Sheet]], None]


def tickets(state: State, sheets: Sequence[Sheet]) -> None:
    """Completed tickets count for, the others against their owner (R-END-2)."""
    for sheet in sheets:
        for number in state.tickets[sheet.seat]:
            ticket = state.edition.board.tickets[number]
            done = sheet.travel.joins(ticket.a, ticket.b)
            sheet.tickets.append(TicketScore(number, ticket.points if done else -ticket.points, done))


def longest_path(bonus: int) -> Scorer:
    """Everyone who shares the greatest length gets the bonus; a length of 0 gets nothing (R-END-3)."""

    def score(state: State, sheets: Sequence[Sheet]) -> None:
        best = max(sheet.trail for sheet in sheets)
        for sheet in sheets:
            won = bonus if best and sheet.trail == best else 0
            sheet.add(LongestPath(sheet.trail, sheet.trail_routes, won))

    return score


def globetrotter(bonus: int) -> Scorer:
    """Most completed tickets; shared by all who have so many; 0 gets nothing (R-END-4)."""

    def score(state: State, sheets: Sequence[Sheet]) -> None:
        best = max(sheet.completed for sheet in sheets)
        for sheet in sheets:
            won = bonus if best and sheet.completed == best else 0
            sheet.add(Globetrotter(sheet.completed, won))

    return score


def stations(unused_points: int) -> Scorer:
    """What they borrow, for the tickets that are looked at next, and those never built (R-STATION-2, 3)."""

    def score(state: State, sheets: Sequence[Sheet]) -> None:
        for sheet in sheets:
            borrowing = Borrowing(state.edition.board, state.owner, state.stations, sheet.seat)
            borrowed = borrowing.best(state.tickets[sheet.seat])
            if borrowed:
                sheet.travel = borrowing.network(*borrowed.values())
            unused = state.stations_left(sheet.seat)
            sheet.add(Stations(unused, unused_points * unused, borrowed))

    return score


TICKETS_THEN_PATH: tuple[Criterion, ...] = (  # R-END-5, USA editions
    ("tickets", lambda sheet: sheet.completed),
    ("longest_path", lambda sheet: sheet.trail),
)
TICKETS_STATIONS_EXPRESS: tuple[Criterion, ...] = (  # R-END-5, Europe
    ("tickets", lambda sheet: sheet.completed),
    ("stations", lambda sheet: sheet.parts["stations"].unused),
    ("express", lambda sheet: sheet.parts["longest_path"].bonus),
)


def scores(state: State) -> list[Sheet]:
    """The sheets in final order."""
    sheets = [Sheet(state, seat) for seat in range(state.seats)]
    for scorer in state.edition.scorers:
        scorer(state, sheets)
    return in_final_order(sheets, state.edition.tie_breaks)
