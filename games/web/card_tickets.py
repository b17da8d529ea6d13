"""The reader's own tickets in the Card Game: how far the cards of the track pay for each, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web import names, payments

if TYPE_CHECKING:
    from games.web.card_page import CardPage

Row = dict[str, Any]


def offered(page: CardPage, raw: Mapping[str, Any]) -> Row:
    """One that I may keep: what of it I have in hand."""
    hand, needed = page.facts["you"]["hand"], sum(raw["requires"].values())
    have = sum(min(number, hand.get(colour, 0)) for colour, number in raw["requires"].items())
    words = ngettext("%(have)d of %(needed)d in your hand", "%(have)d of %(needed)d in your hand", needed) % {
        "have": have,
        "needed": needed,
    }
    return base(page, raw) | {"state": "open", "words": words}


def row(page: CardPage, raw: Mapping[str, Any]) -> Row:
    """One of mine that is not completed."""
    state = state_of(page, raw)
    return base(page, raw) | {"state": state, "words": words(page, raw, state)}


def completed(page: CardPage, ticket: str) -> Row:
    """One that was completed at a scoring."""
    raw = names.tickets(page.edition)[ticket]
    return base(page, raw) | {"state": "done", "words": _("Completed")}


def base(page: CardPage, raw: Mapping[str, Any]) -> Row:
    return names.ticket_facts(page.edition, raw) | {
        "requires": payments.pictures(raw["requires"]),
        "requires_words": names.listed(payments.parts(raw["requires"])),
    }


def state_of(page: CardPage, raw: Mapping[str, Any]) -> str:
    """`done` when it is in the best set that the track pays, `coming` when what lacks is in my station."""
    if page.over:
        return "open"
    if raw["done"]:
        return "done"
    if not raw["missing"]:
        return "open"
    return "coming" if is_coming(page, raw) else "open"


def is_coming(page: CardPage, raw: Mapping[str, Any]) -> bool:
    """Would the cards of my station do, once all of them have rolled?"""
    rows = {row["colour"]: row for row in page.facts["table"]["stations"][page.seen.seat]}
    locomotives = sum(row["locomotives"] for row in rows.values())
    in_rows = sum(
        min(number, rows[colour]["coloured"]) for colour, number in raw["lacks"].items() if colour in rows
    )
    return bool(raw["missing"] <= in_rows + locomotives)


def words(page: CardPage, raw: Mapping[str, Any], state: str) -> str:
    if page.over:
        return _("Not completed")
    if raw["missing"] is None:  # the track pile may not be looked at
        number = sum(raw["requires"].values())
        return ngettext("needs %(number)d card", "needs %(number)d cards", number) % {"number": number}
    if state == "done":
        return _("paid for, if scored now")
    if state == "coming":
        return _("what it lacks is in your station")
    if raw["missing"] == 0:
        return _("could be paid, but others bring more")
    return lacking(raw)


def lacking(raw: Mapping[str, Any]) -> str:
    """1 orange and 1 green still to come."""
    cards = names.listed(payments.parts(raw["lacks"]))
    helped = sum(raw["lacks"].values()) - raw["missing"]
    if not helped:
        return _("%(cards)s still to come") % {"cards": cards}
    return ngettext(
        "%(cards)s still to come; a locomotive stands for %(helped)d",
        "%(cards)s still to come; locomotives stand for %(helped)d",
        helped,
    ) % {"cards": cards, "helped": helped}
