"""What the decision panel can be asked for: a route, all routes, tickets; for stations a city, all cities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.web import names
from games.web.route_list import RouteList
from games.web.route_sheet import RouteSheet
from games.web.station_list import StationList
from games.web.station_sheet import StationSheet
from games.web.table import TablePage

Shown = dict[str, Any]


def panel(page: TablePage, what: str, which: str) -> Shown | None:
    """What the template `games/_table/<what>.html` needs; None when there is no such thing."""
    panels = {**PANELS, **(STATION_PANELS if page.has_stations else {})}
    return panels[what](page, which) if what in panels else None


def route(page: TablePage, which: str) -> Shown | None:
    return {"sheet": RouteSheet(page, which)} if which in names.routes(page.edition) else None


def station(page: TablePage, which: str) -> Shown | None:
    return {"sheet": StationSheet(page, which)} if which in names.cities(page.edition) else None


PANELS: Mapping[str, Callable[[TablePage, str], Shown | None]] = {
    "route": route,
    "routes": lambda page, _which: {"list": RouteList(page)},
    "tickets": lambda _page, _which: {},
}
STATION_PANELS: Mapping[str, Callable[[TablePage, str], Shown | None]] = {
    "station": station,
    "stations": lambda page, _which: {"list": StationList(page)},
}
