"""Lines of the log that only a map game has: routes, tunnels, stations, the discards and the row."""

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors import Seen
from games.web import names
from games.web.teller import Event, Line, Teller


class BoardTeller(Teller):
    """Of a game with a board."""

    def __init__(self, seen: Seen, *, plain: bool) -> None:
        super().__init__(seen, plain=plain)
        self.tunnel: tuple[Line, SafeString, list[Event]] | None = None  # its line, how it begins, cards
        self.tellers |= {
            "route_claimed": self.route_claimed,
            "tunnel_tried": self.tunnel_tried,
            "tunnel_card_turned_up": self.tunnel_card_turned_up,
            "tunnel_paid": self.tunnel_paid,
            "tunnel_declined": self.tunnel_declined,
            "station_built": self.station_built,
            "row_discarded": self.row_discarded,
            "row_stays": self.row_stays,
            "deck_shuffled": self.deck_shuffled,
            "last_round_began": self.last_round_began,
        }

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
        shown = self.chips([card["card"] for card in cards])
        line.text = format_html("{} {}", begun, format_html(words, cards=shown, due=due))

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

    def row_discarded(self, event: Event) -> None:
        self.add(event, None, escape(_("Three locomotives lay open: the row was turned up anew.")))

    def row_stays(self, event: Event) -> None:
        self.add(event, None, escape(_("Three locomotives lie open, and the row stays.")))

    def deck_shuffled(self, event: Event) -> None:
        self.add(event, None, escape(_("The discards were shuffled into a new deck.")))

    def last_round_began(self, event: Event) -> None:
        text = self.say(
            event["seat"],
            _("You have few trains left: the last round begins."),
            _("{who} has few trains left: the last round begins."),
        )
        self.add(event, event["seat"], text)
