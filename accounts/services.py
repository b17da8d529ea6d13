"""What changes a person's account."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets

from django.db.models import Q, QuerySet

from accounts import clock
from accounts.models import ApiKey, Scope, User
from accounts.validators import validate_time_zone

KEY_PREFIX = "nm_"
"""So that a key found in a file or a log can be recognised as one."""
TOUCH_EVERY = dt.timedelta(minutes=1)


class AccountNeeded(Exception):
    """Not for a guest."""


def digest(key: str) -> str:
    """What is kept of a key. It is as random as the digest is long, so no salt or slow hash is needed."""
    return hashlib.sha256(key.encode()).hexdigest()


def create_key(*, user: User, name: str, scope: Scope) -> tuple[ApiKey, str]:
    """Make a key; gives it and, this once, its plain text. Raises AccountNeeded."""
    if user.is_guest:
        raise AccountNeeded
    key = KEY_PREFIX + secrets.token_urlsafe(32)
    row = ApiKey.objects.create(user=user, name=name, scope=scope, digest=digest(key), hint=key[-4:])
    return row, key


def revoke_key(*, user: User, key_id: int) -> bool:
    """Make one of the person's keys useless for good; False when it is not theirs or already revoked."""
    own = ApiKey.objects.filter(pk=key_id, user=user, revoked_at=None)
    return own.update(revoked_at=clock.now()) == 1


def touch_key(*, key: ApiKey) -> None:
    """Note that a key is in use, at most once a minute: a bot would otherwise write with every request."""
    now = clock.now()
    stale = Q(last_used_at=None) | Q(last_used_at__lte=now - TOUCH_EVERY)
    if key.last_used_at is None or key.last_used_at <= now - TOUCH_EVERY:
        ApiKey.objects.filter(stale, pk=key.pk).update(last_used_at=now)


def save_preferences(*, user: User, time_zone: str, language: str) -> None:
    """Keep how a person wants times and words; raises ValidationError for an unknown time zone."""
    validate_time_zone(time_zone)
    user.time_zone = time_zone
    user.language = language
    user.save(update_fields=["time_zone", "language"])


def create_account(*, username: str, email: str = "", password: str | None = None) -> User:
    """Make an account; without a password nobody can sign in to it with one."""
    return User.objects.create_user(username=username, email=email, password=password)


def set_active(*, people: QuerySet[User], active: bool) -> int:
    """Let people in or keep them out, with their browsers and their keys; says how many that changed."""
    return User.objects.filter(pk__in=people.values("pk"), is_active=not active).update(is_active=active)
