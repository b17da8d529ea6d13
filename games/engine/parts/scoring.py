"""Final order: places, and which tie-break had to be asked. R-END-5."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

Criterion = tuple[str, Callable[[Any], int]]  # name, and a number of which more is better


class Ranked(Protocol):
    """A score sheet that can be put in order."""

    seat: int
    place: int
    tie_break: str | None

    @property
    def total(self) -> int: ...


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
