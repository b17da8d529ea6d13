"""B10: what comes through sockets in twenty turns: that something happened, and never what."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from tests import cast
from tests.realtime.test_push import greeted, socket

TURNS = 20


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("celery_worker")
def test_a_bell_says_game_and_number_alone(
    live_site: str, turn: Game, alice: User, bob: User, charlie: User
) -> None:
    at_game = f"/ws/games/{turn.pk}/"
    with ExitStack() as stack:
        places = [(at_game, alice), (at_game, bob), (at_game, charlie), (at_game, None), ("/ws/me/", bob)]
        sockets = [stack.enter_context(socket(live_site, path, user)) for path, user in places]
        for connection in sockets:
            assert greeted(connection)
        cast.play_on(turn, TURNS)
        turn.refresh_from_db()
        for connection in sockets:
            assert fields(connection, turn.seq) == {("type", "moved"), ("game", str(turn.pk))}


def fields(connection: Any, last: int) -> set[tuple[str, Any]]:
    """All that is said up to the bell of the last move, but for the numbers of moves."""
    said: set[tuple[str, Any]] = set()
    message: dict[str, Any] = {"seq": 0}
    while message["seq"] < last:
        message = json.loads(connection.recv(15))
        assert type(message["seq"]) is int
        said |= message.items()
    return {(name, value) for name, value in said if name != "seq"}
