"""Talking at a table: short lines for those who play there, and a notice for whom a line names."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from games import selectors
from games.models import ChatLine, Game, Seat
from games.services import outbox
from games.services.errors import BadRequest, Forbidden, KeyReused, NotOpen, NotYourSeat, TooFast
from games.services.play import LONGEST_KEY

MOST = ((timedelta(minutes=1), 20), (timedelta(days=1), 300))
"""In so long a time one person says so many lines at one table."""
BREAKS = str.maketrans({"\r": "\n", "\u2028": "\n", "\u2029": "\n", "\t": " "})
NAMED = re.compile(r"(?<!\w)@([A-Za-z0-9_-]++)(?!\w)")
"""A whole name: of somebody called al-2 it says nothing to al."""


@dataclass(frozen=True)
class Said:
    """A line that stands, and the seats of its table; `repeated` when the same request had said it before."""

    line: ChatLine
    seats: list[Seat]
    repeated: bool = False


@transaction.atomic
def say(*, game_id: int, user: User, text: str, key: str) -> Said:
    """Say a line at a table where the person has, or had, a seat; whom it names is told.

    Raises Forbidden, NotYourSeat, NotOpen where nobody else plays, BadRequest, KeyReused and TooFast.
    """
    if not (0 < len(key) <= LONGEST_KEY and key.isprintable()):
        raise BadRequest(
            _("An Idempotency-Key of 1 to %(most)d characters is needed.") % {"most": LONGEST_KEY}
        )
    # Lock first: nobody says more at once than one may, and lines are seen in the order of their numbers.
    game = Game.objects.defer("state", "seed").select_for_update().get(pk=game_id)
    seats = list(game.seats.select_related("user"))
    must_be_allowed(game, seats, user)
    text = cleaned(text)
    earlier = ChatLine.objects.filter(game=game, user=user, key=key).first()
    if earlier is not None:
        if earlier.text != text:
            raise KeyReused(_("This Idempotency-Key belongs to another request."))
        return Said(earlier, seats, repeated=True)
    now = clock.now()
    _must_not_be_too_fast(game, user, now)
    line = ChatLine.objects.create(game=game, user=user, text=text, at=now, key=key)
    outbox.said(line)
    named = {seat.user_id for seat in named_in(text, seats) if seat.user_id} - {user.pk}
    if named:
        outbox.mentioned(line, user, named)
    return Said(line, seats)


def must_be_allowed(game: Game, seats: list[Seat], user: User) -> None:
    """Raises Forbidden for guests, NotYourSeat for strangers, NotOpen where one person plays alone."""
    if user.is_guest:
        raise Forbidden(_("Guests do not talk at tables. Make an account to play with others."))
    if not selectors.has_held_a_seat(game, user):
        raise NotYourSeat(_("You do not sit at this table."))
    if not selectors.has_chat(game, seats):
        raise NotOpen(_("Nobody else plays at this table."))


def cleaned(text: str) -> str:
    """What is kept of a text: no control characters but breaks of lines, of which at most two in a row.

    Raises BadRequest when nothing is left to be seen, or too much.
    """
    broken = text.replace("\r\n", "\n").translate(BREAKS)
    shown = "".join(sign for sign in broken if sign == "\n" or unicodedata.category(sign) not in ("Cc", "Cs"))
    kept = re.sub(r"\n{3,}", "\n\n", shown.strip())
    if not any(sign.isprintable() and not sign.isspace() for sign in kept):
        raise BadRequest(_("There is nothing to say."))
    if len(kept) > ChatLine.LONGEST:
        facts = {"most": ChatLine.LONGEST, "length": len(kept)}
        raise BadRequest(_("A line has at most %(most)d characters, this one %(length)d.") % facts, **facts)
    return kept


def named_in(text: str, seats: Iterable[Seat]) -> Iterator[Seat]:
    """The seats of people whose names a text holds after an @, in any case, each once."""
    said = {name for mention in NAMED.finditer(text) for name in names_of(mention)}
    return (seat for seat in seats if seat.user and seat.user.username.lower() in said)


def names_of(mention: re.Match[str]) -> set[str]:
    """What a mention may mean, in small letters: a dash at its end may be the name's or the sentence's."""
    name = mention[1].lower()
    return {name, name.rstrip("-_")}


def _must_not_be_too_fast(game: Game, user: User, now: datetime) -> None:
    own = ChatLine.objects.filter(game=game, user=user).order_by("-at")
    for span, most in MOST:
        at = own.filter(at__gt=now - span).values_list("at", flat=True)[most - 1 : most].first()
        if at is not None:
            wait = max(1, ceil((at + span - now).total_seconds()))
            raise TooFast(_("That is a lot at once. Wait a little before you go on."), retry_after=wait)
