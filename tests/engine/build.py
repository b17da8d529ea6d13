"""Positions for tests, in the letters of the cases: P W B Y O K R G and L for locomotives.

Decks are written top first, the row left to right with `.` for an empty place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any
from unicodedata import normalize

import pytest

from games import engine
from games.engine.board.claims import ClaimRoute, place_trains
from games.engine.board.edition import BoardEdition
from games.engine.board.state import State
from games.engine.board.stations import BuildStation
from games.engine.parts.cards import DECK, KINDS, LOCOMOTIVE, DrawCard
from games.engine.parts.payments import Payment
from games.engine.parts.tickets import DrawTickets, KeepTickets

LETTERS = "ROYGBPKWL"  # by colour index
DRAW_TICKETS = DrawTickets()
BLIND = DrawCard(DECK)
PLAIN_ROW = "RBGYW"
PLAIN_DECK = "OOPPKKWW"
Name = str | tuple[str, ...]


def edition(name: str = "usa") -> BoardEdition:
    """An edition of the map games."""
    found = engine.EDITIONS[name]
    assert isinstance(found, BoardEdition)
    return found


def kinds(letters: str) -> list[int | None]:
    """Cards in their order; `.` is none."""
    return [None if letter == "." else LETTERS.index(letter) for letter in letters]


def counts(letters: str) -> list[int]:
    """How many there are of each kind."""
    return [letters.count(letter) for letter in LETTERS]


def letters(cards: Sequence[int]) -> str:
    """Counts as letters, by colour index."""
    return "".join(letter * number for letter, number in zip(LETTERS, cards, strict=True))


def slug(name: str) -> str:
    """A city's id."""
    plain = normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return plain.replace(".", "").replace(" ", "-")


def route(a: str, b: str, track: str = "", *, of: str = "usa") -> int:
    """The route between two cities; `track` is a colour, or `2` for the second of two alike."""
    board = edition(of).board
    ends = {slug(a), slug(b)}
    found = [
        place
        for place, its in enumerate(board.data["routes"])
        if set(its["cities"]) == ends and (not track or track == "2" or its["colour"] == track)
    ]
    assert found, f"{a}-{b} {track}: no such route"
    return found[1 if track == "2" else 0]


def city(name: str, *, of: str = "europe") -> int:
    """A city's number."""
    return edition(of).board.cities.index(slug(name))


def ticket(a: str, b: str, *, of: str = "usa") -> int:
    """The ticket for two cities."""
    its_ends = {slug(a), slug(b)}
    (found,) = [
        place for place, its in enumerate(edition(of).board.data["tickets"]) if set(its["cities"]) == its_ends
    ]
    return found


def position(
    of: str = "usa",
    *,
    seats: int = 2,
    hands: Sequence[str] = (),
    row: str = PLAIN_ROW,
    deck: str = PLAIN_DECK,
    discards: str = "",
    own: Mapping[int, Sequence[tuple[str, ...]]] | None = None,
    trains: Mapping[int, int] | None = None,
    stations: Mapping[str, int] | None = None,
    tickets: Mapping[int, Sequence[tuple[str, str]]] | None = None,
    ticket_deck: int | None = None,
) -> State:
    """A position at the beginning of seat 0's turn.

    own: routes by seat; trains: where it shall not follow from these; stations: seats by city;
    tickets: kept, by seat; ticket_deck: how many tickets it has, else all that nobody holds.
    """
    state = edition(of).blank(seats)
    state.phase, state.seat, state.order = "turn", 0, tuple(range(seats))
    state.row = kinds(row)
    state.deck = [card for card in reversed(kinds(deck)) if card is not None]
    state.discards = counts(discards)
    for seat, hand in enumerate(hands):
        state.hands[seat * KINDS : seat * KINDS + KINDS] = counts(hand)
    for seat, routes in (own or {}).items():
        for name in routes:
            place_trains(state, seat, route(*name, of=of))
    for seat, left in (trains or {}).items():
        state.trains[seat] = left
    for seat, kept in (tickets or {}).items():
        state.tickets[seat] = tuple(ticket(a, b, of=of) for a, b in kept)
    state.stations = {city(name, of=of): seat for name, seat in (stations or {}).items()}
    held, board = {number for kept in state.tickets for number in kept}, state.edition.board
    free = [number for number in board.regular_tickets if number not in held]
    state.ticket_deck = free if ticket_deck is None else free[:ticket_deck]
    state.box = tuple(number for number in board.long_tickets if number not in held)
    return state


def over(state: State) -> State:
    """The same position when the game is over."""
    state.phase = "over"
    return state


def pay(cards: str) -> Payment:
    """Cards of one colour and locomotives."""
    (colour,) = set(cards) - {"L"} or {"L"}
    kind = LETTERS.index(colour)
    coloured = 0 if kind == LOCOMOTIVE else cards.count(colour)
    return Payment(kind, coloured, cards.count("L"))


def claim(name: tuple[str, ...], cards: str, *, of: str = "usa") -> ClaimRoute:
    """The action of claiming a route with these cards."""
    return ClaimRoute(route(*name, of=of), pay(cards))


def station(name: str, cards: str) -> BuildStation:
    """The action of building a station with these cards."""
    return BuildStation(city(name), pay(cards))


def take(place: int) -> DrawCard:
    """The action of drawing a card of the row."""
    return DrawCard(place)


def keep(*numbers: int) -> KeepTickets:
    """The action of keeping tickets."""
    return KeepTickets(tuple(sorted(numbers)))


def act(state: State, *actions: Any, seat: int | None = None) -> list[engine.Event]:
    """Let the seat to move, or this one, take these actions; gives the events."""
    events: list[engine.Event] = []
    for action in actions:
        events += engine.apply(state, state.seat if seat is None else seat, action, Random(0))
    return events


def refused(state: State, action: Any, seat: int | None = None) -> str | None:
    """The reason why an action is refused, None if it is legal; nothing may change."""
    before = state.edition.dump(state)
    seat = state.seat if seat is None else seat
    answer = engine.refusal(state, seat, action)
    if answer is not None:
        with pytest.raises(engine.IllegalAction) as caught:
            engine.apply(state, seat, action, Random(0))
        assert (caught.value.reason, caught.value.facts) == answer
    assert state.edition.dump(state) == before
    return answer[0] if answer else None


def payments(state: State, name: tuple[str, ...], seat: int = 0) -> set[str]:
    """All payments the list has for a route, as letters."""
    number = route(*name, of=state.edition.id)
    return {
        paid(action.cards)
        for action in engine.legal_actions(state, seat)
        if isinstance(action, ClaimRoute) and action.route == number
    }


def paid(payment: Payment) -> str:
    """A payment as letters."""
    return LETTERS[payment.colour] * payment.coloured + "L" * payment.locomotives


def drawable(state: State, seat: int | None = None) -> set[int]:
    """Places a card may be drawn from; DECK is -1."""
    seat = state.seat if seat is None else seat
    return {action.place for action in engine.legal_actions(state, seat) if isinstance(action, DrawCard)}


def hand(state: State, seat: int = 0) -> str:
    """A seat's cards as letters, by colour index."""
    return letters(state.hand(seat))


def shown(state: State) -> str:
    """The row as letters."""
    return "".join("." if card is None else LETTERS[card] for card in state.row)


def names(events: Sequence[engine.Event]) -> list[str]:
    """What kinds of events these are."""
    return [type(event).__name__ for event in events]
