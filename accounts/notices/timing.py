"""When a notice may leave: pace and quiet hours, in a person's zone. Plain arithmetic of instants in UTC."""

from __future__ import annotations

import datetime as dt
import zoneinfo

from accounts.notices.models import NoticePreferences

Pace = NoticePreferences.Pace
DAY = dt.timedelta(days=1)
BEFORE_QUIET = dt.timedelta(minutes=1)
Quiet = tuple[dt.time, dt.time]


def instant(day: dt.date, wall: dt.time, zone: zoneinfo.ZoneInfo) -> dt.datetime:
    """When the clocks there show this, in UTC.

    Of a time that they show twice the first; of one that they skip as long after the skip as it would be.
    """
    return dt.datetime.combine(day, wall, zone).astimezone(dt.UTC)


def next_slot(at: dt.datetime, pace: str, daily_at: dt.time, zone: zoneinfo.ZoneInfo) -> dt.datetime:
    """The first instant from `at` on at which mail of this pace leaves: full hours of UTC, or once a day."""
    if pace == Pace.HOURLY:
        full = at.astimezone(dt.UTC).replace(minute=0, second=0, microsecond=0)
        return full if full == at else full + dt.timedelta(hours=1)
    if pace == Pace.DAILY:
        day = at.astimezone(zone).date()
        slots = (instant(day + DAY * later, daily_at, zone) for later in (0, 1, 2))
        return next(slot for slot in slots if slot >= at)
    return at


def quiet_night(
    at: dt.datetime, quiet: Quiet | None, zone: zoneinfo.ZoneInfo
) -> tuple[dt.datetime, dt.datetime] | None:
    """The quiet hours in which an instant lies: from when until when; None outside of them."""
    if quiet is None:
        return None
    begins, ends = quiet
    today = at.astimezone(zone).date()
    for day in (today - DAY, today):
        night = instant(day, begins, zone), instant(day + DAY * (ends <= begins), ends, zone)
        if night[0] <= at < night[1]:
            return night
    return None


def after_quiet(at: dt.datetime, quiet: Quiet | None, zone: zoneinfo.ZoneInfo) -> dt.datetime:
    """The first instant from `at` on that is not quiet."""
    night = quiet_night(at, quiet, zone)
    return night[1] if night else at


def leaves(
    wanted: dt.datetime,
    preferences: NoticePreferences,
    zone: zoneinfo.ZoneInfo,
    *,
    paced: bool,
    by: dt.datetime | None = None,
    not_before: dt.datetime | None = None,
) -> dt.datetime:
    """When something that is wanted at an instant leaves; `paced` mail waits for its slot.

    What would come at or after the deadline `by` does not wait for a slot, and comes right before quiet hours
    that it would otherwise lie in, unless that is earlier than `not_before`.
    """
    slot = next_slot(wanted, preferences.pace, preferences.daily_at, zone) if paced else wanted
    at = after_quiet(slot, preferences.quiet, zone)
    if by is None or at < by:
        return at
    night = quiet_night(wanted, preferences.quiet, zone)
    if night is None:
        return wanted
    earlier = night[0] - BEFORE_QUIET
    if night[1] >= by and (not_before is None or earlier >= not_before):
        return earlier
    return night[1]
