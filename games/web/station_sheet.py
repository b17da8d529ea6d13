"""A city in the decision panel: what a station there costs and would bring, or why none can be built."""

from __future__ import annotations

from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web import gains, names, payments
from games.web.board_page import BoardPage
from games.web.table import Row


class StationSheet:
    """One city: the payments for a station, what it would do for my tickets, or why not."""

    def __init__(self, page: BoardPage, city: str) -> None:
        self.page, self.city = page, city
        self.title = _("Station in %(city)s") % {"city": names.cities(page.edition)[city]}
        self.all = names.stations(page.edition)
        self.points = names.station_points(page.edition)

    @property
    def owner(self) -> Row | None:
        """Whose station stands here: {name, colour}."""
        seat = self.page.facts["board"]["stations"].get(self.city)
        if seat is None:
            return None
        return {"name": self.page.other(seat) or _("you"), "colour": self.page.seats[seat].colour}

    @property
    def left(self) -> int:
        """How many I have, before this one."""
        return self.page.stations_left

    @property
    def cost(self) -> int:
        """Of my next one, in cards."""
        return self.all - self.left + 1

    @cached_property
    def options(self) -> list[Row]:
        """Every payment, fewest locomotives first; none when it cannot be built."""
        build = {"type": "build_station", "city": self.city}
        options = [
            payments.option({**build, "cards": cards}, say=_("Build for %(cards)s"), after=self.after(cards))
            for cards in self.page.buildable.get(self.city, [])
        ]
        payments.mark_first(options)
        return options

    def after(self, cards: payments.Cards) -> str:
        """What I have left after paying so."""
        stations = ngettext("%(count)d station", "%(count)d stations", self.left - 1) % {
            "count": self.left - 1
        }
        return f"{stations}, {payments.cards_left(self.page, cards)}"

    @cached_property
    def refused(self) -> Row:
        """Why it cannot be built, with the cards that come nearest; empty words for whoever has no seat."""
        row: Row = {"why": "", "rule_url": None, "nearest": []}
        if self.page.seated and not self.page.over and not self.options:
            payments.explain(self.page, row, self.page.nearest_station(self.city))
        return row

    @property
    def is_open_to_me(self) -> bool:
        """I could build here, now or in another turn."""
        return self.left > 0 and self.owner is None and not self.page.over

    @cached_property
    def gains(self) -> list[Row]:
        """My tickets that it would complete."""
        return gains.of_station(self.page, self.city)

    @property
    def to_borrow(self) -> list[Row]:
        """Routes of others that end here."""
        page = self.page
        return [
            gains.borrowed(page, route)
            for route, seat in page.facts["board"]["claims"].items()
            if seat != page.seen.seat and self.city in names.routes(page.edition)[route]["cities"]
        ]
