"""Score sheets of labelled parts, and their final order: places, tie-breaks. R-END-5."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from games.engine.core.codec import type_name

Criterion = tuple[str, Callable[[Any], int]]  # name, and a number of which more is better


class Ranked(Protocol):
    """A score sheet that can be put in order."""

    seat: int
    place: int
    tie_break: str | None

    @property
    def total(self) -> int: ...


class TicketScore(NamedTuple):
    ticket: int
    points: int  # negative when not completed
    completed: bool


class Sheet:
    """One seat's score: points of routes, tickets, and what the edition's scorers add as further parts."""

    routes = 0  # points; of map games only

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.tickets: list[TicketScore] = []
        self.parts: dict[str, Any] = {}  # by `longest_path`, ...; each has a `bonus`
        self.place = 0
        self.tie_break: str | None = None

    @property
    def completed(self) -> int:
        """How many tickets are completed."""
        return sum(ticket.completed for ticket in self.tickets)

    def add(self, part: Any) -> None:
        """A part under the name of its kind."""
        self.parts[type_name(type(part))] = part

    @property
    def total(self) -> int:
        bonuses: int = sum(part.bonus for part in self.parts.values())
        return self.routes + sum(ticket.points for ticket in self.tickets) + bonuses


def in_final_order(sheets: Sequence[Any], criteria: Sequence[Criterion]) -> list[Any]:
    """The sheets, best first, with places and tie-breaks filled in.

    Sheets that no criterion tells apart share their place and stand in the order of seats.
    """

    def key(sheet: Ranked) -> tuple[int, ...]:
        return (sheet.total, *(number(sheet) for _, number in criteria))

    ordered = sorted(sheets, key=lambda sheet: ([-number for number in key(sheet)], sheet.seat))
    for sheet in ordered:
        sheet.place = 1 + sum(key(other) > key(sheet) for other in ordered)
        sheet.tie_break = tie_break(sheet, ordered, criteria)
    return ordered


def tie_break(sheet: Ranked, sheets: Sequence[Ranked], criteria: Sequence[Criterion]) -> str | None:
    """The last criterion that was needed to tell this sheet from others with the same total.

    None when nobody else has the total, "shared" when no criterion helps.
    """
    names = [name for name, _ in criteria] + ["shared"]
    asked = [
        next((at for at, (_, number) in enumerate(criteria) if number(sheet) != number(other)), len(criteria))
        for other in sheets
        if other is not sheet and other.total == sheet.total
    ]
    return names[max(asked)] if asked else None
