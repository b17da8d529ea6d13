"""Deadlines pass by the dozen while workers and the broker are killed: each is acted on once."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts import clock
from config.embedded.processes import Children, Program
from config.embedded.valkey import Valkey
from games import store
from games.models import Answer, Decision, FailedTask, Game, Move, Seat
from tests import cast

if TYPE_CHECKING:
    from accounts.models import User

GAMES = 40
WORKERS, SCHEDULERS = 5, 2
LIMIT_S = 90

pytestmark = pytest.mark.django_db(transaction=True)


class Site:
    """A broker of its own, schedulers and workers, each a process that can be killed."""

    def __init__(self, folder: Path) -> None:
        self.children = Children(folder / "log")
        self.valkey = Valkey(self.children, folder / "valkey", folder, durable=True)
        self.numbers = iter(range(1000))
        self.running: dict[str, psutil.Process] = {}

    def start(self) -> None:
        self.start_broker()
        for _ in range(WORKERS):
            self.start_worker()
        for _ in range(SCHEDULERS):
            self.run("scheduler", "-m", "tests.faults.scheduler")

    def start_broker(self) -> None:
        known = {child.pid for child in psutil.Process().children()}
        self.valkey.start()
        (self.running["broker"],) = (c for c in psutil.Process().children() if c.pid not in known)

    def start_worker(self) -> None:
        name = f"{next(self.numbers)}@here"
        self.run("worker", "-m", "celery", "-A", "config", "worker", "--pool", "solo", "-n", name)

    def run(self, kind: str, *arguments: str) -> None:
        name = f"{kind}-{next(self.numbers)}"
        program = Program(name=name, command=[sys.executable, *arguments], environment=self.environment())
        child = self.children.start(program)
        self.running[name] = psutil.Process(child.process.pid)

    def environment(self) -> dict[str, str]:
        here = connection.settings_dict
        url = f"postgresql:///{here['NAME']}?host={here['HOST']}&user={here['USER']}"
        return {"DATABASE_URL": url, "REDIS_URL": self.valkey.url, "DJANGO_SETTINGS_MODULE": "tests.settings"}

    def kill(self, kind: str) -> None:
        """The oldest of that kind, at once."""
        name = next(name for name in self.running if name.startswith(kind))
        process = self.running.pop(name)
        process.kill()
        process.wait(10)

    def said(self) -> str:
        logs = sorted(self.children.logs.glob("*.log"))
        return "\n".join(f"{path.name}: {path.read_text()[-800:]}" for path in logs)


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = Path(os.path.realpath(tmp_path_factory.mktemp("f")))
    site = Site(folder)
    yield site
    site.children.stop()


def overdue(alice: User, bob: User) -> list[Game]:
    """Games whose first turn is overdue since a day, all at the same moment."""
    week_ago = timezone.now() - timedelta(days=7)
    with transaction.atomic(), clock.reading(lambda: week_ago):
        games = [cast.started(alice, bob) for _ in range(GAMES)]
        for game in games:
            cast.choose_tickets(game)
    return games


def until(site: Site, look: Callable[[], bool]) -> None:
    end = time.monotonic() + LIMIT_S
    while not look():
        assert time.monotonic() < end, site.said()
        time.sleep(0.02)


def missed() -> int:
    return Answer.objects.filter(in_time=False).count()


def test_every_deadline_is_acted_on_once_though_workers_and_the_broker_are_killed(
    site: Site, alice: User, bob: User
) -> None:
    site.start()
    time.sleep(3)  # they are up, and look for what there is to do
    games = overdue(alice, bob)

    until(site, lambda: missed() >= 3)
    assert missed() < GAMES - 10, "all was done before anything could be killed"
    for _ in range(2):
        site.kill("worker")
    until(site, lambda: missed() >= 10)
    site.kill("broker")
    site.kill("worker")
    site.start_broker()
    site.start_worker()
    until(site, lambda: not Decision.objects.filter(deadline__lte=timezone.now()).exists())
    time.sleep(2)  # what was sent twice comes now

    assert missed() == GAMES
    assert not FailedTask.objects.exists(), list(FailedTask.objects.values())
    assert Counter(Seat.objects.values_list("number", "state", "misses")) == {
        (0, "away", 1): GAMES,
        (1, "active", 0): GAMES,
    }
    for game in games:
        game.refresh_from_db()
        moves = list(Move.objects.filter(game=game).values_list("seq", "seat", "by"))
        assert [seq for seq, _seat, _by in moves] == list(range(game.seq + 1))
        made = [(seat, by) for _seq, seat, by in moves[3:]]
        assert made
        assert set(made) == {(0, "stand-in")}
        assert [row.seat for row in game.decisions.all()] == [1]
        assert store.replayed(game) == store.stored(game)
