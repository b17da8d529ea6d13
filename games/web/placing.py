"""Cards about to be placed: the rows they make, whom they rob, or why they cannot be placed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import COLOURS as CARD_COLOURS
from games.web import names, payments, rulebook
from games.web.rows_of_cards import fan

if TYPE_CHECKING:
    from games.web.card_page import CardPage

Row = dict[str, Any]
MOST = 2  # digits of a number of cards


def read(text: str) -> dict[str, int] | None:
    """Cards out of an address, "red:2,locomotive:1"; None for anything else."""
    cards: dict[str, int] = {}
    for part in filter(None, text.split(",")):
        colour, _colon, number = part.partition(":")
        if colour not in CARD_COLOURS or colour in cards or not is_number(number):
            return None
        cards[colour] = int(number)
    return {colour: number for colour, number in cards.items() if number}


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MOST


class PlacingSheet:
    """A choice of cards out of the own hand, for a seat."""

    def __init__(self, page: CardPage, cards: Mapping[str, int]) -> None:
        self.page, self.cards = page, dict(cards)
        self.action = {"type": "place_trains", "cards": self.cards}
        self.chosen = sum(self.cards.values())

    @property
    def rule(self) -> str | None:
        """Where it stands what can be placed."""
        return rulebook.url(self.page.edition, "C-PLACE-1")

    @property
    def piles(self) -> list[Row]:
        """The colours in hand: how many are chosen, and whose row of this colour stands."""
        return [
            pile | {"chosen": self.cards.get(pile["colour"], 0), "stands": self.stands(pile["colour"])}
            for pile in self.page.hand
        ]

    def stands(self, colour: str) -> str:
        """Marek has 2; empty where no station has a row of this colour."""
        for seat, rows in enumerate(self.page.facts["table"]["stations"]):
            for row in rows:
                if row["colour"] == colour:
                    size = row["coloured"] + row["locomotives"]
                    name = self.page.other(seat)
                    words = _("you have %(size)d") if name is None else _("%(who)s has %(size)d")
                    return words % {"who": name, "size": size}
        return ""

    @cached_property
    def refused(self) -> Row:
        """Why not, and where the rule stands; empty when it is possible."""
        why = self.page.why_not(self.action)
        return {"why": why, "rule_url": self.page.rule_url(self.action)} if why else {}

    @property
    def possible(self) -> bool:
        return self.chosen > 0 and not self.refused

    @cached_property
    def outcome(self) -> Mapping[str, Any]:
        return self.page.seen.placing(self.cards)

    @property
    def rows(self) -> list[Row]:
        """What would lie in my station for these cards."""
        return [fan(row) for row in self.outcome["rows"]]

    @property
    def robs(self) -> Row | None:
        """Whose row goes to the discards: {who, car, row, words}; None when nobody's does."""
        for raw in self.outcome["robs"]:
            row, who = fan(raw), self.page.who(raw["seat"])
            words = ngettext(
                "This robs %(who)s of %(size)d %(colour)s card.",
                "This robs %(who)s of %(size)d %(colour)s cards.",
                row["size"],
            )
            said = words % {"who": who, "size": row["size"], "colour": row["name"]}
            return {"who": who, "car": self.page.seats[raw["seat"]].colour, "row": row, "words": said}
        return None

    @property
    def say(self) -> str:
        """What the button does."""
        if not self.chosen:
            return _("Choose cards")
        cards = names.listed(payments.parts(self.cards))
        if self.possible and self.robs:
            return _("Place %(cards)s and rob %(who)s") % {"cards": cards, "who": self.robs["who"]}
        return _("Place %(cards)s") % {"cards": cards}

    @property
    def left(self) -> str:
        return payments.cards_left(self.page, self.cards)
