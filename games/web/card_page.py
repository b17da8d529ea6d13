"""The table page of the Card Game: stations as rows of cards, tickets with their colours, Big Cities."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Seat
from games.web import big_cities, card_tickets, names
from games.web.completing import CompletingSheet
from games.web.rows_of_cards import counted, fan
from games.web.table import Row, TablePage
from games.web.telling import CardTelling


class CardPage(TablePage):
    """A table with cards alone."""

    template = "games/card_table.html"
    panels_template = "games/_table/card_panels.html"
    scores_template = "games/_table/card_scores.html"

    # The bar

    @property
    def asked(self) -> str:
        if self.kind == "complete_tickets":
            return _("Complete tickets")
        return super().asked

    @property
    def what_to_do(self) -> str:
        if self.kind == "turn":
            return f"{self.what_rolled} {self.what_now}".strip()
        if self.kind == "second_card":
            return _("Take a second card, or stop. A face-up locomotive cannot be the second.")
        if self.kind == "complete_tickets":
            return _("What you complete is shown when all have chosen.")
        return super().what_to_do

    @property
    def what_rolled(self) -> str:
        """Onto my track, at the beginning of this turn; empty when nothing did."""
        number = self.rolled
        if not number:
            return ""
        words = ngettext(
            "%(number)d card has rolled onto your track.",
            "%(number)d cards have rolled onto your track.",
            number,
        )
        return words % {"number": number}

    @property
    def rolled(self) -> int:
        """How many cards."""
        for event in reversed(self.events):
            if event["type"] == "cards_rolled" and event["seat"] == self.seen.seat:
                return len(event["cards"])
            if event["type"] == "turn_began":
                break
        return 0

    @property
    def what_now(self) -> str:
        if self.is_last_turn:
            return _("What you place now no longer reaches your track.")
        return _("Draw cards, place cards or draw tickets.")

    def why_last(self, cause: int) -> str:
        name = self.other(cause)
        if name is None:
            return _("The deck has run out with your move.")
        return _("The deck has run out with a move of %(who)s.") % {"who": name}

    @property
    def banner(self) -> str:
        """Over everything in the last turns; the scoring after them speaks for itself."""
        return "" if self.facts["phase"] == "complete_tickets" else super().banner

    @property
    def is_final_scoring(self) -> bool:
        """Is the next scoring, or the one that goes on, the last?"""
        return bool(self.facts["scorings"] + 1 >= names.scorings(self.edition, self.game.size))

    # Players

    @cached_property
    def players(self) -> list[Row]:
        """In turn order, the reader last: beside the own hand."""
        after = 0 if self.seen.seat is None else self.seen.seat + 1
        in_order = super().players
        return in_order[after:] + in_order[:after]

    def player(self, seat: Seat, *, to_move: bool) -> Row:
        facts, table = self.facts["seats"][seat.number], self.facts["table"]
        row = super().player(seat, to_move=to_move)
        return row | {
            "holds": holds(row["cards"], row["tickets"]),
            "rows": [fan(row) for row in table["stations"][seat.number]],
            "track": table["tracks"][seat.number],
            "track_cards": self.track_of(seat.number),
            "hand_cards": counted(facts.get("hand", {})) if self.over else [],
            "completed": len(facts["completed"]),
        }

    def track_of(self, seat: int) -> list[Row]:
        """The cards of a track pile that I may look at: my own, or any when the game is over."""
        if self.over:
            return counted(self.facts["seats"][seat]["track"])
        return counted(self.facts["you"]["track"] or {}) if seat == self.seen.seat else []

    @property
    def has_scored(self) -> bool:
        """Is a scoring behind?"""
        return bool(self.facts["scorings"])

    @property
    def track_is_hidden(self) -> bool:
        """May not even its owner look at a track pile?"""
        return not self.over and not self.game.options.get("look_at_track", False)

    @property
    def forgets(self) -> str:
        """What the log no longer tells of older moves; empty when the game is over."""
        if self.over:
            return ""
        if self.track_is_hidden:
            return _("Older moves say how many cards, not which: remembering is part of this game.")
        return _("Older moves of others say how many cards, not which: their piles are closed to you.")

    # Own tickets, Big Cities

    def ticket(self, raw: Mapping[str, Any]) -> Row:
        return card_tickets.row(self, raw)

    @cached_property
    def offered(self) -> list[Row]:
        return [card_tickets.offered(self, raw) for raw in self.facts["you"]["offered"]]

    @property
    def hand_counted(self) -> list[Row]:
        """For whoever chooses tickets, by the colours they need."""
        return counted(self.facts["you"]["hand"])

    @property
    def what_tickets_do(self) -> str:
        return _("What you complete counts for you, what you do not counts against you.")

    @cached_property
    def completed(self) -> list[Row]:
        """My tickets of the scorings that are behind."""
        seat = self.facts["seats"][self.seen.seat]
        return [card_tickets.completed(self, ticket) for ticket in seat["completed"]]

    @property
    def points_held(self) -> int:
        """On the tickets in hand."""
        return self.points_of(self.tickets)

    @property
    def points_won(self) -> int:
        return self.points_of(self.completed)

    @cached_property
    def big_cities(self) -> list[Row]:
        return big_cities.rows(self)

    # What may be done

    @property
    def acts(self) -> list[Row]:
        if self.kind == "second_card":
            return [self.act_draw, self.act("check", _("Stop drawing"), action={"type": "stop_drawing"})]
        place = self.act("train", _("Place cards"), panel="place")
        return [self.act_draw, place, self.act_tickets]

    @property
    def may_place(self) -> bool:
        """Are the piles of my hand there to be pressed?"""
        return self.kind == "turn"

    @cached_property
    def completing(self) -> CompletingSheet:
        """The choice at a scoring, as it is suggested."""
        suggested = self.seen.completing([])["suggested"]
        return CompletingSheet(self, suggested)

    # The end

    @cached_property
    def telling(self) -> CardTelling:
        return CardTelling(self.final)


def holds(cards: int, tickets: int | str) -> str:
    """8 cards, 3 tickets; how many tickets is not known of first ones that were just chosen."""
    words = ngettext("%(number)d card", "%(number)d cards", cards) % {"number": cards}
    if not isinstance(tickets, int):
        return words
    return f"{words}, {ngettext('%(number)d ticket', '%(number)d tickets', tickets) % {'number': tickets}}"
