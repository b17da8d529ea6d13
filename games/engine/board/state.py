"""The state of a map game: flat, slotted, mutable, changed by events only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.core.table import Event
from games.engine.parts.cards import KINDS, PLACES
from games.engine.parts.turns import NOT_YET

if TYPE_CHECKING:
    from games.engine.board.edition import BoardEdition
    from games.engine.board.tunnels import Tunnel


class State:
    """Everything about one game, secrets included; see the comments at the slots."""

    __slots__ = (
        "box",  # tickets out of the game; a tuple
        "deck",  # list of cards, top last
        "discards",  # KINDS counts
        "edition",  # numbers, phases, board: shared by all clones
        "free",  # for each seat, for each price: tuple of the routes that seat may still claim
        "hands",  # KINDS counts for each seat, one seat after the other
        "known",  # the same for cards taken face up and not spent since
        "last_round_by",  # the seat that caused the last round, or None
        "log",  # list that collects events, or None; no part of the position
        "offered",  # by seat: tuple of tickets to choose from
        "order",  # which of the table's seats each seat is
        "owner",  # by route: seat or None
        "phase",  # name of the phase
        "points",  # by seat, from routes
        "row",  # PLACES cards or None
        "seat",  # whose turn it is
        "seats",  # how many
        "stations",  # by city: the seat that has one there; exchanged, never changed
        "ticket_deck",  # list of tickets, top first
        "tickets",  # by seat: tuple of tickets kept
        "trains",  # by seat
        "tunnel",  # being paid for, or None
        "turns_left",  # in the last round; NOT_YET before it
    )

    edition: BoardEdition
    seats: int
    phase: str
    order: tuple[int, ...]
    seat: int
    turns_left: int
    last_round_by: int | None
    deck: list[int]
    discards: list[int]
    row: list[int | None]
    hands: list[int]
    known: list[int]
    trains: list[int]
    points: list[int]
    owner: list[int | None]
    free: list[tuple[int, ...]]
    stations: dict[int, int]
    tunnel: Tunnel | None
    box: tuple[int, ...]
    ticket_deck: list[int]
    tickets: list[tuple[int, ...]]
    offered: list[tuple[int, ...]]
    log: list[Event] | None

    def __init__(self, edition: BoardEdition, seats: int) -> None:
        """An empty table: before anything was shuffled or dealt."""
        self.edition, self.seats = edition, seats
        # The last seat, so that ending "its turn" lets the first one begin.
        self.phase, self.order, self.seat = "first_tickets", (), seats - 1
        self.turns_left, self.last_round_by = NOT_YET, None
        self.deck, self.discards, self.row = [], [0] * KINDS, [None] * PLACES
        self.hands, self.known = [0] * KINDS * seats, [0] * KINDS * seats
        self.trains, self.points = [edition.trains] * seats, [0] * seats
        self.owner, self.free = [None] * len(edition.board.routes), list(edition.board.free) * seats
        self.stations, self.tunnel = {}, None
        self.ticket_deck, self.tickets, self.offered = [], [()] * seats, [()] * seats
        self.box = ()
        self.log = None

    def clone(self) -> State:
        """A copy that shares nothing mutable. Written out: a loop over slots costs twice as much."""
        new = State.__new__(State)
        new.edition, new.seats = self.edition, self.seats
        new.phase, new.order, new.seat = self.phase, self.order, self.seat
        new.turns_left, new.last_round_by = self.turns_left, self.last_round_by
        new.deck, new.discards, new.row = self.deck[:], self.discards[:], self.row[:]
        new.hands, new.known = self.hands[:], self.known[:]
        new.trains, new.points = self.trains[:], self.points[:]
        new.owner, new.free = self.owner[:], self.free[:]
        new.stations, new.tunnel, new.box = self.stations, self.tunnel, self.box
        new.ticket_deck, new.tickets, new.offered = self.ticket_deck[:], self.tickets[:], self.offered[:]
        new.log = None
        return new

    def hand(self, seat: int) -> list[int]:
        """Its cards: KINDS counts."""
        return self.hands[seat * KINDS : seat * KINDS + KINDS]

    def stations_left(self, seat: int) -> int:
        """How many stations the seat may still build (R-STATION-1)."""
        return self.edition.stations - list(self.stations.values()).count(seat)

    def may_claim(self, seat: int, route: int) -> bool:
        """Is this route open to this seat (R-CLAIM-3, R-DOUBLE), whatever it costs?"""
        prices = self.edition.board.prices
        return route in self.free[seat * len(prices) + self.edition.board.routes[route].price]

    def position(self) -> tuple[Any, ...]:
        """All slots but the log, as a tuple to compare."""
        return tuple(getattr(self, slot) for slot in self.__slots__ if slot != "log")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.position() == other.position()

    __hash__ = None  # type: ignore[assignment]  # mutable
