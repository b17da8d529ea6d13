"""`Authorization: Token <key>`: programs act for the person who made the key."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts import services
from accounts.models import ApiKey, User

KEYWORD = "Token"


class KeyAuthentication(BaseAuthentication):
    """Gives the key's person, and the ApiKey as `request.auth`, so that permissions can look at its scope."""

    def authenticate(self, request: Request) -> tuple[User, ApiKey] | None:
        """None when the request carries no key; raises AuthenticationFailed when it carries a bad one."""
        words = get_authorization_header(request).split()
        if words and words[0].lower() == b"bearer":
            raise AuthenticationFailed(_("Send the header as: Authorization: Token <key>"))
        if not words or words[0].lower() != KEYWORD.lower().encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed(_("Send the header as: Authorization: Token <key>"))
        return self.person_of(words[1].decode("latin-1"))

    def person_of(self, plaintext: str) -> tuple[User, ApiKey]:
        """The person and the row of a key."""
        digest = services.digest(plaintext)
        key = ApiKey.objects.usable().select_related("user").filter(digest=digest).first()
        if key is None:
            raise AuthenticationFailed(_("This key is unknown or has been revoked."))
        services.touch_key(key=key)
        return key.user, key

    def authenticate_header(self, request: Request) -> str:
        """For WWW-Authenticate, which turns a refusal into 401."""
        return KEYWORD
