"""When something breaks: what the caller is told, what the log keeps, what the staff find."""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from accounts.models import User
from games import selectors, store, tasks
from games.models import FailedTurn, Game
from games.services import bots
from tests import services_plugin
from tests.secrets import answers
from tests.secrets.games import Played
from tests.secrets.test_whole_games import log

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(alice: User, bob: User) -> Played:
    """The first tickets lie before all three."""
    return Played("usa", alice, bob, seed=7)


def tell_all(game: Game, *_: Any, **__: Any) -> None:
    """Break with everything in the message that there is to hide."""
    assert game.seed is not None
    raise RuntimeError(f"{bytes(game.seed).hex()} {game.state}")


def be_refused(game: Game) -> None:
    """Break as the database does: it says the whole row."""
    with transaction.atomic():
        Game.objects.filter(pk=game.pk).update(status="finished", result=None)


@pytest.mark.parametrize("fault", [tell_all, be_refused])
@pytest.mark.parametrize("address", ["games:table", "games:panels", "api:game-detail", "api:game-export"])
def test_a_fault_in_the_middle_of_a_view_tells_nothing(
    fault: Any, address: str, played: Played, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors.engine, "view", lambda *_: fault(played.game))
    monkeypatch.setattr(selectors, "record", lambda *_: fault(played.game))
    client = answers.browser(charlie, raise_request_exception=False)

    with log() as written:
        answer = client.get(reverse(address, args=[played.game.pk]))

    assert answer.status_code == 500
    told = answers.text(answers.plain(answer))
    assert not answers.leaks(told, played, None)
    assert "Traceback" not in told
    line = written.getvalue()
    assert "Internal Server Error" in line
    assert fault.__name__ in line
    assert not answers.leaks(line, played, None)


def test_the_database_would_tell_the_whole_row(played: Played) -> None:
    """Why the text of an error is not logged."""
    with pytest.raises(IntegrityError) as refused:
        be_refused(played.game)
    assert played.play.seed.hex()[:40] in str(refused.value)


@pytest.mark.skipif("TEST_DATABASE_URL" in os.environ, reason="the server is not ours")
def test_the_database_server_keeps_neither_rows_nor_statements_in_its_log(played: Played) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        be_refused(played.game)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_game SET size = 9, invite = %s", [played.play.seed.hex()[:32]])
    server_log = services_plugin.services.children.log("postgres").read_text()
    assert "game_size" in server_log
    assert not answers.leaks(server_log, played, None)


def test_a_computer_players_turn_that_breaks_tells_nothing(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots.ai, "choose", lambda *_: tell_all(played.game))
    with log() as written:
        tasks.computer_turn.apply(args=[played.game.pk])

    line = written.getvalue()
    assert "games.tasks.computer_turn" in line
    assert "RuntimeError" in line
    assert not answers.leaks(line, played, None)
    assert not answers.leaks(FailedTurn.objects.get().error, played, None)


def test_what_our_things_are_called_tells_nothing(played: Played) -> None:
    """Their names and `repr` stand in messages, in lists and in a debugger's output."""
    table = store.load(*store.snapshot(played.game.pk))
    seen = selectors.see(game_id=played.game.pk, user=played.people[0])
    moves = list(played.game.moves.all())
    for thing in (played.game, *table.seats, *table.decisions.values(), *moves, table, seen, table.state):
        for told in (str(thing), repr(thing)):
            assert not answers.leaks(told, played, None)
