"""A yardstick: takes at once what brings most points now, and wants few tickets."""

from random import Random
from typing import Any

from games import engine
from games.ai import chance
from games.engine.board.claims import POINTS, ClaimRoute
from games.engine.board.tunnels import PayTunnel
from games.engine.board.view import View
from games.engine.parts.cards import DECK, DrawCard
from games.engine.parts.tickets import DrawTickets, KeepTickets

LONG = 4


def choose(view: View, rng: Random) -> engine.Action:
    """The legal action of most merit; chance breaks ties."""
    actions = chance.shuffled(engine.choices(view, canonical=True), rng)
    return max(actions, key=lambda action: merit(view, action))


def merit(view: View, action: Any) -> tuple[int, int]:
    """The longest route that can be paid, else cards of the colour it has most of, else anything.

    A tunnel is paid whenever it can be; of tickets the fewest are kept, those of fewest points.
    """
    board, hand = view.edition.board, view.hand
    assert hand is not None
    match action:
        case ClaimRoute(route, cards) if worthwhile(view, board.routes[route].length):
            return 3, 10 * POINTS[board.routes[route].length] - cards.locomotives
        case PayTunnel(cards):
            return 3, -cards.locomotives
        case DrawCard(place):
            card = None if place == DECK else view.row[place]
            return 2, 0 if card is None else hand[card]
        case KeepTickets(tickets):
            return 2, -sum(board.tickets[ticket].points for ticket in tickets)
        case DrawTickets():
            return 1, 0
    return 0, 0


def worthwhile(view: View, length: int) -> bool:
    """Is a route long enough? Short ones are claimed with the last trains or in the last turn only."""
    assert view.viewer is not None
    return length >= min(LONG, view.trains[view.viewer]) or view.turns_left >= 0
