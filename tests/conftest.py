"""Fixtures for every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture
def celery_worker(transactional_db: None) -> Iterator[None]:
    """A real worker in threads of this process, on the real broker and the test database."""
    from celery.contrib.testing.worker import start_worker

    from config.celery import app

    app.control.purge()
    with start_worker(app, pool="threads", concurrency=2, perform_ping_check=False, shutdown_timeout=20):
        yield
