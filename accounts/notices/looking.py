"""Who looks at what just now: said by pages that are visible and whose reader has touched them lately.

Kept in the cache alone. Where that is lost nobody looks, and people are told once too often, not too seldom.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.core.cache import cache

from accounts import clock

STILL_LOOKING = dt.timedelta(seconds=60)
"""So long after the last word of a page its reader is taken to look at it."""
REMEMBERED_S = 30 * 24 * 3600


def note(*, user_id: int, thread: str) -> None:
    """The person looks at the thread's page now."""
    cache.set(_key(user_id, thread), clock.now().isoformat(), REMEMBERED_S)


def last_seen(user_id: int, threads: Iterable[str]) -> dict[str, dt.datetime]:
    """When the person last looked, by thread; a thread that they have not seen for long is left out."""
    keys = {_key(user_id, thread): thread for thread in set(threads)}
    return {keys[key]: dt.datetime.fromisoformat(at) for key, at in cache.get_many(keys).items()}


def _key(user_id: int, thread: str) -> str:
    return f"looking:{user_id}:{thread}"
