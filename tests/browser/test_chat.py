"""Two people talk at a table: lines come by the bell, and what is typed is not lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.models import Game
from games.services import chat
from tests import cast
from tests.browser.players import PHONE, Person

if TYPE_CHECKING:
    from playwright.sync_api import Route

SAY = "Message to the table"


@pytest.mark.usefixtures("celery_worker")
def test_two_people_talk(at_table: Callable[..., Person], turn: Game) -> None:
    me, other = cast.user_of(turn, 0), cast.user_of(turn, 1)
    page = at_table(0).page
    lines = page.get_by_role("log", name="What the players said").get_by_role("listitem")
    field = page.get_by_label(SAY)
    page.locator(".switch label", has_text="Chat").click()
    expect(page.locator("#part-log")).to_be_hidden()

    # A line comes by the bell while something is typed, and so do fresh panels.
    field.fill("half a sen")
    chat.say(game_id=turn.pk, user=other, text=f"@{me.username} hello", key="1")
    expect(lines).to_have_count(1)
    expect(page.locator(".chat .named mark")).to_have_text(f"@{me.username}")
    cast.answer(turn, 0, {"type": "draw_card", "from": "deck"})
    expect(page.locator(".hand h2")).to_contain_text("5 cards")
    expect(field).to_have_value("half a sen")
    expect(field).to_be_focused()

    # The answer is lost: what was typed stays, over loading the page too, and is said once.
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/api/games/*/chat/", lose)
    field.press("Shift+Enter")
    page.keyboard.type("tence")
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="cannot say it twice")).to_be_visible()
    page.unroute("**/api/games/*/chat/")
    page.reload()
    page.locator(".switch label", has_text="Chat").click()
    expect(field).to_have_value("half a sen\ntence")
    for _ in range(3):
        field.press("Enter")
    expect(field).to_have_value("")
    expect(page.locator(".chat .own")).to_have_count(1)
    assert [line.text for line in turn.chat.all()] == [f"@{me.username} hello", "half a sen\ntence"]


@pytest.mark.usefixtures("celery_worker")
def test_whoever_reads_older_lines_goes_on_reading_them(at_table: Callable[..., Person], turn: Game) -> None:
    """On a phone, under a tab of its own; the page does not scroll."""
    other = cast.user_of(turn, 1)
    for number in range(18):
        chat.say(game_id=turn.pk, user=other, text=f"line {number}", key=str(number))
    page = at_table(0, PHONE).page
    page.get_by_role("tab", name="Chat").click()
    body = page.locator(".chat .body")
    expect(page.get_by_text("line 17")).to_be_in_viewport()

    body.evaluate("body => { body.scrollTop = -200; }")
    top = page.get_by_text("line 9").bounding_box()
    chat.say(game_id=turn.pk, user=other, text="one more", key="more")
    expect(page.get_by_text("one more")).to_be_attached()

    assert page.get_by_text("line 9").bounding_box() == pytest.approx(top, abs=1)
    page.get_by_label(SAY).fill("thanks")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("thanks")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
