"""What a seat may see of a map game, and states that it could be looking at. Section 5 of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import sub
from typing import TYPE_CHECKING, Any

from games.engine.board.state import State
from games.engine.core.chance import Rng
from games.engine.parts import tickets as ticket_part
from games.engine.parts.cards import KINDS, cards_of

if TYPE_CHECKING:
    from games.engine.board.edition import BoardEdition
    from games.engine.board.tunnels import Tunnel

TicketWeights = Callable[["View", int, Sequence[int]], Sequence[float]] | None


class View:
    """Public facts, and of the viewer's own seat the secret ones. No reference to a state.

    Of a game that is over everything is open: `hands` and `all_tickets` then hold every seat's.
    """

    __slots__ = (
        "all_tickets",  # by seat: tickets kept; None before the end
        "deck",  # how many cards
        "discards",  # KINDS counts
        "edition",
        "free",  # for each seat, for each price: routes that seat may still claim
        "hand",  # own: KINDS counts, or None for a spectator
        "hand_sizes",  # by seat
        "hands",  # by seat: KINDS counts; None before the end
        "known",  # by seat: KINDS counts of cards taken face up and not spent since
        "last_round_by",
        "offered",  # own: tickets to choose from
        "offered_sizes",  # by seat
        "order",
        "owner",  # by route: seat or None
        "phase",
        "points",  # by seat, from routes
        "row",  # PLACES cards or None
        "seat",  # whose turn it is
        "seats",
        "stations",  # by city: the seat that has one there
        "ticket_deck",  # how many
        "ticket_sizes",  # by seat; 0 for all until all have chosen (R-SETUP-4)
        "tickets",  # own
        "to_act",  # seats that may decide now
        "trains",  # by seat
        "tunnel",  # being paid for, or None
        "turns_left",
        "viewer",  # seat, or None for a spectator
    )

    edition: BoardEdition
    viewer: int | None
    seats: int
    phase: str
    seat: int
    order: tuple[int, ...]
    to_act: tuple[int, ...]
    turns_left: int
    last_round_by: int | None
    deck: int
    ticket_deck: int
    discards: tuple[int, ...]
    row: tuple[int | None, ...]
    hand_sizes: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]
    trains: tuple[int, ...]
    points: tuple[int, ...]
    owner: tuple[int | None, ...]
    free: tuple[tuple[int, ...], ...]
    stations: Mapping[int, int]
    tunnel: Tunnel | None
    ticket_sizes: tuple[int, ...]
    offered_sizes: tuple[int, ...]
    hand: tuple[int, ...] | None
    tickets: tuple[int, ...]
    offered: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...] | None
    all_tickets: tuple[tuple[int, ...], ...] | None

    def facts(self) -> tuple[Any, ...]:
        """All slots, to compare."""
        return tuple(getattr(self, slot) for slot in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.facts() == other.facts()

    __hash__ = None  # type: ignore[assignment]  # not needed; views are compared

    def stations_left(self, seat: int) -> int:
        """How many stations the seat may still build (R-STATION-1)."""
        return self.edition.stations - list(self.stations.values()).count(seat)

    def open_routes(self, seat: int) -> set[int]:
        """Routes that this seat may still claim, whatever they cost (R-CLAIM-3, R-DOUBLE)."""
        prices = len(self.edition.board.prices)
        return {route for free in self.free[seat * prices : seat * prices + prices] for route in free}


def of(state: State, viewer: int | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    seats = range(state.seats)
    over = state.phase == "over"
    choosing = state.phase == "first_tickets"
    hands = tuple([tuple(state.hand(seat)) for seat in seats])
    view = View()
    view.edition, view.viewer, view.seats = state.edition, viewer, state.seats
    view.phase, view.seat, view.order = state.phase, state.seat, state.order
    view.to_act = state.edition.phases[state.phase].to_act(state)
    view.turns_left, view.last_round_by = state.turns_left, state.last_round_by
    view.deck, view.ticket_deck = len(state.deck), len(state.ticket_deck)
    view.discards, view.row = tuple(state.discards), tuple(state.row)
    view.hand_sizes = tuple([sum(hand) for hand in hands])
    view.known = tuple([tuple(state.known[seat * KINDS : seat * KINDS + KINDS]) for seat in seats])
    view.trains, view.points, view.owner = tuple(state.trains), tuple(state.points), tuple(state.owner)
    view.free = tuple(state.free)
    view.stations, view.tunnel = state.stations, state.tunnel
    view.ticket_sizes = tuple([0 if choosing else len(state.tickets[seat]) for seat in seats])
    view.offered_sizes = tuple([len(state.offered[seat]) for seat in seats])
    view.hand = None if viewer is None else hands[viewer]
    view.tickets = () if viewer is None else state.tickets[viewer]
    view.offered = () if viewer is None else state.offered[viewer]
    view.hands = hands if over else None
    view.all_tickets = tuple(state.tickets) if over else None
    return view


def determinize(view: View, rng: Rng, ticket_weights: TicketWeights = None) -> State:
    """A state that looks to the viewer like this: unseen cards and tickets are dealt anew.

    `ticket_weights(view, seat, tickets)` may say how likely each unseen ticket is that seat's; the
    heaviest after shuffling are dealt first. The game must not be over.
    """
    state = shown(view)
    deal_cards(state, view, rng)
    deal_tickets(state, view, rng, ticket_weights)
    return state


def shown(view: View) -> State:
    """What everybody sees: nobody has cards or tickets, and nothing is in the decks."""
    state = State(view.edition, view.seats)
    state.phase, state.seat, state.order = view.phase, view.seat, view.order
    state.turns_left, state.last_round_by = view.turns_left, view.last_round_by
    state.trains, state.points = list(view.trains), list(view.points)
    state.discards, state.row = list(view.discards), list(view.row)
    state.owner, state.free = list(view.owner), list(view.free)
    state.stations, state.tunnel = dict(view.stations), view.tunnel
    return state


def asked(view: View) -> State:
    """All that the viewer's own choices depend on; of decks only how many cards there are."""
    state = shown(view)
    if view.viewer is not None and view.hand is not None:
        state.hands[view.viewer * KINDS : view.viewer * KINDS + KINDS] = view.hand
        state.tickets[view.viewer], state.offered[view.viewer] = view.tickets, view.offered
    state.deck, state.ticket_deck = [0] * view.deck, [0] * view.ticket_deck
    return state


def deal_cards(state: State, view: View, rng: Rng) -> None:
    """Own hand as it is; others hold what was seen and chance cards; the rest is the deck."""
    unseen = list(map(sub, view.edition.cards, view.discards))
    for card in view.row:
        if card is not None:
            unseen[card] -= 1
    if view.tunnel is not None:
        for card in view.tunnel.on_table:
            unseen[card] -= 1
    for seat in range(view.seats):
        held = view.hand if seat == view.viewer and view.hand is not None else view.known[seat]
        state.known[seat * KINDS : seat * KINDS + KINDS] = view.known[seat]
        state.hands[seat * KINDS : seat * KINDS + KINDS] = held
        unseen = list(map(sub, unseen, held))
    pool = cards_of(unseen)
    rng.shuffle(pool)
    for seat in range(view.seats):
        for _ in range(view.hand_sizes[seat] - sum(state.hand(seat))):
            state.hands[seat * KINDS + pool.pop()] += 1
    state.deck = pool


def deal_tickets(state: State, view: View, rng: Rng, ticket_weights: TicketWeights) -> None:
    """Own tickets as they are; others' numbers of kept and offered tickets out of the unseen ones.

    Each other seat was dealt as many long tickets as the edition says, and holds them in half of the
    cases, or when there are too few others. The deck has regular tickets, as many as the viewer sees;
    the rest is out of the game.
    """
    board, mine = view.edition.board, {*view.tickets, *view.offered}
    pool = [ticket for ticket in board.regular_tickets if ticket not in mine]
    long = [ticket for ticket in board.long_tickets if ticket not in mine]
    rng.shuffle(pool)
    rng.shuffle(long)
    others = [seat for seat in range(view.seats) if seat != view.viewer]
    spare = len(pool) - view.ticket_deck
    spare -= sum([view.ticket_sizes[seat] + view.offered_sizes[seat] for seat in others])
    for seat in range(view.seats):
        if seat == view.viewer:
            state.tickets[seat], state.offered[seat] = view.tickets, view.offered
            continue
        offered = view.offered_sizes[seat]
        shown = view.ticket_sizes[seat] + offered
        dealt = [long.pop() for _ in range(min(view.edition.first_long, shown))]
        if view.phase == "first_tickets":
            state.offered[seat] = (*dealt, *[pool.pop() for _ in range(offered - len(dealt))])
            if seat not in view.to_act:
                state.tickets[seat] = some_of(view, state.offered[seat])
            continue
        if ticket_weights is not None:
            weight = dict(zip(pool, ticket_weights(view, seat, pool), strict=True))
            pool.sort(key=lambda ticket: weight[ticket])
        if dealt and (heads(rng) or spare < 0):
            spare += len(dealt)
        else:
            long[:0], dealt = dealt, []
        regular = view.ticket_sizes[seat] - len(dealt)
        state.tickets[seat] = (*dealt, *[pool.pop() for _ in range(regular)])
        state.offered[seat] = tuple([pool.pop() for _ in range(offered)])
    state.ticket_deck, state.box = pool[: view.ticket_deck], (*pool[view.ticket_deck :], *long)


def heads(rng: Rng) -> bool:
    """True in half of the cases."""
    sides = [True, False]
    rng.shuffle(sides)
    return sides[0]


def some_of(view: View, offered: tuple[int, ...]) -> tuple[int, ...]:
    """What a seat that has chosen may have kept: the fewest allowed."""
    (choice,) = [
        choice
        for choice in view.edition.phases["first_tickets"].choices
        if isinstance(choice, ticket_part.KeepTicketsChoice)
    ]
    return tuple(sorted(offered)[: choice.least])
