"""The chat of a table for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accounts import services as accounts
from accounts.models import Scope, User
from games.models import ChatLine, Game
from games.services import absence
from tests import cast

if TYPE_CHECKING:
    from tests.conftest import Hands

pytestmark = pytest.mark.django_db


def url(game: Game) -> str:
    return f"/api/games/{game.pk}/chat/"


def read(user: User | None, game: Game, query: str = "") -> Any:
    return cast.client(user).get(url(game) + query)


def say(user: User | None, game: Game, text: Any = "hello", key: str = "") -> Any:
    return cast.client(user).post(url(game), {"text": text}, headers={"Idempotency-Key": key or cast.key()})


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.data["code"]


@pytest.mark.usefixtures("hands")
def test_a_line_is_said_and_read(game: Game, alice: User, bob: User) -> None:
    answer = say(alice, game, " @bobby hello ")
    line = {
        "id": str(ChatLine.objects.get().pk),
        "seat": game.seats.get(user=alice).number,
        "who": "alice",
        "text": "@bobby hello",
        "at": "2026-06-01T12:00:00Z",
    }
    assert (answer.status_code, answer.json()) == (201, line)
    assert read(bob, game).json() == {"lines": [line]}


def test_only_what_came_after(game: Game, alice: User, bob: User) -> None:
    first, second = (say(alice, game, text).data["id"] for text in ("one", "two"))
    assert [line["text"] for line in read(bob, game, f"?after={first}").data["lines"]] == ["two"]
    assert read(bob, game, f"?after={second}").data == {"lines": []}
    for query in ("?after=x", "?after=-1", f"?after={2**63}"):
        assert refused(read(bob, game, query)) == (400, "bad_request")


def test_the_same_key_says_it_once(game: Game, alice: User) -> None:
    first, again = (say(alice, game, "once", key="k") for _ in range(2))
    assert (first.status_code, again.status_code, again.json()) == (201, 200, first.json())
    assert refused(say(alice, game, "twice", key="k")) == (409, "key_reused")
    assert ChatLine.objects.count() == 1


def test_without_a_key_it_is_refused(game: Game, alice: User) -> None:
    assert refused(cast.client(alice).post(url(game), {"text": "hi"})) == (400, "bad_request")


@pytest.mark.parametrize("text", ["", " ", "x" * 501, "a\x00b", None, ["x"]])
def test_what_is_no_line_is_refused(game: Game, alice: User, text: Any) -> None:
    assert refused(say(alice, game, text)) == (400, "bad_request")


def test_strangers_and_spectators_neither_read_nor_say(game: Game, charlie: User) -> None:
    assert refused(read(charlie, game)) == (403, "not_your_seat")
    assert refused(say(charlie, game)) == (403, "not_your_seat")
    assert refused(read(None, game)) == (401, "not_authenticated")
    assert refused(say(None, game)) == (401, "not_authenticated")
    assert refused(read(charlie, Game(pk=4711))) == (404, "not_found")
    assert refused(say(charlie, Game(pk=4711))) == (404, "not_found")


def test_alone_with_computers_there_is_no_chat(alice: User) -> None:
    game = cast.started(alice, bots=("easy",))
    assert refused(read(alice, game)) == (409, "not_open")
    assert refused(say(alice, game)) == (409, "not_open")


def test_whose_seat_was_taken_over_has_no_seat_any_more(
    turn: Game, alice: User, bob: User, charlie: User
) -> None:
    say(bob, turn, "mine")
    absence.resign(game_id=turn.pk, user=bob)
    absence.take_over(game_id=turn.pk, user=charlie)
    [line] = read(bob, turn).data["lines"]
    assert (line["seat"], line["who"]) == (None, "bobby")
    bob.delete()
    [line] = read(alice, turn).data["lines"]
    assert (line["seat"], line["who"], line["text"]) == (None, None, "mine")


def test_too_much_at_once_says_how_long_to_wait(game: Game, alice: User, hands: Hands) -> None:
    for _ in range(20):
        assert say(alice, game).status_code == 201
    hands.on(seconds=15.5)
    answer = say(alice, game)
    assert refused(answer) == (429, "throttled")
    assert (answer["Retry-After"], answer.data["retry_after"]) == ("45", 45)


def test_a_key_that_may_only_read_reads(game: Game, alice: User) -> None:
    for scope, status in ((Scope.READ, 403), (Scope.PLAY, 201)):
        _row, key = accounts.create_key(user=alice, name="bot", scope=scope)
        program = cast.client(None)
        program.credentials(HTTP_AUTHORIZATION=f"Token {key}")
        assert program.get(url(game)).status_code == 200
        assert program.post(url(game), {"text": "hi"}, headers={"Idempotency-Key": "k"}).status_code == status


def test_reading_takes_few_queries(
    game: Game, alice: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        say(alice, game)
        say(bob, game)
    program = cast.client(alice)
    with django_assert_max_num_queries(6):  # session, person, game, own seat, seats, lines
        assert len(program.get(url(game)).data["lines"]) == 6
