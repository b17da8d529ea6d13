"""A table's clock in words, and what the clock of a turn shows: time left first, the moment under it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clocks import Reading, Rules, Still
from games.models import Decision, Game
from games.web.templatetags.night_mail import departure, span

HURRY = timedelta(hours=1)
"""With less than that left a page that stays open looks more often."""
STANDS_STILL = {
    "sleep": gettext_lazy("stands still until %(time)s: asleep"),
    "weekend": gettext_lazy("stands still until %(time)s: weekend"),
    "vacation": gettext_lazy("stands still until %(time)s: on vacation"),
    "pause": gettext_lazy("stands still until %(time)s: the game pauses"),
}


@dataclass(frozen=True)
class Face:
    """What is shown of a running clock, the same to every reader."""

    left: timedelta  # large: of the turn, then of the reserve
    until: str
    reserve: str  # what comes after the turn's own time; empty without a reserve, or in it
    then: str  # the same in few words, for the bar of a table
    still: str  # why it stands, and until when; empty while it runs
    in_reserve: bool
    soon: bool
    hurry: bool

    @property
    def line(self) -> str:
        """All that fits into one line: '3 h 12 min, until Tue 21:10'."""
        return f"{span(self.left)}, {self.still or self.until}"


def face(decision: Decision) -> Face | None:
    """None where no clock runs."""
    reading = decision.reading()
    return read(reading) if reading else None


def read(reading: Reading) -> Face:
    """The turn's own time comes first; when it is used up, the reserve."""
    in_reserve = not reading.turn_left
    left = reading.reserve_left if in_reserve else reading.turn_left
    return Face(
        left=left,
        until=until(reading),
        reserve="" if in_reserve else what_follows(reading),
        then="" if in_reserve or not reading.reserve_left else until_at_last(reading),
        still=stands_still(reading.still) if reading.still else "",
        in_reserve=in_reserve,
        soon=reading.soon,
        hurry=left < HURRY,
    )


def until(reading: Reading) -> str:
    """When that is used up."""
    if reading.turn_left:
        return _("until %(time)s") % {"time": departure(reading.turn_until)}
    if reading.reserve_left:
        return _("of the reserve, until %(time)s") % {"time": departure(reading.deadline)}
    return _("the time was up %(time)s") % {"time": departure(reading.deadline)}


def what_follows(reading: Reading) -> str:
    """The reserve, after the turn's own time."""
    if not reading.reserve_left:
        return ""
    facts = {"reserve": span(reading.reserve_left), "time": departure(reading.deadline)}
    return _("reserve %(reserve)s, until %(time)s") % facts


def until_at_last(reading: Reading) -> str:
    """Until when the reserve lasts."""
    return _("reserve until %(time)s") % {"time": departure(reading.deadline)}


def stands_still(still: Still) -> str:
    return STANDS_STILL[still.why] % {"time": departure(still.until)}


def first_due(decisions: Iterable[Decision]) -> Decision | None:
    """The one whose time is up first; None where no clock runs."""
    on_clock = [decision for decision in decisions if decision.deadline]
    return min(on_clock, key=lambda decision: (decision.deadline, decision.seat), default=None)


# What a table has agreed on


def brief(game: Game) -> str:
    """2 days a turn, reserve 4 days; empty without a clock."""
    rules = game.rules_of_clock
    if rules is None:
        return ""
    facts = {"turn": span(rules.per_turn), "reserve": span(rules.reserve)}
    if not rules.reserve:
        return _("%(turn)s a turn, no reserve") % facts
    return _("%(turn)s a turn, reserve %(reserve)s") % facts


def agreed(game: Game) -> list[tuple[str, str]]:
    """For lists of what was agreed on: titles, and what holds. What is usual is not said."""
    rules, asked = game.rules_of_clock, game.options.get("min_reliability")
    rated = _("counts") if game.options.get("rated") else _("does not count")
    told = [(_("Clock"), brief(game) or _("no clock"))]
    if rules and rules.weekends_stop:
        told.append((_("Weekends"), _("stop the clock")))
    if rules and not rules.vacation_counts:
        told.append((_("Vacation"), _("does not stop the clock")))
    if rules and rules.strict:
        told.append((_("A missed turn"), _("gives the seat away at once")))
    if not game.options.get("open_seats", True):
        told.append((_("Seats given up"), _("stay with the computer")))
    if asked:
        told.append((_("Turns in time"), _("%(percent)d %% or more") % {"percent": asked}))
    return [*told, (_("Ranking"), rated)]


def agreed_briefly(game: Game) -> list[str]:
    """The same for the line of a list, beside the clock: only what is not usual."""
    rules, asked = game.rules_of_clock, game.options.get("min_reliability")
    told = []
    if rules and rules.weekends_stop:
        told.append(_("weekends stop the clock"))
    if rules and not rules.vacation_counts:
        told.append(_("vacation does not stop it"))
    if rules and rules.strict:
        told.append(_("a missed turn gives the seat away"))
    if asked:
        told.append(_("for players with %(percent)d %% of turns in time") % {"percent": asked})
    return told


def sentences(game: Game) -> list[str]:
    """How time is counted at this table, and what becomes of a seat."""
    rules = game.rules_of_clock
    told = of_a_clock(rules) if rules else [_("There is no clock: take the time you need.")]
    if game.options.get("open_seats", True):
        told.append(_("Somebody else may take over a seat that was given up."))
    return told


def of_a_clock(rules: Rules) -> list[str]:
    facts: dict[str, Any] = {"turn": span(rules.per_turn), "reserve": span(rules.reserve)}
    return [
        _("Each turn has %(turn)s of its own.") % facts,
        _("Longer turns eat the reserve: %(reserve)s for each seat in the whole game.") % facts
        if rules.reserve
        else _("There is no reserve."),
        *([_("The clock stands still on Saturdays and Sundays.")] if rules.weekends_stop else ()),
        _("The clock of whoever is asleep or on vacation stands still.")
        if rules.vacation_counts
        else _("The clock of whoever is asleep stands still; on vacation it runs on."),
        _("Whoever misses a turn gives the seat away.")
        if rules.strict
        else _(
            "After a first miss the computer makes that turn; after a second in a row it plays the seat on."
        ),
    ]
