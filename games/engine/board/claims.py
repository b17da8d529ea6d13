"""Claiming a route: the action, its event, its payments. R-CLAIM, R-DOUBLE, R-FERRY."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from games.engine.board.map import GREY, Board, Price
from games.engine.board.state import State
from games.engine.core.chance import Rng
from games.engine.core.phase import Choice, Refusal
from games.engine.core.table import emit
from games.engine.parts import cards, payments, turns
from games.engine.parts.cards import KIND_NAMES, KINDS, LOCOMOTIVE
from games.engine.parts.payments import Payment

POINTS = (0, 1, 2, 4, 7, 10, 15, 18, 21)  # R-CLAIM-2; length 7 does not exist


class ClaimRoute(NamedTuple):
    """Action: lay these cards for this route."""

    route: int
    cards: Payment


class RouteClaimed(NamedTuple):
    """Cards to the discards, trains on the route, points at once; doubles close (R-DOUBLE)."""

    seat: int
    route: int
    cards: Payment

    @staticmethod
    def change(state: State, seat: int, route: int, cards: Payment) -> None:
        spend_payment(state, seat, cards)
        place_trains(state, seat, route)


def spend_payment(state: State, seat: int, payment: Payment) -> None:
    """From hand to discards: part of an event's change."""
    colour, coloured, locomotives = payment
    if coloured:
        cards.spend(state, seat, colour, coloured)
    if locomotives:
        cards.spend(state, seat, LOCOMOTIVE, locomotives)


def place_trains(state: State, seat: int, route: int) -> None:
    """The route is owned, scored and closed: part of an event's change."""
    its = state.edition.board.routes[route]
    state.trains[seat] -= its.length
    state.points[seat] += POINTS[its.length]
    own(state, seat, route)


def own(state: State, seat: int, route: int) -> None:
    """Set the owner and close what that closes (R-DOUBLE-1, R-DOUBLE-2)."""
    state.owner[route] = seat
    everybody = range(state.seats)
    close(state, route, everybody)
    twin = state.edition.board.routes[route].twin
    if twin is not None:
        few = state.seats <= state.edition.twins_closed_up_to
        close(state, twin, everybody if few else (seat,))


def close(state: State, route: int, seats: Iterable[int]) -> None:
    """These seats can no longer claim it."""
    board, free = state.edition.board, state.free
    prices, price = len(board.prices), board.routes[route].price
    for seat in seats:
        place = seat * prices + price
        routes = free[place]
        if route in routes:
            at = routes.index(route)
            free[place] = routes[:at] + routes[at + 1 :]


class ClaimRouteChoice(Choice):
    """R-CLAIM. Claims are made on first use and shared by all states of the edition."""

    action = ClaimRoute

    def __init__(self, board: Board, counts: Sequence[int]) -> None:
        """`counts`: how many cards there are of each kind."""
        self.board, self.counts, self.prices = board, counts, len(board.prices)
        # For each kind the prices that its cards can pay, with their places.
        self.paid_with = [
            [(number, price) for number, price in enumerate(board.prices) if takes(price, kind)]
            for kind in range(KINDS)
        ]
        self._claims = cache(self.claims)
        self._canonical_claims = cache(self.canonical_claims)

    def claims(self, price: int, colour: int, coloured: int) -> Callable[[int], ClaimRoute]:
        """For the routes of a price: route -> its claim with this payment, as a function."""
        payment = Payment(colour, coloured, self.board.prices[price].length - coloured)
        return {route: ClaimRoute(route, payment) for route in self.board.free[price]}.__getitem__

    def canonical_claims(self, locomotives: int, trains: int) -> list[list[list[Any]]]:
        """For each kind and number of its cards in hand: [(price, its claims with fewest locomotives)]."""
        return [
            [
                [
                    (number, self._claims(number, kind, coloured))
                    for number, price in self.paid_with[kind]
                    if price.length <= trains
                    for coloured in payable(price, kind, count, locomotives)[:1]
                ]
                for count in range(self.counts[kind] + 1)
            ]
            for kind in range(KINDS)
        ]

    def legal(self, state: State, seat: int, canonical: bool = False) -> Sequence[ClaimRoute]:
        """By colour and price; canonical: of each colour only the payment with fewest locomotives."""
        hand, trains = state.hand(seat), min(state.trains[seat], self.board.longest)
        free, first = state.free, seat * self.prices
        if not canonical:
            return self.every_payment(hand, free[first : first + self.prices], trains)
        found: list[ClaimRoute] = []
        for count, claims in zip(hand, self._canonical_claims(hand[LOCOMOTIVE], trains), strict=True):
            if count:
                for price, claim in claims[count]:
                    if routes := free[first + price]:
                        found += map(claim, routes)
        return found

    def every_payment(
        self, hand: Sequence[int], free: Sequence[tuple[int, ...]], trains: int
    ) -> list[ClaimRoute]:
        """All claims that this hand and these trains allow, of each route fewest locomotives first."""
        found: list[ClaimRoute] = []
        for kind, count in enumerate(hand):
            if count:
                for number, price in self.paid_with[kind]:
                    if free[number] and price.length <= trains:
                        for coloured in payable(price, kind, count, hand[LOCOMOTIVE]):
                            found += map(self._claims(number, kind, coloured), free[number])
        return found

    def refusal(self, state: State, seat: int, action: ClaimRoute) -> Refusal:
        """taken, twin_closed, trains; then what is wrong with the payment."""
        route = self.board.routes[action.route]
        if state.owner[action.route] is not None:
            return "taken", {"by": state.owner[action.route]}
        if not state.may_claim(seat, action.route):
            assert route.twin is not None
            to_all = state.seats <= state.edition.twins_closed_up_to
            return "twin_closed", {"by": state.owner[route.twin], "to_all": to_all}
        if route.length > state.trains[seat]:
            return "trains", {"needed": route.length, "left": state.trains[seat]}
        return payment_refusal(self.board.prices[route.price], state.hand(seat), action.cards)

    def take(self, state: State, seat: int, action: ClaimRoute, rng: Rng) -> None:
        emit(RouteClaimed, state, seat, *action)
        end_turn(state, rng)


def end_turn(state: State, rng: Rng) -> None:
    """Cards went to the discards: empty places of the row are filled first (R-DRAW-5)."""
    if None in state.row:
        cards.fill_row(state, rng)
    turns.end(state, rng)


def takes(price: Price, kind: int) -> bool:
    """Can cards of this kind pay for such a route?"""
    return kind == LOCOMOTIVE or price.colour in (kind, GREY)


def payable(price: Price, kind: int, count: int, locomotives: int) -> Sequence[int]:
    """How many cards of this kind may be laid for a route of this price, most first."""
    if not takes(price, kind):
        return ()
    return payments.sizes(kind, count, locomotives, price.length, price.locomotives)


def payment_refusal(price: Price, hand: Sequence[int], paid: Payment) -> Refusal:
    """What is wrong with a payment, in numbers.

    `cards`: the hand cannot pay it (`have` of `needed` that would do); `colour`: of another colour
    than the route; `ferry_locomotives`: too few of them; `payment`: another number than the route is long.
    """
    needed = {"needed": price.length}
    if price.colour is not GREY and paid.coloured and paid.colour != price.colour:
        return "colour", {"needed": KIND_NAMES[price.colour], "paid": KIND_NAMES[paid.colour]}
    nearest = nearest_payment(price, hand)
    have = nearest.coloured + nearest.locomotives
    if have < price.length:
        return "cards", {**needed, "have": have, "missing": price.length - have}
    laid = paid.coloured + paid.locomotives
    if laid != price.length:
        return "payment", {**needed, "paid": laid}
    if paid.locomotives < price.locomotives:
        return "ferry_locomotives", {"needed": price.locomotives, "paid": paid.locomotives}
    have = min(hand[paid.colour], paid.coloured) if paid.coloured else 0
    have += min(hand[LOCOMOTIVE], paid.locomotives)
    return "cards", {**needed, "have": have, "missing": laid - have}


def nearest_payment(price: Price, hand: Sequence[int]) -> Payment:
    """What of this hand comes nearest to paying the price: as many cards, then as few locomotives.

    It pays the price if anything does.
    """
    colours = range(LOCOMOTIVE) if price.colour is GREY else (price.colour,)
    found = []
    for colour in colours:
        coloured = min(hand[colour], price.length - price.locomotives)
        locomotives = min(hand[LOCOMOTIVE], price.length - coloured)
        found.append(Payment(colour if coloured else LOCOMOTIVE, coloured, locomotives))
    return max(found, key=lambda payment: (payment.coloured + payment.locomotives, payment.coloured))
