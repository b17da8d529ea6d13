"""The form in which a person says how they want to be told."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.forms import TimeInput
from accounts.models import User
from accounts.notices import kinds, preferences
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import NoticePreferences


def delays() -> list[tuple[int, str]]:
    """The times that may lie between a turn and its notice, in words."""
    minutes = [
        (number, ngettext("%(minutes)d minute", "%(minutes)d minutes", number) % {"minutes": number})
        for number in NoticePreferences.DELAYS
        if number
    ]
    return [(0, _("not at all")), *minutes]


class NoticesForm(forms.ModelForm):  # type: ignore[type-arg]
    """Pace, quiet hours, delay and reminders; and for each kind and channel whether it is wanted."""

    delay_min = forms.TypedChoiceField(
        label=gettext_lazy("Wait before telling"),
        choices=delays,
        coerce=int,
        help_text=gettext_lazy(
            "Whoever moves meanwhile gets no mail. While you look at a table, nothing is sent."
        ),
    )

    class Meta:
        model = NoticePreferences
        fields = ("pace", "daily_at", "quiet_from", "quiet_until", "delay_min", "reminders")
        widgets = dict.fromkeys(("daily_at", "quiet_from", "quiet_until"), TimeInput)
        labels = {"pace": gettext_lazy("Mail"), "daily_at": gettext_lazy("Once a day at")}
        help_texts = {
            "pace": gettext_lazy("“Never” keeps mail about your account, and nothing else."),
            "reminders": gettext_lazy("One when half of your time is left, one when a fifth is left."),
        }

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data, instance=preferences.of(user))
        self.user = user
        self.wish = preferences.wishes([user.pk])[user.pk]

    def clean(self) -> dict[str, Any]:
        """Quiet hours have a beginning and an end, or there are none."""
        begins, ends = self.cleaned_data.get("quiet_from"), self.cleaned_data.get("quiet_until")
        if not self.errors and (begins is None) != (ends is None):
            missing = "quiet_from" if begins is None else "quiet_until"
            self.add_error(missing, _("Quiet hours have a beginning and an end."))
        elif not self.errors and begins is not None and begins == ends:
            self.add_error("quiet_until", _("Quiet hours end at another time than they begin."))
        return self.cleaned_data

    def rows(self) -> list[dict[str, Any]]:
        """The table of kinds and channels, ready for the template."""
        return [
            {
                "label": kind.label,
                "hint": kinds.HINTS[kind],
                "cells": [self.cell(kind, channel) for channel in Channel],
            }
            for kind in Kind
        ]

    def cell(self, kind: Kind, channel: Channel) -> dict[str, Any]:
        name = f"{kind}:{channel}"
        on = self.wish.wants(kind, channel) if not self.is_bound else name in self.data
        return {
            "name": name,
            "on": on,
            "locked": (kind, channel) in kinds.LOCKED,
            "label": _("%(kind)s: %(channel)s") % {"kind": kind.label, "channel": channel.label},
        }

    def keep(self) -> None:
        """Store all of it; waiting notices leave as it says from now on."""
        preferences.keep(
            user=self.user,
            general=self.cleaned_data,
            on={(kind, channel): f"{kind}:{channel}" in self.data for kind in Kind for channel in Channel},
        )
