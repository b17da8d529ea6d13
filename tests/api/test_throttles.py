"""Whoever asks too fast is told when to ask again."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from accounts.models import User
from games.api.throttles import PersonThrottle
from tests import cast


def test_too_many_requests_are_refused_with_a_time_to_wait(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setattr(PersonThrottle, "get_rate", lambda self: "2/min")
    api = cast.client(alice)

    answers = [api.get("/api/games/") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].data["code"] == "throttled"
    assert 0 < int(answers[2]["Retry-After"]) <= 60
    cache.clear()


def test_fifty_requests_a_second_are_promised() -> None:
    number, seconds = PersonThrottle().parse_rate(PersonThrottle().get_rate())

    assert number is not None
    assert seconds is not None
    assert number / seconds >= 50
