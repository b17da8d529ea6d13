"""A table over days: clocks of a page that stays open, and a seat that is taken back with one press."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from playwright.sync_api import expect

from accounts import clock
from games.models import Game, Seat
from tests.browser.players import Person

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_clocks_are_read_anew_and_a_seat_is_taken_back(
    page: Page, at_table: Callable[..., Person], turn: Game
) -> None:
    """A turn has two days of its own; the server's hands go on while the page is only looked at."""
    began = timezone.now()
    on = timedelta(hours=47, minutes=30)
    with clock.reading(lambda: began + on):
        page.clock.install()
        at_table()
        bar = page.locator(".bar .clock b")
        expect(bar).to_have_text("29 min")
        on = timedelta(hours=47, minutes=40)
        page.clock.run_for("01:15")  # with less than an hour left it looks each minute
        expect(bar).to_have_text("19 min")

        about = page.get_by_role("link", name="About this table")
        about.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".decide h2")).to_be_focused()
        page.get_by_role("link", name="Resign").click()
        expect(page.locator(".decide h2")).to_have_text("Resign for good?")
        page.get_by_role("button", name="Do not resign").click()
        expect(page.locator(".decide")).to_have_count(0)

        about.click()
        page.get_by_role("button", name="Leave the game").click()
        page.get_by_role("button", name="Take my seat back").click()
        expect(page.get_by_text("You play yourself again.")).to_be_visible()
        expect(page.locator(".bar h1")).to_have_text("Your turn")
        expect(bar).to_have_text("19 min")  # no time is gained
    assert turn.seats.get(number=0).state == Seat.State.ACTIVE
