"""A vacation that is cancelled, or ends early, gives nothing to the turns that counted on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts import services as accounts
from tests import cast
from tests.games.over_days import DAY, HOUR, RESERVE, TURN, asked, begun

if TYPE_CHECKING:
    from accounts.models import User
    from tests.conftest import Hands

pytestmark = pytest.mark.django_db


def test_a_cancelled_vacation_gives_no_time(alice: User, bob: User, hands: Hands) -> None:
    booked = {
        person.pk: accounts.book_vacation(
            user=person, first_day=(hands.at + DAY).date(), last_day=(hands.at + 14 * DAY).date()
        )
        for person in (alice, bob)
    }
    game = begun(alice, bob)
    assert asked(game).deadline == hands.at + TURN + RESERVE + 14 * DAY
    hands.on(hours=2)
    user = cast.user_of(game, 0)

    accounts.end_vacation(user=user, vacation_id=booked[user.pk].pk)

    assert asked(game).deadline == hands.at + TURN + RESERVE - 2 * HOUR


def test_whoever_comes_back_early_has_what_was_left(alice: User, bob: User, hands: Hands) -> None:
    booked = {
        person.pk: accounts.book_vacation(user=person, first_day=None, last_day=(hands.at + 9 * DAY).date())
        for person in (alice, bob)
    }
    game = begun(alice, bob)
    hands.on(days=3)
    user, other = cast.user_of(game, 0), cast.user_of(game, 1)

    accounts.end_vacation(user=other, vacation_id=booked[other.pk].pk)
    before = asked(game).reading()
    accounts.end_vacation(user=user, vacation_id=booked[user.pk].pk)

    after = asked(game).reading()
    assert before is not None
    assert after is not None
    assert before.left == after.left == TURN + RESERVE
    assert (before.still is None, after.still is None) == (False, True)
    assert after.deadline == hands.at + TURN + RESERVE
