"""Lines of the log: of an error its kind and place, not what it says.

The text of an error can hold what nobody may see while a game runs: a hand in a message of ours, or the whole
row of a game where the database refuses it ("Failing row contains ...").
"""

from __future__ import annotations

import copy
import logging
import re
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerError
from psycopg import OperationalError as DriverError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

SPEAKING = (
    BrokerError,
    DriverError,
    ImproperlyConfigured,
    InterfaceError,
    OperationalError,
    OSError,
    RedisConnectionError,
    RedisTimeoutError,
)
"""What these say is about files and servers, and whoever runs the site needs it."""
CELERY = "celery."
KIND = re.compile(r"(Retry in [\w.]+: |Retry at [^()]*: )?[A-Za-z_.]+")
ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class DiscreetFormatter(logging.Formatter):
    """Like the one it comes from, but errors are told by `told`."""

    def format(self, record: logging.LogRecord) -> str:
        record = copy.copy(record)
        record.args = discreet(record.args, of_celery=record.name.startswith(CELERY))
        record.exc_text = None  # another handler may have kept the whole text there
        return super().format(record)

    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802  (logging's name)
        return "" if ei[1] is None else "".join(lines(ei[1])).rstrip()


def discreet(args: Any, *, of_celery: bool) -> Any:
    """The arguments of a message, errors among them told by their kind; Celery sends those as text."""
    if isinstance(args, tuple):
        return tuple(told(arg) if isinstance(arg, BaseException) else arg for arg in args)
    if of_celery and isinstance(args, dict) and "exc" in args:
        kind = KIND.match(str(args["exc"]))
        return {**args, "exc": kind[0] if kind else "an error"}
    return args


def told(error: BaseException) -> str:
    """The kind of an error; with what it says where that is about files and servers."""
    kind = type(error).__qualname__
    return f"{kind}: {error}" if isinstance(error, SPEAKING) else kind


def lines(error: BaseException) -> Iterator[str]:
    """The error with its places, after the errors that it came from."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from lines(before)
        yield "\nThen:\n\n"
    yield from traceback.format_tb(error.__traceback__)
    yield told(error) + "\n"
