"""Positions of the Card Game for tests, in the letters of the cases: R O Y G B P K W and L.

Decks are written top first, the row left to right with `.` for an empty place; a row of a station is
its letters, locomotives among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games import engine
from games.engine.editions.card_game.completing import CompleteTickets
from games.engine.editions.card_game.draws import StopDrawing
from games.engine.editions.card_game.edition import CardGameEdition
from games.engine.editions.card_game.rows import PlaceTrains, Row
from games.engine.editions.card_game.state import State
from games.engine.parts.cards import DECK, KINDS, DrawCard
from games.engine.parts.tickets import DrawTickets, KeepTickets
from games.engine.parts.turns import NOT_YET
from tests.engine.build import LETTERS, counts, kinds, letters

STOP, BLIND, DRAW_TICKETS = StopDrawing(), DrawCard(DECK), DrawTickets()


def edition() -> CardGameEdition:
    found = engine.EDITIONS["card-game"]
    assert isinstance(found, CardGameEdition)
    return found


def number(name: str) -> int:
    """A ticket's number by its id."""
    return edition().number[name]


def numbers(*names: str) -> tuple[int, ...]:
    return tuple(sorted(number(name) for name in names))


def position(
    *,
    seats: int = 2,
    seat: int = 0,
    hands: Sequence[str] = (),
    stations: Mapping[int, Sequence[str]] | None = None,
    tracks: Mapping[int, str] | None = None,
    row: str = "RBGYW",
    deck: str = "OOPPKKWW",
    discards: str = "",
    tickets: Mapping[int, Sequence[str]] | None = None,
    completed: Mapping[int, Sequence[str]] | None = None,
    ticket_deck: Sequence[str] | None = None,
    turns_left: int = NOT_YET,
    **options: bool,
) -> State:
    """A position in phase 2 of that seat's turn.

    ticket_deck: top first, else all that nobody has; turns_left: after this one, in the last turns.
    """
    state = edition().blank(seats, options)
    state.phase, state.seat, state.order = "turn", seat, tuple(range(seats))
    state.row = kinds(row)
    state.deck = [card for card in reversed(kinds(deck)) if card is not None]
    state.discards = counts(discards)
    for its, hand in enumerate(hands):
        state.hands[its * KINDS : its * KINDS + KINDS] = counts(hand)
    for its, cards in (tracks or {}).items():
        state.tracks[its * KINDS : its * KINDS + KINDS] = counts(cards)
    for its, rows in (stations or {}).items():
        for cards in rows:
            (letter,) = set(cards) - {"L"}
            state.rows[LETTERS.index(letter)] = Row(its, cards.count(letter), cards.count("L"))
    for its, names in (tickets or {}).items():
        state.tickets[its] = tuple(number(name) for name in names)
    for its, names in (completed or {}).items():
        state.completed[its] = tuple(number(name) for name in names)
    held = {ticket for its in [*state.tickets, *state.completed] for ticket in its}
    free = [ticket for ticket in range(len(edition().tickets)) if ticket not in held]
    state.ticket_deck = free if ticket_deck is None else [number(name) for name in ticket_deck]
    if turns_left != NOT_YET:
        state.turns_left, state.last_round_by = turns_left, (seat + turns_left) % seats
    return state


def place(cards: str) -> PlaceTrains:
    """The action of placing these cards."""
    return PlaceTrains(tuple(counts(cards)))


def take(place: int) -> DrawCard:
    """The action of drawing a card of the row."""
    return DrawCard(place)


def keep(*names: str) -> KeepTickets:
    return KeepTickets(numbers(*names))


def completing(*names: str) -> CompleteTickets:
    return CompleteTickets(numbers(*names))


def station(state: State, seat: int = 0) -> dict[str, str]:
    """A seat's rows by letter: `{"R": "RRL"}`."""
    return {
        LETTERS[colour]: LETTERS[colour] * row.coloured + "L" * row.locomotives
        for colour, row in enumerate(state.rows)
        if row and row.seat == seat
    }


def track(state: State, seat: int = 0) -> str:
    """A track pile as letters, by colour index."""
    return letters(state.track(seat))


def finish(state: State) -> None:
    """The last turns are over: everybody chooses the suggestion."""
    while engine.to_act(state):
        seat = engine.to_act(state)[0]
        engine.apply(state, seat, engine.legal_actions(state, seat)[0], Random(0))


def scored(state: State) -> State:
    """The same position when the last turns are over and a scoring has begun."""
    state.phase, state.scorings, state.turns_left = "complete_tickets", 1, 0
    return state


def offered(state: State, seat: int) -> list[str]:
    """Ids of the tickets that lie before a seat, in the order drawn."""
    return [edition().tickets[its].id for its in state.offered[seat]]


def deck_of(state: Any) -> list[str]:
    """Ids of the ticket deck, top first."""
    return [edition().tickets[its].id for its in state.ticket_deck]
