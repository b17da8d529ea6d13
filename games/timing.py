"""Between rows and clocks: until when a seat is to answer, and when a computer does."""

import hmac
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings

from accounts import selectors as people
from games import clocks
from games.models import Decision, Game, Seat

SHORTEST_WAIT_S, LONGEST_WAIT_S = 60, 240
"""A computer's answer is due so long after its turn came; the sweep may find it half a minute later."""
ACTIVE_PEOPLE = 2
"""From so many on a computer waits, on a table with a clock: nobody should find three moves in one second."""


def begin_turns(game: Game, seats: Sequence[Seat], decisions: Iterable[Decision], now: datetime) -> None:
    """Fill in the times of decisions whose turn, or clock, begins now; `seats` by their numbers."""
    decisions = list(decisions)
    holders = [holder for row in decisions if (holder := seats[row.seat].user) is not None]
    habits = people.habits_of(holders, now) if game.rules_of_clock and holders else {}
    for row in decisions:
        seat = seats[row.seat]
        row.turn_seq = row.begun_seq
        row.clock = None
        if seat.user_id in habits:
            row.clock = turn(game, seat, habits[seat.user_id], now).write()
        hand_to_holder(game, seats, row, now)


def continue_turn(row: Decision, before: Decision) -> None:
    """A further decision of the same turn has the times of the turn; a computer goes on at once."""
    row.since, row.turn_seq = before.since, before.begun_seq
    row.clock, row.deadline, row.act_at = before.clock, before.deadline, before.act_at


def hand_to_holder(game: Game, seats: Sequence[Seat], row: Decision, now: datetime) -> None:
    """Whoever plays the seat from now on answers: a person until the deadline, a computer in its time."""
    if seats[row.seat].played_by_computer:
        row.deadline, row.act_at = None, now + wait(game, seats, row)
    else:
        row.deadline, row.act_at = row.turn.deadline if row.turn else None, None


def hurry(game: Game, seats: Sequence[Seat], decisions: Iterable[Decision], now: datetime) -> None:
    """Computers that wait for people go on at once when too few are left to wait for."""
    for row in decisions:
        if row.act_at is not None:
            row.act_at = min(row.act_at, now + wait(game, seats, row))


def turn(game: Game, seat: Seat, habits: people.Habits, now: datetime) -> clocks.Turn:
    """The clock of a turn that begins now. Its calendar stays: changes count from the next decision on."""
    rules = game.rules_of_clock
    assert rules is not None
    breaks: list[clocks.Stand] = []
    if rules.vacation_counts:
        breaks += [clocks.Stand(begins, ends, "vacation") for begins, ends in habits.vacations]
    if game.paused_until is not None and now < game.paused_until:
        breaks.append(clocks.Stand(now, game.paused_until, "pause"))
    calendar = clocks.Calendar(habits.zone, habits.sleep, rules.weekends_stop, tuple(breaks))
    return clocks.Turn(now, rules.per_turn, reserve(game, seat), calendar)


def reserve(game: Game, seat: Seat) -> timedelta:
    """What the seat has left of it; the whole of it before the first turn."""
    rules = game.rules_of_clock
    assert rules is not None
    return rules.reserve if seat.reserve is None else seat.reserve


def pause(row: Decision, stand: clocks.Stand) -> None:
    """The clock of an open decision stands then, too; what is left stays as it is."""
    if row.turn is not None:
        longer = row.turn.with_break(stand)
        row.clock = longer.write()
        row.deadline = longer.deadline if row.deadline else None


def end_break(row: Decision, begins: datetime, ends: datetime, now: datetime) -> bool:
    """A vacation, booked from `begins` to `ends`, ends now; False where the clock does not know of it."""
    turn = row.turn
    if turn is None or clocks.Stand(begins, ends, "vacation") not in turn.calendar.breaks:
        return False
    shorter = turn.without_break(clocks.Stand(begins, ends, "vacation"), now)
    row.clock = shorter.write()
    row.deadline = shorter.deadline if row.deadline else None
    return True


def turn_name(row: Decision, seat: Seat) -> str:
    """The turn in notices: the same for all its decisions, another for whoever comes back to it."""
    return f"{row.begun_seq}-{seat.number}" + (f"r{seat.reclaims}" if seat.reclaims else "")


def active_people(seats: Iterable[Seat]) -> list[Seat]:
    """Seats that people play themselves."""
    return [seat for seat in seats if not seat.played_by_computer]


def wait(game: Game, seats: Iterable[Seat], row: Decision) -> timedelta:
    """How long a computer lets people wait for this answer: 1 to 5 minutes where several play by a clock."""
    if game.rules_of_clock is None or len(active_people(seats)) < ACTIVE_PEOPLE:
        return clocks.NOTHING
    text = f"wait {game.pk}/{row.name}"
    number = int.from_bytes(hmac.digest(settings.SECRET_KEY.encode(), text.encode(), "sha256")[:4])
    return timedelta(seconds=SHORTEST_WAIT_S + number % (LONGEST_WAIT_S - SHORTEST_WAIT_S + 1))
