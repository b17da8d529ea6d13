"""Why something is not possible, in words with numbers: the engine's reasons for people."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web import rulebook
from games.web.templatetags.night_mail import colour_name

Facts = Mapping[str, Any]
Who = Callable[[int], str | None]  # a seat's name; None for the reader's own


def sentence(reason: str, facts: Facts, who: Who) -> str:
    """The reason, whole; a general one for reasons that have no words yet."""
    teller = REASONS.get(reason)
    return teller(facts, who) if teller else _("The rules do not allow this now.")


def taken(facts: Facts, who: Who) -> str:
    name = who(facts["by"])
    return _("You own this track.") if name is None else _("%(who)s owns this track.") % {"who": name}


def twin_closed(facts: Facts, who: Who) -> str:
    name = who(facts["by"])
    if name is None:
        return _("You own the other track, which closes this one.")
    return _("%(who)s owns the other track, which closes this one.") % {"who": name}


def trains(facts: Facts, who: Who) -> str:
    needed = ngettext("%(needed)d train needed", "%(needed)d trains needed", facts["needed"]) % facts
    return _("%(needed)s, %(left)d left.") % {"needed": needed, "left": facts["left"]}


def cards(facts: Facts, who: Who) -> str:
    return ngettext(
        "%(have)d of %(needed)d: one more fitting card or locomotive needed.",
        "%(have)d of %(needed)d: %(missing)d more fitting cards or locomotives needed.",
        facts["missing"],
    ) % dict(facts)


def payment(facts: Facts, who: Who) -> str:
    return ngettext(
        "%(needed)d card is to be paid, not %(paid)d.",
        "%(needed)d cards are to be paid, not %(paid)d.",
        facts["needed"],
    ) % dict(facts)


def colour(facts: Facts, who: Who) -> str:
    names = {key: colour_name(facts[key]) for key in ("needed", "paid")}
    if facts["needed"] == "locomotive":  # a tunnel, begun with nothing else
        return _("Only locomotives can be paid here, not %(paid)s cards.") % names
    return _("This track takes %(needed)s cards, not %(paid)s.") % names


def ferry_locomotives(facts: Facts, who: Who) -> str:
    return ngettext(
        "At least %(needed)d locomotive is needed, not %(paid)d.",
        "At least %(needed)d locomotives are needed, not %(paid)d.",
        facts["needed"],
    ) % dict(facts)


def no_stations(facts: Facts, who: Who) -> str:
    return _("You have built all your stations.")


def station_taken(facts: Facts, who: Who) -> str:
    name = who(facts["owner"])
    if name is None:
        return _("You have a station in this city.")
    return _("%(who)s has a station in this city.") % {"who": name}


def keep_too_few(facts: Facts, who: Who) -> str:
    return ngettext(
        "Keep at least %(needed)d ticket.", "Keep at least %(needed)d tickets.", facts["needed"]
    ) % {"needed": facts["needed"]}


def wrong_phase(facts: Facts, who: Who) -> str:
    """What is to be done first."""
    first = {
        "first_tickets": _("Choose your first tickets before anything else."),
        "second_card": _("You have taken one card: take the second one first."),
        "keep_tickets": _("Choose first which tickets you keep."),
        "tunnel": _("Decide first about your tunnel: pay, or take your cards back."),
    }
    return first.get(facts.get("phase", ""), _("That is not possible at this moment."))


REASONS: dict[str, Callable[[Facts, Who], str]] = {
    "taken": taken,
    "twin_closed": twin_closed,
    "trains": trains,
    "cards": cards,
    "payment": payment,
    "colour": colour,
    "ferry_locomotives": ferry_locomotives,
    "no_stations": no_stations,
    "station_taken": station_taken,
    "keep_too_few": keep_too_few,
    "mixed_colours": lambda _facts, _who: _("All cards must be of one colour, locomotives aside."),
    "not_your_turn": lambda _facts, _who: _("It is not your turn."),
    "wrong_phase": wrong_phase,
    "face_up_locomotive": lambda _facts, _who: _("A face-up locomotive cannot be the second card."),
    "place_empty": lambda _facts, _who: _("There is no card at this place."),
    "deck_empty": lambda _facts, _who: _("Neither the deck nor the discards have a card."),
    "no_tickets": lambda _facts, _who: _("No tickets are left."),
    "not_offered": lambda _facts, _who: _("These tickets were not offered to you."),
}

# The numbered rule behind each reason; `rule_of` says where the facts decide between two.
RULES = {
    "not_your_turn": "R-SETUP-3",
    "wrong_phase": "R-TURN-2",
    "face_up_locomotive": "R-DRAW-2",
    "place_empty": "R-DRAW-5",
    "deck_empty": "R-DRAW-5",
    "mixed_colours": "R-CLAIM-1",
    "colour": "R-CLAIM-1",
    "cards": "R-CLAIM-1",
    "payment": "R-CLAIM-1",
    "ferry_locomotives": "R-FERRY-1",
    "no_stations": "R-STATION-1",
    "station_taken": "R-STATION-1",
    "trains": "R-CLAIM-2",
    "taken": "R-CLAIM-3",
    "twin_closed": "R-DOUBLE-1",
    "no_tickets": "R-TICKET-1",
    "not_offered": "R-TICKET-1",
    "keep_too_few": "R-TICKET-1",
}


def rule_of(reason: str, facts: Facts | None = None) -> str | None:
    """The number of the rule that refuses ("R-DRAW-2"); None for a reason that no rule stands behind.

    Without its facts a reason gives the rule that it mostly comes from.
    """
    facts = facts or {}
    if reason == "twin_closed" and facts.get("to_all"):
        return "R-DOUBLE-2"
    if reason == "keep_too_few" and facts.get("needed", 0) > 1:  # later on, one is always enough
        return "R-SETUP-4"
    return RULES.get(reason)


def rule_url(edition: str, reason: str, facts: Facts | None = None) -> str | None:
    """Where the rule that refuses can be read; None when there is no such place."""
    rule = rule_of(reason, facts)
    return rule and rulebook.url(edition, rule)
