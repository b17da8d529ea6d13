"""Paying with cards of one colour and locomotives. R-CLAIM-1, R-FERRY-1."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.core.errors import IllegalAction, MalformedAction, short
from games.engine.parts.cards import KIND_NAMES, KINDS, LOCOMOTIVE


class Payment(NamedTuple):
    """So many cards of a colour and so many locomotives.

    Only locomotives: colour LOCOMOTIVE, coloured 0, so that a payment has one form.
    """

    colour: int
    coloured: int
    locomotives: int


NOTHING = Payment(LOCOMOTIVE, 0, 0)


def together(payment: Payment, more: Payment) -> Payment:
    """Both as one; they must not be of two colours."""
    colour = payment.colour if payment.coloured else more.colour
    return Payment(colour, payment.coloured + more.coloured, payment.locomotives + more.locomotives)


def sizes(colour: int, held: int, locomotives_held: int, length: int, locomotives_due: int) -> Sequence[int]:
    """How many cards of a colour may be laid of a price, most first; locomotives make up the rest.

    Colour LOCOMOTIVE stands for the payment without any colour, which lays 0 coloured cards.
    """
    if colour == LOCOMOTIVE:
        return (0,) if held >= length else ()
    most = min(held, length - locomotives_due)
    return range(most, max(length - locomotives_held, 1) - 1, -1)


def write_payment(payment: Payment) -> dict[str, int]:
    """{"red": 2, "locomotive": 1}, without zeroes."""
    counts = {KIND_NAMES[payment.colour]: payment.coloured, KIND_NAMES[LOCOMOTIVE]: payment.locomotives}
    return {name: number for name, number in counts.items() if number}


def read_cards(raw: object) -> list[int]:
    """KINDS counts out of {"red": 2, "locomotive": 1}. Zero counts do not matter.

    Raises MalformedAction when these are no counts of cards.
    """
    if not isinstance(raw, Mapping):
        raise MalformedAction("no_cards")
    counts = [0] * KINDS
    for name, number in raw.items():
        if name not in KIND_NAMES:
            raise MalformedAction("no_such_colour", colour=short(name))
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 110:
            raise MalformedAction("no_number_of_cards", colour=name)
        counts[KIND_NAMES.index(name)] = number
    return counts


def read_payment(raw: object) -> Payment:
    """A payment out of its JSON.

    Raises what `read_cards` raises, and IllegalAction `mixed_colours` for more than one colour.
    """
    counts = read_cards(raw)
    colours = [colour for colour in range(LOCOMOTIVE) if counts[colour]]
    if len(colours) > 1:
        raise IllegalAction("mixed_colours", colours=[KIND_NAMES[colour] for colour in colours])
    colour = colours[0] if colours else LOCOMOTIVE
    return Payment(colour, counts[colour] if colours else 0, counts[LOCOMOTIVE])
