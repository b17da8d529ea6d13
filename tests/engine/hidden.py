"""A second state that a viewer cannot tell from the first, made without asking the engine."""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.parts.cards import KINDS
from tests.engine import hidden_card_game as card_game

CARDS_ALIKE = 24  # off the top: more than one move can turn up
TICKETS_ALIKE = 12


def otherwise(state: Any, viewer: int | None, rng: Random) -> Any:
    """The same, with all that the viewer cannot see dealt anew, but for the tops of the decks.

    Those stay, so that a card that comes into sight is the same in both states.
    """
    other = state.clone()
    deal_cards(other, viewer, rng)
    if hasattr(state, "tracks"):
        card_game.deal_tickets(other, viewer, rng)
    else:
        deal_tickets(other, viewer, rng)
    return other


def deal_cards(state: Any, viewer: int | None, rng: Random) -> None:
    """Other hands keep what was seen; the rest changes places with the deck below its top."""
    below = max(0, len(state.deck) - CARDS_ALIKE)
    pool = state.deck[:below]
    piles = [(state.hands, seat, state.known) for seat in range(state.seats) if seat != viewer]
    if hasattr(state, "tracks"):
        piles = card_game.hidden_piles(state, viewer)
    unseen = []
    for cards, seat, seen in piles:
        at = slice(seat * KINDS, seat * KINDS + KINDS)
        hidden = [there - its for there, its in zip(cards[at], seen[at], strict=True)]
        unseen.append((cards, seat, sum(hidden)))
        pool += [kind for kind in range(KINDS) for _ in range(hidden[kind])]
        cards[at] = seen[at]
    rng.shuffle(pool)
    for cards, seat, number in unseen:
        for _ in range(number):
            cards[seat * KINDS + pool.pop()] += 1
    state.deck[:below] = pool


def deal_tickets(state: Any, viewer: int | None, rng: Random) -> None:
    """Other seats' tickets change places with each other and with the deck below its top."""
    choosing = state.phase == "first_tickets"
    # The last choice opens how many each seat kept: until then these numbers are hidden too.
    nobody_knows = state.tickets.count(()) > 1
    its_long = {*state.edition.board.long_tickets}
    pool = [*state.ticket_deck[TICKETS_ALIKE:], *state.box]
    others = [seat for seat in range(state.seats) if seat != viewer]
    for seat in others:
        pool += {*state.tickets[seat], *state.offered[seat]}
    rng.shuffle(pool)
    kinds = {True: [ticket for ticket in pool if ticket in its_long]}
    kinds[False] = [ticket for ticket in pool if ticket not in its_long]

    def alike(tickets: tuple[int, ...]) -> tuple[int, ...]:
        """As many others, long ones for long ones."""
        return tuple(kinds[ticket in its_long].pop() for ticket in tickets)

    for seat in others:
        offered = alike(state.offered[seat])
        if choosing and state.tickets[seat]:
            number = rng.randrange(2, len(offered) + 1) if nobody_knows else len(state.tickets[seat])
            state.tickets[seat] = tuple(sorted(offered)[:number])
        else:
            state.tickets[seat] = alike(state.tickets[seat])
        state.offered[seat] = offered
    below = max(0, len(state.ticket_deck) - TICKETS_ALIKE)
    state.ticket_deck[TICKETS_ALIKE:] = [kinds[False].pop() for _ in range(below)]
    state.box = tuple(kinds[True] + kinds[False])
