"""The list behind "Build a station": cities to be found by typing, those that complete a ticket first."""

from __future__ import annotations

from functools import cached_property

from games.web import gains, names, reasons
from games.web.board_page import BoardPage
from games.web.table import Row


class StationList:
    """All cities of the board, for a seat."""

    def __init__(self, page: BoardPage) -> None:
        self.page = page
        self.points = names.station_points(page.edition)
        self.left = page.stations_left
        self.cost = names.stations(page.edition) - self.left + 1

    @cached_property
    def buildable(self) -> list[Row]:
        """Where I can build now: what completes most first."""
        rows = [self.row(city) | {"helps": self.helped(city)} for city in self.page.buildable]
        return sorted(rows, key=lambda row: (-sum(gain["points"] for gain in row["helps"]), row["title"]))

    @cached_property
    def others(self) -> list[Row]:
        """The other cities, each with the reason why not."""
        cities = [city for city in names.cities(self.page.edition) if city not in self.page.buildable]
        rows = [self.row(city) | {"why": self.why_not(city)} for city in cities]
        return sorted(rows, key=lambda row: row["title"])

    def row(self, city: str) -> Row:
        return {
            "id": city,
            "title": names.cities(self.page.edition)[city],
            "url": self.page.decide_url("station", city),
        }

    def helped(self, city: str) -> list[Row]:
        """My tickets that it would complete: only where a route of another player ends it can."""
        return gains.of_station(self.page, city) if city in self.ends_of_others else []

    @cached_property
    def ends_of_others(self) -> set[str]:
        page = self.page
        claims = page.facts["board"]["claims"].items()
        others = [route for route, seat in claims if seat != page.seen.seat]
        return {city for route in others for city in names.routes(page.edition)[route]["cities"]}

    def why_not(self, city: str) -> str:
        """Empty for whoever has no seat."""
        page = self.page
        refused = page.seen.refusal(page.nearest_station(city)) if page.seated else None
        return reasons.sentence(*refused, page.other) if refused else ""
