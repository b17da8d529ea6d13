"""What further tickets are likely to bring: which cards are over for them, and which can still come."""

from math import comb

from games.ai.card_game.position import Position, beyond
from games.engine.editions.card_game.paying import Ticket, together
from games.engine.parts.cards import LOCOMOTIVE

PLACED = 2.0  # cards of the hand that a turn to come brings onto the pile, on average


class Outlook:
    """Beside the tickets in hand; grows with each further one that is taken."""

    def __init__(self, position: Position) -> None:
        self.position, knobs = position, position.knobs
        held = sum(position.hand)
        share = min(1.0, PLACED * position.rolls_left / held) if held else 0.0
        have = [there + share * its for there, its in zip(position.supply, position.hand, strict=True)]
        need = together(position.tickets)
        lacking = sum(beyond(need, have))
        self.over = beyond(have[:LOCOMOTIVE], need)  # of each colour
        self.wild = max(0.0, have[LOCOMOTIVE] - lacking)
        self.lacking = max(0.0, lacking - have[LOCOMOTIVE])
        turns = [position.rolls_left, position.turns_after_scoring]
        self.reach = knobs.stretch * sum([max(0.0, number - knobs.late) for number in turns])

    def uncovered(self, ticket: Ticket) -> float:
        """Cards that it needs beyond what is over, locomotives aside."""
        return sum([need - over for need, over in zip(ticket.need, self.over, strict=False) if need > over])

    def gain(self, ticket: Ticket) -> float:
        """Points that it is likely to bring, or to cost."""
        knobs = self.position.knobs
        lacks = max(0.0, self.uncovered(ticket) - self.wild)
        likely = self.likely(lacks)
        worth = self.position.worth(ticket)
        return likely * worth - (1.0 - likely) * ticket.points - knobs.effort * lacks

    def likely(self, lacks: float) -> float:
        """How likely so many cards still come, after those that are lacking already."""
        too_many = self.lacking + lacks - self.reach
        if not lacks or too_many <= 0:
            return 1.0
        spread = min(self.reach, self.position.knobs.spread)
        return max(0.0, 1.0 - too_many / spread) if spread else 0.0

    def take(self, ticket: Ticket) -> None:
        """It belongs to the tickets in hand from now on."""
        uncovered = self.uncovered(ticket)
        self.lacking += max(0.0, uncovered - self.wild)
        self.wild = max(0.0, self.wild - uncovered)
        self.over = beyond(self.over, ticket.need)

    def of_drawing(self, *, must_keep: bool) -> float:
        """Points expected of the best ticket among those that would be seen."""
        view = self.position.view
        seen = {*view.tickets, *[number for its in view.completed for number in its]}
        left = [its for number, its in enumerate(view.edition.tickets) if number not in seen]
        gains = sorted([self.gain(ticket) for ticket in left], reverse=True)
        shown = min(view.edition.later_tickets, view.ticket_deck)
        ways = [comb(len(gains) - 1 - at, shown - 1) for at in range(len(gains))]  # in which it is the best
        return sum(
            [way * (gain if must_keep else max(0.0, gain)) for way, gain in zip(ways, gains, strict=True)]
        ) / sum(ways)
