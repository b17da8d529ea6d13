"""A game that is over, as hard players see it: which turns swung it most. No move of a game is chosen here.

The chances at the beginning of a turn come from playouts: all hands and tickets are known by then, what
nobody had drawn yet is put in another order each time, and hard players go on from there. What a turn
changed of the chances of whoever took it is its swing. All turns are weighed roughly, and those that seem to
have swung most go on to the next round, in which they are weighed more closely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from games import ai, engine
from games.ai.standing import chances

PLAYER = "hard"
TOLD = 3
"""How many turns are told."""


class Round(NamedTuple):
    """How many turns are weighed, and by how many playouts in all from the beginning of each."""

    turns: int
    playouts: int


ROUNDS = (Round(2**16, 6), Round(20, 24), Round(6, 96))
"""The first is for all turns."""


class Swing(NamedTuple):
    """The chances (0 to 1) of whoever took a turn, when it began and when the next one did."""

    turn: int
    before: float
    after: float


@dataclass
class Weighing:
    """How far it has come. The last place of `done` and `shares` is the end of the game."""

    seats: list[int]  # by turn who took it
    done: list[int]  # by turn how many playouts began with it
    shares: list[list[float]]  # by turn and seat the sum of the chances that they ended with
    finalists: list[int] = field(default_factory=list)  # turns of the round, from the second on
    round: int = 0

    @classmethod
    def of(cls, seats: Sequence[int], players: int, scores: Sequence[int]) -> Weighing:
        """One that begins, of a game with these turns and, by seat, final scores."""
        blank = [[0.0] * players for _ in seats]
        return cls(list(seats), [0] * len(seats) + [1], [*blank, chances(scores)])

    def next(self) -> int | None:
        """The turn that the next playout begins with; None when all is weighed."""
        while (turn := self.next_of_round()) is None and self.round + 1 < len(ROUNDS):
            self.finalists = self.most(self.weighed(), ROUNDS[self.round + 1].turns)
            self.round += 1
        return turn

    def next_of_round(self) -> int | None:
        """Of a turn that is weighed, or of the one that follows it, which says what it changed."""
        for turn in self.weighed():
            for place in (turn, turn + 1):
                if place < len(self.seats) and self.done[place] < ROUNDS[self.round].playouts:
                    return place
        return None

    def weighed(self) -> Sequence[int]:
        """The turns of the round."""
        return self.finalists if self.round else range(len(self.seats))

    def add(self, turn: int, shares: Sequence[float]) -> None:
        """What came of a playout."""
        self.shares[turn] = [a + b for a, b in zip(self.shares[turn], shares, strict=True)]
        self.done[turn] += 1

    def swings(self) -> list[Swing]:
        """Those to tell, in the order of the game; fewer where chances did not change."""
        told = self.most(self.finalists, TOLD)
        found = [Swing(turn, self.chance(turn), self.chance(turn + 1, turn)) for turn in sorted(told)]
        return [swing for swing in found if swing.before != swing.after]

    def chance(self, turn: int, of: int | None = None) -> float:
        """When a turn began, of whoever took it, or of whoever took another one."""
        seat = self.seats[turn if of is None else of]
        return self.shares[turn][seat] / max(1, self.done[turn])

    def most(self, turns: Sequence[int], number: int) -> list[int]:
        """Of these turns those that changed most."""
        return sorted(turns, key=lambda turn: -abs(self.chance(turn + 1, turn) - self.chance(turn)))[:number]


def playout(state: engine.State, rng: Random) -> list[float]:
    """Chances by seat after hard players went on from here, what was not drawn yet in another order."""
    world = state.clone()
    rng.shuffle(world.deck)
    rng.shuffle(world.ticket_deck)
    while asked := engine.to_act(world):
        seat = asked[0]
        engine.play(world, seat, ai.choose(engine.view(world, seat), PLAYER, rng, ai.AT_ONCE), rng)
    totals = {sheet.seat: sheet.total for sheet in engine.scores(world)}
    return chances([totals[seat] for seat in range(world.seats)])


def begins_turn(state: engine.State) -> bool:
    """Is somebody asked what to do with a turn, and not in the middle of one?"""
    return bool(state.phase == "turn")


def instead(state: engine.State, action: engine.Action, rng: Random) -> engine.Action | None:
    """What hard would have begun this turn with; None where it is as good as the same.

    Which payment a route is claimed with is not told, nor from where a card is drawn.
    """
    seat = engine.to_act(state)[0]
    other = ai.choose(engine.view(state, seat), PLAYER, rng)
    alike = type(other) is type(action) and getattr(other, "route", None) == getattr(action, "route", None)
    return None if alike else other
