"""The levels, and the one function that plays them."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from games import engine
from games.ai import chance, greedy, planner
from games.ai.card_game import greedy as card_greedy
from games.ai.card_game import knobs as card_knobs
from games.ai.card_game import planner as card_planner
from games.engine.board.view import View as MapView
from games.engine.editions.card_game.view import View as CardView

Player = Callable[[Any, Random], engine.Action]


def by_family(players: Mapping[type, Player]) -> Player:
    """A player who is another one for each family of games; the kind of view tells which."""

    def choose(view: Any, rng: Random) -> engine.Action:
        return players[type(view)](view, rng)

    return choose


def planning(knobs: planner.Knobs, cards: card_knobs.Knobs) -> Player:
    """A player who plans, on maps by the first knobs and in the Card Game by the others."""
    return by_family({MapView: planner.Planner(knobs).choose, CardView: card_planner.Planner(cards).choose})


LEVELS: dict[str, Player] = {
    "random": chance.choose,
    "easy": planning(planner.EASY, card_knobs.EASY),
    "normal": planning(planner.NORMAL, card_knobs.NORMAL),
    "hard": planning(planner.HARD, card_knobs.HARD),
}


PLAYERS: dict[str, Player] = {
    **LEVELS,
    "greedy": by_family({MapView: greedy.choose, CardView: card_greedy.choose}),
}
"""Who can play in the arena: levels, which can be seated at a table, and yardsticks."""


def choose(view: Any, level: str, rng: Random) -> engine.Action:
    """A legal action for the viewer of this view, who must be asked something.

    Equal views and equally seeded generators give equal actions. Raises KeyError for an unknown level.
    """
    return PLAYERS[level](view, rng)
