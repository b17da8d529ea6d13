"""The staff's pages: tables and failed turns, without what seats hold."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import FailedTurn, Game
from tests import cast


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    boss = User.objects.create_superuser("boss", "boss@example.org", "a long sentence")
    client.force_login(boss)
    return client


def test_a_running_game_shows_no_secrets(staff: Client, turn: Game) -> None:
    turn.refresh_from_db()
    assert turn.seed is not None

    page = staff.get(f"/admin/games/game/{turn.pk}/change/").content.decode()

    assert "usa" in page
    assert bytes(turn.seed).hex() not in page
    edition = cast.table(turn).edition
    held = [ticket for ticket in edition.describe()["tickets"] if ticket["id"] in page]
    assert held == []


def test_failed_turns_are_listed(staff: Client, turn: Game) -> None:
    now = timezone.now()
    FailedTurn.objects.create(
        game=turn, seat=0, decision="2-0", error="RuntimeError at choose:1", first_at=now, last_at=now
    )

    page = staff.get("/admin/games/failedturn/").content.decode()

    assert "RuntimeError" in page


def test_games_cannot_be_changed_by_hand(staff: Client, turn: Game) -> None:
    answer = staff.post(f"/admin/games/game/{turn.pk}/change/", {"status": "finished"})

    assert answer.status_code == 403
    turn.refresh_from_db()
    assert turn.is_running
