"""B06: the web server is killed between request and answer; the same request once more moves once."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from tests.config import playing

LIMIT_S = 60
NONE = (0, None)
DECK = {"type": "draw_card", "from": "deck"}


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("killed") / "var"


@pytest.fixture(scope="module")
def site(var: Path) -> Iterator[playing.Played]:
    played = playing.start(var)
    yield played
    played.stop()


class Player:
    """A program with a key."""

    def __init__(self, site: playing.Played, key: str) -> None:
        self.port, self.key = site.port, key

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        """Status and JSON; status 0 when no answer came."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT_S)
        headers = {"Authorization": f"Token {self.key}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        try:
            connection.request(method, f"/api/{path}", json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException):
            return 0, None
        finally:
            connection.close()

    def game(self, number: str) -> Any:
        return self.ask("GET", f"games/{number}/")[1]

    def asked(self, number: str, kind: str) -> Any:
        """The game, once this kind of decision is open to us."""
        return until(
            lambda: next(
                (
                    game
                    for game in [self.game(number)]
                    if game
                    and game["you"]["decision"]
                    and any(
                        decision["id"] == game["you"]["decision"] and decision["kind"] == kind
                        for decision in game["decisions"]
                    )
                ),
                None,
            )
        )


def until(look: Callable[[], Any]) -> Any:
    end = time.monotonic() + LIMIT_S
    while not (found := look()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
    return found


def program(site: playing.Played, word: str) -> psutil.Process:
    """The running process whose command has this word."""
    return next(
        process
        for process in site.tree()
        if process.status() != psutil.STATUS_ZOMBIE and any(word in part for part in process.cmdline())
    )


@contextmanager
def stopped(process: psutil.Process) -> Iterator[None]:
    """It does not answer for a while."""
    process.suspend()
    try:
        yield
    finally:
        process.resume()


class Hold:
    """Another connection to the database, which holds a game's row: a move waits before it is made."""

    def __init__(self, var: Path, number: str) -> None:
        self.url = json.loads((var / "run.json").read_text())["database_url"]
        self.number = number
        self.connection = psycopg.connect(self.url)
        self.connection.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [number])

    def is_waited_for(self) -> bool:
        waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        return self.connection.execute(waiting).fetchone() is not None

    def let_go(self) -> None:
        self.connection.close()

    def last_move(self) -> int:
        with psycopg.connect(self.url) as connection:
            row = connection.execute(
                "SELECT max(seq) FROM games_move WHERE game_id = %s", [self.number]
            ).fetchone()
        assert row is not None
        return int(row[0])


class Sent:
    """A request on its way."""

    def __init__(self, send: Callable[[], tuple[int, Any]]) -> None:
        self.answers: list[tuple[int, Any]] = []
        self.thread = threading.Thread(target=lambda: self.answers.append(send()))
        self.thread.start()

    def answer(self) -> tuple[int, Any]:
        self.thread.join(LIMIT_S)
        return self.answers[0]


def kill_web(site: playing.Played) -> None:
    os.kill(program(site, "uvicorn").pid, signal.SIGKILL)


def has_drawn(game: Any, alice: Player) -> int:
    """How many cards the record says that our seat has drawn."""
    events = alice.ask("GET", f"games/{game['id']}/events/?after=0")[1]["events"]
    return sum(event["type"] == "card_drawn" and event["seat"] == game["you"]["seat"] for event in events)


def test_a_move_whose_answer_was_lost_is_made_once(site: playing.Played, var: Path) -> None:
    made = playing.run(var, "create_token", "alice", "--create")
    alice = Player(site, made.stdout.split()[-1])
    number = alice.ask("POST", "games/", {"edition": "usa", "seats": 2})[1]["id"]
    alice.ask("POST", f"games/{number}/seats/", {"bot": "random"})
    game = alice.asked(number, "first_tickets")
    kept = {"type": "keep_tickets", "tickets": [ticket["id"] for ticket in game["you"]["offered"]]}

    def send(game: Any, action: Any, key: str) -> tuple[int, Any]:
        body = {"decision": game["you"]["decision"], "action": action}
        return alice.ask("POST", f"games/{number}/actions/", body, key)

    assert send(game, kept, "tickets")[0] == 201
    game = alice.asked(number, "turn")
    cards = sum(game["you"]["hand"].values())

    # Killed before the move was made: nothing has happened, and the same request makes it.
    hold = Hold(var, number)
    sent = Sent(lambda: send(game, DECK, "one"))
    until(hold.is_waited_for)
    kill_web(site)
    assert sent.answer() == NONE
    hold.let_go()
    until(lambda: alice.ask("GET", "editions/")[0] == 200)
    now = alice.game(number)
    assert (now["you"]["decision"], now["you"]["hand"]) == (game["you"]["decision"], game["you"]["hand"])
    assert send(game, DECK, "one")[0] == 201

    # Killed after it was stored, before its bell was rung: it has happened, and the same request says so.
    game = alice.asked(number, "second_card")
    hold = Hold(var, number)
    sent = Sent(lambda: send(game, DECK, "two"))
    until(hold.is_waited_for)
    with stopped(program(site, "valkey")):
        hold.let_go()
        until(lambda: hold.last_move() > game["seq"])
        kill_web(site)
        assert sent.answer() == NONE
    until(lambda: alice.ask("GET", "editions/")[0] == 200)
    status, answer = send(game, DECK, "two")
    assert status == 200
    assert answer["events"][0]["seq"] == game["seq"] + 1
    assert send(game, {"type": "draw_card", "from": 0}, "two")[1]["code"] == "key_reused"

    assert has_drawn(game, alice) == 2
    assert sum(alice.game(number)["you"]["hand"].values()) == cards + 2
    # The bell was lost with the server; the sweep lets the computer player go on all the same.
    until(lambda: alice.game(number)["seq"] > game["seq"] + 1)


def test_a_site_started_with_demo_0_stays_empty(site: playing.Played, var: Path) -> None:
    """Up for the test above: nobody is there but who was made there, and nothing tried to fill it."""
    url = json.loads((var / "run.json").read_text())["database_url"]
    with psycopg.connect(url) as connection:
        names = connection.execute("SELECT username FROM accounts_user").fetchall()

    assert names == [("alice",)]
    assert not (var / "demo_accounts.json").exists()
    assert (var / "log" / "web.log").exists()
    assert not (var / "log" / "demo.log").exists()
