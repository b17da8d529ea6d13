"""What is kept of tasks that went wrong."""

from __future__ import annotations

import pytest
from kombu.exceptions import OperationalError as BrokerAway

from games import tasks
from games.models import FailedTask
from games.services import failures

pytestmark = pytest.mark.django_db


def test_a_task_that_fails_is_kept_with_its_ids_and_without_what_the_error_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("alice holds two red cards")

    monkeypatch.setattr(tasks.publish, "moved", fail)
    for seq in (30, 31):
        tasks.push_moved.apply(args=[7, seq])

    row = FailedTask.objects.get()
    assert (row.name, row.times, row.ids) == ("games.tasks.push_moved", 2, [7, 31])
    assert row.error.startswith("RuntimeError at ")
    assert "alice" not in row.error


def test_a_task_that_works_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.publish, "moved", lambda **_: None)
    tasks.push_moved.apply(args=[7, 30])
    assert not FailedTask.objects.exists()


def test_a_broker_that_is_gone_is_no_failure_of_the_task_that_rang(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object, **__: object) -> None:
        raise BrokerAway

    monkeypatch.setattr(tasks.deadlines, "due", lambda: [7])
    monkeypatch.setattr(tasks.time_up, "apply_async", gone)
    assert tasks.look_at_clocks.apply().state == "FAILURE"
    assert not FailedTask.objects.exists()


def test_of_what_a_task_was_given_only_numbers_are_kept() -> None:
    failures.note_task(name="some.task", args=("a secret", 5), error=KeyError("a secret"))
    row = FailedTask.objects.get()
    assert (row.ids, row.error) == ([5], "KeyError")


def test_another_kind_of_failure_is_another_row() -> None:
    for error in (KeyError(), OSError(), KeyError()):
        failures.note_task(name="some.task", args=(), error=error)
    assert sorted(FailedTask.objects.values_list("error", "times")) == [("KeyError", 2), ("OSError", 1)]
