"""A board for planning: links between neighbouring cities, in small integers, made once."""

from functools import cache

from games.engine.board.map import Board

Pair = tuple[int, int]  # two cities


class Atlas:
    """Cities that routes join directly have one link, whatever the number of tracks.

    Links are numbered in the order of their first routes.
    """

    __slots__ = ("around", "ends", "length", "link_of", "prices", "routes", "tunnels")

    def __init__(self, board: Board) -> None:
        self.ends: list[Pair] = list(dict.fromkeys((route.a, route.b) for route in board.routes))
        number = {pair: link for link, pair in enumerate(self.ends)}
        self.link_of = [number[route.a, route.b] for route in board.routes]
        self.prices = [route.price for route in board.routes]
        self.tunnels = [route for route, its in enumerate(board.routes) if its.tunnel]
        self.length = [0] * len(self.ends)
        self.routes: list[tuple[int, ...]] = [()] * len(self.ends)
        for route, link in enumerate(self.link_of):
            self.length[link] = board.routes[route].length
            self.routes[link] += (route,)
        self.around: list[list[tuple[int, int]]] = [[] for _ in board.cities]
        """By city: (link, city there)."""
        for link, (a, b) in enumerate(self.ends):
            self.around[a].append((link, b))
            self.around[b].append((link, a))


@cache
def of(board: Board) -> Atlas:
    """That of a board, which lives as long as the process."""
    return Atlas(board)
