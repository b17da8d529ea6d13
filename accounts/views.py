"""A person's own pages: preferences, clock habits and keys."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_GET, require_POST

from accounts import selectors, services, vacations
from accounts.forms import KeyForm, PreferencesForm, SleepForm, VacationForm, focus_if_wrong
from accounts.models import Vacation
from accounts.notices import devices, feed, mailbox
from accounts.notices.forms import NoticesForm
from accounts.requests import PersonRequest


@login_required
@never_cache
@require_GET
def settings(request: PersonRequest) -> HttpResponse:
    return settings_page(request)


@login_required
@require_POST
def save_preferences(request: PersonRequest) -> HttpResponse:
    form = PreferencesForm(request.POST)
    if not form.is_valid():
        return settings_page(request, form=form, status=400)
    services.save_preferences(user=request.user, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("accounts:settings")


@login_required
@require_POST
def save_sleep(request: PersonRequest) -> HttpResponse:
    form = SleepForm(request.POST)
    if not form.is_valid():
        return settings_page(request, sleep_form=form, status=400)
    try:
        services.save_sleep(user=request.user, **form.cleaned_data)
    except services.AccountNeeded:
        return settings_page(request, status=403)
    messages.success(request, _("Saved."))
    return redirect("accounts:settings")


@login_required
@never_cache
@require_POST
def book_vacation(request: PersonRequest) -> HttpResponse:
    """In two steps: first the page with what goes on meanwhile; it sends the same days as confirmed."""
    form = VacationForm(request.POST)
    if not form.is_valid():
        return settings_page(request, vacation_form=form, status=400)
    confirmed = "confirmed" in request.POST
    book = services.book_vacation if confirmed else services.plan_vacation
    try:
        vacation = book(user=request.user, **form.cleaned_data)
    except services.VacationRefused as refused:
        form.add_error(None, refused.detail)
        return settings_page(request, vacation_form=form, status=400)
    except services.AccountNeeded:
        return settings_page(request, status=403)
    if not confirmed:
        return vacation_page(request, form, vacation)
    messages.success(request, _("Your vacation is booked."))
    return redirect("accounts:settings")


@login_required
@require_POST
def end_vacation(request: PersonRequest, vacation_id: int) -> HttpResponse:
    if services.end_vacation(user=request.user, vacation_id=vacation_id):
        messages.success(request, _("Welcome back.") if "back" in request.POST else _("Cancelled."))
    else:
        messages.info(request, _("This vacation is over."))
    return redirect("accounts:settings")


@login_required
@never_cache
@require_POST
@sensitive_variables("key")
def create_key(request: PersonRequest) -> HttpResponse:
    form = KeyForm(request.POST)
    if not form.is_valid():
        return settings_page(request, key_form=form, status=400)
    try:
        _row, key = services.create_key(user=request.user, **form.arguments())
    except services.AccountNeeded:
        return settings_page(request, status=403)
    # Answered directly, not after a redirect: the key would have to be kept somewhere in between.
    return settings_page(request, new_key=key, status=201)


@login_required
@require_POST
def revoke_key(request: PersonRequest, key_id: int) -> HttpResponse:
    if not services.revoke_key(user=request.user, key_id=key_id):
        raise Http404
    messages.success(request, _("The key has been revoked."))
    return redirect("accounts:settings")


def settings_page(
    request: PersonRequest,
    *,
    form: PreferencesForm | None = None,
    sleep_form: SleepForm | None = None,
    vacation_form: VacationForm | None = None,
    key_form: KeyForm | None = None,
    webhook_form: devices.WebhookForm | None = None,
    notices_form: NoticesForm | None = None,
    new_key: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """The settings page, with what was wrong about a form or with the key that was just made."""
    user = request.user
    asleep = {"sleep_from": user.sleep_from, "sleep_until": user.sleep_until}
    forms = {
        "form": form or PreferencesForm(initial={"time_zone": user.time_zone, "language": user.language}),
        "sleep_form": sleep_form or SleepForm(initial=asleep),
        "vacation_form": vacation_form or VacationForm(),
        "key_form": key_form or KeyForm(),
        "notices_form": notices_form or NoticesForm(user=user),
    }
    for each in forms.values():
        focus_if_wrong(each)
    context = {
        **forms,
        "calendar": selectors.calendar_of(user),
        "most_days": vacations.MOST_A_YEAR,
        "keys": selectors.keys_of(user),
        "new_key": new_key,
        "feed_url": feed.address(user),
        "mail_is_kept": mailbox.is_in_use(),
        **devices.context(user, webhook_form),
    }
    return render(request, "accounts/settings.html", context, status=status)


def vacation_page(request: PersonRequest, form: VacationForm, vacation: Vacation) -> HttpResponse:
    """What a vacation would mean, before it is booked."""
    context = {"form": form, "vacation": vacation, "uncovered": selectors.uncovered_by(vacation)}
    return render(request, "accounts/vacation.html", context)
