"""A tunnel on the table page: what laying cards for one risks, and the scene when cards were turned up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.board.tunnels import TURNED_UP
from games.web import gains, names, payments
from games.web.templatetags.night_mail import colour_name

if TYPE_CHECKING:
    from games.web.board_page import BoardPage

Row = dict[str, Any]


def to_turn_up(page: BoardPage) -> int:
    """How many cards would be turned up now: three, or what deck and discards still have."""
    return min(TURNED_UP, int(page.facts["deck"]) + page.discards_size)


def risk(page: BoardPage, cards: Mapping[str, int]) -> str:
    """What turned-up cards would cost after this payment, and how many I would have for it."""
    colour, held = payments.colour_of(cards), page.facts["you"]["hand"]
    left = sum(held.get(kind, 0) - cards.get(kind, 0) for kind in {colour, "locomotive"})
    if colour == "locomotive":
        costs = _("Each locomotive among them costs one more locomotive, colours cost nothing.")
    else:
        costs = _(
            "Each %(colour)s card and each locomotive among them costs one more %(colour)s or locomotive."
        )
    have = ngettext("You would have %(left)d for that.", "You would have %(left)d for that.", left)
    return f"{costs} {have}" % {"colour": colour_name(colour), "left": left}


class TunnelScene:
    """Cards that lie for a tunnel, those turned up, and what is due. All see the same; one seat decides."""

    def __init__(self, page: BoardPage) -> None:
        self.page = page
        self.facts: Mapping[str, Any] = page.facts["tunnel"]
        self.route = self.facts["route"]
        self.title = names.route(page.edition, self.route)
        self.laid = payments.pictures(self.facts["paid"])
        self.laid_words = payments.words(self.facts["paid"])
        self.colour = payments.colour_of(self.facts["paid"])

    @property
    def is_mine(self) -> bool:
        """I decide."""
        return bool(self.facts["seat"] == self.page.seen.seat)

    @property
    def who(self) -> str:
        return self.page.who(self.facts["seat"])

    @property
    def car(self) -> str:
        """The colour of whoever decides."""
        return str(self.page.seats[self.facts["seat"]].colour)

    @property
    def what_counts(self) -> str:
        if self.colour == "locomotive":
            return _("Of the cards turned up, each locomotive costs one more locomotive.")
        return _("Of the cards turned up, each %(colour)s and each locomotive costs one more.") % {
            "colour": colour_name(self.colour)
        }

    @property
    def turned_up(self) -> list[Row]:
        return [
            {"card": card, "name": colour_name(card), "counts": card in (self.colour, "locomotive")}
            for card in self.facts["turned_up"]
        ]

    @property
    def due(self) -> str:
        """What is to be paid, as a heading."""
        words = (
            ngettext("%(due)d more locomotive is due", "%(due)d more locomotives are due", self.facts["due"])
            if self.colour == "locomotive"
            else ngettext("%(due)d more card is due", "%(due)d more cards are due", self.facts["due"])
        )
        return words % {"due": self.facts["due"]}

    @cached_property
    def options(self) -> list[Row]:
        """Every payment that I can make, fewest locomotives first."""
        actions = [action for action in self.page.legal if action["type"] == "pay_tunnel"]
        options = [
            payments.option(
                action, say=_("Pay %(cards)s"), after=payments.cards_left(self.page, action["cards"])
            )
            for action in sorted(actions, key=lambda action: action["cards"].get("locomotive", 0))
        ]
        payments.mark_first(options)
        return options

    @property
    def why_not(self) -> str:
        """What of the extra cards I have, when I cannot pay."""
        cards = {self.colour: self.facts["due"]}
        refused = self.page.why_not({"type": "pay_tunnel", "cards": cards})
        return "" if self.options else refused

    @property
    def gains(self) -> list[Row]:
        """My tickets that the route would bring nearer."""
        return gains.of_route(self.page, self.route) if self.options else []

    @property
    def decline(self) -> Row:
        return {
            "action": {"type": "decline_tunnel"},
            "say": _("Take back %(cards)s") % {"cards": self.laid_words},
        }
