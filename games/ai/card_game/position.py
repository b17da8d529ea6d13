"""What a seat has, what its tickets lack, how long there is time, and what a card is worth to it."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate

from games.ai.card_game import odds
from games.ai.card_game.knobs import Knobs
from games.engine.editions.card_game.paying import Ticket, together
from games.engine.editions.card_game.view import View
from games.engine.parts.cards import LOCOMOTIVE
from games.engine.parts.turns import NOT_YET


class Position:
    """Of the viewer's seat. Cards are KINDS counts, with fractions where they are expected."""

    def __init__(self, knobs: Knobs, view: View) -> None:
        assert view.viewer is not None
        assert view.hand is not None
        self.knobs, self.view, self.mine = knobs, view, view.viewer
        self.hand: Sequence[int] = view.hand
        self.unseen = odds.unseen(view)
        self.tickets = [view.edition.tickets[number] for number in view.tickets]
        self.threats: dict[tuple[int, int], float] = {}
        self.rolls: dict[tuple[int, int, int], tuple[float, float]] = {}

    # Time

    @cached_property
    def rolls_left(self) -> int:
        """Own turns after this one until the scoring: each rolls a card of every row."""
        if self.view.turns_left != NOT_YET:
            return 0
        return 1 + self.turns_of(self.view.deck)

    @cached_property
    def turns_after_scoring(self) -> int:
        """Own turns of a second half that is still to come."""
        view = self.view
        if view.phase == "over" or self.is_last_half:
            return 0
        gathered = sum(view.edition.cards) - sum(view.hand_sizes)
        return self.turns_of(gathered - view.seats * view.edition.second_hand - len(view.row))

    @property
    def is_last_half(self) -> bool:
        begun = self.view.scorings + (self.view.phase != "complete_tickets")
        return begun >= self.view.edition.scorings(self.view.seats)

    @property
    def is_endgame(self) -> bool:
        """Near enough to the end to look ahead to it?"""
        return self.is_last_half and self.rolls_left <= self.knobs.endgame

    def turns_of(self, deck: int) -> int:
        """So many cards last for so many turns of each player."""
        return max(0, int(deck / (self.view.seats * self.knobs.pace)))

    # Cards

    @cached_property
    def pile(self) -> list[float]:
        """The own track pile; what it is likely to be while it is closed."""
        if self.view.track is not None:
            return [float(number) for number in self.view.track]
        return self.likely_pile()

    def likely_pile(self) -> list[float]:
        """Of a closed pile only the size is seen: it is thought to be what the tickets need, then anything.

        Never more of a colour than is unseen.
        """
        size, cards = float(self.view.track_sizes[self.mine]), sum(self.unseen) or 1
        locomotives = size * self.unseen[LOCOMOTIVE] / cards
        need = [min(its, there) for its, there in zip(together(self.tickets), self.unseen, strict=False)]
        share = min(1.0, (size - locomotives) / (sum(need) or 1))
        rest = size - locomotives - share * sum(need)
        of_colour = [share * its + rest * self.unseen[c] / cards for c, its in enumerate(need)]
        return [*of_colour, locomotives]

    @cached_property
    def supply(self) -> list[float]:
        """The pile at the scoring, if nothing further were placed."""
        supply = self.pile[:]
        for colour, row in enumerate(self.view.rows):
            if row and row.seat == self.mine:
                coloured, locomotives = self.rolling(colour, row.coloured, row.locomotives)
                supply[colour] += coloured
                supply[LOCOMOTIVE] += locomotives
        return supply

    def rolling(self, colour: int, coloured: int, locomotives: int) -> tuple[float, float]:
        """How many coloured cards and locomotives of a row are expected to come onto the pile.

        One rolls each turn, the locomotives first, if the row has not been robbed by then.
        """
        row = colour, coloured, locomotives
        if row not in self.rolls:
            size, stands = coloured + locomotives, 1.0
            come = [0.0, 0.0]
            for turn in range(min(size, self.rolls_left)):
                stands *= 1.0 - self.threat(colour, size - turn)
                come[turn < locomotives] += stands
            self.rolls[row] = come[0], come[1]
        return self.rolls[row]

    def threat(self, colour: int, size: int) -> float:
        """How likely a row of so many cards is robbed before it rolls again."""
        key = colour, size
        if key not in self.threats:
            could = odds.could_rob(self.view, self.unseen, colour, size)
            self.threats[key] = min(1.0, self.knobs.fear * could)
        return self.threats[key]

    @cached_property
    def lacks(self) -> list[float]:
        """Cards of each colour that the tickets in hand need beyond the supply."""
        return beyond(together(self.tickets), self.supply)

    @cached_property
    def hunger(self) -> float:
        """The share of what is lacking that the locomotives of the supply will not pay for."""
        lacking = sum(self.lacks)
        return max(0.0, 1.0 - self.supply[LOCOMOTIVE] / lacking) if lacking else 0.0

    # Values

    def value(self, kind: int, before: int = 0) -> float:
        """Of one card more on the pile, when so many of its colour come before it."""
        return self.knobs.wild if kind == LOCOMOTIVE else self.values[kind][before]

    def value_of(self, colour: int, number: float) -> float:
        """Of so many cards of a colour on the pile, one after the other."""
        whole = int(number)
        return self.sums[colour][whole] + (number - whole) * self.values[colour][whole]

    @cached_property
    def values(self) -> list[list[float]]:
        """By colour: of one card more on the pile, by the number that come before it."""
        spare, more, hunger = self.knobs.spare, self.knobs.need - self.knobs.spare, self.hunger
        return [
            [spare + more * (hunger * min(1.0, max(0.0, lacks - before))) for before in range(number + 1)]
            for lacks, number in zip(self.lacks, self.view.edition.cards, strict=False)
        ]

    @cached_property
    def sums(self) -> list[list[float]]:
        """By colour: of so many cards on the pile."""
        return [list(accumulate(values, initial=0.0)) for values in self.values]

    def worth(self, ticket: Ticket) -> float:
        """Points of completing it, and its share of the bonuses that it may help to win."""
        return ticket.points + self.knobs.city * ticket.big


def beyond(need: Iterable[float], have: Iterable[float]) -> list[float]:
    """What is needed of each colour and not there; locomotives in `have` are left alone."""
    return [max(0.0, its - there) for its, there in zip(need, have, strict=False)]
