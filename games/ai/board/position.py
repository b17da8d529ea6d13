"""What a view means for its seat: the links it may still use, what they cost, which tickets to aim at."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations

from games.ai.board import atlas, odds
from games.ai.board.atlas import Pair
from games.ai.board.knobs import Knobs
from games.ai.board.network import CLOSED, Forest, Plan
from games.ai.board.stations import Stations
from games.engine.board.claims import POINTS
from games.engine.board.tunnels import TURNED_UP
from games.engine.board.view import View
from games.engine.parts.cards import LOCOMOTIVE
from games.engine.parts.graph import Network

TOO_LONG = 1000.0  # turns for a link that is longer than the trains at hand
LEAST = 0.05  # turns that a link costs at least while it is not built
MANY = 6  # open tickets up to which sets of them are compared
SETS = 8  # of each number of tickets


class Position:
    """For one decision. A link is own, or open, or lent, or closed.

    `routes`: by link those that may be claimed. Lent is somebody else's route, on which a station at
    one of its ends lets the seat travel.
    """

    def __init__(self, knobs: Knobs, view: View) -> None:
        assert view.viewer is not None
        assert view.hand is not None
        self.knobs, self.view, self.mine = knobs, view, view.viewer
        self.board = view.edition.board
        self.atlas = atlas.of(self.board)
        self.hand, self.trains = view.hand, view.trains[view.viewer]
        link_of = self.atlas.link_of
        self.own = {link_of[route] for route, owner in enumerate(view.owner) if owner == self.mine}
        self.routes = self.open_routes()
        self.stations = Stations(view)
        self.lent = self.lent_links() if view.edition.stations else set()
        self.costs = self.link_costs()
        self.forest = Forest(self.atlas, self.costs)

    # Links

    def open_routes(self) -> list[tuple[int, ...]]:
        """By link: routes that may be claimed; none where one's own lies."""
        routes: list[tuple[int, ...]] = [()] * len(self.atlas.ends)
        prices, link_of = len(self.board.prices), self.atlas.link_of
        for free in self.view.free[self.mine * prices : self.mine * prices + prices]:
            for route in free:
                if link_of[route] not in self.own:
                    routes[link_of[route]] += (route,)
        return routes

    def lent_links(self) -> set[int]:
        """Where the seat could travel by stations only."""
        link_of = self.atlas.link_of
        others = {
            link_of[route] for route, owner in enumerate(self.view.owner) if owner not in (None, self.mine)
        }
        return {
            link
            for link in others - self.own
            if not self.routes[link] and self.stations.could_serve(self.atlas.ends[link])
        }

    def link_costs(self) -> list[float]:
        """By link: turns to build it, fewer where cards for it are in hand."""
        costs = [CLOSED] * len(self.routes)
        length, of_route = self.atlas.length, self.route_costs()
        for link, routes in enumerate(self.routes):
            if routes:
                cheapest = min([of_route[route] for route in routes])
                costs[link] = max(LEAST, cheapest) if length[link] <= self.trains else TOO_LONG
        for link in self.lent:
            costs[link] = LEAST if self.stations.serve(self.atlas.ends[link]) else self.station_cost
        for link in self.own:
            costs[link] = 0.0
        return costs

    def route_costs(self) -> list[float]:
        """By route: turns to build it; a tunnel is likely to cost some more."""
        of_price = self.cost_of_price
        costs = [of_price[price] for price in self.atlas.prices]
        for route in self.atlas.tunnels:
            costs[route] += self.knobs.tunnel * self.extra_cards
        return costs

    @cached_property
    def cost_of_price(self) -> list[float]:
        """By price: what its length costs, less the cards in hand of the best colour, more for a ferry."""
        knobs, engines = self.knobs, self.hand[LOCOMOTIVE]
        most = max(self.hand[:LOCOMOTIVE])
        costs = []
        for colour, length, due in self.board.prices:
            held = most if colour is None else self.hand[colour]
            fitting = min(held, length - due) + min(engines, due)
            lacking = max(0, due - engines)
            costs.append(knobs.costs[length] - knobs.hand_discount * fitting + knobs.ferry * lacking)
        return costs

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

    # Time

    @cached_property
    def turns_left(self) -> float:
        """Own turns that are likely still to come."""
        if self.view.turns_left >= 0:
            return 1.0
        trains, hands = self.view.trains, self.view.hand_sizes
        return 1.0 + min(map(self.turns_of, trains, hands))

    def turns_of(self, trains: int, hand: int) -> float:
        """That a seat needs for its trains: to draw the cards it lacks, and to lay them."""
        return trains / self.knobs.stride + max(0, trains - hand) / self.knobs.catch

    # Tickets

    def cities(self, ticket: int) -> Pair:
        its = self.board.tickets[ticket]
        return its.a, its.b

    @cached_property
    def own_labels(self) -> dict[int, int]:
        """Cities joined by own routes have the same label."""
        return Network([(*self.atlas.ends[link], self.atlas.length[link]) for link in self.own]).label

    def group(self, city: int) -> int:
        """The same for cities that own routes join."""
        return self.own_labels.get(city, city)

    def done(self, ticket: int) -> bool:
        a, b = self.cities(ticket)
        return self.group(a) == self.group(b)

    def points(self, ticket: int) -> int:
        return int(self.board.tickets[ticket].points)

    def plan_for(self, tickets: Iterable[int]) -> Plan | None:
        """The plan that joins these tickets; None when one of them cannot be joined."""
        wanted = [self.cities(ticket) for ticket in tickets if not self.done(ticket)]
        plan = self.forest.plan(wanted)
        if plan is None or self.to_build(plan) is not None:
            return plan
        return self.on_own_ways.plan(wanted)

    @cached_property
    def on_own_ways(self) -> Forest:
        """Without stations."""
        costs = [CLOSED if link in self.lent else cost for link, cost in enumerate(self.costs)]
        return Forest(self.atlas, costs)

    def to_build(self, plan: Plan) -> tuple[int, ...] | None:
        """Cities for the stations that a plan still needs; None when there cannot be so many."""
        if not self.lent:
            return ()
        return self.stations.needed(self.atlas.ends[link] for link in plan.links if link in self.lent)

    def trains_of(self, plan: Plan) -> int:
        """That it takes; none where one travels by stations."""
        return sum([self.atlas.length[link] for link in plan.links if link not in self.lent])

    def feasible(self, plan: Plan) -> bool:
        return self.trains_of(plan) <= self.trains and plan.cost <= 1.25 * self.turns_left + 2

    def within_reach(self, ticket: int) -> bool:
        """Is there still a way to complete it, and trains enough for the shortest?"""
        shortest = self.by_length.plan([self.cities(ticket)])
        return shortest is not None and shortest.cost <= self.trains

    @cached_property
    def by_length(self) -> Forest:
        """Ways that take fewest trains."""
        open_links = [
            CLOSED if cost == CLOSED else float(length)
            for cost, length in zip(self.costs, self.atlas.length, strict=True)
        ]
        for link in self.own | self.lent:
            open_links[link] = 0.0
        return Forest(self.atlas, open_links)

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
        trains = self.trains_of(plan)
        routes = sum([POINTS[self.atlas.length[link]] for link in plan.links if link not in self.lent])
        over = max(0.0, plan.cost - self.turns_left) + max(0, trains - self.trains)
        worth = self.knobs.ticket_weight * points + routes - self.knobs.turn_value * plan.cost - 6 * over
        if self.feasible(plan) and not lost:
            return worth
        return max(worth, -points) - lost - 200.0

    @cached_property
    def aim(self) -> tuple[int, ...]:
        """Own open tickets to build for: those of least worth given up until trains and turns suffice."""
        tickets = [ticket for ticket in self.view.tickets if not self.done(ticket)]
        if self.can_complete(tickets):
            return tuple(tickets)
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
        return sets[:SETS]

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
