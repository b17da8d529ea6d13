"""What makes a level on a map. Costs are in turns; the numbers are in `games/ai/levels`."""

from typing import NamedTuple


class Knobs(NamedTuple):
    """Numbers that a level is made of."""

    hoard: int  # cards in hand before a claim is made
    costs: tuple[float, ...]  # of a link by its length; place 0 is not used
    hand_discount: float = 0.0  # turns saved by each fitting card in hand
    extra_from: int = 4  # length from which on spare trains are worth a route of its own
    closing: float = 7.0  # own turns to come from which on cards are no longer gathered
    haste: float = 3.0  # and from which on any claim will do
    slack: float = 3.0  # turns to spare with which links of tickets come first
    premium: float = 2.0  # of a claim that a ticket needs, in points
    guard: float = 1.0  # how plainly others must see that a ticket needs a link for it to be claimed at once
    slip: float = 0.0  # share of turns in which any card or route will do
    ticket_weight: float = 0.6
    turn_value: float = 3.5  # points that a turn is worth elsewhere
    extra: float = 0.75  # value of a card that no ticket needs; one that a ticket needs is 1
    wild: float = 1.3  # value of a locomotive
    engine: float = 2.0  # and while a wanted ferry lacks one
    sure: float = 0.8  # how likely cards in hand must pay for a tunnel before it is tried
    tunnel: float = 0.5  # turns for each card more that a tunnel is likely to cost
    ferry: float = 0.7  # turns for each locomotive that a ferry lacks
    playouts: int = 0  # for each candidate of the last turns; none: what is planned is done
    endgame: float = 3.0  # own turns to come from which on playouts are made
    own: float = 0.0  # what an own point counts there beside the chance to win
    stride: float = 3.5  # trains that a claim lays, on average
    catch: float = 2.0  # cards that a turn of drawing brings
