"""What a seat does not see, counted: which cards may come off the deck, and what a tunnel may cost."""

from collections.abc import Sequence
from math import comb

from games.engine.board.tunnels import TURNED_UP
from games.engine.board.view import View
from games.engine.parts.cards import KINDS, LOCOMOTIVE


def unseen(view: View) -> list[int]:
    """KINDS counts of the cards that lie in the deck or that others drew off it."""
    hand = view.hand
    assert hand is not None
    left = list(view.edition.cards)
    for card in view.row:
        if card is not None:
            left[card] -= 1
    for card in view.tunnel.on_table if view.tunnel else ():
        left[card] -= 1
    for seat in range(view.seats):
        held = hand if seat == view.viewer else view.known[seat]
        for kind in range(KINDS):
            left[kind] -= held[kind]
    return [left[kind] - view.discards[kind] for kind in range(KINDS)]


def extra_cards(view: View, colour: int) -> list[float]:
    """How likely a tunnel paid in this colour costs 0, 1, 2 or 3 cards more (R-TUNNEL-1, R-TUNNEL-4).

    LOCOMOTIVE stands for a payment of locomotives only.
    """
    kinds = {colour, LOCOMOTIVE}
    off_deck = min(TURNED_UP, view.deck)
    off_discards = min(TURNED_UP - off_deck, sum(view.discards))
    first = matches(unseen(view), kinds, off_deck)
    then = matches(view.discards, kinds, off_discards)
    odds = [0.0] * (TURNED_UP + 1)
    for one, likely in enumerate(first):
        for other, likely_then in enumerate(then):
            odds[one + other] += likely * likely_then
    return odds


def matches(counts: Sequence[int], kinds: set[int], drawn: int) -> list[float]:
    """How likely 0, 1, ... of so many cards drawn from these are of these kinds."""
    total, fitting = sum(counts), sum(counts[kind] for kind in kinds)
    return [
        comb(fitting, number) * comb(total - fitting, drawn - number) / comb(total, drawn)
        for number in range(drawn + 1)
    ]
