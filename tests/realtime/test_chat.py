"""The bell of the chat: a number for everybody who looks at the table, and never a word."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game
from games.services import chat
from tests import cast
from tests.realtime.test_push import greeted, heard, socket


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("celery_worker")
def test_a_line_rings_at_its_table_once_it_is_stored(
    live_site: str, turn: Game, alice: User, bob: User
) -> None:
    elsewhere = cast.started(alice, bob)
    with (
        socket(live_site, f"/ws/games/{turn.pk}/", bob) as at_game,
        socket(live_site, f"/ws/games/{elsewhere.pk}/", bob) as at_other,
    ):
        assert greeted(at_game)
        assert greeted(at_other)
        first, second = (
            chat.say(game_id=game.pk, user=alice, text="@bobby secret", key="k").line
            for game in (turn, elsewhere)
        )
        while (message := heard(at_game))["type"] != "chat":
            pass
        assert message == {"type": "chat", "id": str(first.pk)}
        while (message := heard(at_other))["type"] != "chat":
            pass
        assert message == {"type": "chat", "id": str(second.pk)}
