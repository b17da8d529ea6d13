"""Lines that break, sessions that end, fingers that are quick: nothing is lost, nothing is made twice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from games.models import Game, Move
from games.services import chat
from tests import cast
from tests.browser.players import PHONE, Person, settled
from tests.browser.tables import moves

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Request, WebSocketRoute

DECK = {"type": "draw_card", "from": "deck"}


def opponent_moves(game: Game, seat: int) -> None:
    """A whole turn of that seat."""
    for _ in range(2):
        cast.answer(game, seat, DECK)


def test_four_quick_presses_of_the_deck_are_two_cards(at_table: Callable[..., Person], turn: Game) -> None:
    person = at_table()
    before, hand = moves(turn), sum(person.hand().values())
    box = person.page.locator(".tray [data-pick]").last.bounding_box()
    assert box is not None
    for _ in range(4):
        person.page.mouse.click(box["x"] + 20, box["y"] + 20)
        person.page.wait_for_timeout(60)

    expect(person.page.locator(".bar h1")).to_have_text(re.compile("is to move"))
    assert sum(person.hand().values()) == hand + 2
    assert moves(turn) == before + 2
    expect(person.page.get_by_role("alert")).to_be_empty()


def test_quick_presses_of_a_move_that_was_not_made_are_forgotten(
    at_table: Callable[..., Person], turn: Game
) -> None:
    page = at_table().page
    before, tries = moves(turn), count()
    page.route("**/actions/", lambda route: route.continue_() if next(tries) else route.abort())
    box = page.locator(".tray [data-pick]").last.bounding_box()
    assert box is not None
    for _ in range(4):
        page.mouse.click(box["x"] + 20, box["y"] + 20)
        page.wait_for_timeout(20)
    page.get_by_role("button", name="Try again").click()

    expect(page.locator(".bar h1")).to_have_text("One more card")
    expect(page.locator("[data-pick][aria-pressed=true]")).to_have_count(0)
    assert moves(turn) == before + 1


def test_a_second_try_that_comes_before_the_page_has_read_the_game_again_is_made(
    at_table: Callable[..., Person], turn: Game
) -> None:
    page = at_table().page
    before, tries = moves(turn), count()
    page.route("**/actions/", lambda route: route.continue_() if next(tries) else route.abort())
    slow: list[Any] = []
    page.route("**/panels/**", lambda route: slow.append(route), times=1)  # noqa: PLW0108
    deck = page.locator(".tray [data-pick]").last
    deck.click()
    deck.click()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_timeout(300)
    assert slow
    slow[0].continue_()

    expect(page.locator(".bar h1")).to_have_text("One more card")
    assert moves(turn) == before + 1


def test_a_late_answer_leaves_the_next_move_that_was_kept(
    at_table: Callable[..., Person], turn: Game
) -> None:
    page = at_table().page
    before = moves(turn)
    late: list[Any] = []

    def answer(route: Any) -> None:
        if late:
            route.fulfill(status=503)
        else:
            late.append((route, route.fetch()))

    page.route("**/actions/", answer)
    deck = page.locator(".tray [data-pick]").last
    deck.click()
    deck.click()
    page.wait_for_timeout(300)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".bar h1")).to_have_text("One more card")
    deck.click()
    deck.click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("No answer from the server.")
    route, made = late[0]
    route.fulfill(response=made)
    page.wait_for_timeout(300)

    expect(alert.get_by_role("button", name="Try again")).to_be_visible()
    assert moves(turn) == before + 1


@pytest.mark.usefixtures("celery_worker")
def test_a_move_in_one_tab_is_seen_in_the_other(
    context: BrowserContext, at_table: Callable[..., Person]
) -> None:
    person = at_table()
    other = Person(context.new_page(), person.site, person.name)
    other.page.goto(person.page.url)

    person.draw()

    expect(other.page.locator(".bar h1")).to_have_text(re.compile("One more card|to move"))
    assert other.hand() == person.hand()


class Wire:
    """The page's socket in our hands."""

    def __init__(self, page: Page) -> None:
        self.cut = False
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/ws/games/"), self.open)

    def open(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close()
            return
        self.sockets.append(socket)
        socket.connect_to_server()

    def break_off(self) -> None:
        self.cut = True
        for socket in self.sockets:
            socket.close()


@pytest.mark.usefixtures("celery_worker")
def test_what_happened_while_the_line_was_cut_is_there_when_it_is_back(
    page: Page, at_table: Callable[..., Person], turn: Game
) -> None:
    wire = Wire(page)
    person = at_table(seat=1)
    wire.break_off()
    opponent_moves(turn, 0)
    lines = page.locator(".log li").count()

    wire.cut = False

    expect(page.locator(".bar h1")).to_have_text("Your turn", timeout=5_000)
    expect(page.locator(".log li")).to_have_count(
        lines + 1
    )  # a turn of two cards is one line, and there once
    assert person.to_move


def test_what_was_said_while_the_line_was_cut_is_there_too(
    page: Page, at_table: Callable[..., Person], turn: Game
) -> None:
    """Though nobody moved: the first word of the new socket tells the last line. No worker rings here."""
    wire = Wire(page)
    at_table(seat=1)
    page.locator(".switch label", has_text="Chat").click()
    wire.break_off()
    chat.say(game_id=turn.pk, user=cast.user_of(turn, 0), text="are you there?", key="1")

    wire.cut = False

    expect(page.get_by_text("are you there?")).to_be_visible()


@pytest.mark.parametrize("away", ["00:55", "08:00:00"], ids=["a dead line", "a laptop that slept"])
def test_a_socket_that_says_nothing_is_not_trusted(
    page: Page, at_table: Callable[..., Person], turn: Game, away: str
) -> None:
    page.route_web_socket(re.compile("/ws/"), lambda socket: None)  # open for ever, without a word
    page.clock.install()
    at_table(seat=1)
    expect(page.locator(".bar h1")).to_have_text(re.compile("is to move"))
    opponent_moves(turn, 0)

    page.clock.fast_forward(away)  # the socket is exchanged for a new one
    page.clock.fast_forward("00:06")  # which does not say hello either

    expect(page.locator(".bar h1")).to_have_text("Your turn")


def test_a_move_is_kept_while_the_session_is_gone(at_table: Callable[..., Person], turn: Game) -> None:
    person = at_table()
    page, before, hand = person.page, moves(turn), person.hand()
    Session.objects.all().delete()

    page.locator(".tray [data-pick]").first.click()
    page.locator(".tray [data-pick]").first.click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("You are signed out. Your move has not been made.")
    expect(alert).to_contain_text(re.compile("kept here and not sent: Take "))
    assert person.hand() == hand  # what I was doing stays before my eyes
    assert moves(turn) == before
    alert.get_by_role("link", name="Sign in").click()
    page.locator("[name=login]").fill(person.name)
    page.locator("[name=password]").fill("a long sentence")
    page.locator("main button[type=submit]").click()

    page.wait_for_url(f"**/games/{turn.pk}/")
    expect(alert).to_contain_text(re.compile("kept here and not sent: Take "))
    assert moves(turn) == before
    alert.get_by_role("button", name="Try again").click()
    expect(page.locator(".bar h1")).to_have_text(re.compile("One more card|to move"))
    expect(alert).to_be_empty()
    assert moves(turn) == before + 1
    page.reload()
    expect(alert).to_be_empty()


def test_at_a_private_table_whoever_is_signed_out_is_told_so(
    at_table: Callable[..., Person], turn: Game
) -> None:
    person = at_table()
    page, hand = person.page, person.hand()
    Game.objects.filter(pk=turn.pk).update(public=False)
    Session.objects.all().delete()

    for _ in range(2):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("You are signed out.")
        alert.get_by_role("link", name="Sign in").focus()

    page.wait_for_timeout(300)
    expect(alert.get_by_role("link", name="Sign in")).to_be_focused()  # it is not said again
    expect(alert).not_to_contain_text("has not been made")
    assert person.hand() == hand


def test_a_kept_move_can_be_dropped(at_table: Callable[..., Person], turn: Game) -> None:
    page = at_table().page
    page.route("**/actions/", lambda route: route.abort())
    page.locator(".tray [data-pick]").first.click()
    page.locator(".tray [data-pick]").first.click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("No answer from the server.")
    page.reload()

    alert.get_by_role("button", name="Drop this move").click()
    page.reload()

    expect(page.locator(".bar h1")).to_have_text("Your turn")
    expect(alert).to_be_empty()
    assert Move.objects.filter(game=turn, action=DECK).count() == 0


def test_going_back_does_not_unsee_tickets(at_table: Callable[..., Person], turn: Game) -> None:
    """B08."""
    person = at_table()
    page = person.page
    page.goto(f"{person.site}/games/")
    page.goto(f"{person.site}/games/{turn.pk}/")
    page.get_by_role("button", name="Draw tickets").first.click()
    page.locator(".decide [type=submit]").wait_for()
    settled(page)
    page.locator(".decide [type=submit]").click()
    expect(page.locator(".bar h1")).to_have_text("Your new tickets")
    offered = person.offered()

    page.go_back()
    page.wait_for_url("**/games/")
    page.go_forward()

    expect(page.locator(".bar h1")).to_have_text("Your new tickets")
    assert person.offered() == offered
    expect(page.locator(".tray [data-pick]:not([aria-disabled=true])")).to_have_count(0)


def test_a_refusal_names_its_rule_and_stays_until_it_is_closed(
    at_table: Callable[..., Person], turn: Game
) -> None:
    page = at_table(size=PHONE).page
    before = moves(turn)
    too_long = {"type": "claim_route", "route": "duluth--helena", "cards": {"orange": 1}}

    def other_action(route: Any) -> None:
        body = {**route.request.post_data_json, "action": too_long}
        route.continue_(post_data=json.dumps(body))

    page.route("**/actions/", other_action)
    page.locator(".tray [data-pick]").first.click()
    page.locator(".tray [data-pick]").first.click()
    alert = page.get_by_role("alert")
    expect(alert.get_by_role("link")).to_have_attribute("href", re.compile("/rules/usa/#R-CLAIM-1$"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)
    expect(alert).not_to_be_empty()
    alert.get_by_role("button", name="Close").click()

    expect(alert).to_be_empty()
    assert moves(turn) == before


MOST_BYTES = 300_000


def test_the_table_is_light_and_fetches_nothing_from_elsewhere(
    page: Page, at_table: Callable[..., Person]
) -> None:
    """At the first load, as it comes over the line: tests serve styles and modules uncompressed.

    The fixture of the page sees that no inline code is refused.
    """
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))  # noqa: PLW0108
    person = at_table()
    page.wait_for_load_state("networkidle")

    assert len(requests) > 10
    assert {request.url.split("/")[2] for request in requests} == {person.site.split("/")[2]}
    sizes = [request.sizes() for request in requests]
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) < MOST_BYTES


def test_a_move_is_kept_for_me_when_somebody_else_has_signed_in(
    context: BrowserContext, at_table: Callable[..., Person], turn: Game
) -> None:
    """In another tab of the same browser: what I press is nobody else's move, and mine again later."""
    person = at_table()
    page, before = person.page, moves(turn)
    (mine,) = [cookie["value"] for cookie in context.cookies() if cookie["name"] == "sessionid"]
    theirs = cast.client(cast.user_of(turn, 1)).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": theirs, "url": person.site}])

    page.locator(".tray [data-pick]").first.click()
    page.locator(".tray [data-pick]").first.click()
    expect(page.locator(".bar h1")).to_have_text(f"{person.name} is to move")  # the other's page
    expect(page.get_by_role("alert")).to_be_empty()
    assert moves(turn) == before
    context.add_cookies([{"name": "sessionid", "value": mine, "url": person.site}])
    page.reload()

    expect(page.get_by_role("alert")).to_contain_text(re.compile("kept here and not sent: Take "))
    assert moves(turn) == before
