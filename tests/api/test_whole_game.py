"""A whole game through the API alone: two programs and a computer player, from the table to the scores."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from accounts import services as accounts
from accounts.models import Scope, User
from games import engine
from games.models import Game
from tests import cast
from tests.engine.books import book

LIMIT_S = 120


class Program:
    """A bot of somebody's, with a key."""

    def __init__(self, user: User) -> None:
        self.user = user
        _row, key = accounts.create_key(user=user, name="bot", scope=Scope.PLAY)
        self.api = cast.client(None)
        self.api.credentials(HTTP_AUTHORIZATION=f"Token {key}")
        self.chance = Random(user.username)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        answer = self.api.post(f"/api/{path}", body, headers=headers)
        assert answer.status_code in (200, 201), answer.data
        return answer.data

    def game(self, game_id: str) -> Any:
        return self.api.get(f"/api/games/{game_id}/").data

    def move(self, game_id: str) -> bool:
        """Answer the open decision, if there is one.

        Rather claims than cards, now and then a station; in the Card Game now and then cards are placed.
        """
        you = self.game(game_id)["you"]
        if not you["decision"]:
            return False
        kinds = ["keep_tickets", "pay_tunnel", "decline_tunnel", "claim_route", "draw_card", "draw_tickets"]
        kinds.insert(self.chance.choice([2, 6, 6, 6]), "build_station")
        kinds.insert(self.chance.choice([2, 6]), "place_trains")
        kinds += ["complete_tickets", "stop_drawing"]
        best = min(you["legal"], key=lambda action: kinds.index(action["type"]))["type"]
        action = self.chance.choice([action for action in you["legal"] if action["type"] == best])
        body = {"decision": you["decision"], "action": action}
        assert self.post(f"games/{game_id}/check/", body) == {"legal": True}
        self.post(f"games/{game_id}/actions/", body, **{"Idempotency-Key": cast.key()})
        return True


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("celery_worker")
@pytest.mark.parametrize(  # tests/test_starter_bot.py plays one of usa
    ("edition", "happens"),
    [
        ("europe", {"tunnel_tried", "station_built", "long_tickets_offered"}),
        ("card-game", {"trains_placed", "cards_rolled", "scoring_began", "tickets_completed"}),
    ],
)
def test_two_programs_and_a_computer_player_play_a_game_to_its_end(
    edition: str, happens: set[str], alice: User, bob: User
) -> None:
    one, two = Program(alice), Program(bob)
    table = one.post("games/", {"edition": edition, "seats": 3, "options": {"public": False, "clock": None}})[
        "id"
    ]
    two.post(f"games/{table}/join/", {"invite": one.game(table)["invite"]})
    one.post(f"games/{table}/seats/", {"bot": "normal"})

    end = time.monotonic() + LIMIT_S
    while one.game(table)["status"] == "running":
        assert time.monotonic() < end
        if not one.move(table) and not two.move(table):
            time.sleep(0.02)

    finished = one.game(table)
    row = Game.objects.get()
    assert row.state is not None
    right = book(engine.EDITIONS[edition]).score(edition, row.state)
    expected = {sheet["seat"]: sheet["total"] for sheet in right}
    assert {sheet["seat"]: sheet["total"] for sheet in finished["result"]["scores"]} == expected
    types = [event["type"] for event in all_events(two, table)]
    assert types[-1] == "game_ended"
    assert happens <= set(types)


def all_events(program: Program, table: str) -> list[Any]:
    """Page by page."""
    found: list[Any] = []
    after: int | None = -1
    while after is not None:
        page = program.api.get(f"/api/games/{table}/events/?after={after}").data
        found += page["events"]
        after = page["next"]
    assert [event["seq"] for event in found] == sorted(event["seq"] for event in found)
    return found
