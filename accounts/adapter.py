"""Where signing up and in meets guests (docs: allauth's account adapter)."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import guests
from accounts.models import User

NO_MATCH = gettext_lazy("No account has this name or mail address together with this password.")


def guest_at(request: HttpRequest) -> User | None:
    """The guest who is at the door: see accounts.entrance."""
    return getattr(request, "guest", None)


class Adapter(DefaultAccountAdapter):
    """Allauth's own, but a guest becomes an account, or gives way to one; and with our words."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": NO_MATCH,
        "email_password_mismatch": NO_MATCH,
        "username_blacklisted": gettext_lazy("This name cannot be had. Choose another."),
        "email_taken": gettext_lazy("This mail address belongs to an account already."),
        "duplicate_email": gettext_lazy("This is a mail address of yours already."),
        "max_email_addresses": gettext_lazy("You cannot have more than %d mail addresses."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """The guest's own row, so that the games stay; else a new one."""
        return guest_at(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """From here on nobody's guest."""
        was_guest, user.is_guest = user.is_guest, False
        saved: User = super().save_user(request, user, form, commit)
        if was_guest:
            messages.success(request, _("Your games are kept."))
        return saved

    def login(self, request: HttpRequest, user: User) -> None:
        """What a guest had goes along into the account."""
        guest = guest_at(request)
        super().login(request, user)
        if guest is None or guest.pk == user.pk:
            return
        if guests.hand_over(guest_id=guest.pk, account=user):
            messages.success(request, _("Your games are kept."))
