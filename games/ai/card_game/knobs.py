"""What makes a level of the planner of the Card Game. Values are points, if nothing else is said."""

from typing import NamedTuple


class Knobs(NamedTuple):
    """Numbers that a level is made of; found by playing against one another (docs/computer-players.md)."""

    turn: float = 7.0  # what each placement to come costs: a turn in which no card is drawn
    look: float = 10.0  # what the turn costs in which tickets are drawn
    need: float = 3.7  # value of a card that a ticket lacks
    spare: float = 2.3  # value of a card that none lacks: for tickets to come
    wild: float = 8.0  # value of a locomotive
    keep: float = 0.45  # share of its value that a card has in hand when there is no time to lay it yet
    ahead: float = 4.0  # turns that must be to come for a turn to count wholly
    fear: float = 3.0  # how much the chance counts that somebody could rob a row
    rob: float = 8.4  # value of each card that is robbed, with one opponent
    city: float = 0.23  # share of a Big City's bonus that a ticket naming it is worth
    pace: float = 3.5  # cards that each player takes off the deck in a turn: more than that, to be in time
    stretch: float = 1.1  # cards still lacking that a turn to come brings onto the pile
    late: float = 1.0  # of these turns so many, the last ones, bring nothing
    spread: float = 2.5  # cards too many from which on a ticket is as good as lost
    playouts: int = 0  # for each candidate near the end; none: what is planned is done
    endgame: int = 1  # own turns after this one to the last scoring from which on playouts are made
    effort: float = 1.85  # what each card that a ticket lacks takes off its worth
