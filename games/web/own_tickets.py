"""The reader's own tickets: how each stands, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web import gains, names

if TYPE_CHECKING:
    from games.web.board_page import BoardPage

CONNECTED = ("done", "borrowed")  # states of a ticket that would count now
Row = dict[str, Any]


def row(page: BoardPage, raw: Mapping[str, Any]) -> Row:
    state = state_of(raw)
    return names.ticket_facts(page.edition, raw) | {
        "long": raw["long"],
        "state": state,
        "missing": raw["missing"],
        "words": words(page, raw, state),
        "by_station": by_station(page, raw, state),
    }


def state_of(raw: Mapping[str, Any]) -> str:
    """`done` by my routes, `borrowed` by my stations; `blocked` where no station would help; else `open`."""
    if raw["done"]:
        return "done"
    if gains.completed_by_station(raw):
        return "borrowed"
    return "blocked" if raw["blocked"] and not raw["station"] else "open"


def words(page: BoardPage, raw: Mapping[str, Any], state: str) -> str:
    if state == "done":
        return _("Connected")
    if state == "borrowed":
        return _("Connected by your station in %(city)s") % {"city": station_city(page, raw)}
    if page.over:
        return _("Not connected")
    if raw["blocked"]:
        return _("Blocked: no way left")
    trains = page.facts["seats"][page.seen.seat]["trains"]
    if raw["missing"] > trains:
        to_go = ngettext(
            "%(missing)d train to go, %(trains)d left",
            "%(missing)d trains to go, %(trains)d left",
            raw["missing"],
        )
        return to_go % {"missing": raw["missing"], "trains": trains}
    return ngettext("%(count)d train to go", "%(count)d trains to go", raw["missing"]) % {
        "count": raw["missing"]
    }


def by_station(page: BoardPage, raw: Mapping[str, Any], state: str) -> str:
    """Over whose route my station connects it, or where one more would; empty when none does."""
    if state == "borrowed":
        over = gains.borrowed(page, raw["station"]["route"])
        return _("over %(route)s of %(owner)s") % {"route": over["title"], "owner": over["owner"]}
    if raw["station"] is None or page.over:
        return ""
    sentence = _("but a station in %(city)s would do") if raw["blocked"] else _("or a station in %(city)s")
    return sentence % {"city": station_city(page, raw)}


def station_city(page: BoardPage, raw: Mapping[str, Any]) -> str:
    return names.cities(page.edition)[raw["station"]["city"]]
