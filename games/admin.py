"""For the staff: tables, seats and what went wrong. Nothing here shows what a seat holds.

The type arguments that the stubs ask for do not exist at run time, hence the ignores.
"""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.admin import PersonAdmin
from accounts.models import User
from games.models import FailedTask, FailedTurn, Game, Hindsight, Seat
from games.services import bots
from games.web import names


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
    fields = ("number", "user", "bot", "colour", "state", "misses", "reclaims", "place", "total")
    extra = 0


class FailedTurnInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = FailedTurn
    fields = ("decision", "seat", "error", "tries", "first_at", "last_at", "solved_at")
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """No state, no seed, no moves, no score sheets: how a seat ended stands at the seat."""

    list_display = ("id", "table", "edition", "status", "players", "moves_made", "failed", "changed_at")
    list_filter = ("status", "edition", "public")
    search_fields = ("id", "seats__user__username")
    fields = (
        ("edition", "status"),
        ("size", "public", "host"),
        "options",
        "moves_made",
        "commitment",
        ("created_at", "started_at"),
        ("changed_at", "ended_at"),
    )
    readonly_fields = ("moves_made",)
    inlines = (SeatInline, FailedTurnInline)
    asked_by = ("id", "status", "edition", "public", "host")  # columns that an address may ask for

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        unsolved = Count("failed_turns", filter=Q(failed_turns__solved_at=None), distinct=True)
        games: QuerySet[Game] = super().get_queryset(request).defer("state", "seed", "invite")
        return games.annotate(unsolved=unsolved).select_related("host").prefetch_related("seats__user")

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Django takes any column of the row: `?state__hands__0__red=3` would tell what nobody may see."""
        column = lookup.split("__", maxsplit=1)[0]
        return column in self.asked_by and super().lookup_allowed(lookup, value, request)

    def view_on_site(self, obj: Game) -> str:
        return reverse("games:table", args=[obj.pk])

    @admin.display(description=_("table"))
    def table(self, game: Game) -> SafeString:
        return link(reverse("games:table", args=[game.pk]), str(_("To the table")))

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        return ", ".join(names.player(seat) for seat in game.seats.all())

    @admin.display(description=_("moves"), ordering="seq")
    def moves_made(self, game: Game) -> int:
        return game.seq

    @admin.display(description=_("failed turns"), ordering="unsolved")
    def failed(self, game: Game) -> str | SafeString:
        """Those that are not solved, with the way to them."""
        number: int = getattr(game, "unsolved", 0)
        url = reverse("admin:games_failedturn_changelist")
        return link(f"{url}?game__id__exact={game.pk}", str(number)) if number else "0"


def link(url: str, words: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', url, words)


class SolvedFilter(admin.SimpleListFilter):
    """Failed turns that worked in the end, or those that wait for somebody."""

    title = _("solved")
    parameter_name = "solved"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("no", _("No")), ("yes", _("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[FailedTurn]) -> QuerySet[FailedTurn]:
        if self.value() is None:
            return queryset
        return queryset.filter(solved_at__isnull=self.value() == "no")


@admin.register(FailedTurn)
class FailedTurnAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Computer players' turns that went wrong, and how often."""

    list_display = ("decision", "its_game", "seat", "error", "tries", "solved", "first_at", "last_at")
    list_filter = (SolvedFilter, "error")
    list_select_related = ("game",)
    fields = ("its_game", "decision", "seat", "error", "tries", ("first_at", "last_at", "solved_at"))
    readonly_fields = ("its_game",)
    actions = ("try_again",)

    @admin.display(description=_("game"), ordering="game")
    def its_game(self, failed: FailedTurn) -> SafeString:
        return link(reverse("admin:games_game_change", args=[failed.game_id]), str(failed.game))

    @admin.display(description=_("solved"), boolean=True)
    def solved(self, failed: FailedTurn) -> bool:
        return failed.solved_at is not None

    def has_retry_permission(self, request: HttpRequest) -> bool:
        """Trying again changes a turn, though nobody edits one here."""
        return request.user.has_perm("games.change_failedturn")

    @admin.action(description=_("Try again now"), permissions=["retry"])
    def try_again(self, request: HttpRequest, queryset: QuerySet[FailedTurn]) -> None:
        """Without the rest that turns get which have failed often."""
        unsolved = queryset.filter(solved_at=None).order_by()
        number = bots.ask_again(game_ids=unsolved.values_list("game", flat=True))
        words = ngettext(
            "In %(number)d game the computer tries again now.",
            "In %(number)d games the computer tries again now.",
            number,
        )
        messages.info(request, words % {"number": number})


@admin.register(FailedTask)
class FailedTaskAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Kinds of failures in the background; who has mended one deletes its row."""

    list_display = ("name", "error", "ids", "times", "first_at", "last_at")
    list_filter = ("name",)
    fields = ("name", "error", "ids", "times", ("first_at", "last_at"))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(Hindsight)
class HindsightAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Which games were looked back on, and which wait for it."""

    list_display = ("its_game", "begun_at", "touched_at", "ready_at", "failures")
    list_filter = ("failures",)
    list_select_related = ("game",)
    fields = ("its_game", ("begun_at", "touched_at", "ready_at"), "failures", "swings")
    readonly_fields = ("its_game",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hindsight]:
        rows: QuerySet[Hindsight] = super().get_queryset(request)
        return rows.defer("weighing", "game__state", "game__seed")

    @admin.display(description=_("game"), ordering="game")
    def its_game(self, row: Hindsight) -> SafeString:
        return link(reverse("games:table", args=[row.game_id]), str(row.game))


admin.site.unregister(User)


@admin.register(User)
class PlayerAdmin(PersonAdmin):
    """People with the number of their games, of which accounts know nothing."""

    list_display = (*PersonAdmin.list_display, "games")

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        people: QuerySet[User] = super().get_queryset(request)
        return people.annotate(games=Count("seats", distinct=True))

    @admin.display(description=_("games"), ordering="games")
    def games(self, user: User) -> int:
        number: int = getattr(user, "games", 0)
        return number
