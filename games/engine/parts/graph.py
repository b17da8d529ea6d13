"""The network of one seat: what it joins, and its longest trail. R-END-2, R-END-3."""

from collections.abc import Sequence
from functools import cache
from heapq import heappop, heappush

Edge = tuple[int, int, int]  # city, city, length
MANY_LOOPS = 5  # edges more than cities: with fewer a search is short
FEW_ODD = 12  # cities with an odd number of edges: to pair more of them takes as long as a search
Steps = dict[int, list[tuple[int, int, int]]]  # from a city: (edge's bit, city there, length)


class Network:
    """Edges and, for each city on them, a label: joined cities have the same."""

    __slots__ = ("edges", "label")

    def __init__(self, edges: Sequence[Edge]) -> None:
        self.edges = edges
        self.label: dict[int, int] = {}
        members: dict[int, list[int]] = {}
        label = self.label
        for a, b, _ in edges:
            left, right = label.get(a), label.get(b)
            if left is None and right is None:
                label[a] = label[b] = a
                members[a] = [a, b]
            elif right is None:
                assert left is not None
                label[b] = left
                members[left].append(b)
            elif left is None:
                label[a] = right
                members[right].append(a)
            elif left != right:
                moved = members.pop(right)
                members[left] += moved
                for city in moved:
                    label[city] = left

    def joins(self, a: int, b: int) -> bool:
        """Can one travel from a to b?"""
        return a in self.label and self.label[a] == self.label.get(b)

    def longest_trail(self) -> tuple[int, list[int]]:
        """Length, and the places of its edges: cities may be visited again, an edge used once.

        Exact. Of several longest trails one is given, always the same.
        """
        parts: dict[int, list[int]] = {}
        for place, edge in enumerate(self.edges):
            parts.setdefault(self.label[edge[0]], []).append(place)
        sized = [(sum([self.edges[place][2] for place in part]), part) for part in parts.values()]
        best: tuple[int, list[int]] = (0, [])
        for total, part in sorted(sized, reverse=True):
            if total <= best[0]:
                break  # neither this part nor a smaller one can be longer
            best = self._longer_within(part, total, best)
        return best

    def _longer_within(
        self, part: list[int], total: int, best: tuple[int, list[int]]
    ) -> tuple[int, list[int]]:
        """The longest trail of one connected part if it is longer than `best`, else `best`."""
        around = self._steps(part)
        odd = [city for city, steps in around.items() if len(steps) % 2]
        if len(odd) <= 2:
            return total, part  # Euler: all of it in one go
        # Each odd city but the two ends leaves an edge unused, and an edge has two cities.
        spare = sorted(min(length for _, _, length in around[city]) for city in odd)
        most = total - (sum(spare[:-2]) + 1) // 2
        if len(part) - len(around) >= MANY_LOOPS and len(odd) <= FEW_ODD:
            most = min(most, total - cheapest_pairing(around, odd))
        # Both ends of a longest trail are odd cities: elsewhere it could be drawn out.
        length, used = search(around, odd[:-1], best[0], most)
        if not used:
            return best
        return length, [place for place in part if used >> place & 1]

    def _steps(self, part: list[int]) -> Steps:
        around: Steps = {}
        for place in part:
            a, b, length = self.edges[place]
            around.setdefault(a, []).append((1 << place, b, length))
            around.setdefault(b, []).append((1 << place, a, length))
        return around


def cheapest_pairing(around: Steps, odd: Sequence[int]) -> int:
    """The least that any trail leaves out: ways along which odd cities, but for its two ends, meet in pairs.

    What a trail leaves out has an odd number of edges in each of these cities and an even one elsewhere:
    so it holds such ways. Most often all the rest is a trail.
    """
    away = {city: distances(around, city) for city in odd}

    @cache
    def least(cities: tuple[int, ...], ends: int) -> int:
        if not cities:
            return 0
        first, *others = cities
        lengths = [
            away[first][other] + least(tuple([its for its in others if its != other]), ends)
            for other in others
        ]
        if ends:
            lengths.append(least(tuple(others), ends - 1))
        return min(lengths)

    return least(tuple(odd), 2)


def distances(around: Steps, start: int) -> dict[int, int]:
    """City -> length of the shortest way there (Dijkstra)."""
    found: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        length, city = heappop(queue)
        if city not in found:
            found[city] = length
            for _, there, more in around[city]:
                if there not in found:
                    heappush(queue, (length + more, there))
    return found


def search(around: Steps, starts: Sequence[int], best: int, most: int) -> tuple[int, int]:
    """(length, bits of its edges) of the longest trail from these cities, bits 0 if none beats `best`.

    Stops at `most`, a length that none can pass.
    """
    longest = 0
    for start in starts:
        if best >= most:
            break
        seen = set()  # how a trail came to use these edges and to stand here is all one
        stack = [((start, 0), 0)]
        while stack:
            (city, used), length = stack.pop()
            if length > best:
                best, longest = length, used
                if best >= most:
                    break
            for edge, there, more in around[city]:
                if not used & edge:
                    after = there, used | edge
                    if after not in seen:
                        seen.add(after)
                        stack.append((after, length + more))
    return best, longest
