"""Computer players at real tables: by the same door, at once, and never silently stuck."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import ai, engine, store
from games.models import Decision, FailedTurn, Game, Move
from games.services import bots, lobby
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def with_bot(alice: User) -> Game:
    """Alice and a computer player choose first tickets."""
    return cast.started(alice, bots=("normal",))


def bot_seat(game: Game) -> int:
    return game.seats.exclude(bot="").get().number


def test_a_computer_player_answers_its_own_decision(with_bot: Game) -> None:
    seat = bot_seat(with_bot)

    assert bots.play_one(game_id=with_bot.pk) is True

    move = Move.objects.get(game=with_bot, seq=1)
    assert (move.seat, move.by) == (seat, "bot")
    assert not with_bot.decisions.filter(seat=seat).exists()


def test_it_does_not_answer_for_people(with_bot: Game) -> None:
    bots.play_one(game_id=with_bot.pk)

    assert bots.play_one(game_id=with_bot.pk) is False
    assert Move.objects.filter(game=with_bot).count() == 2


def test_it_sees_a_view_and_nothing_else(with_bot: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []

    def choose(view: Any, level: str, rng: Any, deadline: float | None = None) -> engine.Action:
        shown.append(view)
        return ai.player(level)(view, rng)

    monkeypatch.setattr(bots.ai, "choose", choose)
    bots.play_one(game_id=with_bot.pk)

    (view,) = shown
    state = cast.table(with_bot).state
    assert view.viewer == bot_seat(with_bot)
    assert view.hands is None
    assert not any(value is state for value in view.facts())


def test_it_has_eight_seconds(with_bot: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks ahead stops at its deadline; what it had begun then takes a moment more."""
    given: list[float] = []

    def choose(view: Any, level: str, rng: Any, deadline: float) -> engine.Action:
        given.append(deadline)
        return ai.player(level, deadline)(view, rng)

    monkeypatch.setattr(bots.ai, "choose", choose)
    began = time.monotonic()
    bots.play_one(game_id=with_bot.pk)
    (deadline,) = given
    assert began < deadline < time.monotonic() + 8


def test_the_same_task_run_twice_makes_one_move(with_bot: Game) -> None:
    before = bots.store.snapshot

    def stale(game_id: int) -> Any:
        return kept

    kept = before(with_bot.pk)
    bots.play_one(game_id=with_bot.pk)
    original, store.snapshot = store.snapshot, stale
    try:
        assert bots.play_one(game_id=with_bot.pk) is True
    finally:
        store.snapshot = original
    assert Move.objects.filter(game=with_bot, by="bot").count() == 1


def test_a_turn_that_goes_wrong_is_kept_for_the_staff_without_secrets(
    with_bot: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(view: Any, *_: Any) -> engine.Action:
        raise RuntimeError(f"I hold {view.hand}")

    monkeypatch.setattr(bots.ai, "choose", fail)
    for _ in range(2):
        with pytest.raises(RuntimeError):
            bots.play_one(game_id=with_bot.pk)

    failed = FailedTurn.objects.get()
    assert (failed.game, failed.seat, failed.tries) == (with_bot, bot_seat(with_bot), 2)
    assert failed.error.startswith("RuntimeError")
    assert "hold" not in failed.error
    assert failed.solved_at is None


def test_a_failed_turn_is_solved_when_it_works_again(with_bot: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(bots.ai, "choose", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            bots.play_one(game_id=with_bot.pk)

    bots.play_one(game_id=with_bot.pk)

    assert FailedTurn.objects.get().solved_at is not None


def test_turns_whose_bell_was_lost_are_found(with_bot: Game) -> None:
    assert bots.left_lying() == []
    asked = Decision.objects.filter(game=with_bot)
    asked.update(act_at=asked[0].since - timedelta(minutes=1))

    assert bots.left_lying() == [with_bot.pk]


def test_what_failed_often_is_tried_again_after_a_while(with_bot: Game) -> None:
    asked = Decision.objects.filter(game=with_bot)
    asked.update(act_at=asked[0].since - timedelta(minutes=1))
    now = timezone.now()
    failed = FailedTurn.objects.create(
        game=with_bot,
        seat=bot_seat(with_bot),
        decision=f"0-{bot_seat(with_bot)}",
        error="RuntimeError",
        tries=bots.MOST_TRIES,
        first_at=now,
        last_at=now,
    )
    assert bots.left_lying() == []

    failed.last_at = now - timedelta(hours=2)
    failed.save()

    assert bots.left_lying() == [with_bot.pk]


def test_the_seat_of_a_deleted_account_is_played_on(game: Game, alice: User) -> None:
    alice.delete()

    assert bots.play_one(game_id=game.pk) is True
    assert Move.objects.get(game=game, seq=1).by == "stand-in"


def test_nobody_waits_for_people_there(game: Game) -> None:
    asked = Decision.objects.filter(game=game)
    asked.update(since=asked[0].since - timedelta(days=3))

    assert bots.left_lying() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("celery_worker")
def test_a_worker_moves_for_the_computer_as_soon_as_it_is_asked(alice: User) -> None:
    game = lobby.open_table(user=alice, edition="usa-mega", size=4, bots=("easy", "normal", "hard"))

    wait_for(lambda: Move.objects.filter(game=game, by="bot").count() == 3)

    assert [row.seat for row in game.decisions.all()] == [game.seats.get(user=alice).number]


def wait_for(condition: Any, limit_s: float = 20) -> None:
    end = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)
