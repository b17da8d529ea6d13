"""Tunnels: what one costs shows when the cards are laid. R-TUNNEL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.board import claims
from games.engine.board.claims import ClaimRoute, RouteClaimed, payable, payment_refusal
from games.engine.board.map import Price
from games.engine.board.state import State
from games.engine.core.chance import Rng
from games.engine.core.phase import Choice, Refusal, enter
from games.engine.core.table import emit
from games.engine.parts import cards
from games.engine.parts.cards import LOCOMOTIVE
from games.engine.parts.payments import NOTHING, Payment, together

TURNED_UP = 3  # cards, if there are so many


class PayTunnel(NamedTuple):
    """Action: lay these cards, the extra ones only, beside those that lie there."""

    cards: Payment


class DeclineTunnel(NamedTuple):
    """Action: take the payment back and end the turn with nothing."""


class Tunnel(NamedTuple):
    """A payment that lies on the table, and what was turned up for it; all see both (R-TUNNEL-5)."""

    seat: int
    route: int
    cards: Payment
    turned_up: tuple[int, ...]
    due: int  # cards more

    @property
    def on_table(self) -> list[int]:
        """All the cards that lie there, in no hand, deck or discards."""
        colour, coloured, locomotives = self.cards
        return [*self.turned_up, *[colour] * coloured, *[LOCOMOTIVE] * locomotives]

    @property
    def price(self) -> Price:
        """What is due: the colour paid or locomotives, or only locomotives (R-TUNNEL-2)."""
        colour = self.cards.colour
        return Price(colour, self.due, self.due if colour == LOCOMOTIVE else 0)


class TunnelTried(NamedTuple):
    """The payment is laid: in no hand, and not among the discards (R-TUNNEL-1)."""

    seat: int
    route: int
    cards: Payment

    @staticmethod
    def change(state: State, seat: int, route: int, cards: Payment) -> None:
        move_payment(state, seat, cards, back=False)
        state.tunnel = Tunnel(seat, route, cards, (), 0)


class TunnelCardTurnedUp(NamedTuple):
    """The deck's top, and whether it costs a card more."""

    seat: int
    card: int
    counts: bool

    @staticmethod
    def change(state: State, seat: int, card: int, counts: bool) -> None:
        tunnel = state.tunnel
        assert tunnel is not None
        state.deck.pop()
        turned_up, due = (*tunnel.turned_up, card), tunnel.due + counts
        state.tunnel = Tunnel(tunnel.seat, tunnel.route, tunnel.cards, turned_up, due)


class TunnelPaid(NamedTuple):
    """The extra cards are there, if any were due. All are spent together: the route is claimed next."""

    seat: int
    cards: Payment

    @staticmethod
    def change(state: State, seat: int, cards: Payment) -> None:
        clear(state)


class TunnelDeclined(NamedTuple):
    """The payment goes back to the hand (R-TUNNEL-3)."""

    seat: int
    route: int

    @staticmethod
    def change(state: State, seat: int, route: int) -> None:
        clear(state)


def clear(state: State) -> None:
    """Laid cards back to their hand, turned-up ones to the discards (R-TUNNEL-4): part of a change."""
    tunnel = state.tunnel
    assert tunnel is not None
    move_payment(state, tunnel.seat, tunnel.cards, back=True)
    for card in tunnel.turned_up:
        state.discards[card] += 1
    state.tunnel = None


def move_payment(state: State, seat: int, payment: Payment, *, back: bool) -> None:
    """From hand to table or back."""
    move = cards.take_back if back else cards.lay
    colour, coloured, locomotives = payment
    if coloured:
        move(state, seat, colour, coloured)
    if locomotives:
        move(state, seat, LOCOMOTIVE, locomotives)


class ClaimRouteChoice(claims.ClaimRouteChoice):
    """R-CLAIM on a board with tunnels. What is legal is the same; a tunnel may ask for more then."""

    def take(self, state: State, seat: int, action: ClaimRoute, rng: Rng) -> None:
        if not self.board.routes[action.route].tunnel:
            super().take(state, seat, action, rng)
            return
        emit(TunnelTried, state, seat, *action)
        for _ in range(TURNED_UP):
            if cards.ready(state, rng):
                card = state.deck[-1]
                emit(TunnelCardTurnedUp, state, seat, card, card in (action.cards.colour, LOCOMOTIVE))
        assert state.tunnel is not None
        if state.tunnel.due:
            enter(state, "tunnel")
        else:
            build(state, NOTHING, rng)


def build(state: State, extra: Payment, rng: Rng) -> None:
    """All is paid: the route is claimed and the turn over."""
    tunnel = state.tunnel
    assert tunnel is not None
    emit(TunnelPaid, state, tunnel.seat, extra)
    emit(RouteClaimed, state, tunnel.seat, tunnel.route, together(tunnel.cards, extra))
    claims.end_turn(state, rng)


class PayTunnelChoice(Choice):
    """R-TUNNEL-2, R-TUNNEL-3."""

    action = PayTunnel

    def legal(self, state: State, seat: int, canonical: bool = False) -> Sequence[PayTunnel]:
        """Fewest locomotives first; canonical: of each colour only that."""
        tunnel, hand = state.tunnel, state.hand(seat)
        assert tunnel is not None
        price = tunnel.price
        return [
            PayTunnel(Payment(kind, coloured, tunnel.due - coloured))
            for kind in sorted({tunnel.cards.colour, LOCOMOTIVE})
            for coloured in payable(price, kind, hand[kind], hand[LOCOMOTIVE])[: 1 if canonical else None]
        ]

    def refusal(self, state: State, seat: int, action: PayTunnel) -> Refusal:
        assert state.tunnel is not None
        return payment_refusal(state.tunnel.price, state.hand(seat), action.cards)

    def take(self, state: State, seat: int, action: PayTunnel, rng: Rng) -> None:
        build(state, action.cards, rng)


class DeclineTunnelChoice(Choice):
    """R-TUNNEL-3: also for whoever could pay, and asked also of whoever cannot."""

    action = DeclineTunnel
    ONLY = (DeclineTunnel(),)

    def legal(self, state: State, seat: int, canonical: bool = False) -> Sequence[DeclineTunnel]:
        return self.ONLY

    def take(self, state: State, seat: int, action: DeclineTunnel, rng: Rng) -> None:
        assert state.tunnel is not None
        emit(TunnelDeclined, state, seat, state.tunnel.route)
        claims.end_turn(state, rng)
