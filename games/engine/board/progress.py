"""How far a ticket is: joined, so many trains short, or with no way left; and what a station could do."""

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from games.engine.board.borrowing import Borrowing
from games.engine.board.map import Board


class Progress(NamedTuple):
    """`missing`: trains on the shortest way that is still open; None when there is none."""

    missing: int | None

    @property
    def done(self) -> bool:
        return self.missing == 0

    @property
    def blocked(self) -> bool:
        return self.missing is None


def of_ticket(
    board: Board, owner: list[int | None], open_routes: set[int], seat: int, ticket: int
) -> Progress:
    """The ticket's progress for this seat, whose `open_routes` it may still claim."""
    its = board.tickets[ticket]
    return Progress(trains_missing(board, owner, open_routes, seat, its.a, its.b))


def trains_missing(
    board: Board, owner: list[int | None], open_routes: set[int], seat: int, start: int, goal: int
) -> int | None:
    """Fewest trains to lay so that the seat joins two cities: own routes cost nothing (Dijkstra)."""
    around: dict[int, list[tuple[int, int]]] = {}
    for number, route in enumerate(board.routes):
        mine = owner[number] == seat
        if mine or number in open_routes:
            cost = 0 if mine else route.length
            around.setdefault(route.a, []).append((cost, route.b))
            around.setdefault(route.b, []).append((cost, route.a))
    reached: set[int] = set()
    queue = [(0, start)]
    while queue:
        trains, city = heappop(queue)
        if city == goal:
            return trains
        if city not in reached:
            reached.add(city)
            for cost, there in around.get(city, ()):
                if there not in reached:
                    heappush(queue, (trains + cost, there))
    return None


class Help(NamedTuple):
    """A station that completes a ticket, and the route that it borrows for that (R-STATION-2)."""

    city: int
    route: int
    built: bool  # it stands; else it would have to be built


def by_stations(borrowing: Borrowing, tickets: Sequence[int], free: Iterable[int]) -> dict[int, Help]:
    """Ticket -> the station that helps it, as the game stands.

    First as all would be scored now, with the stations that stand; then with one more in a `free` city.
    """
    open_ones = [ticket for ticket in tickets if len({*borrowing.parts(ticket)}) == 2]
    now = borrowing.best(tickets)
    all_of_them = borrowing.network(*now.values())
    found: dict[int, Help] = {}
    for ticket in open_ones:
        its = borrowing.board.tickets[ticket]
        if all_of_them.joins(its.a, its.b):
            needed = [
                city
                for city in now
                if not borrowing.network(*[now[other] for other in now if other != city]).joins(its.a, its.b)
            ]
            city = (needed or list(now))[0]
            found[ticket] = Help(city, now[city], built=True)
    others = [ticket for ticket in open_ones if ticket not in found]
    more = borrowing.with_one_more(others, free)
    return found | {ticket: Help(offer.city, offer.route, built=False) for ticket, offer in more.items()}
