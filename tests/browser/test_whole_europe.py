"""A whole game of Europe against the computer: a tunnel given up, one paid, a ferry, a station."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games import engine
from games.models import Game, Move
from tests import europe
from tests.browser.players import Person, middle_of, settled, totals_in
from tests.browser.test_whole_game import brute_force_totals

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME_LIMIT_S = 240
RICH = {"green": 5, "red": 6, "blue": 6, "yellow": 6, "black": 6, "locomotive": 5}
TUNNEL = "venezia--zurich"  # green, two long
FERRY = "palermo--smyrna"  # grey, six long, two of them locomotives
ONE_GREEN_MORE = ("green", "white", "purple")


class Traveller(Person):
    """Somebody who plays Europe."""

    def claim(self, route: str) -> None:
        """Lay the first payment there is. A tunnel may ask for more then."""
        self.page.locator(f"[id='r-{route}']").dispatch_event("click", {"bubbles": True})
        self.page.locator(".decide [name=pay]:checked").wait_for(state="attached")
        settled(self.page)
        self.page.locator(".decide [type=submit]").click()
        laid = "main[data-table]:not(:has(.decide:not([data-tunnel], [hidden])))"
        self.page.locator(f"{laid}, main.over").first.wait_for()  # it may have been the last move

    @property
    def in_tunnel(self) -> bool:
        return self.page.locator(".decide[data-tunnel]").count() > 0

    def settle(self, *, pay: bool) -> None:
        """Pay what a tunnel asks for, if that can be done, or take the cards back."""
        panel = self.page.locator(".decide[data-tunnel]")
        panel.wait_for()
        settled(self.page)
        if pay and panel.locator("[type=submit]").count():
            panel.locator("[type=submit]").click()
        else:
            panel.locator("[data-send]").click()
        panel.wait_for(state="detached")

    def build(self, city: str) -> None:
        """Press a city on the board and pay for a station."""
        self.page.mouse.click(*middle_of(self.page.locator(f"#c-{city}")))
        self.page.locator(f".decide[data-city={city}]").wait_for()
        self.confirm()

    def move(self) -> str:
        """What comes next; in a tunnel, paying."""
        if self.in_tunnel:
            self.settle(pay=True)
            return "tunnel"
        return super().move()

    def wait_for_turn(self) -> None:
        self.page.locator(".bar .lamp:not(.off)").wait_for(timeout=30_000)


@pytest.mark.usefixtures("celery_worker")
def test_a_game_of_europe_is_played_to_its_end(live_site: str, page: Page) -> None:
    alice = Traveller(page, live_site, "alice")
    alice.sign_up()
    alice.open_table(seats=2, edition="europe")
    alice.add_computer()
    expect(alice.at_table).to_be_visible()
    assert len(alice.offered()) == 4
    expect(page.locator(".decide .ticket.long")).to_have_count(1)
    alice.keep_tickets(2)

    game = Game.objects.get()
    alice.wait_for_turn()
    europe.arrange(game, hand=RICH, seat=seat_of(game), top=ONE_GREEN_MORE)
    page.reload()
    a_tunnel_is_given_up(alice)
    alice.wait_for_turn()
    europe.arrange(game, top=ONE_GREEN_MORE)
    a_tunnel_is_paid(alice)
    alice.wait_for_turn()
    a_ferry_and_a_station(alice)

    end = time.monotonic() + GAME_LIMIT_S
    while not alice.is_over:
        assert time.monotonic() < end, alice.heading
        if alice.to_move:
            alice.move()
        else:
            page.wait_for_timeout(50)

    game.refresh_from_db()
    assert game.is_finished
    expect(page.locator(".bar h1")).to_have_text("Game over", timeout=20_000)
    totals = brute_force_totals(game)
    assert alice.see_the_telling() == totals
    assert totals_in(page.locator(".scores tbody tr")) == totals
    actions = [move.action["type"] for move in Move.objects.filter(by=Move.By.HUMAN) if move.action]
    assert {"claim_route", "decline_tunnel", "pay_tunnel", "build_station"} <= set(actions)
    assert {sheet["seat"]: sheet["stations"]["unused"] for sheet in game.result or ()}[seat_of(game)] == 2


def seat_of(game: Game) -> int:
    return game.seats.get(user__username="alice").number


def a_tunnel_is_given_up(alice: Traveller) -> None:
    hand = alice.hand()
    alice.claim(TUNNEL)
    expect(alice.page.locator(".bar h1")).to_have_text("Tunnel: 1 more")
    alice.page.reload()  # it waits
    alice.settle(pay=False)
    assert alice.hand() == hand
    expect(alice.page.locator(f"[id='r-{TUNNEL}'].own")).to_have_count(0)


def a_tunnel_is_paid(alice: Traveller) -> None:
    alice.claim(TUNNEL)
    alice.settle(pay=True)
    expect(alice.page.locator(f"[id='r-{TUNNEL}'].own")).to_have_count(1)
    assert alice.hand()["green"] == RICH["green"] - 3


def a_ferry_and_a_station(alice: Traveller) -> None:
    """Both bring what they should; somebody else may have been faster at the ferry."""
    page = alice.page
    its = next(route for route in engine.EDITIONS["europe"].describe()["routes"] if route["id"] == FERRY)
    assert (its["length"], its["locomotives"]) == (6, 2)
    alice.claim(FERRY)
    expect(page.locator(f"[id='r-{FERRY}'].own")).to_have_count(1)
    assert RICH["locomotive"] - alice.hand()["locomotive"] >= 2
    alice.wait_for_turn()
    hand = sum(alice.hand().values())
    alice.build("roma")
    expect(page.locator("#c-roma.built")).to_have_count(1)
    assert sum(alice.hand().values()) == hand - 1
