"""What every page shows: how many turns wait for the person."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games import selectors


def turns_waiting(request: HttpRequest) -> dict[str, Any]:
    """Asked for only where it is shown."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {"turns_waiting": SimpleLazyObject(lambda: selectors.turns_waiting(user))}
