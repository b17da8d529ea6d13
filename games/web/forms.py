"""Forms of the pages before the start."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import engine
from games.models import COLOURS, MOST_SEATS
from games.services.options import DAY_S, MOST_RESERVE, PER_TURN_S
from games.services.pauses import MOST_DAYS
from games.web import names

SIZES = range(2, MOST_SEATS + 1)


NO_CLOCK = 0
FLAGS = ("weekends_stop", "vacation_counts", "strict")
RELIABILITIES = (80, 90, 95)


def time_choices() -> list[tuple[int, str]]:
    """Times for a turn: hours below a day, otherwise days."""
    return [(seconds, time_words(seconds)) for seconds in PER_TURN_S] + [(NO_CLOCK, gettext("no clock"))]


def time_words(seconds: int) -> str:
    hours, days = seconds // 3600, seconds // DAY_S
    if not days:
        return ngettext("%(hours)d hour", "%(hours)d hours", hours) % {"hours": hours}
    return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}


def reserve_choices() -> list[tuple[int, str]]:
    """So many times the time for a turn."""
    return [(times, reserve_words(times)) for times in range(MOST_RESERVE + 1)]


def reserve_words(times: int) -> str:
    if not times:
        return gettext("none")
    return ngettext("as long as %(turns)d turn", "as long as %(turns)d turns", times) % {"turns": times}


def edition_choices() -> list[tuple[str, str]]:
    return [(edition, names.edition(edition)) for edition in names.editions()]


class GameOptions(forms.Form):
    """What a table decides in some games only. Other games take no notice of these fields."""

    look_at_track = forms.BooleanField(
        label=_("Everybody may look at their own track pile"),
        required=False,
        initial=True,
        help_text=_(
            "A game goes on for days, and nobody remembers for so long what has rolled. "
            "Without this the piles stay closed until a scoring, as the rules have it."
        ),
    )
    auto_complete = forms.BooleanField(
        label=_("The site completes tickets"),
        required=False,
        help_text=_(
            "At a scoring the best tickets are completed at once. "
            "Otherwise the site proposes them, and each player decides."
        ),
    )

    def options_of(self, edition: str) -> dict[str, bool]:
        """What was chosen, as far as this edition knows it; the form must be valid."""
        return {name: self.cleaned_data[name] for name in names.options(edition)}

    @property
    def option_fields(self) -> list[dict[str, Any]]:
        """Each with its words, and the editions that know it; without what no edition knows."""
        fields = []
        for name, option in names.OPTIONS.items():
            known = [edition for edition in names.editions() if name in names.options(edition)]
            if known:
                fields.append(
                    {
                        "field": self[name],
                        "option": option,
                        "editions": known,
                        "names": [names.edition(edition) for edition in known],
                    }
                )
        return fields


class NewTable(GameOptions):
    """A table to open. The form's own word makes that sending it twice opens one table."""

    once = forms.CharField(
        widget=forms.HiddenInput,
        initial=lambda: secrets.token_urlsafe(12),
        max_length=32,
        required=False,
    )
    edition = forms.ChoiceField(label=_("Game"), choices=edition_choices, initial="usa")
    seats = forms.TypedChoiceField(
        label=_("Seats"), choices=[(size, str(size)) for size in SIZES], coerce=int, initial=3
    )
    bots = forms.TypedChoiceField(
        label=_("Computer players"),
        choices=[(number, str(number)) for number in range(MOST_SEATS)],
        coerce=int,
        initial=0,
        help_text=_("More can be added while the table waits."),
    )
    level = forms.ChoiceField(
        label=_("They play"),
        choices=list(names.OFFERED_LEVELS.items()),
        initial="normal",
    )
    colour = forms.ChoiceField(
        label=_("Your colour"), choices=[(colour, names.COLOURS[colour]) for colour in COLOURS], initial="red"
    )
    clock = forms.TypedChoiceField(
        label=_("Time per turn"),
        choices=time_choices,
        coerce=int,
        initial=2 * DAY_S,
        help_text=_(
            "While a player sleeps their clock stands still. Without other people there is no clock."
        ),
    )
    reserve = forms.TypedChoiceField(
        label=_("Reserve"),
        choices=reserve_choices,
        coerce=int,
        initial=2,
        help_text=_("For each player, once for the whole game: only a turn that takes longer eats it."),
    )
    weekends_stop = forms.BooleanField(label=_("Weekends stop the clock"), required=False)
    vacation_counts = forms.BooleanField(label=_("Vacation stops the clock"), required=False, initial=True)
    strict = forms.BooleanField(label=_("The first miss gives the seat away"), required=False)
    open_seats = forms.BooleanField(
        label=_("Others may take over a seat that was given up"), required=False, initial=True
    )
    min_reliability = forms.TypedChoiceField(
        label=_("Turns made in time"),
        choices=[("", _("any")), *((percent, f"{percent} %") for percent in RELIABILITIES)],
        coerce=int,
        empty_value=None,
        required=False,
        initial="",
        help_text=_("Who has made fewer of the last turns in time cannot sit down. Newcomers can."),
    )
    public = forms.BooleanField(
        label=_("Anybody may sit down"),
        required=False,
        initial=True,
        help_text=_("Otherwise only those who have the table's link."),
    )
    rated = forms.BooleanField(label=_("The result counts"), required=False, initial=True)

    @property
    def clock_flags(self) -> list[forms.BoundField]:
        """What stops the clock, and what a miss does."""
        return [self[name] for name in FLAGS]

    def clean(self) -> dict[str, Any]:
        """A game has seats for so many, and one is the host's own."""
        cleaned = super().clean() or {}
        players = engine.EDITIONS[cleaned["edition"]].players if "edition" in cleaned else SIZES
        if cleaned.get("seats", players[0]) not in players:
            facts = {"fewest": players[0], "most": players[-1]}
            self.add_error("seats", _("This game is for %(fewest)d to %(most)d players.") % facts)
        if cleaned.get("bots", 0) >= cleaned.get("seats", MOST_SEATS):
            self.add_error("bots", _("One seat is yours: so many computer players do not fit."))
        if cleaned.get("bots", 0) == cleaned.get("seats", 0) - 1:
            cleaned["clock"] = NO_CLOCK  # computers do not mind
        elif cleaned.get("clock") == NO_CLOCK and cleaned["public"]:
            self.add_error(
                "clock",
                _("A table without a clock is for friends: choose a time, or let only friends sit down."),
            )
        return cleaned

    def table_options(self) -> dict[str, Any]:
        """All options of the table; the form must be valid."""
        asked = self.cleaned_data
        return {
            "public": asked["public"],
            "rated": asked["rated"] and not asked["bots"] and asked["clock"] != NO_CLOCK,
            "clock": self.clock_option(),
            "open_seats": asked["open_seats"],
            "min_reliability": asked["min_reliability"],
            **self.options_of(asked["edition"]),
        }

    def clock_option(self) -> dict[str, Any] | None:
        asked = self.cleaned_data
        if asked["clock"] == NO_CLOCK:
            return None
        flags = {name: asked[name] for name in FLAGS}
        return {"per_decision_s": asked["clock"], "reserve_s": asked["reserve"] * asked["clock"], **flags}


class LobbyFilter(forms.Form):
    """Which open tables to show."""

    edition = forms.ChoiceField(
        label=_("Game"), required=False, choices=lambda: [("", _("all games")), *edition_choices()]
    )
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        required=False,
        choices=[("", _("any number")), *((size, str(size)) for size in SIZES)],
        coerce=int,
        empty_value=None,
    )


class SeatChoice(forms.Form):
    """A seat to take over."""

    seat = forms.IntegerField(min_value=0, max_value=MOST_SEATS - 1)


class Pause(forms.Form):
    """A pause to ask for."""

    days = forms.IntegerField(min_value=1, max_value=MOST_DAYS)


class PauseAnswer(forms.Form):
    """What somebody says to a pause."""

    agrees = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class SitDown(forms.Form):
    """Joining a table."""

    colour = forms.ChoiceField(choices=[(colour, colour) for colour in COLOURS], required=False)
    invite = forms.CharField(required=False, max_length=32)
