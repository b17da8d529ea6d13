"""The staff's pages: tables and failed turns, without what seats hold."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import FailedTask, FailedTurn, Game
from games.services import failures
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


@pytest.fixture
def failed(turn: Game) -> FailedTurn:
    """A turn of a computer player that went wrong three times."""
    now = timezone.now()
    return FailedTurn.objects.create(
        game=turn, seat=0, decision="2-0", error="KeyError at choose:1", tries=3, first_at=now, last_at=now
    )


def rung(django_capture_on_commit_callbacks: Any, staff: Client, *rows: FailedTurn) -> list[Any]:
    """Tasks that are sent when somebody asks to try these again."""
    form = {"action": "try_again", "_selected_action": [row.pk for row in rows]}
    with (
        patch("games.services.outbox.current_app.send_task") as sent,
        django_capture_on_commit_callbacks(execute=True),
    ):
        staff.post("/admin/games/failedturn/", form)
    return [(call.args[0], call.kwargs["args"]) for call in sent.call_args_list]


def test_the_list_of_games_leads_to_tables_and_to_failed_turns(
    staff: Client, turn: Game, failed: FailedTurn, alice: User
) -> None:
    page = staff.get("/admin/games/game/").content.decode()
    to_failed = f"/admin/games/failedturn/?game__id__exact={turn.pk}"

    assert f'href="/games/{turn.pk}/"' in page
    assert f'href="{to_failed}">1</a>' in page
    assert f"{cast.user_of(turn, 0).username}, {cast.user_of(turn, 1).username}" in page
    assert "KeyError at choose:1" in staff.get(to_failed).content.decode()
    assert "0 failed turns" in staff.get(f"{to_failed}0").content.decode()

    assert "1 failed turn" in staff.get("/admin/games/failedturn/?solved=no").content.decode()

    failed.solved_at = failed.last_at
    failed.save()
    assert "0 failed turns" in staff.get("/admin/games/failedturn/?solved=no").content.decode()
    assert "1 failed turn" in staff.get("/admin/games/failedturn/?solved=yes").content.decode()
    assert to_failed not in staff.get("/admin/games/game/").content.decode()


def test_the_list_of_games_takes_as_many_queries_for_many_as_for_one(
    staff: Client, turn: Game, alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    with CaptureQueriesContext(connection) as one:
        staff.get("/admin/games/game/")
    for _ in range(3):
        cast.started(alice, bob)
    with django_assert_num_queries(len(one)):
        staff.get("/admin/games/game/")


@pytest.mark.parametrize(
    "asked", ["state__phase=turn", "seed__isnull=False", "invite__startswith=a", "moves__seq=1"]
)
def test_nobody_asks_the_list_for_what_it_does_not_show(staff: Client, turn: Game, asked: str) -> None:
    assert staff.get(f"/admin/games/game/?{asked}").status_code == 400
    assert staff.get("/admin/games/game/?status__exact=running").status_code == 200


def test_a_failed_turn_is_tried_again_when_the_staff_say_so(
    staff: Client, turn: Game, failed: FailedTurn, django_capture_on_commit_callbacks: Any
) -> None:
    failed.tries = 1000
    failed.save()
    assert rung(django_capture_on_commit_callbacks, staff, failed) == [
        ("games.tasks.computer_turn", (turn.pk,))
    ]


@pytest.mark.parametrize(("rights", "tasks"), [(["view"], 0), (["view", "change"], 1)])
def test_who_may_only_look_tries_nothing_again(
    rights: list[str],
    tasks: int,
    client: Client,
    turn: Game,
    failed: FailedTurn,
    django_capture_on_commit_callbacks: Any,
) -> None:
    helper = User.objects.create_user("helper", is_staff=True)
    names = [f"{right}_failedturn" for right in rights]
    helper.user_permissions.set(Permission.objects.filter(codename__in=names))
    client.force_login(helper)
    assert len(rung(django_capture_on_commit_callbacks, client, failed)) == tasks


@pytest.mark.parametrize("why", ["solved", "over"])
def test_what_is_solved_or_over_is_not_tried_again(
    why: str, staff: Client, turn: Game, failed: FailedTurn, django_capture_on_commit_callbacks: Any
) -> None:
    if why == "solved":
        FailedTurn.objects.update(solved_at=failed.last_at)
    else:
        Game.objects.update(status=Game.Status.CANCELLED)
    assert rung(django_capture_on_commit_callbacks, staff, failed) == []


def test_kinds_of_failed_tasks_are_listed_and_can_be_put_away(staff: Client) -> None:
    failures.note_task(name="accounts.tasks.forget_old_guests", args=(), error=KeyError("a secret"))
    failures.note_task(name="games.tasks.push_moved", args=(7, 30), error=OSError("a secret"))
    page = staff.get("/admin/games/failedtask/").content.decode()

    assert "accounts.tasks.forget_old_guests" in page
    assert "OSError" in page
    assert "[7, 30]" in page
    assert "a secret" not in page
    row = FailedTask.objects.get(error="KeyError")
    staff.post(f"/admin/games/failedtask/{row.pk}/delete/", {"post": "yes"})
    assert FailedTask.objects.get().error == "OSError"


@pytest.mark.parametrize("row", ["game", "failedturn", "failedtask"])
def test_who_is_not_staff_is_sent_away(turn: Game, alice: User, row: str) -> None:
    for user in (alice, None):
        answer = cast.client(user).get(f"/admin/games/{row}/")
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/admin/login/")


def test_people_are_listed_with_the_number_of_their_games(staff: Client, turn: Game, alice: User) -> None:
    cast.started(alice, cast.person("dave"))
    page = staff.get("/admin/accounts/user/?o=-7").content.decode()
    games = re.findall(r'field-username"><a href="[^"]*">(\w+)</a>.*?field-games">(\d+)<', page, re.DOTALL)
    assert games[0] == ("alice", "2")
    assert dict(games) == {"alice": "2", "bobby": "1", "dave": "1", "boss": "0"}
