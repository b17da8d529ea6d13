"""Train cards: deck, discards, the face-up row. R-DRAW.

A card is its colour's index; LOCOMOTIVE comes last. The deck's top is the end of its list. Hands lie
one after the other in `state.hands`, KINDS counts for each seat; so does `state.known`, the cards
that everybody saw a seat take and that it has not spent since. Discards are KINDS counts.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import NamedTuple, Protocol

from games.engine.core.chance import Rng
from games.engine.core.table import NOBODY, OWNER, Table, emit, secret

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white")
LOCOMOTIVE = len(COLOURS)
KIND_NAMES = (*COLOURS, "locomotive")
KINDS = len(KIND_NAMES)
PLACES = 5
TOO_MANY = 3  # locomotives in the row (R-DRAW-6)
MOST_RENEWALS = 3
DECK = -1  # where a card is drawn from, beside the places of the row


class DrawCard(NamedTuple):
    """Action: a place of the face-up row, or DECK."""

    place: int


FACE_UP = tuple(DrawCard(place) for place in range(PLACES))
FROM_DECK = DrawCard(DECK)
ALL_DRAWS = (*FACE_UP, FROM_DECK)


def face_up_draws(row: Sequence[int | None], barred: int) -> list[DrawCard]:
    """Draws of the row's cards by place; `barred` is a kind that may not be taken now, or -1."""
    return [draw for draw, card in zip(FACE_UP, row, strict=True) if card is not None and card != barred]


class CardTable(Table, Protocol):
    """A state with train cards."""

    deck: list[int]
    discards: list[int]
    row: list[int | None]
    hands: list[int]
    known: list[int]


@secret(deck=NOBODY)
class DeckShuffled(NamedTuple):
    """All the discards, or at the set-up all cards, become the deck; its top is the last one."""

    deck: tuple[int, ...]

    @staticmethod
    def change(state: CardTable, deck: tuple[int, ...]) -> None:
        state.deck = list(deck)
        state.discards = [0] * KINDS


@secret(card=OWNER)
class CardDrawn(NamedTuple):
    """The deck's top goes into a hand."""

    seat: int
    card: int

    @staticmethod
    def change(state: CardTable, seat: int, card: int) -> None:
        state.deck.pop()
        state.hands[seat * KINDS + card] += 1


class FaceUpTaken(NamedTuple):
    """A card of the row goes into a hand, and everybody sees which."""

    seat: int
    place: int
    card: int

    @staticmethod
    def change(state: CardTable, seat: int, place: int, card: int) -> None:
        state.row[place] = None
        state.hands[seat * KINDS + card] += 1
        state.known[seat * KINDS + card] += 1


class PlaceFilled(NamedTuple):
    """The deck's top is turned up into an empty place of the row."""

    place: int
    card: int

    @staticmethod
    def change(state: CardTable, place: int, card: int) -> None:
        state.deck.pop()
        state.row[place] = card


class RowDiscarded(NamedTuple):
    """Three locomotives or more: all five leave (R-DRAW-6)."""

    @staticmethod
    def change(state: CardTable) -> None:
        for card in state.row:
            if card is not None:
                state.discards[card] += 1
        state.row = [None] * PLACES


class RowStays(NamedTuple):
    """Three locomotives or more, and they stay (R-DRAW-6)."""

    @staticmethod
    def change(state: CardTable) -> None:
        pass


def cards_of(counts: Iterable[int]) -> list[int]:
    """The documented order before a shuffle: by colour index, locomotives last."""
    return list(chain.from_iterable(map(repeat, range(KINDS), counts)))


def shuffle_in(state: CardTable, counts: Sequence[int], rng: Rng) -> None:
    """Shuffle so many cards of each kind into a new deck."""
    cards = cards_of(counts)
    rng.shuffle(cards)
    emit(DeckShuffled, state, tuple(cards))


def ready(state: CardTable, rng: Rng) -> bool:
    """True when a card can come off the deck, after reshuffling if need be (R-DRAW-5)."""
    if not state.deck and any(state.discards):
        shuffle_in(state, state.discards, rng)
    return bool(state.deck)


def draw(state: CardTable, seat: int, rng: Rng) -> None:
    """The top of the deck into that hand; there must be a card in deck or discards."""
    if not state.deck:
        ready(state, rng)
    emit(CardDrawn, state, seat, state.deck[-1])


def turn_up(state: CardTable, place: int, rng: Rng) -> None:
    """Fill an empty place of the row, if there is a card for it."""
    if state.deck or ready(state, rng):
        emit(PlaceFilled, state, place, state.deck[-1])


def take_face_up(state: CardTable, seat: int, place: int, rng: Rng) -> int:
    """Take the card of a place, which is refilled at once (R-DRAW-1); gives the card."""
    card = state.row[place]
    assert card is not None
    emit(FaceUpTaken, state, seat, place, card)
    turn_up(state, place, rng)
    if state.row.count(LOCOMOTIVE) >= TOO_MANY:
        renew_row(state, rng)
    return card


def fill_row(state: CardTable, rng: Rng) -> None:
    """Turn up cards for all empty places (R-DRAW-5)."""
    for place, card in enumerate(state.row):
        if card is None:
            turn_up(state, place, rng)
    if state.row.count(LOCOMOTIVE) >= TOO_MANY:
        renew_row(state, rng)


def renew_row(state: CardTable, rng: Rng) -> None:
    """Three locomotives or more: another row, within the two bounds of R-DRAW-6."""
    for _ in range(MOST_RENEWALS):
        if not renewing_can_help(state):
            break
        emit(RowDiscarded, state)
        for place in range(PLACES):
            turn_up(state, place, rng)
        if state.row.count(LOCOMOTIVE) < TOO_MANY:
            return
    emit(RowStays, state)


def renewing_can_help(state: CardTable) -> bool:
    """Could any layout of all cards outside hands show fewer than three locomotives?"""
    shown = [card for card in state.row if card is not None]
    cards = len(state.deck) + sum(state.discards) + len(shown)
    locomotives = state.deck.count(LOCOMOTIVE) + state.discards[LOCOMOTIVE] + shown.count(LOCOMOTIVE)
    return min(PLACES, cards) - (cards - locomotives) < TOO_MANY


def spend(state: CardTable, seat: int, card: int, number: int) -> None:
    """Move so many cards of a kind from a hand to the discards: part of an event's change."""
    lay(state, seat, card, number)
    state.discards[card] += number


def lay(state: CardTable, seat: int, card: int, number: int) -> None:
    """Lay so many cards of a kind out of a hand onto the table: part of an event's change.

    Of cards that others saw taken, these count as laid first: `known` never says too much.
    """
    place = seat * KINDS + card
    state.hands[place] -= number
    if state.known[place]:
        state.known[place] = max(0, state.known[place] - number)


def take_back(state: CardTable, seat: int, card: int, number: int) -> None:
    """The opposite of `lay`. Everybody has seen these cards, so all of them are `known` now."""
    place = seat * KINDS + card
    state.hands[place] += number
    state.known[place] += number
