"""Lines of the log that only the Card Game has: cards that roll and are placed, robberies, scorings."""

from django.utils.html import escape, format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors import Seen
from games.web import names
from games.web.teller import Event, Teller


class CardTeller(Teller):
    """Of the Card Game. Of older moves the colours may be forgotten: then a line tells how many cards."""

    def __init__(self, seen: Seen, *, plain: bool) -> None:
        super().__init__(seen, plain=plain)
        self.robbed: Event | None = None  # a row that the cards placed next have robbed
        self.dealing = False  # between two halves cards are dealt, which nobody has drawn
        self.tellers |= {
            "cards_rolled": self.cards_rolled,
            "row_robbed": self.row_robbed,
            "trains_placed": self.trains_placed,
            "last_round_began": self.last_round_began,
            "scoring_began": self.scoring_began,
            "completion_chosen": self.completion_chosen,
            "tickets_completed": self.tickets_completed,
            "cards_gathered": self.cards_gathered,
        }

    def tell(self, event: Event) -> None:
        if event["type"] in ("cards_gathered", "turn_began"):
            self.dealing = event["type"] == "cards_gathered"
        super().tell(event)

    def card(self, event: Event) -> None:
        if not self.dealing:
            super().card(event)

    def cards_rolled(self, event: Event) -> None:
        """How many; and which, while that is told."""
        number = len(event["cards"])
        text = self.say(
            event["seat"],
            ngettext("{number} card rolled onto your track", "{number} cards rolled onto your track", number),
            ngettext(
                "{number} card rolled onto the track of {who}",
                "{number} cards rolled onto the track of {who}",
                number,
            ),
            number=number,
        )
        cards = format_html(": {}", self.chips(event["cards"])) if None not in event["cards"] else ""
        self.add(event, event["seat"], format_html("{}{}.", text, cards))

    def row_robbed(self, event: Event) -> None:
        """Told together with the cards that rob it."""
        self.robbed = event

    def trains_placed(self, event: Event) -> None:
        seat, robbed, number = event["seat"], self.robbed, len(event["cards"])
        self.robbed = None
        cards = self.counted(event["cards"])
        if robbed is None:
            text = self.say(seat, _("You placed {cards}."), _("{who} placed {cards}."), cards=cards)
            self.add(
                event, seat, text, ngettext("placed {n} card", "placed {n} cards", number).format(n=number)
            )
            return
        victim = self.who(robbed["seat"])
        others = _("{who} placed {cards} and robbed {victim} of {row}.")
        if robbed["seat"] == self.seen.seat:
            others = _("{who} placed {cards} and robbed you of {row}.")
        yours = _("You placed {cards} and robbed {victim} of {row}.")
        row = self.counted(robbed["cards"])
        text = self.say(seat, yours, others, cards=cards, row=row, victim=victim)
        self.add(event, seat, text, _("robbed {victim}").format(victim=victim))

    def last_round_began(self, event: Event) -> None:
        self.add(event, None, escape(_("The deck has run out: everybody has one more turn.")))

    def scoring_began(self, event: Event) -> None:
        self.add(event, None, escape(_("The last turns are over: tickets are completed.")))

    def completion_chosen(self, event: Event) -> None:
        seat = event["seat"]
        text = self.say(
            seat,
            _("You have chosen what you complete."),
            _("{who} has chosen tickets to complete."),
        )
        self.add(event, seat, text, _("has chosen"))

    def tickets_completed(self, event: Event) -> None:
        """What somebody completed, and the track pile that paid for it: all see both."""
        seat, number = event["seat"], len(event["tickets"])
        if not number:
            text = self.say(
                seat,
                _("You completed no ticket. On your track: {track}."),
                _("{who} completed no ticket. On the track: {track}."),
                track=self.counted(event["track"]) or _("nothing"),
            )
        else:
            points = sum(names.tickets(self.edition)[ticket]["points"] for ticket in event["tickets"])
            text = self.say(
                seat,
                _("You completed {tickets}: {points} points. On your track: {track}."),
                _("{who} completed {tickets}: {points} points. On the track: {track}."),
                tickets=self.ticket_names(event["tickets"]),
                points=points,
                track=self.counted(event["track"]),
            )
        short = ngettext("completed {n} ticket", "completed {n} tickets", number).format(n=number)
        self.add(event, seat, text, short if number else _("completed no ticket"))

    def cards_gathered(self, event: Event) -> None:
        self.add(event, None, escape(_("All cards but those in hands are shuffled and dealt anew.")))
