"""Celery's doors: one call each, safe to run twice."""

from __future__ import annotations

from celery import shared_task

from accounts import guests
from accounts.notices import delivery, ledger, mailbox
from accounts.notices.kinds import Channel


@shared_task(ignore_result=True)
def forget_old_guests() -> None:
    """Once an hour: guests who have not been here for long."""
    guests.forget_old()


@shared_task(ignore_result=True)
def send_notices(channel: str) -> None:
    """Every few seconds, and when something leaves at once: all that is due by one channel."""
    delivery.sweep(Channel(channel))


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
