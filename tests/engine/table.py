"""The numbers of the editions as the rules page has them (section 1), written down by hand."""

from __future__ import annotations

from typing import NamedTuple


class Numbers(NamedTuple):
    """One column of the table."""

    tickets: int
    dealt: int
    keep_first: int
    drawn: int
    keep_later: int
    longest_path: int | None
    globetrotter: int | None
    long: int = 0  # long tickets among those dealt
    stations: int = 0


NUMBERS = {
    "usa": Numbers(30, 3, 2, 3, 1, 10, None),
    "usa-1910": Numbers(35, 3, 2, 3, 1, None, 15),
    "usa-mega": Numbers(69, 5, 3, 4, 1, 10, 15),
    "usa-big-cities": Numbers(35, 4, 2, 4, 1, None, 15),
    "europe": Numbers(46, 4, 2, 3, 1, 10, None, long=1, stations=3),
}
POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}  # R-CLAIM-2
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white")
