"""Yardsticks: players made after ideas that others have published. What they share, and two of them.

Both lay few trains on few routes to join their tickets. One draws blind and claims the cheapest route of its
plan; the other then draws its network out for the longest path.
"""

from collections.abc import Sequence
from random import Random

from games import engine
from games.ai import chance
from games.ai.board.knobs import Knobs
from games.ai.board.position import Position
from games.engine.board.claims import ClaimRoute
from games.engine.board.tunnels import DeclineTunnel, PayTunnel
from games.engine.board.view import View
from games.engine.parts.cards import FROM_DECK, DrawCard
from games.engine.parts.graph import Edge, Network
from games.engine.parts.tickets import KeepTickets

BY_LENGTH = Knobs(hoard=0, costs=tuple(length - 0.08 * length**2 for length in range(9)))
"""A link costs its trains, a long one a little less: of two ways alike that of fewer routes is taken."""
LONG = 6
"""A route that is worth waiting for where no ticket is open."""


def shortest(view: View, rng: Random) -> engine.Action:
    """Blind cards until the cheapest route of the shortest plan can be paid; then whatever is longest."""
    turn = Turn(view, rng)
    return turn.forced() or turn.cheapest(turn.planned()) or turn.longest() or turn.card()


def longest(view: View, rng: Random) -> engine.Action:
    """The same plan first; then any route that makes the longest path longer, however short."""
    turn = Turn(view, rng)
    claim = turn.cheapest(turn.planned()) or turn.drawn_out() or turn.longest()
    return turn.forced() or claim or turn.card()


class Turn:
    """What a seat could do."""

    def __init__(self, view: View, rng: Random) -> None:
        self.view = view
        self.position = Position(BY_LENGTH, view)
        self.actions = chance.shuffled(engine.choices(view, canonical=True), rng)
        self.claims = [action for action in self.actions if isinstance(action, ClaimRoute)]

    def forced(self) -> engine.Action | None:
        """Tickets to keep, or a tunnel to pay."""
        keeps = [action for action in self.actions if isinstance(action, KeepTickets)]
        if keeps:
            return max(keeps, key=self.worth)
        pays = [action for action in self.actions if isinstance(action, PayTunnel)]
        if self.view.tunnel:
            return min(pays, key=lambda action: action.cards.locomotives, default=DeclineTunnel())
        return None

    def worth(self, keep: KeepTickets) -> float:
        """Points less the trains for them, and less the points again where the trains do not suffice."""
        plan = self.position.plan_for((*self.position.aim, *keep.tickets))
        points = sum(map(self.position.points, keep.tickets))
        if plan is None or self.position.trains_of(plan) > self.position.trains:
            return -points
        return points - plan.cost

    def planned(self) -> list[ClaimRoute]:
        """Claims that the plan asks for."""
        plan = self.position.best_plan()
        return [claim for claim in self.claims if self.position.atlas.link_of[claim.route] in plan.links]

    def cheapest(self, claims: Sequence[ClaimRoute]) -> ClaimRoute | None:
        return min(claims, key=lambda claim: (self.length(claim), claim.cards.locomotives), default=None)

    def length(self, claim: ClaimRoute) -> int:
        return self.view.edition.board.routes[claim.route].length

    def longest(self) -> ClaimRoute | None:
        """Once no ticket is open."""
        if self.position.aim:
            return None
        least = min(LONG, self.position.trains)
        long = [claim for claim in self.claims if self.length(claim) >= least or self.view.turns_left >= 0]
        return max(long, key=lambda claim: (self.length(claim), -claim.cards.locomotives), default=None)

    def drawn_out(self) -> ClaimRoute | None:
        """Once no ticket is open, the longest of the routes that make the longest path longer."""
        if self.position.aim or not self.claims:
            return None
        own = self.own_edges()
        so_far = Network(own).longest_trail()[0]
        routes = self.view.edition.board.routes
        longer = {
            route
            for route in {claim.route for claim in self.claims}
            if Network([*own, routes[route][1:4]]).longest_trail()[0] > so_far
        }
        claims = [claim for claim in self.claims if claim.route in longer]
        return max(claims, key=lambda claim: (self.length(claim), -claim.cards.locomotives), default=None)

    def own_edges(self) -> list[Edge]:
        routes = self.view.edition.board.routes
        return [
            routes[route][1:4] for route, owner in enumerate(self.view.owner) if owner == self.view.viewer
        ]

    def card(self) -> engine.Action:
        """A blind card, or what else there is."""
        order = (
            lambda its: its == FROM_DECK,
            lambda its: isinstance(its, DrawCard | ClaimRoute),
            lambda its: True,
        )
        return next(action for wanted in order for action in self.actions if wanted(action))
