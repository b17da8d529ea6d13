"""The board as one seat may still use it: links between cities, cheapest ways, plans for tickets."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import islice, permutations
from typing import NamedTuple

from games.engine.board.view import View

Pair = tuple[int, int]  # two cities, as in the board's data
ORDERS = 24  # of tickets that are tried when planning
FEW_ORDERS = 6  # where there are many tickets
MANY = 6


class Link(NamedTuple):
    """What joins two neighbouring cities: routes that may be claimed, none if one's own lies there.

    A lent one is somebody else's route, which a station at one of its ends makes use of.
    """

    pair: Pair
    length: int
    routes: tuple[int, ...]
    own: bool
    lent: bool = False


class Plan(NamedTuple):
    """Links to build for tickets."""

    pairs: frozenset[Pair]
    trains: int
    cost: float


def links(view: View) -> dict[Pair, Link]:
    """Own and open links of the viewer's seat."""
    board, mine = view.edition.board, view.viewer
    assert mine is not None
    open_routes = view.open_routes(mine)
    found: dict[Pair, Link] = {}
    for number, route in enumerate(board.routes):
        pair = (route.a, route.b)
        if view.owner[number] == mine:
            found[pair] = Link(pair, route.length, (), own=True)
        elif number in open_routes and not (pair in found and found[pair].own):
            tracks = found[pair].routes if pair in found else ()
            found[pair] = Link(pair, route.length, (*tracks, number), own=False)
    return found


def lent(view: View, found: Mapping[Pair, Link]) -> dict[Pair, Link]:
    """Where the viewer could travel by stations only: no trains needed."""
    if not view.edition.stations:
        return {}
    others = {
        (route.a, route.b)
        for route, owner in zip(view.edition.board.routes, view.owner, strict=True)
        if owner not in (None, view.viewer)
    }
    return {pair: Link(pair, 0, (), own=False, lent=True) for pair in others if pair not in found}


def around(found: Mapping[Pair, Link]) -> dict[int, list[tuple[int, Pair]]]:
    """From each city: (neighbour, link)."""
    steps: dict[int, list[tuple[int, Pair]]] = {}
    for pair in found:
        a, b = pair
        steps.setdefault(a, []).append((b, pair))
        steps.setdefault(b, []).append((a, pair))
    return steps


def cheapest_way(
    steps: Mapping[int, Sequence[tuple[int, Pair]]], cost: Mapping[Pair, float], start: int, goal: int
) -> list[Pair] | None:
    """Links of a cheapest way; None when there is no way."""
    came: dict[int, tuple[int, Pair] | None] = {}
    queue: list[tuple[float, int, int, Pair | None]] = [(0.0, start, -1, None)]
    while queue:
        so_far, city, before, by = heappop(queue)
        if city in came:
            continue
        came[city] = None if by is None else (before, by)
        if city == goal:
            return trace(came, goal)
        for there, pair in steps.get(city, ()):
            if there not in came:
                heappush(queue, (so_far + cost[pair], there, city, pair))
    return None


def trace(came: Mapping[int, tuple[int, Pair] | None], goal: int) -> list[Pair]:
    way = []
    step = came[goal]
    while step is not None:
        city, pair = step
        way.append(pair)
        step = came[city]
    return way


def plan(found: Mapping[Pair, Link], cost: Mapping[Pair, float], wanted: Sequence[Pair]) -> Plan | None:
    """The cheapest forest found that joins each wanted pair of cities; None when one cannot be joined.

    Ways are laid one after the other, links of earlier ways being free for later ones; several
    orders are tried.
    """
    steps = around(found)
    best: Plan | None = None
    orders = ORDERS if len(wanted) <= MANY else FEW_ORDERS
    for order in islice(permutations(wanted), orders):
        pairs: set[Pair] = set()
        costs = dict(cost)
        for start, goal in order:
            way = cheapest_way(steps, costs, start, goal)
            if way is None:
                return None
            pairs.update(pair for pair in way if not found[pair].own)
            costs.update((pair, 0.0) for pair in way)
        total = sum(cost[pair] for pair in pairs)
        if best is None or total < best.cost:
            best = Plan(frozenset(pairs), trains_of(found, pairs), total)
    return best or Plan(frozenset(), 0, 0.0)


def trains_of(found: Mapping[Pair, Link], pairs: Iterable[Pair]) -> int:
    return sum(found[pair].length for pair in pairs)
