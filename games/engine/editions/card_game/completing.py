"""A scoring: everybody chooses secretly which tickets the own track pile completes. Sections 8 and 9."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.engine.core.chance import Rng
from games.engine.core.phase import Choice, Phase, Refusal
from games.engine.core.table import OWNER, emit, secret
from games.engine.editions.card_game import draws
from games.engine.editions.card_game.paying import Pile, missing
from games.engine.parts import cards as card_part
from games.engine.parts import turns
from games.engine.parts.cards import KINDS, LOCOMOTIVE, PLACES, CardDrawn, cards_of

if TYPE_CHECKING:
    from games.engine.editions.card_game.state import State
    from games.engine.editions.card_game.view import View

MOST_LISTED = 50


class CompleteTickets(NamedTuple):
    """Action: tickets of the hand, ascending."""

    tickets: tuple[int, ...]


class ScoringBegan(NamedTuple):
    """The last turns are over: everybody is asked at the same time."""

    @staticmethod
    def change(state: State) -> None:
        state.phase = "complete_tickets"
        state.scorings += 1


@secret(tickets=OWNER)
class CompletionChosen(NamedTuple):
    """Nobody else learns even the number before all have chosen."""

    seat: int
    tickets: tuple[int, ...]

    @staticmethod
    def change(state: State, seat: int, tickets: tuple[int, ...]) -> None:
        state.chosen[seat] = tickets


class TicketsCompleted(NamedTuple):
    """What was chosen, and the whole pile that pays for it, are shown to everybody (R11)."""

    seat: int
    track: tuple[int, ...]
    tickets: tuple[int, ...]

    @staticmethod
    def change(state: State, seat: int, track: tuple[int, ...], tickets: tuple[int, ...]) -> None:
        state.completed[seat] += tickets
        state.tickets[seat] = tuple([its for its in state.tickets[seat] if its not in tickets])
        state.chosen[seat] = None


class CardsGathered(NamedTuple):
    """All train cards but those in hands leave their places to be shuffled (9.2)."""

    @staticmethod
    def change(state: State) -> None:
        for colour, row in enumerate(state.rows):
            if row:
                state.discards[colour] += row.coloured
                state.discards[LOCOMOTIVE] += row.locomotives
        for place, number in enumerate(state.tracks):
            state.discards[place % KINDS] += number
        for card in state.row:
            if card is not None:
                state.discards[card] += 1
        state.rows, state.row = [None] * len(state.rows), [None] * PLACES
        state.tracks = [0] * len(state.tracks)
        state.turns_left, state.last_round_by = turns.NOT_YET, None


def pile(state: State | View, track: Sequence[int], tickets: Iterable[int]) -> Pile:
    """A track pile, KINDS counts, beside tickets by number."""
    return Pile(track, [state.edition.tickets[number] for number in tickets])


def pile_of(state: State, seat: int) -> Pile:
    return pile(state, state.track(seat), state.tickets[seat])


class CompletingTickets(Phase):
    """Everybody at once, in any order of arrival."""

    __slots__ = ()

    def to_act(self, state: State) -> tuple[int, ...]:
        return tuple([seat for seat in range(state.seats) if state.chosen[seat] is None])


class CompleteTicketsChoice(Choice):
    """Any set that the pile pays for and that leaves out none it could pay for besides (R13)."""

    action = CompleteTickets
    lists_all = False

    def legal(self, state: State, seat: int, canonical: bool = False) -> Sequence[CompleteTickets]:
        """The suggestion, then others, no more than a person could look through; canonical: only it."""
        its = pile_of(state, seat)
        best = its.best()
        sets = (
            [best] if canonical else [best, *[found for found in its.maximal(MOST_LISTED) if found != best]]
        )
        number = state.edition.number
        return [
            CompleteTickets(tuple([number[ticket.id] for ticket in tickets]))
            for tickets in sets[:MOST_LISTED]
        ]

    def allows(self, state: State, seat: int, action: CompleteTickets) -> bool:
        return self.fault(state, seat, action) is None

    def refusal(self, state: State, seat: int, action: CompleteTickets) -> Refusal:
        refused = self.fault(state, seat, action)
        assert refused is not None
        return refused

    def fault(self, state: State, seat: int, action: CompleteTickets) -> Refusal | None:
        """Tickets that are not held, that the pile does not pay for, that it would pay for besides."""
        strange = set(action.tickets) - set(state.tickets[seat])
        if strange:
            return "not_held", {"number": len(strange)}
        its, tickets = pile_of(state, seat), [state.edition.tickets[number] for number in action.tickets]
        short = missing(its.track, tickets)
        if short:
            return "not_paid", {"missing": short, "locomotives": its.locomotives}
        further = its.further(tickets)
        return ("more_fits", {"tickets": [ticket.id for ticket in further]}) if further else None

    def take(self, state: State, seat: int, action: CompleteTickets, rng: Rng) -> None:
        emit(CompletionChosen, state, seat, action.tickets)
        if None not in state.chosen:
            complete(state, rng)


def begin(state: State, rng: Rng) -> None:
    """The turns are over: a scoring, in which with `auto_complete` nobody is asked."""
    emit(ScoringBegan, state)
    if not state.auto_complete:
        return
    for seat in range(state.seats):
        best = pile_of(state, seat).best()
        numbers = tuple([state.edition.number[ticket.id] for ticket in best])
        emit(CompletionChosen, state, seat, numbers)
    complete(state, rng)


def complete(state: State, rng: Rng) -> None:
    """All have chosen: everything is shown; then the second half, or the end."""
    for seat in range(state.seats):
        tickets = state.chosen[seat]
        assert tickets is not None
        emit(TicketsCompleted, state, seat, tuple(cards_of(state.track(seat))), tickets)
    if state.scorings < state.edition.scorings(state.seats):
        begin_second_half(state, rng)
    else:
        emit(turns.GameEnded, state, False)


def begin_second_half(state: State, rng: Rng) -> None:
    """9.2: a new deck; cards dealt one at a time, left of the trigger player first; the row; play goes on."""
    emit(CardsGathered, state)
    card_part.shuffle_in(state, state.discards, rng)
    for _ in range(state.edition.second_hand):
        for place in range(1, state.seats + 1):
            if state.deck:
                emit(CardDrawn, state, (state.seat + place) % state.seats, state.deck[-1])
    draws.fill_row(state)
    if not state.deck:
        emit(turns.LastRoundBegan, state, state.seat)  # R15
    turns.go_on(state, rng)
