"""What a name, a time zone and sleeping hours may be."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

USERNAME_MAX_LENGTH = 20
DAY = dt.timedelta(days=1)
LONGEST_SLEEP = dt.timedelta(hours=9)

# Names stand in addresses and next to other people's: letters that look alike are kept out.
username_characters = RegexValidator(
    r"^[A-Za-z0-9][A-Za-z0-9_-]*\Z",
    _("Use letters A to Z, digits, hyphens and underscores, and begin with a letter or a digit."),
)

USERNAME_VALIDATORS: list[Callable[[Any], None]] = [
    username_characters,
    MaxLengthValidator(USERNAME_MAX_LENGTH),
]


@cache
def time_zone_names() -> frozenset[str]:
    """Every IANA time zone this machine knows."""
    return frozenset(available_timezones())


def known_time_zone(name: str) -> str:
    """The zone, or UTC for one we do not know: nobody can mend a hidden field."""
    return name if name in time_zone_names() else "UTC"


def validate_time_zone(name: str) -> None:
    """Refuse what is not the name of an IANA time zone, such as `Europe/Berlin`."""
    if name not in time_zone_names():
        raise ValidationError(_("%(name)s is not a time zone."), code="time_zone", params={"name": name})


def validate_sleep(sleep_from: dt.time | None, sleep_until: dt.time | None) -> None:
    """Refuse one time without the other, equal ones, and more than nine hours; both may be left out."""
    if sleep_from is None and sleep_until is None:
        return
    if sleep_from is None or sleep_until is None:
        raise ValidationError(_("Give both times, or leave both empty."), code="sleep_half")
    if sleep_from == sleep_until:
        raise ValidationError(_("These are the same time."), code="sleep_none")
    if (_since_midnight(sleep_until) - _since_midnight(sleep_from)) % DAY > LONGEST_SLEEP:
        raise ValidationError(_("That is more than 9 hours."), code="sleep_long")


def _since_midnight(time: dt.time) -> dt.timedelta:
    return dt.timedelta(hours=time.hour, minutes=time.minute, seconds=time.second)
