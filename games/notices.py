"""Whether what was to be told of a game still holds. The words are those of `games.web.notices`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from accounts.models import User
from accounts.notices import ledger, reasons
from accounts.notices.kinds import Kind
from accounts.notices.models import Notice
from accounts.notices.subjects import HOLDS, Verdict
from games import selectors, timing
from games.models import ChatLine, Decision, Game, Invited, Move, Pause, PauseAnswer, Seat
from games.services import outbox

EXACT = timedelta(seconds=1)
"""A reminder that is planned for another instant than this close belongs to a deadline that has moved."""


def game_id(thread: str) -> int:
    """Of a thread such as game-214."""
    return int(thread.partition("-")[2])


def turn_of(matter: str) -> str:
    """The turn's name in what a notice is about: of 17-2/half it is 17-2."""
    return matter.partition("/")[0]


def seat_number(turn: str) -> int:
    return int(turn.partition("-")[2].partition("r")[0])


def verdicts(user: User, notices: Sequence[Notice], now: datetime) -> dict[int, Verdict]:
    """For each notice of games to this person: does it still hold? Three queries, more for what is over."""
    ids = {game_id(notice.thread) for notice in notices}
    listed = Game.objects.defer("state", "seed").filter(pk__in=ids).prefetch_related("seats", "decisions")
    games = {game.pk: game for game in listed}
    told = {}
    for notice in notices:
        game = games.get(game_id(notice.thread))
        told[notice.pk] = Verdict(reasons.GONE) if game is None else Judge(game, user, now).verdict(notice)
    return told


class Judge:
    """One game at one instant, for one person."""

    def __init__(self, game: Game, user: User, now: datetime) -> None:
        self.game, self.user, self.now = game, user, now
        self.seats: Mapping[int, Seat] = {seat.number: seat for seat in game.seats.all()}
        self.decisions: Mapping[int, Decision] = {row.seat: row for row in game.decisions.all()}

    def verdict(self, notice: Notice) -> Verdict:
        judges: dict[str, Callable[[Notice], Verdict]] = {
            Kind.YOUR_TURN: self.turn,
            Kind.REMINDER: self.reminder,
            Kind.DEADLINE_MOVED: self.pause,
            Kind.SEAT_CHANGED: self.seat,
            Kind.INVITATION: self.invitation,
            Kind.GAME_STARTED: self.start,
            Kind.GAME_FINISHED: self.end,
            Kind.MENTION: self.mention,
        }
        judge = judges.get(notice.kind)
        return judge(notice) if judge else HOLDS

    def turn(self, notice: Notice) -> Verdict:
        """Is the turn still open, and theirs?"""
        name = turn_of(notice.matter)
        seat = self.seats.get(seat_number(name))
        row = self.decisions.get(seat_number(name))
        if seat is None or not self.game.is_running:
            return self.over(name)
        if row is not None and timing.turn_name(row, seat) == name and self.plays(seat):
            return HOLDS
        if not self.plays(seat):
            return Verdict(reasons.NOT_YOURS)
        return Verdict(self.who_moved(name))

    def over(self, name: str) -> Verdict:
        """The game has ended: perhaps with this very turn."""
        moved = self.who_moved(name) if self.game.is_finished else reasons.OVER
        return Verdict(reasons.OVER if moved == reasons.STAND_IN else moved)

    def who_moved(self, name: str) -> str:
        """Why a turn is not open any more."""
        begun = int(name.partition("-")[0])
        moves = Move.objects.filter(game=self.game, seat=seat_number(name), seq__gt=begun).order_by("seq")
        by = moves.values_list("by", flat=True).first()
        if by is None:  # nobody: it was given up and taken back, say
            return reasons.CHANGED_AGAIN if self.game.is_running else reasons.OVER
        return reasons.STAND_IN if by == Move.By.STAND_IN else reasons.MOVED

    def plays(self, seat: Seat) -> bool:
        return seat.user_id == self.user.pk and not seat.is_given_up

    def reminder(self, notice: Notice) -> Verdict:
        """For the open turn alone, and at the time that its clock says now."""
        verdict = self.turn(notice)
        parts = outbox.REMINDERS.get(notice.matter.partition("/")[2])
        if not verdict.holds or parts is None:
            return verdict
        row = self.decisions[seat_number(turn_of(notice.matter))]
        if row.turn is None or row.deadline is None:
            return Verdict(reasons.CHANGED_AGAIN)
        if row.deadline <= self.now:
            return Verdict(reasons.DEADLINE_PASSED)
        planned = row.turn.when_left(parts)
        if abs(planned - notice.wanted_at) > EXACT:
            moved = {ledger.BY: row.deadline.isoformat()}
            return Verdict(reasons.DEADLINE_MOVED, moved, later=planned)
        return HOLDS

    def pause(self, notice: Notice) -> Verdict:
        """Asked for and not answered; begun and not over."""
        pause = Pause.objects.filter(pk=notice.facts.get("pause"), game=self.game).first()
        if pause is None or not self.game.is_running or not any(map(self.plays, self.seats.values())):
            return Verdict(reasons.OVER)
        if notice.facts["what"] == "begun":
            return HOLDS if pause.is_running(self.now) else Verdict(reasons.PAUSE_OVER)
        if notice.facts["what"] == "asked":
            answered = PauseAnswer.objects.filter(pause=pause, user=self.user).exists()
            return Verdict(reasons.ANSWERED) if answered or pause.state != Pause.State.ASKED else HOLDS
        return HOLDS

    def seat(self, notice: Notice) -> Verdict:
        """Is it still so?"""
        seat = self.seats.get(notice.facts["seat"])
        if seat is None or not self.game.is_running:
            return Verdict(reasons.OVER)
        if notice.facts["what"] == "missed" and not self.plays(seat):
            return Verdict(reasons.CHANGED_AGAIN)
        given_up = notice.facts["what"] in ("stand_in", "left", "resigned")
        if given_up and not seat.is_given_up:
            return Verdict(reasons.CHANGED_AGAIN)
        if notice.facts["what"] == "back" and seat.is_given_up:
            return Verdict(reasons.CHANGED_AGAIN)
        return HOLDS

    def invitation(self, notice: Notice) -> Verdict:
        if any(seat.user_id == self.user.pk for seat in self.seats.values()):
            return Verdict(reasons.ANSWERED)
        if Invited.objects.filter(game=self.game, user=self.user).exclude(declined_at=None).exists():
            return Verdict(reasons.ANSWERED)
        works = self.game.is_open and selectors.link_works(self.game)
        return HOLDS if works else Verdict(reasons.TABLE_CLOSED)

    def start(self, notice: Notice) -> Verdict:
        """Told to whoever has not chosen first tickets yet."""
        own = next((seat for seat in self.seats.values() if self.plays(seat)), None)
        if not self.game.is_running:
            return Verdict(reasons.OVER)
        if own is None:
            return Verdict(reasons.NOT_YOURS)
        row = self.decisions.get(own.number)
        return HOLDS if row is not None and row.begun_seq == 0 else Verdict(reasons.MOVED)

    def mention(self, notice: Notice) -> Verdict:
        line = ChatLine.objects.filter(pk=notice.facts.get("line"), game=self.game)
        return HOLDS if line.exists() else Verdict(reasons.GONE)

    def end(self, notice: Notice) -> Verdict:
        return HOLDS if self.game.is_finished or self.game.is_void else Verdict(reasons.GONE)
