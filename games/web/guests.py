"""Playing at once, without an account."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from accounts import guests
from accounts.models import User
from games import engine
from games.services import lobby
from games.services.errors import ServiceError, TooManyGames
from games.web import forms

EDITION = "usa"
LEVEL = "normal"


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """A game with one computer player, straight away; whoever is not signed in becomes a guest."""
    user = request.user
    if not isinstance(user, User):
        if not guests.may_come_in(request):
            return render(request, "429.html", status=429)
        user = guests.welcome(request, time_zone=request.POST.get("time_zone", ""))
    edition = request.POST.get("edition") or EDITION
    try:
        game = lobby.open_table(
            user=user,
            edition=edition,
            size=lobby.FEWEST,
            options={"public": False, "rated": False, "clock": None, **chosen_options(request, edition)},
            bots=[LEVEL],
        )
    except TooManyGames as refused:
        return render(request, "429.html", {"why": refused.detail}, status=429)
    except ServiceError as refused:
        messages.error(request, refused.detail)
        return redirect("games:new")
    return redirect("games:table", game.pk)


def chosen_options(request: HttpRequest, edition: str) -> dict[str, bool]:
    """What the form says about this game; nothing about one that there is not."""
    form = forms.GameOptions(request.POST)
    return form.options_of(edition) if form.is_valid() and edition in engine.EDITIONS else {}
