"""A player of map games that plans: cheapest network for its tickets, cards for it, then claims.

Levels differ by knobs only: how many cards to gather, when to close a gap, how far to look ahead.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from random import Random

from games import engine
from games.ai import chance, lookahead
from games.ai.board import belief, odds
from games.ai.board.knobs import Knobs
from games.ai.board.network import Plan
from games.ai.board.position import Position
from games.engine.board.borrowing import Borrowing
from games.engine.board.claims import POINTS, ClaimRoute
from games.engine.board.map import Price
from games.engine.board.stations import BuildStation
from games.engine.board.tunnels import DeclineTunnel, PayTunnel
from games.engine.board.view import View
from games.engine.parts.cards import DECK, KINDS, LOCOMOTIVE, DrawCard
from games.engine.parts.payments import Payment
from games.engine.parts.tickets import DrawTickets, KeepTickets

CLAIMS = 3  # that are looked at beside what is planned
URGENT = 10.0  # points that a claim for a ticket is worth when there is hardly time for it
IN_TIME = 1.5  # turns to spare with which stations are built


class Planner:
    """Plays by some knobs."""

    def __init__(self, knobs: Knobs) -> None:
        self.knobs = knobs

    def choose(self, view: View, rng: Random, deadline: float | None = None) -> engine.Action:
        """An action for the viewer; chance breaks ties, and deals the unseen cards of playouts.

        At the deadline, a time of `time.monotonic()`, it is what the plan says.
        """
        planned, turn = self.by_plan(view, rng)
        if not turn or not self.knobs.playouts or turn.position.turns_left > self.knobs.endgame:
            return planned
        worth = partial(lookahead.playout, self, view, own=self.knobs.own)
        return lookahead.best(turn.candidates(planned), worth, self.knobs.playouts, rng, deadline)

    def planned(self, view: View, rng: Random) -> engine.Action:
        """The same without playouts."""
        return self.by_plan(view, rng)[0]

    def by_plan(self, view: View, rng: Random) -> "tuple[engine.Action, Turn | None]":
        """What is planned; and the turn, where a turn begins and the plan is followed."""
        actions = chance.shuffled(engine.choices(view, canonical=True), rng)
        keeps = [action for action in actions if isinstance(action, KeepTickets)]
        if keeps:
            return self.tickets(view, keeps), None
        begins = view.phase == "turn"
        if begins and self.knobs.slip and rng.random() < self.knobs.slip:
            whims = [action for action in actions if isinstance(action, DrawCard | ClaimRoute)]
            if whims:
                return whims[0], None
        turn = Turn(self.knobs, view, actions)
        return turn.choose(), turn if begins else None

    def tickets(self, view: View, choices: Sequence[KeepTickets]) -> KeepTickets:
        """The set of tickets worth most: their points less the turns that they need."""
        position = Position(self.knobs, view)
        return max(choices, key=lambda choice: position.worth_of(choice.tickets))


class Turn:
    """One turn: claim, build a station, or draw; and what a tunnel asks for."""

    def __init__(self, knobs: Knobs, view: View, actions: Sequence[engine.Action]) -> None:
        self.knobs, self.view, self.actions = knobs, view, actions
        assert view.viewer is not None
        self.mine = view.viewer
        self.position = Position(knobs, view)
        self.claims = [action for action in actions if isinstance(action, ClaimRoute)]
        self.draws = [action for action in actions if isinstance(action, DrawCard)]
        self.builds = [action for action in actions if isinstance(action, BuildStation)]

    def choose(self) -> engine.Action:
        if self.view.tunnel:
            return self.settle()
        return self.in_the_last_turn() or self.station() or self.claim() or self.anything()

    def settle(self) -> engine.Action:
        """A tunnel that can be paid is paid: it was laid for because it was wanted."""
        payments = [action for action in self.actions if isinstance(action, PayTunnel)]
        return min(payments, key=lambda action: self.pain(action.cards), default=DeclineTunnel())

    def in_the_last_turn(self) -> engine.Action | None:
        """What brings most points, a route or a station, if anything does."""
        if self.position.turns_left > 1:
            return None
        gains: dict[engine.Action, float] = {claim: self.points_at_once(claim) for claim in self.claims}
        gains |= {build: gain for build in self.helpful() if (gain := self.gain(build)) > 0}
        return max(gains, key=gains.__getitem__, default=None)

    def station(self) -> engine.Action | None:
        """One that the plan needs, when there is just time for all that it needs."""
        if not self.builds or self.position.turns_left > len(self.sites) + IN_TIME:
            return None
        builds = [build for build in self.builds if build.city in self.sites[:1]]
        return min(builds, key=lambda build: self.pain(build.cards), default=None)

    def claim(self) -> engine.Action | None:
        """A wanted link, if cards are no longer gathered."""
        if not self.claims:
            return None
        claims = self.claims if self.should_claim() else self.exposed()
        wanted = [claim for claim in claims if self.link(claim) in self.wanted and self.sound(claim)]
        return max(wanted, key=self.merit, default=None)

    def exposed(self) -> list[ClaimRoute]:
        """Claims of links that everybody can see the plan needs: who blocks would take them."""
        if self.knobs.guard >= 1.0 or not self.position.own:
            return []
        claims = [claim for claim in self.claims if self.link(claim) in self.plan.links]
        seen = belief.needed(self.view, self.mine) if claims else {}
        return [claim for claim in claims if seen.get(self.link(claim), 0.0) >= self.knobs.guard]

    def anything(self) -> engine.Action:
        """A card, or when there is none what can be had."""
        if self.draws:
            return max(self.draws, key=self.card_value)
        if self.claims:
            return max(self.claims, key=self.merit)
        return next(action for action in self.actions if isinstance(action, DrawTickets | BuildStation))

    def candidates(self, planned: engine.Action) -> list[engine.Action]:
        """For looking ahead: what is planned, other routes that bring much at once, and the best card."""
        routes = {planned.route} if isinstance(planned, ClaimRoute) else set()
        found = [planned]
        for claim in sorted(self.claims, key=self.promise, reverse=True):
            if claim.route not in routes and len(found) <= CLAIMS:
                routes.add(claim.route)
                found.append(claim)
        if self.draws and planned not in self.draws:
            found.append(max(self.draws, key=self.card_value))
        return found

    def promise(self, claim: ClaimRoute) -> tuple[float, bool, int]:
        """What it brings at once; of claims alike, does it go on from own routes? A path may be longest."""
        ends = self.position.atlas.ends[self.link(claim)]
        goes_on = not self.position.own_labels.keys().isdisjoint(ends)
        return self.points_at_once(claim), goes_on, -claim.cards.locomotives

    # Stations

    @cached_property
    def sites(self) -> tuple[int, ...]:
        """Cities in which the plan needs a station."""
        return self.position.to_build(self.plan) or ()

    def helpful(self) -> list[BuildStation]:
        """Stations that would complete a ticket as the board stands, each city once."""
        tickets = [ticket for ticket in self.view.tickets if not self.position.done(ticket)]
        if not self.builds or not tickets:
            return []
        free = {build.city for build in self.builds}
        cities = {
            offer.city for offer in self.borrowing(self.view.stations).with_one_more(tickets, free).values()
        }
        return list({build.city: build for build in self.builds if build.city in cities}.values())

    def gain(self, build: BuildStation) -> float:
        """Points: a completed ticket counts for and not against its owner, an unbuilt station is lost."""
        with_it = {**self.view.stations, build.city: self.mine}
        more = self.travelled(with_it) - self.travelled(self.view.stations)
        return 2.0 * more - self.view.edition.station_points

    def travelled(self, stations: Mapping[int, int]) -> int:
        """Points of the tickets that own routes and these stations complete."""
        borrowing = self.borrowing(stations)
        joined = borrowing.network(*borrowing.best(self.view.tickets).values())
        done = [ticket for ticket in self.view.tickets if joined.joins(*self.position.cities(ticket))]
        return sum(map(self.position.points, done))

    def borrowing(self, stations: Mapping[int, int]) -> Borrowing:
        return Borrowing(self.view.edition.board, self.view.owner, stations, self.mine)

    # Claims

    def sound(self, claim: ClaimRoute) -> bool:
        """Neither a tunnel that may well fail nor a waste of a ferry's locomotives; in haste, all are."""
        if self.position.turns_left <= self.knobs.haste or not self.draws:
            return True
        return self.success(claim) >= self.knobs.sure and not self.shortage(claim)

    def success(self, claim: ClaimRoute) -> float:
        """How likely the cards in hand pay for it."""
        if not self.view.edition.board.routes[claim.route].tunnel:
            return 1.0
        colour, coloured, locomotives = claim.cards
        spare = self.position.hand[LOCOMOTIVE] - locomotives
        if colour != LOCOMOTIVE:
            spare += self.position.hand[colour] - coloured
        return sum(odds.extra_cards(self.view, colour)[: spare + 1])

    @cached_property
    def reserve(self) -> dict[int, int]:
        """Locomotives that wanted links need: ferries do."""
        return {
            link: min([price.locomotives for price in self.prices(link)])
            for link in self.wanted
            if self.position.routes[link]
        }

    def prices(self, link: int) -> list[Price]:
        """Of its routes that may be claimed."""
        board = self.view.edition.board
        return [board.prices[board.routes[route].price] for route in self.position.routes[link]]

    def shortage(self, claim: ClaimRoute) -> int:
        """How many locomotives that other ferries need are spent on this claim.

        A ferry may take its own ones from others that are as dear, but none from those of tickets.
        """
        link, spent = self.link(claim), claim.cards.locomotives
        left, own = self.position.hand[LOCOMOTIVE] - spent, self.reserve.get(link, 0)
        others = {other: number for other, number in self.reserve.items() if other != link}
        for_tickets = sum(number for other, number in others.items() if other in self.plan.links)
        beyond = min(max(0, spent - own), max(0, sum(others.values()) - left))
        return max(beyond, min(spent, max(0, for_tickets - left)))

    def should_claim(self) -> bool:
        """Cards are gathered until there are many, or little time, or nothing to draw."""
        return (
            sum(self.position.hand) >= self.knobs.hoard
            or self.position.turns_left <= self.knobs.closing
            or not self.draws
        )

    @cached_property
    def plan(self) -> Plan:
        return self.position.best_plan()

    @cached_property
    def extras(self) -> frozenset[int]:
        """Links worth building for their points with the trains that the plan leaves."""
        position, spare = self.position, self.position.trains - self.position.trains_of(self.plan)
        lengths, costs = position.atlas.length, position.costs
        shortest = self.knobs.extra_from if spare > self.knobs.extra_from else 1
        free = [
            link
            for link, routes in enumerate(position.routes)
            if routes and link not in self.plan.links and lengths[link] >= shortest
        ]
        free.sort(key=lambda link: -POINTS[lengths[link]] / max(0.5, costs[link]))
        chosen: list[int] = []
        for link in free:
            if lengths[link] <= spare:
                chosen.append(link)
                spare -= lengths[link]
        return frozenset(chosen)

    @cached_property
    def wanted(self) -> frozenset[int]:
        return self.plan.links | self.extras

    def link(self, claim: ClaimRoute) -> int:
        return self.position.atlas.link_of[claim.route]

    def points_at_once(self, claim: ClaimRoute) -> float:
        """In the last turn: the route's points, and twice those of tickets that it completes."""
        route, group = self.view.edition.board.routes[claim.route], self.position.group
        completed = self.completed_between.get(frozenset((group(route.a), group(route.b))), 0)
        return self.success(claim) * (POINTS[route.length] + 2 * completed)

    @cached_property
    def completed_between(self) -> dict[frozenset[int], int]:
        """Points of the open tickets that are completed where two groups of joined cities meet."""
        points: Counter[frozenset[int]] = Counter()
        for ticket in self.view.tickets:
            between = frozenset(map(self.position.group, self.position.cities(ticket)))
            if len(between) > 1:
                points[between] += self.position.points(ticket)
        return points

    def merit(self, claim: ClaimRoute) -> float:
        """Points, a premium for links of tickets, less what the payment hurts and what may fail."""
        length = self.view.edition.board.routes[claim.route].length
        for_ticket = self.premium if self.link(claim) in self.plan.links else 0.0
        failing = 1.0 - self.success(claim)
        return 0.3 * POINTS[length] + for_ticket - 0.5 * self.pain(claim.cards) - failing

    @cached_property
    def premium(self) -> float:
        """Of links of tickets: more when there is hardly time for them."""
        spare = self.position.turns_left - self.plan.cost
        return self.knobs.premium if spare > self.knobs.slack else URGENT

    def pain(self, payment: Payment) -> float:
        """Locomotives are dear, and so are cards of colours that other wanted routes need."""
        colour, coloured, locomotives = payment
        own_need = self.needs[colour] if coloured else 0
        return locomotives + 0.2 * min(coloured, own_need)

    @cached_property
    def needs(self) -> Counter[int]:
        """Cards of each colour that wanted coloured routes ask for."""
        return self.colours_for(self.wanted)

    def colours_for(self, links: Iterable[int]) -> Counter[int]:
        """Cards of each colour that the coloured routes of these links ask for."""
        needed: Counter[int] = Counter()
        for link in links:
            for price in self.prices(link):
                if price.colour is not None:
                    needed[price.colour] += price.length
        return needed

    @cached_property
    def values(self) -> list[float]:
        """What one more card of each kind is worth."""
        hand = self.position.hand
        grey = any(price.colour is None for link in self.wanted for price in self.prices(link))
        most = max(range(LOCOMOTIVE), key=lambda colour: hand[colour])
        first = self.colours_for(self.plan.links)
        values = []
        for colour in range(LOCOMOTIVE):
            if first[colour] > hand[colour]:
                value = 1.0
            elif self.needs[colour] > hand[colour]:
                value = self.knobs.extra
            elif grey:
                value = 0.6 if colour == most else 0.35
            else:
                value = 0.15
            values.append(value)
        lacking = sum(self.reserve.values()) > hand[LOCOMOTIVE]
        return [*values, self.knobs.engine if lacking else self.knobs.wild]

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
