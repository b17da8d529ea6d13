"""Pages to read: the rules, and whether a finished game was dealt honestly."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from games.web import names, rulebook, views


@require_GET
def rules_index(request: HttpRequest) -> HttpResponse:
    """The editions side by side."""
    return render(request, "rules/index.html", {"pages": rulebook.pages()})


@require_GET
def rules(request: HttpRequest, edition: str) -> HttpResponse:
    """The rules of one edition."""
    if edition not in rulebook.PAGES:
        raise Http404
    shown = {"page": rulebook.page(edition), "pages": rulebook.pages()}
    return render(request, "rules/page.html", shown)


@require_GET
def verify(request: HttpRequest, game_id: int) -> HttpResponse:
    """What the shuffles of a game come from and, when it is over, whether they do."""
    seen = views.seen_or_404(request, game_id)
    if seen.game.started_at is None:
        return redirect("games:table", game_id)
    shown = {
        "game": seen.game,
        "title": names.table(seen.game),
        "edition": names.edition(seen.game.edition),
        "seed": seen.seed,
    }
    return render(request, "games/verify.html", shown)
