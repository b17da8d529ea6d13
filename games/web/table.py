"""The table page: what one viewer sees of a started game, ready for the templates."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import selectors
from games.engine import COLOURS as CARD_COLOURS
from games.models import Decision, Move, Seat
from games.selectors import Seen
from games.web import log, names, own_tickets, payments, reasons
from games.web.scores import FinalScores
from games.web.telling import Telling
from games.web.templatetags.night_mail import colour_name
from games.web.tunnel import TunnelScene

LOG_MOVES = 80  # so many of the last moves stand in the page's log
FEW_TRAINS = 8
Row = dict[str, Any]


class TablePage:
    """One object for the page and its panels; every property is computed once, when it is used."""

    def __init__(self, seen: Seen) -> None:
        assert seen.facts is not None
        self.seen, self.game, self.facts = seen, seen.game, seen.facts
        self.edition = seen.game.edition
        self.board = names.board(self.edition)
        self.seats: dict[int, Seat] = {seat.number: seat for seat in seen.seats}

    # Who and when

    @property
    def title(self) -> str:
        return f"{names.table(self.game)} · {names.edition(self.edition)}"

    @property
    def subtitle(self) -> str:
        players = ngettext("%(number)d player", "%(number)d players", self.game.size)
        return players % {"number": self.game.size} + ", " + _("no clock")

    @property
    def tab_title(self) -> str:
        """Of the browser's tab: tells whose turn it is."""
        return (_("Your turn") if self.my_turn else self.heading) + f" · {self.title}"

    @property
    def seated(self) -> bool:
        return self.seen.seat is not None

    @property
    def over(self) -> bool:
        return self.game.is_finished

    @property
    def decision(self) -> Decision | None:
        return self.seen.decision

    @property
    def my_turn(self) -> bool:
        return self.decision is not None

    @property
    def kind(self) -> str:
        """Of my open decision; empty when I am not asked."""
        return self.decision.kind if self.decision else ""

    @property
    def choosing(self) -> bool:
        """Tickets lie before me."""
        return self.kind in ("first_tickets", "keep_tickets")

    @property
    def acting(self) -> bool:
        """I may take cards or more: only then is it said what I may not."""
        return self.kind in ("turn", "second_card")

    @property
    def is_last_turn(self) -> bool:
        return self.facts["last_round"] is not None

    def who(self, seat: int) -> str:
        return names.player(self.seats[seat])

    def other(self, seat: int) -> str | None:
        """The seat's name; None for my own, of which sentences speak differently."""
        return None if seat == self.seen.seat else self.who(seat)

    # The bar

    @property
    def heading(self) -> str:
        if self.over:
            return _("Game over")
        if self.kind in HEADINGS:
            return HEADINGS[self.kind]()
        if self.kind == "tunnel":
            due = self.facts["tunnel"]["due"]
            return ngettext("Tunnel: %(due)d more", "Tunnel: %(due)d more", due) % {"due": due}
        if self.my_turn:
            return _("Your last turn") if self.is_last_turn else _("Your turn")
        return self.waiting_for

    @property
    def waiting_for(self) -> str:
        """Whose move it is, when it is not mine."""
        asked = [self.who(decision.seat) for decision in self.seen.decisions]
        kinds = {decision.kind for decision in self.seen.decisions}
        if any(kind.endswith("tickets") for kind in kinds):
            words = ngettext("%(who)s is choosing tickets", "%(who)s are choosing tickets", len(asked))
        elif "tunnel" in kinds:
            words = _("%(who)s decides about a tunnel")
        else:
            words = ngettext("%(who)s is to move", "%(who)s are to move", len(asked))
        return words % {"who": ", ".join(asked)}

    @property
    def explanation(self) -> str:
        if self.over:
            return _("Everything is open now: hands, tickets and the order of the cards.")
        if self.kind == "first_tickets":
            return self.who_has_chosen
        if self.kind == "turn" and self.is_last_turn:
            return _("What you claim now still counts.")
        if self.kind == "turn" and self.has_stations:
            return _("Take cards, claim a route, draw tickets or build a station.")
        if self.my_turn:
            return EXPLANATIONS.get(self.kind, str)()
        return self.waiting_since

    @property
    def who_has_chosen(self) -> str:
        chosen = self.game.size - len(self.seen.decisions)
        words = ngettext(
            "%(chosen)d of %(all)d has chosen. Nobody sees what you keep.",
            "%(chosen)d of %(all)d have chosen. Nobody sees what you keep.",
            chosen,
        )
        return words % {"chosen": chosen, "all": self.game.size}

    @property
    def waiting_since(self) -> str:
        if not self.seated:
            return _("You are looking on.")
        return _("This page shows it as soon as it is your turn.")

    @property
    def banner(self) -> str:
        """Over everything in the last round."""
        last = self.facts["last_round"]
        if last is None or self.over:
            return ""
        cause = last["triggered_by"]
        left = last["turns_left"]
        name = self.other(cause)
        begun = (
            _("Last round: you have few trains left.")
            if name is None
            else _("Last round: %(who)s has few trains left.") % {"who": name}
        )
        turns = ngettext("%(left)d turn is still to come.", "%(left)d turns are still to come.", left)
        return f"{begun} {turns % {'left': left}}"

    # Players

    @cached_property
    def players(self) -> list[Row]:
        asked = {decision.seat for decision in self.seen.decisions}
        return [self.player(seat, to_move=number in asked) for number, seat in sorted(self.seats.items())]

    def player(self, seat: Seat, *, to_move: bool) -> Row:
        facts = self.facts["seats"][seat.number]
        choosing = self.facts["phase"] == "first_tickets"
        own = self.facts["you"]["tickets"] if seat.number == self.seen.seat else []
        return {
            "number": seat.number,
            "name": names.player(seat),
            "colour": seat.colour,
            "is_me": seat.number == self.seen.seat,
            "level": names.LEVELS[seat.bot] if seat.bot else "",
            "to_move": to_move,
            "cards": facts["cards"],
            "tickets": (len(own) or "–") if choosing else facts["tickets"],
            "trains": facts["trains"],
            "few_trains": facts["trains"] <= FEW_TRAINS,
            "points": facts["points"],
            "last": self.doing(seat.number, to_move=to_move),
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

    def doing(self, seat: int, *, to_move: bool) -> str:
        """What this player did last, or is at."""
        if self.facts["phase"] == "first_tickets":
            return _("is choosing") if to_move else _("has chosen")
        return self.last_of.get(seat, "")

    @cached_property
    def last_of(self) -> dict[int, str]:
        return {line.seat: line.short for line in self.lines if line.seat is not None and line.short}

    # Own cards and tickets

    @property
    def hand(self) -> list[Row]:
        """Colours that I hold, in the order of the cards."""
        held = self.facts["you"]["hand"]
        return [
            {"colour": colour, "number": held[colour], "pile": min(held[colour], 3)}
            for colour in CARD_COLOURS
            if colour in held
        ]

    @property
    def hand_size(self) -> int:
        return sum(self.facts["you"]["hand"].values())

    @cached_property
    def tickets(self) -> list[Row]:
        return [own_tickets.row(self, raw) for raw in self.facts["you"]["tickets"]]

    @cached_property
    def offered(self) -> list[Row]:
        return [own_tickets.row(self, raw) for raw in self.facts["you"]["offered"]]

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

    @staticmethod
    def points_of(tickets: Iterable[Row]) -> int:
        return sum(ticket["points"] for ticket in tickets)

    @property
    def fewest_to_keep(self) -> int:
        """The smallest set among the legal ones."""
        return min(len(action["tickets"]) for action in self.legal if action["type"] == "keep_tickets")

    # What may be done

    @cached_property
    def legal(self) -> list[dict[str, Any]]:
        return self.seen.legal()

    def may(self, action: dict[str, Any]) -> bool:
        return action in self.legal

    @cached_property
    def draws(self) -> list[Row]:
        """The face-up row, its five places."""
        return [self.place(place, card) for place, card in enumerate(self.facts["face_up"])]

    def place(self, place: int, card: str | None) -> Row:
        action = {"type": "draw_card", "from": place}
        return {
            "card": card,
            "name": short_name(card) if card else "",
            "action": action,
            "possible": card is not None and self.may(action),
            "why": self.why_not(action) if card and self.acting else "",
            "rule_url": self.rule_url(action) if card and self.acting else None,
            "say": self.say_take(card) if card else "",
        }

    def say_take(self, card: str) -> str:
        """What pressing the card does."""
        if card == "locomotive" and self.kind == "turn":
            return _("Take the locomotive: it ends your turn")
        return _("Take %(colour)s") % {"colour": colour_name(card)}

    @property
    def deck(self) -> Row:
        action = {"type": "draw_card", "from": "deck"}
        return {
            "number": self.facts["deck"],
            "action": action,
            "possible": self.may(action),
            "why": self.why_not(action) if self.acting else "",
            "say": _("Draw from the deck"),
        }

    @property
    def ticket_deck(self) -> Row:
        action = {"type": "draw_tickets"}
        return {
            "number": self.facts["ticket_deck"],
            "action": action,
            "possible": self.may(action),
            "why": self.why_not(action) if self.acting else "",
            "rule_url": self.rule_url(action),
        }

    @property
    def tickets_drawn(self) -> int:
        """How many I would see: as many as the edition says, or what is left."""
        drawn = int(self.seen.edition.describe()["rules"]["later_tickets"]["drawn"])
        return min(drawn, int(self.facts["ticket_deck"]))

    @property
    def discards(self) -> list[Row]:
        held = self.facts["discards"]
        return [
            {"colour": colour, "name": colour_name(colour), "number": held[colour]}
            for colour in CARD_COLOURS
            if colour in held
        ]

    @property
    def discards_size(self) -> int:
        return sum(self.facts["discards"].values())

    def why_not(self, action: dict[str, Any]) -> str:
        """A sentence; empty when it is possible."""
        if not self.seated or self.may(action):
            return ""
        refused = self.seen.refusal(action)
        return reasons.sentence(*refused, self.other) if refused else ""

    def rule_url(self, action: dict[str, Any]) -> str | None:
        """Where the rule can be read that does not allow it; None when it is possible."""
        refused = self.seen.refusal(action) if self.seated else None
        return reasons.rule_url(self.edition, *refused) if refused else None

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

    def decide_url(self, what: str, which: str = "") -> str:
        url = reverse("games:decide", args=[self.game.pk, what])
        return f"{url}?id={which}" if which else url

    # The log

    @cached_property
    def moves(self) -> list[Move]:
        """The last ones."""
        return selectors.latest_moves(self.game, LOG_MOVES)

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """Of the last moves."""
        return self.seen.events(self.moves)

    @cached_property
    def lines(self) -> list[log.Line]:
        return log.lines(self.seen, self.events)

    @property
    def days(self) -> list[log.Day]:
        return log.days(self.lines)

    @property
    def my_last_move(self) -> int:
        """Its number; of whoever looks on, the last but one of the game."""
        if not self.seated:
            return self.game.seq - 1
        return max((move.seq for move in self.moves if move.seat == self.seen.seat), default=0)

    @property
    def news(self) -> list[str]:
        """What the others have done since my last move, the oldest first."""
        told = [line for line in self.lines if line.seq > self.my_last_move and line.short]
        return [
            _("%(who)s %(did)s.") % {"who": self.who(line.seat), "did": line.short}
            for line in sorted(told, key=lambda line: line.seq)
            if line.seat not in (None, self.seen.seat)
        ]

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
        """What the board's module needs: classes for routes and cities, the state of the page."""
        return {
            "seq": self.game.seq,
            "seat": self.seen.seat,
            "decision": self.decision.name if self.decision else None,
            "kind": self.kind,
            "title": self.tab_title,
            "myTurn": self.my_turn,
            "over": self.over,
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
    def final(self) -> FinalScores:
        return FinalScores(self.seen)

    @cached_property
    def telling(self) -> Telling:
        return Telling(self.final, self.facts["board"]["claims"])


HEADINGS = {
    "first_tickets": lambda: _("First tickets"),
    "keep_tickets": lambda: _("Your new tickets"),
    "second_card": lambda: _("One more card"),
}
EXPLANATIONS = {
    "keep_tickets": lambda: _("You have seen them, so this cannot be taken back."),
    "second_card": lambda: _("The second card ends your turn; a face-up locomotive cannot be the second."),
    "turn": lambda: _("Take cards, claim a route or draw tickets."),
    "tunnel": lambda: _("All see these cards. Pay what is due, or take yours back and end your turn."),
}


def short_name(card: str) -> str:
    """A colour's name that fits under a small card."""
    return pgettext("short", "loco") if card == "locomotive" else colour_name(card)
