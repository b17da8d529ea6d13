"""The levels, and the one function that plays them."""

from collections.abc import Callable
from random import Random
from typing import Any

from games import engine
from games.ai import chance, planner

Player = Callable[[Any, Random], engine.Action]

LEVELS: dict[str, Player] = {
    "random": chance.choose,
    "easy": planner.Planner(planner.EASY).choose,
    "normal": planner.Planner(planner.NORMAL).choose,
    "hard": planner.Planner(planner.HARD).choose,
}


def choose(view: Any, level: str, rng: Random) -> engine.Action:
    """A legal action for the viewer of this view, who must be asked something.

    Equal views and equally seeded generators give equal actions. Raises KeyError for an unknown level.
    """
    return LEVELS[level](view, rng)
