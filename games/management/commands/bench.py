"""`manage.py bench`: what the rules and the computer players cost, each as a ratio. `docs/performance.md`."""

from argparse import ArgumentParser
from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand

from games.management import benchmarks
from games.management.benchmarks import Cost, Work

SHUFFLES = 120  # in one batch of the reference


class Command(BaseCommand):
    """Measure each figure against the same reference, in turns with it."""

    help = "Run the benchmarks of docs/performance.md."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How thoroughly."""
        parser.add_argument("--quick", action="store_true", help="few batches: does it run at all?")

    def handle(self, *args: Any, **options: Any) -> None:
        """A line for each figure as soon as it is there."""
        runs, batches = (1, 1) if options["quick"] else (5, 10)
        for line in benchmarks.lines(partial(measured, runs, batches)):
            self.stdout.write(line)


def measured(runs: int, batches: int, *works: Work) -> list[Cost]:
    """What each work costs: the median of the runs.

    Batches of all works and of the reference take turns, so that a busy machine slows them alike.
    """
    for batch in range(1, min(runs, 4)):
        for work in works:
            work(-batch)  # not counted: tables are built on first use
    costs: list[list[Cost]] = [[] for _ in works]
    for run in range(runs):
        shuffle, spent = 0.0, [0.0] * len(works)
        for batch in range(run * batches, (run + 1) * batches):
            shuffle += shuffles() / 2
            for number, work in enumerate(works):
                spent[number] += work(batch)
            shuffle += shuffles() / 2
        for its, seconds in zip(costs, spent, strict=True):
            its.append(Cost(seconds / shuffle, seconds / batches))
    return [Cost(*map(median, zip(*its, strict=True))) for its in costs]


def shuffles() -> float:
    """Seconds for one shuffle of the 110 cards, the reference of all figures."""
    rng, cards = Random(1), list(range(110))
    began = perf_counter()
    for _ in range(SHUFFLES):
        rng.shuffle(cards)
    return (perf_counter() - began) / SHUFFLES
