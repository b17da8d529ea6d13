"""Which tickets a track pile pays for: feasible, maximal, best. Section 9, without a state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import add, mul, sub
from typing import NamedTuple

from games.engine.parts.cards import LOCOMOTIVE

COLOURS = range(LOCOMOTIVE)
PRICE_STEPS = 2  # for each ticket, in the search for prices; more make it slower than what they save
WIDTH = 30  # ways that are followed for a first good set
NOTHING = (-1, 0, 0)  # a way of less value than any
UNIT = 1 << 24  # of prices and values: fine enough for the tie-breaks below a point
MOST_LOOKED_AT = 4000  # partial sets, when maximal ones are listed


class Ticket(NamedTuple):
    """A ticket of the edition."""

    id: str
    cities: tuple[int, int]
    points: int
    need: tuple[int, ...]  # cards of each colour
    big: int  # sum of the Big City values of its ends


def shortage(have: Sequence[int], need: Sequence[int]) -> int:
    """How many cards of these colours are missing before locomotives help."""
    return sum([its - there for its, there in zip(need, have, strict=False) if its > there])


def together(tickets: Iterable[Ticket]) -> list[int]:
    """What they need of each colour."""
    need = [0] * LOCOMOTIVE
    for ticket in tickets:
        need = list(map(add, need, ticket.need))
    return need


def missing(track: Sequence[int], tickets: Iterable[Ticket]) -> int:
    """How many cards the pile, KINDS counts, lacks for all of these tickets; 0 when it pays for them."""
    return max(0, shortage(track, together(tickets)) - track[LOCOMOTIVE])


class Pile:
    """A track pile, KINDS counts, and the tickets that it may pay for, in ascending order of ids."""

    def __init__(self, track: Sequence[int], tickets: Sequence[Ticket]) -> None:
        self.have, self.locomotives = list(track[:LOCOMOTIVE]), track[LOCOMOTIVE]
        self.track = track
        self.tickets = sorted(tickets)

    def pays(self, tickets: Iterable[Ticket]) -> bool:
        return not missing(self.track, tickets)

    def further(self, tickets: Sequence[Ticket]) -> list[Ticket]:
        """Of the others, those that could be paid for beside these (R13)."""
        chosen = set(tickets)
        return [its for its in self.tickets if its not in chosen and self.pays([*tickets, its])]

    def left(self, tickets: Sequence[Ticket]) -> list[int]:
        """What is left of the pile, KINDS counts, once these are paid for."""
        need = together(tickets)
        spent = [min(have, its) for have, its in zip(self.have, need, strict=True)]
        locomotives = self.locomotives - shortage(self.have, need)
        return [*[have - its for have, its in zip(self.have, spent, strict=True)], locomotives]

    def best(self) -> tuple[Ticket, ...]:
        """The suggestion: most points; most tickets; most Big City values; smallest list of ids.

        Exact, and the only one.
        """
        return best_of(tuple(self.track), tuple(self.tickets))

    def maximal(self, most: int) -> list[tuple[Ticket, ...]]:
        """Sets to which no further ticket fits, at most so many, in the order of ids."""
        found: list[tuple[Ticket, ...]] = []
        looked = 0
        stack: list[tuple[int, tuple[Ticket, ...]]] = [(0, ())]
        while stack and len(found) < most and looked < MOST_LOOKED_AT:
            at, chosen = stack.pop()
            looked += 1
            if at == len(self.tickets):
                if not self.further(chosen):
                    found.append(chosen)
                continue
            stack.append((at + 1, chosen))
            with_it = (*chosen, self.tickets[at])
            if self.pays(with_it):
                stack.append((at + 1, with_it))
        return found


def under_wild(prices: list[float], wild: float) -> tuple[list[float], float]:
    """The nearest prices of which none is above that of a locomotive, and none below 0."""
    level, above = wild, 1
    for price in sorted(prices, reverse=True):
        if price <= level:
            break
        level, above = (level * above + price) / (above + 1), above + 1
    level = max(0.0, level)
    return [min(price, level) for price in prices], level


@lru_cache(maxsize=4096)
def best_of(track: tuple[int, ...], tickets: tuple[Ticket, ...]) -> tuple[Ticket, ...]:
    """The suggestion of a pile, kept: the same one is asked for at every look at the table."""
    return Search(Pile(track, tickets)).best()


Cards = tuple[int, ...]  # KINDS counts
Way = tuple[int, int, int]  # value so far, worth of the cards left, tickets taken as bits
Layer = dict[Cards, Way]  # what may be left -> the way of most value that leaves it


class Search:
    """The best set of a pile.

    The value of a set is one number: its points, then the number of tickets, then Big City values,
    then ids, each in digits below the one before. All of it adds up ticket by ticket.

    Ticket by ticket a layer of all that may be left of the pile is made, for each the way of most value.
    A way is given up when it cannot come to more than a set that is known: whatever is done, each card
    left brings its price at most, and a ticket what its value is above the price of its cards (linear
    programming duality). With prices that are nearly right few ways are left.
    """

    def __init__(self, pile: Pile) -> None:
        self.pile = pile
        tickets = pile.tickets
        number = len(tickets)
        values = [
            ((ticket.points * 64 + 1) * 4096 + ticket.big << number) + (1 << (number - 1 - rank))
            for rank, ticket in enumerate(tickets)
        ]
        self.prices = self.card_prices(64 * 4096 << number)
        above = [
            value - sum(map(mul, self.prices, ticket.need))
            for value, ticket in zip(values, tickets, strict=True)
        ]
        # Tickets of which the prices leave least doubt come first.
        order = sorted(range(number), key=lambda at: abs(above[at]), reverse=True)
        self.tickets = [tickets[at] for at in order]
        self.values = [values[at] for at in order]
        self.needs = [[(c, n) for c, n in enumerate(its.need) if n] for its in self.tickets]
        self.better = [self.better_before(at) for at in range(number)]
        self.rest = [0] * (number + 1)  # what the tickets from here on can bring above their cards
        for at in range(number - 1, -1, -1):
            self.rest[at] = self.rest[at + 1] + max(0, above[order[at]])
        self.of_use = [self.of_use_after(at) for at in range(number)]

    def best(self) -> tuple[Ticket, ...]:
        """The set of the greatest value: first a good one by few ways, then whatever is not worse."""
        good, _, _ = self.followed(-1, WIDTH)
        _, _, taken = self.followed(good - 1)
        return tuple(sorted([ticket for at, ticket in enumerate(self.tickets) if taken >> at & 1]))

    def followed(self, to_beat: int, width: int | None = None) -> Way:
        """The best way through all tickets to a value above `to_beat`.

        width: how many ways are followed at most, those that promise most; then it may not be the best.
        """
        cards = (*self.pile.have, self.pile.locomotives)
        worth = sum(map(mul, self.prices, cards))
        layer: Layer = {cards: (0, worth, 0)}
        for at in range(len(self.tickets)):
            layer = self.next_layer(at, layer, to_beat)
            if width and len(layer) > width:
                promising = sorted(layer.items(), key=lambda its: its[1][0] + its[1][1], reverse=True)
                layer = dict(promising[:width])
        return max(layer.values())

    def next_layer(self, at: int, layer: Layer, to_beat: int) -> Layer:
        """Each way without the ticket and, where it can be paid, with it."""
        further: Layer = {}
        to_beat -= self.rest[at + 1]
        for cards, (value, worth, taken) in layer.items():
            self.keep(further, at, cards, (value, worth, taken), to_beat)
            if not self.better[at] & ~taken:
                left, spent = self.paid(at, cards)
                if left[LOCOMOTIVE] >= 0:
                    way = value + self.values[at], worth - spent, taken | 1 << at
                    self.keep(further, at, left, way, to_beat)
        return further

    def keep(self, layer: Layer, at: int, cards: Cards, way: Way, to_beat: int) -> None:
        """Enter a way into the layer after a ticket, if it promises enough and more than one that is there.

        Cards that no further ticket needs are put aside: so ways that differ in nothing else meet.
        """
        value, worth, taken = way
        for colour, most in self.of_use[at]:
            if cards[colour] > most:
                worth -= self.prices[colour] * (cards[colour] - most)
                cards = (*cards[:colour], most, *cards[colour + 1 :])
        if value + worth > to_beat and value > layer.get(cards, NOTHING)[0]:
            layer[cards] = value, worth, taken

    def paid(self, at: int, cards: Cards) -> tuple[Cards, int]:
        """(cards left, prices of what was spent); locomotives below 0: it cannot be paid."""
        left = list(cards)
        lacking = spent = 0
        for colour, number in self.needs[at]:
            laid = min(number, left[colour])
            left[colour] -= laid
            lacking += number - laid
            spent += self.prices[colour] * laid
        left[LOCOMOTIVE] -= lacking
        return tuple(left), spent + self.prices[LOCOMOTIVE] * lacking

    def of_use_after(self, at: int) -> list[tuple[int, int]]:
        """(colour, most cards of it that the tickets after this one need), of the colours it needs itself."""
        wanted = together(self.tickets[at + 1 :])
        return [(colour, wanted[colour]) for colour, _ in self.needs[at]]

    def better_before(self, at: int) -> int:
        """Earlier tickets, as bits, that need no card more than this one and are worth more.

        Whoever does without one of them need not look at this one: the other would do as well.
        """
        need = self.tickets[at].need
        return sum(
            1 << its
            for its in range(at)
            if self.values[its] > self.values[at]
            and all(one <= other for one, other in zip(self.tickets[its].need, need, strict=True))
        )

    def card_prices(self, point: int) -> list[int]:
        """Of each colour, and of a locomotive, which is worth as much as any card at least.

        point: what one is in values. Whatever the prices are the bound holds; subgradient steps of
        Polyak's length make it a close one.
        """
        tickets, have, locomotives = self.pile.tickets, self.pile.have, self.pile.locomotives
        prices, wild = [3.0 if its else 0.0 for its in together(tickets)], 4.0
        best, best_bound = [*prices, wild], float("inf")
        within_reach = sum([ticket.points for ticket in self.at_hand()])
        for _ in range(PRICE_STEPS * len(tickets)):
            bound = sum(map(mul, prices, have)) + wild * locomotives
            over = have[:]  # more than is wanted at these prices
            for ticket in tickets:
                cost = sum(map(mul, prices, ticket.need))
                if ticket.points > cost:
                    bound += ticket.points - cost
                    over = list(map(sub, over, ticket.need))
            if bound < best_bound:
                best, best_bound = [*prices, wild], bound
            steep = sum(map(mul, over, over)) + locomotives * locomotives
            if bound - within_reach < 0.01 or not steep:
                break
            pace = (bound - within_reach) / steep
            prices = [max(0.0, price - pace * its) for price, its in zip(prices, over, strict=True)]
            prices, wild = under_wild(prices, wild - pace * locomotives)
        unit = point // UNIT or 1
        return [round(price * UNIT) * unit for price in best]

    def at_hand(self) -> list[Ticket]:
        """A good set at once: the tickets with most points for a card, as far as the pile goes."""
        chosen: list[Ticket] = []
        for ticket in sorted(self.pile.tickets, key=lambda its: its.points / sum(its.need), reverse=True):
            if self.pile.pays([*chosen, ticket]):
                chosen.append(ticket)
        return chosen
