"""Who is away from a table, pauses, and what the reader may do about them: ready for the templates."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clock
from accounts.notices import preferences
from games import selectors
from games.models import Move, Pause, Seat
from games.services import nudges, outbox
from games.services.absence import MOST_RECLAIMS
from games.services.pauses import MOST_DAYS, days_left
from games.web import clocks, names
from games.web.templatetags.night_mail import departure, moment, span

if TYPE_CHECKING:
    from games.web.table import TablePage

Row = dict[str, Any]
MINUTE = timedelta(minutes=1)


class Absence:
    """Of a game that has begun, as one viewer sees it."""

    def __init__(self, page: TablePage) -> None:
        self.page, self.seen, self.game = page, page.seen, page.game
        self.own = page.seen.own

    @cached_property
    def goes_on(self) -> bool:
        return self.game.is_running

    # The seats

    def state_of(self, seat: Seat) -> str:
        """What others have to know of a player who is not there; empty otherwise."""
        if seat.state == Seat.State.RESIGNED:
            return _("has resigned: a stand-in plays")
        if seat.played_by_stand_in:
            return _("a stand-in plays")
        until = self.seen.away_until.get(seat.number)
        if until:
            return _("away until %(time)s") % {"time": departure(until)}
        if seat.state == Seat.State.AWAY:
            return _("missed the last turn")
        return self.told(seat.number)

    @property
    def given_up(self) -> bool:
        """A stand-in plays my seat, and I may take it back or not."""
        return bool(self.goes_on and self.own and self.own.is_given_up)

    @property
    def holds_seat(self) -> bool:
        """I play myself, and could leave."""
        return bool(self.goes_on and self.own and not self.own.is_given_up)

    @property
    def may_resign(self) -> bool:
        """Also when I have left before."""
        return bool(self.goes_on and self.own and not self.has_resigned)

    @property
    def has_resigned(self) -> bool:
        return self.own is not None and self.own.state == Seat.State.RESIGNED

    @property
    def reclaims_left(self) -> int:
        """How often I may still take my seat back."""
        return max(0, MOST_RECLAIMS - self.own.reclaims) if self.own else 0

    @property
    def may_reclaim(self) -> bool:
        return self.given_up and not self.has_resigned and self.reclaims_left > 0

    @property
    def how_often(self) -> str:
        """How often a seat can be taken back, from now on."""
        left = self.reclaims_left
        if not left:
            return _("You cannot take it back any more.")
        return _("You can take it back once more.") if left == 1 else _("You can take it back twice.")

    @property
    def on_my_seat(self) -> str:
        """What has become of my seat, and whether I can change it."""
        if self.has_resigned:
            return _("You have resigned. A stand-in plays your seat to the end.")
        return _("A stand-in plays your seat.") + " " + self.how_often

    @property
    def is_alone(self) -> bool:
        """Is there nobody at this table but one person and computers?"""
        return sum(not seat.played_by_computer for seat in self.page.seats.values()) <= 1

    @property
    def if_i_leave(self) -> str:
        if self.is_alone:
            return _("Nobody else plays here: the computer players finish the game without you.")
        return _("A stand-in plays your seat on.") + " " + self.how_often

    @property
    def missed(self) -> str:
        """After a turn that the computer made for me; empty otherwise."""
        if not self.holds_seat or self.own is None or not self.own.misses:
            return ""
        if self.last_of_mine is None or self.last_of_mine.by != Move.By.STAND_IN:
            return ""
        return _("Your time was up: the computer made this turn for you.") + " " + self.next_miss

    @property
    def next_miss(self) -> str:
        return _("If you miss the next one too, a stand-in plays your seat.")

    @property
    def last_of_mine(self) -> Move | None:
        """My seat's last move, whoever made it."""
        moves = [move for move in self.page.moves if move.seat == self.seen.seat]
        return moves[-1] if moves else None

    @property
    def free_seats(self) -> list[Row]:
        """Seats that the reader may take over."""
        free = [seat for _number, seat in sorted(self.page.seats.items()) if seat.played_by_stand_in]
        if not self.goes_on or not free or not self.may_take_over:
            return []
        return [{"number": seat.number, "name": names.player(seat), "colour": seat.colour} for seat in free]

    @property
    def may_take_over(self) -> bool:
        """With an account, and no card of this table ever seen."""
        reader = self.seen.viewer
        if reader is None or reader.is_guest or not self.game.options.get("open_seats", True):
            return False
        return not self.seen.has_held_a_seat and selectors.is_reliable_enough(self.game, reader)

    # Being told

    @cached_property
    def told_at(self) -> dict[int, datetime]:
        """When those who are asked were told of it, by seat; one query, for others' turns alone."""
        others = [row for row in self.seen.decisions if row.seat != self.seen.seat]
        if not self.goes_on or not outbox.is_told(self.game, self.page.seats.values()):
            return {}
        return nudges.told_at(self.game, self.page.seats.values(), others)

    @cached_property
    def waited(self) -> dict[int, nudges.Waited]:
        """Of a game in which people wait for one another: who is asked, by seat."""
        if not self.goes_on or not outbox.is_told(self.game, self.page.seats.values()):
            return {}
        rows = nudges.waited_for(self.game, self.page.seats.values(), self.seen.decisions)
        return {row.seat.number: row for row in rows}

    def told(self, seat: int) -> str:
        """When another player was told of their turn; empty where that is not so, or not known."""
        at = self.told_at.get(seat)
        return _("told %(time)s ago") % {"time": span(max(clock.now() - at, MINUTE))} if at else ""

    @property
    def waiting_for(self) -> list[Row]:
        """Others who are asked: since when they know, and whether I may nudge them; for players alone."""
        if not self.holds_seat:
            return []
        rows = [row for number, row in sorted(self.waited.items()) if number != self.seen.seat]
        return [
            {
                "number": row.seat.number,
                "name": names.player(row.seat),
                "told": self.told(row.seat.number),
                "may_be_nudged": row.may_be_nudged and not self.pause_runs,
                "nudge": self.about_nudge(row),
            }
            for row in rows
        ]

    def about_nudge(self, row: nudges.Waited) -> str:
        """Why there is no button; empty where there is one."""
        if row.nudged_at:
            return _("nudged %(time)s") % {"time": moment(row.nudged_at)}
        if self.pause_runs or row.may_be_nudged:
            return ""
        return _("can be nudged from %(time)s on") % {"time": departure(row.nudge_from)}

    @cached_property
    def volume(self) -> str | None:
        """How much I hear of this table; None for whoever hears nothing of it anyway."""
        reader = self.seen.viewer
        if self.own is None or reader is None or reader.is_guest or not self.goes_on:
            return None
        if not outbox.is_told(self.game, self.page.seats.values()):
            return None
        return preferences.volume_of(user=reader, thread=outbox.thread(self.game.pk))

    # Pauses

    @property
    def pause(self) -> Pause | None:
        """One that is asked for, agreed on, or runs."""
        return self.seen.pause if self.goes_on else None

    @property
    def pause_runs(self) -> bool:
        return bool(self.pause and self.pause.is_running(clock.now()))

    @property
    def pause_is_asked(self) -> bool:
        return bool(self.pause and self.pause.state == Pause.State.ASKED)

    @property
    def pause_until(self) -> str:
        """When the clocks run again."""
        assert self.pause is not None
        assert self.pause.ends is not None
        return _("The game pauses until %(time)s. All clocks stand still.") % {
            "time": departure(self.pause.ends)
        }

    @property
    def pause_asked(self) -> str:
        """Who asks, for how long, and what no answer means."""
        assert self.pause is not None
        who, days = self.pause.asked_by, self.pause.days
        facts = {
            "who": who.username if who else _("Somebody"),
            "days": days,
            "time": departure(self.pause.answer_by),
        }
        if self.own and self.pause.asked_by_id == self.own.user_id:
            words = ngettext(
                "You ask for a pause of %(days)d day.", "You ask for a pause of %(days)d days.", days
            )
        else:
            words = ngettext(
                "%(who)s asks for a pause of %(days)d day.",
                "%(who)s asks for a pause of %(days)d days.",
                days,
            )
        return words % facts + " " + _("No answer until %(time)s is a yes.") % facts

    @property
    def waits_for_my_answer(self) -> bool:
        """A pause is asked for, I play, and I have not said anything to it."""
        if not (self.pause_is_asked and self.holds_seat and self.own and self.pause):
            return False
        mine = self.pause.asked_by_id == self.own.user_id
        return not mine and self.own.user_id not in self.seen.pause_answers

    @property
    def still_to_answer(self) -> list[str]:
        """Names of those who have not."""
        assert self.pause is not None
        answered = {*self.seen.pause_answers, self.pause.asked_by_id}
        return [
            names.player(seat)
            for _number, seat in sorted(self.page.seats.items())
            if not seat.played_by_computer and seat.user_id not in answered
        ]

    @property
    def may_ask_for_pause(self) -> bool:
        """On a table with a clock, when no pause is on."""
        return self.holds_seat and self.pause is None and self.game.rules_of_clock is not None

    @cached_property
    def pause_days(self) -> list[int]:
        """How many the reader may ask for."""
        assert self.own is not None
        assert self.own.user is not None
        return list(range(1, min(MOST_DAYS, days_left(self.game, self.own.user)) + 1))

    # The table

    @property
    def sentences(self) -> list[str]:
        """How time is counted here; nothing for one person alone with computers, who has all of it."""
        if self.is_alone and self.game.rules_of_clock is None:
            return []
        return clocks.sentences(self.game)
