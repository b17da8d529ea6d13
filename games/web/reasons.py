"""Why something is not possible, in words with numbers: the engine's reasons for people."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web.templatetags.night_mail import colour_name

Facts = Mapping[str, Any]


def sentence(reason: str, facts: Facts, who: Callable[[int], str]) -> str:
    """`who` gives the name of a seat."""
    if reason in PLAIN:
        return PLAIN[reason]()
    return NUMBERED[reason](facts, who) if reason in NUMBERED else _("The rules do not allow this now.")


def taken(facts: Facts, who: Callable[[int], str]) -> str:
    return _("%(who)s owns this track.") % {"who": who(facts["by"])}


def twin_closed(facts: Facts, who: Callable[[int], str]) -> str:
    return _("%(who)s owns the other track, which closes this one.") % {"who": who(facts["by"])}


def trains(facts: Facts, who: Callable[[int], str]) -> str:
    return _("%(needed)d trains needed, %(left)d left.") % facts


def cards(facts: Facts, who: Callable[[int], str]) -> str:
    return ngettext(
        "%(have)d of %(needed)d: one more fitting card or locomotive needed.",
        "%(have)d of %(needed)d: %(missing)d more fitting cards or locomotives needed.",
        facts["missing"],
    ) % dict(facts)


def payment(facts: Facts, who: Callable[[int], str]) -> str:
    return _("%(needed)d cards are to be paid, not %(paid)d.") % facts


def colour(facts: Facts, who: Callable[[int], str]) -> str:
    names = {key: colour_name(facts[key]) for key in ("needed", "paid")}
    return _("This track takes %(needed)s cards, not %(paid)s.") % names


def ferry_locomotives(facts: Facts, who: Callable[[int], str]) -> str:
    return _("At least %(needed)d locomotives are needed, not %(paid)d.") % facts


def mixed_colours(facts: Facts, who: Callable[[int], str]) -> str:
    return _("All cards must be of one colour, locomotives aside.")


def keep_too_few(facts: Facts, who: Callable[[int], str]) -> str:
    return ngettext(
        "Keep at least %(needed)d ticket.", "Keep at least %(needed)d tickets.", facts["needed"]
    ) % {"needed": facts["needed"]}


NUMBERED: dict[str, Callable[[Facts, Callable[[int], str]], str]] = {
    "taken": taken,
    "twin_closed": twin_closed,
    "trains": trains,
    "cards": cards,
    "payment": payment,
    "colour": colour,
    "ferry_locomotives": ferry_locomotives,
    "mixed_colours": mixed_colours,
    "keep_too_few": keep_too_few,
}
PLAIN: dict[str, Callable[[], str]] = {
    "not_your_turn": lambda: _("It is not your turn."),
    "wrong_phase": lambda: _("Finish first what you have begun."),
    "face_up_locomotive": lambda: _("A face-up locomotive cannot be the second card."),
    "place_empty": lambda: _("There is no card at this place."),
    "deck_empty": lambda: _("Neither the deck nor the discards have a card."),
    "no_tickets": lambda: _("No tickets are left."),
    "not_offered": lambda: _("These tickets were not offered to you."),
}
