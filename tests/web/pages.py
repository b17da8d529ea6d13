"""What the tests of pages have in common."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game


def browser(user: User | None) -> Client:
    """A browser of this person; of nobody when None. Of a failing page it gets the error page."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def get(user: User | None, url: str) -> Any:
    return browser(user).get(url)


def post(user: User | None, url: str, **fields: object) -> Any:
    return browser(user).post(url, fields)


def at(game: Game, what: str = "") -> str:
    """The address of the table, or of something at it."""
    return f"/games/{game.pk}/{what}"


def messages(response: Any) -> list[str]:
    """What the site says to this answer."""
    from django.contrib.messages import get_messages

    return [str(message) for message in get_messages(response.wsgi_request)]


def text(response: Any) -> str:
    """What there is to read on a page: without tags, blanks in one."""
    main = re.sub(r"(?s)<(script|style|svg)\b.*?</\1>", " ", response.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def queries(user: User | None, url: str) -> int:
    """How many a page takes, the session's among them."""
    client = browser(user)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        response = client.get(url)
    assert response.status_code == 200
    return len(seen)


def goes_to_sign_in(response: Any, back_to: str) -> bool:
    from urllib.parse import quote

    return bool(response.status_code == 302 and response.url == f"/accounts/login/?next={quote(back_to)}")
