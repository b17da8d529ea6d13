"""Whole games by players of different tempers, move by move, for the laws to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from games import engine

MOST_DECISIONS = 5000
# What a temper does whenever it can, and in nine of ten cases; otherwise any kind of action.
TEMPERS: dict[str, tuple[str, ...] | None] = {
    "any": None,  # any action of the list: mostly claims
    "kind": (),  # any kind of action
    "hoarder": ("draw_card",),  # until no card is left
    "collector": ("draw_tickets",),  # until no ticket is left
    "builder": ("claim_route", "place_trains"),
}


class Moment(NamedTuple):
    """A decision that is about to be made."""

    state: Any
    seat: int
    legal: Sequence[engine.Action]
    action: engine.Action
    seq: int  # of the move to come


class Game:
    """A game of an edition: its state, and its moves so far."""

    def __init__(self, edition: engine.Edition, seats: int, options: dict[str, Any], seed: int) -> None:
        self.edition, self.seats, self.options = edition, seats, options
        self.seed = seed.to_bytes(32, "big")
        self.chance = Random(seed)
        self.state, events = engine.start(edition, seats, options, self.rng(0))
        self.moves: list[tuple[int | None, engine.Action | None, list[engine.Event]]] = [(None, None, events)]

    def rng(self, seq: int) -> engine.Rng:
        """The shuffles of a move."""
        return engine.SeededRng(self.seed, seq)

    @property
    def events(self) -> list[engine.Event]:
        """Everything that happened."""
        return [event for _, _, events in self.moves for event in events]

    def moments(self, temper: str) -> Iterator[Moment]:
        """Each decision before it is made; the game goes on when the next one is asked for."""
        while asked := engine.to_act(self.state):
            seq = len(self.moves)
            assert seq <= MOST_DECISIONS, "the game does not end"
            seat = self.chance.choice(asked)
            legal = engine.legal_actions(self.state, seat)
            assert legal, "whoever is asked has a legal action"
            action = self.choose(legal, temper)
            yield Moment(self.state, seat, legal, action, seq)
            self.moves.append((seat, action, engine.apply(self.state, seat, action, self.rng(seq))))

    def choose(self, legal: Sequence[engine.Action], temper: str) -> engine.Action:
        """An action to a temper's liking."""
        if temper == "any":
            return self.chance.choice(legal)
        by_kind: dict[str, list[engine.Action]] = {}
        for action in legal:
            by_kind.setdefault(self.edition.write_action(action)["type"], []).append(action)
        liked = [kind for kind in TEMPERS[temper] or () if kind in by_kind]
        if liked and self.chance.random() < 0.9:
            return self.chance.choice(by_kind[liked[0]])
        return self.chance.choice(by_kind[self.chance.choice(sorted(by_kind))])

    def play_out(self, temper: str = "kind") -> Game:
        """To the end."""
        for _ in self.moments(temper):
            pass
        return self
