"""Forms of the pages before the start."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import COLOURS, MOST_SEATS
from games.web import names

SIZES = range(2, MOST_SEATS + 1)


def edition_choices() -> list[tuple[str, str]]:
    return [(edition, names.edition(edition)) for edition in names.editions()]


class NewTable(forms.Form):
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
    public = forms.BooleanField(
        label=_("Anybody may sit down"),
        required=False,
        initial=True,
        help_text=_("Otherwise only those who have the table's link."),
    )

    def clean(self) -> dict[str, Any]:
        """One seat is the host's own."""
        cleaned = super().clean() or {}
        if cleaned.get("bots", 0) >= cleaned.get("seats", MOST_SEATS):
            self.add_error("bots", _("One seat is yours: so many computer players do not fit."))
        return cleaned


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


class SitDown(forms.Form):
    """Joining a table."""

    colour = forms.ChoiceField(choices=[(colour, colour) for colour in COLOURS], required=False)
    invite = forms.CharField(required=False, max_length=32)
