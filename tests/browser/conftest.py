"""The site on a real port, and a real browser in front of it.

These tests run in a pytest process of their own (see tools/run_tests.py).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import find_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from games.models import Game
    from tests.browser.players import Person

# Playwright keeps an event loop running in the main thread, where the tests also use the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

PATIENCE_MS = 15_000  # the other tests run beside these and start whole sites now and then
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    # Nothing but the site: no updates, no look-ups, no other host.
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    found = find_browser.installed()
    if found is None:
        pytest.fail("No browser: run these tests with `make test ARGS=tests/browser`, which finds one.")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found.path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A person's browser, with cookies of its own."""
    context = browser.new_context(locale="en-GB", timezone_id="Europe/Vienna")
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that fails the test when a script fails or the content security policy is broken."""
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None
    )
    yield page
    assert faults == []


@pytest.fixture
def at_table(context: BrowserContext, page: Page, live_site: str, turn: Game) -> Callable[..., Person]:
    """Opens the table of `turn` for the person of a seat, in a window of a size (a desk's by default)."""
    from tests import cast
    from tests.browser.players import DESK, Person

    def open_table(seat: int = 0, size: dict[str, int] = DESK) -> Person:
        user = cast.user_of(turn, seat)
        session = cast.client(user).cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_site}])
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto(f"{live_site}/games/{turn.pk}/")
        return Person(page, live_site, user.username)

    return open_table
