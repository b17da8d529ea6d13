"""The page on which a game is checked, and the record that it checks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from accounts.models import User
from games import engine
from games.models import Game
from games.services import lobby
from tests import cast
from tests.web import pages

PROGRAM = Path(__file__).parents[2] / "docs" / "verify.py"
VERIFY = "verify/"
MOST_QUERIES = 6

pytestmark = pytest.mark.django_db


def exported(game: Game, user: User | None) -> dict[str, Any]:
    """The record as it goes out."""
    response = cast.client(user).get(f"/api/games/{game.pk}/export/")
    assert response.status_code == 200
    record: dict[str, Any] = json.loads(response.content)
    return record


def checked(record: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(PROGRAM)]
    return subprocess.run(command, input=json.dumps(record), capture_output=True, text=True, check=False)


def test_a_running_game_shows_its_commitment_and_no_seed(turn: Game, charlie: User) -> None:
    seed = cast.table(turn).game.seed
    assert seed is not None
    for user in (cast.user_of(turn, 0), charlie, None):
        response = pages.get(user, pages.at(turn, VERIFY))
        assert engine.commitment(bytes(seed)) in pages.text(response)
        page = response.content.decode()
        assert bytes(seed).hex() not in page
        assert "data-check" not in page


def test_the_record_of_a_running_game_says_what_was_dealt_and_keeps_its_secrets(turn: Game) -> None:
    for user in (cast.user_of(turn, 0), None):
        record = exported(turn, user)
        assert record["dealing"] == {
            "cards": [[colour, 14 if colour == "locomotive" else 12] for colour in engine.COLOURS],
            "hand": 4,
            "tickets": sorted(record["dealing"]["tickets"]),
            "long_tickets": [],
            "first_long": 0,
            "first_tickets": 3,
            "first_rest": "under",
            "later_tickets": 3,
            "tunnels": [],
        }
        assert len(record["dealing"]["tickets"]) == 30
        assert record["seed"] is None
        shuffles = [
            event for event in record["moves"][0]["events"] if "deck" in event or "ticket_deck" in event
        ]
        assert [event.get("deck", event.get("ticket_deck")) for event in shuffles] == [None, None]
        assert checked(record).returncode == 2


def test_a_finished_game_shows_its_seed_and_its_record_is_in_order(game: Game, charlie: User) -> None:
    cast.play_on(game, 10_000)
    over = cast.table(game).game
    assert over.is_finished
    assert over.seed is not None
    page = pages.get(charlie, pages.at(game, VERIFY)).content.decode()
    assert bytes(over.seed).hex() in page
    assert "data-check" in page

    record = exported(game, charlie)
    result = checked(record)
    assert (result.returncode, result.stderr) == (0, "")

    drawn = [
        (move["seq"], event)
        for move in record["moves"]
        for event in move["events"]
        if event["type"] == "card_drawn"
    ]
    seq, event = drawn[-1]
    event["card"] = "white" if event["card"] != "white" else "black"
    result = checked(record)
    assert result.returncode == 1
    assert f"DIFFERENCE in move {seq}\n" in result.stdout


def test_whoever_may_not_see_the_game_may_not_see_the_page(alice: User, bob: User, charlie: User) -> None:
    table = lobby.open_table(user=alice, edition="usa", size=2, options={"public": False})
    game = lobby.join(game_id=table.pk, user=bob, invite=table.invite)
    assert pages.get(alice, pages.at(game, VERIFY)).status_code == 200
    assert pages.get(charlie, pages.at(game, VERIFY)).status_code == 403
    assert pages.get(None, pages.at(game, VERIFY)).status_code == 403


def test_a_table_that_has_not_begun_has_nothing_to_check(alice: User) -> None:
    game = lobby.open_table(user=alice, edition="usa", size=2)
    response = pages.get(alice, pages.at(game, VERIFY))
    assert (response.status_code, response.url) == (302, pages.at(game))


def test_a_game_that_is_not_there_is_not_found(alice: User) -> None:
    assert pages.get(alice, "/games/4711/verify/").status_code == 404


def test_the_page_takes_few_queries(turn: Game, charlie: User) -> None:
    assert pages.queries(None, pages.at(turn, VERIFY)) <= 2
    assert pages.queries(charlie, pages.at(turn, VERIFY)) <= MOST_QUERIES
