"""Payments for people: exact cards to choose from, in words and as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import COLOURS as CARD_COLOURS
from games.web import reasons
from games.web.templatetags.night_mail import colour_name

if TYPE_CHECKING:
    from games.web.table import TablePage

Cards = Mapping[str, int]
Row = dict[str, Any]


def option(action: Mapping[str, Any], *, say: str, after: str) -> Row:
    """One payment to choose: what is sent, what the button says then, and what is left after it."""
    cards = action["cards"]
    return {
        "action": dict(action),
        "words": words(cards),
        "cards": pictures(cards),
        "say": say % {"cards": words(cards)},
        "checked": False,
        "after": after,
        "used": dict(cards),
        "note": "",
    }


def mark_first(options: Iterable[Row]) -> None:
    """The first payment is chosen beforehand: fewest locomotives."""
    for first in options:
        first["checked"] = True
        return


def by_locomotives(payments: Iterable[Cards]) -> list[Cards]:
    """Fewest locomotives first."""
    return sorted(payments, key=lambda cards: cards.get("locomotive", 0))


def words(cards: Cards) -> str:
    """3 black + 1 locomotive."""
    return " + ".join(parts(cards))


def parts(cards: Cards) -> list[str]:
    """3 black, 1 locomotive: one of each colour."""
    told = []
    for colour in CARD_COLOURS:
        number = cards.get(colour, 0)
        if number and colour == "locomotive":
            told.append(
                ngettext("%(number)d locomotive", "%(number)d locomotives", number) % {"number": number}
            )
        elif number:
            told.append(f"{number} {colour_name(colour)}")
    return told


def pictures(cards: Cards) -> list[str]:
    """Each card by its colour."""
    return [colour for colour in CARD_COLOURS for _copy in range(cards.get(colour, 0))]


def colour_of(cards: Cards) -> str:
    """The colour that a payment lays; locomotive when it lays nothing else."""
    return next((colour for colour in cards if colour != "locomotive"), "locomotive")


def cards_left(page: TablePage, cards: Cards) -> str:
    """How many I hold after paying so."""
    left = page.hand_size - sum(cards.values())
    return ngettext("%(count)d card", "%(count)d cards", left) % {"count": left}


def explain(page: TablePage, row: Row, nearest: Mapping[str, Any]) -> None:
    """Fill in why nothing can be paid; `nearest` is the action with the cards that come nearest."""
    refused = page.seen.refusal(nearest)
    if refused is None:
        return
    reason, facts = refused
    row["why"] = reasons.sentence(reason, facts, page.other)
    row["rule_url"] = reasons.rule_url(page.edition, reason, facts)
    if reason == "cards":
        row["nearest"] = pictures(nearest["cards"])
        row["nearest_words"] = words(nearest["cards"]) or _("no fitting card")
