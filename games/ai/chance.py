"""What is left to chance: ties, and all of what a player does that takes any legal action, to find faults."""

from collections.abc import Iterable
from random import Random
from typing import Any

from games import engine


def choose(view: Any, rng: Random) -> engine.Action:
    """One of the kinds of legal actions, then one action of that kind; each equally likely.

    By kind first: there are so many ways to claim that nothing else would be done.
    """
    by_kind: dict[type, list[engine.Action]] = {}
    for action in engine.choices(view, canonical=True):
        by_kind.setdefault(type(action), []).append(action)
    return rng.choice(by_kind[rng.choice(sorted(by_kind, key=lambda kind: kind.__name__))])


def shuffled(actions: Iterable[engine.Action], rng: Random) -> list[engine.Action]:
    """In any order, each equally likely: who takes the first of the best lets chance break ties."""
    return sorted(actions, key=lambda _: rng.random())
