"""Europe by hand: a tunnel paid and given up, a station built with a finger and by keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, Move
from tests import europe
from tests.browser.players import PHONE, Person, middle_of, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

LAST_TURNED_UP = ("green", "red", "blue")


@pytest.fixture
def turn(alice: User, bob: User) -> Game:
    """A game of Europe, of which seat 0 has the first turn."""
    return europe.started(alice, bob)


def last_action(game: Game) -> Any:
    return Move.objects.filter(game=game).order_by("-seq")[0].action


def lay_two_green(page: Page) -> None:
    page.locator("[id='r-venezia--zurich']").dispatch_event("click", {"bubbles": True})
    expect(page.locator(".decide .risk")).to_contain_text("Each green card and each locomotive")
    settled(page)
    page.get_by_role("button", name="Lay 2 green").click()
    expect(page.locator(".bar h1")).to_have_text("Tunnel: 1 more")


def test_a_tunnel_is_paid_also_after_loading_the_page_again(
    at_table: Callable[..., Person], turn: Game
) -> None:
    europe.arrange(turn, hand={"green": 3, "locomotive": 1}, top=LAST_TURNED_UP)
    page = at_table().page

    lay_two_green(page)
    expect(page.locator(".decide .reveal .counts")).to_have_text(["green\none more"], use_inner_text=True)
    expect(page.locator("[id='r-venezia--zurich'].sel")).to_have_count(1)
    page.locator("[id='r-paris--zurich']").dispatch_event("click", {"bubbles": True})
    expect(page.locator(".decide h2")).to_have_text("Tunnel Venezia – Zürich")  # that comes first
    page.reload()
    expect(page.locator("[id='r-venezia--zurich'].sel")).to_have_count(1)
    page.locator(".decide .opt", has_text="1 locomotive").click()
    settled(page)
    page.get_by_role("button", name="Pay 1 locomotive").click()

    expect(page.locator("[id='r-venezia--zurich'].own")).to_have_count(1)
    expect(page.locator(".decide")).to_have_count(0)
    assert last_action(turn) == {"type": "pay_tunnel", "cards": {"locomotive": 1}}


def test_a_tunnel_that_cannot_be_paid_is_given_up_on_a_phone(
    at_table: Callable[..., Person], turn: Game
) -> None:
    europe.arrange(turn, hand={"green": 2}, top=LAST_TURNED_UP)
    person = at_table(size=PHONE)
    page = person.page

    lay_two_green(page)
    expect(page.locator(".decide [type=submit]")).to_have_count(0)
    settled(page)
    page.get_by_role("button", name="Take back 2 green").click()

    expect(page.locator(".decide")).to_have_count(0)
    assert person.hand() == {"green": 2}
    assert last_action(turn) == {"type": "decline_tunnel"}
    expect(page.locator("[id='r-venezia--zurich']:is(.own, .sel)")).to_have_count(0)


def test_a_station_is_built_with_a_finger_on_the_map(at_table: Callable[..., Person], turn: Game) -> None:
    europe.arrange(turn, hand={"red": 2})
    person = at_table(size=PHONE)
    page = person.page
    box = page.locator(".boardbox").bounding_box()
    assert box is not None
    assert box["width"] / box["height"] == pytest.approx(1600 / 1080, abs=0.02)
    clock = page.locator(".bar .clock").bounding_box()
    assert clock is not None
    assert clock["x"] + clock["width"] <= PHONE["width"]

    page.mouse.click(*middle_of(page.locator("#c-roma")))
    expect(page.locator(".decide h2")).to_have_text("Station in Roma")
    expect(page.locator("#c-roma.sel")).to_have_count(1)
    settled(page)
    page.get_by_role("button", name="Build for 1 red").click()

    expect(page.locator("#c-roma.built .house")).to_be_visible()
    expect(page.locator("#c-roma")).to_have_attribute("aria-label", f"Roma, station of {person.name}")
    assert last_action(turn) == {"type": "build_station", "city": "roma", "cards": {"red": 1}}


def test_a_station_is_built_by_keys_alone_on_a_phone(at_table: Callable[..., Person], turn: Game) -> None:
    """From the city that the Tab key reaches one goes to the next; or one types a name."""
    europe.arrange(turn, hand={"red": 2}, stations={"wien": 1})
    page = at_table(size=PHONE).page
    stop = page.locator(".city[tabindex='0']")

    expect(stop).to_have_count(1)
    first = stop.get_attribute("id")
    stop.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".city:focus")).not_to_have_id(first or "")
    page.keyboard.press("Enter")
    expect(page.locator(".decide h2")).to_contain_text("Station in ")
    page.keyboard.press("Escape")
    expect(page.locator(".city:focus")).to_have_count(1)
    page.get_by_role("button", name="Build a station").last.focus()
    page.keyboard.press("Enter")
    page.get_by_label("Find a city").focus()
    page.keyboard.type("WIEN")
    expect(page.locator(".route-row:visible")).to_contain_text("has a station in this city.")
    page.keyboard.press("Control+A")
    page.keyboard.type("zurich")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".decide h2")).to_have_text("Station in Zürich")
    settled(page)
    page.get_by_role("button", name="Build for 1 red").focus()
    page.keyboard.press("Enter")

    expect(page.locator("#c-zurich.built")).to_have_count(1)
    assert last_action(turn) == {"type": "build_station", "city": "zurich", "cards": {"red": 1}}


def test_the_others_see_a_tunnel_as_it_happens(
    at_table: Callable[..., Person], turn: Game, celery_worker: None
) -> None:
    europe.arrange(turn, hand={"green": 3}, top=LAST_TURNED_UP)
    page = at_table(seat=1).page
    expect(page.locator(".bar h1")).to_contain_text("is to move")

    europe.try_tunnel(turn, "venezia--zurich", green=2)

    expect(page.locator(".scene .due")).to_contain_text("1 more card is due")
    expect(page.locator("[id='r-venezia--zurich'].sel")).to_have_count(1)
    expect(page.locator(".mytickets .ticket").first).to_be_visible()
