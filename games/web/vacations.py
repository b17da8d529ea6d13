"""Which games a vacation does not cover, for the page on which it is booked."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.registry import Uncovered
from games import selectors
from games.models import Game
from games.web import names
from games.web.templatetags.night_mail import departure


def uncovered(*, user: User, begins: datetime, ends: datetime) -> list[Uncovered]:
    """Running games that the vacation does not stop: the table forbids it, or it is their turn already."""
    games = selectors.played_on_clock(user)
    return [
        Uncovered(f"{names.table(game)} · {names.edition(game.edition)}", url_of(game), why)
        for game in games
        if (why := reason(game, user, begins))
    ]


def reason(game: Game, user: User, begins: datetime) -> str:
    """In words; empty where the vacation counts."""
    rules = game.rules_of_clock
    if rules is not None and not rules.vacation_counts:
        return _("At this table a vacation does not stop the clock.")
    own = next(seat.number for seat in game.seats.all() if seat.user_id == user.pk)
    asked = next((row for row in game.decisions.all() if row.seat == own and row.deadline), None)
    if asked is None or asked.deadline is None or asked.deadline <= begins:
        return ""
    return _("It is your turn already, until %(time)s.") % {"time": departure(asked.deadline)}


def url_of(game: Game) -> str:
    return reverse("games:table", args=[game.pk])
