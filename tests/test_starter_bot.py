"""The program that the documentation gives to bot writers plays a whole game."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from accounts import services
from accounts.models import Scope, User
from config.embedded.paths import ROOT
from games.models import Game, Move

PROGRAM = ROOT / "docs" / "starter_bot.py"
LIMIT_S = 120


def run(key: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Start it as its reader does, but let it look at the game more often."""
    return subprocess.run(
        [sys.executable, "-I", PROGRAM, *arguments],
        env=os.environ | {"NIGHT_MAIL_KEY": key, "EVERY_S": "0.05"},
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("celery_worker")
def test_it_plays_a_game_against_the_computer_to_its_end(live_site: str, alice: User) -> None:
    _row, key = services.create_key(user=alice, name="starter", scope=Scope.PLAY)
    played = run(key, live_site, "usa", "random")
    assert (played.returncode, played.stderr) == (0, "")
    game = Game.objects.get()
    assert game.is_finished
    for seat in game.seats.all():
        assert f"seat {seat.number}: {seat.total} points" in played.stdout
    mine = Move.objects.filter(game=game, by=Move.By.HUMAN)
    assert mine.count() == mine.exclude(key="").count() > 20
    claimed = [move for move in mine if move.action and move.action["type"] == "claim_route"]
    assert len(claimed) > 5


def test_it_is_short_and_needs_nothing_but_python() -> None:
    lines = PROGRAM.read_text().splitlines()
    assert len(lines) < 100
    imported = {line.split()[1].split(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names


def test_it_says_that_its_key_is_refused(live_site: str, db: None) -> None:
    refused = run("nm_guess", live_site)
    assert refused.returncode == 1
    assert "401" in refused.stderr
    assert "not_authenticated" in refused.stderr
