"""What a view means for its seat: the board it may still use, what that costs, which tickets to aim at."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations

from games.ai import network, odds
from games.ai.knobs import Knobs
from games.ai.network import Link, Pair, Plan
from games.ai.stations import Stations
from games.engine.board.claims import POINTS
from games.engine.board.map import Price
from games.engine.board.tunnels import TURNED_UP
from games.engine.board.view import View
from games.engine.parts.cards import LOCOMOTIVE
from games.engine.parts.graph import Network

TURNS_A_TRAIN = 0.75  # turns that a player needs to lay a train, drawing included
MANY = 6  # open tickets up to which sets of them are compared


class Position:
    """What a view means for its seat: links, their costs, open tickets, turns left."""

    def __init__(self, knobs: Knobs, view: View) -> None:
        self.knobs, self.view = knobs, view
        self.board = view.edition.board
        assert view.viewer is not None
        assert view.hand is not None
        self.hand = view.hand
        self.trains = view.trains[view.viewer]
        self.stations = Stations(view)
        self.links = network.links(view)
        lent = network.lent(view, self.links)
        self.links |= {pair: link for pair, link in lent.items() if self.stations.could_serve(pair)}
        self.costs = {pair: self.cost(link) for pair, link in self.links.items()}
        self.lengths = {pair: 0.0 if link.own else float(link.length) for pair, link in self.links.items()}

    def cost(self, link: Link) -> float:
        """Turns to build a link, fewer where cards for it are in hand."""
        if link.own:
            return 0.0
        if link.lent:
            return 0.05 if self.stations.serve(link.pair) else self.station_cost
        if link.length > self.trains:
            return 1000.0
        held = max(self.held_for(route) for route in link.routes)
        cards = self.knobs.costs[link.length] - self.knobs.hand_discount * min(link.length, held)
        return max(0.05, cards + min(self.surcharge(route) for route in link.routes))

    def held_for(self, route: int) -> int:
        """Cards in hand of the best colour for a route, and the locomotives that it must have."""
        price = self.price(route)
        held = max(self.hand[:LOCOMOTIVE]) if price.colour is None else self.hand[price.colour]
        return min(held, price.length - price.locomotives) + min(self.hand[LOCOMOTIVE], price.locomotives)

    def price(self, route: int) -> Price:
        return self.board.prices[self.board.routes[route].price]

    def surcharge(self, route: int) -> float:
        """Turns that a ferry or a tunnel costs beside those of its length."""
        lacking = max(0, self.price(route).locomotives - self.hand[LOCOMOTIVE])
        more = self.extra_cards if self.board.routes[route].tunnel else 0.0
        return self.knobs.ferry * lacking + self.knobs.tunnel * more

    @cached_property
    def extra_cards(self) -> float:
        """How many more a tunnel is likely to cost, paid in a colour like any other."""
        counts = odds.unseen(self.view)
        fitting = sum(counts[:LOCOMOTIVE]) / LOCOMOTIVE + counts[LOCOMOTIVE]
        return TURNED_UP * fitting / max(1, sum(counts))

    @cached_property
    def station_cost(self) -> float:
        """Turns for the next station: to build it, for its cards, and for the points of an unbuilt one."""
        edition = self.view.edition
        number = edition.stations - self.stations.left + 1
        return 1.0 + number / 2 + edition.station_points / self.knobs.turn_value

    @cached_property
    def turns_left(self) -> float:
        """Own turns that are likely still to come."""
        if self.view.turns_left >= 0:
            return 1.0
        return max(1.0, (min(self.view.trains) - 1) * TURNS_A_TRAIN)

    def cities(self, ticket: int) -> Pair:
        its = self.board.tickets[ticket]
        return its.a, its.b

    @cached_property
    def own_labels(self) -> dict[int, int]:
        """Cities joined by own routes have the same label."""
        edges = [(*link.pair, link.length) for link in self.links.values() if link.own]
        return Network(edges).label

    def done(self, ticket: int) -> bool:
        a, b = self.cities(ticket)
        return a in self.own_labels and self.own_labels[a] == self.own_labels.get(b)

    def points(self, ticket: int) -> int:
        return int(self.board.tickets[ticket].points)

    def plan_for(self, tickets: Iterable[int]) -> Plan | None:
        """The plan that joins these tickets; None when one of them cannot be joined."""
        wanted = [self.cities(ticket) for ticket in tickets if not self.done(ticket)]
        plan = network.plan(self.links, self.costs, wanted)
        if plan is None or self.to_build(plan) is not None:
            return plan
        own_way = {pair: link for pair, link in self.links.items() if not link.lent}
        return network.plan(own_way, self.costs, wanted)

    def to_build(self, plan: Plan) -> tuple[int, ...] | None:
        """Cities for the stations that a plan still needs; None when there cannot be so many."""
        return self.stations.needed(pair for pair in plan.pairs if self.links[pair].lent)

    def feasible(self, plan: Plan) -> bool:
        return plan.trains <= self.trains and plan.cost <= 1.25 * self.turns_left + 2

    def within_reach(self, ticket: int) -> bool:
        """Is there still a way to complete it, and trains enough for the shortest?"""
        shortest = network.plan(self.links, self.lengths, [self.cities(ticket)])
        return shortest is not None and shortest.trains <= self.trains

    def worth_of(self, offered: Sequence[int]) -> float:
        """What keeping these tickets beside the own ones is worth, in points.

        A ticket that is out of reach costs its points; one that is not likely to be completed, no more.
        """
        hoped = [ticket for ticket in offered if self.within_reach(ticket)]
        points = sum(map(self.points, hoped))
        lost = sum(map(self.points, offered)) - points
        plan = self.plan_for((*self.aim, *hoped))
        if plan is None:  # with fewer stations than ways to travel on
            return -points - lost - 200.0
        routes = sum(POINTS[self.links[pair].length] for pair in plan.pairs)
        over = max(0.0, plan.cost - self.turns_left) + max(0, plan.trains - self.trains)
        worth = self.knobs.ticket_weight * points + routes - self.knobs.turn_value * plan.cost - 6 * over
        if self.feasible(plan) and not lost:
            return worth
        return max(worth, -points) - lost - 200.0

    @cached_property
    def aim(self) -> tuple[int, ...]:
        """Own open tickets to build for: those of least worth given up until trains and turns suffice."""
        tickets = [ticket for ticket in self.view.tickets if not self.done(ticket)]
        tickets = [ticket for ticket in tickets if self.within_reach(ticket)]
        if len(tickets) > MANY:
            return self.gathered(tickets)
        for number in range(len(tickets), 0, -1):
            for kept in self.dearest(tickets, number):
                if self.can_complete(kept):
                    return kept
        return ()

    def can_complete(self, tickets: Sequence[int]) -> bool:
        plan = self.plan_for(tickets)
        return plan is not None and self.feasible(plan)

    def dearest(self, tickets: Sequence[int], number: int) -> list[tuple[int, ...]]:
        """Sets of so many tickets, those with most points first; not too many of them."""
        sets = sorted(combinations(tickets, number), key=lambda kept: -sum(map(self.points, kept)))
        return sets[:8]

    def gathered(self, tickets: Sequence[int]) -> tuple[int, ...]:
        """One after the other, the dearest first: of twenty tickets there are too many sets to look at."""
        kept: tuple[int, ...] = ()
        for ticket in sorted(tickets, key=self.points, reverse=True):
            if self.can_complete((*kept, ticket)):
                kept = (*kept, ticket)
        return kept

    def best_plan(self) -> Plan:
        """For the tickets that are still aimed at."""
        plan = self.plan_for(self.aim)
        assert plan is not None
        return plan
