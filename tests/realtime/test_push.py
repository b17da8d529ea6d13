"""Doorbells: a real server, real sockets, a real worker; rung after the commit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from accounts import services as accounts
from accounts.models import Scope, User
from games import tasks
from games.models import Game
from games.realtime import publish
from games.services import chat, lobby
from tests import cast

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def socket(site: str, path: str, user: User | None) -> Iterator[ClientConnection]:
    """A browser's socket with the session of this person."""
    cookies = {}
    if user is not None:
        cookies["Cookie"] = f"sessionid={cast.client(user).cookies['sessionid'].value}"
    with connect(site.replace("http", "ws") + path, origin=site, additional_headers=cookies) as connection:  # type: ignore[arg-type]
        yield connection


def heard(connection: ClientConnection, timeout_s: float = 15) -> Any:
    return json.loads(connection.recv(timeout_s))


def heard_move(connection: ClientConnection, seq: int) -> Any:
    """The bell of that move; bells of moves before may still come."""
    while (message := heard(connection))["seq"] < seq:
        pass
    return message


def greeted(connection: ClientConnection) -> bool:
    return bool(heard(connection)["type"] == "hello")


def closed_with(connection: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        connection.recv(10)
    return closed.value.rcvd.code if closed.value.rcvd else None


def test_a_move_rings_at_the_game_and_in_the_players_lists(live_site: str, game: Game, alice: User) -> None:
    with (
        socket(live_site, f"/ws/games/{game.pk}/", alice) as at_game,
        socket(live_site, "/ws/me/", alice) as at_list,
    ):
        for connection in (at_game, at_list):
            assert greeted(connection)
        publish.moved(game_id=game.pk, seq=7)

        for connection in (at_game, at_list):
            assert heard(connection) == {"type": "moved", "game": str(game.pk), "seq": 7}


def test_that_a_hindsight_is_ready_rings_at_the_game(live_site: str, game: Game) -> None:
    with socket(live_site, f"/ws/games/{game.pk}/", None) as connection:
        assert greeted(connection)
        tasks.push_hindsight(game.pk)
        assert heard(connection) == {"type": "hindsight", "game": str(game.pk)}


def test_a_spectator_hears_the_bell_of_a_public_game(live_site: str, game: Game) -> None:
    with socket(live_site, f"/ws/games/{game.pk}/", None) as connection:
        assert greeted(connection)


def test_b11_a_stranger_hears_nothing_of_a_private_game(
    live_site: str, alice: User, bob: User, charlie: User
) -> None:
    table = lobby.open_table(user=alice, edition="usa", size=2, options={"public": False})
    lobby.join(game_id=table.pk, user=bob, invite=table.invite)

    for user in (charlie, None):
        with socket(live_site, f"/ws/games/{table.pk}/", user) as connection:
            assert closed_with(connection) == 4403


def test_who_has_the_link_of_an_open_table_hears_who_sits_down(
    live_site: str, alice: User, charlie: User
) -> None:
    table = lobby.open_table(user=alice, edition="usa", size=3, options={"public": False})

    with socket(live_site, f"/ws/games/{table.pk}/?invite={table.invite}", charlie) as connection:
        assert greeted(connection)
    with socket(live_site, f"/ws/games/{table.pk}/?invite=guess", charlie) as connection:
        assert closed_with(connection) == 4403


def test_b11_nobody_hears_a_game_that_is_not_there(live_site: str, charlie: User) -> None:
    with socket(live_site, "/ws/games/4711/", charlie) as connection:
        assert closed_with(connection) == 4403


def test_my_list_needs_me(live_site: str) -> None:
    with socket(live_site, "/ws/me/", None) as connection:
        assert closed_with(connection) == 4401


def test_a_page_of_another_site_gets_no_socket(live_site: str, game: Game, alice: User) -> None:
    with pytest.raises(Exception, match="403"):
        connect(f"{live_site.replace('http', 'ws')}/ws/games/{game.pk}/", origin="https://elsewhere.example")  # type: ignore[arg-type]


def test_a_program_hears_with_its_key_and_without_an_origin(live_site: str, alice: User, bob: User) -> None:
    table = lobby.open_table(user=alice, edition="usa", size=2, options={"public": False})
    lobby.join(game_id=table.pk, user=bob, invite=table.invite)
    _row, key = accounts.create_key(user=alice, name="bot", scope=Scope.READ)
    site = live_site.replace("http", "ws")

    for path in (f"/ws/games/{table.pk}/", "/ws/me/"):
        with connect(site + path, additional_headers={"Authorization": f"Token {key}"}) as connection:
            assert greeted(connection)
        with connect(site + path, additional_headers={"Authorization": "Token nonsense"}) as connection:
            assert closed_with(connection) in (4401, 4403)


def test_who_has_left_a_private_table_hears_no_more(
    live_site: str, alice: User, bob: User, charlie: User
) -> None:
    table = lobby.open_table(user=alice, edition="usa", size=3, options={"public": False})
    lobby.join(game_id=table.pk, user=charlie, invite=table.invite)
    with socket(live_site, f"/ws/games/{table.pk}/", charlie) as connection:
        assert greeted(connection)
        lobby.leave(game_id=table.pk, user=charlie)

        publish.moved(game_id=table.pk, seq=0)

        assert closed_with(connection) == 4403


@pytest.mark.parametrize("path", ["/ws/nope/", "/ws/games/-1/", "/ws/games/1"])
def test_other_addresses_are_closed(live_site: str, path: str) -> None:
    with socket(live_site, path, None) as connection:
        assert closed_with(connection) == 4404


def test_what_a_client_sends_is_not_read(live_site: str, game: Game, alice: User) -> None:
    with socket(live_site, f"/ws/games/{game.pk}/", alice) as connection:
        assert greeted(connection)
        connection.send(json.dumps({"type": "draw_card", "from": "deck"}))
        connection.send("not even json")
        with pytest.raises(TimeoutError):
            connection.recv(0.3)

        publish.moved(game_id=game.pk, seq=1)
        assert heard(connection)["seq"] == 1


@pytest.mark.usefixtures("celery_worker")
def test_a_move_is_pushed_by_the_worker_once_it_is_stored(live_site: str, turn: Game) -> None:
    with socket(live_site, f"/ws/games/{turn.pk}/", cast.user_of(turn, 1)) as connection:
        assert heard(connection) == {"type": "hello", "seq": 2, "chat": None}  # both have chosen tickets

        cast.answer(turn, 0, {"type": "draw_card", "from": "deck"})

        assert heard_move(connection, 3) == {"type": "moved", "game": str(turn.pk), "seq": 3}


def test_a_new_socket_tells_the_last_line_that_was_said(live_site: str, turn: Game) -> None:
    said = chat.say(game_id=turn.pk, user=cast.user_of(turn, 0), text="hello", key="1")

    with socket(live_site, f"/ws/games/{turn.pk}/", cast.user_of(turn, 1)) as connection:
        assert heard(connection) == {"type": "hello", "seq": 2, "chat": str(said.line.pk)}
