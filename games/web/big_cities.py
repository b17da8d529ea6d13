"""Big Cities: what each is worth, how many of the reader's tickets name it, and who leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web import names

if TYPE_CHECKING:
    from games.web.card_page import CardPage

Row = dict[str, Any]


def rows(page: CardPage) -> list[Row]:
    """Each city in the order of the edition: {city, name, points, held, leads}."""
    return [row(page, raw) for raw in page.facts["big_cities"]]


def row(page: CardPage, raw: Mapping[str, Any]) -> Row:
    return {
        "city": raw["city"],
        "name": names.cities(page.edition)[raw["city"]],
        "points": raw["points"],
        "held": held(page, raw["city"]) if page.seated and page.tickets and not page.over else "",
        "leads": leads(page, raw["completed"]),
    }


def held(page: CardPage, city: str) -> str:
    """How many of my tickets name it, those in hand."""
    number = sum(city in ticket["cities"] for ticket in page.facts["you"]["tickets"])
    if not number:
        return _("none of yours")
    return ngettext("you hold %(number)d", "you hold %(number)d", number) % {"number": number}


def leads(page: CardPage, completed: list[int]) -> str:
    """Who has completed most tickets that name it; empty where nobody has."""
    most = max(completed)
    if not most:
        return ""
    who = names.listed(
        [page.other(seat) or _("you") for seat, number in enumerate(completed) if number == most]
    )
    return ngettext("%(who)s: %(most)d completed", "%(who)s: %(most)d completed", most) % {
        "who": who,
        "most": most,
    }
