"""A person's settings page, in a browser."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

KEY = re.compile(r"^nm_[\w-]{43}$")
PASSWORD = "a-long-way-by-train"


@pytest.fixture
def settings_page(live_site: str, page: Page) -> Page:
    """Alice, signed in by her mail address, on her settings page."""
    from accounts import services

    services.create_account(username="alice", email="alice@example.org", password=PASSWORD)
    page.goto(f"{live_site}/settings/")
    page.locator("[name=login]").fill("alice@example.org")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    page.wait_for_url(f"{live_site}/settings/")
    return page


def test_a_key_is_made_shown_once_and_revoked(settings_page: Page) -> None:
    page = settings_page
    page.locator("#keys [name=name]").fill("my bot")
    page.locator("#keys [name=scope]").select_option("play")
    page.get_by_role("button", name="Make a key").click()
    expect(page.get_by_label("Your new key")).to_have_value(KEY)
    page.goto(page.url.replace("keys/", ""))
    expect(page.get_by_label("Your new key")).to_have_count(0)
    page.get_by_role("button", name="Revoke my bot").click()
    expect(page.get_by_role("button", name="Revoke my bot")).to_have_count(0)


def test_the_time_zone_is_changed(settings_page: Page) -> None:
    settings_page.locator("[name=time_zone]").select_option("America/Denver")
    settings_page.locator("#looks").get_by_role("button", name="Save").click()
    expect(settings_page.locator("[name=time_zone]")).to_have_value("America/Denver")


def test_everybody_can_use_it(settings_page: Page) -> None:
    assert [fault["id"] for fault in Axe().run(settings_page).response["violations"]] == []
