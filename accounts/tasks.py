"""Celery's doors: one call each, safe to run twice."""

from __future__ import annotations

from celery import shared_task

from accounts import guests


@shared_task(ignore_result=True)
def forget_old_guests() -> None:
    """Once an hour: guests who have not been here for long."""
    guests.forget_old()
