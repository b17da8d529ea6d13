"""Games on a clock: what tests of deadlines, absence and pauses share."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from accounts.models import User
from games.models import Decision, Game, Move, Seat
from games.services import bots, deadlines
from tests import cast

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TURN, RESERVE = 2 * DAY, 4 * DAY  # of a table that says nothing else


def on_clock(*people: User, **clock: Any) -> Game:
    """A running game on the usual clock, or one that differs in these parts; `bots` are computers' levels."""
    bots = clock.pop("bots", ())
    options = {name: clock.pop(name) for name in ("open_seats", "public", "spectators") if name in clock}
    return cast.started(*people, bots=bots, clock=clock, **options)


def begun(*people: User, **clock: Any) -> Game:
    """The same with all first tickets chosen: seat 0 has the first turn."""
    game = on_clock(*people, **clock)
    while bots.play_one(game_id=game.pk, at_once=True):
        pass
    cast.choose_tickets(game)
    return game


def asked(game: Game) -> Decision:
    """The only open question."""
    return game.decisions.get()


def seat(game: Game, number: int) -> Seat:
    return game.seats.get(number=number)


def draw(game: Game) -> None:
    """Whoever has the turn takes two cards from the deck."""
    number = asked(game).seat
    for _ in range(2):
        cast.answer(game, number, {"type": "draw_card", "from": "deck"})


def sweep() -> int:
    """What the beat does with deadlines; in how many games something was done."""
    return sum(deadlines.time_up(game_id=game_id) for game_id in deadlines.due())


def made_by(game: Game, after: int = 0) -> list[tuple[int | None, str]]:
    """Who made the moves after that one: (seat, by)."""
    return list(Move.objects.filter(game=game, seq__gt=after).values_list("seat", "by"))


def arrange(game: Game, *, hands: dict[int, dict[str, int]], **state: Any) -> None:
    """Put the game into a position behind everybody's back."""
    game.refresh_from_db()
    raw: dict[str, Any] = game.state  # type: ignore[assignment]
    for number, hand in hands.items():
        raw["hands"][number] = hand
    raw.update(state)
    game.save(update_fields=["state"])


def leave_one_card(game: Game) -> None:
    """Seat 0 takes two of the last three cards; seat 1 holds none, so all it can do is to take the third."""
    arrange(
        game,
        hands={0: {"red": 3}, 1: {}},
        deck=[],
        discards={},
        row=["red", "blue", "green", None, None],
        ticket_deck=[],
    )
    for place in (0, 1):
        cast.answer(game, 0, {"type": "draw_card", "from": place})
