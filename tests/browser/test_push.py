"""Push, in a browser: what its service worker does with messages, and what the settings page says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import BrowserContext, Page, Worker, expect

from accounts.notices import push

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game

REGISTERED = (
    "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => true)"
)
SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
    .then((shown) => shown.map(({ tag, title, body }) => [tag, title, body]))"""
PRESS = """async (tag) => {
    const [notification] = await self.registration.getNotifications({ tag });
    const gone = [];
    self.clients.openWindow = async (url) => gone.push(`opens ${url}`);
    const page = (url) => ({ url, focus: () => gone.push(`shows ${url}`) });
    self.clients.matchAll = async () => self.pages.map(page);
    const event = new NotificationEvent("notificationclick", { notification });
    const work = [];
    event.waitUntil = (promise) => work.push(promise);
    self.dispatchEvent(event);
    await Promise.all(work);
    return gone;
}"""


class Device:
    """A browser that a push service reaches."""

    def __init__(self, context: BrowserContext, page: Page, site: str) -> None:
        self.page, self.site = page, site
        self.tools = context.new_cdp_session(page)
        self.found: list[str] = []
        self.tools.on("ServiceWorker.workerRegistrationUpdated", self.note)
        self.tools.send("ServiceWorker.enable")
        with context.expect_event("serviceworker") as begun:
            page.evaluate(REGISTERED)
        self.worker: Worker = begun.value

    def note(self, told: Any) -> None:
        self.found += [row["registrationId"] for row in told["registrations"]]

    def receive(self, **message: str) -> None:
        what = {"origin": self.site, "registrationId": self.found[-1], "data": json.dumps(message)}
        self.tools.send("ServiceWorker.deliverPushMessage", what)

    def tell(self, game: int, body: str) -> None:
        """As from another address of the same site: only the path counts."""
        url = f"https://trains.example/games/{game}/"
        self.receive(title=f"Table {game}", body=body, url=url, tag=f"game-{game}")

    def shows(self, *expected: list[str]) -> None:
        """Waits until it shows this and nothing else, in any order."""
        for _time in range(100):
            shown = sorted(self.page.evaluate(SHOWN))
            if shown == sorted(expected):
                return
            self.page.wait_for_timeout(50)
        assert shown == sorted(expected)

    def press(self, tag: str, pages: list[str]) -> list[str]:
        """Press what it shows while these pages are open; gives where that leads."""
        self.worker.evaluate("(pages) => { self.pages = pages; }", pages)
        led: list[str] = self.worker.evaluate(PRESS, tag)
        return led


def sign_in(context: BrowserContext, user: User, site: str) -> None:
    from tests import cast

    session = cast.client(user).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": site}])


@pytest.fixture
def device(context: BrowserContext, page: Page, live_site: str) -> Device:
    context.grant_permissions(["notifications"], origin=live_site)
    page.goto(live_site)
    return Device(context, page, live_site)


def test_the_newest_message_of_a_game_is_shown_until_it_is_taken_away_or_pressed(device: Device) -> None:
    device.tell(1, "Your turn.")
    device.tell(2, "Your turn.")
    device.tell(1, "Half of your time is left.")
    device.shows(["game-1", "Table 1", "Half of your time is left."], ["game-2", "Table 2", "Your turn."])

    device.receive(close="game-2")
    device.shows(["game-1", "Table 1", "Half of your time is left."])

    assert device.press("game-1", [f"{device.site}/games/"]) == ["opens /games/1/"]
    device.shows()
    device.tell(1, "Your turn.")
    device.shows(["game-1", "Table 1", "Your turn."])
    there = f"{device.site}/games/1/?x=1"
    assert device.press("game-1", [f"{device.site}/games/", there]) == [f"shows {there}"]


def test_the_table_takes_away_what_is_no_longer_true(device: Device, turn: Game) -> None:
    from tests import cast

    device.tell(turn.pk, "Your turn.")
    device.tell(turn.pk + 1, "Your turn.")
    for seat, left in ((0, 2), (1, 1)):
        sign_in(device.page.context, cast.user_of(turn, seat), device.site)
        device.page.goto(f"{device.site}/games/{turn.pk}/")
        shown = [[f"game-{pk}", f"Table {pk}", "Your turn."] for pk in (turn.pk, turn.pk + 1)]
        device.shows(*shown[-left:])


@pytest.mark.parametrize(
    ("allowed", "words"), [(True, "could not be added"), (False, "You have forbidden this browser")]
)
def test_the_settings_say_why_a_device_cannot_be_told(
    allowed: bool, words: str, context: BrowserContext, page: Page, live_site: str, alice: User
) -> None:
    """A private window takes no push, and says no when it is asked for the permission."""
    sign_in(context, alice, live_site)
    if allowed:
        context.grant_permissions(["notifications"], origin=live_site)
    page.goto(f"{live_site}/settings/")
    part = page.locator("[data-push]")
    part.get_by_role("button", name="Tell this device").click()
    expect(part.get_by_text(words)).to_be_visible()
    expect(part.get_by_text("switch on JavaScript")).to_be_hidden()
    assert not alice.push_subscriptions.exists()


PUSH_SERVICE = """
    let own = null;
    const said = { endpoint: "http://127.0.0.1:9/a", keys: { p256dh: "%s", auth: "c2l4dGVlbiBieXRlcy4uLg" } };
    PushManager.prototype.getSubscription = async () => own;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      const raw = atob(applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"));
      const options = { applicationServerKey: Uint8Array.from(raw, (sign) => sign.charCodeAt(0)).buffer };
      const unsubscribe = async () => sessionStorage.clear();
      own = { endpoint: said.endpoint, options, unsubscribe, toJSON: () => said };
      sessionStorage.setItem("key", applicationServerKey);
      return own;
    };
    const kept = sessionStorage.getItem("key");
    if (kept) PushManager.prototype.subscribe({ applicationServerKey: kept });
"""
"""A browser with a push service at hand, which the real one of a test has not."""


def test_a_device_is_told_and_told_no_more(
    context: BrowserContext, page: Page, live_site: str, alice: User, settings: Any
) -> None:
    settings.OUTGOING_TRUSTED = frozenset({"127.0.0.1:9"})
    sign_in(context, alice, live_site)
    context.grant_permissions(["notifications"], origin=live_site)
    page.add_init_script(PUSH_SERVICE % push.public_key())  # any point of the curve
    page.goto(f"{live_site}/settings/")
    part = page.locator("[data-push]")
    part.get_by_role("button", name="Tell this device").click()
    expect(part.get_by_text("This device is told.")).to_be_visible()
    expect(part.get_by_role("row", name="this one")).to_contain_text("nothing yet")
    part.get_by_role("button", name="Remove").click()
    expect(part.get_by_role("button", name="Tell this device")).to_be_visible()
    assert not alice.push_subscriptions.exists()
