"""The one clock. Whatever depends on the time asks here; a test sets it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, tzinfo

from django.utils import timezone

_source: Callable[[], datetime] | None = None


def now() -> datetime:
    """The present instant, in UTC."""
    return timezone.now() if _source is None else _source()


def today(zone: tzinfo) -> date:
    """The day that it is there."""
    return now().astimezone(zone).date()


@contextmanager
def reading(source: Callable[[], datetime]) -> Iterator[None]:
    """For tests: until the end of the block the clock shows what `source` says, in every thread."""
    global _source  # noqa: PLW0603  (there is one clock, so it is a module's)
    before, _source = _source, source
    try:
        yield
    finally:
        _source = before
