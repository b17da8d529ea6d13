"""What must follow a change: told to others, and computer players asked. Rung on commit, by task name.

A bell may be lost: clients fetch again by themselves and a beat task looks for turns that nobody
made (`games.tasks.sweep`). It may ring twice: every door behind it is safe to run again.
"""

from typing import Any

from celery import current_app
from django.db import transaction

from accounts import clock
from games.models import Game
from games.store import Table


def after_move(table: Table) -> None:
    """Nudge everybody who looks at the game, and whoever plays for the computer's seats."""
    ring("games.tasks.push_moved", table.game.pk, table.game.seq)
    now = clock.now()
    asked = [row for row in table.decisions.values() if table.seats[row.seat].played_by_computer]
    if any(row.act_at is None or row.act_at <= now for row in asked):
        computer_turn(table.game.pk)


def computer_turn(game_id: int) -> None:
    """Whoever plays for the computer's seats looks whether one of them is asked."""
    ring("games.tasks.computer_turn", game_id)


def table_changed(game: Game) -> None:
    """Somebody sat down or left before the start."""
    ring("games.tasks.push_moved", game.pk, game.seq)


def ring(task: str, *ids: Any) -> None:
    """Send the task when the transaction is through; robust, for the move is already made then."""
    transaction.on_commit(lambda: current_app.send_task(task, args=ids, retry=False), robust=True)
