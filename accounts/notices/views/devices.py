"""Push and webhook on the settings page, and what makes the site something that a phone can install."""

from __future__ import annotations

import json
from typing import Any

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.notices import devices, push, webhook
from accounts.notices.errors import Refused, Unreachable
from accounts.requests import PersonRequest
from accounts.services import AccountNeeded
from accounts.views import settings_page

TEST_TTL_S = 10 * 60

# --- push ---------------------------------------------------------------------------------------------


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def push_device(request: PersonRequest) -> HttpResponse:
    """GET: what a browser needs to know to subscribe. POST: what it says when it has, as JSON."""
    if request.method == "GET":
        return JsonResponse({"key": push.public_key(), "csrf": get_token(request)})
    try:
        subscription = push.subscribe(
            user=request.user,
            **_said(request.body),
            device=devices.name_of(request.headers.get("User-Agent", "")),
        )
    except ValidationError as error:
        return JsonResponse({"detail": error.messages[0]}, status=400)
    except AccountNeeded:
        return JsonResponse({"detail": _("Push is for accounts.")}, status=403)
    return JsonResponse({"id": subscription.pk}, status=201)


@login_required
@require_POST
def remove_device(request: PersonRequest, pk: int) -> HttpResponse:
    if not push.forget(user=request.user, subscription_id=pk):
        raise Http404
    messages.success(request, _("This device is told no more."))
    return redirect("accounts:settings")


@login_required
@require_POST
def test_push(request: PersonRequest) -> HttpResponse:
    if not _may_test(request):
        return redirect("accounts:settings")
    message = {
        "title": "Night Mail",
        "body": _("This is a test. Notices of your games will look like it."),
        "url": settings.SITE_URL + reverse("accounts:settings"),
        "tag": "test",
    }
    try:
        reached = push.send(request.user, message=message, tag="test", ttl_s=TEST_TTL_S, urgent=True)
    except Unreachable as problem:
        messages.error(request, _("The test could not be sent. %(why)s") % {"why": problem.why})
        return redirect("accounts:settings")
    if reached:
        words = ngettext(
            "A test is on its way to %(devices)d device.",
            "A test is on its way to %(devices)d devices.",
            reached,
        )
        messages.success(request, words % {"devices": reached})
    else:
        messages.info(request, _("No device is told."))
    return redirect("accounts:settings")


# --- webhook ------------------------------------------------------------------------------------------


@login_required
@never_cache
@require_POST
def save_webhook(request: PersonRequest) -> HttpResponse:
    form = devices.WebhookForm(request.POST)
    if not form.is_valid():
        return settings_page(request, webhook_form=form, status=400)
    try:
        webhook.save_hook(user=request.user, url=form.cleaned_data["url"])
    except ValidationError as error:
        form.add_error("url", error)
        return settings_page(request, webhook_form=form, status=400)
    except AccountNeeded:
        return settings_page(request, status=403)
    messages.success(request, _("Saved. From now on this address is told."))
    return redirect("accounts:settings")


@login_required
@require_POST
def remove_webhook(request: PersonRequest) -> HttpResponse:
    if webhook.remove_hook(user=request.user):
        messages.success(request, _("The webhook is removed."))
    return redirect("accounts:settings")


@login_required
@require_POST
def new_webhook_secret(request: PersonRequest) -> HttpResponse:
    if webhook.new_secret(user=request.user):
        messages.success(request, _("From now on what is sent is signed with a new secret."))
    return redirect("accounts:settings")


@login_required
@require_POST
def test_webhook(request: PersonRequest) -> HttpResponse:
    if not _may_test(request):
        return redirect("accounts:settings")
    try:
        status = webhook.test_hook(user=request.user)
    except (Unreachable, Refused) as problem:
        messages.error(request, _("The test was not taken. %(why)s") % {"why": problem.why})
    else:
        messages.success(request, _("The test was taken. The answer: %(status)s") % {"status": status})
    return redirect("accounts:settings")


# --- what the browser keeps ---------------------------------------------------------------------------


@cache_control(no_cache=True)
@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that takes push messages. It stands at the root, for it sees nothing above its address."""
    return render(request, "sw.js", content_type="text/javascript")


@cache_control(max_age=24 * 60 * 60)
@require_GET
def manifest(request: HttpRequest) -> HttpResponse:
    """How the site looks on the home screen of a phone; an iPhone takes push from there alone."""
    sizes = (192, 512)
    what: dict[str, Any] = {
        "name": "Night Mail",
        "short_name": "Night Mail",
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#16222c",
        "theme_color": "#16222c",
        "icons": [
            {"src": static(f"icons/{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in sizes
        ],
    }
    return JsonResponse(what, content_type="application/manifest+json")


def _said(body: bytes) -> dict[str, str]:
    """The fields of what a browser says when it has subscribed; raises ValidationError."""
    try:
        said = json.loads(body)
        fields = {
            "endpoint": said["endpoint"],
            "p256dh": said["keys"]["p256dh"],
            "auth": said["keys"]["auth"],
        }
    except (ValueError, LookupError, TypeError):
        fields = {}
    if not fields or not all(isinstance(value, str) for value in fields.values()):
        raise ValidationError(_("This is not what a browser says when it subscribes."))
    return fields


def _may_test(request: PersonRequest) -> bool:
    """Counts one more test; says so and gives False when there were too many lately."""
    if ratelimit.consume(request, action="notice_test", user=request.user):
        return True
    messages.error(request, _("Those were many tests. Try again in some minutes."))
    return False
