"""What went wrong in the background, kept for the staff: kind and place of an error, never its text."""

from collections.abc import Iterable
from typing import Any

from django.db.models import F

from accounts import clock
from games import engine
from games.models import Decision, FailedTask, FailedTurn, Game

LONGEST = 200
MOST_IDS = 5


def note_turn(*, game: Game, decision: Decision, error: Exception) -> None:
    """A computer player's turn."""
    now = clock.now()
    failed, new = FailedTurn.objects.get_or_create(
        game=game,
        decision=decision.name,
        defaults={"seat": decision.seat, "error": describe(error), "first_at": now, "last_at": now},
    )
    if not new:
        FailedTurn.objects.filter(pk=failed.pk).update(
            tries=F("tries") + 1, last_at=now, error=describe(error), solved_at=None
        )


def note_task(*, name: str, args: Iterable[Any], error: BaseException) -> None:
    """A task that was given up: one row for each kind of failure, so a bad night does not fill the table."""
    now = clock.now()
    ids = [arg for arg in args if isinstance(arg, int)][:MOST_IDS]
    failed, new = FailedTask.objects.get_or_create(
        name=name[:LONGEST], error=describe(error), defaults={"ids": ids, "first_at": now, "last_at": now}
    )
    if not new:
        FailedTask.objects.filter(pk=failed.pk).update(times=F("times") + 1, last_at=now, ids=ids)


def describe(error: BaseException) -> str:
    """The kind of an error and where it came up."""
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    place = f" at {where.tb_frame.f_code.co_qualname}:{where.tb_lineno}" if where else ""
    reason = f" ({error.reason})" if isinstance(error, engine.IllegalAction) else ""
    return f"{type(error).__name__}{reason}{place}"[:LONGEST]
