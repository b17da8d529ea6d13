"""Stopping mail by a link, a person's calendar, and what can be tried about mail."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.notices import feed, letters, post, preferences
from accounts.notices import stop as stopping
from accounts.notices.errors import NoAnswer, Refused, Unreachable
from accounts.notices.models import NoticePreferences
from accounts.requests import PersonRequest

# --- stopping -----------------------------------------------------------------------------------------


@csrf_exempt  # the word in the address proves more than a cookie would, and mail programs have none
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows and changes nothing, as what looks into mails opens links; POST acts, also in one click."""
    try:
        mail = stopping.read(token)
    except stopping.Broken:
        return render(request, "accounts/stop_broken.html", status=404)
    with letters.speaking_to(mail.user):
        if request.method != "POST":
            return _stop_page(request, mail)
        if request.POST.get("List-Unsubscribe") == "One-Click":
            stopping.act(mail, stopping.What.KINDS)
            return HttpResponse(_("Stopped."), content_type="text/plain")
        return _stop_as_said(request, mail)


def _stop_as_said(request: HttpRequest, mail: stopping.Mail) -> HttpResponse:
    """One of the page's buttons."""
    said = request.POST.get("what", "")
    if said not in list(stopping.What) or (said == stopping.What.THREAD and not mail.thread):
        return _stop_page(request, mail, status=400)
    what = stopping.What(said)
    if "undo" in request.POST:
        stopping.undo(mail, stopping.Done(what, request.POST.get("before", "")))
        return _stop_page(request, mail, undone=True)
    return _stop_page(request, mail, done=stopping.act(mail, what))


def _stop_page(request: HttpRequest, mail: stopping.Mail, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "mail": mail,
        "kinds": ", ".join(str(kind.label) for kind in mail.kinds),
        "table": stopping.name_of(mail),
        "stopped": stopping.stopped(mail),
        **more,
    }
    return render(request, "accounts/stop.html", context, status=status)


# --- the calendar -------------------------------------------------------------------------------------


@csrf_exempt  # it changes nothing; and a refusal for want of a token would write the secret word into the log
@cache_control(private=True, no_store=True)
@require_safe
def calendar(request: HttpRequest, word: str) -> HttpResponse:
    user = feed.owner(word)
    if user is None:
        return HttpResponseNotFound(_("There is no calendar at this address."), content_type="text/plain")
    with letters.speaking_to(user):
        return HttpResponse(feed.calendar(user), content_type="text/calendar; charset=utf-8")


@login_required
@require_POST
def new_calendar(request: PersonRequest) -> HttpResponse:
    if not request.user.is_guest:
        preferences.new_calendar(user=request.user)
        messages.success(request, _("Your calendar has a new address."))
    return redirect(reverse("accounts:settings") + "#calendar")


@login_required
@require_POST
def stop_calendar(request: PersonRequest) -> HttpResponse:
    preferences.stop_calendar(user=request.user)
    messages.success(request, _("The address of your calendar no longer works."))
    return redirect(reverse("accounts:settings") + "#calendar")


# --- mail ---------------------------------------------------------------------------------------------


@login_required
@require_POST
def try_mail_again(request: PersonRequest) -> HttpResponse:
    preferences.try_mail_again(user=request.user)
    if preferences.of(request.user).pace == NoticePreferences.Pace.OFF:
        messages.info(request, _("You chose to get no mail about games. Choose a pace if you want some."))
    else:
        words = _("The next mail to %(address)s is sent as usual.")
        messages.success(request, words % {"address": request.user.email})
    return redirect("accounts:settings")


@login_required
@require_POST
def test_mail(request: PersonRequest) -> HttpResponse:
    """Send a mail now, and say what the other side answers."""
    address = {"address": request.user.email}
    if not request.user.email:
        messages.info(request, _("You have no mail address."))
    elif not ratelimit.consume(request, action="notice_test", user=request.user):
        messages.error(request, _("Those were many tests. Try again in some minutes."))
    else:
        try:
            post.send(letters.test_letter(request.user))
        except (Unreachable, Refused) as problem:
            words = _("The test could not be sent. %(why)s") % {"why": problem.why}
            messages.error(request, words)
        except NoAnswer:
            messages.info(request, _("The mail server took the test and said nothing. It may arrive."))
        else:
            messages.success(request, _("A test is on its way to %(address)s.") % address)
    return redirect("accounts:settings")
