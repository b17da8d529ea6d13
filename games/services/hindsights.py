"""Looking back on games that are over, a little at a time: which turns swung them most (`games.hindsight`).

One game after the other on the whole site, in short pieces with rests between them: the same worker plays for
the computer's seats of running games, and those come first. A piece ends as soon as one of them is to move.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F

from accounts import clock
from games import engine, hindsight, selectors, store
from games.hindsight import Weighing
from games.models import Game, Hindsight, Move
from games.selectors import Swing
from games.services import outbox

PIECE_S = 1.0  # of work at a time, and at least one playout
REST_S = 0.5  # between two pieces
LEFT_LYING = timedelta(minutes=1)  # after so long nobody goes on with it any more
PASSED_OVER = timedelta(seconds=15)  # a turn that nobody makes for so long is no reason to wait
SCHEMA = 1


class Turn(NamedTuple):
    """Numbers of its first and its last move."""

    first: int
    last: int


def begin(game: Game, now: datetime) -> None:
    """Of a game that has just ended, in the transaction of its last move."""
    if settings.HINDSIGHTS:
        Hindsight.objects.create(game=game, begun_at=now, touched_at=now)
        outbox.hindsight(game.pk)


def go_on(*, game_id: int) -> bool:
    """Do one piece and ring for the next; False when there is nothing to do, or it is not this game's turn.

    Safe to run twice and at the same time: who finds the row locked leaves it to the other.
    """
    if (
        not settings.HINDSIGHTS
        or Hindsight.objects.waiting().values_list("game", flat=True).first() != game_id
    ):
        return False
    try:
        return _piece(game_id)
    except Exception:
        _note_failure(game_id)
        raise


@transaction.atomic
def _piece(game_id: int) -> bool:
    # Lock first: another worker may have done this piece meanwhile.
    row = Hindsight.objects.waiting().select_for_update(skip_locked=True).filter(game=game_id).first()
    if row is None:
        return False
    work = Work.of(Game.objects.get(pk=game_id), row)
    end = time.monotonic() + PIECE_S
    while work.play_on() and time.monotonic() < end and not a_turn_waits():
        pass
    row.touched_at, row.failures = clock.now(), 0
    if work.is_done:
        row.weighing, row.swings, row.ready_at = None, work.told(), row.touched_at
    else:
        row.weighing = work.written()
    row.save(update_fields=("weighing", "swings", "touched_at", "ready_at", "failures"))
    _ring(row)
    return True


def _ring(row: Hindsight) -> None:
    """For the next piece; when it is ready, for those who look at the game and for the game after it."""
    if row.is_waiting:
        outbox.hindsight(row.game_id, after_s=REST_S)
        return
    if row.is_ready:
        outbox.hindsight_ready(row.game)
    if (following := Hindsight.objects.waiting().exclude(pk=row.pk).first()) is not None:
        outbox.hindsight(following.game_id, after_s=REST_S)


def a_turn_waits() -> bool:
    """Is a computer's seat of a running game to move now? Not one whose turn fails and waits for long."""
    now = clock.now()
    return selectors.computers_asked(since=now - PASSED_OVER, until=now).exists()


@transaction.atomic
def _note_failure(game_id: int) -> None:
    """It is tried again when the sweep finds it, and given up after some failures without progress."""
    Hindsight.objects.filter(game=game_id).update(failures=F("failures") + 1, touched_at=clock.now())
    row = Hindsight.objects.filter(game=game_id).first()
    if row is not None and not row.is_waiting:
        _ring(row)


def left_lying() -> list[int]:
    """The game whose turn it is, where nobody goes on with it: its bell was lost, or it failed."""
    first = Hindsight.objects.waiting().first() if settings.HINDSIGHTS else None
    return [first.game_id] if first and first.touched_at < clock.now() - LEFT_LYING else []


@dataclass
class Work:
    """A game that is over with its turns, and how far weighing them has come."""

    game: Game
    moves: list[Move]
    turns: list[Turn]
    weighing: Weighing
    _at: tuple[int, engine.State] | None = None  # the turn that was played on from last, and its beginning

    @classmethod
    def of(cls, game: Game, row: Hindsight) -> Work:
        """As the row says, or from the beginning."""
        moves = list(store.moves(game))
        if row.weighing is None:
            turns = turns_of(game, moves)
            seats = [_seat(moves[turn.first]) for turn in turns]
            totals = {sheet["seat"]: sheet["total"] for sheet in game.result or ()}
            weighing = Weighing.of(seats, game.size, [totals[seat] for seat in range(game.size)])
            return cls(game, moves, turns, weighing)
        assert row.weighing["schema"] == SCHEMA
        turns = [Turn(*pair) for pair in row.weighing["turns"]]
        return cls(game, moves, turns, Weighing(**row.weighing["weighing"]))

    def written(self) -> dict[str, Any]:
        """JSON of it."""
        return {"schema": SCHEMA, "turns": self.turns, "weighing": asdict(self.weighing)}

    @property
    def is_done(self) -> bool:
        return self.weighing.next() is None

    def play_on(self) -> bool:
        """One playout; False when all is done. The same playout done twice gives the same."""
        turn = self.weighing.next()
        if turn is None:
            return False
        rng = self.chance(turn, self.weighing.done[turn])
        self.weighing.add(turn, hindsight.playout(self.beginning(turn), rng))
        return True

    def beginning(self, turn: int) -> engine.State:
        """The state in which a turn began; not to be changed."""
        if self._at is None or self._at[0] != turn:
            first = self.turns[turn].first
            state = next(state for move, state in store.positions(self.game, self.moves) if move.seq == first)
            self._at = turn, state
        return self._at[1]

    def chance(self, turn: int, what: object) -> Random:
        """For one playout."""
        return Random(f"{self.game.pk}/{turn}/{what}")

    def told(self) -> dict[str, Any]:
        """JSON of what is told, when all is done."""
        swings = [self.swing(its)._asdict() for its in self.weighing.swings()]
        return {"schema": SCHEMA, "swings": swings}

    def swing(self, its: hindsight.Swing) -> Swing:
        """A turn that is told, and what hard would have done instead."""
        first, last = self.turns[its.turn]
        move, edition = self.moves[first], store.edition_of(self.game)
        action = edition.read_action(move.action)
        other = hindsight.instead(self.beginning(its.turn), action, self.chance(its.turn, "instead"))
        return Swing(
            turn=its.turn,
            turns=len(self.turns),
            first=first,
            last=last,
            seat=_seat(move),
            before=its.before,
            after=its.after,
            instead=None if other is None else edition.write_action(other),
        )


def turns_of(game: Game, moves: list[Move]) -> list[Turn]:
    """Each with the moves that continue it; a choice of first tickets, or at a scoring, belongs to none."""
    turns: list[Turn] = []
    for move, state in store.positions(game, moves):
        if hindsight.begins_turn(state):
            turns.append(Turn(move.seq, move.seq))
        elif state.phase in store.CONTINUE_A_TURN:
            turns[-1] = turns[-1]._replace(last=move.seq)
    return turns


def _seat(move: Move) -> int:
    assert move.seat is not None
    return move.seat
