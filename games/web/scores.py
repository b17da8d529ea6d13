"""The end of a game: score sheets, who won and why, ready for the templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors import Seen
from games.web import names, profile
from games.web.templatetags.night_mail import minus

Row = dict[str, Any]


class FinalScores:
    """The result as one viewer sees it."""

    def __init__(self, seen: Seen) -> None:
        self.seen, self.game, self.edition = seen, seen.game, seen.game.edition
        self.seats = {seat.number: seat for seat in seen.seats}

    @cached_property
    def sheets(self) -> list[Row]:
        """In final order; none before the end."""
        return [self.score(sheet) for sheet in self.game.result or ()]

    def score(self, sheet: Mapping[str, Any]) -> Row:
        seat = self.seats[sheet["seat"]]
        won = [ticket for ticket in sheet["tickets"] if ticket["completed"]]
        path, trotter, stations = (sheet.get(part) for part in ("longest_path", "globetrotter", "stations"))
        bonus = (path["bonus"] if path else 0) + (trotter["bonus"] if trotter else 0)
        big_cities = self.big_cities(sheet.get("big_cities") or ())
        return {
            "seat": seat.number,
            "place": sheet["place"],
            "name": names.player(seat),
            "profile": profile.url(seat.user),
            "colour": seat.colour,
            "is_me": seat.number == self.seen.seat,
            "routes": sheet["routes"],
            "tickets": [
                {**ticket, "title": names.ticket(self.edition, ticket["id"])} for ticket in sheet["tickets"]
            ],
            "completed": len(won),
            "drawn": len(sheet["tickets"]),
            "gained": sum(ticket["points"] for ticket in won),
            "lost": sum(ticket["points"] for ticket in sheet["tickets"] if not ticket["completed"]),
            "tickets_net": sum(ticket["points"] for ticket in sheet["tickets"]),
            "longest": path["length"] if path else None,
            "path": path["routes"] if path else [],
            "path_bonus": path["bonus"] if path else 0,
            "globetrotter_bonus": trotter["bonus"] if trotter else 0,
            "bonus": bonus,
            "stations_unused": stations["unused"] if stations else 0,
            "stations_bonus": stations["bonus"] if stations else 0,
            "has_stations": stations is not None,
            "borrowed": self.borrowed(stations["borrowed"] if stations else {}),
            "extra": bonus + (stations["bonus"] if stations else 0),
            "big_cities": big_cities,
            "big_cities_bonus": sum(city["bonus"] for city in big_cities),
            "total": sheet["total"],
            "tie_break": TIE_BREAKS.get(sheet["tie_break"], str)(),
            "cities": self.ticket_cities(sheet),
        }

    def borrowed(self, routes: Mapping[str, str]) -> list[Row]:
        """Which route each station lets its owner travel on."""
        cities = names.cities(self.edition)
        return [
            {
                "city": city,
                "city_name": cities[city],
                "route": route,
                "title": names.route(self.edition, route),
            }
            for city, route in routes.items()
        ]

    def big_cities(self, raw: Iterable[Mapping[str, Any]]) -> list[Row]:
        """Those that a player has the bonus of: {city, name, completed, bonus}."""
        cities = names.cities(self.edition)
        return [{**city, "name": cities[city["city"]]} for city in raw if city["bonus"]]

    def ticket_cities(self, sheet: Mapping[str, Any]) -> list[str]:
        """Ends of a player's tickets, to be shown on the board."""
        ends = (names.ticket_ends(self.edition, ticket["id"]) for ticket in sheet["tickets"])
        return sorted({city for pair in ends for city in pair})

    @property
    def has_longest_path(self) -> bool:
        return any(score["longest"] is not None for score in self.sheets)

    @property
    def has_stations(self) -> bool:
        return any(score["has_stations"] for score in self.sheets)

    @property
    def has_tie_break(self) -> bool:
        return any(score["tie_break"] for score in self.sheets)

    @property
    def longest(self) -> list[str]:
        """Routes of the longest path, of everybody who has the bonus for it."""
        return sorted({route for score in self.sheets if score["path_bonus"] for route in score["path"]})

    @property
    def verdict(self) -> str:
        """One line: who won."""
        best = [score for score in self.sheets if score["place"] == 1]
        mine = next((score for score in self.sheets if score["is_me"]), None)
        if mine and mine["place"] == 1:
            if len(best) > 1:
                return _("You share the victory with %(points)s") % {"points": minus(mine["total"])}
            return _("You won with %(points)s") % {"points": minus(mine["total"])}
        winners = _(" and ").join(score["name"] for score in best)
        return _("%(who)s won with %(points)s") % {"who": winners, "points": minus(best[0]["total"])}

    @property
    def verdict_facts(self) -> str:
        """Who has the bonuses."""
        holders = [score for score in self.sheets if score["path_bonus"]]
        parts = []
        if holders:
            whose = _(" and ").join(score["name"] for score in holders)
            words = ngettext(
                "%(bonus)s: %(who)s, %(trains)d train; it is lit on the board.",
                "%(bonus)s: %(who)s, %(trains)d trains; it is lit on the board.",
                holders[0]["longest"],
            )
            bonus = names.express(self.edition) or _("Longest path")
            parts.append(words % {"bonus": bonus, "who": whose, "trains": holders[0]["longest"]})
        trotters = [score for score in self.sheets if score["globetrotter_bonus"]]
        if trotters:
            whose = _(" and ").join(score["name"] for score in trotters)
            parts.append(
                _("Most tickets completed: %(who)s, %(number)d.")
                % {"who": whose, "number": trotters[0]["completed"]}
            )
        holders = [score for score in self.sheets if score["big_cities"]]
        if holders:
            cities = [f"{score['name']} {len(score['big_cities'])}" for score in holders]
            parts.append(_("Big Cities: %(who)s.") % {"who": ", ".join(cities)})
        return " ".join(parts)


TIE_BREAKS = {
    "tickets": lambda: _("more completed tickets"),
    "longest_path": lambda: _("longer path"),
    "stations": lambda: _("fewer stations used"),
    "express": lambda: _("has the express"),
    "big_cities": lambda: _("more Big Cities"),
    "shared": lambda: _("place shared"),
}
