"""Pages for what is not there and what is not for the reader."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game
from games.services import lobby
from tests.web import pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def private(alice: User) -> Game:
    """Alice's table, for those who have its link."""
    return lobby.open_table(user=alice, edition="usa", size=3, options={"public": False})


@pytest.mark.parametrize("url", ["/nowhere/", "/games/4711/", "/games/99999999999999999999/", "/games/one/"])
def test_what_is_not_there_is_told(alice: User, url: str) -> None:
    for user in (alice, None):
        response = pages.get(user, url)
        assert response.status_code == 404
        assert "The line ends here." in pages.text(response)


def test_whoever_is_signed_out_may_sign_in_and_come_back(private: Game) -> None:
    response = pages.get(None, pages.at(private))
    assert response.status_code == 403
    assert f'href="/accounts/login/?next={pages.at(private)}"' in response.content.decode()


def test_who_is_signed_in_is_not_asked_to_sign_in(private: Game, charlie: User) -> None:
    response = pages.get(charlie, pages.at(private))
    assert response.status_code == 403
    assert "/accounts/login/" not in response.content.decode()


@pytest.mark.parametrize("what", ["unknown", "private"])
def test_error_pages_ask_nothing_of_the_database(private: Game, game: Game, bob: User, what: str) -> None:
    """They are rendered in a thread whose connection nobody closes."""
    client = pages.browser(bob)
    with CaptureQueriesContext(connection) as seen:
        page = client.get("/games/4711/" if what == "unknown" else pages.at(private)).content.decode()
    assert 'data-turns="0"' in page
    assert not [query for query in seen if "COUNT" in query["sql"]]
