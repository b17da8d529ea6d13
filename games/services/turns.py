"""What a turn's end does to its seat's clock: the reserve, misses in a row, the record of the person."""

from datetime import datetime

from games import clocks, store, timing
from games.models import Answer, Decision, Seat

MISSES_TO_ABANDON = 2


def answered(table: store.Table, decision: Decision, now: datetime) -> None:
    """A person has ended their turn; overrun eats of the seat's reserve (nothing where there is no clock)."""
    seat, turn = table.seats[decision.seat], decision.turn
    state, misses, reserve = seat.state, seat.misses, seat.reserve
    seat.state, seat.misses = Seat.State.ACTIVE, 0
    if turn is not None:
        seat.reserve = turn.reserve_after(now)
        _record(table, decision, turn, now, in_time=True)
    if (state, misses, reserve) != (seat.state, seat.misses, seat.reserve):
        seat.save(update_fields=("state", "misses", "reserve"))


def missed(table: store.Table, decision: Decision, now: datetime) -> None:
    """A deadline has passed: away at first, given up at the second in a row, or at a strict table's first."""
    seat, turn, rules = table.seats[decision.seat], decision.turn, table.game.rules_of_clock
    assert turn is not None
    assert rules is not None
    seat.misses += 1
    given_up = rules.strict or seat.misses >= MISSES_TO_ABANDON
    seat.state = Seat.State.ABANDONED if given_up else Seat.State.AWAY
    seat.reserve = turn.reserve_after(now)
    seat.save(update_fields=("state", "misses", "reserve"))
    _record(table, decision, turn, now, in_time=False)


def unanswered(table: store.Table, decision: Decision, now: datetime) -> None:
    """Somebody has left in their own turn, or never came to the first tickets: that is no answer."""
    turn = decision.turn
    if turn is not None:
        seat = table.seats[decision.seat]
        seat.reserve = turn.reserve_after(now)
        seat.save(update_fields=("reserve",))
        _record(table, decision, turn, now, in_time=False)


def answered_after_all(table: store.Table, decision: Decision) -> None:
    """Whoever left is back before anybody noticed: their turn is open as it was."""
    Answer.objects.filter(
        game=table.game,
        seat=decision.seat,
        turn_seq=decision.begun_seq,
        user=table.seats[decision.seat].user,
    ).delete()


def _record(
    table: store.Table, decision: Decision, turn: clocks.Turn, now: datetime, *, in_time: bool
) -> None:
    """One for each turn of a seat and its person, where somebody waits for it: alone one cannot be late."""
    user_id = table.seats[decision.seat].user_id
    others = [seat for seat in timing.active_people(table.seats) if seat.number != decision.seat]
    if user_id is not None and others:
        answer = Answer(
            user_id=user_id,
            game=table.game,
            seat=decision.seat,
            turn_seq=decision.begun_seq,
            since=turn.since,
            at=now,
            took=turn.used(now),
            in_time=in_time,
        )
        Answer.objects.bulk_create([answer], ignore_conflicts=True)
