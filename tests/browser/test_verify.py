"""A finished game is dealt again in the browser, and what does not fit is found there."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

if TYPE_CHECKING:
    from games.models import Game

TEXTS = [
    "",
    "abc",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "x" * 55,
    "y" * 64,
    "z" * 1000,
]


def test_a_finished_game_is_dealt_again_and_a_changed_record_is_found(
    live_site: str, page: Page, game: Game
) -> None:
    from tests import cast

    cast.play_on(game, 10_000)
    page.goto(f"{live_site}/games/{game.pk}/verify/")
    hashes = page.evaluate(
        """async (texts) => {
          const { sha256, toHex } = await import("/static/js/verify/sha256.js");
          return texts.map((text) => toHex(sha256(new TextEncoder().encode(text))));
        }""",
        TEXTS,
    )
    assert hashes == [hashlib.sha256(text.encode()).hexdigest() for text in TEXTS]

    check = page.get_by_role("button", name="Check this game")
    check.click()

    expect(page.get_by_text("Everything was dealt from the seed.")).to_be_visible()
    expect(page.locator("[data-step][data-state=ok]")).to_have_count(5)
    record = page.request.get(f"{live_site}/api/games/{game.pk}/export/").json()
    expect(page.locator("[data-step=moves] [data-fact=moves]")).to_have_text(str(len(record["moves"]) - 1))
    assert Axe().run(page).violations_count == 0

    seq, drawn = next(
        (move["seq"], event)
        for move in record["moves"][1:]
        for event in move["events"]
        if event["type"] == "card_drawn"
    )
    right = drawn["card"]
    drawn["card"] = wrong = "white" if right != "white" else "black"

    def tamper(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(record))

    page.route("**/export/", tamper)
    check.click()

    difference = page.locator("[data-tell=difference]")
    expect(difference).to_contain_text(f"The first difference is in move {seq}.")
    expect(difference.locator("[data-expected]")).to_contain_text(right)
    expect(difference.locator("[data-found]")).to_contain_text(wrong)
    expect(page.locator("[data-step=moves]")).to_have_attribute("data-state", "failed")
    expect(page.locator("[data-step][data-state=ok]")).to_have_count(3)
    expect(page.get_by_text("Everything was dealt from the seed.")).to_be_hidden()

    page.unroute("**/export/")
    page.route("**/export/", lambda route: route.abort())
    check.click()

    expect(page.get_by_text("The record could not be fetched.")).to_be_visible()
    expect(difference).to_be_hidden()
    expect(page.locator("[data-step][data-state]")).to_have_count(0)


def test_games_of_europe_are_dealt_again(live_site: str, page: Page) -> None:
    """Kept games with tunnels in which the deck was shuffled or ran out, stations, long tickets."""
    from games import engine
    from tests.engine import make_golden
    from tests.engine.test_golden import golden

    page.goto(live_site)
    records = [
        {**golden(name), "dealing": engine.EDITIONS["europe"].dealing()} for name in make_golden.EUROPE
    ]
    steps = ["commitment", "before", "setup", "moves", "scores"]
    assert [checked_here(page, record) for record in records] == [steps] * 4

    changed = json.loads(json.dumps(records[0]))
    seq, event = next(
        (move["seq"], event)
        for move in changed["moves"]
        for event in move["events"]
        if event["type"] == "tunnel_card_turned_up"
    )
    event["counts"] = not event["counts"]
    assert checked_here(page, changed) == seq


def test_card_games_are_dealt_again(live_site: str, page: Page) -> None:
    """Kept games: two players; four with both halves, one of them with nobody asked at the scorings."""
    from games import engine
    from tests.engine.test_golden import golden

    page.goto(live_site)
    dealing = engine.EDITIONS["card-game"].dealing()
    names = ["card-game-2", "card-game-4", "card-game-4-auto_complete"]
    steps = ["commitment", "before", "setup", "moves", "scores"]
    assert [checked_here(page, {**golden(name), "dealing": dealing}) for name in names] == [steps] * 3

    changed = json.loads(json.dumps({**golden("card-game-4"), "dealing": dealing}))
    seq, deck = next(
        (move["seq"], event["deck"])
        for move in changed["moves"][1:]
        for event in move["events"]
        if event["type"] == "deck_shuffled"
    )
    deck.reverse()
    assert checked_here(page, changed) == seq


def checked_here(page: Page, record: dict[str, Any]) -> Any:
    """The steps that are in order, or the move of the first difference."""
    return page.evaluate(
        """async (record) => {
          const { verify } = await import("/static/js/verify/record.js");
          try {
            return [...verify(record, record.commitment)].map(({ step }) => step);
          } catch (difference) {
            return difference.seq;
          }
        }""",
        record,
    )
