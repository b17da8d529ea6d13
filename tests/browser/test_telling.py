"""The final scoring told on the page: by itself, paused, by hand, skipped, and still without motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests import cast
from tests.browser.players import Person

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEP_MS = 1_700  # a little more than the page's own pace


@pytest.fixture
def over(turn: Game) -> Game:
    cast.play_on(turn, 3_000)
    return turn


def test_it_goes_on_by_itself_until_it_is_paused_and_can_be_skipped(
    page: Page, over: Game, at_table: Callable[..., Person]
) -> None:
    page.clock.install()
    at_table()
    text = page.locator("[data-telling-text]")
    expect(text).to_have_text("First what everybody has for routes.")
    expect(page.locator(".result")).to_be_hidden()  # the end is not given away
    expect(page.locator(".scores")).to_be_hidden()

    page.clock.run_for(STEP_MS)
    expect(text).not_to_have_text("First what everybody has for routes.")
    second = text.inner_text()
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5 * STEP_MS)
    expect(text).to_have_text(second)
    page.get_by_role("button", name="Back").click()
    expect(text).to_have_text("First what everybody has for routes.")
    page.get_by_role("button", name="Skip").click()

    expect(page.locator(".scores")).to_be_visible()
    expect(page.locator("[data-telling]")).to_be_hidden()
    page.reload()
    expect(page.locator(".scores")).to_be_visible()  # it is told once


def test_it_does_not_move_for_who_wants_no_motion(
    page: Page, over: Game, at_table: Callable[..., Person]
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    at_table()
    expect(page.locator(".scores")).to_be_visible()
    expect(page.locator("[data-telling]")).to_be_hidden()

    page.get_by_role("button", name="Tell it step by step").click()
    page.clock.run_for(5 * STEP_MS)

    expect(page.locator("[data-telling-text]")).to_have_text("First what everybody has for routes.")
    expect(page.get_by_role("button", name="Next")).to_be_visible()
