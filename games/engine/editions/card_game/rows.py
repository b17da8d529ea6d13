"""Stations: rows of cards, one colour each. Rolling onto the track, placing, robbing. Sections 3 and 5."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from games.engine.core.chance import Rng
from games.engine.core.phase import Choice, Refusal
from games.engine.core.table import emit
from games.engine.parts import cards as card_part
from games.engine.parts import turns
from games.engine.parts.cards import KIND_NAMES, KINDS, LOCOMOTIVE, cards_of

if TYPE_CHECKING:
    from games.engine.editions.card_game.state import State

COLOURS = range(LOCOMOTIVE)
SET = 2  # cards at least
TRIO = 3  # colours, one card of each


class Row(NamedTuple):
    """The cards of one colour in a seat's station, the locomotives on top."""

    seat: int
    coloured: int
    locomotives: int

    @property
    def size(self) -> int:
        return self.coloured + self.locomotives


Rows = tuple[Row | None, ...] | list[Row | None]  # by colour: no two stations have a row of the same one


class PlaceTrains(NamedTuple):
    """Action: cards out of the hand, KINDS counts: a set or a trio."""

    cards: tuple[int, ...]


class CardsRolled(NamedTuple):
    """The top card of each of the seat's rows goes to its track pile; a locomotive forgets its row."""

    seat: int
    rows: tuple[int, ...]  # colours
    cards: tuple[int, ...]  # of each of these rows

    @staticmethod
    def change(state: State, seat: int, rows: tuple[int, ...], cards: tuple[int, ...]) -> None:
        for colour, card in zip(rows, cards, strict=True):
            row = state.rows[colour]
            assert row is not None
            on_top = card == LOCOMOTIVE
            left = Row(seat, row.coloured - (not on_top), row.locomotives - on_top)
            state.rows[colour] = left if left.size else None
            state.tracks[seat * KINDS + card] += 1


class RowRobbed(NamedTuple):
    """The whole row of a seat goes to the discards."""

    seat: int
    robber: int
    cards: tuple[int, ...]

    @staticmethod
    def change(state: State, seat: int, robber: int, cards: tuple[int, ...]) -> None:
        state.rows[cards[0]] = None
        for card in cards:
            state.discards[card] += 1


class TrainsPlaced(NamedTuple):
    """Cards of a hand become rows: all of one colour one row, different colours one each."""

    seat: int
    cards: tuple[int, ...]  # by kind, locomotives last

    @staticmethod
    def change(state: State, seat: int, cards: tuple[int, ...]) -> None:
        for card in {*cards}:
            card_part.lay(state, seat, card, cards.count(card))
        for colour, row in rows_of(seat, cards).items():
            state.rows[colour] = row


def rows_of(seat: int, cards: Sequence[int]) -> dict[int, Row]:
    """The rows that a set or trio of this seat makes, by colour."""
    coloured = [card for card in cards if card != LOCOMOTIVE]
    locomotives = len(cards) - len(coloured)
    return {colour: Row(seat, coloured.count(colour), locomotives) for colour in sorted(set(coloured))}


def cards_in(colour: int, row: Row) -> tuple[int, ...]:
    """The cards of a row, its locomotives last."""
    return (colour,) * row.coloured + (LOCOMOTIVE,) * row.locomotives


def top_of(colour: int, row: Row) -> int:
    """The card that rolls next (R2)."""
    return LOCOMOTIVE if row.locomotives else colour


def roll(state: State) -> None:
    """Phase 1 of the turn of the seat to move: one card of every row, without a choice."""
    own = {colour: row for colour, row in enumerate(state.rows) if row and row.seat == state.seat}
    if own:
        tops = tuple([top_of(colour, row) for colour, row in own.items()])
        emit(CardsRolled, state, state.seat, tuple(own), tops)


def robbed_by(rows: Rows, seat: int, cards: Sequence[int]) -> dict[int, Row]:
    """Rows of others that placing these cards robs, by colour; one at most."""
    its = sorted({*cards} - {LOCOMOTIVE})
    return {colour: row for colour in its if (row := rows[colour]) and row.seat != seat}


def least(rows: Rows, seat: int, colour: int) -> int | None:
    """How many cards of a colour, locomotives counted, this seat must place; None: it may not at all."""
    row = rows[colour]
    if row is None:
        return 1
    return None if row.seat == seat else row.size + 1


class PlaceTrainsChoice(Choice):
    """B1 and B2: a set of one colour with locomotives, or three single cards of different colours."""

    action = PlaceTrains

    def legal(self, state: State, seat: int, canonical: bool = False) -> Sequence[PlaceTrains]:
        """Sets by colour, most coloured cards first; then trios.

        canonical: sets of all cards of a colour with the fewest locomotives that do, and trios.
        """
        hand, rows = state.hand(seat), state.rows
        held = [colour for colour in COLOURS if hand[colour]]
        found: list[PlaceTrains] = []
        for colour in held:
            fewest = least(rows, seat, colour)
            if fewest is not None:
                sets = sets_of(colour, hand[colour], hand[LOCOMOTIVE], fewest)
                found += sets[:1] if canonical else sets
        # No row of any station has a colour of a trio: one card is never more than a row.
        return [*found, *trios_of(tuple([colour for colour in held if rows[colour] is None]))]

    def refusal(self, state: State, seat: int, action: PlaceTrains) -> Refusal:
        """What cannot be laid at all, then what the hand lacks, then what lies in the way."""
        coloured = [colour for colour in COLOURS if action.cards[colour]]
        locomotives, placed = action.cards[LOCOMOTIVE], sum(action.cards)
        single = all(action.cards[colour] == 1 for colour in coloured)
        trio = len(coloured) == TRIO and single and not locomotives
        if not placed:
            return "too_few_cards", {"needed": SET, "placed": 0}
        if not coloured:
            return "no_colour", {"locomotives": locomotives}
        if len(coloured) > 1 and not trio:
            return "no_set", {"colours": [KIND_NAMES[c] for c in coloured], "locomotives": locomotives}
        if placed < SET:
            return "too_few_cards", {"needed": SET, "placed": placed}
        for kind, (have, needed) in enumerate(zip(state.hand(seat), action.cards, strict=True)):
            if needed > have:
                return "not_in_hand", {"colour": KIND_NAMES[kind], "needed": needed, "have": have}
        return self.in_the_way(state, seat, coloured, placed, trio=trio)

    def in_the_way(
        self, state: State, seat: int, colours: Sequence[int], placed: int, *, trio: bool
    ) -> Refusal:
        """`own_row`, or `row_stands`: another seat's row that these are not more than."""
        rows = [(colour, row) for colour in colours if (row := state.rows[colour])]
        for colour, row in rows:
            if row.seat == seat:
                return "own_row", {"colour": KIND_NAMES[colour], "size": row.size}
        colour, row = rows[0]
        return "row_stands", {
            "colour": KIND_NAMES[colour],
            "owner": row.seat,
            "size": row.size,
            "placed": 1 if trio else placed,
            "trio": trio,
        }

    def take(self, state: State, seat: int, action: PlaceTrains, rng: Rng) -> None:
        cards = tuple(cards_of(action.cards))
        for colour, row in robbed_by(state.rows, seat, cards).items():
            emit(RowRobbed, state, row.seat, seat, cards_in(colour, row))
        emit(TrainsPlaced, state, seat, cards)
        turns.end(state, rng)


@cache
def sets_of(colour: int, held: int, locomotives: int, fewest: int) -> tuple[PlaceTrains, ...]:
    """Placing at least `fewest` cards, some of these of a colour and some of these locomotives."""
    return tuple(
        placing({colour: coloured, LOCOMOTIVE: laid})
        for coloured in range(held, 0, -1)
        for laid in range(max(0, max(SET, fewest) - coloured), locomotives + 1)
    )


@cache
def trios_of(colours: tuple[int, ...]) -> tuple[PlaceTrains, ...]:
    """Placing one card each of any three of these colours."""
    return tuple(placing(dict.fromkeys(three, 1)) for three in combinations(colours, TRIO))


def placing(cards: Mapping[int, int]) -> PlaceTrains:
    """So many of each kind."""
    return PlaceTrains(tuple(cards.get(kind, 0) for kind in range(KINDS)))
