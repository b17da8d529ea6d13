"""From the front page to the board in one press, and from there to an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.players import PASSWORD, Person

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.usefixtures("celery_worker")
def test_somebody_plays_at_once_and_keeps_the_game_by_signing_up(page: Page, live_site: str) -> None:
    guest = Person(page, live_site, "dora")
    page.goto(live_site)
    page.get_by_role("button", name="Play now against the computer").click()
    expect(page.locator(".boardbox .board")).to_be_visible()
    table = page.url

    moves = []
    for _move in range(3):
        expect(page.locator(".bar .lamp:not(.off)")).to_be_visible()
        moves.append(guest.move())
    assert moves[0] == "tickets"
    assert User.objects.get().time_zone == "Europe/Vienna"

    page.get_by_role("link", name="Keep your games").click()
    page.locator("[name=username]").fill("dora")
    page.locator("[name=email]").fill("dora@example.org")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()

    page.wait_for_url(table)
    page.goto(f"{live_site}/games/")
    expect(page.locator(f"main h3 a[href='{table.removeprefix(live_site)}']")).to_be_visible()
    expect(page.get_by_role("link", name="Keep your games")).to_have_count(0)
    assert User.objects.get().username == "dora"
