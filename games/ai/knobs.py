"""What makes a level of the planner. Costs are in turns."""

from typing import NamedTuple


class Knobs(NamedTuple):
    """Numbers that a level is made of."""

    hoard: int  # cards in hand before a claim is made
    costs: tuple[float, ...]  # of a link by its length; place 0 is not used
    hand_discount: float  # turns saved by each fitting card in hand
    extra_from: int  # length from which on spare trains are worth a route of its own
    ticket_weight: float = 0.6
    turn_value: float = 3.5  # points that a turn is worth elsewhere
    sure: float = 0.8  # how likely cards in hand must pay for a tunnel before it is tried
    tunnel: float = 0.5  # turns for each card more that a tunnel is likely to cost
    ferry: float = 0.7  # turns for each locomotive that a ferry lacks
    engine: float = 2.0  # value of a locomotive while a wanted ferry lacks one


STEADY = (0.0, 1.5, 2.0, 2.3, 2.3, 2.2, 1.6, 1.6, 1.6)
EASY = Knobs(0, (0.0, 1.5, 2.0, 2.6, 3.0, 3.3, 3.3, 3.3, 3.3), 0.0, 3)
NORMAL = Knobs(14, STEADY, 0.3, 4)
HARD = Knobs(24, STEADY, 0.3, 4)
