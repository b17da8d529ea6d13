"""Positions of a Europe game, made behind the page's back."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.models import Game
from tests import cast


def started(*people: User) -> Game:
    """A game in which all have kept their first tickets; seat 0 has the first turn."""
    game = cast.started(*people, edition="europe")
    cast.choose_tickets(game)
    return game


def arrange(
    game: Game,
    *,
    hand: dict[str, int] | None = None,
    seat: int = 0,
    top: tuple[str, ...] = (),
    owner: dict[str, int] | None = None,
    stations: dict[str, int] | None = None,
    tickets: tuple[str, ...] | None = None,
) -> None:
    """The seat holds these cards and tickets, these cards are drawn next; routes and stations by seat."""
    game.refresh_from_db()
    state: dict[str, Any] = game.state  # type: ignore[assignment]
    if hand is not None:
        for colour, number in state["hands"][seat].items():
            state["deck"] += [colour] * number
        for colour, number in hand.items():
            take(state["deck"], *[colour] * number)
        state["hands"][seat] = hand
    take(state["deck"], *top)
    state["deck"] += reversed(top)
    state["owner"] |= owner or {}
    state["stations"] |= stations or {}
    if tickets is not None:
        state["tickets"][seat] = list(tickets)
    game.save(update_fields=["state"])


def take(deck: list[str], *cards: str) -> None:
    for card in cards:
        deck.remove(card)


def try_tunnel(game: Game, route: str, **cards: int) -> None:
    """Seat 0 lays these cards for a tunnel."""
    cast.answer(game, 0, {"type": "claim_route", "route": route, "cards": cards})
    game.refresh_from_db()
