"""Looking back on finished games, piece by piece, with few playouts for each turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games import hindsight, selectors, store, tasks
from games.hindsight import Round
from games.models import FailedTask, Game, Hindsight
from games.services import hindsights
from tests import cast, finished
from tests.conftest import Hands

pytestmark = pytest.mark.django_db

ROUGHLY, CLOSELY = 1, 2
Sent = list[tuple[str, list[int], float | None]]


@pytest.fixture(autouse=True)
def few(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Switched on, and done in one piece."""
    settings.HINDSIGHTS = True
    monkeypatch.setattr(hindsight, "ROUNDS", (Round(1000, ROUGHLY), Round(4, CLOSELY)))
    monkeypatch.setattr(hindsights, "PIECE_S", 1_000)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """One playout in a piece."""
    monkeypatch.setattr(hindsights, "PIECE_S", 0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes of a playout is chance alone."""
    monkeypatch.setattr(hindsight, "playout", lambda state, rng: [rng.random(), rng.random()])


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Tasks that were sent: name, ids, after how long."""
    bells: Sent = []

    def note(task: str, *, args: tuple[int, ...], countdown: float | None = None, **_: object) -> None:
        bells.append((task.removeprefix("games.tasks."), list(args), countdown))

    monkeypatch.setattr("games.services.outbox.current_app.send_task", note)
    return bells


def pieces(game: Game) -> int:
    """How many it took to the end."""
    return sum(1 for _ in iter(lambda: hindsights.go_on(game_id=game.pk), False))


def ready(game: Game) -> Hindsight:
    assert pieces(game) == 1
    return Hindsight.objects.get(game=game)


# Begun


@pytest.mark.parametrize("edition", ["usa", "card-game"])
def test_the_last_move_begins_it(
    alice: User, sent: Sent, edition: str, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    game, last = finished.nearly(edition, alice)
    with django_capture_on_commit_callbacks(execute=True):
        last()
    assert Hindsight.objects.get(game=game).is_waiting
    assert [its for its in sent if its[0] == "look_back"] == [("look_back", [game.pk], None)]


def test_before_the_last_move_nothing_is_begun(turn: Game) -> None:
    cast.play_on(turn, 2)
    assert not Hindsight.objects.exists()


def test_switched_off_nothing_is_begun_nor_gone_on_with(settings: Any, alice: User) -> None:
    game = finished.game("usa", alice)
    settings.HINDSIGHTS = False
    assert not hindsights.go_on(game_id=game.pk)
    assert hindsights.left_lying() == []
    Hindsight.objects.all().delete()
    hindsights.begin(game, timezone.now())
    assert not Hindsight.objects.exists()


# Turns


def test_turns_are_told_by_their_moves(alice: User) -> None:
    """Each begins where somebody may do anything, and has the moves that continue it."""
    game = finished.game("usa", alice)
    moves = list(store.moves(game))
    turns = hindsights.turns_of(game, moves)
    within = [seq for first, last in turns for seq in range(first, last + 1)]
    kinds = {moves[first].action["type"] for first, _ in turns}  # type: ignore[index]
    assert within == list(range(within[0], len(moves)))  # no move between two turns, none in both
    assert [move.seat for move in moves[: within[0]]] == [None, 1, 0]  # the set-up, and first tickets
    assert kinds <= {"draw_card", "claim_route", "draw_tickets"}
    assert all(len({moves[seq].seat for seq in range(first, last + 1)}) == 1 for first, last in turns)
    for first, last in turns:
        action = moves[first].action
        assert action is not None
        if action["type"] == "claim_route":
            assert first == last
        if action["type"] == "draw_tickets":
            assert moves[last].action["type"] == "keep_tickets"  # type: ignore[index]


def test_a_scoring_of_the_card_game_belongs_to_no_turn(alice: User) -> None:
    game = finished.game("card-game", alice)
    moves = list(store.moves(game))
    turns = hindsights.turns_of(game, moves)
    completing = [move.seq for move in moves if move.action and move.action["type"] == "complete_tickets"]
    assert completing
    assert not [seq for seq in completing for first, last in turns if first <= seq <= last]


# Piece by piece


def test_a_piece_is_at_least_one_playout_and_rings_for_the_next(
    alice: User,
    sent: Sent,
    quick: None,
    small: None,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    game = finished.game("usa", alice)
    with django_capture_on_commit_callbacks(execute=True):
        assert hindsights.go_on(game_id=game.pk)
    row = Hindsight.objects.get(game=game)
    assert row.weighing["weighing"]["done"][:2] == [1, 0]
    assert sent == [("look_back", [game.pk], hindsights.REST_S)]


def test_pieces_lead_to_the_same_as_all_at_once(alice: User, small: None) -> None:
    game = finished.game("card-game", alice)
    work = hindsights.Work.of(game, Hindsight.objects.get(game=game))
    for _ in range(3):
        assert work.play_on()
        hindsights.go_on(game_id=game.pk)
    row = Hindsight.objects.get(game=game)
    assert row.weighing["weighing"] == work.written()["weighing"]
    assert hindsights.Work.of(game, row) == replace(work, _at=None)


@pytest.mark.parametrize("edition", ["usa", "card-game"])
def test_what_was_lost_with_its_worker_is_done_again_the_same(alice: User, small: None, edition: str) -> None:
    game = finished.game(edition, alice)

    hindsights.go_on(game_id=game.pk)
    before = Hindsight.objects.get(game=game).weighing
    with transaction.atomic():
        hindsights.go_on(game_id=game.pk)
        lost = Hindsight.objects.get(game=game).weighing
        transaction.set_rollback(True)
    assert Hindsight.objects.get(game=game).weighing == before != lost
    hindsights.go_on(game_id=game.pk)
    assert Hindsight.objects.get(game=game).weighing == lost


def test_ready_it_tells_turns_and_rings_for_whoever_looks(
    alice: User, sent: Sent, quick: None, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    game = finished.game("usa", alice)
    with django_capture_on_commit_callbacks(execute=True):
        row = ready(game)
    assert sent[-1] == ("push_hindsight", [game.pk], None)
    assert (row.weighing, row.failures) == (None, 0)
    told = selectors.swings(row)
    assert len(told) == hindsight.TOLD
    assert [swing.turn for swing in told] == sorted(swing.turn for swing in told)
    moves = {move.seq: move for move in store.moves(game)}
    assert all(moves[swing.first].seat == swing.seat for swing in told)
    assert not hindsights.go_on(game_id=game.pk)


def test_what_hard_would_have_done_instead_is_another_action(alice: User, quick: None) -> None:
    game = finished.game("usa", alice)
    moves = {move.seq: move for move in store.moves(game)}
    for swing in selectors.swings(ready(game)):
        if swing.instead:
            done = moves[swing.first].action
            assert done is not None
            keys = ("type", "route")
            assert [done.get(key) for key in keys] != [swing.instead.get(key) for key in keys]


# Running games come first


@pytest.fixture
def asked(alice: User, hands: Hands) -> Game:
    """A game in which a computer player is to move."""
    return cast.started(alice, bots=("normal",))


def test_a_piece_ends_when_a_computer_is_to_move(asked: Game, bob: User, quick: None) -> None:
    game = finished.game("usa", bob)
    hindsights.go_on(game_id=game.pk)
    row = Hindsight.objects.get(game=game)
    assert sum(row.weighing["weighing"]["done"][:-1]) == 1


def test_a_turn_that_fails_holds_nothing_up(asked: Game, bob: User, quick: None, hands: Hands) -> None:
    game = finished.game("usa", bob)
    hands.on(seconds=hindsights.PASSED_OVER.total_seconds() + 1)
    ready(game)


def test_people_to_move_hold_nothing_up(turn: Game, bob: User, quick: None) -> None:
    ready(finished.game("usa", bob))


# One after the other


def test_another_game_waits_until_the_first_is_ready(
    alice: User, bob: User, sent: Sent, quick: None, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    first, second = finished.game("usa", alice), finished.game("usa", bob)
    assert not hindsights.go_on(game_id=second.pk)
    with django_capture_on_commit_callbacks(execute=True):
        ready(first)
    assert sent[-1] == ("look_back", [second.pk], hindsights.REST_S)
    assert hindsights.go_on(game_id=second.pk)


# Failures


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("red, red")

    monkeypatch.setattr(hindsight, "playout", fail)


def test_a_failure_is_noted_and_after_the_third_it_is_given_up(
    alice: User,
    bob: User,
    sent: Sent,
    broken: None,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    game, following = finished.game("usa", alice), finished.game("usa", bob)
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(Hindsight.MOST_FAILURES):
            assert selectors.hindsight(game) is not None
            tasks.look_back.apply(args=[game.pk])
    assert FailedTask.objects.get().times == Hindsight.MOST_FAILURES
    assert selectors.hindsight(game) is None
    assert not hindsights.go_on(game_id=game.pk)
    assert sent == [("look_back", [following.pk], hindsights.REST_S)]  # no bell for what failed


def test_getting_on_forgives_failures(alice: User, quick: None, small: None) -> None:
    game = finished.game("usa", alice)
    Hindsight.objects.update(failures=Hindsight.MOST_FAILURES - 1)
    hindsights.go_on(game_id=game.pk)
    assert Hindsight.objects.get().failures == 0


# The sweep


def test_the_sweep_finds_a_lost_bell(alice: User, bob: User, hands: Hands) -> None:
    first, _second = finished.game("usa", alice), finished.game("usa", bob)
    hands.on(seconds=hindsights.LEFT_LYING.total_seconds())
    assert hindsights.left_lying() == []
    hands.on(seconds=1)
    assert hindsights.left_lying() == [first.pk]


def test_the_sweep_leaves_alone_what_goes_on(alice: User, quick: None, small: None, hands: Hands) -> None:
    game = finished.game("usa", alice)
    hands.on(minutes=5)
    hindsights.go_on(game_id=game.pk)
    assert hindsights.left_lying() == []


def test_the_sweep_leaves_alone_what_is_ready(alice: User, quick: None, hands: Hands) -> None:
    ready(finished.game("usa", alice))
    hands.on(days=1)
    assert hindsights.left_lying() == []


# At the same time


@pytest.mark.django_db(transaction=True)
def test_two_at_once_do_one_piece(alice: User, quick: None, small: None) -> None:
    game = finished.game("usa", alice)
    done: list[bool] = []

    def other() -> None:
        done.append(hindsights.go_on(game_id=game.pk))
        connection.close()

    with transaction.atomic():
        assert hindsights.go_on(game_id=game.pk)
        thread = Thread(target=other)
        thread.start()
        thread.join(10)
    assert done == [False]
    assert sum(Hindsight.objects.get().weighing["weighing"]["done"][:-1]) == 1
