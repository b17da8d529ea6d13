"""People and keys in the admin. The staff look after accounts; they do not get into them.

The type arguments that the stubs ask for do not exist at run time, hence the ignores.
"""

from __future__ import annotations

from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.html import format_html, urlize
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.clickjacking import xframe_options_sameorigin

from accounts import services
from accounts.models import ApiKey, User
from accounts.notices import mailbox
from accounts.notices.models import OutgoingMail


def is_superuser(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_superuser


def above(request: HttpRequest, person: User | None) -> bool:
    """May this one of the staff touch the person at all? Superusers are for each other."""
    return person is None or not person.is_superuser or is_superuser(request)


def within_reach(request: HttpRequest, people: QuerySet[User]) -> QuerySet[User]:
    return people if is_superuser(request) else people.exclude(is_superuser=True)


MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
"""A mail in the Outbox shows itself: it loads nothing, runs nothing, and leads nowhere."""
HABITS = ("sleep_from", "sleep_until", "vacations_booked")
"""To look at: only their person says when they sleep and are away."""


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's own without passwords: whoever could set one, or its address, could play as somebody."""

    list_display: tuple[str, ...] = ("username", "email", "is_guest", "is_active", "is_staff", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff", "last_login")
    search_fields = ("username", "email")
    fieldsets = (
        (None, {"fields": ("username", "email", "is_guest")}),
        (None, {"fields": (("date_joined", "last_login"),)}),
        (_("Preferences"), {"fields": ("time_zone", "language")}),
        (_("Clock habits"), {"fields": (("sleep_from", "sleep_until"), "vacations_booked")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
    )
    readonly_fields = ("email", "is_guest", "date_joined", "last_login", *HABITS)
    actions = ("deactivate", "activate")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Only who may do everything says who may do what: others could give themselves all of it."""
        rights = () if is_superuser(request) else ("is_staff", "is_superuser", "groups")
        return (*self.readonly_fields, *rights)

    @admin.display(description=_("vacations"))
    def vacations_booked(self, person: User) -> str:
        return ", ".join(str(vacation) for vacation in person.vacations.all()) or "-"

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return above(request, obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return above(request, obj) and super().has_delete_permission(request, obj)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """On the site by mail, in the terminal with `manage.py changepassword`."""
        raise PermissionDenied

    @admin.action(description=_("Deactivate"), permissions=["change"])
    def deactivate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """They are signed out, their keys do not work, and nobody signs in any more. Not oneself."""
        others = within_reach(request, queryset).exclude(username=request.user.get_username())
        number = services.set_active(people=others, active=False)
        words = ngettext("%(number)d account deactivated.", "%(number)d accounts deactivated.", number)
        messages.info(request, words % {"number": number})

    @admin.action(description=_("Activate"), permissions=["change"])
    def activate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        number = services.set_active(people=within_reach(request, queryset), active=True)
        words = ngettext("%(number)d account activated.", "%(number)d accounts activated.", number)
        messages.info(request, words % {"number": number})


admin.site.unregister(EmailAddress)


@admin.register(EmailAddress)
class AddressAdmin(EmailAddressAdmin):  # type: ignore[misc]
    """Addresses to look at, and to confirm where mail does not arrive."""

    actions = ("make_verified",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_verify_permission(self, request: HttpRequest) -> bool:
        """Confirming changes an address, though nobody edits one here."""
        return request.user.has_perm("account.change_emailaddress")

    @admin.action(description=_("Confirm the addresses"), permissions=["verify"])
    def make_verified(self, request: HttpRequest, queryset: QuerySet[EmailAddress]) -> None:
        super().make_verified(request, queryset)


@admin.register(ApiKey)
class ApiKeyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Keys to look at: only their person makes one, who alone gets to see it."""

    list_display = ("name", "user", "scope", "hint", "created_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    exclude = ("digest",)
    readonly_fields = ("user", "name", "scope", "hint", "created_at", "last_used_at", "revoked_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody makes a key for somebody else."""
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Django takes any column: `?digest__startswith=...` would tell it sign by sign."""
        return not lookup.startswith("digest") and super().lookup_allowed(lookup, value, request)


@admin.register(OutgoingMail)
class OutboxAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Mail that did not leave this machine. What stands in it is for superusers: words that open accounts."""

    list_display = ("at", "recipients", "subject")
    search_fields = ("recipients", "subject")
    fields = ("at", "sender", "recipients", "subject", "text", "page")
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The list, for whoever may see it; each mail, for superusers."""
        return (obj is None or is_superuser(request)) and super().has_view_permission(request, obj)

    def get_list_display_links(self, request: HttpRequest, list_display: Any) -> Any:
        return super().get_list_display_links(request, list_display) if is_superuser(request) else None

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """As with keys: `?message__contains=...` would tell what stands in a mail."""
        return False

    def get_urls(self) -> list[URLPattern]:
        page = path("<int:pk>/page/", self.admin_site.admin_view(self.html), name="outbox_page")
        return [page, *super().get_urls()]

    @admin.display(description=_("text"))
    def text(self, mail: OutgoingMail) -> SafeString:
        """With links that work: so everything can be tried without a mail server."""
        text = mark_safe(urlize(mailbox.text_of(mail), autoescape=True))  # noqa: S308  escaped there
        return format_html("<pre>{}</pre>", text)

    @admin.display(description=_("as a page"))
    def page(self, mail: OutgoingMail) -> SafeString:
        frame = '<iframe src="{}" title="{}" width="640" height="720" sandbox></iframe>'
        return format_html(frame, reverse("admin:outbox_page", args=[mail.pk]), mail.subject)

    @method_decorator(xframe_options_sameorigin)
    def html(self, request: HttpRequest, pk: int) -> HttpResponse:
        """A mail's own page, which may do nothing at all."""
        mail = get_object_or_404(OutgoingMail, pk=pk)
        if not self.has_view_permission(request, mail):
            raise PermissionDenied
        response = HttpResponse(mailbox.html_of(mail))
        response["Content-Security-Policy"] = MAIL_POLICY
        return response
