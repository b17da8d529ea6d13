"""The page behind a table's link: what is played there, with whom; and the way to a seat."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from games import selectors
from games.models import Game
from games.services import invitations as by_name
from games.services import lobby
from games.services.errors import ServiceError
from games.web import clocks, forms, names
from games.web.rows import free_colours, places, rows
from games.web.views import at_table, person


@require_GET
def show(request: HttpRequest, word: str) -> HttpResponse:
    """For everybody who has the link. Who sits at the table already is led there."""
    game = selectors.of_link(word)
    if game is None:
        return works_no_longer(request, status=404)
    if any(seat.user_id == request.user.pk for seat in game.seats.all() if seat.user_id is not None):
        return redirect("games:table", game.pk)
    if game.status == Game.Status.CANCELLED or not selectors.link_works(game):
        return works_no_longer(request, status=410)
    (row,) = rows([game], request.user)
    shown = {
        "table": row,
        "edition": game.edition,
        "lines": names.edition_lines(game.edition),
        "word": word,
        "until": game.invite_until,
        "options": options(game),
        "seats": places(row),
        "colours": free_colours(row),
        "over": game.is_finished,
        "may_watch": not game.is_open and selectors.open_to_strangers(game),
    }
    return render(request, "games/invitation.html", shown)


def works_no_longer(request: HttpRequest, *, status: int) -> HttpResponse:
    """Withdrawn, run out, mistyped: the page says which of them it may be, and nothing of a table."""
    return render(request, "games/invitation_gone.html", status=status)


def options(game: Game) -> list[tuple[Any, Any]]:
    """What was agreed on for this table, in words."""
    return [
        *names.agreed(game),
        *clocks.agreed(game),
        (_("Who may watch"), _("everybody") if selectors.to_be_watched(game) else _("the players alone")),
    ]


@require_POST
def accept(request: HttpRequest, word: str) -> HttpResponse:
    """Sit down. A refusal is told on the page of the link, which shows how things stand now."""
    here = reverse("games:invitation", args=[word])
    if not isinstance(request.user, User):
        return redirect_to_login(here)
    game = selectors.of_link(word)
    if game is None or not selectors.link_works(game):
        return redirect(here)
    form = forms.SitDown(request.POST)
    colour = form.cleaned_data["colour"] if form.is_valid() else ""
    try:
        lobby.join(game_id=game.pk, user=person(request), invite=word, colour=colour or None)
    except ServiceError as refused:
        messages.error(request, refused.detail)
        return redirect(here)
    return redirect("games:table", game.pk)


@at_table
def invite(request: HttpRequest, game_id: int) -> None:
    """Somebody by name, for the host of an open table."""
    name = request.POST.get("username", "")
    invited = by_name.invite(game_id=game_id, user=person(request), username=name)
    messages.success(request, _("%(who)s is invited.") % {"who": invited.user.username})


@require_POST
@login_required
def decline(request: HttpRequest, game_id: int) -> HttpResponse:
    """From the list of those who were invited by name."""
    by_name.decline(game_id=game_id, user=person(request))
    return redirect("games:mine")
