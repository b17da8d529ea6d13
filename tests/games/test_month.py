"""A simulated month: every deadline is acted on once, in time, and no game is stuck."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from games.models import Game, Pause, Seat
from tests.games.month import Month

if TYPE_CHECKING:
    from tests.conftest import Hands

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def same_chance(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A month is the same whenever it is lived: deals do not differ, nor do games' numbers (bots' chance)."""
    monkeypatch.setattr("games.store.secrets.token_bytes", Random(1).randbytes)
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence('games_game', 'id'), 1000000)")


def live(hands: Hands, games: int, seed: int) -> Month:
    month = Month(hands, games, seed)
    month.run(days=30)
    month.check()
    return month


def test_twenty_games_of_people_who_answer_sleep_vanish_and_return(hands: Hands) -> None:
    month = live(hands, games=20, seed=6)

    # It has not been a month of people who behave.
    assert month.seen["answered"] > 200
    assert month.seen["missed"] >= 10
    assert month.seen["reclaimed"] >= 2
    assert Pause.objects.filter(state="agreed").exists()
    assert Game.objects.filter(status="cancelled", successor__isnull=False).exists()
    assert Game.objects.filter(status="finished").exists()
    assert Seat.objects.filter(state="abandoned").exists()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_two_hundred_games(hands: Hands, seed: int) -> None:
    live(hands, games=20, seed=100 + seed)
