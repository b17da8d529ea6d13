"""What things are called on pages, in the reader's language."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext, gettext_lazy, pgettext_lazy

from games import engine
from games.models import Game, Move, Seat

EDITIONS = {
    "usa": pgettext_lazy("edition", "USA"),
    "usa-1910": pgettext_lazy("edition", "USA 1910"),
    "usa-mega": pgettext_lazy("edition", "USA Mega"),
    "usa-big-cities": pgettext_lazy("edition", "USA Big Cities"),
    "europe": pgettext_lazy("edition", "Europe"),
    "card-game": pgettext_lazy("edition", "The Card Game"),
}
EDITION_LINES: dict[str, tuple[Any, Any]] = {
    "usa": (
        gettext_lazy("Coast to coast with thirty tickets."),
        gettext_lazy("Ten points for the longest path. The one to begin with."),
    ),
    "usa-1910": (
        gettext_lazy("Thirty-five new tickets, many of them short."),
        gettext_lazy("Fifteen points for most completed tickets."),
    ),
    "usa-mega": (
        gettext_lazy("All sixty-nine tickets; keep three of five."),
        gettext_lazy("Points for the longest path and for most tickets."),
    ),
    "usa-big-cities": (
        gettext_lazy("Every ticket ends in a big city."),
        gettext_lazy("Crowded lines, fifteen points for most tickets."),
    ),
    "europe": (
        gettext_lazy("Ferries, tunnels and a long journey in hand."),
        gettext_lazy("Stations let you travel on lines of others."),
    ),
    "card-game": (
        gettext_lazy("No map: cards in rows, tickets paid by colour."),
        gettext_lazy("Rows lie open, and a longer one robs yours."),
    ),
}
EXPRESSES = {"europe": gettext_lazy("European Express")}
"""What the bonus for the longest path is called where it has a name of its own."""
LEVELS = {
    "easy": pgettext_lazy("computer player", "easy"),
    "normal": pgettext_lazy("computer player", "normal"),
    "hard": pgettext_lazy("computer player", "hard"),
    "random": pgettext_lazy("computer player", "random"),
}
OFFERED_LEVELS = {level: LEVELS[level] for level in ("easy", "normal", "hard")}
"""For people; the one that plays by chance is for programs to be tried against."""
COMPUTERS = {
    "red": pgettext_lazy("name of a computer player", "Rocket"),
    "blue": pgettext_lazy("name of a computer player", "Zephyr"),
    "green": pgettext_lazy("name of a computer player", "Mallard"),
    "yellow": pgettext_lazy("name of a computer player", "Comet"),
    "black": pgettext_lazy("name of a computer player", "Meteor"),
}


class TableOption(NamedTuple):
    """What a table may decide that only some games know: in words, for lists of what was agreed on."""

    title: Any
    on: Any
    off: Any
    brief: Any  # in the line of a table for which it is on


OPTIONS = {
    "look_at_track": TableOption(
        gettext_lazy("Own track pile"),
        gettext_lazy("open to its owner"),
        gettext_lazy("closed until a scoring"),
        gettext_lazy("own track pile open"),
    ),
    "auto_complete": TableOption(
        gettext_lazy("Completing tickets"),
        gettext_lazy("done by the site"),
        gettext_lazy("chosen by each player"),
        gettext_lazy("tickets completed by the site"),
    ),
}
COLOURS = {
    "red": pgettext_lazy("player", "red"),
    "blue": pgettext_lazy("player", "blue"),
    "green": pgettext_lazy("player", "green"),
    "yellow": pgettext_lazy("player", "yellow"),
    "black": pgettext_lazy("player", "black"),
}
MADE_BY: dict[str, Any] = {
    Move.By.STAND_IN: pgettext_lazy("who made a move", "stand-in"),
    Move.By.ORDER: pgettext_lazy("who made a move", "standing order"),
    Move.By.RULE: pgettext_lazy("who made a move", "by the rules"),
}
"""Who made a move where it was not the player."""


def listed(words: Sequence[str]) -> str:
    """Red, blue and white."""
    *first, last = words
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def table(game: Game) -> str:
    return table_number(game.pk)


def table_number(number: int) -> str:
    return gettext("Table %(number)d") % {"number": number}


def editions() -> list[str]:
    """The ids of all editions in the order in which people see them; those without words last."""
    worded = [edition_id for edition_id in EDITIONS if edition_id in engine.EDITIONS]
    return worded + [edition_id for edition_id in engine.EDITIONS if edition_id not in EDITIONS]


def edition(edition_id: str) -> str:
    """What an edition is called; one that has no words here yet by its own name."""
    return str(EDITIONS.get(edition_id) or engine.EDITIONS[edition_id].name)


def edition_lines(edition_id: str) -> tuple[Any, Any]:
    """Two lines about an edition; empty for one that has none yet."""
    return EDITION_LINES.get(edition_id, ("", ""))


def options(edition_id: str) -> dict[str, TableOption]:
    """What a table of this edition may decide beside what all tables may."""
    return {name: OPTIONS[name] for name in engine.EDITIONS[edition_id].options if name in OPTIONS}


def agreed(game: Game) -> list[tuple[Any, Any]]:
    """What this table has decided of that: titles, and what holds."""
    own = options(game.edition)
    return [(its.title, its.on if game.options.get(name) else its.off) for name, its in own.items()]


def agreed_briefly(game: Game) -> list[Any]:
    """The same for a line of a list: only what is on."""
    return [its.brief for name, its in options(game.edition).items() if game.options.get(name)]


def express(edition_id: str) -> str:
    """The name of the bonus for the longest path; empty where it has none."""
    return str(EXPRESSES.get(edition_id, ""))


def board(edition_id: str) -> str:
    """The folder of the edition's drawing; empty for a game without a board."""
    return str(_described(edition_id)["board"] or "")


def player(seat: Seat) -> str:
    """The person's name, or what the computer player of this colour is called."""
    if seat.user:
        return seat.user.username
    return str(COMPUTERS[seat.colour]) if seat.bot else gettext("nobody")


def by(maker: str) -> str:
    """Who made a move; empty where the player did."""
    return str(MADE_BY.get(maker, ""))


def cities(edition_id: str) -> Mapping[str, str]:
    """City id -> name in the reader's language."""
    return _cities(edition_id, get_language() or "en")


def route(edition_id: str, route_id: str) -> str:
    """Denver – Kansas City."""
    return _pair(edition_id, routes(edition_id)[route_id])


def ticket(edition_id: str, ticket_id: str) -> str:
    """Los Angeles – New York."""
    return _pair(edition_id, _tickets(edition_id)[ticket_id])


def tickets(edition_id: str) -> Mapping[str, dict[str, Any]]:
    """Records of the edition's tickets by id."""
    return _tickets(edition_id)


def ticket_facts(edition_id: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """What every page shows of a ticket that the engine tells of: {id, title, start, end, points}."""
    start, end = raw["cities"]
    return {
        "id": raw["id"],
        "title": ticket(edition_id, raw["id"]),
        "start": start,
        "end": end,
        "points": raw["points"],
    }


def ticket_ends(edition_id: str, ticket_id: str) -> list[str]:
    """The ids of its two cities."""
    return list(_tickets(edition_id)[ticket_id]["cities"])


def routes(edition_id: str) -> Mapping[str, dict[str, Any]]:
    """Records of the board's routes by id."""
    return _routes(edition_id)


def has_routes(edition_id: str) -> bool:
    """Is it a game on a map? The Card Game is none."""
    return bool(routes(edition_id))


def route_points(edition_id: str, length: int) -> int:
    return int(_described(edition_id)["rules"]["route_points"][length])


def later_tickets(edition_id: str) -> Mapping[str, int]:
    """Of tickets in the course of the game: how many are `drawn`, how many to `keep` at least."""
    return _described(edition_id)["rules"]["later_tickets"]  # type: ignore[no-any-return]


def scorings(edition_id: str, seats: int) -> int:
    """How often tickets are scored in the Card Game: each time the deck is played."""
    return 2 if seats >= _described(edition_id)["rules"]["second_half_from"] else 1


def stations(edition_id: str) -> int:
    """How many each player has at the start; 0 where none are built."""
    return int(_described(edition_id)["rules"]["stations"])


def station_points(edition_id: str) -> int:
    """Points of a station that is never built."""
    return int(_described(edition_id)["rules"]["station_points"])


def tracks(edition_id: str, route_id: str) -> list[dict[str, Any]]:
    """The route and, if it is double, its other track."""
    pair = routes(edition_id)[route_id]["cities"]
    return [record for record in routes(edition_id).values() if record["cities"] == pair]


def _pair(edition_id: str, record: Mapping[str, Any]) -> str:
    names = cities(edition_id)
    start, end = (names[city] for city in record["cities"])
    return f"{start} – {end}"


@lru_cache(maxsize=32)
def _described(edition_id: str) -> dict[str, Any]:
    return engine.EDITIONS[edition_id].describe()


@lru_cache(maxsize=64)
def _cities(edition_id: str, language: str) -> dict[str, str]:
    records = _described(edition_id)["cities"]
    return {record["id"]: record["names"].get(language, record["name"]) for record in records}


@lru_cache(maxsize=32)
def _routes(edition_id: str) -> dict[str, dict[str, Any]]:
    return {record["id"]: record for record in _described(edition_id)["routes"]}


@lru_cache(maxsize=32)
def _tickets(edition_id: str) -> dict[str, dict[str, Any]]:
    return {record["id"]: record for record in _described(edition_id)["tickets"]}
