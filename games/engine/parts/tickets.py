"""Tickets: offered, kept, the rest under the ticket deck. R-SETUP-4, R-SETUP-5, R-TICKET."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple, Protocol

from games.engine.core.chance import Rng
from games.engine.core.phase import Choice, Phase, Refusal, enter
from games.engine.core.table import COUNT, NOBODY, OWNER, Table, emit, secret


class TicketTable(Table, Protocol):
    """A state with tickets: small integers, by their place in the edition's list."""

    edition: Any
    ticket_deck: list[int]  # top first
    box: tuple[int, ...]  # out of the game; at the set-up, long tickets not dealt yet
    tickets: list[tuple[int, ...]]  # kept, by seat
    offered: list[tuple[int, ...]]  # to choose from, by seat


class DrawTickets(NamedTuple):
    """Action: see new tickets, of which some are kept."""


class KeepTickets(NamedTuple):
    """Action: tickets of the edition, ascending."""

    tickets: tuple[int, ...]


@secret(ticket_deck=NOBODY)
class TicketsShuffled(NamedTuple):
    ticket_deck: tuple[int, ...]  # top first

    @staticmethod
    def change(state: TicketTable, ticket_deck: tuple[int, ...]) -> None:
        state.ticket_deck = list(ticket_deck)


@secret(tickets=COUNT)
class TicketsOffered(NamedTuple):
    """How many a seat sees is public, which is not (R-TICKET-2)."""

    seat: int
    tickets: tuple[int, ...]

    @staticmethod
    def change(state: TicketTable, seat: int, tickets: tuple[int, ...]) -> None:
        del state.ticket_deck[: len(tickets)]
        state.offered[seat] += tickets


@secret(tickets=NOBODY)
class LongTicketsShuffled(NamedTuple):
    """The long tickets make no deck: those that are not dealt have left the game (R-SETUP-5)."""

    tickets: tuple[int, ...]  # top first

    @staticmethod
    def change(state: TicketTable, tickets: tuple[int, ...]) -> None:
        state.box = tickets


@secret(tickets=COUNT)
class LongTicketsOffered(NamedTuple):
    """Dealt to a seat beside its other first tickets (R-SETUP-5)."""

    seat: int
    tickets: tuple[int, ...]

    @staticmethod
    def change(state: TicketTable, seat: int, tickets: tuple[int, ...]) -> None:
        state.box = state.box[len(tickets) :]
        state.offered[seat] += tickets


@secret(tickets=COUNT)
class TicketsKept(NamedTuple):
    """The others of what was offered go under the deck (R-TICKET-1)."""

    seat: int
    tickets: tuple[int, ...]

    @staticmethod
    def change(state: TicketTable, seat: int, tickets: tuple[int, ...]) -> None:
        state.tickets[seat] += tickets
        put_under(state, seat)


@secret(tickets=OWNER)
class FirstTicketsKept(NamedTuple):
    """Nobody else learns even the number before all have chosen (R-SETUP-4)."""

    seat: int
    tickets: tuple[int, ...]

    @staticmethod
    def change(state: TicketTable, seat: int, tickets: tuple[int, ...]) -> None:
        state.tickets[seat] = tickets


class FirstTicketsChosen(NamedTuple):
    """How many each seat keeps. Only now do the rest leave: the size of the deck would tell before."""

    numbers: tuple[int, ...]

    @staticmethod
    def change(state: TicketTable, numbers: tuple[int, ...]) -> None:
        for seat in range(state.seats):
            state.edition.first_rest(state, seat)


def put_under(state: TicketTable, seat: int) -> None:
    """The rest of what was offered goes under the deck, in the order drawn."""
    state.ticket_deck += rest(state, seat)
    state.offered[seat] = ()


def put_away(state: TicketTable, seat: int) -> None:
    """The rest of what was offered leaves the game (R-SETUP-5)."""
    state.box += tuple(rest(state, seat))
    state.offered[seat] = ()


def rest(state: TicketTable, seat: int) -> list[int]:
    """What was offered and is not kept, in the order drawn."""
    kept = state.tickets[seat]
    return [ticket for ticket in state.offered[seat] if ticket not in kept]


def shuffle(state: TicketTable, numbers: Iterable[int], rng: Rng) -> None:
    """Shuffle these tickets, which come in the documented order, into a new ticket deck."""
    deck = list(numbers)
    rng.shuffle(deck)
    emit(TicketsShuffled, state, tuple(deck))


def offer(state: TicketTable, seat: int, number: int) -> None:
    """Show the top of the ticket deck to a seat: so many, or what is left."""
    emit(TicketsOffered, state, seat, tuple(state.ticket_deck[:number]))


def offer_long(state: TicketTable, seat: int, number: int) -> None:
    """Show a seat so many of the long tickets."""
    emit(LongTicketsOffered, state, seat, state.box[:number])


class DrawTicketsChoice(Choice):
    """R-TICKET-1."""

    action = DrawTickets
    ONLY = (DrawTickets(),)

    def __init__(self, number: int) -> None:
        self.number = number

    def legal(self, state: TicketTable, seat: int, canonical: bool = False) -> Sequence[DrawTickets]:
        return self.ONLY if state.ticket_deck else ()

    def refusal(self, state: TicketTable, seat: int, action: DrawTickets) -> Refusal:
        return "no_tickets", {"left": len(state.ticket_deck)}

    def take(self, state: TicketTable, seat: int, action: DrawTickets, rng: Rng) -> None:
        offer(state, seat, self.number)
        enter(state, "keep_tickets")


class KeepTicketsChoice(Choice):
    """Keep at least so many of the tickets offered, then go on with the game."""

    action = KeepTickets

    def __init__(self, least: int, then: Callable[[Any, Rng], None]) -> None:
        self.least, self.then = least, then

    def legal(self, state: TicketTable, seat: int, canonical: bool = False) -> Sequence[KeepTickets]:
        """Fewest first, then by the edition's order."""
        offered = sorted(state.offered[seat])
        found: list[KeepTickets] = []
        for size in range(self.least_of(state, seat), len(offered) + 1):
            found += map(KeepTickets, combinations(offered, size))
        return found

    def least_of(self, state: TicketTable, seat: int) -> int:
        """How many must be kept: no more than are offered."""
        return min(self.least, len(state.offered[seat]))

    def refusal(self, state: TicketTable, seat: int, action: KeepTickets) -> Refusal:
        strange = set(action.tickets) - set(state.offered[seat])
        if strange:
            return "not_offered", {"number": len(strange)}
        return "keep_too_few", {"needed": self.least_of(state, seat), "kept": len(action.tickets)}

    def take(self, state: TicketTable, seat: int, action: KeepTickets, rng: Rng) -> None:
        emit(TicketsKept, state, seat, action.tickets)
        self.then(state, rng)


class KeepFirstTicketsChoice(KeepTicketsChoice):
    """The first tickets: the game begins, with `then`, when the last seat has chosen."""

    def take(self, state: TicketTable, seat: int, action: KeepTickets, rng: Rng) -> None:
        emit(FirstTicketsKept, state, seat, action.tickets)
        if all(state.tickets):
            emit(FirstTicketsChosen, state, tuple(map(len, state.tickets)))
            self.then(state, rng)


class FirstTickets(Phase):
    """Everybody at once, in any order of arrival (R-SETUP-4)."""

    __slots__ = ()

    def to_act(self, state: TicketTable) -> tuple[int, ...]:
        return tuple(seat for seat in range(state.seats) if not state.tickets[seat])
