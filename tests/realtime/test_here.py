"""The one word that a client says: that somebody looks at the table just now."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import User
from accounts.notices import looking
from games.models import Game
from games.realtime import consumers, publish
from tests.conftest import Hands
from tests.realtime.test_push import greeted, heard, socket

pytestmark = pytest.mark.django_db(transaction=True)

LIMIT_S = 15


@pytest.fixture(autouse=True)
def nobody_looked() -> None:
    cache.clear()


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Who was noted to look at what, in order."""
    noted: list[tuple[int, str]] = []
    monkeypatch.setattr(looking, "note", lambda *, user_id, thread: noted.append((user_id, thread)))
    return noted


def seen(user: User, game: Game) -> datetime | None:
    thread = f"game-{game.pk}"
    return looking.last_seen(user.pk, [thread]).get(thread)


def becomes(what: Callable[[], Any], wanted: object) -> bool:
    """Is it so before long?"""
    end = time.monotonic() + LIMIT_S
    while (now := what()) != wanted and time.monotonic() < end:
        time.sleep(0.02)
    return bool(now == wanted)


def test_whoever_is_here_is_noted_to_have_looked_at_this_table_now(
    live_site: str, game: Game, alice: User, bob: User, hands: Hands
) -> None:
    with socket(live_site, f"/ws/games/{game.pk}/", alice) as connection:
        assert greeted(connection)
        assert seen(alice, game) is None
        connection.send("here")
        assert becomes(lambda: seen(alice, game), hands.at)
    assert seen(bob, game) is None
    assert seen(alice, Game(pk=game.pk + 1)) is None


def test_other_words_are_not_heard(
    live_site: str, game: Game, alice: User, noted: list[tuple[int, str]]
) -> None:
    with socket(live_site, f"/ws/games/{game.pk}/", alice) as connection:
        assert greeted(connection)
        for word in ("Here", "here ", '"here"', '{"type": "here"}', "", b"here", "x" * 100_000):
            connection.send(word)
        connection.send("here")  # words are read in their order
        assert becomes(lambda: len(noted), 1)
    assert noted == [(alice.pk, f"game-{game.pk}")]


def test_it_is_noted_no_oftener_than_it_has_to_be(
    live_site: str, game: Game, alice: User, noted: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(consumers, "monotonic", lambda: now[0])
    with socket(live_site, f"/ws/games/{game.pk}/", alice) as connection:
        assert greeted(connection)
        for _time in range(20):
            connection.send("here")
        publish.moved(game_id=game.pk, seq=1)
        assert heard(connection)["seq"] == 1
        assert becomes(lambda: len(noted), 1)
        now[0] += consumers.NOT_OFTENER_S
        connection.send("here")
        assert becomes(lambda: len(noted), 2)


def test_strangers_are_nobody_to_be_noted(live_site: str, game: Game, noted: list[tuple[int, str]]) -> None:
    with socket(live_site, f"/ws/games/{game.pk}/", None) as connection:
        assert greeted(connection)
        connection.send("here")
        publish.moved(game_id=game.pk, seq=1)
        assert heard(connection)["seq"] == 1
    assert noted == []


def test_a_list_of_games_is_no_table(live_site: str, alice: User, noted: list[tuple[int, str]]) -> None:
    with socket(live_site, "/ws/me/", alice) as connection:
        assert greeted(connection)
        connection.send("here")
        with pytest.raises(TimeoutError):
            connection.recv(0.2)
    assert noted == []


def test_a_page_that_is_hidden_says_so_and_then_nobody_looks(
    live_site: str, game: Game, alice: User, hands: Hands
) -> None:
    thread = f"game-{game.pk}"
    with socket(live_site, f"/ws/games/{game.pk}/", alice) as connection:
        assert greeted(connection)
        connection.send("here")
        assert becomes(lambda: thread in looking.looking_until(alice.pk, [thread]), True)
        connection.send("gone")
        assert becomes(lambda: thread in looking.looking_until(alice.pk, [thread]), False)
        connection.send("here")  # another word than the last is never too often
        assert becomes(lambda: thread in looking.looking_until(alice.pk, [thread]), True)
    assert seen(alice, game) == hands.at
