"""Celery's doors: one call each, safe to run twice."""

from __future__ import annotations

from celery import shared_task

from accounts import guests
from accounts.notices import delivery, ledger, mailbox

SWEEP_S = 10  # between two sweeps; what was not begun by the next one is left to that


@shared_task(ignore_result=True)
def forget_old_guests() -> None:
    """Once an hour: guests who have not been here for long."""
    guests.forget_old()


@shared_task(ignore_result=True)
def sweep_notices() -> None:
    """Every few seconds: whoever has something due."""
    for user_id in delivery.due_people():
        deliver.apply_async([user_id], expires=SWEEP_S)


@shared_task(ignore_result=True)
def deliver(user_id: int) -> None:
    """All that is due for one person."""
    delivery.deliver(user_id=user_id)


@shared_task(ignore_result=True)
def review(thread: str) -> None:
    """What waits there is read again: it may not hold any more."""
    delivery.review(thread=thread)


@shared_task(ignore_result=True)
def tidy_notices() -> None:
    """Every few minutes: hand-overs whose process died, and what ended long ago."""
    delivery.settle()
    ledger.forget_old()
    mailbox.forget_old()
