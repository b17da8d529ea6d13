"""What every page of a person shows: that mail to them came back."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.notices.models import NoticePreferences


def mail_failed(request: HttpRequest) -> dict[str, Any]:
    """The preferences of a person whose mail comes back, else None. Asked for only where it is shown."""
    user = getattr(request, "user", None)
    if not isinstance(user, User) or user.is_guest:
        return {}
    failing = NoticePreferences.objects.filter(user=user, mail_failed_at__isnull=False)
    return {"mail_failed": SimpleLazyObject(failing.first)}
