"""A person's own pages: preferences and keys."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_GET, require_POST

from accounts import selectors, services
from accounts.forms import KeyForm, PreferencesForm
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
    key_form: KeyForm | None = None,
    new_key: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """The settings page, with what was wrong about a form or with the key that was just made."""
    user = request.user
    context = {
        "form": form or PreferencesForm(initial={"time_zone": user.time_zone, "language": user.language}),
        "keys": selectors.keys_of(user),
        "key_form": key_form or KeyForm(),
        "new_key": new_key,
    }
    return render(request, "accounts/settings.html", context, status=status)
