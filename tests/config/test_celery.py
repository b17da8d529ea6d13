"""Background work reaches a real worker through the real broker."""

from __future__ import annotations

import threading

import pytest
from celery import shared_task

ran = threading.Event()


@shared_task(name="tests.ring")
def ring() -> None:
    """Tell the test that it ran."""
    ran.set()


@pytest.mark.django_db(transaction=True)
def test_a_task_is_run_by_the_worker(celery_worker: None) -> None:
    ran.clear()
    ring.delay()
    assert ran.wait(10)
