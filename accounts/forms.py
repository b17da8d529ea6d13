"""Forms of a person's pages."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import AddEmailForm as AllauthAddEmailForm
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.models import EmailAddress
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiKey, Scope, User
from accounts.validators import known_time_zone, time_zone_names, validate_sleep


def time_zone_choices() -> list[tuple[str, str]]:
    """Time zones named after a place, by name."""
    return [
        (name, name.replace("_", " ")) for name in sorted(time_zone_names()) if "/" in name or name == "UTC"
    ]


class TimeInput(forms.TimeInput):
    """The browser's own, to the minute."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class DateInput(forms.DateInput):
    """The browser's own calendar, which takes and gives days in one format."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


def focus_if_wrong(form: forms.BaseForm) -> None:
    """Let the browser go to the first wrong field, or to the first of a form that is wrong as a whole."""
    if form.errors:
        name = next((name for name in form.fields if name in form.errors), next(iter(form.fields)))
        form.fields[name].widget.attrs["autofocus"] = True


class OurWords(forms.Form):
    """Allauth's fields by the names that the rest of the site has for them; labels alone, not twice."""

    labels = {
        "login": _("Name or mail address"),
        "username": _("Name"),
        "email": _("Mail address"),
        "password2": _("Password, once more"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)
        if "email" in self.fields:
            self.fields["email"].error_messages["invalid"] = _("This is no mail address.")


class LoginForm(OurWords, AllauthLoginForm):
    """Sign in."""


class AddEmailForm(OurWords, AllauthAddEmailForm):
    """One more mail address."""

    def save(self, request: HttpRequest) -> EmailAddress:
        """Mail goes where it went: of an account made by hand allauth would take the first one confirmed."""
        own = EmailAddress.objects.filter(user=self.user)
        if not own.filter(primary=True).exists():
            own.filter(email__iexact=self.user.email).update(primary=True)
        address: EmailAddress = super().save(request)
        return address


class ResetPasswordForm(OurWords, AllauthResetPasswordForm):
    """A lost password."""


class SignupForm(OurWords, AllauthSignupForm):
    """Sign up; the browser's time zone comes along in a hidden field that a script fills in."""

    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def clean_time_zone(self) -> str:
        """One that we know."""
        return known_time_zone(self.cleaned_data["time_zone"])

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        """Keep what allauth's own form does not know."""
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])


class PreferencesForm(forms.Form):
    """How a person wants times and words."""

    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zone_choices)
    language = forms.ChoiceField(label=_("Language"), choices=User._meta.get_field("language").choices or ())


class SleepForm(forms.Form):
    """When a person sleeps, in their own zone."""

    sleep_from = forms.TimeField(label=_("Asleep from"), required=False, widget=TimeInput)
    sleep_until = forms.TimeField(label=_("Asleep until"), required=False, widget=TimeInput)

    def clean(self) -> dict[str, Any]:
        """Both or none, and not too long."""
        if not self.errors:
            validate_sleep(self.cleaned_data["sleep_from"], self.cleaned_data["sleep_until"])
        return self.cleaned_data


class VacationForm(forms.Form):
    """Days away; without a first one it begins at once."""

    first_day = forms.DateField(label=_("First day"), required=False, widget=DateInput)
    last_day = forms.DateField(label=_("Last day"), widget=DateInput)


class KeyForm(forms.Form):
    """A new key for a program."""

    name = forms.CharField(
        label=_("Name"),
        max_length=ApiKey._meta.get_field("name").max_length,
        help_text=_("What the key is for, so that you know later which one to revoke."),
    )
    scope = forms.ChoiceField(label=_("It may"), choices=Scope.choices, initial=Scope.READ)

    def arguments(self) -> dict[str, Any]:
        """What `services.create_key` wants to know."""
        return {"name": self.cleaned_data["name"], "scope": Scope(self.cleaned_data["scope"])}
