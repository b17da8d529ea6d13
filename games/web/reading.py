"""Pages to read: the rules, and whether a finished game was dealt honestly."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.web import rulebook


@require_GET
def rules_index(request: HttpRequest) -> HttpResponse:
    """The editions side by side."""
    return render(request, "rules/index.html", {"pages": rulebook.pages()})


@require_GET
def rules(request: HttpRequest, edition: str) -> HttpResponse:
    """The rules of one edition."""
    if edition not in rulebook.PAGES:
        raise Http404
    shown = {"page": rulebook.RulesPage(edition), "pages": rulebook.pages()}
    return render(request, "rules/page.html", shown)
