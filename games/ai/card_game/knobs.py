"""What makes a level of the planner of the Card Game. Values are points, if nothing else is said."""

from typing import NamedTuple


class Knobs(NamedTuple):
    """Numbers that a level is made of; found by playing against one another (docs/computer-players.md)."""

    gather: float = 2.7  # needed cards that a placement must be worth while there is time to gather
    slack: float = 1.0  # turns to spare with which rows are placed in time
    carry: float = 2.5  # cards that each turn to come can place, on average
    need: float = 6.0  # value of a card that a ticket lacks
    spare: float = 2.0  # value of a card that none lacks: for tickets to come
    wild: float = 6.0  # value of a locomotive
    together: float = 2.5  # of a card in hand, for each of its colour beside it: longer rows
    fear: float = 0.5  # how much the chance counts that somebody could rob a row
    rob: float = 6.0  # value of each card that is robbed, with one opponent
    city: float = 0.5  # share of a Big City's bonus that a ticket naming it is worth
    pace: float = 0.9  # cards that each player takes off the deck in a turn, on average
    stretch: float = 0.72  # cards still lacking that a turn to come brings onto the pile
    late: float = 1.5  # of these turns so many, the last ones, bring nothing
    spread: float = 3.0  # cards too many from which on a ticket is as good as lost
    effort: float = 1.0  # what each card that a ticket lacks takes off its worth
    ahead: float = 4.0  # turns that must be to come for cards drawn now to be worth all of it
