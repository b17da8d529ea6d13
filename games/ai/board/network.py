"""Cheapest ways and forests on an atlas. Costs are lists by link, sets of links are bits of a number."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from games.ai.board.atlas import Atlas, Pair

CLOSED = inf
"""Cost of a link that cannot be used."""
ALL_ORDERS = 4
"""Up to so many pairs of cities all orders are tried."""


class Plan(NamedTuple):
    """Links to build, those that are there left out, and the sum of their costs."""

    links: frozenset[int]
    cost: float


def cheapest_way(atlas: Atlas, costs: Sequence[float], start: int, goal: int) -> list[int] | None:
    """Links of a cheapest way (Dijkstra), from its end; None when there is none."""
    best = [CLOSED] * len(atlas.around)
    came: list[tuple[int, int]] = [(-1, -1)] * len(atlas.around)
    best[start] = 0.0
    queue = [(0.0, start)]
    while queue:
        so_far, city = heappop(queue)
        if city == goal:
            way = []
            while city != start:
                link, city = came[city]
                way.append(link)
            return way
        if so_far > best[city]:
            continue
        for link, there in atlas.around[city]:
            cost = so_far + costs[link]
            if cost < best[there]:
                best[there] = cost
                came[there] = link, city
                heappush(queue, (cost, there))
    return None


def bits(links: int) -> Iterator[int]:
    """The links of a set."""
    while links:
        lowest = links & -links
        yield lowest.bit_length() - 1
        links ^= lowest


class Forest:
    """A cheap set of links that joins pairs of cities.

    Ways are laid one after the other, each a cheapest one where those before it cost nothing. What
    was laid by any order of the same ways goes on as one.
    """

    def __init__(self, atlas: Atlas, costs: Sequence[float]) -> None:
        self.atlas, self.costs = atlas, costs
        self.ways: dict[tuple[int, Pair], tuple[int, float] | None] = {}

    def plan(self, wanted: Sequence[Pair]) -> Plan | None:
        """The cheapest that was found; None when one of the pairs cannot be joined."""
        laid = self.any_order(tuple(wanted)) if len(wanted) <= ALL_ORDERS else self.some_orders(wanted)
        return laid and Plan(frozenset(bits(laid[0])), laid[1])

    def any_order(self, wanted: tuple[Pair, ...]) -> tuple[int, float] | None:
        """(links, cost) over all orders."""
        stages = {(0, wanted): 0.0}
        for _ in wanted:
            following: dict[tuple[int, tuple[Pair, ...]], float] = {}
            for (laid, left), cost in stages.items():
                for pair in left:
                    way = self.way(laid, pair)
                    if way is None:
                        return None
                    rest = tuple([other for other in left if other is not pair])
                    following[laid | way[0], rest] = cost + way[1]
            stages = following
        (laid, _), cost = min(stages.items(), key=lambda stage: stage[1])
        return laid, cost

    def some_orders(self, wanted: Sequence[Pair]) -> tuple[int, float] | None:
        """(links, cost) over two orders: the cheapest way first, the dearest way first."""
        alone = {pair: self.way(0, pair) for pair in wanted}
        if None in alone.values():
            return None
        rising = sorted(wanted, key=lambda pair: alone[pair][1])  # type: ignore[index]
        return min([self.in_order(rising), self.in_order(rising[::-1])], key=lambda found: found[1])

    def in_order(self, wanted: Sequence[Pair]) -> tuple[int, float]:
        laid, total = 0, 0.0
        for pair in wanted:
            way = self.way(laid, pair)
            assert way is not None
            laid, total = laid | way[0], total + way[1]
        return laid, total

    def way(self, laid: int, pair: Pair) -> tuple[int, float] | None:
        """(links to build, cost) of a cheapest way where the links laid cost nothing."""
        key = laid, pair
        if key not in self.ways:
            self.ways[key] = self.find(laid, pair)
        return self.ways[key]

    def find(self, laid: int, pair: Pair) -> tuple[int, float] | None:
        costs = list(self.costs)
        for link in bits(laid):
            costs[link] = 0.0
        way = cheapest_way(self.atlas, costs, *pair)
        if way is None:
            return None
        built = [link for link in way if costs[link]]
        return sum([1 << link for link in built]), sum([costs[link] for link in built])
