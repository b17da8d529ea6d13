"""Being told, in a browser: when a page says that it is looked at, links of mails, the form by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from playwright.sync_api import expect

from tests.browser.players import DESK, KeyboardPerson, Person

if TYPE_CHECKING:
    from datetime import datetime

    from playwright.sync_api import Page, WebSocket

    from accounts.models import User
    from games.models import Game
    from tests.conftest import Hands

VISIBLE = """(state) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    document.dispatchEvent(new Event("visibilitychange"));
}"""

KNOWN_SOCKETS = """
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
        constructor(...its) { super(...its); sockets.push(this); }
    };
"""
CONNECTING = """() => {
    const readyState = { configurable: true, get: () => WebSocket.CONNECTING };
    Object.defineProperty(WebSocket.prototype, "readyState", readyState);
}"""
OPEN = """() => {
    delete WebSocket.prototype.readyState;
    for (const socket of sockets) {
        if (socket.readyState === WebSocket.OPEN) socket.dispatchEvent(new Event("open"));
    }
}"""


class Table:
    """A page at a table whose time, and the site's, stand until a test puts them on."""

    def __init__(self, page: Page, hands: Hands, user: User, game: Game) -> None:
        self.page, self.hands, self.user, self.thread = page, hands, user, f"game-{game.pk}"
        self.said: list[str | bytes] = []
        self.greeted: dict[WebSocket, bool] = {}  # after some time without a bell there is another one
        page.on("websocket", self.listen)
        page.clock.install()

    def listen(self, socket: WebSocket) -> None:
        self.greeted[socket] = False
        socket.on("framereceived", lambda _bell: self.greeted.update({socket: True}))
        socket.on("framesent", self.hear)

    def hear(self, said: str | bytes) -> None:
        self.said.append(said)

    def after(self, *, minutes: int) -> int:
        """What it says in this time: how often."""
        before = len(self.said)
        for _half in range(2 * minutes):
            self.page.clock.run_for(30_000)
            self.hands.on(seconds=30)
            self.is_heard()
        return len(self.said) - before

    def is_heard(self) -> bool:
        """What was said is on its way, and a new socket can be spoken to."""
        self.page.wait_for_timeout(20)
        return waited(self.page, lambda: bool(self.greeted) and all(self.greeted.values()))

    def show(self, state: str) -> None:
        self.page.evaluate(VISIBLE, state)

    @property
    def seen_at(self) -> datetime | None:
        from accounts.notices import looking

        return looking.last_seen(self.user.pk, [self.thread]).get(self.thread)

    def is_seen(self, since: datetime) -> bool:
        """Does the site know before long?"""
        return waited(self.page, lambda: self.seen_at is not None and self.seen_at >= since)


def waited(page: Page, what: Callable[[], bool]) -> bool:
    """Is it so before long?"""
    for _time in range(200):
        if what():
            return True
        page.wait_for_timeout(20)
    return False


def test_b14_only_a_page_that_is_seen_and_was_touched_lately_says_so(
    page: Page, at_table: Callable[..., Person], turn: Game, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.realtime import consumers
    from tests import cast

    cache.clear()
    monkeypatch.setattr(consumers, "NOT_OFTENER_S", 0)  # its clock does not stand
    table = Table(page, hands, cast.user_of(turn, 0), turn)
    at_table(0)
    expect(page.locator(".bar h1")).to_have_text("Your turn")
    assert table.is_heard()
    opened = hands.at
    assert table.after(minutes=1) > 0
    assert table.is_seen(opened)
    assert set(table.said) == {"here"}

    table.show("hidden")
    assert table.after(minutes=1) == 0

    back = hands.at
    table.show("visible")
    assert table.is_seen(back)
    assert table.after(minutes=1) > 0

    table.after(minutes=4)  # five minutes without a touch are over
    assert table.after(minutes=1) == 0
    assert table.seen_at is not None
    touched = hands.at
    assert table.seen_at < touched
    page.mouse.move(300, 300)
    page.mouse.move(320, 320)
    assert table.is_seen(touched)


def test_b14_a_touch_before_a_new_socket_is_open_is_told_when_it_is(
    page: Page, at_table: Callable[..., Person], turn: Game, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.realtime import consumers
    from tests import cast

    cache.clear()
    monkeypatch.setattr(consumers, "NOT_OFTENER_S", 0)
    page.add_init_script(KNOWN_SOCKETS)
    table = Table(page, hands, cast.user_of(turn, 0), turn)
    at_table(0)
    expect(page.locator(".bar h1")).to_have_text("Your turn")
    table.after(minutes=6)  # without a touch
    touched = hands.at
    page.evaluate(CONNECTING)
    page.mouse.move(300, 300)
    page.wait_for_timeout(200)
    assert table.seen_at is not None
    assert table.seen_at < touched
    page.evaluate(OPEN)
    assert table.is_seen(touched)


def test_b16_the_link_of_a_mail_leads_through_signing_in_to_that_game(
    page: Page, live_site: str, alice: User, bob: User, hands: Hands
) -> None:
    """Of a public table it shows what everybody sees; of another it says who may see it."""
    from tests import cast
    from tests.notices.post_office import Office, to

    cache.clear()
    games = [cast.started(alice, bob, public=public) for public in (True, False)]
    letters = to(alice, Office(hands).after(minutes=2))
    assert len(letters) == 2
    for game, letter in zip(games, letters, strict=True):
        cast.keep_all(game, game.seats.get(user=alice).number)  # on another device, since the mail
        [path] = set(re.findall(rf"https?://\S+?(/games/{game.pk}/)", str(letter.body)))
        page.context.clear_cookies()
        page.goto(live_site + path)
        page.get_by_role("banner").get_by_role("link", name="Sign in").click()
        page.locator("[name=login]").fill("alice")
        page.locator("[name=password]").fill("a long sentence")
        page.locator("main button[type=submit]").first.click()
        page.wait_for_url(live_site + path)
        expect(page.locator(".bar h1")).to_have_text("bobby is choosing tickets")
        expect(page.locator(".players .me")).to_have_count(1)


def test_the_settings_are_made_by_keyboard(page: Page, live_site: str, alice: User) -> None:
    from accounts.notices import preferences
    from accounts.notices.kinds import Channel, Kind
    from tests.browser.test_pages import sign_in

    sign_in(page, live_site, alice)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.goto(f"{live_site}/settings/#notices")
    keys = page.keyboard
    page.get_by_role("link", name="My notices").focus()
    person = KeyboardPerson(page, live_site, "alice")
    person.tab_to("[name='mention:mail']")
    keys.press("Space")
    person.tab_to("[name=pace]")
    keys.press("ArrowRight")
    person.tab_to("[name=quiet_from]")
    keys.type("1000PM")
    person.tab_to(".notices > [type=submit]")
    keys.press("Enter")
    expect(page.locator("[name=quiet_until]")).to_be_focused()
    expect(page.get_by_text("Quiet hours have a beginning and an end.")).to_be_visible()
    keys.type("0700AM")
    person.tab_to(".notices > [type=submit]")
    keys.press("Enter")
    expect(page.get_by_text("Saved.")).to_be_visible()

    wish = preferences.wishes([alice.pk])[alice.pk]
    assert wish.wants(Kind.MENTION, Channel.MAIL)
    assert wish.general.pace == "hourly"
    assert [f"{at:%H:%M}" for at in wish.general.quiet or ()] == ["22:00", "07:00"]
