"""Every address of the site, and what is asked of it to see whether it tells a secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.urls import get_resolver, reverse

from games.web import names

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game

LEFT_OUT = {
    "games:play_now": "takes no question: it deals a new game",
    "account_logout": "ends the session with which all others are asked",
    "admin:logout": "ends the session with which all others are asked",
}


@dataclass(frozen=True)
class Ask:
    """A request; `json` is for programs, `form` for pages."""

    path: str
    method: str = "get"
    json: Any = None
    form: dict[str, Any] = field(default_factory=dict)
    key: str = "a key"


@dataclass(frozen=True)
class Scene:
    """A game, and somebody who looks at it; `held` names tickets that others hold."""

    game: Game
    user: User | None
    seat: int | None
    held: tuple[str, ...]

    @property
    def decision(self) -> str:
        """What the viewer is asked, or what somebody else is."""
        rows = {row.seat: row.name for row in self.game.decisions.all()}
        return rows.get(self.seat) if self.seat in rows else next(iter(rows.values()))  # type: ignore[return-value]

    def url(self, name: str, **more: object) -> str:
        return reverse(name, kwargs={"game_id": self.game.pk, **more})


def addresses() -> set[str]:
    """The name of each address, or its pattern where it has none."""
    return set(_names(get_resolver().url_patterns))


def _names(patterns: Any, route: str = "", namespace: str = "") -> Iterator[str]:
    for pattern in patterns:
        here = route + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _names(pattern.url_patterns, here, inner)
        else:
            yield namespace + pattern.name if pattern.name else here


def of_game(scene: Scene) -> dict[str, list[Ask]]:
    """What shows a game, and what may change one: by name of the address."""
    route = next(iter(names.routes(scene.game.edition)), "none")
    city = next(iter(names.cities(scene.game.edition)))
    lists = ("routes", "tickets", "stations", "place", "complete", "everything")
    decide = [Ask(scene.url("games:decide", what=what)) for what in lists]
    decide.append(Ask(scene.url("games:decide", what="route") + f"?id={route}"))
    decide.append(Ask(scene.url("games:decide", what="station") + f"?id={city}"))
    actions = list(bodies(scene, route))
    events, table = scene.url("api:game-events"), scene.url("games:table")
    return {
        "games:table": [Ask(table), Ask(table + "?invite=guess")],
        "games:panels": [Ask(scene.url("games:panels"))],
        "games:decide": decide,
        "games:chat": [
            Ask(scene.url("games:chat")),
            Ask(scene.url("games:chat"), "post", form={"text": " ", "once": "a word"}),
        ],
        "games:verify": [Ask(scene.url("games:verify"))],
        "games:about": [Ask(scene.url("games:about"))],
        "games:about_resigning": [Ask(scene.url("games:about_resigning"))],
        "api:game-detail": [
            Ask(scene.url("api:game-detail") + "?legal=0"),
            Ask(scene.url("api:game-detail"), "options"),
            Ask(scene.url("api:game-detail")),
        ],
        "api:game-events": [Ask(events), Ask(events + "?after=2"), Ask(events + "?after=x")],
        "api:game-chat": [
            *(Ask(scene.url("api:game-chat") + query) for query in ("", "?after=0", "?after=x")),
            Ask(scene.url("api:game-chat"), "post", {"text": " "}),
        ],
        "api:game-export": [Ask(scene.url("api:game-export"))],
        "api:game-check": [Ask(scene.url("api:game-check"), "post", body) for body in actions],
        "api:game-actions": [Ask(scene.url("api:game-actions"), "post", body) for body in actions],
    }


def bodies(scene: Scene, route: str) -> Iterator[Any]:
    """A move that may be legal, illegal ones, tickets of others, stale and broken ones."""
    tickets = list(scene.held[:2])
    for action in (
        {"type": "draw_card", "from": "deck"},
        {"type": "keep_tickets", "tickets": tickets},
        {"type": "claim_route", "route": route, "cards": {"locomotive": 6}},
        {"type": "place_trains", "cards": {"red": 4, "locomotive": 6}},
        {"type": "complete_tickets", "tickets": tickets},
        {"type": "draw_card", "from": 9},
    ):
        yield {"decision": scene.decision, "action": action}
    yield {"decision": "0-0", "action": {"type": "draw_tickets"}}
    yield {"decision": scene.decision, "action": tickets}
    yield []


def changes(scene: Scene) -> dict[str, list[Ask]]:
    """Forms and calls that a game which goes on refuses, or by which seats change hands."""
    word = {"word": scene.game.invite}
    pages = ("join", "leave", "start", "add_bot", "new_link", "withdraw_link")
    return {
        **{f"games:{name}": [Ask(scene.url(f"games:{name}"), "post")] for name in pages},
        "games:invite": [Ask(scene.url("games:invite"), "post", form={"username": "charlie"})],
        "games:decline": [Ask(scene.url("games:decline"), "post")],
        "games:remove_seat": [Ask(scene.url("games:remove_seat", number=1), "post")],
        "games:invitation": [Ask(reverse("games:invitation", kwargs=word))],
        "games:accept_invitation": [Ask(reverse("games:accept_invitation", kwargs=word), "post")],
        **{
            f"api:game-{name}": [Ask(scene.url(f"api:game-{name}"), "post", {})]
            for name in ("join", "leave", "start")
        },
        **{
            f"games:{name}": [Ask(scene.url(f"games:{name}"), "post", form={"seat": 0, "running": 1})]
            for name in ("resign", "reclaim", "takeover", "pause", "answer_pause", "nudge", "volume")
        },
        **{
            f"api:game-{name}": [Ask(scene.url(f"api:game-{name}"), "post", {})]
            for name in ("reclaim", "resign", "takeover", "nudge")
        },
        "api:game-pause": [Ask(scene.url("api:game-pause"), "post", body) for body in ({"days": 2}, {})],
        "api:game-seats": [Ask(scene.url("api:game-seats"), "post", {"bot": "easy"})],
        "api:game-remove-seat": [Ask(scene.url("api:game-remove-seat", number="1"), "delete")],
    }


def lists(scene: Scene) -> dict[str, list[Ask]]:
    """Lists of games, and pages that show none."""
    plain = (
        "healthz",
        "health_of_notices",
        "games:landing",
        "games:rules_index",
        "games:new",
        "games:turns",
        "api:docs",
    )
    of_programs = reverse("api:game-list")
    return {
        **{name: [Ask(reverse(name))] for name in plain},
        "games:mine": [Ask(reverse("games:mine"))],
        "games:lobby": [Ask(reverse("games:lobby")), Ask(reverse("games:lobby") + "?edition=usa&seats=3")],
        "games:rules": [Ask(reverse("games:rules", args=[scene.game.edition]))],
        "api:schema": [Ask(reverse("api:schema"))],
        "api:edition-list": [Ask(reverse("api:edition-list"))],
        "api:edition-detail": [Ask(reverse("api:edition-detail", args=[scene.game.edition]))],
        "api:game-list": [
            Ask(of_programs + query) for query in ("", "?mine=1", "?status=running", "?status=x")
        ],
        "api/<path:path>": [Ask(f"/api/games/{scene.game.pk}/state/")],
    }


def of_people() -> dict[str, list[Ask]]:
    """Signing in and up, preferences, keys."""
    entrance = (
        *("login", "signup", "inactive", "reauthenticate", "request_reauthentication_code"),
        *("confirm_reauthentication_code", "email", "email_verification_sent", "change_password"),
        *("set_password", "reset_password", "confirm_login_code", "reset_password_from_key_done"),
        "reset_password_done",
    )
    reset = {"uidb36": "1", "key": "guess"}
    return {
        **{f"account_{name}": [Ask(reverse(f"account_{name}"))] for name in entrance},
        "account_confirm_email": [Ask(reverse("account_confirm_email", args=["guess"]))],
        "account_reset_password_from_key": [Ask(reverse("account_reset_password_from_key", kwargs=reset))],
        "accounts:settings": [Ask(reverse("accounts:settings"))],
        "accounts:save_preferences": [Ask(reverse("accounts:save_preferences"), "post", form={"x": "y"})],
        "accounts:save_sleep": [Ask(reverse("accounts:save_sleep"), "post", form={"x": "y"})],
        "accounts:book_vacation": [Ask(reverse("accounts:book_vacation"), "post", form={"x": "y"})],
        "accounts:end_vacation": [Ask(reverse("accounts:end_vacation", args=[1]), "post")],
        "calendar": [Ask(reverse("calendar", args=["guess"]))],
        **{
            f"accounts:{name}": [Ask(reverse(f"accounts:{name}"), "post")]
            for name in ("new_calendar", "stop_calendar", "try_mail_again", "test_mail")
        },
        "accounts:notices": [Ask(reverse("accounts:notices"))],
        "accounts:save_notices": [Ask(reverse("accounts:save_notices"), "post", form={"pace": "y"})],
        "staff_notices": [Ask(reverse("staff_notices"))],
        "metrics": [Ask(reverse("metrics"))],
        "stop": [Ask(reverse("stop", args=["guess"]))],
        **of_outlets(),
        "games:profile": [Ask(reverse("games:profile", args=["alice"]))],
        "api:player-detail": [Ask(reverse("api:player-detail", args=["alice"]))],
        "accounts:create_key": [Ask(reverse("accounts:create_key"), "post", form={"name": ""})],
        "accounts:revoke_key": [Ask(reverse("accounts:revoke_key", args=[1]), "post")],
    }


def of_outlets() -> dict[str, list[Ask]]:
    """Push and webhook."""
    subscription = {"endpoint": "https://10.0.0.1/x", "keys": {"p256dh": "x", "auth": "y"}}
    pressed = ("test_push", "remove_webhook", "new_webhook_secret", "test_webhook")
    return {
        "service_worker": [Ask(reverse("service_worker"))],
        "manifest": [Ask(reverse("manifest"))],
        "accounts:push": [
            Ask(reverse("accounts:push")),
            Ask(reverse("accounts:push"), "post", subscription),
            Ask(reverse("accounts:push"), "post", []),
        ],
        "accounts:remove_device": [Ask(reverse("accounts:remove_device", args=[1]), "post")],
        "accounts:save_webhook": [
            Ask(reverse("accounts:save_webhook"), "post", form={"url": "https://127.0.0.1/"})
        ],
        **{f"accounts:{name}": [Ask(reverse(f"accounts:{name}"), "post")] for name in pressed},
    }


def of_staff(scene: Scene) -> dict[str, list[Ask]]:
    """The staff's pages: each kind of row with its lists, searches by what is secret, pages and actions."""
    plain = ("index", "login", "password_change", "password_change_done", "jsi18n", "autocomplete")
    asked = {f"admin:{name}": [Ask(reverse(f"admin:{name}"))] for name in plain}
    asked["admin:outbox_page"] = [Ask(reverse("admin:outbox_page", args=[1]))]
    asked["admin:view_on_site"] = [Ask(reverse("admin:view_on_site", args=[1, scene.game.pk]))]
    asked["admin:app_list"] = [Ask(reverse("admin:app_list", args=["games"]))]
    asked["admin/(?P<url>.*)$"] = [Ask("/admin/games/move/")]
    asked["admin:auth_user_password_change"] = [
        Ask(reverse("admin:auth_user_password_change", args=[scene.game.host_id]))
    ]
    for model, its in admin.site._registry.items():
        named = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        of_list = reverse(f"{named}_changelist")
        row = model._default_manager.order_by("pk").first()
        number = scene.game.pk if model.__name__ == "Game" else row.pk if row else 1
        asked[f"{named}_changelist"] = [Ask(of_list), *(Ask(of_list + query) for query in guesses(scene))]
        for action in its.actions or ():
            form = {"action": getattr(action, "__name__", action), "_selected_action": number}
            asked[f"{named}_changelist"].append(Ask(of_list, "post", form=form))
        asked[f"{named}_add"] = [Ask(reverse(f"{named}_add"))]
        for page in ("change", "history", "delete"):
            asked[f"{named}_{page}"] = [Ask(reverse(f"{named}_{page}", args=[number]))]
        asked[f"admin/{model._meta.app_label}/{model._meta.model_name}/<path:object_id>/"] = [
            Ask(f"{of_list}{number}/")
        ]
    return asked


def guesses(scene: Scene) -> Iterator[str]:
    """Searches that would find the game if they could ask for what is secret in it."""
    state: Any = scene.game.state
    other = next(seat for seat in range(state["seats"]) if seat != scene.seat and state["tickets"][seat])
    for of_game in ("", "game__", "seats__game__"):
        yield f"?{of_game}state__tickets__{other}__0={state['tickets'][other][0]}"
        yield f"?{of_game}state__contains={{}}"
        yield f"?{of_game}moves__events__0__type=tickets_shuffled"
    yield f"?q={state['tickets'][other][0]}"
    yield "?o=1&o=seed"


def everything(scene: Scene) -> dict[str, list[Ask]]:
    """What is asked, by address."""
    return {**of_game(scene), **changes(scene), **lists(scene), **of_people(), **of_staff(scene)}
