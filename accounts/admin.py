"""People and keys in the admin.

The type arguments that the stubs ask for do not exist at run time, hence the ignores.
"""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiKey, User


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's own, with the preferences."""

    list_filter = (*UserAdmin.list_filter, "is_guest")
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("Preferences"), {"fields": ("time_zone", "language", "is_guest")}),
    )


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
