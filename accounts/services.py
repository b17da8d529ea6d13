"""What changes a person's account."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clock, registry, vacations
from accounts.models import ApiKey, Scope, User, Vacation
from accounts.notices import security
from accounts.validators import validate_sleep, validate_time_zone

KEY_PREFIX = "nm_"
"""So that a key found in a file or a log can be recognised as one."""
TOUCH_EVERY = dt.timedelta(minutes=1)


class AccountNeeded(Exception):
    """Not for a guest."""


class VacationRefused(Exception):
    """A vacation that cannot be booked; `detail` is a sentence for the person."""

    def __init__(self, detail: str, **facts: Any) -> None:
        super().__init__(detail)
        self.detail, self.facts = detail, facts


def digest(key: str) -> str:
    """What is kept of a key. It is as random as the digest is long, so no salt or slow hash is needed."""
    return hashlib.sha256(key.encode()).hexdigest()


def create_key(*, user: User, name: str, scope: Scope) -> tuple[ApiKey, str]:
    """Make a key; gives it and, this once, its plain text. Raises AccountNeeded."""
    if user.is_guest:
        raise AccountNeeded
    key = KEY_PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        row = ApiKey.objects.create(user=user, name=name, scope=scope, digest=digest(key), hint=key[-4:])
        security.tell(user, "key_made", name=name)
    return row, key


def revoke_key(*, user: User, key_id: int) -> bool:
    """Make one of the person's keys useless for good; False when it is not theirs or already revoked."""
    own = ApiKey.objects.filter(pk=key_id, user=user, revoked_at=None)
    return own.update(revoked_at=clock.now()) == 1


def touch_key(*, key: ApiKey) -> None:
    """Note that a key is in use, at most once a minute: a bot would otherwise write with every request."""
    now = clock.now()
    stale = Q(last_used_at=None) | Q(last_used_at__lte=now - TOUCH_EVERY)
    if key.last_used_at is None or key.last_used_at <= now - TOUCH_EVERY:
        ApiKey.objects.filter(stale, pk=key.pk).update(last_used_at=now)


def save_preferences(*, user: User, time_zone: str, language: str) -> None:
    """Keep how a person wants times and words; raises ValidationError for an unknown time zone."""
    validate_time_zone(time_zone)
    user.time_zone = time_zone
    user.language = language
    user.save(update_fields=["time_zone", "language"])


def save_sleep(*, user: User, sleep_from: dt.time | None, sleep_until: dt.time | None) -> None:
    """Keep when the person sleeps, in their own zone; None twice for never. Raises ValidationError.

    Guests are refused with AccountNeeded: their games have no clock.
    """
    if user.is_guest:
        raise AccountNeeded
    validate_sleep(sleep_from, sleep_until)
    user.sleep_from = sleep_from
    user.sleep_until = sleep_until
    user.save(update_fields=["sleep_from", "sleep_until"])


def plan_vacation(*, user: User, first_day: dt.date | None, last_day: dt.date) -> Vacation:
    """The vacation that could be booked, not stored; None and today begin at once, other days at midnight.

    Raises VacationRefused, for guests AccountNeeded.
    """
    if user.is_guest:
        raise AccountNeeded
    now, today = clock.now(), clock.today(user.zone)
    first_day = first_day or today
    _refuse_days(first_day, last_day, today)
    vacation = Vacation(
        user=user,
        first_day=first_day,
        last_day=last_day,
        begins=now if first_day == today else vacations.midnight(first_day, user.zone),
        ends=vacations.midnight(last_day + vacations.DAY, user.zone),
        made_at=now,
    )
    # A year back: what ended last December may be in a row with this one.
    others = user.vacations.filter(last_day__gte=dt.date(today.year - 1, 1, 1))
    _refuse_beside(vacation, list(others))
    return vacation


@transaction.atomic
def book_vacation(*, user: User, first_day: dt.date | None, last_day: dt.date) -> Vacation:
    """Plan a vacation and keep it. Raises as `plan_vacation` does."""
    vacation = plan_vacation(user=_locked(user), first_day=first_day, last_day=last_day)
    vacation.save()
    return vacation


@transaction.atomic
def end_vacation(*, user: User, vacation_id: int) -> bool:
    """Cancel a vacation, or come back from it, which counts the days until today; False when it is over."""
    user, now = _locked(user), clock.now()
    vacation = user.vacations.filter(pk=vacation_id, ends__gt=now).first()
    if vacation is None:
        return False
    for run_again in registry.vacation_ended:
        run_again(user=user, begins=vacation.begins, ends=vacation.ends)
    if vacation.begins > now:
        vacation.delete()
        return True
    # Between its own days, where the person has moved to another zone since.
    vacation.last_day = min(max(clock.today(user.zone), vacation.first_day), vacation.last_day)
    vacation.ends = now
    vacation.save(update_fields=["last_day", "ends"])
    return True


def create_account(*, username: str, email: str = "", password: str | None = None) -> User:
    """Make an account; without a password nobody can sign in to it with one."""
    return User.objects.create_user(username=username, email=email, password=password)


def set_active(*, people: QuerySet[User], active: bool) -> int:
    """Let people in or keep them out, with their browsers and their keys; says how many that changed."""
    return User.objects.filter(pk__in=people.values("pk"), is_active=not active).update(is_active=active)


def _locked(user: User) -> User:
    """Lock first: two tabs may book at the same moment. Rows that only refer to the person need not wait."""
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _refuse_days(first: dt.date, last: dt.date, today: dt.date) -> None:
    """Days that nobody could book, whatever else is booked."""
    if first < today:
        raise VacationRefused(_("%(day)s is over.") % {"day": _day(first)}, first_day=first)
    if last < first:
        raise VacationRefused(_("The last day is before the first."), first_day=first, last_day=last)
    if last.year > today.year + 1:
        words = _("You can book until the end of %(year)s.")
        raise VacationRefused(words % {"year": today.year + 1}, last_day=last)
    length = (last - first).days + 1
    if length > vacations.MOST_IN_A_ROW:
        raise _too_long(length)


def _refuse_beside(vacation: Vacation, others: list[Vacation]) -> None:
    """What the person's other vacations leave no room for."""
    for other in others:
        if vacation.begins < other.ends and other.begins < vacation.ends:
            words = _("You are away from %(first)s to %(last)s already.")
            days = {"first": _day(other.first_day), "last": _day(other.last_day)}
            raise VacationRefused(words % days, vacation_id=other.pk)
    taken = vacation.days.union(*(other.days for other in others))
    length = vacations.in_a_row(taken, vacation.first_day)
    if length > vacations.MOST_IN_A_ROW:
        raise _too_long(length)
    for year in vacations.per_year(vacation.days):
        over = vacations.per_year(taken)[year] - vacations.MOST_A_YEAR
        if over > 0:
            raise _too_many(year, over)


def _too_long(days: int) -> VacationRefused:
    words = _("This would be %(days)d days in a row. %(most)d are the most.")
    return VacationRefused(words % {"days": days, "most": vacations.MOST_IN_A_ROW}, days=days)


def _too_many(year: int, over: int) -> VacationRefused:
    words = ngettext(
        "This is %(over)d day more than the %(most)d of %(year)d.",
        "This is %(over)d days more than the %(most)d of %(year)d.",
        over,
    )
    facts = {"over": over, "most": vacations.MOST_A_YEAR, "year": year}
    return VacationRefused(words % facts, year=year, over=over)


def _day(day: dt.date) -> str:
    return formats.date_format(day, "j F Y")
