"""What the hard computer player says of a game that is over: the turns that swung it most, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import selectors
from games.models import Hindsight, Move
from games.selectors import Seen, Swing
from games.web import log, names, payments

Row = dict[str, Any]
STEP = 5  # per cent: an estimate is no more exact


def of(seen: Seen) -> Comment | None:
    """None where nothing is said: before the end, of games of long ago, and where it was switched off."""
    row = selectors.hindsight(seen.game) if seen.game.is_finished else None
    return Comment(seen, row) if row else None


class Comment:
    """One object for the page."""

    def __init__(self, seen: Seen, row: Hindsight) -> None:
        self.seen, self.row, self.edition = seen, row, seen.game.edition
        self.is_ready = row.is_ready

    @cached_property
    def turns(self) -> list[Row]:
        """In the order of the game; those that changed nothing to speak of are left out."""
        told = [swing for swing in selectors.swings(self.row) if self.before(swing) != self.after(swing)]
        moves = selectors.moves_of(self.seen.game, told)
        return [self.turn(swing, moves) for swing in told]

    def turn(self, swing: Swing, moves: list[Move]) -> Row:
        chances = {"before": self.before(swing), "after": self.after(swing)}
        return {
            "when": _("Turn %(number)d of %(all)d") % {"number": swing.turn + 1, "all": swing.turns},
            "colour": next(seat.colour for seat in self.seen.seats if seat.number == swing.seat),
            "lines": list(self.lines(swing, moves)),
            "chances": _("Chances from %(before)d %% to %(after)d %%.") % chances,
            "instead": self.instead(swing.instead) if swing.instead else "",
        }

    def lines(self, swing: Swing, moves: list[Move]) -> Iterator[SafeString]:
        """The turn as the log has it, without what it brought about for others."""
        own = [move for move in moves if swing.first <= move.seq <= swing.last]
        return (line.noted for line in log.lines(self.seen, self.seen.events(own)) if line.seat == swing.seat)

    def before(self, swing: Swing) -> int:
        return per_cent(swing.before)

    def after(self, swing: Swing) -> int:
        """With the last turn the game was won or lost."""
        if swing.turn + 1 < swing.turns:
            return per_cent(swing.after)
        first = [sheet["seat"] for sheet in self.seen.game.result or () if sheet["place"] == 1]
        return round(100 / len(first)) if swing.seat in first else 0

    def instead(self, action: Mapping[str, Any]) -> str:
        """What the computer would have begun the turn with."""
        return INSTEAD[action["type"]]() % self.facts(action)

    def facts(self, action: Mapping[str, Any]) -> dict[str, str]:
        """Words for what an action is about."""
        told = {}
        if "route" in action:
            told["route"] = names.route(self.edition, action["route"])
        if "city" in action:
            told["city"] = names.cities(self.edition)[action["city"]]
        if "cards" in action:
            told["cards"] = payments.words(action["cards"])
        return told


def per_cent(chance: float) -> int:
    """In steps of five, and never sure before the end."""
    return min(max(round(chance * 100 / STEP) * STEP, STEP), 100 - STEP)


INSTEAD = {
    "draw_card": lambda: _("The computer would have drawn cards."),
    "claim_route": lambda: _("The computer would have claimed %(route)s."),
    "build_station": lambda: _("The computer would have built a station in %(city)s."),
    "draw_tickets": lambda: _("The computer would have drawn tickets."),
    "place_trains": lambda: _("The computer would have placed %(cards)s."),
}
