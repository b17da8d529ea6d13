"""The Card Game as an edition: its numbers, its lists, and its set-up. Sections 2 and 7."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine.core import edition as core
from games.engine.core.chance import Rng
from games.engine.core.edition import NO_OPTIONS
from games.engine.core.phase import Phase
from games.engine.core.table import Event, masked
from games.engine.editions.card_game import codec, completing, memory, rows, scoring
from games.engine.editions.card_game import view as views
from games.engine.editions.card_game.paying import Ticket
from games.engine.editions.card_game.state import State
from games.engine.editions.card_game.view import View
from games.engine.parts.scoring import Sheet


@dataclass(frozen=True, eq=False)
class CardGameEdition(core.Edition):
    """Numbers are counts of cards, tickets, seats, or points; see `docs/rules`."""

    id: str
    name: str
    data: Mapping[str, Any]  # the data file
    players: range
    cards: tuple[int, ...]  # how many of each kind there are
    given: int  # locomotives that each has before cards are dealt
    dealt: int  # train cards
    second_hand: int  # train cards dealt to each for the second half
    second_half_from: int  # seats with which the deck is played twice
    first_tickets: int
    keep_first: int
    later_tickets: int
    keep_later: int
    cities: Sequence[str]  # ids
    tickets: Sequence[Ticket]
    big_cities: Mapping[int, int]  # city -> points
    phases: Mapping[str, Phase]
    events: Sequence[Any]  # its kinds of events
    setting_up: Sequence[Callable[[State, Rng], None]]  # one step after the other
    first_rest: Callable[[Any, int], None]  # where a seat's unkept first tickets go
    options: tuple[str, ...] = ("look_at_track", "auto_complete")

    @cached_property
    def number(self) -> Mapping[str, int]:
        """Id of a ticket -> its number."""
        return {ticket.id: number for number, ticket in enumerate(self.tickets)}

    def scorings(self, seats: int) -> int:
        """How many there are in a game: one each time the deck is played."""
        return 2 if seats >= self.second_half_from else 1

    def last_round_due(self, state: State) -> bool:
        """The deck has run out (R10)."""
        return not state.deck

    def turn_began(self, state: State) -> None:
        """Phase 1."""
        rows.roll(state)

    def turns_over(self, state: State, rng: Rng) -> None:
        """After the last turns comes a scoring."""
        completing.begin(state, rng)

    def blank(self, seats: int, options: Mapping[str, Any] = NO_OPTIONS) -> State:
        return State(self, seats, options)

    def view(self, state: State, viewer: int | None) -> View:
        return views.of(state, viewer)

    def seen_by(self, state: State, event: Event, viewer: int | None, *, fresh: bool) -> Event:
        """Colours of earlier turns are forgotten (R12); own ones not if one may look at the own pile."""
        seen = masked(event, viewer)
        mine = viewer is not None and getattr(event, "seat", None) == viewer
        return seen if fresh or (mine and state.look_at_track) else memory.forgotten(seen)

    def memory(self, state: State, viewer: int | None) -> tuple[int | None, int] | None:
        return memory.reach(state, viewer)

    def forgets_own(self, state: State) -> bool:
        return not state.look_at_track

    def asked(self, view: View) -> State:
        return views.asked(view)

    def determinize(self, view: View, rng: Rng, ticket_weights: Any = None) -> State:
        return views.determinize(view, rng, ticket_weights)

    def scores(self, state: State) -> list[Sheet]:
        return scoring.scores(state)

    @cached_property
    def codec(self) -> codec.CardGameCodec:
        return codec.CardGameCodec(self)

    def describe_placing(self, view: View, cards: Mapping[str, int]) -> dict[str, Any]:
        return self.codec.placing(view, cards)

    def describe_completing(self, view: View, tickets: Sequence[str]) -> dict[str, Any]:
        return self.codec.completing(view, tickets)
