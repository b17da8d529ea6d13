"""Which tickets a track pile pays for: feasible, maximal, best. Section 9, without a state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.engine.parts.cards import LOCOMOTIVE

COLOURS = range(LOCOMOTIVE)
PRICE_STEPS = 6  # for each ticket, in the search for prices; more make it slower than what they save
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
        for colour, number in enumerate(ticket.need):
            need[colour] += number
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

        Exact, and the only one: depth first, the tickets that are worth most for their cards first,
        and no branch is followed that cannot come to more. What a branch can come to is bounded by
        prices of the cards (linear programming duality): whatever is done, each card left brings its
        price at most, and a ticket what its value is above the price of its cards.
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


class Search:
    """Branch and bound for the best set of a pile.

    The value of a set is one number: its points, then the number of tickets, then Big City values,
    then ids, each in digits below the one before. All of it adds up ticket by ticket.
    """

    def __init__(self, pile: Pile) -> None:
        self.pile = pile
        tickets = pile.tickets
        number = len(tickets)
        values = [
            ((ticket.points * 64 + 1) * 4096 + ticket.big << number) + (1 << (number - 1 - rank))
            for rank, ticket in enumerate(tickets)
        ]
        scale = 64 * 4096 << number  # of one point
        self.prices, self.wild = self.card_prices(scale)
        above = [
            value - sum([self.prices[colour] * its for colour, its in enumerate(ticket.need)])
            for value, ticket in zip(values, tickets, strict=True)
        ]
        order = sorted(range(number), key=lambda at: abs(above[at]), reverse=True)
        self.tickets = [tickets[at] for at in order]
        self.values = [values[at] for at in order]
        self.needs = [[(c, n, self.prices[c]) for c, n in enumerate(its.need) if n] for its in self.tickets]
        self.better = [self.better_before(at) for at in range(number)]
        self.most, self.found = -1, 0  # the best value so far, and its tickets as bits
        self.seen: dict[tuple[Any, ...], int] = {}  # what lay there before -> the value come to
        self.rest = [0] * (number + 1)  # what the tickets from here on can bring above their cards
        self.wanted = [[0] * LOCOMOTIVE for _ in range(number + 1)]  # by them, of each colour
        for at in range(number - 1, -1, -1):
            self.wanted[at] = together(self.tickets[at:])
            self.rest[at] = self.rest[at + 1] + max(0, above[order[at]])

    def card_prices(self, scale: int) -> tuple[list[int], int]:
        """Of each colour, and of a locomotive, which is worth as much as any card at least.

        Whatever they are the bound holds; subgradient steps of Polyak's length make it a close one.
        """
        tickets, have, locomotives = self.pile.tickets, self.pile.have, self.pile.locomotives
        wanted_ever = together(tickets)
        prices, wild = [3.0 if its else 0.0 for its in wanted_ever], 4.0
        best, best_bound = (prices, wild), float("inf")
        within_reach = sum([ticket.points for ticket in self.at_hand()])
        for _ in range(PRICE_STEPS * len(tickets)):
            bound = sum([price * its for price, its in zip(prices, have, strict=True)]) + wild * locomotives
            over = have[:]  # more than is wanted at these prices
            for ticket in tickets:
                surplus = ticket.points - sum(
                    [price * its for price, its in zip(prices, ticket.need, strict=True)]
                )
                if surplus > 0:
                    bound += surplus
                    over = [there - its for there, its in zip(over, ticket.need, strict=True)]
            if bound < best_bound:
                best, best_bound = (prices, wild), bound
            steep = sum([its * its for its in over]) + locomotives * locomotives
            if bound - within_reach < 0.01 or not steep:
                break
            pace = (bound - within_reach) / steep
            prices = [max(0.0, price - pace * its) for price, its in zip(prices, over, strict=True)]
            prices, wild = under_wild(prices, wild - pace * locomotives)
        prices, wild = best
        unit = scale // UNIT or 1
        return [round(price * UNIT) * unit for price in prices], round(wild * UNIT) * unit

    def at_hand(self) -> list[Ticket]:
        """A good set at once: the tickets with most points for a card, as far as the pile goes."""
        chosen: list[Ticket] = []
        for ticket in sorted(self.pile.tickets, key=lambda its: its.points / sum(its.need), reverse=True):
            if self.pile.pays([*chosen, ticket]):
                chosen.append(ticket)
        return chosen

    def best(self) -> tuple[Ticket, ...]:
        """The set of the greatest value."""
        prices, wild = self.prices, self.wild
        have, locomotives = self.pile.have, self.pile.locomotives
        left = sum([price * its for price, its in zip(prices, have, strict=True)]) + wild * locomotives
        self.follow(0, 0, tuple(have), locomotives, left, 0)
        return tuple(sorted([ticket for at, ticket in enumerate(self.tickets) if self.found >> at & 1]))

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

    def follow(
        self, at: int, value: int, have: tuple[int, ...], locomotives: int, left: int, taken: int
    ) -> None:
        """Try the tickets from `at` on; `left`: the cards that are left, at their prices; `taken`: bits."""
        if value > self.most:
            self.most, self.found = value, taken
        have, left = self.of_use(at, have, left)
        place = (at, locomotives, have)
        if self.seen.get(place, -1) >= value:
            return
        self.seen[place] = value
        while value + left + self.rest[at] > self.most and at < len(self.tickets):
            if self.better[at] & ~taken == 0:
                there, wild, spent = self.pay(at, have, locomotives)
                more, then = value + self.values[at], left - spent
                if wild >= 0 and more + then + self.rest[at + 1] > self.most:
                    self.follow(at + 1, more, there, wild, then, taken | 1 << at)
            at += 1

    def of_use(self, at: int, have: tuple[int, ...], left: int) -> tuple[tuple[int, ...], int]:
        """Of the cards that are left those that some ticket from `at` on may need, and their prices."""
        wanted = self.wanted[at]
        for colour, (there, its) in enumerate(zip(have, wanted, strict=True)):
            if there > its:
                left -= self.prices[colour] * (there - its)
        return tuple(map(min, have, wanted)), left

    def pay(self, at: int, have: tuple[int, ...], locomotives: int) -> tuple[tuple[int, ...], int, int]:
        """(cards left, locomotives left, prices of what was paid); locomotives below 0: not to be paid."""
        there, spent = list(have), 0
        for colour, number, price in self.needs[at]:
            lacking = number - there[colour]
            if lacking > 0:
                locomotives -= lacking
                spent += price * there[colour] + self.wild * lacking
                there[colour] = 0
            else:
                spent += price * number
                there[colour] = -lacking
        return tuple(there), locomotives, spent
