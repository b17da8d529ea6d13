"""Who looks at what just now: said by pages that are visible and whose reader has touched them lately.

Kept in the cache alone. Where that is lost nobody looks, and people are told once too often, not too seldom.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.core.cache import cache
from redis.exceptions import RedisError

from accounts import clock

STILL_LOOKING = dt.timedelta(seconds=60)
"""So long after the last word of a page its reader is taken to look at it, unless it said that they left."""
REMEMBERED_S = 30 * 24 * 3600
SEEN, HERE = "seen", "here"


def note(*, user_id: int, thread: str) -> None:
    """The person looks at the thread's page now."""
    now = clock.now().isoformat()
    cache.set_many({_key(SEEN, user_id, thread): now, _key(HERE, user_id, thread): now}, timeout=REMEMBERED_S)


def left(*, user_id: int, thread: str) -> None:
    """The page is hidden or closed. Another one that is still looked at says so within seconds."""
    cache.delete(_key(HERE, user_id, thread))


def last_seen(user_id: int, threads: Iterable[str]) -> dict[str, dt.datetime]:
    """When the person last looked, by thread; a thread that they have not seen for long is left out."""
    return _instants(SEEN, user_id, threads)


def looking_until(user_id: int, threads: Iterable[str]) -> dict[str, dt.datetime]:
    """Threads that the person looks at now: until when that is to be believed without a further word."""
    now = clock.now()
    until = {thread: at + STILL_LOOKING for thread, at in _instants(HERE, user_id, threads).items()}
    return {thread: at for thread, at in until.items() if at > now}


def _instants(what: str, user_id: int, threads: Iterable[str]) -> dict[str, dt.datetime]:
    keys = {_key(what, user_id, thread): thread for thread in set(threads)}
    try:
        known = cache.get_many(keys)
    except RedisError:
        return {}
    return {keys[key]: dt.datetime.fromisoformat(at) for key, at in known.items()}


def _key(what: str, user_id: int, thread: str) -> str:
    return f"{what}:{user_id}:{thread}"
