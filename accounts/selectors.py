"""What is read about people."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import ApiKey, User


def keys_of(user: User) -> QuerySet[ApiKey]:
    """The person's keys that still work, newest first."""
    return ApiKey.objects.usable().filter(user=user)
