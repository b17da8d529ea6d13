"""Landing page, my games and the lobby."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.services import lobby
from tests import cast
from tests.web import pages

pytestmark = pytest.mark.django_db


def tables(response: Any, *parts: str) -> list[int]:
    """Tables of these parts of a page, in order."""
    return [row["id"] for part in parts for row in response.context[part]]


def links(response: Any) -> list[int]:
    """Tables in the order in which the page names them first."""
    found = re.findall(
        r"<h3><a href=\"/games/(\d+)/\"|<th scope=\"row\"><a href=\"/games/(\d+)/\"",
        response.content.decode(),
    )
    return [int(one or other) for one, other in found]


def open_table(host: User, **how: Any) -> Game:
    return lobby.open_table(user=host, **{"edition": "usa", "size": 3, **how})


# Landing


def test_a_stranger_sees_the_landing_page() -> None:
    response = pages.get(None, "/")
    assert response.status_code == 200
    assert 'href="/accounts/signup/"' in response.content.decode()


def test_who_is_signed_in_goes_to_their_games(alice: User) -> None:
    assert pages.get(alice, "/").url == "/games/"


@pytest.mark.parametrize("url", ["/", "/lobby/", "/games/", "/games/turns/"])
def test_lists_are_only_looked_at(alice: User, url: str) -> None:
    assert pages.post(alice, url).status_code == 405


# My games


@pytest.mark.parametrize("url", ["/games/", "/games/new/", "/games/turns/"])
def test_own_pages_need_somebody_signed_in(url: str) -> None:
    assert pages.goes_to_sign_in(pages.get(None, url), url)


def test_somebody_new_is_shown_what_to_do(alice: User) -> None:
    response = pages.get(alice, "/games/")
    assert "No games yet." in pages.text(response)


def test_what_waits_for_me_comes_first_and_what_waits_longest_before_all(alice: User, bob: User) -> None:
    open_one = open_table(alice)
    finished = cast.started(alice, bob)
    cast.play_on(finished, 10_000)
    running = cast.started(alice, bob)
    answered_by(running, alice)
    late, later = cast.started(alice, bob), cast.started(bob, alice)

    response = pages.get(alice, "/games/")

    assert tables(response, "deciding", "running", "open", "finished") == [
        late.pk,
        later.pk,
        running.pk,
        open_one.pk,
        finished.pk,
    ]
    assert links(response) == [late.pk, later.pk, running.pk, open_one.pk, finished.pk]


def answered_by(game: Game, user: User) -> None:
    """Somebody keeps first tickets; the other still chooses."""
    seat = game.seats.get(user=user).number
    cast.answer(game, seat, cast.table(game).edition.write_action(any_action(game, seat)))


def any_action(game: Game, seat: int) -> Any:
    from random import Random

    return cast.sensible(cast.table(game).state, seat, Random(0))


def test_a_turn_of_somebody_else_does_not_wait_for_me(turn: Game) -> None:
    mover, other = cast.user_of(turn, 0), cast.user_of(turn, 1)

    assert tables(pages.get(mover, "/games/"), "deciding") == [turn.pk]
    assert tables(pages.get(other, "/games/"), "deciding") == []
    assert tables(pages.get(other, "/games/"), "running") == [turn.pk]


def test_a_computers_turn_does_not_wait_for_me(alice: User) -> None:
    game = cast.started(alice, bots=("easy",))
    answered_by(game, alice)

    assert tables(pages.get(alice, "/games/"), "deciding") == []
    assert pages.get(alice, "/games/turns/").json()["turns"] == 0


def test_games_of_others_are_not_in_my_list(game: Game, charlie: User) -> None:
    assert links(pages.get(charlie, "/games/")) == []


def test_a_cancelled_table_is_in_no_list(alice: User) -> None:
    game = open_table(alice)
    lobby.leave(game_id=game.pk, user=alice)

    for url in ("/games/", "/lobby/"):
        assert links(pages.get(alice, url)) == []


def test_the_result_of_a_finished_game_is_told(alice: User, bob: User) -> None:
    game = cast.started(alice, bob)
    cast.play_on(game, 10_000)
    seat = game.seats.get(user=alice)

    words = pages.text(pages.get(alice, "/games/"))

    assert ("Won" if seat.place == 1 else f"{seat.place} of 2") in words
    assert str(seat.total).replace("-", "−") in words


# How many turns wait: B34


def test_b34_title_icon_and_lamp_tell_how_many_turns_wait(turn: Game, alice: User, bob: User) -> None:
    mover, other = cast.user_of(turn, 0), cast.user_of(turn, 1)
    for url in ("/games/", "/lobby/", "/games/new/", "/settings/", pages.at(turn)):
        page = pages.get(mover, url).content.decode()
        assert "<title>(1) " in page
        assert re.search(r'<link rel="icon"[^>]*? href="/static/favicon-turn', page)

        page = pages.get(other, url).content.decode()
        assert "<title>(" not in page
        assert re.search(r'<link rel="icon"[^>]*? href="/static/favicon\.', page)
    assert "1 turn waits for you" in pages.text(pages.get(mover, "/lobby/"))


def test_b34_an_open_page_asks_how_many_turns_wait(alice: User, bob: User) -> None:
    first, second = cast.started(alice, bob), cast.started(alice, bob)

    assert pages.get(alice, "/games/turns/").json() == {"turns": 2, "words": "2 turns wait for you"}
    answered_by(first, alice)
    assert pages.get(alice, "/games/turns/").json() == {"turns": 1, "words": "1 turn waits for you"}
    answered_by(second, alice)
    assert pages.get(alice, "/games/turns/").json() == {"turns": 0, "words": "0 turns wait for you"}


# The lobby


def test_strangers_see_open_tables_too(alice: User) -> None:
    game = open_table(alice)
    assert links(pages.get(None, "/lobby/")) == [game.pk]


def test_the_lobby_shows_open_public_tables_alone_the_newest_first(alice: User, bob: User) -> None:
    older, newer = open_table(alice), open_table(bob)
    open_table(alice, options={"public": False})
    cast.started(alice, bob)

    assert links(pages.get(None, "/lobby/")) == [newer.pk, older.pk]


def test_a_table_leaves_the_lobby_with_its_last_seat(alice: User, bob: User) -> None:
    game = open_table(alice, size=2)
    lobby.join(game_id=game.pk, user=bob)

    assert links(pages.get(None, "/lobby/")) == []


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", ["two", "three", "mega"]),
        ("?edition=&seats=", ["two", "three", "mega"]),
        ("?edition=usa", ["two", "three"]),
        ("?seats=3", ["three", "mega"]),
        ("?edition=usa-mega&seats=3", ["mega"]),
        ("?edition=usa-mega&seats=5", []),
        ("?edition=mars", ["two", "three", "mega"]),
        ("?seats=many", ["two", "three", "mega"]),
        ("?seats=99&edition=mars", ["two", "three", "mega"]),
    ],
)
def test_the_lobby_is_filtered(alice: User, asked: str, found: list[str]) -> None:
    opened = {
        "two": open_table(alice, size=2),
        "three": open_table(alice),
        "mega": open_table(alice, edition="usa-mega"),
    }
    response = pages.get(None, f"/lobby/{asked}")

    assert sorted(links(response)) == sorted(opened[name].pk for name in found)


def test_an_empty_lobby_says_so(alice: User) -> None:
    assert "No table is open now." in pages.text(pages.get(None, "/lobby/"))
    assert "No open table is like this." in pages.text(pages.get(None, "/lobby/?seats=5"))


def test_at_my_own_table_the_lobby_leads_to_my_seat(alice: User, bob: User) -> None:
    open_table(alice)
    assert "To your seat" in pages.text(pages.get(alice, "/lobby/"))
    assert "Sit down" in pages.text(pages.get(bob, "/lobby/"))


# Queries


def end(game: Game) -> None:
    """As if it were over: playing it to its end takes a while."""
    game.decisions.all().delete()
    Game.objects.filter(pk=game.pk).update(status="finished", result=[], ended_at=timezone.now())


def test_my_games_take_as_many_queries_for_six_of_each_kind_as_for_two(alice: User, bob: User) -> None:
    def two_more() -> int:
        for _ in range(2):
            open_table(alice)
            answered_by(cast.started(alice, bob), alice)
            cast.started(alice, bob)
            end(cast.started(alice, bob))
        return pages.queries(alice, "/games/")

    two = two_more()
    two_more()
    assert two_more() == two <= 16


def test_the_lobby_takes_as_many_queries_for_six_tables_as_for_two(alice: User, bob: User) -> None:
    def more(number: int) -> int:
        for _ in range(number):
            lobby.join(game_id=open_table(alice).pk, user=bob)
        return pages.queries(bob, "/lobby/")

    two = more(2)
    assert more(4) == two <= 12
