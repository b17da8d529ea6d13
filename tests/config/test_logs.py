"""Lines of the log: errors by kind and place."""

from __future__ import annotations

import logging
import subprocess
import sys
from typing import Any

import pytest
from celery import shared_task
from celery.signals import setup_logging
from django.db import OperationalError

from config.embedded.paths import ROOT
from config.logs import DiscreetFormatter

SECRET = "two red cards"


def line(*message: Any, name: str = "site", error: Exception | None = None) -> str:
    """What is written for this message."""
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord(name, logging.ERROR, "here.py", 1, message[0], message[1:], info)
    return DiscreetFormatter("{name}: {message}", style="{").format(record)


def raised(error: Exception, cause: Exception | None = None) -> Exception:
    """The error with the place where it was raised."""
    try:
        raise error from cause  # noqa: TRY301  (for the place)
    except Exception as caught:  # noqa: BLE001  (whatever it is)
        return caught


def test_of_an_error_kind_and_place_are_written_and_not_what_it_says() -> None:
    written = line("It broke", error=raised(RuntimeError(SECRET), raised(KeyError(SECRET))))
    assert written.startswith("site: It broke\n")
    assert "in raised" in written
    assert written.index("KeyError") < written.index("RuntimeError")
    assert SECRET not in written


def test_errors_of_files_and_servers_say_what_is_wrong() -> None:
    assert "\nOperationalError: no route to db" in line("", error=OperationalError("no route to db"))
    assert "\nFileNotFoundError: [Errno 2] gone" in line("", error=FileNotFoundError(2, "gone"))


def test_an_error_within_a_message_is_told_by_its_kind() -> None:
    assert line("Failed (%s)", ValueError(SECRET)) == "site: Failed (ValueError)"


def test_what_another_handler_made_of_an_error_is_not_written() -> None:
    record = logging.LogRecord("site", logging.ERROR, "here.py", 1, "It broke", (), None)
    record.exc_text = SECRET
    assert SECRET not in DiscreetFormatter("{message}", style="{").format(record)


@shared_task(name="tests.break_down", bind=True, max_retries=1)
def break_down(self: Any, again: bool) -> None:
    """Fail, or ask to be run again."""
    error = RuntimeError(SECRET)
    raise self.retry(exc=error, countdown=3) if again else error


@pytest.mark.django_db  # failures are kept in a row, too
@pytest.mark.parametrize(("again", "told"), [(False, "RuntimeError"), (True, "Retry in 3s: RuntimeError")])
def test_a_failed_task_is_told_by_the_kind_of_its_error(
    again: bool, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "celery.app.trace")
    break_down.apply(args=[again])
    assert SECRET in caplog.text
    written = [DiscreetFormatter("{message}", style="{").format(record) for record in caplog.records]
    assert any(f": {told}" in line for line in written)
    assert not [line for line in written if SECRET in line]


SERVE = """
import logging, uvicorn
uvicorn.Config("config.asgi:application", log_level="info").load()
for name in ("uvicorn.error", "uvicorn.access", "celery.app.trace"):
    logger = logging.getLogger(name)
    handlers = [*logger.handlers, *logger.parent.handlers, *logger.root.handlers]
    forms = {type(handler.formatter).__name__ for handler in handlers if handler.formatter}
    print(name, logging.getLevelName(logger.getEffectiveLevel()), *forms)
"""


def test_the_web_server_writes_errors_like_that_and_no_addresses() -> None:
    """Addresses hold the words of invitations and the keys with which passwords are reset."""
    command = [sys.executable, "-c", SERVE]
    served = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert served.stdout.splitlines() == [
        "uvicorn.error WARNING DiscreetFormatter",
        "uvicorn.access WARNING DiscreetFormatter",
        "celery.app.trace WARNING DiscreetFormatter",
    ], served.stderr


def test_celery_leaves_the_log_as_it_is() -> None:
    assert setup_logging.receivers
