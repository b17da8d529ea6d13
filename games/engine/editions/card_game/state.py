"""The state of the Card Game: flat, slotted, mutable, changed by events only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from games.engine.core.table import Event
from games.engine.editions.card_game.rows import Row
from games.engine.parts.cards import COLOURS, KINDS, PLACES
from games.engine.parts.turns import NOT_YET

if TYPE_CHECKING:
    from games.engine.editions.card_game.edition import CardGameEdition


class State:
    """Everything about one game, secrets included; see the comments at the slots."""

    __slots__ = (
        "auto_complete",  # option: tickets are completed by the suggestion
        "box",  # no ticket ever leaves this game; shared parts look at it
        "chosen",  # by seat: tickets it completes at the scoring that goes on, None until it has chosen
        "completed",  # by seat: tuple of tickets of the scorings that are behind
        "deck",  # list of cards, top last
        "discards",  # KINDS counts
        "edition",  # numbers, phases, tickets: shared by all clones
        "hands",  # KINDS counts for each seat, one seat after the other
        "known",  # the same for cards taken face up and not spent since
        "last_round_by",  # the seat that caused the last turns, or None
        "log",  # list that collects events, or None; no part of the position
        "look_at_track",  # option: everybody may look at the own track pile
        "offered",  # by seat: tuple of tickets to choose from
        "order",  # which of the table's seats each seat is
        "phase",  # name of the phase
        "row",  # PLACES cards or None
        "rows",  # by colour: the one Row of it, or None
        "scorings",  # how many have begun
        "seat",  # whose turn it is
        "seats",  # how many
        "ticket_deck",  # list of tickets, top first
        "tickets",  # by seat: tuple of tickets in hand, not completed
        "tracks",  # KINDS counts for each seat, one seat after the other
        "turns_left",  # of the last turns; NOT_YET before them
    )

    edition: CardGameEdition
    seats: int
    look_at_track: bool
    auto_complete: bool
    phase: str
    order: tuple[int, ...]
    seat: int
    turns_left: int
    last_round_by: int | None
    scorings: int
    deck: list[int]
    discards: list[int]
    row: list[int | None]
    hands: list[int]
    known: list[int]
    rows: list[Row | None]
    tracks: list[int]
    box: tuple[int, ...]
    ticket_deck: list[int]
    tickets: list[tuple[int, ...]]
    offered: list[tuple[int, ...]]
    chosen: list[tuple[int, ...] | None]
    completed: list[tuple[int, ...]]
    log: list[Event] | None

    def __init__(self, edition: CardGameEdition, seats: int, options: Mapping[str, Any]) -> None:
        """An empty table: before anything was shuffled or dealt."""
        self.edition, self.seats = edition, seats
        self.look_at_track = bool(options.get("look_at_track", False))
        self.auto_complete = bool(options.get("auto_complete", False))
        # The last seat, so that ending "its turn" lets the first one begin.
        self.phase, self.order, self.seat = "first_tickets", (), seats - 1
        self.turns_left, self.last_round_by, self.scorings = NOT_YET, None, 0
        self.deck, self.discards, self.row = [], [0] * KINDS, [None] * PLACES
        self.hands, self.known, self.tracks = [0] * KINDS * seats, [0] * KINDS * seats, [0] * KINDS * seats
        self.rows = [None] * len(COLOURS)
        self.ticket_deck, self.tickets, self.offered = [], [()] * seats, [()] * seats
        self.chosen, self.completed, self.box = [None] * seats, [()] * seats, ()
        self.log = None

    def clone(self) -> State:
        """A copy that shares nothing mutable. Written out: a loop over slots costs twice as much."""
        new = State.__new__(State)
        new.edition, new.seats = self.edition, self.seats
        new.look_at_track, new.auto_complete = self.look_at_track, self.auto_complete
        new.phase, new.order, new.seat = self.phase, self.order, self.seat
        new.turns_left, new.last_round_by = self.turns_left, self.last_round_by
        new.scorings = self.scorings
        new.deck, new.discards, new.row = self.deck[:], self.discards[:], self.row[:]
        new.hands, new.known, new.tracks = self.hands[:], self.known[:], self.tracks[:]
        new.rows, new.box = self.rows[:], self.box
        new.ticket_deck, new.tickets, new.offered = self.ticket_deck[:], self.tickets[:], self.offered[:]
        new.chosen, new.completed = self.chosen[:], self.completed[:]
        new.log = None
        return new

    def hand(self, seat: int) -> list[int]:
        """Its cards: KINDS counts."""
        return self.hands[seat * KINDS : seat * KINDS + KINDS]

    def track(self, seat: int) -> list[int]:
        """Its track pile: KINDS counts."""
        return self.tracks[seat * KINDS : seat * KINDS + KINDS]

    def position(self) -> tuple[Any, ...]:
        """All slots but the log, as a tuple to compare."""
        return tuple(getattr(self, slot) for slot in self.__slots__ if slot != "log")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.position() == other.position()

    __hash__ = None  # type: ignore[assignment]  # mutable
