"""Deadlines pass by the dozen while workers and the broker are killed: each is acted on once."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from django.utils import timezone

from accounts import clock
from games import store
from games.models import Answer, Decision, FailedTask, Game, Move, Seat
from tests import cast
from tests.faults.processes import Site

if TYPE_CHECKING:
    from accounts.models import User

BATCH, GAMES = 10, 40
WORKERS, SCHEDULERS = 5, 2

pytestmark = pytest.mark.django_db(transaction=True)


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
        games = [cast.started(alice, bob) for _ in range(BATCH)]
        for game in games:
            cast.choose_tickets(game)
    return games


def missed() -> int:
    return Answer.objects.filter(in_time=False).count()


def test_every_deadline_is_acted_on_once_though_workers_and_the_broker_are_killed(
    site: Site, alice: User, bob: User
) -> None:
    site.start(workers=WORKERS, schedulers=SCHEDULERS, scheduler="tests.faults.scheduler")
    time.sleep(3)  # they are up, and look for what there is to do
    games = overdue(alice, bob)
    site.kill("worker")
    games += overdue(alice, bob)
    site.kill("worker")
    site.until(lambda: missed() >= BATCH)
    games += overdue(alice, bob)
    site.kill("broker")
    site.kill("worker")
    games += overdue(alice, bob)
    site.start_broker()
    site.start_worker()
    site.until(lambda: not Decision.objects.filter(deadline__lte=timezone.now()).exists())
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
