"""Pages for what is not there and what is not for the reader."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

# Django renders these pages in a thread of no request, whose database connection nobody would close: so they
# may ask nothing of the database. The page's module looks how many turns wait.
ASKING_NOTHING = {"turns_waiting": 0, "turns_words": "", "mail_failed": None}


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", ASKING_NOTHING, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", ASKING_NOTHING, status=404)
