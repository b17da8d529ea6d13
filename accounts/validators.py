"""What a name and a time zone may be."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

USERNAME_MAX_LENGTH = 20

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
