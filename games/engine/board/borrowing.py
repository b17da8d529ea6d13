"""What stations bring: each lets its owner travel on one route of another player. R-STATION-2."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from games.engine.board.map import Board
from games.engine.parts.graph import Network


class Offer(NamedTuple):
    """A route that a station could borrow, and the parts of the own network that it joins."""

    city: int
    route: int
    parts: tuple[int, int]


class Borrowing:
    """The stations of one seat and the routes of the others, over its own network.

    A city that the own network does not touch is a part of its own.
    """

    def __init__(
        self, board: Board, owner: Sequence[int | None], stations: Mapping[int, int], seat: int
    ) -> None:
        self.board, self.owner, self.seat = board, owner, seat
        self.own = [number for number, its in enumerate(owner) if its == seat]
        self.label = self.network().label
        self.built = [self.offers(city) for city, its in sorted(stations.items()) if its == seat]

    def network(self, *borrowed: int) -> Network:
        """The own routes and these."""
        return Network([self.board.routes[number][1:4] for number in (*self.own, *borrowed)])

    def part(self, city: int) -> int:
        """Of the own network, by the label of its cities."""
        return self.label.get(city, city)

    def parts(self, ticket: int) -> tuple[int, int]:
        """Those that the ticket wants to be one."""
        its = self.board.tickets[ticket]
        return self.part(its.a), self.part(its.b)

    def offers(self, city: int) -> list[Offer]:
        """What a station in this city could borrow to some effect: one route for each part it reaches."""
        found: dict[tuple[int, int], Offer] = {}
        here = self.part(city)
        for number in self.board.around[city]:
            if self.owner[number] not in (None, self.seat):
                route = self.board.routes[number]
                there = self.part(route.b if city == route.a else route.a)
                if here != there:
                    found.setdefault((here, there), Offer(city, number, (here, there)))
        return list(found.values())

    def ways(self) -> Iterator[tuple[Offer, ...]]:
        """Every way to use the stations that stand; those that borrow less come before those with more."""
        for offers in product(*[[None, *offers] for offers in self.built]):
            yield tuple(offer for offer in offers if offer is not None)

    def best(self, tickets: Iterable[int]) -> dict[int, int]:
        """City of a station -> route it borrows, for most ticket points, then most completed tickets.

        Of equal ones that with fewest borrowed routes: a station that brings nothing is not named.
        """
        worth: Counter[tuple[int, int]] = Counter()  # of joining two parts
        number: Counter[tuple[int, int]] = Counter()  # of tickets that this completes
        reached = {part for offers in self.built for offer in offers for part in offer.parts}
        for ticket in tickets:
            parts = self.parts(ticket)
            if parts[0] != parts[1] and reached.issuperset(parts):
                worth[parts] += self.board.tickets[ticket].points
                number[parts] += 1
        best: tuple[tuple[int, int, int], tuple[Offer, ...]] = ((0, 0, 0), ())
        for borrowed in self.ways() if worth else ():
            part = joined(borrowed)
            done = [pair for pair in worth if part.get(pair[0], pair[0]) == part.get(pair[1], pair[1])]
            merit = sum(worth[pair] for pair in done), sum(number[pair] for pair in done), -len(borrowed)
            if merit > best[0]:
                best = merit, borrowed
        return {offer.city: offer.route for offer in best[1]}

    def with_one_more(self, tickets: Sequence[int], free: Iterable[int]) -> dict[int, Offer]:
        """Ticket -> what a further station, in one of the `free` cities, would have to borrow for it.

        Those that stand help. Tickets that no one station could complete are left out.
        """
        more = [offer for city in free for offer in self.offers(city)]
        found: dict[int, Offer] = {}
        for borrowed in self.ways():
            part = joined(borrowed)
            at: dict[frozenset[int], Offer] = {}
            for offer in more:
                at.setdefault(frozenset(part.get(its, its) for its in offer.parts), offer)
            for ticket in tickets:
                wanted = frozenset(part.get(its, its) for its in self.parts(ticket))
                if wanted in at and ticket not in found:
                    found[ticket] = at[wanted]
        return found


def joined(offers: Iterable[Offer]) -> dict[int, int]:
    """Part -> the part that it has become one with, for the parts that these routes join."""
    part: dict[int, int] = {}
    for offer in offers:
        a, b = (part.get(its, its) for its in offer.parts)
        part = {its: a if now == b else now for its, now in part.items()}
        part[a] = part[b] = a
    return part
