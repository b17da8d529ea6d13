"""What the decision panel can be asked for: a route, all routes, tickets; for stations a city, all cities.

And what every table has: how time is counted there, pauses, leaving.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.web import names, placing
from games.web.board_page import BoardPage
from games.web.card_page import CardPage
from games.web.completing import CompletingSheet
from games.web.placing import PlacingSheet
from games.web.route_list import RouteList
from games.web.route_sheet import RouteSheet
from games.web.station_list import StationList
from games.web.station_sheet import StationSheet
from games.web.table import TablePage

Shown = dict[str, Any]
Panels = Mapping[str, Callable[[str], Shown | None]]


def panel(page: TablePage, what: str, which: str) -> Shown | None:
    """What the template `games/_table/<what>.html` needs; None when there is no such thing."""
    panels = {"tickets": lambda _which: {}, **panels_about(page), **panels_of(page)}
    return panels[what](which) if what in panels else None


def panels_about(page: TablePage) -> Panels:
    """The table itself, and resigning."""
    about: Panels = {"about": lambda _which: {}}
    return {**about, "resign": lambda _which: {}} if page.absence.may_resign else about


def panels_of(page: TablePage) -> Panels:
    """Those that not every table has."""
    if isinstance(page, BoardPage):
        return {**route_panels(page), **(station_panels(page) if page.has_stations else {})}
    assert isinstance(page, CardPage)
    return card_panels(page) if page.seated else {}


def route_panels(page: BoardPage) -> Panels:
    def route(which: str) -> Shown | None:
        return {"sheet": RouteSheet(page, which)} if which in names.routes(page.edition) else None

    return {"route": route, "routes": lambda _which: {"list": RouteList(page)}}


def station_panels(page: BoardPage) -> Panels:
    def station(which: str) -> Shown | None:
        return {"sheet": StationSheet(page, which)} if which in names.cities(page.edition) else None

    return {"station": station, "stations": lambda _which: {"list": StationList(page)}}


def card_panels(page: CardPage) -> Panels:
    """Of the Card Game, for a seat: both reckon anew while one chooses."""

    def place(which: str) -> Shown | None:
        cards = placing.read(which)
        return None if cards is None else {"sheet": PlacingSheet(page, cards)}

    def complete(which: str) -> Shown | None:
        held = {ticket["id"] for ticket in page.tickets}
        chosen = [ticket for ticket in which.split(",") if ticket]
        return {"sheet": CompletingSheet(page, chosen)} if held.issuperset(chosen) else None

    return {"place": place, **({"complete": complete} if page.kind == "complete_tickets" else {})}
