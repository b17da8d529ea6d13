"""Who is at the other end of a socket: a browser by its session, a program by its key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from rest_framework.exceptions import AuthenticationFailed

from accounts.authentication import KEYWORD, KeyAuthentication

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class KeyMiddleware:
    """Takes `Authorization: Token <key>` for who it is; a bad key is nobody."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        words = dict(scope["headers"]).get(b"authorization", b"").split()
        if len(words) == 2 and words[0].lower() == KEYWORD.lower().encode():
            user = await sync_to_async(self.person_of)(words[1].decode("latin-1"))
            scope = {**scope, "user": user}
        await self.inner(scope, receive, send)

    def person_of(self, key: str) -> Any:
        try:
            return KeyAuthentication().person_of(key)[0]
        except AuthenticationFailed:
            return AnonymousUser()


class ProgramsNeedNoOrigin:
    """Browsers say which page a socket comes from, and that is checked; programs have no page to come from.

    What carries a cookie is a browser, whose session another site must not be able to use.
    """

    def __init__(self, inner: Application, checked: Application) -> None:
        self.inner, self.checked = inner, checked

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        program = b"origin" not in headers and b"cookie" not in headers
        await (self.inner if program else self.checked)(scope, receive, send)
