"""The pages of rules: of which parts each is made, and the numbers that fill them.

A part is a template, `templates/rules/parts/<name>.html`, with a title; a page is a list of parts, and the
parts of the Card Game have a folder of their own. What differs between editions that share a part is a number
of theirs, never their name.
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
    "roll": gettext_lazy("Cards roll"),
    "draw": gettext_lazy("Drawing train cards"),
    "place": gettext_lazy("Placing cards, and robbing"),
    "claim": gettext_lazy("Claiming a route"),
    "double": gettext_lazy("Double routes"),
    "ferry": gettext_lazy("Ferries"),
    "tunnel": gettext_lazy("Tunnels"),
    "station": gettext_lazy("Stations"),
    "tickets": gettext_lazy("Drawing tickets"),
    "last": gettext_lazy("When the deck runs out"),
    "score": gettext_lazy("Completing tickets"),
    "half": gettext_lazy("Four players: halfway"),
    "city": gettext_lazy("Big Cities"),
    "end": gettext_lazy("The end"),
    "seen": gettext_lazy("What each may see"),
}
OPENING = ("minute", "numbers", "setup", "turn", "draw", "claim", "double")
CLOSING = ("end", "seen")
USA = (*OPENING, "tickets", *CLOSING)
CARDS = tuple(
    f"cards/{name}"
    for name in (
        *("minute", "numbers", "setup", "turn", "roll", "draw", "place"),
        *("tickets", "last", "score", "half", "city", "end", "seen"),
    )
)
PAGES: dict[str, tuple[str, ...]] = {
    "usa": USA,
    "usa-1910": USA,
    "usa-mega": USA,
    "usa-big-cities": USA,
    "europe": (*OPENING, "ferry", "tunnel", "tickets", "station", *CLOSING),
    "card-game": CARDS,
}

# Positions of the Card Game, to be read as examples of its rules.
TICKET = "seattle--chicago"
PAYMENTS = (  # a track pile; the tickets that bring most; those that are left out for them
    ("yellow blue locomotive", "chicago--montreal chicago--new-york", "new-york--chicago"),
    ("red orange yellow black white locomotive", "seattle--miami", "chicago--miami seattle--los-angeles"),
    ("red yellow yellow green blue", "chicago--miami chicago--montreal", "chicago--dallas"),
)
RESULTS = (  # a player; tickets completed, and still in hand; Big Cities
    ("red", "seattle--new-york new-york--miami", "dallas--washington", "new-york seattle miami"),
    ("blue", "los-angeles--new-york new-york--kansas-city", "", "new-york los-angeles"),
    ("green", "chicago--dallas", "seattle--miami", "chicago dallas"),
)


class Part(NamedTuple):
    """A part of a page; `path` is its template's."""

    path: str

    @property
    def name(self) -> str:
        """Its anchor."""
        return self.path.rpartition("/")[2]

    @property
    def title(self) -> Any:
        return TITLES[self.name]

    @property
    def template(self) -> str:
        return f"rules/parts/{self.path}.html"


class RulesPage:
    """The rules of one edition. Numbers are counts of cards, trains, tickets or players, or points."""

    def __init__(self, edition_id: str) -> None:
        self.described = engine.EDITIONS[edition_id].describe()
        self.edition, self.name = edition_id, names.edition(edition_id)
        self.board = self.described["board"]
        self.rules: Mapping[str, Any] = self.described["rules"]
        self.fewest, self.most = self.described["players"]
        self.tickets = len(self.described["tickets"])
        self.lines = names.edition_lines(edition_id)
        self.parts = [Part(path) for path in PAGES[edition_id]]

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


class MapPage(RulesPage):
    """The rules of a game on a map."""

    row, renewed_at, most_renewals, turned_up = PLACES, TOO_MANY, MOST_RENEWALS, TURNED_UP

    def __init__(self, edition_id: str) -> None:
        super().__init__(edition_id)
        edition: Any = engine.EDITIONS[edition_id]
        self.tie_breaks = [name for name, _ in edition.tie_breaks]
        self.express = names.express(edition_id)

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
    def route_points(self) -> dict[int, int]:
        """Length -> points, of the lengths that the board has."""
        lengths = {record["length"] for record in self.described["routes"]}
        return {length: self.rules["route_points"][length] for length in sorted(lengths)}


class CardPage(RulesPage):
    """The rules of the Card Game."""

    @property
    def given(self) -> int:
        """Locomotives given to each player before the others are dealt."""
        return int(self.rules["hand"] - self.rules["dealt"])

    @property
    def decks(self) -> dict[int, int]:
        """Players -> cards that are left in the deck after the set-up."""
        return {
            players: self.cards - players * self.rules["hand"] - self.rules["face_up"]
            for players in range(self.fewest, self.most + 1)
        }

    @cached_property
    def tickets_by_id(self) -> dict[str, dict[str, Any]]:
        """Tickets for pictures: two city ids, name, points, the cards that pay for it."""
        return {
            record["id"]: {
                "start": record["cities"][0],
                "end": record["cities"][1],
                "name": names.ticket(self.edition, record["id"]),
                "points": record["points"],
                "cards": [colour for colour, number in record["requires"].items() for _ in range(number)],
            }
            for record in self.described["tickets"]
        }

    @property
    def ticket(self) -> dict[str, Any]:
        """One of its tickets, for a picture."""
        return self.tickets_by_id[TICKET]

    @cached_property
    def big_cities(self) -> list[dict[str, Any]]:
        """Their names and bonuses."""
        cities = names.cities(self.edition)
        return [
            {"id": record["city"], "name": cities[record["city"]], "points": record["points"]}
            for record in self.described["big_cities"]
        ]

    @property
    def bonuses(self) -> tuple[int, int]:
        """Their lowest and their highest."""
        points = sorted(city["points"] for city in self.big_cities)
        return points[0], points[-1]

    @property
    def payments(self) -> list[dict[str, Any]]:
        """What some track piles pay for; tickets that are `left` out come last."""
        return [
            {
                "pile": pile,
                "tickets": [*self.some(best), *({**ticket, "left": True} for ticket in self.some(left))],
                "sum": sum(ticket["points"] for ticket in self.some(best)),
            }
            for pile, best, left in PAYMENTS
        ]

    @property
    def results(self) -> list[dict[str, Any]]:
        """How a game of three players may end, and what each of them has."""
        shown = []
        for colour, completed, held, cities in RESULTS:
            player: dict[str, Any] = {
                "colour": colour,
                "name": names.COLOURS[colour],
                "completed": self.some(completed),
                "held": self.some(held),
                "cities": [city for city in self.big_cities if city["id"] in cities.split()],
            }
            points = {
                key: sum(its["points"] for its in player[key]) for key in ("completed", "held", "cities")
            }
            player["total"] = points["completed"] - points["held"] + points["cities"]
            shown.append(player)
        return shown

    def some(self, ids: str) -> list[dict[str, Any]]:
        """Tickets by their ids."""
        return [self.tickets_by_id[ticket] for ticket in ids.split()]


def page(edition_id: str) -> RulesPage:
    """The rules of an edition that has a page."""
    kind = CardPage if PAGES[edition_id] == CARDS else MapPage
    return kind(edition_id)


def url(edition: str, rule: str = "") -> str | None:
    """The address of an edition's rules, or of one of them; None when it has no page yet."""
    if edition not in PAGES:
        return None
    return reverse("games:rules", args=[edition]) + (f"#{rule}" if rule else "")


def pages() -> list[RulesPage]:
    """One for each edition that has rules to read."""
    return [page(edition) for edition in names.editions() if edition in PAGES]
