"""What a table seems to be at: which links a seat probably needs, from what everybody sees."""

from functools import cache
from math import exp

from games.ai.board import atlas
from games.ai.board.network import CLOSED, Forest, bits
from games.engine.board.view import View

EAGER = 3.0  # how much more likely a ticket is the more of its way is built


def needed(view: View, seat: int) -> dict[int, float]:
    """By link how likely the seat needs it for a ticket that it has begun to build.

    A ticket is the more likely the more of its shortest way lies. Of another seat the viewer's own
    tickets are not thought of; of the viewer this is what others may think.
    """
    board, map_ = view.edition.board, atlas.of(view.edition.board)
    now, before = Forest(map_, trains_to_lay(view, seat)), untouched(map_)
    weights: dict[int, float] = {}
    ways: dict[int, int] = {}
    for number, (a, b) in enumerate((its.a, its.b) for its in board.tickets):
        way, original = now.way(0, (a, b)), before.way(0, (a, b))
        if way is None or original is None or not 0 < way[1] < original[1]:
            continue
        if seat == view.viewer or number not in view.tickets:
            weights[number], ways[number] = exp(EAGER * (1.0 - way[1] / original[1])), way[0]
    total, shares = sum(weights.values()), dict[int, float]()
    for number, links in ways.items():
        for link in bits(links):
            shares[link] = shares.get(link, 0.0) + weights[number] / total
    return shares


def trains_to_lay(view: View, seat: int) -> list[float]:
    """By link: none on its own ones, the length of open ones."""
    map_ = atlas.of(view.edition.board)
    costs = [CLOSED] * len(map_.ends)
    for route in view.open_routes(seat):
        link = map_.link_of[route]
        costs[link] = float(map_.length[link])
    for route, owner in enumerate(view.owner):
        if owner == seat:
            costs[map_.link_of[route]] = 0.0
    return costs


@cache
def untouched(map_: atlas.Atlas) -> Forest:
    """Ways before anything was built."""
    return Forest(map_, list(map(float, map_.length)))
