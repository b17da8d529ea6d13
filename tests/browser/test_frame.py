"""What the site says can be put away and moves nothing at a table; what is chosen fits beside its panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.players import DESK, PASSWORD, PHONE, Person

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, FloatRect, Page

    from accounts.models import User

ON_ITS_SIDE = {"width": 844, "height": 390}


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return found


def bottom(of: FloatRect) -> float:
    return of["y"] + of["height"]


@pytest.mark.parametrize("size", [DESK, PHONE, ON_ITS_SIDE], ids=["desk", "phone", "side"])
def test_messages_lie_upon_the_board_until_they_are_put_away(
    page: Page, live_site: str, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(live_site)
    page.get_by_role("button", name="Play now against the computer").click()
    page.get_by_role("link", name="Keep your games").click()
    guest = Person(page, live_site, f"dora{size['width']}")  # one mail in a minute goes to an address
    page.locator("[name=username]").fill(guest.name)
    page.locator("[name=email]").fill(f"{guest.name}@example.org")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()

    notes = page.locator(".said .note")
    expect(notes).to_have_count(2)
    expect(notes.first).to_contain_text("Your games are kept.")
    said, board = box(page, ".said"), box(page, ".boardbox")
    assert box(page, "main")["y"] == bottom(box(page, "header.site"))
    assert said["y"] >= board["y"] - 16
    assert bottom(said) < bottom(board)
    assert said["x"] + said["width"] <= board["x"] + board["width"]
    assert bottom(box(page, "main")) <= size["height"]

    notes.first.get_by_role("button", name="Close").click()
    expect(notes).to_have_count(1)
    expect(notes.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_have_count(0)
    assert box(page, ".boardbox") == board


@pytest.mark.parametrize("width", [1024, 1100, 1152])
def test_the_colours_stay_in_their_column(
    context: BrowserContext, page: Page, live_site: str, alice: User, width: int
) -> None:
    from tests import cast

    session = cast.client(alice).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_site}])
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{live_site}/games/new/")
    colours = box(page, ".seg.colours")
    assert colours["x"] + colours["width"] < box(page, ".sum")["x"]
