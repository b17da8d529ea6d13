"""Pages: parse, call one service or selector, render."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from games import engine, selectors
from games.models import Game
from games.services import absence
from games.services import lobby as tables
from games.services.errors import ServiceError
from games.web import clocks, context, decisions, forms, names, table_pages
from games.web.guests import EDITION
from games.web.rows import by_deadline, free_colours, invitation_row, places, rows, void_row

FINISHED_SHOWN = 20
FORM_LIFE_S = 24 * 3600
INVITE = "invite"
MINE = "mine"
"""In the address of a table: its reader has a seat there. Notices lead to it."""


def person(request: HttpRequest) -> User:
    """Whoever is signed in; views that use it require that."""
    assert isinstance(request.user, User)
    return request.user


def edition_cards(chosen: str = "") -> list[dict[str, Any]]:
    """What there is to play, in two lines each."""
    return [
        {
            "id": edition,
            "name": names.edition(edition),
            "board": names.board(edition),
            "most": engine.EDITIONS[edition].players[-1],
            "line1": names.edition_lines(edition)[0],
            "line2": names.edition_lines(edition)[1],
            "checked": edition == chosen,
        }
        for edition in names.editions()
    ]


@require_GET
def landing(request: HttpRequest) -> HttpResponse:
    """For strangers; who is signed in goes to their games."""
    if request.user.is_authenticated:
        return redirect("games:mine")
    return render(request, "games/landing.html", {"edition_cards": edition_cards()})


@require_GET
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """My games: mine to decide first, the least time left first; then running, open, finished."""
    user = person(request)
    own = selectors.of_person(user)
    finished = own.filter(status=Game.Status.FINISHED)[:FINISHED_SHOWN]
    going_on = rows(own.exclude(status=Game.Status.FINISHED), user)
    running = [row for row in going_on if not row["is_open"] and not row["my_turn"]]
    shown = {
        "deciding": sorted((row for row in going_on if row["my_turn"]), key=by_deadline),
        "running": sorted(running, key=by_deadline),
        "open": [row for row in going_on if row["is_open"]],
        "finished": rows(finished, user),
        "invitations": [invitation_row(invited) for invited in selectors.invitations_of(user)],
        "void": [void_row(game, user) for game in selectors.cancelled_lately(user)],
    }
    return render(request, "games/mine.html", shown)


@require_GET
@login_required
def turns(request: HttpRequest) -> HttpResponse:
    """How many turns wait, for the modules of a page that is open."""
    waiting = selectors.turns_waiting(person(request))
    return JsonResponse({"turns": waiting, "words": context.words(waiting)})


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables."""
    form = forms.LobbyFilter(request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    found = selectors.open_tables(edition=chosen.get("edition") or "", size=chosen.get("seats"))
    return render(request, "games/lobby.html", {"tables": rows(found, request.user), "filter_form": form})


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Open a table."""
    asked_for = request.GET.get("edition", "")
    if person(request).is_guest:
        shown = {"edition_cards": edition_cards(asked_for or EDITION), "form": forms.GameOptions()}
        return render(request, "games/new_guest.html", shown)
    initial = {"edition": asked_for} if asked_for in engine.EDITIONS else None
    form = forms.NewTable(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        if not first_time(person(request), form.cleaned_data["once"]):
            return redirect("games:mine")
        asked = form.cleaned_data
        try:
            game = tables.open_table(
                user=person(request),
                edition=asked["edition"],
                size=asked["seats"],
                options=form.table_options(),
                colour=asked["colour"],
                bots=[asked["level"]] * asked["bots"],
            )
        except ServiceError as refused:
            form.add_error(None, refused.detail)
        else:
            return redirect("games:table", game.pk)
    chosen = form["edition"].value()
    return render(request, "games/new.html", {"form": form, "edition_cards": edition_cards(chosen)})


def first_time(user: User, once: str) -> bool:
    """Is this the first sending of a form with this word? A second press of the button is not."""
    return not once or bool(cache.add(f"once/{user.pk}/{once}", 1, FORM_LIFE_S))


def seen_or_404(request: HttpRequest, game_id: int) -> selectors.Seen:
    """The game for this person; PermissionDenied becomes the 403 page."""
    try:
        return selectors.see(game_id=game_id, user=request.user, invite=request.GET.get(INVITE))
    except Game.DoesNotExist:
        raise Http404 from None


@require_GET
def table(request: HttpRequest, game_id: int) -> HttpResponse:
    """The table: a waiting room before the start, then the board. Players sign in first."""
    if MINE in request.GET and not request.user.is_authenticated:
        return redirect_to_login(reverse("games:table", args=[game_id]))
    return table_page(request, seen_or_404(request, game_id))


def table_page(request: HttpRequest, seen: selectors.Seen, *, draft: str = "") -> HttpResponse:
    """The same for a game that was read already; `draft` stands in the form of its chat."""
    if seen.facts is None or seen.game.is_void:
        return waiting_room(request, seen)
    page = table_pages.page(seen)
    after = None
    if isinstance(request.user, User):
        after = selectors.next_waiting(request.user, but=seen.game.pk)
    return render(request, page.template, {"page": page, "next_table": after, "draft": draft})


def waiting_room(request: HttpRequest, seen: selectors.Seen) -> HttpResponse:
    """An open table, or what is left of one that was cancelled, also after the deal."""
    (row,) = rows([seen.game], request.user)
    own = next((seat for seat in seen.seats if seat.number == seen.seat), None)
    link_works = selectors.link_works(seen.game)
    shown = {
        "table": row,
        "cancelled": seen.game.status == Game.Status.CANCELLED,
        "void": void_row(seen.game, request.user) if seen.game.is_void else None,
        "seats": places(row),
        "options": [*names.agreed(seen.game), *clocks.agreed(seen.game)],
        "is_host": request.user.is_authenticated and seen.game.host_id == request.user.pk,
        "is_seated": own is not None,
        "is_last": own is not None and sum(seat.user_id is not None for seat in seen.seats) == 1,
        "may_start": len(seen.seats) >= tables.FEWEST,
        "link": invitation_url(request, seen.game) if own and link_works else "",
        "link_until": seen.game.invite_until if own else None,
        "invited": selectors.names_of_invited(seen.game) if own else [],
        "colours": free_colours(row),
        "levels": list(names.OFFERED_LEVELS.items()),
    }
    return render(request, "games/table_open.html", shown)


def invitation_url(request: HttpRequest, game: Game) -> str:
    """The link for friends, whole."""
    return request.build_absolute_uri(reverse("games:invitation", args=[game.invite]))


@require_GET
def panels(request: HttpRequest, game_id: int) -> HttpResponse:
    """Everything of the table page that changes, to be put in place by its module."""
    seen = seen_or_404(request, game_id)
    if seen.facts is None:
        raise Http404
    page = table_pages.page(seen)
    return render(request, page.panels_template, {"page": page})


@require_GET
def decide(request: HttpRequest, game_id: int, what: str) -> HttpResponse:
    """The decision panel for one thing: a route, the list of routes, drawing tickets and so on."""
    seen = seen_or_404(request, game_id)
    if seen.facts is None:
        raise Http404
    page = table_pages.page(seen)
    shown = decisions.panel(page, what, request.GET.get("id", ""))
    if shown is None:
        raise Http404
    return render(request, f"games/_table/{what}.html", {"page": page, **shown})


def at_table(action: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """A form of the waiting room: does its thing, tells a refusal in words, shows the table again."""

    @require_POST
    @wraps(action)
    def view(request: HttpRequest, game_id: int, **kwargs: Any) -> HttpResponse:
        table_url = reverse("games:table", args=[game_id])
        if INVITE in request.POST:
            table_url += "?" + urlencode({INVITE: request.POST[INVITE]})
        if not request.user.is_authenticated:
            return redirect_to_login(table_url)  # not back to here: a form cannot be sent by coming back
        try:
            action(request, game_id, **kwargs)
        except Game.DoesNotExist:
            raise Http404 from None
        except ServiceError as refused:
            messages.error(request, refused.detail)
        if selectors.may_see(game_id=game_id, user=request.user):
            return redirect("games:table", game_id)
        return redirect(table_url if INVITE in request.POST else "games:lobby")

    return view


@at_table
def join(request: HttpRequest, game_id: int) -> None:
    form = forms.SitDown(request.POST)
    asked = form.cleaned_data if form.is_valid() else {}
    tables.join(
        game_id=game_id,
        user=person(request),
        invite=asked.get("invite") or None,
        colour=asked.get("colour") or None,
    )


@at_table
def leave(request: HttpRequest, game_id: int) -> None:
    if "running" in request.POST:  # said by the page: a waiting room may be left just as the game begins
        absence.leave(game_id=game_id, user=person(request))
        return
    game = tables.leave(game_id=game_id, user=person(request))
    if game.status == Game.Status.CANCELLED:
        messages.info(request, _("The table is closed: nobody sat there any more."))


@at_table
def add_bot(request: HttpRequest, game_id: int) -> None:
    tables.add_bot(game_id=game_id, user=person(request), level=request.POST.get("level", ""))


@at_table
def remove_seat(request: HttpRequest, game_id: int, number: int) -> None:
    tables.remove_bot(game_id=game_id, user=person(request), number=number)


@at_table
def start(request: HttpRequest, game_id: int) -> None:
    tables.start(game_id=game_id, user=person(request))


@at_table
def new_link(request: HttpRequest, game_id: int) -> None:
    tables.new_link(game_id=game_id, user=person(request))


@at_table
def withdraw_link(request: HttpRequest, game_id: int) -> None:
    tables.withdraw_link(game_id=game_id, user=person(request))
