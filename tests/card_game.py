"""Positions of the Card Game, made behind the page's back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from accounts.models import User
from games.models import Game
from tests import cast

Rows = Mapping[str, tuple[int, int]]  # by colour: coloured cards, locomotives


def started(*people: User, look_at_track: bool = True, **options: Any) -> Game:
    """A game in which all have kept their first tickets; seat 0 has the first turn."""
    game = cast.started(*people, edition="card-game", look_at_track=look_at_track, **options)
    cast.choose_tickets(game)
    return game


def arrange(
    game: Game,
    *,
    seat: int = 0,
    hand: Mapping[str, int] | None = None,
    station: Rows | None = None,
    track: Mapping[str, int] | None = None,
    tickets: tuple[str, ...] | None = None,
    row: tuple[str, ...] = (),
    deck: tuple[str, ...] | None = None,
) -> None:
    """What a seat has; the face-up row; the deck, top first. What is not named stays as it is."""
    game.refresh_from_db()
    state: dict[str, Any] = game.state  # type: ignore[assignment]
    if hand is not None:
        state["hands"][seat] = dict(hand)
    if track is not None:
        state["tracks"][seat] = dict(track)
    if station is not None:
        state["stations"][seat] = [
            {"colour": colour, "coloured": coloured, "locomotives": locomotives}
            for colour, (coloured, locomotives) in station.items()
        ]
    if tickets is not None:
        state["tickets"][seat] = list(tickets)
    if row:
        state["row"] = list(row)
    if deck is not None:
        state["deck"] = list(reversed(deck))
    game.save(update_fields=["state"])


def shorten(game: Game, left: int) -> None:
    """All cards of the deck but so many are discarded: none is lost, for computer players count them."""
    game.refresh_from_db()
    state: dict[str, Any] = game.state  # type: ignore[assignment]
    away, state["deck"] = state["deck"][:-left], state["deck"][-left:]
    state["discards"] = dict(Counter(state["discards"]) + Counter(away))
    game.save(update_fields=["state"])


def score(game: Game) -> None:
    """The seat to move takes the last turn, and everybody is asked what to complete."""
    for seat in range(game.size):
        arrange(game, seat=seat, station={})
    arrange(game, deck=(), row=("locomotive", "blue", "white", "green", "black"))
    (decision,) = game.decisions.all()
    state: dict[str, Any] = game.state  # type: ignore[assignment]
    state["turns_left"], state["last_round_by"] = 0, decision.seat
    game.save(update_fields=["state"])
    cast.answer(game, decision.seat, {"type": "draw_card", "from": 0})
    game.refresh_from_db()
