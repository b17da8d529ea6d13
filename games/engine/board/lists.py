"""What editions of map games are made of. An edition takes these lists, and may add to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine.board import claims, draws, scoring
from games.engine.board.edition import BoardEdition
from games.engine.board.map import Board
from games.engine.board.state import State
from games.engine.core.chance import Rng
from games.engine.core.phase import Choice, Over, Phase, PhaseEntered
from games.engine.core.table import emit
from games.engine.parts import cards, tickets, turns

CARDS = (12,) * 8 + (14,)  # of each colour, and locomotives (R-SETUP-1)
HAND = 4
EVENTS = (
    turns.SeatsDrawn,
    turns.TurnBegan,
    turns.TurnPassed,
    turns.LastRoundBegan,
    turns.GameEnded,
    PhaseEntered,
    cards.DeckShuffled,
    cards.CardDrawn,
    cards.FaceUpTaken,
    cards.PlaceFilled,
    cards.RowDiscarded,
    cards.RowStays,
    tickets.TicketsShuffled,
    tickets.TicketsOffered,
    tickets.TicketsKept,
    tickets.FirstTicketsKept,
    tickets.FirstTicketsChosen,
    claims.RouteClaimed,
)
BONUSES = {"longest_path": scoring.longest_path, "globetrotter": scoring.globetrotter}


# Setting up, in the order of the lists (R-SETUP)


def shuffle_cards(state: State, rng: Rng) -> None:
    cards.shuffle_in(state, state.edition.cards, rng)


def shuffle_tickets(state: State, rng: Rng) -> None:
    tickets.shuffle(state, state.edition.board.regular_tickets, rng)


def shuffle_long_tickets(state: State, rng: Rng) -> None:
    """R-SETUP-5."""
    deck = list(state.edition.board.long_tickets)
    rng.shuffle(deck)
    emit(tickets.LongTicketsShuffled, state, tuple(deck))


def deal_cards(state: State, rng: Rng) -> None:
    """R-SETUP-1."""
    for seat in range(state.seats):
        for _ in range(state.edition.hand):
            cards.draw(state, seat, rng)


def deal_long_tickets(state: State, rng: Rng) -> None:
    """R-SETUP-5."""
    for seat in range(state.seats):
        tickets.offer_long(state, seat, state.edition.first_long)


def deal_tickets(state: State, rng: Rng) -> None:
    """R-SETUP-4."""
    for seat in range(state.seats):
        tickets.offer(state, seat, state.edition.first_tickets)


SETTING_UP = (turns.draw_seats, shuffle_cards, shuffle_tickets, deal_cards, cards.fill_row, deal_tickets)


# The edition


def phases(numbers: Mapping[str, Any], claim: Choice, *more: Choice) -> list[Phase]:
    """Those that every edition has; `more`: further choices of a turn."""
    return [
        tickets.FirstTickets(
            "first_tickets", tickets.KeepFirstTicketsChoice(numbers["keep_first"], turns.end)
        ),
        Phase("turn", draws.FIRST, claim, tickets.DrawTicketsChoice(numbers["later_tickets"]), *more),
        Phase("second_card", draws.SECOND),
        Phase("keep_tickets", tickets.KeepTicketsChoice(numbers["keep_later"], turns.end)),
        Over("over"),
    ]


def bonus_scorers(numbers: Mapping[str, Any]) -> list[scoring.Scorer]:
    return [BONUSES[name](points) for name, points in numbers["bonuses"].items()]


def edition(
    data: Mapping[str, Any],
    board: Board,
    numbers: Mapping[str, Any],
    *,
    phases: Iterable[Phase],
    **lists: Any,
) -> BoardEdition:
    """An edition of this map; `numbers` and `lists` are named as the fields of BoardEdition are."""
    first, last = data["players"]
    return BoardEdition(
        board_id=data["id"],
        board=board,
        players=range(first, last + 1),
        trains=data["trains"],
        stations=data["stations"],
        hand=HAND,
        cards=CARDS,
        twins_closed_up_to=3,
        last_round_at=2,
        phases={phase.name: phase for phase in phases},
        **numbers,
        **lists,
    )
