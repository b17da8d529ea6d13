"""What a seat does not see, counted: which cards are where, and how likely a row can be robbed."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from games.engine.editions.card_game.view import View
from games.engine.parts.cards import KINDS, LOCOMOTIVE


def unseen(view: View) -> list[int]:
    """KINDS counts of the cards in the deck, on closed piles and in hands of others.

    Without those of which everybody saw which hand they went to.
    """
    assert view.hand is not None
    left = [number - gone for number, gone in zip(view.edition.cards, view.discards, strict=True)]
    for card in view.row:
        if card is not None:
            left[card] -= 1
    for colour, row in enumerate(view.rows):
        if row:
            left[colour] -= row.coloured
            left[LOCOMOTIVE] -= row.locomotives
    seen = [view.hand if seat == view.viewer else view.known[seat] for seat in range(view.seats)]
    if view.track is not None:
        seen.append(view.track)
    for cards in seen:
        for kind in range(KINDS):
            left[kind] -= cards[kind]
    return left


def could_rob(view: View, pool: Sequence[int], colour: int, size: int) -> float:
    """How likely some opponent holds more than so many cards of a colour, locomotives counted.

    `pool` is what `unseen` gives.
    """
    cards, fitting = sum(pool), pool[colour] + pool[LOCOMOTIVE]
    nobody = 1.0
    for seat in range(view.seats):
        if seat != view.viewer:
            known = view.known[seat]
            drawn = min(cards, view.hand_sizes[seat] - sum(known))
            missing = size + 1 - known[colour] - known[LOCOMOTIVE]
            nobody *= 1.0 - at_least(missing, cards, fitting, drawn)
    return 1.0 - nobody


@lru_cache(maxsize=1 << 16)
def at_least(number: int, cards: int, fitting: int, drawn: int) -> float:
    """How likely at least this number of the cards drawn from a pool are fitting ones."""
    if number <= 0:
        return 1.0
    if number > min(fitting, drawn):
        return 0.0
    fewest = max(0, drawn - (cards - fitting))
    fewer = sum(comb(fitting, its) * comb(cards - fitting, drawn - its) for its in range(fewest, number))
    return 1.0 - fewer / comb(cards, drawn)
