"""Forms of the pages before the start."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import engine
from games.models import COLOURS, MOST_SEATS
from games.web import names

SIZES = range(2, MOST_SEATS + 1)


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
    public = forms.BooleanField(
        label=_("Anybody may sit down"),
        required=False,
        initial=True,
        help_text=_("Otherwise only those who have the table's link."),
    )

    def clean(self) -> dict[str, Any]:
        """A game has seats for so many, and one is the host's own."""
        cleaned = super().clean() or {}
        players = engine.EDITIONS[cleaned["edition"]].players if "edition" in cleaned else SIZES
        if cleaned.get("seats", players[0]) not in players:
            facts = {"fewest": players[0], "most": players[-1]}
            self.add_error("seats", _("This game is for %(fewest)d to %(most)d players.") % facts)
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
