"""Tickets about to be completed at a scoring: what they bring, what is left, or why they cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web import names
from games.web.rows_of_cards import counted

if TYPE_CHECKING:
    from games.web.card_page import CardPage

Row = dict[str, Any]


class CompletingSheet:
    """A choice among the own tickets, for a seat that is asked."""

    def __init__(self, page: CardPage, chosen: Sequence[str]) -> None:
        self.page, self.chosen = page, list(chosen)
        self.action = {"type": "complete_tickets", "tickets": self.chosen}
        self.facts = page.seen.completing(self.chosen)

    @property
    def tickets(self) -> list[Row]:
        """All that I hold: chosen, still to be paid besides, or not."""
        return [
            ticket
            | {
                "chosen": ticket["id"] in self.chosen,
                "fits": ticket["id"] in self.facts["fits"],
                "words": self.words(ticket["id"]),
            }
            for ticket in self.page.tickets
        ]

    def words(self, ticket: str) -> str:
        if ticket in self.chosen:
            return _("completed")
        return _("fits as well") if ticket in self.facts["fits"] else _("not paid for")

    @property
    def points(self) -> int:
        return int(self.facts["points"])

    @property
    def lost(self) -> int:
        """Points of the tickets that stay in hand."""
        return self.page.points_held - self.points

    @property
    def left(self) -> list[Row]:
        """Cards of my track that pay for nothing."""
        return counted(self.facts["left"])

    @property
    def track(self) -> list[Row]:
        return counted(self.page.facts["you"]["track"])

    @property
    def cities(self) -> list[Row]:
        """Big Cities that these tickets name, those of an earlier scoring counted: {name, points, number}."""
        cities = names.cities(self.page.edition)
        return [
            {"name": cities[raw["city"]], "points": raw["points"], "number": raw["completed"]}
            for raw in self.facts["big_cities"]
        ]

    @cached_property
    def refused(self) -> Row:
        """Why not, and where the rule stands; empty when it is possible."""
        why = self.page.why_not(self.action)
        return {"why": why, "rule_url": self.page.rule_url(self.action)} if why else {}

    @property
    def suggested(self) -> list[str]:
        return list(self.facts["suggested"])

    @property
    def is_suggested(self) -> bool:
        return set(self.suggested) == set(self.chosen)

    @property
    def say(self) -> str:
        """What the button does."""
        number = len(self.chosen)
        if not number:
            return _("Complete none")
        words = ngettext(
            "Complete %(number)d ticket: %(points)d points",
            "Complete %(number)d tickets: %(points)d points",
            number,
        )
        return words % {"number": number, "points": self.points}
