"""A person's page: how they answer turns on a clock, and how much they play."""

from __future__ import annotations

from datetime import timedelta
from math import floor
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET

from accounts.models import User
from games import selectors
from games.web.templatetags.night_mail import span

Row = dict[str, Any]
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
HOW_OFTEN = (
    (100, gettext_lazy("Always in time.")),
    (95, gettext_lazy("Nearly always in time.")),
    (80, gettext_lazy("Mostly in time.")),
    (0, gettext_lazy("Often too late.")),
)
"""From so many percent on."""


@require_GET
def show(request: HttpRequest, username: str) -> HttpResponse:
    """For everybody, signed in or not."""
    try:
        shown = selectors.profile(username=username, viewer=request.user)
    except User.DoesNotExist:
        raise Http404 from None
    return render(request, "games/profile.html", {"page": ProfilePage(shown)})


def url(user: User | None) -> str:
    """The person's page; empty where there is none: for guests, closed accounts and computer players."""
    if user is None or user.is_guest or not user.is_active:
        return ""
    return reverse("games:profile", args=[user.username])


class ProfilePage:
    """A person as the reader may see them."""

    def __init__(self, shown: selectors.Profile) -> None:
        self.shown, self.is_own = shown, shown.is_own
        self.name = shown.user.username
        self.since, self.away_until = shown.user.date_joined, shown.away_until

    @property
    def initial(self) -> str:
        return self.name[0].upper()

    @property
    def figures(self) -> list[Row]:
        """What can be said in numbers: {number, words}."""
        return [*self.figures_of_turns, *self.figures_of_games]

    @property
    def figures_of_turns(self) -> list[Row]:
        """None of a newcomer."""
        reliability = self.shown.reliability
        if self.percent is None:
            return []
        words = ngettext(
            "of the last %(counted)d turn in time",
            "of the last %(counted)d turns in time",
            reliability.counted,
        )
        share = {
            "number": _("%(percent)d %%") % {"percent": self.percent},
            "words": words % {"counted": reliability.counted},
        }
        if reliability.typical is None:
            return [share]
        return [share, {"number": roughly(reliability.typical), "words": _("usual time to answer")}]

    @property
    def figures_of_games(self) -> list[Row]:
        finished, running = self.shown.finished, self.shown.running
        if self.is_own:
            words = (
                ngettext("game finished", "games finished", finished),
                ngettext("game going on", "games going on", running),
            )
        else:
            words = (
                ngettext("public game finished", "public games finished", finished),
                ngettext("public game going on", "public games going on", running),
            )
        return [{"number": finished, "words": words[0]}, {"number": running, "words": words[1]}]

    @property
    def percent(self) -> int | None:
        """Of turns in time, whole ones: what a table may ask for is never shown where it is not reached."""
        share = self.shown.reliability.share
        return None if share is None else floor(round(share * 100, 6))

    @property
    def how_often(self) -> str:
        """The same in words."""
        if self.percent is None:
            return _("New here: fewer than ten turns on a clock so far.")
        return str(next(words for least, words in HOW_OFTEN if self.percent >= least))


def roughly(length: timedelta) -> str:
    """About how long: minutes below an hour, one at least, and whole hours above."""
    return span(max(length, MINUTE) if length < HOUR else HOUR * round(length / HOUR))
