"""The levels, and the one function that plays them."""

from collections.abc import Callable
from random import Random
from typing import Any

from games import engine
from games.ai import chance, greedy, planner

Player = Callable[[Any, Random], engine.Action]

LEVELS: dict[str, Player] = {
    "random": chance.choose,
    "easy": planner.Planner(planner.EASY).choose,
    "normal": planner.Planner(planner.NORMAL).choose,
    "hard": planner.Planner(planner.HARD).choose,
}


PLAYERS: dict[str, Player] = {**LEVELS, "greedy": greedy.choose}
"""Who can play in the arena: levels, which can be seated at a table, and yardsticks."""


def choose(view: Any, level: str, rng: Random) -> engine.Action:
    """A legal action for the viewer of this view, who must be asked something.

    Equal views and equally seeded generators give equal actions. Raises KeyError for an unknown level.
    """
    return PLAYERS[level](view, rng)
