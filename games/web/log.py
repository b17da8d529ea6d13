"""What happened, in words: lines of a log out of events that the reader may see."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.utils import timezone
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors import Seen
from games.web import names
from games.web.templatetags.night_mail import chip, colour_name

Event = dict[str, Any]


@dataclass
class Line:
    """One line: who, when, what. `short` goes beside a player's name."""

    seq: int
    at: datetime
    seat: int | None
    colour: str
    text: SafeString
    short: str = ""


@dataclass
class Day:
    """The lines of one day in the reader's zone, newest first."""

    date: date
    lines: list[Line]


def days(lines: Sequence[Line]) -> list[Day]:
    """Newest first."""

    def day(line: Line) -> date:
        return timezone.localtime(line.at).date()

    return [Day(when, list(group)) for when, group in groupby(reversed(lines), key=day)]


def lines(seen: Seen, events: Iterable[Event], *, plain: bool = False) -> list[Line]:
    """The log of these events, in order; the two draws of one turn make one line.

    Cards are small pictures, or, when `plain`, words.
    """
    teller = Teller(seen, plain=plain)
    for event in events:
        teller.tell(event)
    return teller.lines


class Teller:
    """Goes through events in order and writes lines."""

    def __init__(self, seen: Seen, *, plain: bool) -> None:
        self.seen, self.plain = seen, plain
        self.edition = seen.game.edition
        self.seats = {seat.number: seat for seat in seen.seats}
        self.lines: list[Line] = []
        self.drawn: list[Event] = []  # cards of the turn that is going on
        self.tunnel: tuple[Line, SafeString, list[Event]] | None = None  # its line, how it begins, cards
        self.tellers: dict[str, Callable[[Event], None]] = {
            "card_drawn": self.card,
            "face_up_taken": self.card,
            "route_claimed": self.route_claimed,
            "tunnel_tried": self.tunnel_tried,
            "tunnel_card_turned_up": self.tunnel_card_turned_up,
            "tunnel_paid": self.tunnel_paid,
            "tunnel_declined": self.tunnel_declined,
            "station_built": self.station_built,
            "tickets_offered": self.tickets_offered,
            "tickets_kept": self.tickets_kept,
            "first_tickets_kept": self.first_tickets_kept,
            "first_tickets_chosen": self.first_tickets_chosen,
            "row_discarded": self.row_discarded,
            "row_stays": self.row_stays,
            "deck_shuffled": self.deck_shuffled,
            "turn_passed": self.turn_passed,
            "last_round_began": self.last_round_began,
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
        self.lines.append(Line(event["seq"], event["at"], seat, colour, text, short))

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
        self.add(self.drawn[0], seat, text, short)

    def draws(self, seat: int, cards: Sequence[Event]) -> tuple[SafeString, str]:
        blind = [card for card in cards if card["type"] == "card_drawn"]
        row = [card for card in cards if card["type"] == "face_up_taken"]
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
            taken = _(" and ").join(str(colour_name(card["card"])) for card in row)
            return text, _("took {cards}").format(cards=taken)
        card = colour_name(row[0]["card"])
        if cards[0] in row:
            yours = _("You took {row} from the row and drew {deck} from the deck.")
            others = _("{who} took {row} from the row and drew one from the deck.")
            short = _("took {card} and drew one").format(card=card)
        else:
            yours = _("You drew {deck} from the deck and took {row} from the row.")
            others = _("{who} drew one from the deck and took {row} from the row.")
            short = _("drew one and took {card}").format(card=card)
        return self.say(seat, yours, others, row=from_row, deck=from_deck), short

    def chips(self, cards: Sequence[Event]) -> SafeString:
        shown = ((self.picture(card["card"]),) for card in cards if card["card"])
        return format_html_join(", " if self.plain else " ", "{}", shown)

    def picture(self, colour: str) -> str:
        """A card in a line of text."""
        return colour_name(colour) if self.plain else chip(colour, colour_name(colour))

    def route_claimed(self, event: Event) -> None:
        seat, route = event["seat"], event["route"]
        title = names.route(self.edition, route)
        points = names.route_points(self.edition, names.routes(self.edition)[route]["length"])
        paid = self.payment(event["cards"])
        text = self.say(
            seat,
            ngettext(
                "You claimed {route} with {paid}: {points} point.",
                "You claimed {route} with {paid}: {points} points.",
                points,
            ),
            ngettext(
                "{who} claimed {route} with {paid}: {points} point.",
                "{who} claimed {route} with {paid}: {points} points.",
                points,
            ),
            route=title,
            paid=paid,
            points=points,
        )
        self.add(event, seat, text, _("claimed {route}").format(route=title))

    def payment(self, cards: dict[str, int]) -> SafeString:
        """2 red + 1 locomotive."""
        paid = ((number, self.picture(colour)) for colour, number in cards.items())
        return format_html_join(" + ", "{} {}", paid)

    def tunnel_tried(self, event: Event) -> None:
        seat, title = event["seat"], names.route(self.edition, event["route"])
        text = self.say(
            seat,
            _("You laid {paid} for the tunnel {route}."),
            _("{who} laid {paid} for the tunnel {route}."),
            paid=self.payment(event["cards"]),
            route=title,
        )
        self.add(event, seat, text, _("tries the tunnel {route}").format(route=title))
        self.tunnel = self.lines[-1], text, []

    def tunnel_card_turned_up(self, event: Event) -> None:
        """What is turned up goes into the line of the attempt."""
        if self.tunnel is None:
            return  # the log begins in the middle
        line, begun, cards = self.tunnel
        cards.append(event)
        due = sum(card["counts"] for card in cards)
        words = ngettext("Turned up: {cards}; {due} more due.", "Turned up: {cards}; {due} more due.", due)
        if not due:
            words = _("Turned up: {cards}; nothing more due.")
        line.text = format_html("{} {}", begun, format_html(words, cards=self.chips(cards), due=due))

    def tunnel_paid(self, event: Event) -> None:
        """Worth a line only when something was due."""
        if event["cards"]:
            seat, paid = event["seat"], self.payment(event["cards"])
            text = self.say(seat, _("You paid {paid} more."), _("{who} paid {paid} more."), paid=paid)
            self.add(event, seat, text)

    def tunnel_declined(self, event: Event) -> None:
        seat, title = event["seat"], names.route(self.edition, event["route"])
        text = self.say(
            seat,
            _("You took your cards back and left the tunnel {route}."),
            _("{who} took the cards back and left the tunnel {route}."),
            route=title,
        )
        self.add(event, seat, text, _("left the tunnel {route}").format(route=title))

    def station_built(self, event: Event) -> None:
        seat, city = event["seat"], names.cities(self.edition)[event["city"]]
        text = self.say(
            seat,
            _("You built a station in {city} with {paid}."),
            _("{who} built a station in {city} with {paid}."),
            city=city,
            paid=self.payment(event["cards"]),
        )
        self.add(event, seat, text, _("built a station in {city}").format(city=city))

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

    def row_discarded(self, event: Event) -> None:
        self.add(event, None, escape(_("Three locomotives lay open: the row was turned up anew.")))

    def row_stays(self, event: Event) -> None:
        self.add(event, None, escape(_("Three locomotives lie open, and the row stays.")))

    def deck_shuffled(self, event: Event) -> None:
        self.add(event, None, escape(_("The discards were shuffled into a new deck.")))

    def turn_passed(self, event: Event) -> None:
        seat = event["seat"]
        text = self.say(
            seat,
            _("You passed: there was nothing you could do."),
            _("{who} passed: there was nothing to do."),
        )
        self.add(event, seat, text, _("passed"))

    def last_round_began(self, event: Event) -> None:
        text = self.say(
            event["seat"],
            _("You have few trains left: the last round begins."),
            _("{who} has few trains left: the last round begins."),
        )
        self.add(event, event["seat"], text)

    def game_ended(self, event: Event) -> None:
        if event["all_passed"]:
            text = escape(_("Everybody passed in a row: the game is over."))
        else:
            text = escape(_("The game is over."))
        self.add(event, None, text)
