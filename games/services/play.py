"""Making a move: the one way in, for people, computer players and stand-ins."""

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from games import engine, store
from games.models import Answer, Move
from games.services import finish, outbox, turns
from games.services.errors import BadRequest, KeyReused, NotOpen, NotYourSeat, StaleDecision
from games.services.malformed import malformed_words

LONGEST_KEY = 200


@dataclass(frozen=True)
class Submission:
    """A move that stands; `repeated` when the same request had made it before."""

    move: Move
    table: store.Table  # the game with this move made
    seat: int
    repeated: bool = False


@transaction.atomic
def submit(*, game_id: int, user: User, decision: str, action: Any, key: str) -> Submission:
    """A person answers a decision; `action` is JSON.

    Raises NotOpen, NotYourSeat, KeyReused, StaleDecision, BadRequest for what cannot be read, and the
    engine's IllegalAction. A refused request changes nothing and its key may be used again.
    """
    if not 0 < len(key) <= LONGEST_KEY:
        raise BadRequest(
            _("An Idempotency-Key of 1 to %(most)d characters is needed.") % {"most": LONGEST_KEY}
        )
    table = begun(store.lock(game_id))
    seat = seat_of(table, user)
    body_digest = digest(decision, plain(table, action))
    earlier = Move.objects.filter(game=table.game, seat=seat, key=key).first()
    if earlier is not None:
        if earlier.body_digest != body_digest:
            raise KeyReused(_("This Idempotency-Key belongs to another request."))
        return Submission(earlier, table, seat, repeated=True)
    must_be_open(table, seat, decision)
    must_play_it(table, seat)
    move = _make(table, seat, readable(table, action), Move.By.HUMAN, key=key, body_digest=body_digest)
    return Submission(move, table, seat)


@transaction.atomic
def submit_for_computer(
    *, game_id: int, seat: int, decision: str, action: engine.Action, by: Move.By
) -> Move:
    """A computer player or stand-in answers its decision; refused like a person's move."""
    table = begun(store.lock(game_id))
    must_be_open(table, seat, decision)
    if not table.seats[seat].played_by_computer:  # taken back while the computer thought
        raise StaleDecision(_("A person plays this seat."))
    return _make(table, seat, action, by)


def check(*, game_id: int, user: User, decision: str, action: Any) -> engine.IllegalAction | None:
    """Would this action be taken? None if so, else why not. Changes nothing.

    Raises what `submit` raises but for IllegalAction.
    """
    game, decisions = store.snapshot(game_id)
    table = begun(None if game.state is None else store.load(game, decisions))
    seat = seat_of(table, user)
    must_be_open(table, seat, decision)
    must_play_it(table, seat)
    try:
        refused = engine.refusal(table.state, seat, readable(table, action))
    except engine.IllegalAction as illegal:
        return illegal
    return engine.IllegalAction(refused[0], **refused[1]) if refused else None


def begun(table: store.Table | None) -> store.Table:
    """Raises NotOpen before the start and for a cancelled table."""
    if table is None:
        raise NotOpen(_("This game has not begun."))
    return table


def seat_of(table: store.Table, user: User) -> int:
    """The number of the person's seat."""
    for seat in table.seats:
        if seat.user_id == user.pk:
            return seat.number
    raise NotYourSeat(_("You do not sit at this table."))


def must_play_it(table: store.Table, seat: int) -> None:
    """Raises NotYourSeat where a stand-in plays the person's seat."""
    if table.game.is_running and table.seats[seat].is_given_up:
        state = table.seats[seat].state
        raise NotYourSeat(_("A stand-in plays your seat. Take it back first, if you can."), state=state)


def must_be_open(table: store.Table, seat: int, decision: str) -> None:
    """Is this what the seat is asked now, and is there time? Too late is too late, also before the sweep.

    Raises StaleDecision.
    """
    opened = table.decisions.get(seat) if table.game.is_running else None
    asked = opened.name if opened else None
    if opened is not None and asked == decision:
        if opened.deadline is None or clock.now() < opened.deadline:
            return
        late = True
    else:
        late = _was_late(table, seat, decision)
    raise StaleDecision(
        _("You are late: your time was up, and the computer makes this turn for you.")
        if late
        else _("The game has moved on: this decision is not open any more."),
        decision=asked,
        late=late,
    )


def _was_late(table: store.Table, seat: int, decision: str) -> bool:
    """Did the turn of this decision pass without an answer in time?"""
    opened_at, _dash, asked = decision.partition("-")
    if asked != str(seat) or not opened_at.isdecimal() or int(opened_at) > table.game.seq:
        return False
    moves = Move.objects.filter(game=table.game, seat=seat).order_by("seq")
    after = moves.filter(seq__gt=int(opened_at)).first()
    if after is None or after.by != Move.By.STAND_IN:
        return False
    own = Answer.objects.filter(game=table.game, seat=seat, user=table.seats[seat].user_id)
    answer = own.filter(turn_seq__lte=int(opened_at)).order_by("-turn_seq").first()
    if answer is None or answer.in_time:
        return False
    made_for_it = moves.filter(seq__gt=answer.turn_seq, seq__lte=int(opened_at), by=Move.By.STAND_IN)
    return not made_for_it.exists()  # otherwise it was an earlier turn that passed


def readable(table: store.Table, action: Any) -> engine.Action:
    try:
        return table.edition.read_action(action)
    except engine.MalformedAction as malformed:
        raise BadRequest(malformed_words(malformed), problem=malformed.problem) from malformed


def plain(table: store.Table, action: Any) -> Any:
    """The action as we would write it: order of lists and zero counts do not matter."""
    try:
        return table.edition.write_action(table.edition.read_action(action))
    except (engine.MalformedAction, engine.IllegalAction):
        return action


def digest(decision: str, action: Any) -> str:
    """What tells one request from another under the same key."""
    return sha256(json.dumps([decision, action], sort_keys=True).encode()).hexdigest()


def play_for(table: store.Table, seat: int, action: engine.Action, by: Move.By) -> Move:
    """Apply and write a move for a locked game, in the caller's transaction, which has to `tell` of it."""
    return _move(table, seat, action, by)


def tell(table: store.Table) -> None:
    """What the rules leave no choice about is played, and everybody hears of it."""
    while (seat := _forced(table)) is not None:
        (action,) = engine.legal_actions(table.state, seat)
        _move(table, seat, action, Move.By.RULE)
    outbox.after_move(table)


def _make(
    table: store.Table, seat: int, action: engine.Action, by: Move.By, *, key: str = "", body_digest: str = ""
) -> Move:
    """Apply, write, tell: all in the caller's transaction, the game's row locked."""
    move = _move(table, seat, action, by, key=key, body_digest=body_digest)
    tell(table)
    return move


def _move(
    table: store.Table, seat: int, action: engine.Action, by: Move.By, *, key: str = "", body_digest: str = ""
) -> Move:
    now = clock.now()
    asked = table.decisions[seat]
    events = engine.apply(table.state, seat, action, table.rng(table.game.seq + 1))
    if by == Move.By.HUMAN and not store.continues(table, seat):
        turns.answered(table, asked, now)
    move = store.append(
        table, seat=seat, by=by, action=action, events=events, now=now, key=key, body_digest=body_digest
    )
    finish.if_over(table, now)
    return move


def _forced(table: store.Table) -> int | None:
    """A person's seat whose turn opens with a single legal action: the site plays it, and it is no miss.

    Never a choice of tickets or a tunnel: that would tell what the seat holds.
    """
    if not table.game.is_running:
        return None
    for seat, asked in table.decisions.items():
        if asked.kind == "turn" and not table.seats[seat].played_by_computer:
            return seat if len(engine.legal_actions(table.state, seat)) == 1 else None
    return None
