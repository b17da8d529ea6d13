"""For the staff: tables, seats and turns that went wrong. Nothing here shows what a seat holds.

The type arguments that the stubs ask for do not exist at run time, hence the ignores.
"""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.models import FailedTurn, Game, Seat


class ReadOnly:
    """Games are changed by moves, not by hand."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("number", "user", "bot", "colour", "state", "place", "total")
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """No state, no seed: both are secret while the game runs."""

    list_display = ("id", "edition", "status", "size", "host", "public", "seq", "created_at", "changed_at")
    list_filter = ("status", "edition", "public")
    search_fields = ("id", "seats__user__username")
    list_select_related = ("host",)
    fields = (
        "edition",
        "status",
        "size",
        "options",
        "public",
        "host",
        "seq",
        "commitment",
        "created_at",
        "started_at",
        "changed_at",
        "ended_at",
        "result",
    )
    inlines = (SeatInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).defer("state", "seed")


@admin.register(FailedTurn)
class FailedTurnAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Computer players' turns that went wrong, and how often."""

    list_display = ("game", "seat", "decision", "error", "tries", "first_at", "last_at", "solved_at")
    list_filter = ("error", ("solved_at", admin.EmptyFieldListFilter))
    list_select_related = ("game",)
