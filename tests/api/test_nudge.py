"""Saying to whoever is asked that one waits: once in a turn, after half of its time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache

from accounts import services as accounts
from accounts.models import Notice, Scope, User
from accounts.notices.kinds import Kind
from games.models import Game
from games.services import absence, pauses
from tests import cast
from tests.conftest import Hands
from tests.notices.post_office import Office
from tests.web import pages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hands")]

DAY = {"per_decision_s": 24 * 3600, "reserve_s": 0}
MIDNIGHT = datetime(2026, 6, 2, tzinfo=UTC)  # half of a day from the noon at which the clock stands


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    """Three at a table of a day for each turn; all have chosen their first tickets at noon."""
    game = cast.started(alice, bob, charlie, clock=DAY)
    cast.choose_tickets(game)
    return game


def on_turn(game: Game) -> int:
    return game.decisions.get().seat


def mover(game: Game) -> User:
    return cast.user_of(game, on_turn(game))


def waiting(game: Game) -> User:
    """Somebody whose turn it is not."""
    return cast.user_of(game, (on_turn(game) + 1) % 3)


def nudge(user: User | None, game: Game, **body: Any) -> Any:
    return cast.client(user).post(f"/api/games/{game.pk}/nudge/", body)


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.data["code"]


def nudged(game: Game) -> list[str]:
    """Who was, in order."""
    rows = Notice.objects.filter(thread=f"game-{game.pk}", kind=Kind.REMINDER, matter__endswith="/nudge")
    return [row.user.username for row in rows.order_by("pk")]


def test_before_half_of_the_time_it_says_from_when_on(game: Game, hands: Hands) -> None:
    hands.on(hours=11, minutes=59, seconds=59)
    answer = nudge(waiting(game), game)

    assert refused(answer) == (409, "not_open")
    assert answer.json()["nudge_from"] == "2026-06-02T00:00:00Z"
    assert nudged(game) == []


def test_at_half_of_the_time_whoever_is_to_move_is_told_at_once_and_by_whom(game: Game, hands: Hands) -> None:
    hands.at = MIDNIGHT
    answer = nudge(waiting(game), game)

    assert (answer.status_code, answer.data["id"]) == (200, str(game.pk))
    told = Notice.objects.get(kind=Kind.REMINDER, matter__endswith="/nudge")
    assert (told.user, told.due_at) == (mover(game), MIDNIGHT)
    assert told.facts["who"] == waiting(game).username


def test_once_in_a_turn_whoever_it_is(game: Game, hands: Hands) -> None:
    hands.at = MIDNIGHT
    nudge(waiting(game), game)
    for user in (waiting(game), cast.user_of(game, (on_turn(game) + 2) % 3)):
        answer = nudge(user, game)
        assert refused(answer) == (409, "not_open")
        assert answer.json()["at"] == "2026-06-02T00:00:00Z"
    assert nudged(game) == [mover(game).username]


def test_the_next_turn_has_a_nudge_of_its_own(game: Game, hands: Hands) -> None:
    hands.at = MIDNIGHT
    first = mover(game)
    nudge(waiting(game), game)
    for _card in range(2):
        cast.answer(game, on_turn(game), {"type": "draw_card", "from": "deck"})

    assert refused(nudge(first, game)) == (409, "not_open")  # it began just now
    hands.on(hours=12)
    assert nudge(first, game).status_code == 200
    assert nudged(game) == [first.username, mover(game).username]


def test_the_second_card_is_the_same_turn(game: Game, hands: Hands) -> None:
    hands.at = MIDNIGHT
    nudge(waiting(game), game)
    cast.answer(game, on_turn(game), {"type": "draw_card", "from": "deck"})
    assert refused(nudge(waiting(game), game)) == (409, "not_open")


def test_in_a_pause_nobody_is_waited_for(game: Game, hands: Hands) -> None:
    hands.at = MIDNIGHT
    asks, *others = (seat.user for seat in game.seats.all())
    assert asks is not None
    pauses.ask(game_id=game.pk, user=asks, days=1)
    for other in others:
        assert other is not None
        pauses.answer(game_id=game.pk, user=other, agrees=True)
    answer = nudge(waiting(game), game)
    assert refused(answer) == (409, "not_open")
    assert "pauses" in answer.data["detail"]

    hands.on(days=1, seconds=1)
    assert nudge(waiting(game), game).status_code == 200


def test_nobody_nudges_themselves(game: Game, hands: Hands) -> None:
    hands.at = MIDNIGHT
    for body in ({}, {"seat": on_turn(game)}):
        assert refused(nudge(mover(game), game, **body)) == (409, "not_open")
    assert nudged(game) == []


def test_computers_are_not_nudged(alice: User, bob: User, hands: Hands) -> None:
    """Of a game of two people and a computer that takes its time."""
    game = cast.started(alice, bob, bots=("easy",), clock=DAY)
    computer = game.seats.get(bot="easy").number
    hands.at = MIDNIGHT
    assert refused(nudge(alice, game, seat=computer)) == (409, "not_open")
    assert nudged(game) == []


def test_a_stand_in_is_not_nudged(game: Game, hands: Hands) -> None:
    hands.at = MIDNIGHT
    user = waiting(game)
    absence.leave(game_id=game.pk, user=mover(game))
    assert refused(nudge(user, game)) == (409, "not_open")


def test_only_players_nudge(game: Game, hands: Hands) -> None:
    hands.at = MIDNIGHT
    assert refused(nudge(cast.person("dora"), game)) == (403, "not_your_seat")
    assert refused(nudge(None, game)) == (401, "not_authenticated")
    left = waiting(game)
    absence.leave(game_id=game.pk, user=left)
    assert refused(nudge(left, game)) == (403, "not_your_seat")
    assert nudged(game) == []


def test_a_key_that_may_only_read_does_not_nudge(game: Game, hands: Hands) -> None:
    hands.at = MIDNIGHT
    for scope, status in ((Scope.READ, 403), (Scope.PLAY, 200)):
        _row, key = accounts.create_key(user=waiting(game), name="bot", scope=scope)
        program = cast.client(None)
        program.credentials(HTTP_AUTHORIZATION=f"Token {key}")
        assert program.post(f"/api/games/{game.pk}/nudge/", {}).status_code == status


def test_without_a_clock_a_day_must_have_gone(alice: User, bob: User, hands: Hands) -> None:
    game = cast.started(alice, bob, clock=None)
    cast.keep_all(game, game.seats.get(user=alice).number)
    hands.on(hours=23, minutes=59, seconds=59)
    answer = nudge(alice, game)
    assert refused(answer) == (409, "not_open")
    assert answer.json()["nudge_from"] == "2026-06-02T12:00:00Z"

    hands.on(seconds=1)
    assert nudge(alice, game).status_code == 200
    assert nudged(game) == ["bobby"]


def test_where_several_are_asked_the_seat_is_said(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = cast.started(alice, bob, charlie, clock=DAY)
    cast.keep_all(game, game.seats.get(user=alice).number)
    hands.at = MIDNIGHT
    numbers = {seat.user.username: seat.number for seat in game.seats.all() if seat.user}
    answer = nudge(alice, game)
    assert refused(answer) == (400, "bad_request")
    assert sorted(answer.data["seats"]) == sorted([numbers["bobby"], numbers["charlie"]])

    assert nudge(alice, game, seat=numbers["charlie"]).status_code == 200
    assert refused(nudge(alice, game, seat=numbers["alice"])) == (409, "not_open")
    assert nudged(game) == ["charlie"]


@pytest.mark.parametrize("body", [{"seat": -1}, {"seat": "one"}, {"to": "bobby"}])
def test_what_makes_no_sense_is_refused(game: Game, hands: Hands, body: dict[str, Any]) -> None:
    hands.at = MIDNIGHT
    assert refused(nudge(waiting(game), game, **body)) == (400, "bad_request")
    assert nudged(game) == []


def test_a_game_that_has_not_begun_or_is_not_there_takes_none(alice: User) -> None:
    answer = cast.client(alice).post("/api/games/", {"edition": "usa", "seats": 2})
    assert nudge(alice, Game(pk=answer.data["id"])).status_code == 409
    assert nudge(alice, Game(pk=4711)).status_code == 404


def test_others_see_how_long_ago_somebody_was_told(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    """Told at 12:02 by mail; nothing before that, and of nothing but the open turn."""
    cache.clear()
    game = cast.started(alice, bob, clock=DAY)
    cast.keep_all(game, game.seats.get(user=alice).number)

    def told(user: User | None) -> bool:
        return "told " in pages.text(pages.get(user, pages.at(game)))

    assert not told(alice)
    hands.on(minutes=2)
    Office(hands).sweep()
    hands.on(hours=14)
    for reader in (alice, charlie, None):
        assert "told 14 h ago" in pages.text(pages.get(reader, pages.at(game)))
    assert not told(bob)

    cast.keep_all(game, game.seats.get(user=bob).number)
    assert not told(alice)
