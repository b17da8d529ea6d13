"""The table page of a map game: the board, routes that can be paid, stations, tunnels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Seat
from games.web import names, own_tickets, payments
from games.web.table import Row, TablePage
from games.web.telling import Telling
from games.web.tunnel import TunnelScene

FEW_TRAINS = 8


class BoardPage(TablePage):
    """A table with a board on it."""

    template = "games/board_table.html"
    panels_template = "games/_table/board_panels.html"

    # The bar

    @property
    def asked(self) -> str:
        if self.kind == "tunnel":
            due = self.facts["tunnel"]["due"]
            return ngettext("Tunnel: %(due)d more", "Tunnel: %(due)d more", due) % {"due": due}
        return super().asked

    @property
    def waiting_for(self) -> str:
        if self.tunnel:
            return _("%(who)s decides about a tunnel") % {"who": self.tunnel.who}
        return super().waiting_for

    @property
    def what_to_do(self) -> str:
        if self.kind == "tunnel":
            return _("All see these cards. Pay what is due, or take yours back and end your turn.")
        if self.kind != "turn":
            return super().what_to_do
        if self.is_last_turn:
            return _("What you claim now still counts.")
        if self.has_stations:
            return _("Take cards, claim a route, draw tickets or build a station.")
        return _("Take cards, claim a route or draw tickets.")

    def why_last(self, cause: int) -> str:
        name = self.other(cause)
        if name is None:
            return _("Last round: you have few trains left.")
        return _("Last round: %(who)s has few trains left.") % {"who": name}

    # Players

    def player(self, seat: Seat, *, to_move: bool) -> Row:
        trains = self.facts["seats"][seat.number]["trains"]
        return super().player(seat, to_move=to_move) | {
            "trains": trains,
            "few_trains": trains <= FEW_TRAINS,
            "stations": self.stations_of(seat.number),
        }

    def stations_of(self, seat: int) -> Row | None:
        """Those that are left and those that stand; None where there are none."""
        if not self.has_stations:
            return None
        left = self.facts["seats"][seat]["stations"]
        words = ngettext("%(left)d station left", "%(left)d stations left", left)
        return {
            "left": left,
            "words": words % {"left": left},
            "spent": [number >= left for number in range(names.stations(self.edition))],
        }

    # Own tickets

    def ticket(self, raw: Mapping[str, Any]) -> Row:
        return own_tickets.row(self, raw)

    @property
    def tickets_done(self) -> int:
        return sum(ticket["state"] in own_tickets.CONNECTED for ticket in self.tickets)

    @property
    def points_won(self) -> int:
        return self.points_of(self.tickets) - self.points_at_stake

    @property
    def points_at_stake(self) -> int:
        return self.points_of(
            ticket for ticket in self.tickets if ticket["state"] not in own_tickets.CONNECTED
        )

    # What may be done

    @property
    def acts(self) -> list[Row]:
        if self.kind != "turn":
            return super().acts
        claim = self.act("train", _("Claim a route"), panel="routes")
        build = self.act("station", _("Build a station"), possible=self.stations_left > 0, panel="stations")
        return [self.act_draw, claim, self.act_tickets, *([build] if self.has_stations else ())]

    @cached_property
    def payable(self) -> dict[str, list[payments.Cards]]:
        """Routes that I can pay now, each with its payments, fewest locomotives first."""
        return self.paid_by("claim_route", "route")

    @cached_property
    def buildable(self) -> dict[str, list[payments.Cards]]:
        """Cities where I can build a station now, each with its payments, fewest locomotives first."""
        return self.paid_by("build_station", "city")

    def paid_by(self, kind: str, thing: str) -> dict[str, list[payments.Cards]]:
        """Of the legal actions of a kind: thing -> its payments."""
        found: dict[str, list[payments.Cards]] = {}
        for action in self.legal:
            if action["type"] == kind:
                found.setdefault(action[thing], []).append(action["cards"])
        return {its: payments.by_locomotives(paid) for its, paid in found.items()}

    # Stations and tunnels

    @property
    def has_stations(self) -> bool:
        return names.stations(self.edition) > 0

    @property
    def stations(self) -> dict[str, str]:
        """City -> the colour of whose station stands there."""
        return {city: self.seats[owner].colour for city, owner in self.facts["board"]["stations"].items()}

    @property
    def stations_left(self) -> int:
        """Of mine; 0 for whoever has no seat."""
        return self.facts["seats"][self.seen.seat]["stations"] if self.seated else 0

    def nearest_station(self, city: str) -> Row:
        """Building there with the cards that come nearest to paying it."""
        nearest = self.seen.station(city)["nearest"]
        return nearest or {"type": "build_station", "city": city, "cards": {"locomotive": 1}}

    @cached_property
    def tunnel(self) -> TunnelScene | None:
        """What lies for a tunnel, while somebody decides."""
        return TunnelScene(self) if self.facts["tunnel"] else None

    # The board

    @property
    def claims(self) -> dict[str, str]:
        """Route -> its owner's colour."""
        return {route: self.seats[owner].colour for route, owner in self.facts["board"]["claims"].items()}

    @property
    def my_cities(self) -> list[str]:
        """Ends of my tickets, and of those that lie before me."""
        you = self.facts["you"]
        raw = [*you["tickets"], *you["offered"]] if you else []
        return sorted({city for ticket in raw for city in ticket["cities"]})

    @property
    def position(self) -> Row:
        """With what the board needs: classes for routes and cities."""
        return super().position | {
            "claims": self.claims,
            "owners": {route: self.who(owner) for route, owner in self.facts["board"]["claims"].items()},
            "payable": sorted(self.payable),
            "cities": self.my_cities,
            "fresh": self.since_my_move("route_claimed", "route"),
            "longest": self.final.longest,
            **(self.position_of_stations if self.has_stations else {}),
        }

    @property
    def position_of_stations(self) -> Row:
        """What the board needs where there are stations and tunnels."""
        owners = {city: self.who(seat) for city, seat in self.facts["board"]["stations"].items()}
        return {
            "stations": self.stations,
            "builders": {city: _("station of %(who)s") % {"who": who} for city, who in owners.items()},
            "buildable": sorted(self.buildable),
            "freshStations": self.since_my_move("station_built", "city"),
            "tunnel": self.tunnel and self.tunnel.route,
        }

    def since_my_move(self, kind: str, thing: str) -> list[str]:
        """What the others have claimed or built meanwhile."""
        return [
            event[thing]
            for event in self.events
            if event["type"] == kind and event["seq"] > self.my_last_move
        ]

    # The end

    @cached_property
    def telling(self) -> Telling:
        return Telling(self.final, self.facts["board"]["claims"])
