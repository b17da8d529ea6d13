"""What a route or a station would do for my tickets, to be told before it is claimed or built."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from games.web import names

if TYPE_CHECKING:
    from games.web.board_page import BoardPage

Row = dict[str, Any]


def of_route(page: BoardPage, route: str) -> list[Row]:
    """My tickets that this route would bring nearer: {title, now, then}, in trains that are to go."""
    after = {ticket["id"]: ticket["missing"] for ticket in page.seen.claim(route)["tickets"]}
    return [
        {"title": ticket["title"], "now": ticket["missing"], "then": after[ticket["id"]]}
        for ticket in page.tickets
        if ticket["missing"] is not None
        and after[ticket["id"]] is not None
        and after[ticket["id"]] < ticket["missing"]
    ]


def of_station(page: BoardPage, city: str) -> list[Row]:
    """My tickets that a station in this city would complete: {title, points, over}.

    `over` is the route of another player that would be borrowed for it.
    """
    before = {raw["id"]: raw for raw in page.facts["you"]["tickets"]}
    return [
        {
            "title": names.ticket(page.edition, raw["id"]),
            "points": raw["points"],
            "over": borrowed(page, raw["station"]["route"]),
        }
        for raw in page.seen.station(city)["tickets"]
        if completed_by_station(raw) and not completed_by_station(before[raw["id"]])
    ]


def completed_by_station(raw: Mapping[str, Any]) -> bool:
    """A ticket of mine that stations complete, as the game stands."""
    return bool(raw["station"] and raw["station"]["built"])


def borrowed(page: BoardPage, route: str) -> Row:
    """A route of another player: {title, owner, colour}."""
    owner = page.facts["board"]["claims"][route]
    return {
        "title": names.route(page.edition, route),
        "owner": page.who(owner),
        "colour": page.seats[owner].colour,
    }
