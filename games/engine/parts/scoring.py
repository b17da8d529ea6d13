"""Score sheets of labelled parts, and their final order: places, tie-breaks. R-END-5."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.engine.core.codec import type_name

Criterion = tuple[str, Callable[[Any], int]]  # name, and a number of which more is better


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
    names = ["total", *[name for name, _ in criteria], "shared"]
    numbers = {sheet.seat: (sheet.total, *[number(sheet) for _, number in criteria]) for sheet in sheets}
    ordered = sorted(sheets, key=lambda sheet: ([-number for number in numbers[sheet.seat]], sheet.seat))
    for sheet in ordered:
        its = numbers[sheet.seat]
        others = [theirs for seat, theirs in numbers.items() if seat != sheet.seat]
        sheet.place = 1 + sum([theirs > its for theirs in others])
        asked = max([first_difference(its, theirs) for theirs in others], default=0)
        sheet.tie_break = names[asked] if asked else None
    return ordered


def first_difference(one: Sequence[int], other: Sequence[int]) -> int:
    """The first place at which two rows of numbers differ; their length if they do not."""
    for at, (its, theirs) in enumerate(zip(one, other, strict=True)):
        if its != theirs:
            return at
    return len(one)
