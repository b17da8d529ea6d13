"""Which games a vacation does not cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from games.services import absence
from games.web import vacations
from tests import cast
from tests.games.over_days import DAY, begun, draw

if TYPE_CHECKING:
    from accounts.models import User
    from tests.conftest import Hands

pytestmark = pytest.mark.django_db


def uncovered(user: User, hands: Hands) -> dict[str, str]:
    found = vacations.uncovered(user=user, begins=hands.at, ends=hands.at + 7 * DAY)
    return {game.title: game.why for game in found}


def test_tables_that_forbid_it_and_turns_that_have_begun(alice: User, bob: User, hands: Hands) -> None:
    mine, theirs, strict = begun(alice, bob), begun(alice, bob), begun(alice, bob, vacation_counts=False)
    user = cast.user_of(mine, 0)
    if cast.user_of(theirs, 0) == user:
        draw(theirs)
    cast.started(alice, bob, clock=None)
    given_up = begun(alice, bob)
    absence.leave(game_id=given_up.pk, user=user)

    assert uncovered(user, hands) == {
        f"Table {mine.pk} · USA": "It is your turn already, until Sun 12:00.",
        f"Table {strict.pk} · USA": "At this table a vacation does not stop the clock.",
    }


def test_a_turn_that_is_due_before_the_vacation_begins_is_no_matter_of_it(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)

    later = vacations.uncovered(
        user=cast.user_of(game, 0), begins=hands.at + 6 * DAY, ends=hands.at + 9 * DAY
    )

    assert later == []


def test_the_page_lists_them_before_a_vacation_is_booked(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob, vacation_counts=False)
    browser = Client()
    browser.force_login(alice)

    page = browser.post(
        reverse("accounts:book_vacation"), {"first_day": "2026-06-10", "last_day": "2026-06-12"}
    )

    assert f"Table {game.pk} · USA" in page.content.decode()
    assert "At this table a vacation does not stop the clock." in page.content.decode()
    assert not alice.vacations.exists()
