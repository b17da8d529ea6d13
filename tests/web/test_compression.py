"""Pages travel compressed to who can read it."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game

pytestmark = pytest.mark.django_db


def test_a_table_shrinks_to_a_third_or_less(turn: Game) -> None:
    plain = Client().get(f"/games/{turn.pk}/")
    packed = Client().get(f"/games/{turn.pk}/", headers={"Accept-Encoding": "gzip"})

    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 3
    assert "Accept-Encoding" in packed.headers["Vary"]
