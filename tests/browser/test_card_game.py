"""Whole games of the Card Game: two people with a robbery; a person and three computer players."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, Move
from games.web import names
from tests import card_game, cast
from tests.browser.players import DESK, PHONE, Person, settled, totals_in
from tests.engine import naive_card_game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

GAME_LIMIT_S = 120
GREY_ROW = ("black", "black", "orange", "orange", "purple")
# Asked at one instant: a scoring may come between two questions.
POSSIBLE = """() => {
    const has = (selector) => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());
    if (has(".tray [data-pick]:not([aria-disabled=true])")) return "card";
    return has("[data-decide*='/tickets/']") ? "tickets" : "";
}"""
Seated = Callable[..., "CardPlayer"]


class CardPlayer(Person):
    """Somebody who plays the Card Game."""

    def lay(self, **cards: int) -> None:
        """Press cards in the panel that opens; nothing is sent yet."""
        self.page.locator("[data-decide*='/place/']:visible").first.click()
        self.page.locator(".decide[data-cards]").wait_for()
        for colour, number in cards.items():
            for _ in range(number):
                self.page.locator(f".pick-card[data-colour={colour}]").click()

    def confirm_as(self, words: str) -> None:
        """Press the enamel button once it says so."""
        button = self.page.locator(".decide [type=submit]")
        expect(button).to_have_text(words)
        expect(button).to_be_enabled()
        self.confirm()

    def confirm(self) -> None:
        """Press the enamel button and wait until this panel is gone; another may follow."""
        choice = self.page.locator(".decide:not([hidden])").get_attribute("data-choice")
        settled(self.page)
        self.page.locator(".decide [type=submit]").click()
        self.page.locator(f".decide[data-choice='{choice}']").wait_for(state="detached")

    def stop(self) -> None:
        self.page.locator("[data-pick]:visible", has_text="Stop drawing").click()
        settled(self.page)
        self.page.locator("[data-picked-acts] [data-confirm]:visible").click()

    def move(self) -> str:
        """A card if there is one, or else tickets, of which none is kept; nothing if something else came."""
        what: str = self.page.evaluate(POSSIBLE)
        if what == "card":
            self.draw()
        elif what == "tickets":
            self.draw_tickets()
            self.confirm_as("Keep none")
        return what

    def draw_tickets(self) -> None:
        self.page.locator("[data-decide*='/tickets/']:visible").first.click()
        self.page.locator(".decide[data-choice=tickets]").wait_for()
        self.confirm()

    def wait_for_turn(self, words: str = "Your") -> None:
        expect(self.page.locator(".bar h1")).to_contain_text(words, timeout=20_000)

    @property
    def station(self) -> list[str]:
        """Rows of the own station, as they are read."""
        return [" ".join(row.split()) for row in self.page.locator(".st.me .rw").all_inner_texts()]

    def is_asked(self, what: str) -> bool:
        return self.heading == what and self.page.locator(".decide:not([hidden])").count() > 0


@pytest.fixture
def seated(browser: Browser, live_site: str) -> Iterator[Seated]:
    """Opens a game for one of its people, in a window or on a phone of their own."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_table(game: Game, user: User, *, phone: bool = False) -> CardPlayer:
        context = browser.new_context(
            locale="en-GB",
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            reduced_motion="reduce",
        )
        contexts.append(context)
        session = cast.client(user).cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_site}])
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{live_site}/games/{game.pk}/")
        return CardPlayer(page, live_site, user.username)

    yield open_table
    for context in contexts:
        context.close()
    assert faults == []


def totals(game: Game) -> dict[str, int]:
    """By a scorer that knows nothing of the engine's."""
    assert game.state is not None
    players = {seat.number: names.player(seat) for seat in game.seats.all()}
    sheets = naive_card_game.score(game.edition, game.state)
    return {players[sheet["seat"]]: sheet["total"] for sheet in sheets}


@pytest.mark.usefixtures("celery_worker")
def test_two_people_play_a_game_with_a_robbery(seated: Seated, alice: User, bob: User) -> None:
    game = cast.started(alice, bob, edition="card-game", look_at_track=True)
    first = seated(game, cast.user_of(game, 0))
    second = seated(game, cast.user_of(game, 1), phone=True)
    first.keep_tickets(2)
    second.keep_tickets(1)
    first.wait_for_turn()
    card_game.arrange(
        game,
        hand={"green": 4, "locomotive": 1, "yellow": 2},
        tickets=("dallas--helena", "chicago--new-york"),
        row=GREY_ROW,
        deck=("black",) * 7,
    )
    card_game.arrange(
        game, seat=1, hand={"green": 2, "red": 1, "blue": 1, "white": 2}, tickets=("chicago--miami",)
    )
    first.page.reload()
    second.page.reload()

    first.draw()
    first.draw()
    second.wait_for_turn()
    a_row_is_placed_on_a_phone(second)
    first.wait_for_turn()
    a_row_is_robbed(first, second)
    a_trio_is_placed(second)
    first.wait_for_turn()
    one_draws_one_card_and_stops(first)
    second.wait_for_turn()
    tickets_are_drawn_and_none_kept(second)
    first.wait_for_turn()
    the_keyboard_places_cards(first)

    play_the_deck_out(first, second)
    tickets_are_completed(game, first, second)
    game.refresh_from_db()
    assert game.is_finished
    for person in (first, second):
        expect(person.page.locator(".bar h1")).to_have_text("Game over", timeout=20_000)
        expect(person.page.locator(".st .pile-open")).not_to_have_count(0)
        person.page.locator("[data-tell]").click()
        assert person.see_the_telling() == totals(game)
        assert totals_in(person.page.locator(".scores tbody tr")) == totals(game)
    kinds = {move.action["type"] for move in Move.objects.filter(by=Move.By.HUMAN) if move.action}
    assert kinds == {
        *("keep_tickets", "draw_card", "stop_drawing", "place_trains", "draw_tickets", "complete_tickets")
    }


def a_row_is_placed_on_a_phone(person: CardPlayer) -> None:
    person.lay(green=2)
    person.confirm_as("Place 2 green")
    assert person.station == ["2 green, next: green"]


def a_row_is_robbed(robber: CardPlayer, victim: CardPlayer) -> None:
    """With as many cards it is said why not, with one more who is robbed."""
    hand = robber.page.locator("[data-lay][data-colour=green]")
    hand.click()
    hand.click()
    expect(robber.page.locator(".outcome .why")).to_contain_text("more than that are needed, you place 2.")
    expect(robber.page.locator(".decide [data-confirm]")).to_be_disabled()
    hand.click()
    expect(robber.page.locator(".outcome .risk")).to_contain_text(
        f"This robs {victim.name} of 2 green cards."
    )
    assert robber.page.locator(".hand .grp.used .less").inner_text() == "−3"
    robber.confirm_as(f"Place 3 green and rob {victim.name}")

    victim.wait_for_turn()
    assert victim.station == []
    assert robber.station == ["3 green, next: green"]
    assert victim.page.locator(".discards").inner_text().startswith("2 discarded")


def a_trio_is_placed(person: CardPlayer) -> None:
    person.lay(red=1, blue=1)
    expect(person.page.locator(".outcome .why")).to_contain_text("three single cards of different colours")
    person.page.locator(".lay [data-step='1'][data-colour=white]").nth(1).click()
    person.confirm_as("Place 1 red, 1 blue and 1 white")
    assert len(person.station) == 3


def one_draws_one_card_and_stops(person: CardPlayer) -> None:
    expect(person.page.locator(".bar")).to_contain_text("1 card has rolled onto your track.")
    person.press_card()
    expect(person.page.locator(".bar h1")).to_have_text("One more card")
    person.stop()
    expect(person.page.locator(".bar h1")).to_contain_text("is to move")


def tickets_are_drawn_and_none_kept(person: CardPlayer) -> None:
    person.draw_tickets()
    expect(person.page.locator(".decide [name=tickets]")).to_have_count(4)
    person.confirm_as("Keep none")


def the_keyboard_places_cards(person: CardPlayer) -> None:
    page = person.page
    page.locator(".bar [data-decide*='/place/']").press("Enter")
    field = page.locator(".lay input[data-colour=yellow]")
    field.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")  # there are two
    expect(page.locator(".decide [data-confirm]")).to_have_text("Place 2 yellow")
    expect(page.locator(".decide [data-confirm]")).to_be_enabled()
    assert field.evaluate("field => field === document.activeElement")
    settled(page)
    page.keyboard.press("Enter")
    page.locator(".decide").wait_for(state="detached")
    assert "2 yellow, next: yellow" in person.station


def play_the_deck_out(*people: CardPlayer) -> None:
    """Everybody draws what there is until the scoring."""
    end = time.monotonic() + GAME_LIMIT_S
    while not all(person.is_asked("Complete tickets") for person in people):
        assert time.monotonic() < end, [person.heading for person in people]
        for person in people:
            if person.to_move and not person.is_asked("Complete tickets"):
                person.move()
        people[0].page.wait_for_timeout(50)


def tickets_are_completed(game: Game, first: CardPlayer, second: CardPlayer) -> None:
    """Vector 18 (a); the person prefers New York."""
    card_game.arrange(
        game,
        track={"yellow": 1, "blue": 1, "locomotive": 1},
        tickets=("chicago--new-york", "new-york--chicago", "chicago--montreal"),
    )
    card_game.arrange(game, seat=1, track={"red": 1, "yellow": 1}, tickets=("chicago--miami",))
    first.page.reload()
    second.page.reload()
    tick(first, "chicago--montreal", on=False)
    expect(first.page.locator(".outcome .why")).to_contain_text("complete as many as fit")
    tick(first, "new-york--chicago", on=True)
    expect(first.page.locator(".decide .cities li", has_text="New York")).to_contain_text("2 of yours")
    first.page.get_by_role("button", name="As suggested").click()
    expect(first.page.locator(".decide [data-confirm]")).to_have_text("Complete 2 tickets: 12 points")
    tick(first, "chicago--montreal", on=False)
    tick(first, "new-york--chicago", on=True)
    first.confirm_as("Complete 2 tickets: 10 points")
    second.confirm_as("Complete 1 ticket: 10 points")


def tick(person: CardPlayer, ticket: str, *, on: bool) -> None:
    person.page.locator(f".decide [name=tickets][value={ticket}]").set_checked(on)


@pytest.mark.usefixtures("celery_worker")
def test_a_person_plays_with_three_computer_players_through_both_scorings(
    seated: Seated, alice: User
) -> None:
    game = cast.started(alice, edition="card-game", bots=("easy",) * 3)
    me = seated(game, alice, phone=True)
    me.keep_tickets(3)
    end = time.monotonic() + GAME_LIMIT_S
    shortened = scored = 0  # halves
    while not me.is_over:
        assert time.monotonic() < end, me.heading
        if me.is_asked("Complete tickets"):
            scored += 1
            me.confirm()
            if scored == 1:
                me.wait_for_turn()
                a_first_scoring_is_shown(me)
        elif me.to_move:
            if shortened == scored:
                card_game.shorten(game, left=5)
                shortened += 1
            me.move()
        else:
            me.page.wait_for_timeout(50)

    game.refresh_from_db()
    assert scored == 2
    assert game.is_finished
    expect(me.page.locator(".bar h1")).to_have_text("Game over", timeout=20_000)
    me.page.locator("[data-tell]").click()
    assert me.see_the_telling() == totals(game)
    assert totals_in(me.page.locator(".scores tbody tr")) == totals(game)


def a_first_scoring_is_shown(person: CardPlayer) -> None:
    expect(person.page.locator(".st .won")).to_have_count(4)
    person.page.get_by_role("tab", name="Log").click()
    expect(person.page.locator(".log")).to_contain_text("All cards but those in hands are shuffled")
    person.page.get_by_role("tab", name="Cards").click()
