"""Options of a table: which there are, their defaults, and what goes together."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import engine
from games.services.errors import BadRequest

HINTS = range(4)


def is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def is_hint_level(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in HINTS


def is_no_clock(value: Any) -> bool:
    """Tables with a clock are not there yet: a deadline that nobody keeps would be a lie."""
    return value is None


# name: (default, is it a value, what it may be)
COMMON: dict[str, tuple[Any, Callable[[Any], bool], Any]] = {
    "rated": (False, is_flag, gettext_lazy("true or false")),
    "public": (True, is_flag, gettext_lazy("true or false")),
    "spectators": (True, is_flag, gettext_lazy("true or false")),
    "open_seats": (True, is_flag, gettext_lazy("true or false")),
    "hints": (2, is_hint_level, gettext_lazy("0, 1, 2 or 3")),
    "clock": (None, is_no_clock, gettext_lazy("null: tables are without a clock")),
}
OF_AN_EDITION: tuple[Any, Callable[[Any], bool], Any] = (False, is_flag, gettext_lazy("true or false"))
"""Options that only some editions know (`engine.Edition.options`) are on or off."""


def validated(edition: engine.Edition, given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a table, those not given by their defaults.

    Raises BadRequest that names the option: unknown, of no use in this edition, or of a wrong value.
    """
    known = {**COMMON, **dict.fromkeys(edition.options, OF_AN_EDITION)}
    options = {name: default for name, (default, _is, _words) in known.items()}
    for name, value in given.items():
        if name not in known:
            raise BadRequest(
                _("%(edition)s has no option %(option)s.") % {"edition": edition.id, "option": name},
                option=name,
            )
        _default, is_value, words = known[name]
        if not is_value(value):
            raise BadRequest(
                _("Option %(option)s may be %(values)s.") % {"option": name, "values": words}, option=name
            )
        options[name] = value
    if options["rated"] and options["clock"] is None:
        raise BadRequest(_("A rated table needs a clock."), option="rated")
    return options
