"""`manage.py bench`: it runs, and every line can be read by a program."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import call_command

from games import engine
from games.management import benchmarks
from games.management.benchmarks import Cost, Work
from games.management.commands import bench

TIMES = r"[\d.,]+ (us|ms)|[\d,]+ (games )?per second(; [\d.]+ of without)?"
LINE = rf"[\w, -]+: [\d.,]+ (games per 1,000 shuffles|per 1,000 shuffles|shuffles); ({TIMES})"


def test_every_figure_is_a_line_of_its_own() -> None:
    out = StringIO()
    call_command("bench", "--quick", stdout=out)
    lines = out.getvalue().splitlines()
    for line in lines:
        assert re.fullmatch(LINE, line), line
    names = [line.partition(":")[0] for line in lines]
    assert len(set(names)) == len(names)
    for edition in engine.EDITIONS:
        for seats in (2, 4):
            table = f"{edition}, {seats} seats"
            assert {table, f"{table}, actions", f"{table}, with the log"} <= {*names}
    assert {
        "usa, 2 seats, planner",
        "usa, 2 seats, clone",
        "usa, 2 seats, legal, canonical",
        "usa, 2 seats, legal, every payment",
        "usa, 2 seats, apply",
        "longest trail, median",
        "longest trail, worst known of usa",
        "usa, 2 seats, replay",
    } <= {*names}


def test_a_cost_is_told_as_games_and_as_time() -> None:
    cost = Cost(shuffles=62.5, seconds=0.00125)
    assert benchmarks.games_per(cost) == "16.0 games per 1,000 shuffles; 800 games per second"
    assert benchmarks.in_us(cost) == "62.500 shuffles; 1,250.0 us"
    assert benchmarks.in_ms(cost) == "62.5 shuffles; 1.250 ms"


def test_works_take_turns_with_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A work that takes three shuffles costs 3, whatever the machine does between batches."""
    pace = iter([1.0] * 2 + [4.0] * 2 + [9.0] * 2)
    now = 0.0

    def shuffle() -> float:
        nonlocal now
        now = next(pace)
        return now

    monkeypatch.setattr(bench, "shuffles", shuffle)
    batches = []

    def work(batch: int) -> float:
        batches.append(batch)
        return 3 * now

    both: tuple[Work, Work] = (work, lambda batch: now)
    assert [cost.shuffles for cost in bench.measured(3, 1, *both)] == [3.0, 1.0]
    assert batches == [-1, -2, 0, 1, 2]


def test_the_networks_are_what_they_are_said_to_be() -> None:
    """Each can be built with 45 trains, and its longest trail is known."""
    for name, length in {
        "hardest for plain search": 42,
        "worst known of usa": 35,
        "worst known of europe": 37,
    }.items():
        edges = benchmarks.edges_of(benchmarks.NETWORKS[name])
        assert sum(edge[2] for edge in edges) <= 45
        assert benchmarks.longest(edges) == length, name
    assert len(benchmarks.NETWORKS) == 3
