"""The chat of a table: its lines for the page's module, and its form, which works without one."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.models import Game
from games.services import chat
from games.services.errors import ServiceError
from games.web import chat as chats
from games.web.views import person, seen_or_404, table_page

SHOWN = "?chat#part-chat"
"""After the address of a table: the page opens at its chat."""


@require_http_methods(["GET", "POST"])
def talk(request: HttpRequest, game_id: int) -> HttpResponse:
    """The lines of the chat, for those who may talk; or a new one."""
    if request.method == "POST":
        return say(request, game_id)
    shown = chats.of(seen_or_404(request, game_id))
    if shown is None:
        raise PermissionDenied
    return render(request, "games/_table/chat_lines.html", {"chat": shown})


def say(request: HttpRequest, game_id: int) -> HttpResponse:
    """Back to the chat; what was refused stands in the form again."""
    table_url = reverse("games:table", args=[game_id])
    if not request.user.is_authenticated:
        return redirect_to_login(table_url)
    text = request.POST.get("text", "")
    try:
        chat.say(game_id=game_id, user=person(request), text=text, key=request.POST.get("once", ""))
    except Game.DoesNotExist:
        raise Http404 from None
    except ServiceError as refused:
        messages.error(request, refused.detail)
        seen = seen_or_404(request, game_id)
        return table_page(request, seen, draft=text) if seen.may_talk else redirect(table_url)
    return redirect(table_url + SHOWN)
