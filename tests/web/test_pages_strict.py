"""No page holds a script or style of its own: the content security policy would not run it."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.models import Game
from games.services import lobby
from tests import cast
from tests.web import pages

pytestmark = pytest.mark.django_db

INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"(?:application/json|importmap)\")[^>]*>")
HANDLER = re.compile(r"<[^>]*\son[a-z]+\s*=")
INLINE_STYLE = re.compile(r"<style\b|<[^>]*\sstyle\s*=")
IMPORT_MAP = re.compile(r'<script type="importmap" nonce="([^"]*)"')
FOR_STRANGERS = (
    "/",
    "/lobby/",
    "/rules/",
    "/rules/usa-mega/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/nowhere/",
)
FOR_PEOPLE = ("/games/", "/lobby/", "/games/new/", "/settings/", "/accounts/logout/", "/accounts/email/")


def faults(page: str) -> list[str]:
    return [found for pattern in (INLINE_SCRIPT, HANDLER, INLINE_STYLE) for found in pattern.findall(page)]


@pytest.mark.parametrize(
    "bad",
    [
        "<script>1</script>",
        '<script type="module">1</script>',
        "<style>",
        '<p style="x">',
        '<a href="" onclick="x">',
    ],
)
def test_the_test_sees_what_is_inline(bad: str) -> None:
    assert faults(bad)


@pytest.mark.parametrize("url", FOR_STRANGERS)
def test_pages_for_strangers_hold_nothing_inline(url: str) -> None:
    assert faults(pages.get(None, url).content.decode()) == []


@pytest.mark.parametrize("url", FOR_PEOPLE)
def test_pages_for_people_hold_nothing_inline(alice: User, game: Game, url: str) -> None:
    lobby.open_table(user=alice, edition="usa", size=3)
    response = pages.get(alice, url)
    assert response.status_code == 200
    assert faults(response.content.decode()) == []


def test_tables_hold_nothing_inline(turn: Game, alice: User) -> None:
    open_table = lobby.open_table(user=alice, edition="usa", size=3)
    over = cast.started(alice, cast.person("diana"))
    cast.play_on(over, 10_000)
    for url in (pages.at(open_table), pages.at(turn), pages.at(turn, "panels/"), pages.at(over)):
        for user in (cast.user_of(turn, 0), alice, None):
            assert faults(pages.get(user, url).content.decode()) == []


@pytest.mark.parametrize("url", ["/", "/games/", "/games/new/"])
def test_the_import_map_has_the_word_that_the_policy_names(alice: User, url: str) -> None:
    response = pages.get(None if url == "/" else alice, url)
    (nonce,) = IMPORT_MAP.findall(response.content.decode())
    assert f"'nonce-{nonce}'" in response["Content-Security-Policy"]


@pytest.mark.parametrize("url", [*FOR_STRANGERS, *FOR_PEOPLE])
def test_the_policy_lets_nothing_inline_run(alice: User, url: str) -> None:
    policy = pages.get(alice, url)["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-" not in policy
