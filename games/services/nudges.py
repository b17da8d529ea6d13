"""Nudges: once in a turn, after half of its time, somebody who waits may say so."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from accounts.notices import ledger
from accounts.notices.kinds import Kind
from games import store, timing
from games.models import Decision, Game, Seat
from games.services import outbox, play
from games.services.errors import BadRequest, NotOpen

WITHOUT_CLOCK = timedelta(hours=24)
"""After so long somebody may be nudged who plays without a clock."""
HALF = 2


@dataclass(frozen=True)
class Waited:
    """A turn for which others wait, and from when on they may be nudged."""

    seat: Seat
    nudge_from: datetime
    nudged_at: datetime | None

    @property
    def may_be_nudged(self) -> bool:
        return self.nudged_at is None and self.nudge_from <= clock.now()


def told_at(game: Game, seats: Iterable[Seat], decisions: Iterable[Decision]) -> dict[int, datetime]:
    """When people were told of these open turns, by seat; without those who were not. One query."""
    asked = asked_of(seats, decisions)
    if not asked:
        return {}
    told = ledger.told(outbox.thread(game.pk), [timing.turn_name(row, seat) for seat, row in asked])
    named = {seat.number: (timing.turn_name(row, seat), seat.user_id or 0) for seat, row in asked}
    return {number: told[name] for number, name in named.items() if name in told}


def asked_of(seats: Iterable[Seat], decisions: Iterable[Decision]) -> list[tuple[Seat, Decision]]:
    """Open turns of people."""
    by_number = {seat.number: seat for seat in seats}
    return [(by_number[row.seat], row) for row in decisions if not by_number[row.seat].played_by_computer]


def waited_for(game: Game, seats: Iterable[Seat], decisions: Iterable[Decision]) -> list[Waited]:
    """Open turns of people who can hear of it. One query."""
    asked = [(seat, row) for seat, row in asked_of(seats, decisions) if seat.user and seat.user.is_active]
    if not asked:
        return []
    nudges = {seat.number: nudge_of(timing.turn_name(row, seat)) for seat, row in asked}
    nudged = ledger.made(outbox.thread(game.pk), nudges.values())
    return [
        Waited(
            seat=seat,
            nudge_from=from_when(row),
            nudged_at=nudged.get((nudges[seat.number], seat.user_id or 0)),
        )
        for seat, row in asked
    ]


@transaction.atomic
def nudge(*, game_id: int, user: User, seat: int | None = None) -> Waited:
    """Say to whoever is asked that one waits; `seat` may be left out when only one other person is.

    Raises NotOpen before half of the time, in a pause, and the second time in a turn.
    """
    table = play.begun(store.lock(game_id))
    if not table.game.is_running:
        raise NotOpen(_("This game is not going on."))
    own = play.seat_of(table, user)
    play.must_play_it(table, own)
    others = [
        row for row in waited_for(table.game, table.seats, table.decisions.values()) if row.seat.number != own
    ]
    waited = _chosen(others, seat)
    now = clock.now()
    if table.game.is_paused(now):
        raise NotOpen(_("The game pauses: nobody is waited for."))
    if waited.nudged_at is not None:
        raise NotOpen(_("This turn was nudged already: once is enough."), at=waited.nudged_at)
    if not waited.may_be_nudged:
        time = formats.date_format(timezone.localtime(waited.nudge_from), "j F, H:i")
        raise NotOpen(
            _("Half of the time is not over yet: you may nudge from %(time)s on.") % {"time": time},
            nudge_from=waited.nudge_from,
        )
    name = timing.turn_name(table.decisions[waited.seat.number], waited.seat)
    assert waited.seat.user_id is not None
    news = outbox.about(table, [waited.seat.user_id], Kind.REMINDER, nudge_of(name), now, who=user.username)
    ledger.tell([outbox.at_once(news)])
    return waited


def nudge_of(turn: str) -> str:
    """What the nudge of a turn is called."""
    return f"{turn}/nudge"


def from_when(row: Decision) -> datetime:
    """When half of the time is over; a day, where there is no clock."""
    turn = row.turn if row.deadline else None
    return turn.when_left(HALF) if turn else row.since + WITHOUT_CLOCK


def _chosen(others: list[Waited], seat: int | None) -> Waited:
    if seat is None and len(others) > 1:
        raise BadRequest(_("Say which seat."), seats=[row.seat.number for row in others])
    for row in others:
        if seat in (None, row.seat.number):
            return row
    raise NotOpen(_("Nobody else is asked for anything now."))
