"""What a viewer cannot see of the Card Game, for `hidden`. Section 8 of its rules."""

from __future__ import annotations

from random import Random
from typing import Any

TICKETS_ALIKE = 12
Pile = tuple[list[int], int, list[int]]  # flat counts by seat, the seat, what of it is known


def hidden_piles(state: Any, viewer: int | None) -> list[Pile]:
    """Other hands, and track piles: the own one too while nobody may look at it."""
    nothing = [0] * len(state.hands)
    if not state.look_at_track:
        state.known = nothing[:]  # the log forgets what it has said of hands (R12)
    looks = state.look_at_track or state.phase == "complete_tickets"
    hands = [(state.hands, seat, state.known) for seat in range(state.seats) if seat != viewer]
    return hands + [
        (state.tracks, seat, nothing) for seat in range(state.seats) if not (looks and seat == viewer)
    ]


def deal_tickets(state: Any, viewer: int | None, rng: Random) -> None:
    """Other seats' tickets in hand change places with each other and with the deck below its top."""
    choosing = state.phase == "first_tickets"
    nobody_knows = state.tickets.count(()) > 1
    pool = state.ticket_deck[TICKETS_ALIKE:]
    others = [seat for seat in range(state.seats) if seat != viewer]
    for seat in others:
        pool += {*state.tickets[seat], *state.offered[seat]}
    rng.shuffle(pool)
    for seat in others:
        offered = tuple(pool.pop() for _ in state.offered[seat])
        if choosing and state.tickets[seat]:
            number = rng.randrange(1, len(offered) + 1) if nobody_knows else len(state.tickets[seat])
            state.tickets[seat] = tuple(sorted(offered)[:number])
        elif not choosing:
            state.tickets[seat] = tuple(pool.pop() for _ in state.tickets[seat])
        if state.chosen[seat]:
            state.chosen[seat] = ()
        state.offered[seat] = offered
    state.ticket_deck[TICKETS_ALIKE:] = pool
