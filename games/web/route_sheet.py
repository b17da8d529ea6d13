"""A pair of cities in the decision panel: its tracks, the exact payments, or why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import COLOURS as CARD_COLOURS
from games.web import names, reasons
from games.web.table import Row, TablePage
from games.web.templatetags.night_mail import colour_name


class RouteSheet:
    """One pair of cities in the decision panel: its tracks, the payments, or why not."""

    def __init__(self, page: TablePage, route: str) -> None:
        self.page, self.route = page, route
        records = names.tracks(page.edition, route)
        self.title = names.route(page.edition, route)
        self.length = records[0]["length"]
        self.points = names.route_points(page.edition, self.length)
        # The track that was clicked comes first.
        records.sort(key=lambda record: record["id"] != route)
        self.tracks = alike_once([self.track(record) for record in records])
        mark_first(option for track in self.tracks for option in track["options"])

    @property
    def possible(self) -> bool:
        return any(track["options"] for track in self.tracks)

    @property
    def free_tracks(self) -> str:
        """How many tracks of several are there to be had."""
        tracks = names.tracks(self.page.edition, self.route)
        if len(tracks) == 1:
            return ""
        closed = {*self.page.facts["board"]["claims"], *self.page.facts["board"]["closed"]}
        free = sum(track["id"] not in closed for track in tracks)
        words = ngettext("%(free)d of %(all)d tracks free", "%(free)d of %(all)d tracks free", free)
        return words % {"free": free, "all": len(tracks)}

    def track(self, record: Mapping[str, Any]) -> Row:
        page = self.page
        owner = page.facts["board"]["claims"].get(record["id"])
        options = [self.option(record, cards) for cards in page.payable.get(record["id"], [])]
        row = {
            "id": record["id"],
            "colour": record["colour"],
            "owner": None if owner is None else page.other(owner) or _("you"),
            "owner_colour": None if owner is None else page.seats[owner].colour,
            "options": options,
            "why": "",
            "rule_url": None,
            "nearest": [],
        }
        if not options and page.seated and not page.over:
            self.explain(row)
        return row

    def option(self, record: Mapping[str, Any], cards: Mapping[str, int]) -> Row:
        words = payment_words(cards)
        return {
            "action": {"type": "claim_route", "route": record["id"], "cards": dict(cards)},
            "words": words,
            "cards": card_list(cards),
            "say": _("Claim for %(cards)s") % {"cards": words},
            "checked": False,
            "after": self.left(cards),
            "used": dict(cards),
        }

    def explain(self, row: Row) -> None:
        """Why this track cannot be claimed, with the cards that come nearest."""
        claim = self.page.seen.claim(row["id"])["nearest"]
        refused = self.page.seen.refusal(claim)
        if refused is None:
            return
        reason, facts = refused
        row["why"] = reasons.sentence(reason, facts, self.page.other)
        row["rule_url"] = reasons.rule_url(self.page.edition, reason, facts)
        if reason == "cards":
            row["nearest"] = card_list(claim["cards"])
            row["nearest_words"] = payment_words(claim["cards"]) or _("no fitting card")

    def left(self, cards: Mapping[str, int]) -> str:
        """What I have left after paying so."""
        trains = self.page.facts["seats"][self.page.seen.seat]["trains"] - self.length
        hand = self.page.hand_size - sum(cards.values())
        left_trains = ngettext("%(count)d train", "%(count)d trains", trains) % {"count": trains}
        left_cards = ngettext("%(count)d card", "%(count)d cards", hand) % {"count": hand}
        return f"{left_trains}, {left_cards}"

    @cached_property
    def gains(self) -> list[Row]:
        """My tickets that would come nearer, and by how much."""
        if not self.possible:
            return []
        return gains(self.page, next(track["id"] for track in self.tracks if track["options"]))


def gains(page: TablePage, route: str) -> list[Row]:
    """My tickets that this route would bring nearer: {title, now, then}, in trains that are to go."""
    after = {ticket["id"]: ticket["missing"] for ticket in page.seen.claim(route)["tickets"]}
    return [
        {"title": ticket["title"], "now": ticket["missing"], "then": after[ticket["id"]]}
        for ticket in page.tickets
        if ticket["missing"] is not None
        and after[ticket["id"]] is not None
        and after[ticket["id"]] < ticket["missing"]
    ]


def alike_once(tracks: list[Row]) -> list[Row]:
    """Without the second of two free tracks of one colour: which of them it is makes no difference."""
    shown: list[Row] = []
    for track in tracks:
        told = [(other["colour"], other["owner"], other["why"]) for other in shown]
        if (track["colour"], track["owner"], track["why"]) not in told:
            shown.append(track)
    return shown


def mark_first(options: Iterable[Row]) -> None:
    """The first payment is chosen beforehand: fewest locomotives."""
    for option in options:
        option["checked"] = True
        return


def payment_words(cards: Mapping[str, int]) -> str:
    """3 black + 1 locomotive."""
    parts = []
    for colour in CARD_COLOURS:
        number = cards.get(colour, 0)
        if number and colour == "locomotive":
            parts.append(
                ngettext("%(number)d locomotive", "%(number)d locomotives", number) % {"number": number}
            )
        elif number:
            parts.append(f"{number} {colour_name(colour)}")
    return " + ".join(parts)


def card_list(cards: Mapping[str, int]) -> list[str]:
    """Each card by its colour."""
    return [colour for colour in CARD_COLOURS for _copy in range(cards.get(colour, 0))]
