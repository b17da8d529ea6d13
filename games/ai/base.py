"""The levels, the yardsticks, and the one function that plays them."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from games import engine
from games.ai import chance, levels
from games.ai.board import greedy as map_greedy
from games.ai.board import peers, spoiler
from games.ai.board.knobs import Knobs as MapKnobs
from games.ai.board.planner import Planner as MapPlanner
from games.ai.card_game import greedy as card_greedy
from games.ai.card_game.knobs import Knobs as CardKnobs
from games.ai.card_game.planner import Planner as CardPlanner
from games.engine.board.view import View as MapView
from games.engine.editions.card_game.view import View as CardView

Player = Callable[[Any, Random], engine.Action]
Tweaks = tuple[tuple[str, Any], ...]

AT_ONCE = 0.0
"""A deadline that is over."""
PLANNING = ("easy", "normal", "hard")
LEVELS = (*PLANNING, "random")
"""What can be seated at a table."""
YARDSTICKS: Mapping[str, Mapping[type, Player]] = {
    "random": {MapView: chance.choose, CardView: chance.choose},
    "greedy": {MapView: map_greedy.choose, CardView: card_greedy.choose},
    "shortest": {MapView: peers.shortest},
    "longest": {MapView: peers.longest},
    "spoiler": {MapView: spoiler.choose},
}
"""Players without knobs, by the view that they read."""
KINDS: Mapping[type, tuple[type, Callable[[Any], Any]]] = {
    MapView: (MapKnobs, MapPlanner),
    CardView: (CardKnobs, CardPlanner),
}
"""What planning players of a family are made of, by the view that they read: knobs, and who plays by them."""


def choose(view: Any, level: str, rng: Random, deadline: float | None = None) -> engine.Action:
    """A legal action for the viewer of this view, who must be asked something.

    Equal views and equally seeded generators give equal actions, unless the deadline comes first: at
    that time of `time.monotonic()` whoever looks ahead does what it had planned (`AT_ONCE`: without
    looking ahead at all). Raises KeyError for an unknown level.
    """
    return player(level, deadline)(view, rng)


def player(written: str, deadline: float | None = None) -> Player:
    """A level, a level with other knobs (`hard:hoard=20,closing=5`), or a yardstick.

    Raises KeyError for an unknown one. Knobs are asked for when a view tells of which family they are.
    """
    name, _, rest = written.partition(":")
    if name in YARDSTICKS and not rest:
        its = YARDSTICKS[name]
        return lambda view, rng: its[type(view)](view, rng)
    if name not in PLANNING:
        raise KeyError(written)
    tweaks = read_tweaks(rest)
    return lambda view, rng: planning(view, name, tweaks).choose(view, rng, deadline)


def planning(view: Any, level: str, tweaks: Tweaks = ()) -> Any:
    """Who plays a level at the table of this view."""
    kind, planner = KINDS[type(view)]
    return planner(levels.knobs(kind, view.edition.id, level, view.seats)._replace(**dict(tweaks)))


def read_tweaks(text: str) -> Tweaks:
    """hoard=20,costs=0/1.5/2 as numbers and tuples of numbers. Raises ValueError for anything else."""
    pairs = [part.split("=", 1) for part in text.split(",") if part]
    return tuple((name, read_number(value)) for name, value in pairs)


def read_number(text: str) -> Any:
    if "/" in text:
        return tuple(map(float, text.split("/")))
    return int(text) if text.lstrip("-").isdigit() else float(text)
