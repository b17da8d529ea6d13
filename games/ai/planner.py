"""A player of map games that plans: cheapest network for its tickets, cards for it, then claims.

Levels differ by knobs only: how many cards to gather before claiming, what a link of a length costs.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations
from random import Random
from typing import NamedTuple

from games import engine
from games.ai import network
from games.ai.chance import legal_actions
from games.ai.network import Link, Pair, Plan
from games.engine.board.claims import POINTS, ClaimRoute
from games.engine.board.draws import DECK, DrawCard
from games.engine.board.view import View
from games.engine.parts.cards import KINDS, LOCOMOTIVE
from games.engine.parts.graph import Network
from games.engine.parts.tickets import DrawTickets, KeepTickets

TURNS_A_TRAIN = 0.75  # turns that a player needs to lay a train, drawing included
MANY = 6  # open tickets up to which sets of them are compared
CLOSING = 6  # estimated own turns from which on cards are no longer gathered


class Knobs(NamedTuple):
    """What makes a level. Costs are in turns, by the length of a link (place 0 is not used)."""

    hoard: int  # cards in hand before a claim is made
    costs: tuple[float, ...]
    hand_discount: float  # turns saved by each fitting card in hand
    extra_from: int  # length from which on spare trains are worth a route of its own
    ticket_weight: float = 0.6
    turn_value: float = 3.5  # points that a turn is worth elsewhere


STEADY = (0.0, 1.5, 2.0, 2.3, 2.3, 2.2, 1.6, 1.6, 1.6)
EASY = Knobs(0, (0.0, 1.5, 2.0, 2.6, 3.0, 3.3, 3.3, 3.3, 3.3), 0.0, 3)
NORMAL = Knobs(14, STEADY, 0.3, 4)
HARD = Knobs(24, STEADY, 0.3, 4)


class Planner:
    """Plays by some knobs."""

    def __init__(self, knobs: Knobs) -> None:
        self.knobs = knobs

    def choose(self, view: View, rng: Random) -> engine.Action:
        """An action for the viewer; chance only breaks ties."""
        actions = legal_actions(view, rng)
        rng.shuffle(actions)
        keeps = [action for action in actions if isinstance(action, KeepTickets)]
        if keeps:
            return self.tickets(view, keeps)
        return Turn(self.knobs, view, actions).choose()

    def tickets(self, view: View, choices: Sequence[KeepTickets]) -> KeepTickets:
        """The set of tickets worth most: their points less the turns that they need."""
        position = Position(self.knobs, view)
        return max(choices, key=lambda choice: position.worth_of(choice.tickets))


class Position:
    """What a view means for its seat: links, their costs, open tickets, turns left."""

    def __init__(self, knobs: Knobs, view: View) -> None:
        self.knobs, self.view = knobs, view
        self.board = view.edition.board
        assert view.viewer is not None
        assert view.hand is not None
        self.hand = view.hand
        self.trains = view.trains[view.viewer]
        self.links = network.links(view)
        self.costs = {pair: self.cost(link) for pair, link in self.links.items()}
        self.lengths = {pair: 0.0 if link.own else float(link.length) for pair, link in self.links.items()}

    def cost(self, link: Link) -> float:
        """Turns to build a link, fewer where cards for it are in hand."""
        if link.own:
            return 0.0
        if link.length > self.trains:
            return 1000.0
        held = max(self.held_for(route) for route in link.routes)
        return max(0.05, self.knobs.costs[link.length] - self.knobs.hand_discount * min(link.length, held))

    def held_for(self, route: int) -> int:
        """Cards in hand of the best colour for a route."""
        colour = self.board.prices[self.board.routes[route].price].colour
        return max(self.hand[:LOCOMOTIVE]) if colour is None else self.hand[colour]

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
        return network.plan(self.links, self.costs, wanted)

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
        assert plan is not None
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


class Turn:
    """One turn: claim or draw."""

    def __init__(self, knobs: Knobs, view: View, actions: Sequence[engine.Action]) -> None:
        self.knobs, self.view, self.actions = knobs, view, actions
        self.position = Position(knobs, view)
        self.claims = [action for action in actions if isinstance(action, ClaimRoute)]
        self.draws = [action for action in actions if isinstance(action, DrawCard)]

    def choose(self) -> engine.Action:
        if self.claims and self.position.turns_left <= 1:
            return max(self.claims, key=self.points_at_once)
        if self.claims and self.should_claim():
            wanted = [claim for claim in self.claims if self.pair(claim) in self.wanted]
            if wanted:
                return max(wanted, key=self.merit)
        if self.draws:
            return max(self.draws, key=self.card_value)
        if self.claims:
            return max(self.claims, key=self.merit)
        return next(action for action in self.actions if isinstance(action, DrawTickets))

    def should_claim(self) -> bool:
        """Cards are gathered until there are many, or little time, or nothing to draw."""
        return (
            sum(self.position.hand) >= self.knobs.hoard
            or self.position.turns_left <= CLOSING
            or not self.draws
        )

    @cached_property
    def plan(self) -> Plan:
        return self.position.best_plan()

    @cached_property
    def extras(self) -> frozenset[Pair]:
        """Links worth building for their points with the trains that the plan leaves."""
        spare = self.position.trains - self.plan.trains
        shortest = self.knobs.extra_from if spare > self.knobs.extra_from else 1
        chosen: list[Pair] = []
        free = [
            link
            for link in self.position.links.values()
            if not link.own and link.pair not in self.plan.pairs and link.length >= shortest
        ]
        free.sort(key=lambda link: -POINTS[link.length] / max(0.5, self.position.costs[link.pair]))
        for link in free:
            if link.length <= spare:
                chosen.append(link.pair)
                spare -= link.length
        return frozenset(chosen)

    @cached_property
    def wanted(self) -> frozenset[Pair]:
        return self.plan.pairs | self.extras

    def pair(self, claim: ClaimRoute) -> Pair:
        route = self.view.edition.board.routes[claim.route]
        return route.a, route.b

    def points_at_once(self, claim: ClaimRoute) -> float:
        """In the last turn: the route's points, and twice those of tickets that it completes."""
        route = self.view.edition.board.routes[claim.route]
        edges = [(*link.pair, link.length) for link in self.position.links.values() if link.own]
        joined = Network([*edges, (route.a, route.b, route.length)])
        completed = [
            ticket
            for ticket in self.view.tickets
            if not self.position.done(ticket) and joined.joins(*self.position.cities(ticket))
        ]
        return POINTS[route.length] + 2 * sum(map(self.position.points, completed))

    def merit(self, claim: ClaimRoute) -> float:
        """Points, a premium for links of tickets, less what the payment hurts."""
        length = self.view.edition.board.routes[claim.route].length
        for_ticket = 2.0 if self.pair(claim) in self.plan.pairs else 0.0
        return 0.3 * POINTS[length] + for_ticket - 0.5 * self.pain(claim)

    def pain(self, claim: ClaimRoute) -> float:
        """Locomotives are dear, and so are cards of colours that other wanted routes need."""
        colour, coloured, locomotives = claim.cards
        own_need = self.needs[colour] if coloured else 0
        return locomotives + 0.2 * min(coloured, own_need)

    @cached_property
    def needs(self) -> Counter[int]:
        """Cards of each colour that wanted coloured routes ask for."""
        needed: Counter[int] = Counter()
        for pair in self.wanted:
            for route in self.position.links[pair].routes:
                price = self.view.edition.board.prices[self.view.edition.board.routes[route].price]
                if price.colour is not None:
                    needed[price.colour] += price.length
        return needed

    @cached_property
    def values(self) -> list[float]:
        """What one more card of each kind is worth."""
        hand = self.position.hand
        grey = any(
            self.view.edition.board.prices[self.view.edition.board.routes[route].price].colour is None
            for pair in self.wanted
            for route in self.position.links[pair].routes
        )
        most = max(range(LOCOMOTIVE), key=lambda colour: hand[colour])
        values = []
        for colour in range(LOCOMOTIVE):
            lacking = self.needs[colour] > hand[colour]
            value = 1.0 if lacking else 0.15
            if not lacking and grey:
                value = 0.6 if colour == most else 0.35
            values.append(value)
        return [*values, 1.3]

    def card_value(self, draw: DrawCard) -> float:
        """Of a face-up card its own value; of the deck the mean over what was not seen."""
        if draw.place != DECK:
            card = self.view.row[draw.place]
            assert card is not None
            # A locomotive from the row costs the second card.
            cost = self.blind if card == LOCOMOTIVE else 0.0
            return self.values[card] - cost
        return self.blind

    @cached_property
    def blind(self) -> float:
        unseen = list(self.view.edition.cards)
        for card in self.view.row:
            if card is not None:
                unseen[card] -= 1
        for kind in range(KINDS):
            unseen[kind] -= self.position.hand[kind] + self.view.discards[kind]
        total = sum(unseen)
        return sum(map(float.__mul__, map(float, unseen), self.values)) / total if total > 0 else 0.0
