"""The pages of rules: of which parts each is made, and the numbers that fill them.

A part is a template, `templates/rules/parts/<name>.html`, with a title; a page is a list of parts. What
differs between editions that share a part is a number of theirs, never their name.
"""

from collections.abc import Mapping
from functools import cached_property
from itertools import cycle
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext_lazy

from games import engine
from games.engine.board.tunnels import TURNED_UP
from games.engine.parts.cards import MOST_RENEWALS, PLACES, TOO_MANY
from games.web import names

TITLES: dict[str, Any] = {
    "minute": gettext_lazy("The game in one minute"),
    "numbers": gettext_lazy("In numbers"),
    "setup": gettext_lazy("Before the first turn"),
    "turn": gettext_lazy("A turn"),
    "draw": gettext_lazy("Drawing train cards"),
    "claim": gettext_lazy("Claiming a route"),
    "double": gettext_lazy("Double routes"),
    "ferry": gettext_lazy("Ferries"),
    "tunnel": gettext_lazy("Tunnels"),
    "station": gettext_lazy("Stations"),
    "tickets": gettext_lazy("Drawing tickets"),
    "end": gettext_lazy("The end"),
    "seen": gettext_lazy("What each may see"),
}
OPENING = ("minute", "numbers", "setup", "turn", "draw", "claim", "double")
CLOSING = ("end", "seen")
USA = (*OPENING, "tickets", *CLOSING)
PAGES: dict[str, tuple[str, ...]] = {
    "usa": USA,
    "usa-1910": USA,
    "usa-mega": USA,
    "usa-big-cities": USA,
    "europe": (*OPENING, "ferry", "tunnel", "tickets", "station", *CLOSING),
}


class Part(NamedTuple):
    """A part of a page; its name is its anchor."""

    name: str
    title: Any

    @property
    def template(self) -> str:
        return f"rules/parts/{self.name}.html"


class RulesPage:
    """The rules of one edition. Numbers are counts of cards, trains, tickets or players, or points."""

    row, renewed_at, most_renewals, turned_up = PLACES, TOO_MANY, MOST_RENEWALS, TURNED_UP

    def __init__(self, edition_id: str) -> None:
        edition: Any = engine.EDITIONS[edition_id]
        self.described = edition.describe()
        self.tie_breaks = [name for name, _ in edition.tie_breaks]
        self.edition, self.name = edition_id, names.edition(edition_id)
        self.board = self.described["board"]
        self.rules: Mapping[str, Any] = self.described["rules"]
        self.fewest, self.most = self.described["players"]
        self.tickets = len(self.described["tickets"])
        self.lines = names.edition_lines(edition_id)
        self.express = names.express(edition_id)
        self.parts = [Part(name, TITLES[name]) for name in PAGES[edition_id]]

    @property
    def ticket(self) -> dict[str, Any]:
        """One of its tickets, for a picture: its two city ids, its name, its points."""
        record = self.described["tickets"][0]
        start, end = record["cities"]
        return {
            "start": start,
            "end": end,
            "name": names.ticket(self.edition, record["id"]),
            "points": record["points"],
        }

    @property
    def long_tickets(self) -> int:
        """How many of its tickets are dealt at the start only."""
        return sum("long" in record["sets"] for record in self.described["tickets"])

    @property
    def ferries(self) -> int:
        return sum(record["locomotives"] > 0 for record in self.described["routes"])

    @property
    def tunnels(self) -> int:
        return sum(record["tunnel"] for record in self.described["routes"])

    @property
    def station_payments(self) -> list[str]:
        """A payment for the first station, the second and so on, as the tag `cards` takes it.

        Each in another colour, the last with a locomotive.
        """
        last = self.rules["stations"]
        colours = cycle(self.colours)
        coloured = [" ".join([next(colours)] * number) for number in range(1, last)]
        return [*coloured, " ".join([next(colours)] * (last - 1) + ["locomotive"])]

    @property
    def path_example(self) -> str:
        """The template that shows a longest path on this map."""
        return f"rules/paths/{self.board}.html"

    @property
    def station_example(self) -> str:
        """The template that shows what a station borrows on this map."""
        return f"rules/stations/{self.board}.html"

    @cached_property
    def colours(self) -> dict[str, int]:
        """How many cards there are of each colour, locomotives aside."""
        return {name: number for name, number in self.rules["cards"].items() if name != "locomotive"}

    @property
    def of_each_colour(self) -> int:
        """How many cards there are of any one colour: as many of each."""
        (number,) = set(self.colours.values())
        return number

    @property
    def locomotives(self) -> int:
        return int(self.rules["cards"]["locomotive"])

    @property
    def cards(self) -> int:
        return sum(self.rules["cards"].values())

    @cached_property
    def route_points(self) -> dict[int, int]:
        """Length -> points, of the lengths that the board has."""
        lengths = {record["length"] for record in self.described["routes"]}
        return {length: self.rules["route_points"][length] for length in sorted(lengths)}


def url(edition: str, rule: str = "") -> str | None:
    """The address of an edition's rules, or of one of them; None when it has no page yet."""
    if edition not in PAGES:
        return None
    return reverse("games:rules", args=[edition]) + (f"#{rule}" if rule else "")


def pages() -> list[RulesPage]:
    """One for each edition that has rules to read."""
    return [RulesPage(edition) for edition in names.editions() if edition in PAGES]
