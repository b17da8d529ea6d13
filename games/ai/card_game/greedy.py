"""A yardstick: the biggest set of a colour that a ticket needs, else cards for one; few tickets."""

from collections.abc import Iterable
from random import Random
from typing import Any

from games import engine
from games.engine.editions.card_game.completing import CompleteTickets
from games.engine.editions.card_game.paying import together
from games.engine.editions.card_game.rows import PlaceTrains
from games.engine.editions.card_game.view import View
from games.engine.parts.cards import DECK, LOCOMOTIVE, DrawCard
from games.engine.parts.tickets import DrawTickets, KeepTickets

LEAST = 3  # cards that are worth a turn
KEPT = 3  # tickets


def choose(view: View, rng: Random) -> engine.Action:
    """The legal action of most merit, the first of equals."""
    return max(engine.choices(view, canonical=True), key=lambda action: merit(view, action))


def merit(view: View, action: Any) -> tuple[int, int]:
    """Tickets once cards for all are at hand; sets and trios, the biggest first; then cards that are needed.

    Of tickets those two are kept that lack least.
    """
    assert view.hand is not None
    lacks = lacking(view, view.tickets)
    match action:
        case DrawTickets() if all(its <= there for its, there in zip(lacks, view.hand, strict=False)):
            return 4, 0
        case PlaceTrains(cards) if sum(cards) >= LEAST and any(
            cards[c] and lacks[c] for c in range(LOCOMOTIVE)
        ):
            return 3, sum(cards)
        case DrawCard(place):
            card = None if place == DECK else view.row[place]
            wanted = card == LOCOMOTIVE or (card is not None and lacks[card] > view.hand[card])
            return 2, int(wanted)
        case KeepTickets(tickets):
            return 2, -abs(len(tickets) - KEPT) * 100 - sum(lacking(view, (*view.tickets, *tickets)))
        case CompleteTickets(tickets):
            return 1, sum(view.edition.tickets[number].points for number in tickets)
    return 0, 0


def lacking(view: View, tickets: Iterable[int]) -> list[int]:
    """Cards of each colour that these need beyond the own pile; beyond nothing while it is closed."""
    need = together([view.edition.tickets[number] for number in tickets])
    if view.track is None:
        return need
    return [max(0, its - there) for its, there in zip(need, view.track, strict=False)]
