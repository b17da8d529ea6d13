"""Celery's doors: ids in, one call, safe to run twice."""

from typing import Any

from celery import shared_task
from celery.signals import task_failure
from kombu.exceptions import OperationalError as BrokerAway

from games.realtime import publish
from games.services import bots, deadlines, failures, hindsights, pauses

SWEEP_S = 10  # between two sweeps; what was not begun by the next one is left to that
CLOCKS_S = 30  # between two looks at the clocks


@shared_task(ignore_result=True)
def push_moved(game_id: int, seq: int) -> None:
    """Ring for everybody who looks at the game or has it in a list."""
    publish.moved(game_id=game_id, seq=seq)


@shared_task(ignore_result=True)
def push_chat(game_id: int, line_id: int) -> None:
    """Ring for everybody who looks at the game; players fetch the line."""
    publish.chat(game_id=game_id, line_id=line_id)


@shared_task(
    ignore_result=True, autoretry_for=(Exception,), max_retries=3, retry_backoff=1, retry_backoff_max=10
)
def computer_turn(game_id: int) -> None:
    """One decision of a computer's seat; the move it makes rings for the next."""
    bots.play_one(game_id=game_id)


@shared_task(ignore_result=True)
def look_back(game_id: int) -> None:
    """A little of a finished game's hindsight; it rings for the next piece itself."""
    hindsights.go_on(game_id=game_id)


@shared_task(ignore_result=True)
def push_hindsight(game_id: int) -> None:
    """Ring for everybody who looks at the game: its hindsight is ready."""
    publish.hindsight(game_id=game_id)


@shared_task(ignore_result=True)
def sweep() -> None:
    """Every few seconds: computer turns whose bell was lost, and a hindsight that nobody goes on with."""
    for game_id in bots.left_lying():
        computer_turn.apply_async([game_id], expires=SWEEP_S)
    for game_id in hindsights.left_lying():
        look_back.apply_async([game_id], expires=SWEEP_S)


@shared_task(ignore_result=True)
def look_at_clocks() -> None:
    """Every half minute: deadlines that have passed, pauses that nobody spoke against."""
    for game_id in deadlines.due():
        time_up.apply_async([game_id], expires=CLOCKS_S)
    for game_id in pauses.due():
        silence_agrees.apply_async([game_id], expires=CLOCKS_S)


@shared_task(ignore_result=True)
def time_up(game_id: int) -> None:
    """Deadlines of one game; whoever comes second finds nothing to do."""
    deadlines.time_up(game_id=game_id)


@shared_task(ignore_result=True)
def silence_agrees(game_id: int) -> None:
    """No answer to a pause in time is a yes."""
    pauses.silence_agrees(game_id=game_id)


@task_failure.connect
def note_failure(
    sender: Any = None, args: tuple[Any, ...] = (), exception: BaseException | None = None, **_: Any
) -> None:
    """Any task, of accounts too, that went wrong and is not tried again.

    Not one that could not ring for others, as the broker was gone: the next look finds what they had to do.
    """
    if exception is not None and not isinstance(exception, BrokerAway):
        failures.note_task(name=sender.name, args=args or (), error=exception)
