"""What must follow a change: told to others, and computer players asked. Rung on commit, by task name.

A bell may be lost: clients fetch again by themselves and a beat task looks for turns that nobody
made (`games.tasks.sweep`). It may ring twice: every door behind it is safe to run again. Notices are rows,
written here in the transaction of their cause; the bell only hurries them on.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from celery import current_app
from django.db import transaction

from accounts import clock
from accounts.models import User
from accounts.notices import ledger
from accounts.notices.kinds import Kind
from games import timing
from games.models import ChatLine, Decision, Game, Pause, Seat
from games.store import Table

REMINDERS = {"half": 2, "fifth": 5}
"""Names of reminders, and of how many parts of the time one is left then."""


def after_move(table: Table) -> None:
    """Nudge everybody who looks at the game, and whoever plays for the computer's seats."""
    ring("games.tasks.push_moved", table.game.pk, table.game.seq)
    now = clock.now()
    asked = [row for row in table.decisions.values() if table.seats[row.seat].played_by_computer]
    if any(row.act_at is None or row.act_at <= now for row in asked):
        computer_turn(table.game.pk)
    if is_told(table.game, table.seats):
        ledger.tell(list(news(table, now)))
        review(table.game)


def computer_turn(game_id: int) -> None:
    """Whoever plays for the computer's seats looks whether one of them is asked."""
    ring("games.tasks.computer_turn", game_id)


def table_changed(game: Game) -> None:
    """Somebody sat down or left before the start."""
    ring("games.tasks.push_moved", game.pk, game.seq)


def hindsight(game_id: int, *, after_s: float | None = None) -> None:
    """Whoever looks back on games that are over begins with this one, or goes on."""
    ring("games.tasks.look_back", game_id, countdown=after_s)


def hindsight_ready(game: Game) -> None:
    """Everybody who looks at the game fetches what was found."""
    ring("games.tasks.push_hindsight", game.pk)


def ring(task: str, *ids: Any, **sending: Any) -> None:
    """Send the task when the transaction is through; robust, for the move is already made then."""
    transaction.on_commit(lambda: current_app.send_task(task, args=ids, retry=False, **sending), robust=True)


# Notices


def thread(game_id: int) -> str:
    """What notices of a game belong to."""
    return f"game-{game_id}"


def is_told(game: Game, seats: Iterable[Seat]) -> bool:
    """Is there anything to tell? Whoever plays without a clock against computers alone waits for nobody."""
    return game.rules_of_clock is not None or len(people(seats)) > 1


def people(seats: Iterable[Seat]) -> set[int]:
    """Ids of those whose seats these are, also while a stand-in plays."""
    return {seat.user_id for seat in seats if seat.user_id is not None}


def news(table: Table, now: datetime) -> Iterator[ledger.News]:
    """What came to be since the table was read: its start, turns of people, its end."""
    if table.read_seq < 0:
        yield about(table, people(table.seats), Kind.GAME_STARTED, "start", now)
    for row in table.decisions.values():
        if row.begun_seq > table.read_seq:
            yield from of_turn(table, row)
    if table.game.is_finished:
        yield about(table, people(table.seats), Kind.GAME_FINISHED, "end", now)


def about(
    table: Table, user_ids: Collection[int], kind: Kind, matter: str, at: datetime, **facts: Any
) -> ledger.News:
    """Of a game that has begun."""
    return ledger.News(user_ids, kind, thread(table.game.pk), matter, at, facts)


def of_turn(table: Table, row: Decision) -> Iterator[ledger.News]:
    """A person is asked: they are told, and reminded while the turn is open."""
    seat = table.seats[row.seat]
    if seat.user_id is None or seat.played_by_computer:
        return
    name, turn = timing.turn_name(row, seat), row.turn if row.deadline else None
    yield replace(about(table, [seat.user_id], Kind.YOUR_TURN, name, row.since), by=row.deadline)
    if turn is not None:
        for which, parts in REMINDERS.items():
            reminder = about(table, [seat.user_id], Kind.REMINDER, f"{name}/{which}", row.since)
            yield replace(reminder, wanted_at=turn.when_left(parts), by=row.deadline)


def at_once(news: ledger.News) -> ledger.News:
    """The same without the person's delay."""
    return replace(news, wanted_at=news.at)


def turn_came(table: Table, row: Decision) -> None:
    """Somebody else plays the seat from now on, whose turn it is already."""
    if is_told(table.game, table.seats):
        ledger.tell(list(of_turn(table, row)))


def seat_changed(
    table: Table, seat: Seat, what: str, matter: str, *, to: Iterable[int], **facts: Any
) -> None:
    """Whoever has to do with it hears who plays a seat from now on, or that a turn of it was missed."""
    if is_told(table.game, table.seats):
        facts = {"seat": seat.number, "what": what, **facts}
        ledger.tell([about(table, set(to), Kind.SEAT_CHANGED, matter, clock.now(), **facts)])


def players(table: Table) -> set[int]:
    """Ids of those who play their seats themselves."""
    return people(timing.active_people(table.seats))


def others(table: Table, seat: Seat) -> set[int]:
    """The same without the holder of this seat."""
    return players(table) - {seat.user_id}


def deadline_moved(table: Table, pause: Pause, what: str, *, to: Iterable[int]) -> None:
    """A pause was asked for, refused, or has begun."""
    facts = {"pause": pause.pk, "what": what, "days": pause.days}
    ledger.tell(
        [about(table, set(to), Kind.DEADLINE_MOVED, f"pause-{pause.pk}/{what}", clock.now(), **facts)]
    )


def called_off(table: Table, now: datetime) -> None:
    """Somebody never came."""
    ledger.tell([about(table, people(table.seats), Kind.GAME_FINISHED, "end", now)])
    review(table.game)


def invited(game: Game, user: User, by: User, now: datetime) -> None:
    """By name, to an open table."""
    facts = {"host": by.username}
    ledger.tell([ledger.News([user.pk], Kind.INVITATION, thread(game.pk), "invitation", now, facts)])


def said(line: ChatLine) -> None:
    """At a table: its pages fetch the line."""
    ring("games.tasks.push_chat", line.game_id, line.pk)


def mentioned(line: ChatLine, by: User, user_ids: Collection[int]) -> None:
    """People whom a line names. What it says stands at the table, and in no subject."""
    facts = {"who": by.username, "line": line.pk}
    matter = f"chat-{line.pk}"
    ledger.tell([ledger.News(user_ids, Kind.MENTION, thread(line.game_id), matter, line.at, facts)])


def review(game: Game) -> None:
    """Waiting notices of the game are read again: some of them may not hold any more."""
    ring("accounts.tasks.review", thread(game.pk))
