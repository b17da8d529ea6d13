"""What the decision panel can be asked for: a route, all routes, tickets; for stations a city, all cities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.web import names
from games.web.board_page import BoardPage
from games.web.route_list import RouteList
from games.web.route_sheet import RouteSheet
from games.web.station_list import StationList
from games.web.station_sheet import StationSheet
from games.web.table import TablePage

Shown = dict[str, Any]
Panels = Mapping[str, Callable[[str], Shown | None]]


def panel(page: TablePage, what: str, which: str) -> Shown | None:
    """What the template `games/_table/<what>.html` needs; None when there is no such thing."""
    panels = {"tickets": lambda _which: {}, **panels_of(page)}
    return panels[what](which) if what in panels else None


def panels_of(page: TablePage) -> Panels:
    """Those that not every table has."""
    if isinstance(page, BoardPage):
        return {**route_panels(page), **(station_panels(page) if page.has_stations else {})}
    return {}


def route_panels(page: BoardPage) -> Panels:
    def route(which: str) -> Shown | None:
        return {"sheet": RouteSheet(page, which)} if which in names.routes(page.edition) else None

    return {"route": route, "routes": lambda _which: {"list": RouteList(page)}}


def station_panels(page: BoardPage) -> Panels:
    def station(which: str) -> Shown | None:
        return {"sheet": StationSheet(page, which)} if which in names.cities(page.edition) else None

    return {"station": station, "stations": lambda _which: {"list": StationList(page)}}
