"""Looking ahead: candidates compared by playouts, each time all of them with the same luck."""

import time
from collections.abc import Callable, Sequence
from math import inf, sqrt
from random import Random
from statistics import mean, variance
from typing import Any, Protocol, TypeVar

from games import engine
from games.ai.standing import chances

FEWEST = 6
"""Playouts before a candidate is dropped."""
LEAST = 0.01
"""What another candidate must gain to be preferred to the first: as much as that of a chance to win."""

Candidate = TypeVar("Candidate")


class Planner(Protocol):
    """Who plays on in playouts."""

    def planned(self, view: Any, rng: Random) -> engine.Action:
        """An action for the viewer, without looking ahead."""


def best(
    candidates: Sequence[Candidate],
    worth: Callable[[Candidate, int], float],
    playouts: int,
    rng: Random,
    deadline: float | None = None,
) -> Candidate:
    """The first, unless another is better beyond doubt: by two standard errors of so many playouts each.

    `worth(candidate, luck)` plays one on; equal numbers stand for equal luck, so that differences are
    those of the candidates. Who is one standard error behind the first is dropped. At the deadline, a time
    of `time.monotonic()`, it is the first.
    """
    first, *others = candidates
    gains: dict[int, list[float]] = {place: [] for place in range(len(others))}
    for number in range(playouts):
        if not gains or (deadline is not None and time.monotonic() >= deadline):
            return first
        luck = rng.getrandbits(64)
        base = worth(first, luck)
        for place, found in gains.items():
            found.append(worth(others[place], luck) - base)
        if number + 1 >= FEWEST:
            gains = {place: found for place, found in gains.items() if mean(found) + error(found) > 0}
    sure = [place for place, found in gains.items() if mean(found) > max(LEAST, 2 * error(found))]
    return others[max(sure, key=lambda place: mean(gains[place]))] if sure else first


def error(found: Sequence[float]) -> float:
    """The standard error of their mean; beyond all bounds while there are less than two."""
    return sqrt(variance(found) / len(found)) if len(found) > 1 else inf


def playout(planner: Planner, view: Any, action: engine.Action, luck: int, *, own: float = 0.0) -> float:
    """The viewer's chance to win at the end of one possible game that goes on with this action.

    What the viewer has not seen is dealt anew, and everybody plays on by the same planner. `own` is what
    each point of the viewer counts besides.
    """
    rng = Random(luck)
    world = engine.determinize(view, rng)
    engine.play(world, view.viewer, action, rng)
    while asked := engine.to_act(world):
        seat = asked[0]
        engine.play(world, seat, planner.planned(engine.view(world, seat), rng), rng)
    totals = {sheet.seat: sheet.total for sheet in engine.scores(world)}
    viewer: int = view.viewer
    return chances([totals[seat] for seat in range(world.seats)])[viewer] + float(own * totals[viewer])
