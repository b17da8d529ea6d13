"""A seat of a game that goes on: leaving, coming back, resigning, taking over; pauses, nudges, the volume."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games.services import absence, nudges, pauses, volume
from games.web import decisions, forms, names, table_pages
from games.web.views import at_table, person, seen_or_404


@require_GET
def about(request: HttpRequest, game_id: int, what: str = "about") -> HttpResponse:
    """The panel about the table as a page of its own: for who has no scripts, or tickets before them."""
    seen = seen_or_404(request, game_id)
    if seen.facts is None:
        raise Http404
    page = table_pages.page(seen)
    shown = decisions.panel(page, what, "")
    if shown is None:
        raise Http404
    shown |= {"page": page, "panel": f"games/_table/{what}.html"}
    return render(request, "games/about.html", shown)


@at_table
def resign(request: HttpRequest, game_id: int) -> None:
    absence.resign(game_id=game_id, user=person(request))


@at_table
def reclaim(request: HttpRequest, game_id: int) -> None:
    absence.reclaim(game_id=game_id, user=person(request))
    messages.success(request, _("You play yourself again."))


@at_table
def take_over(request: HttpRequest, game_id: int) -> None:
    form = forms.SeatChoice(request.POST)
    seat = form.cleaned_data["seat"] if form.is_valid() else None
    absence.take_over(game_id=game_id, user=person(request), seat=seat)
    messages.success(request, _("This seat is yours now."))


@at_table
def ask_for_pause(request: HttpRequest, game_id: int) -> None:
    form = forms.Pause(request.POST)
    if not form.is_valid():
        messages.error(request, _("A pause lasts 1 to 14 days."))
        return
    pause = pauses.ask(game_id=game_id, user=person(request), days=form.cleaned_data["days"])
    if pause.state == pause.State.ASKED:
        messages.success(request, _("Asked. The pause begins when all agree."))


@at_table
def answer_pause(request: HttpRequest, game_id: int) -> None:
    form = forms.PauseAnswer(request.POST)
    if form.is_valid():
        agrees = form.cleaned_data["agrees"] == "yes"
        pauses.answer(game_id=game_id, user=person(request), agrees=agrees)


@at_table
def nudge(request: HttpRequest, game_id: int) -> None:
    form = forms.SeatChoice(request.POST)
    seat = form.cleaned_data["seat"] if form.is_valid() else None
    waited = nudges.nudge(game_id=game_id, user=person(request), seat=seat)
    messages.success(request, _("%(who)s hears that you wait.") % {"who": names.player(waited.seat)})


@at_table
def set_volume(request: HttpRequest, game_id: int) -> None:
    volume.set_volume(game_id=game_id, user=person(request), level=request.POST.get("level", ""))
    messages.success(request, _("Saved."))
