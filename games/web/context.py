"""What every page shows: how many turns wait for the person."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import ngettext

from accounts.models import User
from games import selectors


def turns_waiting(request: HttpRequest) -> dict[str, Any]:
    """Asked for only where it is shown."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    turns = cache(lambda: selectors.turns_waiting(user))
    return {
        "turns_waiting": SimpleLazyObject(turns),
        "turns_words": SimpleLazyObject(lambda: words(turns())),
    }


def words(turns: int) -> str:
    """2 turns wait for you."""
    return ngettext("%(turns)d turn waits for you", "%(turns)d turns wait for you", turns) % {"turns": turns}
