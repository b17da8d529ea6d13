"""A yardstick: plays like a level, but takes what others seem to need as soon as it can pay for it."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import exp
from random import Random

from games import engine
from games.ai.board import atlas
from games.ai.board.knobs import Knobs
from games.ai.board.network import CLOSED, Forest, bits
from games.ai.board.planner import Planner
from games.engine.board.claims import ClaimRoute
from games.engine.board.view import View

EAGER = 3.0  # how much more likely a ticket is the more of its way is built
IN_SIGHT = 0.3  # share of the likely tickets whose ways lead over a link that is taken from them


class Spoiler:
    """Blocks on sight, and plays by some knobs otherwise."""

    def __init__(self, knobs: Knobs) -> None:
        self.planner = Planner(knobs)

    def choose(self, view: View, rng: Random) -> engine.Action:
        """The claim that hurts most if it hurts enough, else what the level does."""
        needed = wanted_by_others(view)
        link_of = atlas.of(view.edition.board).link_of
        blocks = [
            action
            for action in engine.choices(view, canonical=True)
            if isinstance(action, ClaimRoute) and needed[link_of[action.route]] >= IN_SIGHT
        ]
        if blocks:
            return max(blocks, key=lambda claim: (needed[link_of[claim.route]], -claim.cards.locomotives))
        return self.planner.choose(view, rng)


def wanted_by_others(view: View) -> dict[int, float]:
    """By link: how likely the others, taken together, need it for a ticket that they have begun to build."""
    needed: dict[int, float] = defaultdict(float)
    if view.phase == "turn":
        for seat in range(view.seats):
            if seat != view.viewer:
                for link, share in of_seat(view, seat):
                    needed[link] += share
    return needed


@cache
def untouched(map_: atlas.Atlas) -> Forest:
    """Ways before anything was built."""
    return Forest(map_, list(map(float, map_.length)))


def of_seat(view: View, seat: int) -> Iterator[tuple[int, float]]:
    """(link, share of what the seat seems to be at)."""
    board, map_ = view.edition.board, atlas.of(view.edition.board)
    free = view.open_routes(seat)
    costs = [CLOSED] * len(map_.ends)
    for route, link in enumerate(map_.link_of):
        if route in free:
            costs[link] = min(costs[link], float(map_.length[link]))
        if view.owner[route] == seat:
            costs[link] = 0.0
    now, before = Forest(map_, costs), untouched(map_)
    weights: dict[int, float] = {}
    ways: dict[int, int] = {}
    for number, ticket in enumerate(board.tickets):
        way, original = now.way(0, ticket[1:3]), before.way(0, ticket[1:3])
        if number in view.tickets or way is None or original is None or not 0 < way[1] < original[1]:
            continue
        weights[number], ways[number] = exp(EAGER * (1.0 - way[1] / original[1])), way[0]
    total = sum(weights.values())
    for number, links in ways.items():
        for link in bits(links):
            yield link, weights[number] / total
