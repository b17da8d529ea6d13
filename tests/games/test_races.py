"""Real transactions on the real database, at the same time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import engine, store
from games.models import Answer, Decision, Game, Move
from games.services import chat, deadlines, lobby, play
from games.services.errors import ServiceError
from tests import cast

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run all of them at the same moment, each on a connection of its own; results or refusals."""
    ready = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        ready.wait(10)
        try:
            return call()
        except (ServiceError, engine.IllegalAction) as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def code(result: Any) -> str:
    return result.code if isinstance(result, ServiceError) else "done"


def draw(game: Game, key: str) -> Callable[[], Any]:
    user, decision = cast.user_of(game, 0), game.decisions.get().name
    action = {"type": "draw_card", "from": "deck"}
    return lambda: play.submit(game_id=game.pk, user=user, decision=decision, action=action, key=key)


def test_two_tabs_answer_the_same_decision_and_one_is_told_that_it_is_late(turn: Game) -> None:
    results = at_once(*(draw(turn, f"tab-{number}") for number in range(4)))

    assert Counter(map(code, results)) == {"done": 1, "stale_decision": 3}
    assert Move.objects.filter(game=turn, by="human", action__type="draw_card").count() == 1


def test_one_request_sent_four_times_makes_one_move(turn: Game) -> None:
    results = at_once(*[draw(turn, "same")] * 4)

    assert Counter(map(code, results)) == {"done": 4}
    assert sorted(result.repeated for result in results) == [False, True, True, True]
    assert len({result.move.pk for result in results}) == 1


def test_all_choose_first_tickets_at_the_same_moment(alice: User, bob: User, charlie: User) -> None:
    game = cast.started(alice, bob, charlie)
    state = cast.table(game).state
    tickets = engine.EDITIONS["usa"].describe()["tickets"]

    def keep(seat: int) -> Callable[[], Any]:
        user, decision = cast.user_of(game, seat), game.decisions.get(seat=seat).name
        kept = {"type": "keep_tickets", "tickets": [tickets[number]["id"] for number in state.offered[seat]]}
        return lambda: play.submit(game_id=game.pk, user=user, decision=decision, action=kept, key=str(seat))

    results = at_once(*(keep(seat) for seat in range(3)))

    assert Counter(map(code, results)) == {"done": 3}
    game.refresh_from_db()
    assert game.seq == 3
    assert [row.kind for row in game.decisions.all()] == ["turn"]
    assert store.replayed(game) == store.stored(game)


def test_twenty_ask_for_the_last_seat_at_the_same_moment_and_one_gets_it(alice: User) -> None:
    game = lobby.open_table(user=alice, edition="usa", size=2, options={"public": False})
    clients = [cast.client(cast.person(f"guest-{number}")) for number in range(20)]
    url, word = f"/api/games/{game.pk}/join/", {"invite": game.invite}

    answers = at_once(*(lambda client=client: client.post(url, word) for client in clients))

    told = Counter(
        (answer.status_code, answer.data.get("code"), answer.data.get("detail")) for answer in answers
    )
    assert told == {
        (200, None, None): 1,
        (409, "seat_taken", "All seats are taken: the game has begun."): 19,
    }
    game.refresh_from_db()
    assert game.is_running
    assert game.seats.count() == 2


def test_a_guest_who_begins_many_games_at_once_gets_no_more_than_others(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST_OF_A_GUEST", 2)
    guest = guests.create()
    begin = partial(
        lobby.open_table, user=guest, edition="usa", size=2, options={"public": False}, bots=["easy"]
    )

    results = at_once(*[begin] * 6)

    assert Counter(map(code, results)) == {"done": 2, "forbidden": 4}
    assert Game.objects.count() == 2


@pytest.mark.parametrize("early_ms", [-3, 0, 3, 8])
def test_a_move_at_the_deadline_counts_or_was_late_and_never_both(
    alice: User, bob: User, early_ms: int
) -> None:
    """Five workers look at the clock while the move is on its way."""
    game = cast.started(alice, bob)
    cast.choose_tickets(game)
    decision, user = game.decisions.get(), cast.user_of(game, 0)
    deadline = timezone.now() + timedelta(milliseconds=250)
    assert decision.clock is not None
    began = deadline - timedelta(days=6)
    Decision.objects.filter(pk=decision.pk).update(
        deadline=deadline, clock={**decision.clock, "since": began.isoformat()}
    )
    action = {"type": "draw_tickets"}

    def move() -> Any:
        wait_until(deadline - timedelta(milliseconds=early_ms))
        return play.submit(game_id=game.pk, user=user, decision=decision.name, action=action, key="k")

    def sweep() -> bool:
        acted = False
        while timezone.now() < deadline + timedelta(milliseconds=150):
            acted |= deadlines.time_up(game_id=game.pk)
        return acted

    result, *swept = at_once(move, *[sweep] * 5)

    moves = list(Move.objects.filter(game=game, seq__gt=2).order_by("seq").values_list("seat", "by"))
    late = isinstance(result, ServiceError)
    assert swept.count(True) == 1  # of the whole turn, or of the choice of tickets that the move led to
    assert Answer.objects.filter(game=game, in_time=False).count() == 1
    assert moves[0] == (0, "stand-in" if late else "human")
    assert set(moves[1:]) <= {(0, "stand-in")}
    assert game.decisions.get().seat == 1
    if late:
        assert result.facts["late"] is True
    assert store.replayed(Game.objects.get(pk=game.pk)) == store.stored(Game.objects.get(pk=game.pk))


def wait_until(instant: datetime) -> None:
    time.sleep(max(0.0, (instant - timezone.now()).total_seconds()))


def test_one_line_of_the_chat_sent_four_times_is_said_once(turn: Game, alice: User) -> None:
    say = partial(chat.say, game_id=turn.pk, user=alice, text="@bobby hi", key="same")
    results = at_once(*[say] * 4)

    assert sorted(result.repeated for result in results) == [False, True, True, True]
    assert turn.chat.count() == 1


def test_of_lines_at_the_same_moment_no_more_than_allowed_are_said(turn: Game, alice: User) -> None:
    for number in range(18):
        chat.say(game_id=turn.pk, user=alice, text="hi", key=str(number))
    results = at_once(
        *(
            partial(chat.say, game_id=turn.pk, user=alice, text="hi", key=f"tab-{number}")
            for number in range(4)
        )
    )

    assert Counter(map(code, results)) == {"done": 2, "throttled": 2}
    assert turn.chat.count() == 20
