"""Who may ask for what: anybody may look, a key needs the scope `play` to change something."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.models import ApiKey

CHANGE_NOTHING = {"check"}  # asked by POST, for they have a body


class SignedInToChange(BasePermission):
    """Reading is open; writing needs a person, and of a key the scope to play."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method in SAFE_METHODS:
            return True
        if not request.user.is_authenticated:
            return False
        if isinstance(request.auth, ApiKey) and getattr(view, "action", None) not in CHANGE_NOTHING:
            return request.auth.may_play
        return True
