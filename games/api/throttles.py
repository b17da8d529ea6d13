"""How fast one caller may ask: generous, against programs that run wild."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from accounts.models import ApiKey


class PersonThrottle(UserRateThrottle):
    """All requests with one key, or from a person's browsers."""

    scope = "person"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if isinstance(request.auth, ApiKey):
            return self.cache_format % {"scope": self.scope, "ident": f"key-{request.auth.pk}"}
        return super().get_cache_key(request, view)


class StrangerThrottle(AnonRateThrottle):
    """All requests from one address without an account."""

    scope = "stranger"
