"""Computer players against each other, measured honestly: paired deals, blocks, intervals.

A block is one deal, played once with the first player in each seat; all other seats are the second
player's. Games of one deal are not independent, so the block is the unit of every interval. Deals that
knobs are searched with (`tune`), chosen with (`select`) and reported with (`report`) are never the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import log, sqrt
from multiprocessing import Pool
from random import Random
from statistics import mean, variance
from time import perf_counter
from typing import Any, NamedTuple

from games import engine
from games.ai.base import player

SEEDS = ("tune", "select", "report")
WIDTH = 1.96  # standard errors on either side: 95 %
SURE = log(19)  # of a sequential test that errs in one case of twenty, either way


@dataclass(frozen=True)
class Match:
    """What is played. Players are written as `games.ai.player` reads them; no rival: against itself."""

    first: str
    rival: str | None = None
    edition: str = "usa"
    options: tuple[str, ...] = ()
    seats: int = 2
    seeds: str = "tune"  # one of SEEDS, or any other name for deals of its own

    def tables(self) -> list[list[str]]:
        """Who sits where, in each game of a block; one game is enough of a player against itself."""
        if self.rival is None:
            return [[self.first] * self.seats]
        others = [self.rival] * (self.seats - 1)
        return [[*others[:seat], self.first, *others[seat:]] for seat in range(self.seats)]


class Outcome(NamedTuple):
    """What a seat achieved in a game."""

    player: str
    share: float  # of the first place
    score: int
    margin: float  # to the best of the others
    turns: int
    tickets: int
    completed: int
    actions: Counter[str]
    seconds: list[float]  # for each decision


Block = list[list[Outcome]]  # games of one deal, each by seat


def block(match: Match, number: int) -> Block:
    """One deal with the first player in each seat."""
    return [game(match, number, table) for table in match.tables()]


def game(match: Match, number: int, table: Sequence[str]) -> list[Outcome]:
    """One game on the deal of a block. Every seat has a generator of its own, whoever sits there."""
    name = f"{match.edition}/{match.seats}/{match.seeds}/{number}"
    deal = Random(name)
    state = engine.EDITIONS[match.edition].set_up(
        match.seats, deal, options=dict.fromkeys(match.options, True)
    )
    seats = [Seat(its, Random(f"{name}/{seat}")) for seat, its in enumerate(table)]
    while asked := engine.to_act(state):
        seat = asked[0]
        engine.play(state, seat, seats[seat].choose(engine.view(state, seat)), deal)
    return outcomes(state, seats)


class Seat:
    """A player at work, and what is counted of it."""

    def __init__(self, name: str, rng: Random) -> None:
        self.name, self.rng, self.player = name, rng, player(name)
        self.turns, self.actions = 0, Counter[str]()
        self.seconds: list[float] = []

    def choose(self, view: Any) -> engine.Action:
        began = perf_counter()
        action = self.player(view, self.rng)
        self.seconds.append(perf_counter() - began)
        self.turns += view.phase == "turn"
        self.actions[type(action).__name__] += 1
        return action


def outcomes(state: engine.State, seats: Sequence[Seat]) -> list[Outcome]:
    """By seat, of a game that is over."""
    sheets = sorted(engine.scores(state), key=lambda sheet: sheet.seat)
    winners = [sheet.place for sheet in sheets].count(1)
    return [
        Outcome(
            player=its.name,
            share=(sheet.place == 1) / winners,
            score=sheet.total,
            margin=sheet.total - max(other.total for other in sheets if other is not sheet),
            turns=its.turns,
            tickets=len(sheet.tickets),
            completed=sheet.completed,
            actions=its.actions,
            seconds=its.seconds,
        )
        for sheet, its in zip(sheets, seats, strict=True)
    ]


def played(match: Match, blocks: int, jobs: int = 1, start: int = 0) -> Iterator[Block]:
    """So many blocks, in order, by so many processes."""
    numbers = range(start, start + blocks)
    if jobs == 1:
        yield from map(partial(block, match), numbers)
    else:
        with Pool(jobs) as pool:
            yield from pool.imap(partial(block, match), numbers)


# What came of it


def share(found: Block) -> float:
    """Of the first places of a block that of the first player, who sits in seat 0, then 1, and so on."""
    return mean(outcomes[seat].share for seat, outcomes in enumerate(found))


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """Where the mean of the shares of blocks lies with 95 % (Wilson's interval).

    As many independent games as would have an error like that of the blocks are put into it; where all
    blocks went alike their number: a clean sheet of 200 is no proof of 100 %.
    """
    if len(shares) < 2:
        return 0.0, 1.0
    middle, spread = mean(shares), variance(shares) / len(shares)
    number = middle * (1.0 - middle) / spread if spread else len(shares)
    square = WIDTH**2
    centre = (middle + square / (2 * number)) / (1 + square / number)
    half = WIDTH / (1 + square / number) * sqrt(middle * (1 - middle) / number + square / (4 * number**2))
    return max(0.0, centre - half), min(1.0, centre + half)


def verdict(shares: Sequence[float], bar: float, least: float = 0.5) -> bool | None:
    """Is the share rather `bar` than `least`? A sequential probability ratio test; None: not yet known."""
    if len(shares) < 2:
        return None
    spread = max(variance(shares), 1 / len(shares))  # of blocks that all went alike not much is known
    evidence = len(shares) * (bar - least) * (mean(shares) - (bar + least) / 2) / spread
    if abs(evidence) < SURE:
        return None
    return evidence > 0
