"""The table on phones of two sizes, under a thumb."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.models import Game, Move
from tests import cast
from tests.browser.players import PHONE, SMALL_PHONE, Person, settled
from tests.browser.tables import give, moves

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

both_sizes = pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["390x844", "360x640"])


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone."""
    context = browser.new_context(locale="en-GB", has_touch=True, is_mobile=True)
    yield context
    context.close()


def middle_of(route: Locator) -> tuple[float, float]:
    """Where a route's middle is in the window."""
    x, y = route.locator(".hit path").evaluate(
        "path => { const middle = path.getPointAtLength(path.getTotalLength() / 2);"
        " const at = new DOMPoint(middle.x, middle.y).matrixTransform(path.getScreenCTM());"
        " return [at.x, at.y]; }"
    )
    return x, y


def stays_within_the_window(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@both_sizes
def test_a_route_is_claimed_in_three_taps(
    at_table: Callable[..., Person], turn: Game, size: dict[str, int]
) -> None:
    give(turn, 0, red=2, locomotive=1)
    page = at_table(size=size).page

    page.touchscreen.tap(*middle_of(page.locator("[id='r-atlanta--charleston']")))
    expect(page.locator(".decide h2")).to_have_text("Atlanta – Charleston")
    assert stays_within_the_window(page)
    page.locator(".decide .opt", has_text="1 red + 1 locomotive").tap()
    settled(page)
    page.locator(".decide [type=submit]").tap()

    expect(page.locator("[id='r-atlanta--charleston'].own")).to_have_count(1)
    paid = Move.objects.filter(game=turn).order_by("-seq")[0].action["cards"]
    assert paid == {"red": 1, "locomotive": 1}


@both_sizes
def test_hand_tickets_and_actions_are_within_the_thumbs_reach(
    at_table: Callable[..., Person], turn: Game, size: dict[str, int]
) -> None:
    give(
        turn, 0, **dict.fromkeys(("red", "orange", "yellow", "green", "blue", "purple", "black", "white"), 1)
    )
    give(turn, 0, locomotive=1)
    page = at_table(size=size).page
    reach = size["height"] * 0.45  # from here down

    for part in (page.get_by_role("tab", name="Tickets"), page.locator(".hand"), page.locator("nav.acts")):
        box = part.bounding_box()
        assert box is not None
        assert reach < box["y"] + box["height"] / 2
        assert box["y"] + box["height"] <= size["height"]
        assert box["x"] + box["width"] <= size["width"]
    last = page.locator(".hand .grp").last.bounding_box()
    assert last is not None
    assert last["x"] + last["width"] <= size["width"]
    page.get_by_role("tab", name="Tickets").tap()
    tickets = page.get_by_role("tabpanel", name="Your tickets").bounding_box()
    assert tickets is not None
    assert tickets["y"] > reach - 44
    assert stays_within_the_window(page)


@both_sizes
def test_every_route_can_be_tapped(at_table: Callable[..., Person], size: dict[str, int]) -> None:
    """Or its other track, whose sheet offers both: the lines of a double are four points apart."""
    page = at_table(size=size).page

    missed = page.evaluate(
        """() => [...document.querySelectorAll(".r")].filter((route) => {
            const path = route.querySelector(".hit path");
            const middle = path.getPointAtLength(path.getTotalLength() / 2);
            const at = new DOMPoint(middle.x, middle.y).matrixTransform(path.getScreenCTM());
            const hit = document.elementFromPoint(at.x, at.y)?.closest(".r");
            return hit?.dataset.from !== route.dataset.from || hit?.dataset.to !== route.dataset.to;
        }).map((route) => route.dataset.route)"""
    )

    assert missed == []


def test_a_double_tap_neither_zooms_nor_doubles(at_table: Callable[..., Person], turn: Game) -> None:
    give(turn, 0, red=2)
    page = at_table(size=PHONE).page
    before = moves(turn)

    page.touchscreen.tap(*middle_of(page.locator("[id='r-atlanta--charleston']")))
    confirm = page.locator(".decide [type=submit]")
    confirm.wait_for()
    settled(page)
    box = confirm.bounding_box()
    assert box is not None
    for _ in range(2):
        page.touchscreen.tap(box["x"] + 30, box["y"] + 20)

    expect(page.locator("[id='r-atlanta--charleston'].own")).to_have_count(1)
    assert moves(turn) == before + 1
    assert page.evaluate("visualViewport.scale") == 1
    expect(page.get_by_role("alert")).to_be_empty()
    assert page.evaluate("getComputedStyle(document.documentElement).touchAction") == "manipulation"


@pytest.mark.parametrize(
    "size", [{"width": 844, "height": 390}, {"width": 720, "height": 450}], ids=["on its side", "at 200 %"]
)
def test_a_low_window_shows_board_hand_and_actions_side_by_side(
    at_table: Callable[..., Person], turn: Game, size: dict[str, int]
) -> None:
    page = at_table(size=size).page

    for part in (page.locator(".boardbox"), page.locator(".hand"), page.locator("nav.acts")):
        box = part.bounding_box()
        assert box is not None
        assert box["height"] > 30
        assert box["y"] + box["height"] <= size["height"]
        assert box["x"] + box["width"] <= size["width"]
    assert stays_within_the_window(page)


def test_one_line_says_what_the_others_did(at_table: Callable[..., Person], turn: Game) -> None:
    for _ in range(2):
        cast.answer(turn, 0, {"type": "draw_card", "from": "deck"})
    page = at_table(seat=1, size=PHONE).page

    expect(page.locator(".bar .news")).to_have_text(f"{cast.user_of(turn, 0).username} drew 2 from the deck.")
    expect(page.locator(".bar .news")).to_be_visible()
