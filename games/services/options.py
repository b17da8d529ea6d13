"""Options of a table: which there are, their defaults, and what goes together."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import engine
from games.services.errors import BadRequest

HINTS = range(4)
DAY_S = 24 * 3600
PER_TURN_S = (DAY_S // 2, *(days * DAY_S for days in (1, 2, 3, 5, 7, 14)))
"""Times for a turn that a table may have, in seconds."""
MOST_RESERVE = 5
"""The reserve is at most so many times the time for a turn."""
CLOCK = {
    "per_decision_s": 2 * DAY_S,
    "reserve_s": 4 * DAY_S,
    "weekends_stop": False,
    "vacation_counts": True,
    "strict": False,
}
"""The clock of a table that says nothing else."""


def is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def is_hint_level(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in HINTS


def is_share(value: Any) -> bool:
    return value is None or (is_whole(value) and 1 <= value <= 100)


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


# name: (default, is it a value, what it may be)
COMMON: dict[str, tuple[Any, Callable[[Any], bool], Any]] = {
    "rated": (False, is_flag, gettext_lazy("true or false")),
    "public": (True, is_flag, gettext_lazy("true or false")),
    "spectators": (True, is_flag, gettext_lazy("true or false")),
    "open_seats": (True, is_flag, gettext_lazy("true or false")),
    "hints": (2, is_hint_level, gettext_lazy("0, 1, 2 or 3")),
    "min_reliability": (None, is_share, gettext_lazy("null or 1 to 100, in percent")),
}
OF_AN_EDITION: tuple[Any, Callable[[Any], bool], Any] = (False, is_flag, gettext_lazy("true or false"))
"""Options that only some editions know (`engine.Edition.options`) are on or off."""


def validated(edition: engine.Edition, given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a table, those not given by their defaults.

    Raises BadRequest that names the option: unknown, of no use in this edition, or of a wrong value.
    """
    known = {**COMMON, **dict.fromkeys(edition.options, OF_AN_EDITION)}
    options = {name: default for name, (default, _is, _words) in known.items()}
    options["clock"] = clock(given.get("clock", CLOCK))
    options["rated"] = options["clock"] is not None
    for name, value in given.items():
        if name == "clock":
            continue
        if name not in known:
            raise BadRequest(
                _("%(edition)s has no option %(option)s.") % {"edition": edition.id, "option": name},
                option=name,
            )
        _default, is_value, words = known[name]
        if not is_value(value):
            raise _wrong(name, words)
        options[name] = value
    if options["rated"] and options["clock"] is None:
        raise BadRequest(_("A rated table needs a clock."), option="rated")
    return options


def clock(given: Any) -> dict[str, Any] | None:
    """A table's clock with all its parts, those not given by their defaults: two turns' time as the reserve.

    Raises BadRequest that names what is wrong.
    """
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise _wrong("clock", _("null or an object"))
    unknown = sorted(set(map(str, given)) - set(CLOCK))
    if unknown:
        raise BadRequest(
            _("A clock has no part %(part)s.") % {"part": unknown[0][:40]}, option=f"clock.{unknown[0][:40]}"
        )
    chosen = {**CLOCK, **given}
    per_turn = chosen["per_decision_s"]
    if not is_whole(per_turn) or per_turn not in PER_TURN_S:
        raise _wrong("clock.per_decision_s", ", ".join(map(str, PER_TURN_S)))
    chosen["reserve_s"] = reserve = given.get("reserve_s", 2 * per_turn)
    if not is_whole(reserve) or not 0 <= reserve <= MOST_RESERVE * per_turn:
        raise _wrong(
            "clock.reserve_s", _("whole seconds from 0 to %(most)d") % {"most": MOST_RESERVE * per_turn}
        )
    for name in ("weekends_stop", "vacation_counts", "strict"):
        if not is_flag(chosen[name]):
            raise _wrong(f"clock.{name}", _("true or false"))
    return chosen


def _wrong(option: str, values: str) -> BadRequest:
    return BadRequest(
        _("Option %(option)s may be %(values)s.") % {"option": option, "values": values}, option=option
    )
