"""How far a ticket is: joined, so many trains short, or with no way left."""

from heapq import heappop, heappush
from typing import NamedTuple

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
