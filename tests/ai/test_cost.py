"""What a decision may take of the worker's memory; how long it takes is measured in the arena."""

from __future__ import annotations

import tracemalloc
from random import Random

import pytest

from games import ai, engine

MOST = 64 * 2**20  # bytes for one decision, over what the worker has anyway
EACH = 12  # of so many decisions of a game one is looked at


@pytest.mark.parametrize("name", ["usa-mega", "europe", "card-game"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_decision_takes_little_memory(name: str, seats: int) -> None:
    """Whatever is made on the way to it counts, tables that stay as well."""
    rng = Random(seats)
    state = engine.EDITIONS[name].set_up(seats, rng)
    peaks, number = [], 0
    while asked := engine.to_act(state):
        view = engine.view(state, asked[0])
        number += 1
        if number % EACH == 1:
            tracemalloc.start()
            try:
                action = ai.choose(view, "hard", rng)
                peaks.append(tracemalloc.get_traced_memory()[1])
            finally:
                tracemalloc.stop()
        else:
            action = ai.choose(view, "hard", rng, ai.AT_ONCE)
        engine.play(state, asked[0], action, rng)
    assert len(peaks) > 5
    assert max(peaks) < MOST
