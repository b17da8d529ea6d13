"""The chat of the table page: who has one, how lines look, and its form without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from accounts.models import User
from games.models import ChatLine, Game
from games.services import absence, chat, lobby
from tests import cast
from tests.conftest import Hands
from tests.web import pages
from tests.web.test_pages_table import PANELS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hands")]

CHAT = "chat/"
FORM = 'data-say-url="'


def say(user: User, game: Game, text: str) -> ChatLine:
    return chat.say(game_id=game.pk, user=user, text=text, key=cast.key()).line


def look(user: User | None, game: Game, what: str = "") -> str:
    response = pages.get(user, pages.at(game, what))
    assert response.status_code == 200
    return str(response.content.decode())


def lines(page: str) -> list[tuple[str, str]]:
    """(class, what is read of it) of each line."""
    found = re.findall(r'(?s)<li id="said-\d+"(?: class="(\w+)")?>(.*?)</li>', page)
    plain = (re.sub(r"<svg.*?</svg>|<[^>]+>", " ", inner) for _css, inner in found)
    return [(css, " ".join(text.split())) for (css, _inner), text in zip(found, plain, strict=True)]


def post(user: User | None, game: Game, text: str, once: str = "a word") -> Any:
    return pages.post(user, pages.at(game, CHAT), text=text, once=once)


# --- who has one --------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["usa", "europe", "card-game"])
def test_players_have_a_chat_and_lookers_on_do_not(
    edition: str, alice: User, bob: User, charlie: User
) -> None:
    game = cast.started(alice, bob, edition=edition)
    say(alice, game, "only for us")
    for what in ("", PANELS):
        assert "only for us" in look(bob, game, what)
        for stranger in (charlie, None):
            page = look(stranger, game, what)
            assert "only for us" not in page
            assert "part-chat" not in page
    assert FORM in look(bob, game)
    for stranger in (charlie, None):
        assert pages.get(stranger, pages.at(game, CHAT)).status_code == 403


def test_whoever_lost_the_seat_has_it_still(turn: Game, alice: User, bob: User, charlie: User) -> None:
    absence.resign(game_id=turn.pk, user=bob)
    absence.take_over(game_id=turn.pk, user=charlie)
    say(alice, turn, "welcome")
    for user in (bob, charlie):
        assert FORM in look(user, turn)
        assert lines(look(user, turn, CHAT)) == [("", "alice 12:00 welcome")]


def test_alone_with_computers_there_is_none(alice: User) -> None:
    game = cast.started(alice, bots=("easy",))
    assert "part-chat" not in look(alice, game)


def test_after_the_end_it_stays(turn: Game, alice: User, bob: User) -> None:
    cast.play_on(turn, 2)
    say(alice, turn, "well played")
    while cast.table(turn).game.is_running:
        cast.play_on(turn, 100)
    page = look(bob, turn)
    assert lines(page) == [("", "alice 12:00 well played")]
    assert FORM in page


# --- lines --------------------------------------------------------------------------------------------


def test_lines_stand_by_days_in_the_readers_zone(game: Game, alice: User, bob: User, hands: Hands) -> None:
    bob.time_zone = "Asia/Tokyo"  # nine hours ahead
    bob.save()
    say(alice, game, "at noon")
    hands.on(hours=3)
    say(bob, game, "at midnight of yours\nor of mine")
    page = look(bob, game, CHAT)

    assert re.findall(r"<h3>(.*?)</h3>", page) == ["Monday 1 June", "Tuesday 2 June"]
    assert lines(page) == [
        ("", "alice 21:00 at noon"),
        ("own", "You 00:00 at midnight of yours or of mine"),
    ]
    colour = game.seats.get(user=alice).colour
    assert f"own-{colour}" in page


def test_names_of_players_are_marked_and_ones_own_most(alice: User, bob: User, charlie: User) -> None:
    game = cast.started(alice, bob, charlie)
    say(alice, game, "@Bobby and @charlie, not @dora or bobby")
    say(bob, game, "@bobby")
    page = look(bob, game, CHAT)
    assert "<mark>@Bobby</mark> and <b>@charlie</b>, not @dora or bobby</p>" in page
    assert [css for css, _text in lines(page)] == ["named", "own"]


def test_what_is_typed_is_text(game: Game, alice: User, bob: User) -> None:
    say(alice, game, "<script>alert(1)</script> https://example.org/ &amp;")
    page = look(bob, game)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; https://example.org/ &amp;amp;" in page
    assert 'href="https://example.org' not in page


def test_a_deleted_account_is_somebody(turn: Game, alice: User, bob: User) -> None:
    say(bob, turn, "bye")
    bob.delete()
    assert lines(look(alice, turn, CHAT)) == [("", "somebody 12:00 bye")]


def test_an_empty_chat_says_so(game: Game, alice: User) -> None:
    assert "Nobody has said anything at this table yet." in look(alice, game)


# --- without scripts ----------------------------------------------------------------------------------


def test_a_line_is_said_and_the_page_opens_at_the_chat(game: Game, alice: User) -> None:
    page = look(alice, game)
    [once] = re.findall(r'name="once" value="([^"]+)"', page.split('id="part-chat"')[1])
    for _ in range(2):
        response = post(alice, game, "hello", once)
        assert (response.status_code, response.url) == (302, f"/games/{game.pk}/?chat#part-chat")
    assert [line.text for line in game.chat.all()] == ["hello"]
    assert re.search(r'value="chat" checked', look(alice, game, "?chat"))
    assert re.search(r'value="log" checked', look(alice, game))


def test_what_is_refused_stands_in_the_form_again(game: Game, alice: User) -> None:
    response = post(alice, game, "<" * 501)
    page = response.content.decode()
    assert "A line has at most 500 characters, this one 501." in pages.text(response)
    assert "&lt;" * 501 + "</textarea>" in page
    assert re.search(r'value="chat" checked', page)
    assert not game.chat.exists()


def test_strangers_say_nothing(game: Game, charlie: User) -> None:
    assert post(charlie, game, "hello").url == f"/games/{game.pk}/"
    assert pages.goes_to_sign_in(post(None, game, "hello"), f"/games/{game.pk}/")
    assert post(charlie, Game(pk=4711), "hello").status_code == 404
    assert not ChatLine.objects.exists()


def test_of_an_open_table_the_chat_is_for_programs(alice: User) -> None:
    game = lobby.open_table(user=alice, edition="usa", size=2)
    assert post(alice, game, "anybody?").status_code == 302
    assert "anybody?" in look(alice, game, CHAT)
    assert post(alice, game, " ").status_code == 200


# --- queries ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["", PANELS, CHAT])
def test_many_lines_take_as_many_queries_as_none(turn: Game, alice: User, bob: User, what: str) -> None:
    before = pages.queries(alice, pages.at(turn, what))
    for user in (alice, bob, alice, bob):
        say(user, turn, "@alice @bobby")
    assert pages.queries(alice, pages.at(turn, what)) == before
    if what == CHAT:
        assert before <= 5  # session, person, game, seats, lines
