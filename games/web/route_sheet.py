"""A pair of cities in the decision panel: its tracks, the exact payments, or why not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web import gains, names, payments, tunnel
from games.web.board_page import BoardPage
from games.web.table import Row


class RouteSheet:
    """One pair of cities in the decision panel: its tracks, the payments, or why not."""

    def __init__(self, page: BoardPage, route: str) -> None:
        self.page, self.route = page, route
        records = names.tracks(page.edition, route)
        self.title = names.route(page.edition, route)
        self.length = records[0]["length"]
        self.points = names.route_points(page.edition, self.length)
        self.locomotives = records[0]["locomotives"]
        self.is_tunnel = records[0]["tunnel"]
        # The track that was clicked comes first.
        records.sort(key=lambda record: record["id"] != route)
        self.tracks = alike_once([self.track(record) for record in records])
        payments.mark_first(option for track in self.tracks for option in track["options"])

    @property
    def possible(self) -> bool:
        return any(track["options"] for track in self.tracks)

    @property
    def to_turn_up(self) -> int:
        """Of a tunnel: how many cards."""
        return tunnel.to_turn_up(self.page)

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
            payments.explain(page, row, page.seen.claim(record["id"])["nearest"])
        return row

    def option(self, record: Mapping[str, Any], cards: Mapping[str, int]) -> Row:
        action = {"type": "claim_route", "route": record["id"], "cards": dict(cards)}
        if not record["tunnel"]:
            return payments.option(action, say=_("Claim for %(cards)s"), after=self.left(cards))
        row = payments.option(action, say=_("Lay %(cards)s"), after=self.left(cards))
        return row | {"note": tunnel.risk(self.page, cards)}

    def left(self, cards: Mapping[str, int]) -> str:
        """What I have left after paying so."""
        trains = self.page.facts["seats"][self.page.seen.seat]["trains"] - self.length
        left_trains = ngettext("%(count)d train", "%(count)d trains", trains) % {"count": trains}
        return f"{left_trains}, {payments.cards_left(self.page, cards)}"

    @cached_property
    def gains(self) -> list[Row]:
        """My tickets that would come nearer, and by how much."""
        if not self.possible:
            return []
        return gains.of_route(self.page, next(track["id"] for track in self.tracks if track["options"]))


def alike_once(tracks: list[Row]) -> list[Row]:
    """Without the second of two free tracks of one colour: which of them it is makes no difference."""
    shown: list[Row] = []
    for track in tracks:
        told = [(other["colour"], other["owner"], other["why"]) for other in shown]
        if (track["colour"], track["owner"], track["why"]) not in told:
            shown.append(track)
    return shown
