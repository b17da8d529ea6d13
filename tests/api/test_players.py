"""People through the API."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import services
from accounts.models import User
from games.models import Answer, Game
from tests import cast

if TYPE_CHECKING:
    from tests.conftest import Hands

pytestmark = pytest.mark.django_db


def answers(user: User, game: Game, hands: Hands, pattern: str) -> None:
    """One for each letter, an hour apart: `y` in time after three hours, `n` missed."""
    Answer.objects.bulk_create(
        Answer(
            user=user,
            game=game,
            seat=0,
            turn_seq=1000 + number,
            since=hands.at,
            at=hands.on(hours=1),
            took=timedelta(hours=3),
            in_time=letter == "y",
        )
        for number, letter in enumerate(pattern)
    )


def test_a_newcomer(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(date_joined="2025-10-14T12:00:00Z")

    answer = cast.client(None).get("/api/players/Alice/")

    assert answer.status_code == 200
    assert answer.json() == {
        "username": "alice",
        "member_since": "2025-10-14",
        "away_until": None,
        "reliability": {"share": None, "counted": 0, "typical_s": None},
        "games": {"running": 0, "finished": 0},
    }


def test_how_a_person_answers(game: Game, alice: User, hands: Hands) -> None:
    answers(alice, game, hands, "y" * 9 + "n" * 10 + "y" * 10)

    shown = cast.client(None).get("/api/players/alice/").json()

    assert shown["reliability"] == {"share": 0.95, "counted": 20, "typical_s": 10800}


def test_private_games_count_for_oneself_alone(alice: User, bob: User) -> None:
    cast.started(alice, bob)
    cast.started(alice, bob, public=False)

    for caller, running in ((None, 1), (bob, 1), (alice, 2)):
        shown = cast.client(caller).get("/api/players/alice/").json()
        assert shown["games"] == {"running": running, "finished": 0}


def test_until_when_a_person_is_away(alice: User, hands: Hands) -> None:
    today = hands.at.date()
    services.book_vacation(user=alice, first_day=today, last_day=today + timedelta(days=2))

    assert cast.client(None).get("/api/players/alice/").json()["away_until"] == "2026-06-04T00:00:00Z"


@pytest.mark.parametrize("name", ["nobody", "guest-1234", "bobby", "alice%00", "alice."])
def test_unknown_names_guests_and_closed_accounts_are_not_found(alice: User, bob: User, name: str) -> None:
    User.objects.create(username="Guest-1234", is_guest=True)
    User.objects.filter(pk=bob.pk).update(is_active=False)

    answer = cast.client(alice).get(f"/api/players/{name}/")

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_it_takes_four_queries(game: Game, alice: User, hands: Hands) -> None:
    """The person, vacations, turns, games."""
    answers(alice, game, hands, "yn" * 60)
    api = cast.client(None)

    with CaptureQueriesContext(connection) as seen:
        assert api.get("/api/players/alice/").status_code == 200

    assert len(seen) == 4


def test_the_schema_tells_of_it() -> None:
    schema = cast.client(None).get("/api/schema/?format=json").json()

    answer = schema["paths"]["/api/players/{username}/"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["schema"]["$ref"].endswith("/Player")
    shape = schema["components"]["schemas"]["Player"]["properties"]
    assert set(shape) == {"username", "member_since", "away_until", "reliability", "games"}
