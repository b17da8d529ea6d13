"""Allauth's pages for coming in, for guests too; and those of its pages that guests have no use for."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.guests import is_guest
from accounts.models import User


class GuestsToo:
    """Here a guest is somebody signed out; the adapter finds who it was at `request.guest`."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if isinstance(user, User) and user.is_guest:
            request.guest = User.objects.get(pk=user.pk)  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return answer


class SignUp(GuestsToo, views.SignupView):
    """Make an account, of a guest or of nobody."""


class SignIn(GuestsToo, views.LoginView):
    """Sign in, from being a guest or nobody."""


class ConfirmAddress(GuestsToo, views.ConfirmEmailView):
    """Allauth signs out whoever is not the owner: a guest would lose the games just before signing in."""


class NewPassword(GuestsToo, views.PasswordResetFromKeyView):
    """With the link of a mail; here, too, a guest stays one until signing in."""


sign_up = SignUp.as_view()
sign_in = SignIn.as_view()
confirm_address = ConfirmAddress.as_view()
new_password = NewPassword.as_view()


def account_needed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A guest with a password or an address would be half an account: guests make a whole one."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_guest(request.user):
            messages.info(request, _("Make an account first: your games stay yours."))
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return answer
