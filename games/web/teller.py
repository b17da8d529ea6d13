"""Lines of the log that every game has: draws, tickets, turns passed, the end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import COLOURS as CARD_COLOURS
from games.selectors import Seen
from games.web import names, payments
from games.web.templatetags.night_mail import chip, colour_name

Event = dict[str, Any]


@dataclass
class Line:
    """One line: who, when, what. `short` goes beside a player's name; `by` tells who else made the move."""

    seq: int
    at: datetime
    seat: int | None
    colour: str
    text: SafeString
    short: str = ""
    by: str = ""

    @property
    def noted(self) -> SafeString:
        """The text and, where it was not the player, who made the move."""
        return format_html("{} ({})", self.text, self.by) if self.by else self.text

    @property
    def brief(self) -> str:
        """The same of the short text."""
        return f"{self.short} ({self.by})" if self.by else self.short


class Teller:
    """Goes through events in order and writes lines."""

    def __init__(self, seen: Seen, *, plain: bool) -> None:
        self.seen, self.plain = seen, plain
        self.edition = seen.game.edition
        self.seats = {seat.number: seat for seat in seen.seats}
        self.lines: list[Line] = []
        self.drawn: list[Event] = []  # cards of the turn that is going on
        self.tellers: dict[str, Callable[[Event], None]] = {
            "card_drawn": self.card,
            "face_up_taken": self.card,
            "tickets_offered": self.tickets_offered,
            "tickets_kept": self.tickets_kept,
            "first_tickets_kept": self.first_tickets_kept,
            "first_tickets_chosen": self.first_tickets_chosen,
            "turn_passed": self.turn_passed,
            "game_ended": self.game_ended,
        }

    def tell(self, event: Event) -> None:
        if event["type"] == "turn_began":
            self.drawn = []
        if event["seq"] == 0:
            if event["type"] == "seats_drawn":
                self.began(event)
            return
        teller = self.tellers.get(event["type"])
        if teller:
            teller(event)

    def add(self, event: Event, seat: int | None, text: SafeString, short: str = "") -> None:
        colour = self.seats[seat].colour if seat is not None else ""
        by = names.by(event["by"]) if seat is not None else ""
        self.lines.append(Line(event["seq"], event["at"], seat, colour, text, short, by))

    def who(self, seat: int) -> str:
        return names.player(self.seats[seat])

    def say(self, seat: int, yours: str, others: str, **words: Any) -> SafeString:
        """One of two sentences, by whether the reader did it; `others` tells the name."""
        sentence = yours if seat == self.seen.seat else others
        return format_html(sentence, who=self.who(seat), **words)

    def began(self, event: Event) -> None:
        order = ", ".join(self.who(number) for number in sorted(self.seats))
        self.add(event, None, format_html(_("The game began. In order: {order}."), order=order))

    def card(self, event: Event) -> None:
        """Each card of a turn; the second one completes the line of the first."""
        seat = event["seat"]
        if self.drawn:
            self.lines = [
                line
                for line in self.lines
                if not (line.seq == self.drawn[0]["seq"] and line.seat == seat and line.short)
            ]
        self.drawn.append(event)
        text, short = self.draws(seat, self.drawn)
        self.add({**self.drawn[0], "by": event["by"]}, seat, text, short)

    def draws(self, seat: int, cards: Sequence[Event]) -> tuple[SafeString, str]:
        blind = [card["card"] for card in cards if card["type"] == "card_drawn"]
        row = [card["card"] for card in cards if card["type"] == "face_up_taken"]
        from_row, from_deck = self.chips(row), self.chips(blind)
        if not row:
            number = len(blind)
            short = ngettext("drew a card from the deck", "drew {number} from the deck", number)
            return (
                self.say(
                    seat,
                    ngettext("You drew {cards} from the deck.", "You drew {cards} from the deck.", number),
                    ngettext(
                        "{who} drew a card from the deck.",
                        "{who} drew {number} cards from the deck.",
                        number,
                    ),
                    cards=from_deck,
                    number=number,
                ),
                short.format(number=number),
            )
        if not blind:
            text = self.say(
                seat,
                _("You took {cards} from the row."),
                _("{who} took {cards} from the row."),
                cards=from_row,
            )
            return text, _("took {cards}").format(cards=self.plain_words(row))
        card = self.plain_words(row)
        if cards[0]["type"] == "face_up_taken":
            yours = _("You took {row} from the row and drew {deck} from the deck.")
            others = _("{who} took {row} from the row and drew one from the deck.")
            short = _("took {card} and drew one").format(card=card)
        else:
            yours = _("You drew {deck} from the deck and took {row} from the row.")
            others = _("{who} drew one from the deck and took {row} from the row.")
            short = _("drew one and took {card}").format(card=card)
        return self.say(seat, yours, others, row=from_row, deck=from_deck), short

    def chips(self, cards: Sequence[str | None]) -> SafeString | str:
        """Cards one by one; of those that are told no more, how many."""
        if None in cards:
            return self.how_many(cards)
        shown = ((self.picture(card),) for card in cards if card)
        return format_html_join(", " if self.plain else " ", "{}", shown)

    def plain_words(self, cards: Sequence[str | None]) -> str:
        """Red and blue, or how many."""
        if None in cards:
            return self.how_many(cards)
        return _(" and ").join(str(colour_name(card)) for card in cards if card)

    def how_many(self, cards: Sequence[str | None]) -> str:
        return ngettext("a card", "{number} cards", len(cards)).format(number=len(cards))

    def picture(self, colour: str) -> str:
        """A card in a line of text."""
        return colour_name(colour) if self.plain else chip(colour, colour_name(colour))

    def payment(self, cards: dict[str, int]) -> SafeString:
        """2 red + 1 locomotive."""
        if self.plain:
            return escape(payments.words(cards))
        paid = ((number, self.picture(colour)) for colour, number in cards.items())
        return format_html_join(" + ", "{} {}", paid)

    def counted(self, cards: Sequence[str | None]) -> SafeString | str:
        """2 red + 1 locomotive; of cards that are told no more, how many."""
        if None in cards:
            return self.how_many(cards)
        if len(set(cards)) == len(cards):
            return self.chips(cards)
        return self.payment({card: cards.count(card) for card in CARD_COLOURS if card in cards})

    def tickets_offered(self, event: Event) -> None:
        number = len(event["tickets"])
        text = self.say(
            event["seat"],
            ngettext("You drew {number} ticket.", "You drew {number} tickets.", number),
            ngettext("{who} drew {number} ticket.", "{who} drew {number} tickets.", number),
            number=number,
        )
        self.add(event, event["seat"], text, _("is choosing tickets"))

    def tickets_kept(self, event: Event) -> None:
        number, seat = len(event["tickets"]), event["seat"]
        if not number:
            text = self.say(seat, _("You kept none of them."), _("{who} kept none of them."))
            self.add(event, seat, text, _("kept no ticket"))
            return
        text = self.say(
            seat,
            ngettext(
                "You kept {number} of them: {tickets}.", "You kept {number} of them: {tickets}.", number
            ),
            ngettext("{who} kept {number} of them.", "{who} kept {number} of them.", number),
            number=number,
            tickets=self.ticket_names(event["tickets"]),
        )
        self.add(event, seat, text, ngettext("kept {n} ticket", "kept {n} tickets", number).format(n=number))

    def ticket_names(self, tickets: Sequence[str | None]) -> str:
        return ", ".join(names.ticket(self.edition, ticket) for ticket in tickets if ticket)

    def first_tickets_kept(self, event: Event) -> None:
        seat = event["seat"]
        text = self.say(
            seat,
            _("You kept {tickets}."),
            _("{who} has chosen tickets."),
            tickets=self.ticket_names(event["tickets"] or ()),
        )
        self.add(event, seat, text, _("has chosen"))

    def first_tickets_chosen(self, event: Event) -> None:
        kept = ", ".join(f"{self.who(seat)} {number}" for seat, number in enumerate(event["numbers"]))
        self.add(event, None, format_html(_("All have chosen their tickets: {kept}."), kept=kept))

    def turn_passed(self, event: Event) -> None:
        seat = event["seat"]
        text = self.say(
            seat,
            _("You passed: there was nothing you could do."),
            _("{who} passed: there was nothing to do."),
        )
        self.add(event, seat, text, _("passed"))

    def game_ended(self, event: Event) -> None:
        if event["all_passed"]:
            text = escape(_("Everybody passed in a row: the game is over."))
        else:
            text = escape(_("The game is over."))
        self.add(event, None, text)
