"""Every word that a person sees goes through gettext.

All translations are replaced by ones in brackets; what is left outside brackets must be a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import translation

from accounts import clock
from accounts.models import User
from games import engine
from games.models import Game
from games.services import absence, deadlines, lobby, pauses
from tests import card_game, cast, europe
from tests.web import pages

pytestmark = pytest.mark.django_db

OPEN, CLOSE = "⟦", "⟧"
SPOKEN = {"alt", "aria-label", "aria-description", "placeholder", "title"}
SILENT = {"script", "style", "code", "option"}  # options: time zones and languages by their own names
CITIES = {city["name"] for edition in engine.EDITIONS.values() for city in edition.describe()["cities"]}
NAMES = re.compile(
    r"\S+@\S+|\b[0-9a-f]{12,64}\b|Night Mail|API|OpenAPI|JSON|alice|bobby|charlie|dora|https?://\S*|[RC]-[A-Z]+-\d+|[a-z-]+--[a-z0-9-]+|UTC|"
    + "|".join(re.escape(city) for city in sorted(CITIES, key=len, reverse=True))
)


@pytest.fixture
def bracketed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language in which everything stands in brackets."""
    trans = translation._trans  # type: ignore[attr-defined]
    singular: dict[str, Callable[..., str]] = {
        "gettext": lambda message: f"{OPEN}{message}{CLOSE}",
        "pgettext": lambda _context, message: f"{OPEN}{message}{CLOSE}",
        "ngettext": lambda one, many, number: f"{OPEN}{one if number == 1 else many}{CLOSE}",
        "npgettext": lambda _context, one, many, number: f"{OPEN}{one if number == 1 else many}{CLOSE}",
    }
    for name, made_up in singular.items():
        monkeypatch.setattr(trans, name, made_up)
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Texts that were made in another language."""
    from games.web.templatetags import night_mail

    night_mail._localised_board.cache_clear()
    cache.clear()


class Reader(HTMLParser):
    """What is read or heard on a page."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = [""]  # first the text, which brackets may span over elements; then attributes
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in SILENT
        self.said += [value for name, value in attrs if name in SPOKEN and value]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.said[0] += f" {data}"


def outside(text: str) -> list[str]:
    """Words outside of brackets that are no names."""
    depth, left = 0, ""
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        left += letter if depth == 0 and letter != CLOSE else " "
    return re.findall(r"[^\W\d_]{2,}", NAMES.sub(" ", left))


def untranslated(response: Any) -> list[str]:
    assert response.status_code < 500
    reader = Reader()
    reader.feed(response.content.decode())
    return sorted({word for said in reader.said for word in outside(said)})


@pytest.mark.usefixtures("bracketed")
def test_pages_for_strangers(alice: User) -> None:
    table = lobby.open_table(user=alice, edition="usa", size=3, bots=["easy"])
    for path in (
        "/",
        "/lobby/",
        "/rules/",
        *(f"/rules/{edition}/" for edition in engine.EDITIONS),
        f"/games/{table.pk}/",
        f"/invitations/{table.invite}/",
        "/invitations/nothing/",
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/games/999999/",
    ):
        assert untranslated(pages.get(None, path)) == [], path


@pytest.mark.usefixtures("bracketed")
def test_pages_of_a_person(turn: Game, alice: User) -> None:
    waiting = lobby.open_table(user=alice, edition="usa-mega", size=3, bots=["hard"])
    for path in (
        "/games/",
        "/games/new/",
        "/settings/",
        "/settings/notices/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/logout/",
        pages.at(waiting),
        pages.at(turn, "verify/"),
    ):
        assert untranslated(pages.get(alice, path)) == [], path


@pytest.mark.usefixtures("bracketed")
def test_the_table_in_its_states(game: Game) -> None:
    def look() -> None:
        for user in (cast.user_of(game, 0), cast.user_of(game, 1), None):
            for what in ("", "decide/routes/", "decide/tickets/", "decide/route/?id=boston--montreal--1"):
                assert untranslated(pages.get(user, pages.at(game, what))) == [], what

    look()  # first tickets
    cast.choose_tickets(game)
    cast.play_on(game, 12)
    look()
    seat = min(cast.table(game).decisions)
    if game.decisions.get(seat=seat).kind == "second_card":
        cast.play_on(game, 1)
    cast.answer(game, min(cast.table(game).decisions), {"type": "draw_tickets"})
    look()
    cast.play_on(game, 3_000)
    game.refresh_from_db()
    assert game.is_finished
    look()


@pytest.mark.usefixtures("bracketed")
def test_the_table_of_europe(alice: User, bob: User) -> None:
    game = europe.started(alice, bob)

    def look() -> None:
        for user in (cast.user_of(game, 0), cast.user_of(game, 1), None):
            for what in ("", *(f"decide/{what}" for what in panels)):
                assert untranslated(pages.get(user, pages.at(game, what))) == [], what

    panels = ("stations/", "station/?id=paris", "route/?id=dieppe--london--1", "route/?id=venezia--zurich")
    europe.arrange(
        game,
        hand={"green": 3, "locomotive": 1},
        top=("green", "red", "blue"),
        owner={"dieppe--london--1": 0, "dieppe--paris": 1},
        tickets=("edinburgh--paris", "dieppe--madrid"),
        stations={"brest": 1},
    )
    look()
    europe.try_tunnel(game, "venezia--zurich", green=2)
    look()


@pytest.mark.usefixtures("bracketed")
def test_the_table_of_the_card_game(alice: User, bob: User) -> None:
    game = cast.started(alice, bob, edition="card-game", look_at_track=True)

    def look(*panels: str) -> None:
        for user in (cast.user_of(game, 0), cast.user_of(game, 1), None):
            for what in ("", "decide/tickets/", *(f"decide/{what}" for what in panels)):
                assert untranslated(pages.get(user, pages.at(game, what))) == [], what

    look()  # first tickets
    cast.choose_tickets(game)
    cast.play_on(game, 12)
    if game.decisions.get().kind == "second_card":
        cast.answer(game, game.decisions.get().seat, {"type": "stop_drawing"})
    seat = game.decisions.get().seat
    card_game.arrange(game, seat=seat, hand={"red": 3, "blue": 1}, station={"blue": (1, 1)})
    card_game.arrange(game, seat=1 - seat, station={"red": (2, 0)})
    look("place/", "place/?id=red:3", "place/?id=red:2", "place/?id=blue:1,red:1", "place/?id=locomotive:1")
    cast.answer(game, seat, {"type": "place_trains", "cards": {"red": 3}})
    look()
    card_game.score(game)
    look("complete/")
    cast.play_on(game, 2)
    game.refresh_from_db()
    assert game.is_finished
    look()


@pytest.mark.usefixtures("bracketed")
def test_absence_and_pauses(alice: User, bob: User, charlie: User) -> None:
    game = cast.started(alice, bob, charlie, edition="europe")
    cast.choose_tickets(game)

    def look() -> None:
        for user in (alice, bob, charlie, dora, None):
            for what in ("", "about/", "decide/about/"):
                assert untranslated(pages.get(user, pages.at(game, what))) == [], what

    dora = cast.person("dora")
    assert untranslated(pages.get(alice, pages.at(game, "decide/resign/"))) == []
    pauses.ask(game_id=game.pk, user=alice, days=2)
    look()
    for user in (bob, charlie):
        pauses.answer(game_id=game.pk, user=user, agrees=True)
    look()
    absence.leave(game_id=game.pk, user=bob)
    absence.resign(game_id=game.pk, user=charlie)
    look()
    assert untranslated(pages.get(bob, "/games/")) == []


@pytest.mark.usefixtures("bracketed")
def test_a_game_to_which_somebody_never_came(game: Game, alice: User) -> None:
    game.decisions.update(deadline=clock.now())
    deadlines.time_up(game_id=game.pk)
    for path in (pages.at(game), "/games/"):
        assert untranslated(pages.get(alice, path)) == [], path


@pytest.mark.usefixtures("bracketed")
def test_refusals_of_the_api(turn: Game) -> None:
    client = cast.client(cast.user_of(turn, 0))
    url = f"/api/games/{turn.pk}/"
    decision = turn.decisions.get().name
    bodies: list[Any] = [
        {},
        {"decision": decision, "action": {"type": "fly"}},
        {"decision": decision, "action": {"type": "claim_route", "route": "mars", "cards": {}}},
        {"decision": decision, "action": {"type": "draw_card", "from": 9}},
        {"decision": decision, "action": {"type": "keep_tickets", "tickets": []}},
        {"decision": "no such", "action": {"type": "draw_tickets"}},
        {"decision": decision, "action": {"type": "draw_tickets"}, "more": 1},
    ]
    answers = [
        client.post(f"{url}actions/", body, headers={"Idempotency-Key": cast.key()}) for body in bodies
    ]
    answers += [
        client.post("/api/games/", {"edition": "moon", "seats": 2}),
        client.post("/api/games/", {"edition": "usa", "seats": 9}),
        client.post("/api/games/", {"edition": "usa", "seats": 2, "options": {"hints": 9}}),
        client.post("/api/games/", {"edition": "usa", "seats": 2, "options": {"speed": 9}}),
        client.post("/api/games/", {"edition": "usa", "seats": 2, "options": {"clock": 9}}),
        client.post(f"{url}seats/", {"bot": "easy"}),
        client.post(f"{url}takeover/", {}),
        client.get("/api/games/999999/"),
        cast.client(None).post("/api/games/", {"edition": "usa", "seats": 2}),
    ]
    for answer in answers:
        assert 400 <= answer.status_code < 500
        assert OPEN in answer.json()["detail"], answer.json()
