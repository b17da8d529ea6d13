"""Who looks is known by the cache alone: without it nobody does, and notices go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.notices import delivery, looking
from accounts.notices.models import Notice
from tests import cast

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

    from accounts.models import User

pytestmark = pytest.mark.django_db


def lose_cache(settings: SettingsWrapper) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "unix:///nowhere/valkey.sock",
        }
    }


def test_without_the_cache_nobody_looks(settings: SettingsWrapper) -> None:
    lose_cache(settings)

    assert looking.last_seen(1, ["game-1"]) == {}
    assert looking.looking_until(1, ["game-1"]) == {}


def test_without_the_cache_waiting_notices_are_read_again(
    alice: User, bob: User, settings: SettingsWrapper
) -> None:
    game = cast.started(alice, bob)
    waiting = Notice.objects.filter(thread=f"game-{game.pk}", state=Notice.State.WAITING)
    assert waiting.exists()
    lose_cache(settings)
    cast.choose_tickets(game)

    delivery.review(thread=f"game-{game.pk}")

    turns = waiting.filter(kind="your_turn")
    asked = cast.user_of(game, game.decisions.get().seat)
    assert set(turns.values_list("user", flat=True)) == {asked.pk}
