"""What happens when a deadline passes: nobody needs to look for it, and it happens once."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from accounts import clock
from games import ai, engine, store, timing
from games.models import Decision, Game, Move, Seat
from games.services import bots, failures, outbox, pauses, play, turns

FIRST = "first_tickets"


def due() -> list[int]:
    """Running games in which a deadline has passed, the oldest first."""
    passed = Decision.objects.filter(game__status=Game.Status.RUNNING, deadline__lte=clock.now())
    return list(dict.fromkeys(passed.order_by("deadline", "pk").values_list("game", flat=True)))


@transaction.atomic
def time_up(*, game_id: int) -> bool:
    """Act on every deadline of the game that has passed; False when there is nothing to do.

    Safe to run twice and at the same time: who finds the row locked leaves it to the other, or to the next
    sweep.
    """
    table = store.lock_if_free(game_id)
    if table is None or not table.game.is_running:
        return False
    now = clock.now()
    late = [row for row in table.decisions.values() if row.deadline is not None and row.deadline <= now]
    absent = [row for row in late if row.kind == FIRST and table.seats[row.seat].user_id is not None]
    if absent:
        _void(table, absent, now)
    else:
        for row in late:
            _missed(table, row, now)
    return bool(late)


def _missed(table: store.Table, row: Decision, now: datetime) -> None:
    """The computer makes this one turn; after the second miss in a row it plays the seat on (R-AWAY-1)."""
    seat = table.seats[row.seat]
    if seat.user_id is not None:
        turns.missed(table, row, now)
        _tell_of_miss(table, row)
    while (asked := table.decisions.get(row.seat)) is not None and asked.begun_seq == row.begun_seq:
        play.play_for(table, asked.seat, _choice(table, asked), Move.By.STAND_IN)
    play.tell(table)
    pauses.reconsider(table, now)


def _tell_of_miss(table: store.Table, row: Decision) -> None:
    """Whose turn it was; and the others, when a stand-in plays on."""
    seat, name = table.seats[row.seat], timing.turn_name(row, table.seats[row.seat])
    assert seat.user_id is not None
    if seat.is_given_up:
        told = outbox.others(table, seat) | {seat.user_id}
        outbox.seat_changed(table, seat, "stand_in", f"{name}/stand_in", to=told)
    else:
        outbox.seat_changed(table, seat, "missed", f"{name}/missed", to=[seat.user_id])


def _choice(table: store.Table, asked: Decision) -> engine.Action:
    """Of a stand-in. A fault of the computer player must not keep a table waiting: then chance decides."""
    try:
        return bots.choice(table, asked)
    except Exception as error:  # noqa: BLE001  (whatever it is)
        failures.note_turn(game=table.game, decision=asked, error=error)
        view = engine.view(table.state, asked.seat)
        return ai.choose(view, "random", bots.generator(table.game, asked))


def _void(table: store.Table, absent: Collection[Decision], now: datetime) -> None:
    """Whoever lets the very first choice pass was never there: the others get a new table."""
    for row in absent:
        turns.unanswered(table, row, now)
    gone = {row.seat for row in absent}
    successor = _new_table(table, [seat for seat in table.seats if seat.number not in gone], now)
    absentees = [seat.user_id for seat in table.seats if seat.number in gone and seat.user_id is not None]
    store.void(table, absentees, successor, now)
    outbox.called_off(table, now)
    outbox.table_changed(table.game)


def _new_table(table: store.Table, staying: list[Seat], now: datetime) -> Game | None:
    """As the other was, with its seats, people and computers; None when no person stays."""
    people = [seat.user for seat in staying if seat.user is not None and not seat.played_by_computer]
    if not people:
        return None
    old = table.game
    fresh = Game.objects.create(
        edition=old.edition,
        size=old.size,
        options=old.options,
        public=old.public,
        host=old.host if old.host in people else people[0],
        created_at=now,
        changed_at=now,
    )
    seated = [seat for seat in staying if seat.bot or seat.user in people]
    for number, seat in enumerate(seated):
        Seat.objects.create(
            game=fresh, number=number, user=seat.user, bot=seat.bot, colour=seat.colour, joined_at=now
        )
    outbox.table_changed(fresh)
    return fresh
