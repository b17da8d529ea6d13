"""A finished game's page, while the computer looks back on the game and when it is through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from games import store, tasks
from games.selectors import Swing
from tests import finished

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from accounts.models import User


@pytest.mark.usefixtures("celery_worker")
def test_what_swung_the_game_comes_to_a_page_that_is_open(
    page: Page, live_site: str, alice: User, settings: Any
) -> None:
    settings.HINDSIGHTS = True
    game = finished.game("usa", alice)
    page.goto(f"{live_site}/games/{game.pk}/")
    expect(page.get_by_text("still looks for the turns")).to_be_visible()

    move = list(store.moves(game))[-2]
    assert move.seat is not None
    swing = Swing(
        turn=4, turns=60, first=move.seq, last=move.seq, seat=move.seat, before=0.3, after=0.6, instead=None
    )
    finished.tell(game, swing)
    tasks.push_hindsight.delay(game.pk)

    expect(page.get_by_role("heading", name="What swung the game")).to_be_visible()
    expect(page.get_by_text("Chances from 30 % to 60 %.")).to_be_visible()
    expect(page.get_by_text("still looks for the turns")).to_be_hidden()
