"""Why something is not possible, in words with numbers: the engine's reasons for people."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.web import names, rulebook
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


def deck_empty(facts: Facts, who: Who) -> str:
    if "discards" not in facts:  # in the Card Game they never come back
        return _("The deck is empty.")
    return _("Neither the deck nor the discards have a card.")


def no_set(facts: Facts, who: Who) -> str:
    if facts["locomotives"]:
        return _("Locomotives go with one colour only.")
    return _("Place cards of one colour, or three single cards of different colours.")


def too_few_cards(facts: Facts, who: Who) -> str:
    return ngettext(
        "Place %(needed)d card or more.", "Place %(needed)d cards or more.", facts["needed"]
    ) % dict(facts)


def not_in_hand(facts: Facts, who: Who) -> str:
    name = colour_name(facts["colour"])
    return _("You have %(have)d %(colour)s, not %(needed)d.") % {**facts, "colour": name}


def own_row(facts: Facts, who: Who) -> str:
    name = colour_name(facts["colour"])
    return _("You have a %(colour)s row already, and nothing is added to a row.") % {"colour": name}


def row_stands(facts: Facts, who: Who) -> str:
    """Another player's row, which fewer or as many cards cannot rob."""
    names = {"who": who(facts["owner"]), "colour": colour_name(facts["colour"])}
    if facts["trio"]:
        return _("%(who)s has a %(colour)s row, and three single cards rob nobody.") % names
    words = ngettext(
        "%(who)s has %(size)d %(colour)s card: more than that are needed, you place %(placed)d.",
        "%(who)s has %(size)d %(colour)s cards: more than that are needed, you place %(placed)d.",
        facts["size"],
    )
    return words % {**facts, **names}


def not_held(facts: Facts, who: Who) -> str:
    return _("These are not all tickets of yours.")


def not_paid(facts: Facts, who: Who) -> str:
    """Locomotives have been counted for what they can stand for."""
    return ngettext(
        "The cards of your track do not pay for these: %(missing)d is missing.",
        "The cards of your track do not pay for these: %(missing)d are missing.",
        facts["missing"],
    ) % {"missing": facts["missing"]}


def more_fits(facts: Facts, who: Who) -> str:
    number = len(facts["tickets"])
    return ngettext(
        "You can pay for %(number)d more: complete as many as fit.",
        "You can pay for any of %(number)d more: complete as many as fit.",
        number,
    ) % {"number": number}


def wrong_phase(facts: Facts, who: Who) -> str:
    """What is to be done first."""
    first = {
        "first_tickets": _("Choose your first tickets before anything else."),
        "second_card": _("You have taken one card: finish drawing first."),
        "complete_tickets": _("Tickets are being scored: choose first which you complete."),
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
    "deck_empty": deck_empty,
    "no_tickets": lambda _facts, _who: _("No tickets are left."),
    "not_offered": lambda _facts, _who: _("These tickets were not offered to you."),
    "no_set": no_set,
    "too_few_cards": too_few_cards,
    "no_colour": lambda _facts, _who: _("Locomotives lie on a row of a colour, never alone."),
    "not_in_hand": not_in_hand,
    "own_row": own_row,
    "row_stands": row_stands,
    "not_held": not_held,
    "not_paid": not_paid,
    "more_fits": more_fits,
}

# The numbered rule behind each reason of map games; `rule_of` says where the facts decide between two.
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
# And of the Card Game.
CARD_RULES = {
    "not_your_turn": "C-SETUP-5",
    "wrong_phase": "C-TURN-1",
    "face_up_locomotive": "C-DRAW-3",
    "place_empty": "C-LAST-2",
    "deck_empty": "C-LAST-2",
    "too_few_cards": "C-PLACE-1",
    "no_set": "C-PLACE-1",
    "no_colour": "C-PLACE-1",
    "not_in_hand": "C-PLACE-1",
    "own_row": "C-PLACE-3",
    "row_stands": "C-PLACE-4",
    "no_tickets": "C-TICKET-1",
    "not_offered": "C-TICKET-2",
    "keep_too_few": "C-SETUP-4",
    "not_held": "C-SCORE-1",
    "not_paid": "C-SCORE-2",
    "more_fits": "C-SCORE-3",
}


def rule_of(reason: str, facts: Facts | None = None, edition: str = "") -> str | None:
    """The number of the rule that refuses ("R-DRAW-2"); None for a reason that no rule stands behind.

    Without its facts a reason gives the rule that it mostly comes from; without an edition that of the map
    games, if they have one.
    """
    facts = facts or {}
    if edition in engine.EDITIONS and not names.has_routes(edition):
        return CARD_RULES.get(reason)
    if reason == "twin_closed" and facts.get("to_all"):
        return "R-DOUBLE-2"
    if reason == "keep_too_few" and facts.get("needed", 0) > 1:  # later on, one is always enough
        return "R-SETUP-4"
    return RULES.get(reason) or CARD_RULES.get(reason)


def rule_url(edition: str, reason: str, facts: Facts | None = None) -> str | None:
    """Where the rule that refuses can be read; None when there is no such place."""
    rule = rule_of(reason, facts, edition)
    return rule and rulebook.url(edition, rule)
