"""What a seat may see of the Card Game, and states that it could be looking at. Section 8."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.core.chance import Rng
from games.engine.editions.card_game.completing import pile_of
from games.engine.editions.card_game.rows import Row
from games.engine.editions.card_game.state import State
from games.engine.parts.cards import KINDS, cards_of

if TYPE_CHECKING:
    from games.engine.editions.card_game.edition import CardGameEdition

NOTHING = (0,) * KINDS


class View:
    """Public facts, and of the viewer's own seat the secret ones. No reference to a state.

    Of a game that is over everything is open: `hands`, `all_tickets` and `all_tracks` then hold every
    seat's.
    """

    __slots__ = (
        "all_tickets",  # by seat: tickets in hand; None before the end
        "all_tracks",  # by seat: KINDS counts; None before the end
        "auto_complete",
        "chosen",  # own: tickets to be completed at the scoring that goes on, or None
        "completed",  # by seat: tickets of the scorings that are behind
        "deck",  # how many cards
        "discards",  # KINDS counts
        "edition",
        "hand",  # own: KINDS counts, or None for a spectator
        "hand_sizes",  # by seat
        "hands",  # by seat: KINDS counts; None before the end
        "known",  # by seat: KINDS counts of cards taken face up and not spent since; forgotten with R12
        "last_round_by",
        "look_at_track",
        "offered",  # own: tickets to choose from
        "offered_sizes",  # by seat
        "order",
        "phase",
        "row",  # PLACES cards or None
        "rows",  # by colour: the one Row of it, or None
        "scorings",  # how many have begun
        "seat",  # whose turn it is
        "seats",
        "ticket_deck",  # how many
        "ticket_sizes",  # by seat, in hand; 0 for all until all have chosen the first ones
        "tickets",  # own, in hand
        "to_act",  # seats that may decide now
        "track",  # own: KINDS counts; None when it may not be looked at
        "track_sizes",  # by seat
        "turns_left",
        "viewer",  # seat, or None for a spectator
    )

    edition: CardGameEdition
    viewer: int | None
    seats: int
    look_at_track: bool
    auto_complete: bool
    phase: str
    seat: int
    order: tuple[int, ...]
    to_act: tuple[int, ...]
    turns_left: int
    last_round_by: int | None
    scorings: int
    deck: int
    ticket_deck: int
    discards: tuple[int, ...]
    row: tuple[int | None, ...]
    rows: tuple[Row | None, ...]
    hand_sizes: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]
    track_sizes: tuple[int, ...]
    ticket_sizes: tuple[int, ...]
    offered_sizes: tuple[int, ...]
    completed: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...] | None
    track: tuple[int, ...] | None
    tickets: tuple[int, ...]
    offered: tuple[int, ...]
    chosen: tuple[int, ...] | None
    hands: tuple[tuple[int, ...], ...] | None
    all_tickets: tuple[tuple[int, ...], ...] | None
    all_tracks: tuple[tuple[int, ...], ...] | None

    def facts(self) -> tuple[Any, ...]:
        """All slots, to compare."""
        return tuple(getattr(self, slot) for slot in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.facts() == other.facts()

    __hash__ = None  # type: ignore[assignment]  # not needed; views are compared


def of(state: State, viewer: int | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    seats = range(state.seats)
    over = state.phase == "over"
    choosing = state.phase == "first_tickets"
    open_piles = state.look_at_track or over or state.phase == "complete_tickets"
    hands = tuple([tuple(state.hand(seat)) for seat in seats])
    tracks = tuple([tuple(state.track(seat)) for seat in seats])
    view = View()
    view.edition, view.viewer, view.seats = state.edition, viewer, state.seats
    view.look_at_track, view.auto_complete = state.look_at_track, state.auto_complete
    view.phase, view.seat, view.order = state.phase, state.seat, state.order
    view.to_act = state.edition.phases[state.phase].to_act(state)
    view.turns_left, view.last_round_by, view.scorings = state.turns_left, state.last_round_by, state.scorings
    view.deck, view.ticket_deck = len(state.deck), len(state.ticket_deck)
    view.discards, view.row, view.rows = tuple(state.discards), tuple(state.row), tuple(state.rows)
    view.hand_sizes = tuple([sum(hand) for hand in hands])
    remembered = state.look_at_track or over
    view.known = tuple(
        [tuple(state.known[seat * KINDS : seat * KINDS + KINDS]) if remembered else NOTHING for seat in seats]
    )
    view.track_sizes = tuple([sum(track) for track in tracks])
    view.ticket_sizes = tuple([0 if choosing else len(state.tickets[seat]) for seat in seats])
    view.offered_sizes = tuple([len(state.offered[seat]) for seat in seats])
    view.completed = tuple(state.completed)
    view.hand = None if viewer is None else hands[viewer]
    view.track = tracks[viewer] if viewer is not None and open_piles else None
    view.tickets = () if viewer is None else state.tickets[viewer]
    view.offered = () if viewer is None else state.offered[viewer]
    view.chosen = None if viewer is None else state.chosen[viewer]
    view.hands = hands if over else None
    view.all_tickets = tuple(state.tickets) if over else None
    view.all_tracks = tracks if over else None
    return view


def determinize(view: View, rng: Rng, ticket_weights: Any = None) -> State:
    """A state that looks to the viewer like this: unseen cards and tickets are dealt anew.

    `ticket_weights(view, seat, tickets)` may say how likely each unseen ticket is that seat's; the
    heaviest after shuffling are dealt first. The game must not be over.
    """
    state = shown(view)
    deal_cards(state, view, rng)
    deal_tickets(state, view, rng, ticket_weights)
    if view.phase == "complete_tickets":
        for seat in range(view.seats):
            if seat not in view.to_act:
                some = pile_of(state, seat).maximal(1)[0]
                state.chosen[seat] = tuple([view.edition.number[ticket.id] for ticket in some])
        if view.viewer is not None:
            state.chosen[view.viewer] = view.chosen
    return state


def shown(view: View) -> State:
    """What everybody sees: nobody has cards, piles or tickets, and nothing is in the decks."""
    options = {"look_at_track": view.look_at_track, "auto_complete": view.auto_complete}
    state = State(view.edition, view.seats, options)
    state.phase, state.seat, state.order = view.phase, view.seat, view.order
    state.turns_left, state.last_round_by, state.scorings = view.turns_left, view.last_round_by, view.scorings
    state.discards, state.row, state.rows = list(view.discards), list(view.row), list(view.rows)
    state.completed = list(view.completed)
    return state


def asked(view: View) -> State:
    """All that the viewer's own choices depend on; of decks only how many cards there are."""
    state = shown(view)
    if view.viewer is not None and view.hand is not None:
        at = slice(view.viewer * KINDS, view.viewer * KINDS + KINDS)
        state.hands[at], state.tracks[at] = view.hand, view.track or NOTHING
        state.tickets[view.viewer], state.offered[view.viewer] = view.tickets, view.offered
        state.chosen[view.viewer] = view.chosen
    state.deck, state.ticket_deck = [0] * view.deck, [0] * view.ticket_deck
    return state


def deal_cards(state: State, view: View, rng: Rng) -> None:
    """Own hand as it is, own pile where it is seen; the rest by chance, but for cards that were seen."""
    unseen = list(view.edition.cards)
    for kind in range(KINDS):
        unseen[kind] -= view.discards[kind] + view.row.count(kind)
    for colour, row in enumerate(view.rows):
        if row:
            unseen[colour] -= row.coloured
            unseen[-1] -= row.locomotives
    for seat in range(view.seats):
        mine = seat == view.viewer
        held = view.hand if mine and view.hand is not None else view.known[seat]
        pile = view.track if mine and view.track is not None else NOTHING
        at = slice(seat * KINDS, seat * KINDS + KINDS)
        state.known[at], state.hands[at], state.tracks[at] = view.known[seat], held, pile
        unseen = [there - its - laid for there, its, laid in zip(unseen, held, pile, strict=True)]
    pool = cards_of(unseen)
    rng.shuffle(pool)
    for seat in range(view.seats):
        for _ in range(view.hand_sizes[seat] - sum(state.hand(seat))):
            state.hands[seat * KINDS + pool.pop()] += 1
        for _ in range(view.track_sizes[seat] - sum(state.track(seat))):
            state.tracks[seat * KINDS + pool.pop()] += 1
    state.deck = pool


def deal_tickets(state: State, view: View, rng: Rng, ticket_weights: Any) -> None:
    """Own tickets as they are; others' numbers of kept and offered tickets out of the unseen ones."""
    seen = {*view.tickets, *view.offered, *[ticket for its in view.completed for ticket in its]}
    pool = [number for number in range(len(view.edition.tickets)) if number not in seen]
    rng.shuffle(pool)
    for seat in range(view.seats):
        if seat == view.viewer:
            state.tickets[seat], state.offered[seat] = view.tickets, view.offered
            continue
        state.offered[seat] = tuple([pool.pop() for _ in range(view.offered_sizes[seat])])
        if view.phase == "first_tickets":
            # Of those who have chosen nobody knows how many they keep.
            state.tickets[seat] = () if seat in view.to_act else state.offered[seat][:1]
            continue
        if ticket_weights is not None:
            weight = dict(zip(pool, ticket_weights(view, seat, pool), strict=True))
            pool.sort(key=lambda ticket: weight[ticket])
        state.tickets[seat] = tuple([pool.pop() for _ in range(view.ticket_sizes[seat])])
    state.ticket_deck = pool
