"""The list behind "Claim a route": pairs of cities to be found by typing, those that I can pay first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any

from games.web import gains, names, reasons
from games.web.board_page import BoardPage
from games.web.table import Row

Record = Mapping[str, Any]


class RouteList:
    """All pairs of cities of the board, for a seat."""

    def __init__(self, page: BoardPage) -> None:
        self.page = page

    @cached_property
    def payable(self) -> list[Row]:
        """Those that I can pay now: what helps my tickets first, then the longest."""
        rows = [
            self.row(tracks) | {"helps": self.helped(tracks)} for tracks in self.pairs if self.lit(tracks)
        ]
        return sorted(rows, key=lambda row: (-len(row["helps"]), -row["length"], row["title"]))

    @cached_property
    def others(self) -> list[Row]:
        """The others, each with the reason why not."""
        rows = [
            self.row(tracks) | {"why": self.why_not(tracks)} for tracks in self.pairs if not self.lit(tracks)
        ]
        return sorted(rows, key=itemgetter("title"))

    @cached_property
    def pairs(self) -> list[list[Record]]:
        """The tracks between each pair of cities that are joined."""
        records = sorted(names.routes(self.page.edition).values(), key=itemgetter("cities", "id"))
        return [list(tracks) for _cities, tracks in groupby(records, key=itemgetter("cities"))]

    def lit(self, tracks: list[Record]) -> list[str]:
        """Those of the tracks that I can pay."""
        return [track["id"] for track in tracks if track["id"] in self.page.payable]

    def row(self, tracks: list[Record]) -> Row:
        page = self.page
        route = next(iter(self.lit(tracks)), tracks[0]["id"])
        return {
            "id": route,
            "title": names.route(page.edition, route),
            "length": tracks[0]["length"],
            "points": names.route_points(page.edition, tracks[0]["length"]),
            "colours": list(dict.fromkeys(track["colour"] for track in tracks)),
            "url": page.decide_url("route", route),
        }

    def helped(self, tracks: list[Record]) -> list[str]:
        """My tickets that would come nearer."""
        return [gain["title"] for gain in gains.of_route(self.page, self.lit(tracks)[0])]

    def why_not(self, tracks: list[Record]) -> str:
        """Of the track that comes nearest to being possible; empty for whoever has no seat."""
        page = self.page
        if not page.seated:
            return ""
        refused = [page.seen.refusal(page.seen.claim(track["id"])["nearest"]) for track in tracks]
        found = sorted(filter(None, refused), key=lambda one: (one[0] != "cards", one[1].get("missing", 0)))
        return reasons.sentence(*found[0], page.other) if found else ""
