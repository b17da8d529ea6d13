"""Fixtures for every test."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game


START_LIMIT_S = 20


class Hands:
    """The hands of the one clock: they stand where a test has put them."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def on(self, **time: float) -> datetime:
        """Put them on by this much; the instant that they show then."""
        self.at += timedelta(**time)
        return self.at


@pytest.fixture
def hands() -> Iterator[Hands]:
    """The site's clock stands: Monday, 1 June 2026, noon in UTC."""
    from accounts import clock

    stopped = Hands(datetime(2026, 6, 1, 12, tzinfo=UTC))
    with clock.reading(stopped):
        yield stopped


@pytest.fixture
def celery_worker(transactional_db: None) -> Iterator[None]:
    """A real worker in threads of this process, on the real broker and the test database."""
    from celery.contrib.testing.worker import start_worker

    from config.celery import app

    app.control.purge()
    with start_worker(app, pool="threads", concurrency=2, perform_ping_check=False, shutdown_timeout=20):
        yield


@pytest.fixture
def live_site(transactional_db: None) -> Iterator[str]:
    """The address of the whole site, sockets included, on the test database."""
    import uvicorn

    from config.asgi import application

    config = uvicorn.Config(
        application,
        host="127.0.0.1",
        port=0,
        log_level="warning",
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name="live-site", daemon=True)
    thread.start()
    end = time.monotonic() + START_LIMIT_S
    while not server.started:
        assert thread.is_alive(), "the site did not start"
        assert time.monotonic() < end, "the site took too long to start"
        time.sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()
    yield f"http://{host}:{port}"
    server.should_exit = True
    thread.join(10)


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
