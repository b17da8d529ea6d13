"""A whole game, from signing up to the final scores.

Two people play in two browsers, one of them without a mouse, and a computer player.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.models import Game, Move
from tests.browser.players import KeyboardPerson, Person, totals_in
from tests.engine import naive

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

GAME_LIMIT_S = 240


@pytest.fixture
def bobs_page(context: BrowserContext, page: Page) -> Page:
    """A page in a second browser, with cookies of its own."""
    assert context.browser is not None
    return context.browser.new_context(locale="en-GB", timezone_id="America/New_York").new_page()


@pytest.mark.usefixtures("celery_worker")
def test_two_people_and_a_computer_play_a_game_to_its_end(
    live_site: str, page: Page, bobs_page: Page
) -> None:
    alice, bob = Person(page, live_site, "alice"), KeyboardPerson(bobs_page, live_site, "bobby")
    for person in (alice, bob):
        person.sign_up()
    link = alice.open_table(seats=3, clock=False)  # so that the computer answers at once
    bob.sit_down(link)
    alice.add_computer()

    # Bob's page goes to the board by itself when the last seat is taken.
    expect(bob.at_table).to_be_visible()
    expect(alice.at_table).to_be_visible()
    reloading_keeps_offered_tickets(alice)
    alice.keep_tickets(2)
    bob.keep_tickets(3)

    seen = play(alice, bob)

    assert {"claim", "reloaded draw"} <= seen
    game = Game.objects.get()
    assert game.status == Game.Status.FINISHED
    for person in (alice, bob):
        expect(person.page.locator(".bar h1")).to_have_text("Game over", timeout=20_000)
        assert person.see_the_telling() == brute_force_totals(game)
        assert totals_in(person.page.locator(".scores tbody tr")) == brute_force_totals(game)
    assert set(Move.objects.values_list("by", flat=True)) == {"human", "bot", "rule"}


def reloading_keeps_offered_tickets(person: Person) -> None:
    before = person.offered()
    assert len(before) == 3
    person.page.reload()
    assert person.offered() == before


def play(alice: Person, bob: Person) -> set[str]:
    """Everybody moves when their lamp is lit; gives what was seen on the way."""
    seen: set[str] = set()
    end = time.monotonic() + GAME_LIMIT_S
    while not (alice.is_over and bob.is_over):
        assert time.monotonic() < end, f"{alice.heading} / {bob.heading}"
        moved = False
        for person, other in ((alice, bob), (bob, alice)):
            if person.to_move and not person.is_over:
                moved = True
                did = person.move()
                if did not in ("tickets", "card"):
                    arrives_without_reloading(did, other)
                    seen.add("claim")
                if person.heading == "One more card" and "reloaded draw" not in seen:
                    reloading_keeps_the_first_card(person)
                    seen.add("reloaded draw")
        if not moved:
            alice.page.wait_for_timeout(50)
    return seen


def reloading_keeps_the_first_card(person: Person) -> None:
    hand = person.hand()
    person.page.reload()
    expect(person.page.locator(".bar h1")).to_have_text("One more card")
    assert person.hand() == hand


def arrives_without_reloading(route: str, other: Person) -> None:
    """The other's page shows the claimed route, pushed to it."""
    if not other.is_over:
        expect(other.page.locator(f"[id='r-{route}'].own")).to_have_count(1, timeout=10_000)


def brute_force_totals(game: Game) -> dict[str, int]:
    """The same by a scorer that knows nothing of the engine's."""
    assert game.state is not None
    seats = {seat.number: seat.user.username if seat.user else "computer" for seat in game.seats.all()}
    totals = {seats[sheet["seat"]]: sheet["total"] for sheet in naive.score(game.edition, game.state)}
    computer = next(seat for seat in game.seats.all() if seat.bot)
    totals[COMPUTERS[computer.colour]] = totals.pop("computer")
    return totals


COMPUTERS = {"red": "Rocket", "blue": "Zephyr", "green": "Mallard", "yellow": "Comet", "black": "Meteor"}
