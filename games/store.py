"""Between rows and engine values. Nobody else reads `Game.state`, `Game.seed` or writes a move."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet
from django.db.models.functions import JSONObject

from games import engine, timing
from games.models import Decision, Game, Move, Seat

CONTINUE_A_TURN = {"second_card", "keep_tickets", "tunnel"}
"""Phases that ask the seat on turn once more: its clock goes on."""
INSTANTS = ("since", "deadline", "act_at")  # of a decision
EACH_MOVE = ("status", "seq", "state", "changed_at")  # fields that every move changes


@dataclass
class Table:
    """A game that has begun with its rows and its engine state, locked or for reading."""

    game: Game
    edition: engine.Edition
    state: engine.State
    seats: list[Seat]
    decisions: dict[int, Decision]  # open ones, by seat
    read_seq: int = -1  # its last move when it was read; -1 for one that was dealt just now

    def rng(self, seq: int) -> engine.Rng:
        """The shuffles of that move, from the game's secret seed."""
        return seeded(self.game, seq)


def edition_of(game: Game) -> engine.Edition:
    return engine.EDITIONS[game.edition]


def engine_options(game: Game) -> dict[str, Any]:
    """Those of the table's options that the rules know."""
    return {name: game.options[name] for name in edition_of(game).options if name in game.options}


def seeded(game: Game, seq: int) -> engine.Rng:
    assert game.seed is not None
    return engine.SeededRng(bytes(game.seed), seq)


def seed(game: Game) -> bytes:
    """The secret that all shuffles come from."""
    assert game.seed is not None
    return bytes(game.seed)


def seed_hex(game: Game) -> str:
    """For the record of a game that is over."""
    assert game.is_finished or game.is_void
    return seed(game).hex()


def snapshot(game_id: int) -> tuple[Game, list[Decision]]:
    """A game and its open decisions of one instant: one statement, for others may move meanwhile.

    Raises Game.DoesNotExist.
    """
    fields = ("seat", "kind", "opened_seq", "turn_seq", "clock", *INSTANTS)
    rows = Decision.objects.filter(game=OuterRef("pk")).order_by("seat")
    asked = ArraySubquery(rows.values(row=JSONObject(**{name: name for name in fields})))
    game = Game.objects.select_related("host").annotate(asked=asked).get(pk=game_id)
    return game, [_decision(game, row) for row in game.asked]


def _decision(game: Game, row: dict[str, Any]) -> Decision:
    instants = {name: row[name] and datetime.fromisoformat(row[name]) for name in INSTANTS}
    return Decision(game=game, **{**row, **instants})


def load(game: Game, decisions: Sequence[Decision]) -> Table:
    """A started game with these open decisions, for reading."""
    seats = list(game.seats.select_related("user"))
    by_seat = {decision.seat: decision for decision in decisions}
    return Table(game, edition_of(game), stored(game), seats, by_seat, read_seq=game.seq)


def lock(game_id: int) -> Table | None:
    """A started game, its row locked until the transaction ends; None for one that has not begun.

    Lock first, read then: two requests may answer the same decision. Raises Game.DoesNotExist.
    """
    return _begun(Game.objects.select_related("host").select_for_update(of=("self",)).get(pk=game_id))


def lock_if_free(game_id: int) -> Table | None:
    """The same, None also while somebody else is at it: whoever sweeps comes again."""
    games = Game.objects.select_related("host").select_for_update(of=("self",), skip_locked=True)
    game = games.filter(pk=game_id).first()
    return None if game is None else _begun(game)


def _begun(game: Game) -> Table | None:
    return None if game.state is None else load(game, list(game.decisions.all()))


def start(game: Game, seats: list[Seat], now: datetime) -> Table:
    """Deal: fills seed, state and move 0 of a locked open game, and puts its seats into turn order."""
    edition = edition_of(game)
    game.seed = secrets.token_bytes(32)
    game.commitment = engine.commitment(game.seed)
    state, events = engine.start(edition, len(seats), engine_options(game), seeded(game, 0))
    in_turn_order = [seats[number] for number in state.order]
    rules = game.rules_of_clock
    for number, seat in enumerate(in_turn_order):
        seat.number, seat.reserve = number, rules and rules.reserve
        seat.save(update_fields=("number", "reserve"))
    game.status, game.size, game.started_at = Game.Status.RUNNING, len(seats), now
    table = Table(game, edition, state, in_turn_order, {})
    move = Move(seq=0, by=Move.By.RULE)
    _record(table, move, events, now, "seed", "commitment", "size", "started_at")
    return table


def append(
    table: Table,
    *,
    seat: int,
    by: Move.By,
    action: engine.Action,
    events: Sequence[engine.Event],
    now: datetime,
    key: str = "",
    body_digest: str = "",
) -> Move:
    """Write what just happened to `table.state`: the move, the new state, the open decisions."""
    table.game.seq += 1
    written = table.edition.write_action(action)
    move = Move(seq=table.game.seq, seat=seat, by=by, action=written, key=key, body_digest=body_digest)
    _record(table, move, events, now)
    return move


def finish(table: Table, result: list[dict[str, Any]], now: datetime) -> None:
    """Write the result of a game that is over."""
    table.game.result, table.game.ended_at = result, now
    table.game.status = Game.Status.FINISHED
    table.game.save(update_fields=("result", "ended_at", "status"))
    for sheet in result:
        Seat.objects.filter(game=table.game, number=sheet["seat"]).update(
            place=sheet["place"], total=sheet["total"]
        )


def _record(table: Table, move: Move, events: Sequence[engine.Event], now: datetime, *fields: str) -> None:
    """Write a move with its events, the decisions it left open, and the game's row: state and `fields`."""
    move.game, move.at = table.game, now
    move.events = [table.edition.write_event(event) for event in events]
    move.save(force_insert=True)
    _reopen_decisions(table, move.seat, move.seq, now)
    table.game.state = table.edition.dump(table.state)
    table.game.changed_at = now
    table.game.save(update_fields=(*EACH_MOVE, *fields))


def continues(table: Table, seat: int) -> bool:
    """After an action of this seat: is it asked once more in the same turn?"""
    return table.state.phase in CONTINUE_A_TURN and seat in engine.to_act(table.state)


def _reopen_decisions(table: Table, actor: int | None, seq: int, now: datetime) -> None:
    """Close what was answered, open what is asked now; a decision of another seat stays as it is.

    A clock belongs to the turn: its second card, or tickets drawn in it, go on with the turn's times.
    """
    asked = engine.to_act(table.state)
    before = table.decisions.get(actor) if actor is not None and continues(table, actor) else None
    gone = [seat for seat in table.decisions if seat == actor or seat not in asked]
    if gone:
        Decision.objects.filter(game=table.game, seat__in=gone).delete()
        for seat in gone:
            del table.decisions[seat]
    new = [
        Decision(game=table.game, seat=seat, kind=table.state.phase, opened_seq=seq, since=now)
        for seat in asked
        if seat not in table.decisions
    ]
    if before is not None:
        timing.continue_turn(new[0], before)
    elif new:
        timing.begin_turns(table.game, table.seats, new, now)
    if new:
        Decision.objects.bulk_create(new)
        table.decisions.update((decision.seat, decision) for decision in new)


def save_times(decisions: Sequence[Decision]) -> None:
    """Write the times of decisions that stay open."""
    Decision.objects.bulk_update(decisions, ("since", "clock", "deadline", "act_at"))


def void(table: Table, absentees: list[int], successor: Game | None, now: datetime) -> None:
    """Cancel a game that was dealt; nobody is asked any more."""
    game = table.game
    game.status, game.ended_at = Game.Status.CANCELLED, now
    game.absentees, game.successor = absentees, successor
    game.save(update_fields=("status", "ended_at", "absentees", "successor"))
    game.decisions.all().delete()
    table.decisions.clear()


def moves(game: Game, *, after: int = -1) -> QuerySet[Move]:
    """Moves with a higher seq, in order; none that came after the row was read."""
    return game.moves.filter(seq__gt=after, seq__lte=game.seq).order_by("seq")


def events_of(edition: engine.Edition, move: Move) -> Iterator[engine.Event]:
    """The facts of a move, secrets included."""
    return (edition.read_event(raw) for raw in move.events)


def claims(game: Game) -> dict[str, int]:
    """Routes claimed on the board, by id: the owner's seat. Without making a whole state, for lists."""
    return {} if game.state is None else dict(game.state.get("owner", {}))


def replayed(game: Game) -> engine.State:
    """The state to which the recorded events of a started game lead."""
    return replay(edition_of(game), game.size, engine_options(game), moves(game))


def replay(
    edition: engine.Edition, seats: int, options: dict[str, Any], record: Iterable[Move]
) -> engine.State:
    """The state to which these moves lead, from the first one on."""
    events = [event for move in record for event in events_of(edition, move)]
    return engine.replay(edition, seats, options, events)


def positions(game: Game, record: Iterable[Move]) -> Iterator[tuple[Move, engine.State]]:
    """Each move of the whole record, and the state in which it was made: one object, which goes on."""
    edition = edition_of(game)
    state = engine.replay(edition, game.size, engine_options(game), ())
    for move in record:
        yield move, state
        for event in events_of(edition, move):
            event.change(state, *event)


def stored(game: Game) -> engine.State:
    """The state as it is kept."""
    assert game.state is not None
    return edition_of(game).load(game.state)
