"""Map data as small integers. Names live here and at the border only."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.parts.cards import COLOURS

GREY = None


class Price(NamedTuple):
    """What a route costs. Routes of one price can be paid in the same ways."""

    colour: int | None  # GREY: any one colour
    length: int
    locomotives: int  # at least so many (ferries)


class Route(NamedTuple):
    id: str
    a: int
    b: int
    length: int
    price: int  # place in Board.prices
    twin: int | None  # the other track of a double route
    tunnel: bool  # costs more than it shows, perhaps (R-TUNNEL)


class Ticket(NamedTuple):
    id: str
    a: int
    b: int
    points: int


class Board:
    """Cities, routes and the tickets of the sets in play.

    `around`: for each city, the routes that end there. `free`: for each price, the routes that have it.
    `data`: the records of these, as in the file. `lengths`: those that routes have. `regular_tickets` make
    the ticket deck, `long_tickets` are dealt at the start only (R-SETUP-5).
    """

    __slots__ = (
        "around",
        "cities",
        "data",
        "free",
        "lengths",
        "long_tickets",
        "longest",
        "prices",
        "regular_tickets",
        "routes",
        "tickets",
    )

    def __init__(self, data: Mapping[str, Any], regular_set: str, long_set: str | None = None) -> None:
        self.data = {
            "cities": data["cities"],
            "routes": data["routes"],
            "tickets": [raw for raw in data["tickets"] if {regular_set, long_set} & {*raw["sets"]}],
        }
        self.cities = tuple(city["id"] for city in data["cities"])
        place_of = {name: place for place, name in enumerate(self.cities)}

        def ends(raw: Mapping[str, Any]) -> tuple[int, int]:
            a, b = raw["cities"]
            return place_of[a], place_of[b]

        prices = [Price(colour_of(raw), raw["length"], raw["locomotives"]) for raw in data["routes"]]
        self.prices = tuple(sorted(set(prices), key=cheapest_first))
        twins = twins_of([raw["cities"] for raw in data["routes"]])
        self.routes = tuple(
            Route(raw["id"], *ends(raw), price.length, self.prices.index(price), twin, raw["tunnel"])
            for raw, price, twin in zip(data["routes"], prices, twins, strict=True)
        )
        self.tickets = tuple(Ticket(raw["id"], *ends(raw), raw["points"]) for raw in self.data["tickets"])
        self.regular_tickets, self.long_tickets = (
            tuple(place for place, raw in enumerate(self.data["tickets"]) if its_set in raw["sets"])
            for its_set in (regular_set, long_set)
        )
        self.around = tuple(
            tuple(place for place, route in enumerate(self.routes) if city in (route.a, route.b))
            for city in range(len(self.cities))
        )
        self.lengths = tuple(sorted({route.length for route in self.routes}))
        self.longest = self.lengths[-1]
        self.free = tuple(
            tuple(place for place, route in enumerate(self.routes) if route.price == price)
            for price in range(len(self.prices))
        )


def cheapest_first(price: Price) -> tuple[int, int, bool, int]:
    """Sort key of prices: short before long, coloured before grey."""
    grey = price.colour is GREY
    return price.length, price.locomotives, grey, -1 if price.colour is None else price.colour


def colour_of(raw: Mapping[str, Any]) -> int | None:
    return COLOURS.index(raw["colour"]) if raw["colour"] in COLOURS else GREY


def twins_of(pairs: Sequence[Sequence[str]]) -> list[int | None]:
    """For each pair of cities the place where the same pair stands once more, or None."""
    return [
        next((other for other, its in enumerate(pairs) if its == pair and other != place), None)
        for place, pair in enumerate(pairs)
    ]
