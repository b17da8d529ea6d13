"""Fixtures for every test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game


@pytest.fixture
def celery_worker(transactional_db: None) -> Iterator[None]:
    """A real worker in threads of this process, on the real broker and the test database."""
    from celery.contrib.testing.worker import start_worker

    from config.celery import app

    app.control.purge()
    with start_worker(app, pool="threads", concurrency=2, perform_ping_check=False, shutdown_timeout=20):
        yield


@pytest.fixture
def alice(db: None) -> User:
    """Sits at the table."""
    from tests import cast

    return cast.person("alice")


@pytest.fixture
def bob(db: None) -> User:
    """Sits at the table."""
    from tests import cast

    return cast.person("bobby")


@pytest.fixture
def charlie(db: None) -> User:
    """A stranger."""
    from tests import cast

    return cast.person("charlie")


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """Alice and Bob choose their first tickets."""
    from tests import cast

    return cast.started(alice, bob)


@pytest.fixture
def turn(game: Game) -> Game:
    """Alice and Bob have kept all their first tickets; seat 0 has the first turn."""
    from tests import cast

    cast.choose_tickets(game)
    return game
