"""Rows of cards in a station, ready for the templates; and cards counted by colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext

from games.engine import COLOURS as CARD_COLOURS
from games.web.table import short_name
from games.web.templatetags.night_mail import colour_name

Row = dict[str, Any]


def fan(raw: Mapping[str, Any]) -> Row:
    """One row of a station: its cards, the locomotives on top, and the one that rolls next.

    `raw` is {colour, coloured, locomotives}, as the engine tells it.
    """
    colour, locomotives = raw["colour"], raw["locomotives"]
    cards = [colour] * raw["coloured"] + ["locomotive"] * locomotives
    return {
        "colour": colour,
        "cards": cards,
        "size": len(cards),
        "name": colour_name(colour),
        "with": ngettext("(%(number)d loco)", "(%(number)d locos)", locomotives) % {"number": locomotives}
        if locomotives
        else "",
        "next": short_name(cards[-1]),
    }


def counted(cards: Mapping[str, int]) -> list[Row]:
    """How many there are of each colour, in the order of the cards."""
    return [
        {"colour": colour, "name": colour_name(colour), "number": cards[colour]}
        for colour in CARD_COLOURS
        if cards.get(colour)
    ]
