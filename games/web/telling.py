"""The final scoring told step by step: what each step says, adds, and shows on the board."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import cached_property
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clock
from games.web import names
from games.web.scores import FinalScores, Row
from games.web.templatetags.night_mail import minus, signed

NEWS_FOR = timedelta(days=7)


class Step(TypedDict):
    """One step: a sentence, the totals after it, and what is lit on the board."""

    text: str
    seat: int | None  # whose points change; None where everybody's do
    totals: dict[int, str]
    routes: list[str]
    cities: list[str]


class Telling:
    """From the points of the routes over tickets and bonuses to the winner."""

    def __init__(self, final: FinalScores, claims: Mapping[str, int]) -> None:
        self.final, self.claims = final, claims
        self.totals = {score["seat"]: score["routes"] for score in final.sheets}

    @property
    def is_news(self) -> bool:
        """Is it told without being asked, to a player who has not seen it?"""
        ended = self.final.game.ended_at
        return self.final.seen.seat is not None and ended is not None and clock.now() - ended < NEWS_FOR

    @property
    def players(self) -> list[Row]:
        """In turn order, which gives nothing away."""
        return sorted(self.final.sheets, key=lambda score: int(score["seat"]))

    @cached_property
    def steps(self) -> list[Step]:
        return [step for tell in self.told for step in tell()]

    @property
    def told(self) -> Sequence[Callable[[], Iterator[Step]]]:
        """What is told, in order."""
        return (
            self.routes,
            self.borrowed,
            self.tickets,
            self.stations,
            self.longest_path,
            self.globetrotter,
            self.end,
        )

    def step(
        self, text: str, seat: int | None = None, *, routes: Sequence[str] = (), cities: Sequence[str] = ()
    ) -> Step:
        """With the totals as they stand now."""
        totals = {number: minus(total) for number, total in self.totals.items()}
        return Step(text=text, seat=seat, totals=totals, routes=list(routes), cities=list(cities))

    def add(self, score: Row, points: int) -> None:
        self.totals[score["seat"]] += points

    def routes(self) -> Iterator[Step]:
        yield self.step(_("First what everybody has for routes."))

    def borrowed(self) -> Iterator[Step]:
        """What stations bring shows in the tickets that follow."""
        for score in reversed(self.final.sheets):
            for station in score["borrowed"]:
                owner = self.final.seats[self.claims[station["route"]]]
                facts = {
                    "who": score["name"],
                    "city": station["city_name"],
                    "route": station["title"],
                    "owner": names.player(owner),
                }
                text = _("%(who)s has a station in %(city)s and travels on %(route)s of %(owner)s.") % facts
                yield self.step(text, score["seat"], routes=[station["route"]], cities=[station["city"]])

    def stations(self) -> Iterator[Step]:
        for score in self.final.sheets:
            if score["stations_bonus"]:
                self.add(score, score["stations_bonus"])
                words = ngettext(
                    "%(who)s: %(number)d station never built, %(points)s.",
                    "%(who)s: %(number)d stations never built, %(points)s.",
                    score["stations_unused"],
                )
                facts = {
                    "who": score["name"],
                    "number": score["stations_unused"],
                    "points": signed(score["stations_bonus"]),
                }
                yield self.step(words % facts, score["seat"])

    def tickets(self) -> Iterator[Step]:
        """Of whoever is last in the end first."""
        for score in reversed(self.final.sheets):
            for ticket in score["tickets"]:
                self.add(score, ticket["points"])
                facts = {
                    "who": score["name"],
                    "ticket": ticket["title"],
                    "points": signed(ticket["points"]),
                }
                words = self.ticket_words(completed=ticket["completed"])
                start, end = names.ticket_ends(self.final.edition, ticket["id"])
                way = self.way(score, start, end) if ticket["completed"] else []
                yield self.step(words % facts, score["seat"], routes=way, cities=[start, end])

    def ticket_words(self, *, completed: bool) -> str:
        if completed:
            return _("%(who)s, %(ticket)s: connected, %(points)s.")
        return _("%(who)s, %(ticket)s: not connected, %(points)s.")

    def way(self, score: Row, start: str, end: str) -> list[str]:
        """Own and borrowed routes that join two cities, as few as possible."""
        own = [route for route, owner in self.claims.items() if owner == score["seat"]]
        own += [station["route"] for station in score["borrowed"]]
        ways: dict[str, list[str]] = {start: []}
        reached = deque([start])
        while reached and end not in ways:
            here = reached.popleft()
            for route in own:
                cities = names.routes(self.final.edition)[route]["cities"]
                if here in cities:
                    (there,) = set(cities) - {here}
                    if there not in ways:
                        ways[there] = [*ways[here], route]
                        reached.append(there)
        return ways.get(end, [])

    def longest_path(self) -> Iterator[Step]:
        for score in self.final.sheets:
            if score["path_bonus"]:
                self.add(score, score["path_bonus"])
                facts = {
                    "who": score["name"],
                    "trains": score["longest"],
                    "points": signed(score["path_bonus"]),
                }
                text = _("The longest path: %(who)s with %(trains)d trains, %(points)s.") % facts
                if names.express(self.final.edition):
                    facts["bonus"] = names.express(self.final.edition)
                    text = _("%(bonus)s: %(who)s with %(trains)d trains, %(points)s.") % facts
                yield self.step(text, score["seat"], routes=score["path"])

    def globetrotter(self) -> Iterator[Step]:
        for score in self.final.sheets:
            if score["globetrotter_bonus"]:
                self.add(score, score["globetrotter_bonus"])
                facts = {
                    "who": score["name"],
                    "number": score["completed"],
                    "points": signed(score["globetrotter_bonus"]),
                }
                text = _("Most tickets completed: %(who)s with %(number)d, %(points)s.") % facts
                yield self.step(text, score["seat"])

    def end(self) -> Iterator[Step]:
        yield self.step(f"{self.final.verdict}.")


class CardTelling(Telling):
    """Of the Card Game: tickets, then Big Cities."""

    def __init__(self, final: FinalScores) -> None:
        super().__init__(final, claims={})

    @property
    def told(self) -> Sequence[Callable[[], Iterator[Step]]]:
        return (self.beginning, self.tickets, self.big_cities, self.end)

    def beginning(self) -> Iterator[Step]:
        yield self.step(
            _("First the tickets: completed ones count for their players, the others against them.")
        )

    def ticket_words(self, *, completed: bool) -> str:
        if completed:
            return _("%(who)s, %(ticket)s: completed, %(points)s.")
        return _("%(who)s, %(ticket)s: not completed, %(points)s.")

    def big_cities(self) -> Iterator[Step]:
        """Of whoever is last in the end first."""
        for score in reversed(self.final.sheets):
            for city in score["big_cities"]:
                self.add(score, city["bonus"])
                words = ngettext(
                    "%(city)s: %(who)s has completed most tickets, %(number)d, %(points)s.",
                    "%(city)s: %(who)s has completed most tickets, %(number)d, %(points)s.",
                    city["completed"],
                )
                facts = {
                    "city": city["name"],
                    "who": score["name"],
                    "number": city["completed"],
                    "points": signed(city["bonus"]),
                }
                yield self.step(words % facts, score["seat"], cities=[city["city"]])
