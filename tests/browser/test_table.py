"""The table page by hand: choosing and confirming, the board under a finger, refusals, a lost answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, Move
from tests import cast
from tests.browser.players import PHONE, Person, settled
from tests.browser.tables import give, moves

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_card_is_chosen_then_taken(at_table: Callable[..., Person], turn: Game) -> None:
    page = at_table().page
    before = moves(turn)
    card = page.locator(".tray [data-pick]").nth(1)

    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    assert moves(turn) == before
    settled(page)
    page.locator(".bar [data-cancel]").click()
    expect(card).to_have_attribute("aria-pressed", "false")
    card.click()
    settled(page)
    page.locator(".bar [data-confirm]").click()

    expect(page.locator(".bar h1")).to_have_text(re.compile("One more card|to move"))
    assert moves(turn) == before + 1


def test_the_deck_can_be_drawn_from_above_and_below(at_table: Callable[..., Person], turn: Game) -> None:
    page = at_table().page

    page.get_by_role("button", name="Draw from the deck").first.click()
    expect(page.locator(".tray [data-pick][aria-pressed=true]")).to_contain_text("deck")
    page.locator(".tray [data-pick][aria-pressed=true]").click()

    expect(page.locator(".bar h1")).to_have_text("One more card")
    assert Move.objects.filter(game=turn).order_by("-seq")[0].action == {"type": "draw_card", "from": "deck"}


def test_a_button_that_has_just_appeared_does_not_count(at_table: Callable[..., Person], turn: Game) -> None:
    page = at_table().page
    before = moves(turn)

    page.locator(".tray [data-pick]").first.click()
    page.locator(".bar [data-confirm]").click()

    page.wait_for_timeout(300)
    assert moves(turn) == before


def test_a_route_is_claimed_with_the_payment_that_was_chosen(
    at_table: Callable[..., Person], turn: Game
) -> None:
    give(turn, 0, red=2, locomotive=1)
    page = at_table().page

    page.locator("[id='r-atlanta--charleston']").dispatch_event("click", {"bubbles": True})
    panel = page.locator(".decide")
    expect(panel.get_by_role("heading")).to_have_text("Atlanta – Charleston")
    panel.get_by_text("1 red + 1 locomotive", exact=True).click()
    settled(page)
    panel.get_by_role("button", name="Claim for 1 red + 1 locomotive").click()

    expect(page.locator("[id='r-atlanta--charleston'].own")).to_have_count(1)
    action = Move.objects.filter(game=turn).order_by("-seq")[0].action
    assert action == {
        "type": "claim_route",
        "route": "atlanta--charleston",
        "cards": {"red": 1, "locomotive": 1},
    }


def test_an_impossible_route_says_why_in_numbers(at_table: Callable[..., Person]) -> None:
    page = at_table().page

    page.locator("[id='r-duluth--helena']").dispatch_event("click", {"bubbles": True})

    expect(page.locator(".decide .why")).to_contain_text(re.compile(r"\d of 6: \d more"))
    expect(page.locator(".decide [type=submit]")).to_have_count(0)


def test_out_of_turn_nothing_is_offered(at_table: Callable[..., Person]) -> None:
    page = at_table(seat=1).page

    expect(page.locator(".bar h1")).to_have_text(re.compile("is to move"))
    expect(page.locator(".r.pay")).to_have_count(0)
    page.locator(".tray [data-pick]").first.click(force=True)
    expect(page.locator(".bar [data-confirm]")).to_have_count(0)
    page.locator("[id='r-duluth--helena']").dispatch_event("click", {"bubbles": True})
    expect(page.locator(".decide .why")).to_contain_text("It is not your turn.")


def test_a_route_is_found_by_typing_its_cities_without_a_mouse(
    at_table: Callable[..., Person], turn: Game
) -> None:
    give(turn, 0, red=2)
    page = at_table().page

    page.get_by_role("button", name="Claim a route").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Find by city")).to_be_focused()
    page.keyboard.type("MONTREAL bost")
    expect(page.locator(".route-row:visible")).to_have_count(1)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".decide h2")).to_have_text("Boston – Montréal")
    page.keyboard.press("Escape")

    expect(page.locator(".decide")).to_have_count(0)


def test_a_lit_route_opens_by_key(at_table: Callable[..., Person], turn: Game) -> None:
    give(turn, 0, red=2)
    page = at_table().page

    page.locator("[id='r-atlanta--charleston']").focus()
    page.keyboard.press("Enter")

    expect(page.locator(".decide h2")).to_have_text("Atlanta – Charleston")


def test_drawing_tickets_is_asked_twice(at_table: Callable[..., Person], turn: Game) -> None:
    page = at_table().page
    before = moves(turn)

    page.get_by_role("button", name="Draw tickets").first.click()
    assert moves(turn) == before
    page.locator(".decide [type=submit]").wait_for()
    settled(page)
    page.locator(".decide [type=submit]").click()

    expect(page.locator(".bar h1")).to_have_text("Your new tickets")
    expect(page.locator(".decide [type=submit]")).to_be_disabled()
    page.locator(".decide [name=tickets]").first.check()
    expect(page.locator(".decide [type=submit]")).to_have_text("Keep 1 ticket")


class Line:
    """A line on which moves arrive but the first answer does not."""

    def __init__(self, page: Page, *, panels: bool) -> None:
        self.keys: list[str] = []
        page.route("**/actions/", self.lose)
        if not panels:
            page.route("**/panels/", lambda route: route.abort())

    def lose(self, route: Any) -> None:
        self.keys.append(route.request.headers["idempotency-key"])
        if len(self.keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()


def test_a_lost_answer_is_said_and_trying_again_moves_once(
    at_table: Callable[..., Person], turn: Game
) -> None:
    page = at_table().page
    before = moves(turn)
    line = Line(page, panels=False)

    page.locator(".tray [data-pick]").first.click()
    page.locator(".tray [data-pick]").first.click()
    expect(page.get_by_role("alert")).to_contain_text("No answer from the server.")
    page.locator("[id='r-duluth--helena']").dispatch_event("click", {"bubbles": True})
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_be_empty()
    lost = line.keys

    assert len(lost) == 2
    assert lost[0] == lost[1]
    assert moves(turn) == before + 1


def test_a_move_that_did_arrive_needs_no_second_try(at_table: Callable[..., Person], turn: Game) -> None:
    page = at_table().page
    before = moves(turn)
    Line(page, panels=True)

    page.locator(".tray [data-pick]").first.click()
    page.locator(".tray [data-pick]").first.click()

    expect(page.locator(".bar h1")).to_have_text(re.compile("One more card|to move"))
    expect(page.get_by_role("alert")).to_be_empty()
    assert moves(turn) == before + 1


def test_the_sheet_of_the_route_pressed_last_is_shown(at_table: Callable[..., Person]) -> None:
    page = at_table().page
    slow: list[Any] = []
    page.route("**/decide/route/?id=duluth--helena", lambda route: slow.append(route))  # noqa: PLW0108

    page.locator("[id='r-duluth--helena']").dispatch_event("click", {"bubbles": True})
    page.locator("[id='r-atlanta--charleston']").dispatch_event("click", {"bubbles": True})
    expect(page.locator(".decide h2")).to_have_text("Atlanta – Charleston")
    slow[0].continue_()
    page.wait_for_timeout(500)

    expect(page.locator(".decide h2")).to_have_text("Atlanta – Charleston")


def test_closing_a_sheet_gives_the_keyboard_back(at_table: Callable[..., Person]) -> None:
    page = at_table().page
    opener = page.get_by_role("button", name="Claim a route").first
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Find by city")).to_be_focused()

    page.keyboard.press("Escape")

    expect(opener).to_be_focused()


def test_escape_from_a_route_of_the_list_gives_the_keyboard_back(
    at_table: Callable[..., Person], turn: Game
) -> None:
    give(turn, 0, red=2)
    page = at_table().page
    opener = page.get_by_role("button", name="Claim a route").first
    opener.focus()
    page.keyboard.press("Enter")
    page.locator(".route-row button").first.press("Enter")
    expect(page.locator(".decide [name=pay]").first).to_be_visible()

    page.keyboard.press("Escape")

    expect(opener).to_be_focused()


def test_drawing_from_the_bar_never_loses_the_keyboard(at_table: Callable[..., Person], turn: Game) -> None:
    page = at_table().page
    draw = page.locator(".bar [data-idle-acts] [data-pick]")
    draw.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".bar [data-confirm]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".bar h1")).to_be_focused()

    draw.focus()
    page.keyboard.press("Enter")
    settled(page)
    page.keyboard.press("Enter")
    expect(page.locator(".bar h1")).to_have_text("One more card")

    expect(page.locator(".bar h1")).to_be_focused()


def test_a_card_that_cannot_be_taken_says_why_to_a_finger(
    at_table: Callable[..., Person], turn: Game
) -> None:
    turn.refresh_from_db()
    assert turn.state is not None
    turn.state["row"][2] = "locomotive"
    turn.save(update_fields=["state"])
    cast.answer(turn, 0, {"type": "draw_card", "from": "deck"})
    page = at_table(size=PHONE).page

    page.get_by_role("button", name="locomotive, from the face-up row").first.click(force=True)

    said = page.get_by_role("status").filter(has_text="A face-up locomotive")
    expect(said).to_be_visible()
    expect(said.get_by_role("link")).to_have_attribute("href", "/rules/usa/#R-DRAW-2")


def test_a_stale_page_is_told_so_and_brought_up_to_date(at_table: Callable[..., Person], turn: Game) -> None:
    page = at_table().page
    page.route("**/panels/**", lambda route: route.abort())  # the bell is not heard
    cast.answer(turn, 0, {"type": "draw_card", "from": "deck"})

    page.locator(".tray [data-pick]").first.click()
    page.locator(".tray [data-pick]").first.click()
    expect(page.get_by_role("alert")).to_contain_text("The game has moved on")
    page.unroute("**/panels/**")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(page.locator(".bar h1")).to_have_text("One more card")


def test_title_and_icon_tell_that_it_is_my_turn(at_table: Callable[..., Person], turn: Game) -> None:
    page = at_table(seat=1).page
    icon = page.locator("link[rel=icon]")
    expect(page).to_have_title(re.compile("is to move"))
    expect(icon).to_have_attribute("href", re.compile("favicon.svg"))

    for _ in range(2):
        cast.answer(turn, 0, {"type": "draw_card", "from": "deck"})
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(page).to_have_title(re.compile("^\\(1\\) Your turn"))
    expect(icon).to_have_attribute("href", re.compile("favicon-turn.svg"))


# The board under a finger


def view_box(page: Page) -> list[float]:
    return [float(part) for part in (page.locator(".boardbox .board").get_attribute("viewBox") or "").split()]


def touch(page: Page, *steps: list[tuple[float, float]]) -> None:
    """Put fingers down, move them through the steps, lift them."""
    session = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * (len(steps) - 1)]
    for kind, fingers in zip(kinds, steps, strict=True):
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_two_fingers_zoom_and_one_moves_the_board(at_table: Callable[..., Person]) -> None:
    page = at_table(size=PHONE).page
    box = page.locator(".boardbox").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    touch(page, *[[(x - apart, y), (x + apart, y)] for apart in (20, 40, 60, 80)])
    zoomed = view_box(page)
    assert zoomed[2] < 1600 / 2
    touch(page, *[[(x + along, y)] for along in (0, 20, 40, 60)])
    moved = view_box(page)
    assert moved[0] < zoomed[0]
    assert moved[2:] == zoomed[2:]
    expect(page.locator(".decide")).to_have_count(0)
    page.get_by_role("button", name="Whole board").click()

    assert view_box(page) == [0, 0, 1600, 1000]


def test_a_one_slot_route_can_be_tapped_on_a_phone(at_table: Callable[..., Person]) -> None:
    page = at_table(size=PHONE).page
    spot = page.locator("[id='r-dallas--houston--1'] .hit path").evaluate(
        "path => { const middle = path.getPointAtLength(path.getTotalLength() / 2);"
        " const at = new DOMPoint(middle.x, middle.y).matrixTransform(path.getScreenCTM());"
        " return [at.x, at.y]; }"
    )

    page.mouse.click(spot[0] - 3, spot[1] + 3)

    expect(page.locator(".decide h2")).to_have_text("Dallas – Houston")
    expect(page.locator(".decide .facts")).to_contain_text("2 of 2 tracks free")
    expect(page.locator(".decide fieldset")).to_have_count(1)  # both grey: which of them makes no difference


def test_the_wheel_zooms_on_a_desk(at_table: Callable[..., Person]) -> None:
    page = at_table().page
    page.locator(".boardbox").hover()

    page.mouse.wheel(0, -400)

    expect(page.locator(".boardbox .board.zoomed")).to_have_count(1)


def test_a_spectator_sees_the_board_and_no_hand(
    page: Page, live_site: str, turn: Game, charlie: User
) -> None:
    page.goto(f"{live_site}/games/{turn.pk}/")

    expect(page.locator(".boardbox .board")).to_be_visible()
    expect(page.locator(".hand")).to_have_count(0)
    expect(page.locator(".mytickets .ticket")).to_have_count(0)


def test_the_board_fills_its_place_on_a_desk(at_table: Callable[..., Person]) -> None:
    """The drawing is 1600 by 1000; what its place has more than that would stay empty."""
    page = at_table().page

    box = page.locator(".boardbox").bounding_box()
    assert box is not None
    drawn = min(box["width"] / 1600, box["height"] / 1000)

    assert 1600 * drawn > 0.98 * box["width"]
    assert 1000 * drawn > 0.98 * box["height"]
    assert box["height"] > 560  # of a window of 900
