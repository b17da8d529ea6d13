"""Pauses: all agree, silence is a yes, and every clock keeps what is left."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from games.models import Pause
from games.services import absence, pauses
from games.services.errors import BadRequest, NotOpen, NotYourSeat
from tests import cast
from tests.games.over_days import DAY, HOUR, RESERVE, TURN, asked, begun, draw, seat, sweep

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game
    from tests.conftest import Hands

pytestmark = pytest.mark.django_db


def agree(game: Game, *people: User) -> None:
    for user in people:
        pauses.answer(game_id=game.pk, user=user, agrees=True)


def test_thirty_hours_left_are_thirty_hours_left_after_a_pause(alice: User, bob: User, hands: Hands) -> None:
    """B21."""
    game = begun(alice, bob, per_decision_s=2 * 86400, reserve_s=0)
    hands.on(hours=18)
    pauses.ask(game_id=game.pk, user=alice, days=2)
    agree(game, bob)

    for hours in (0, 24, 24):
        hands.on(hours=hours)
        shown = asked(game).reading()
        assert shown is not None
        assert shown.left == 30 * HOUR
    hands.on(hours=29, minutes=59)
    assert sweep() == 0
    hands.on(minutes=1)
    assert sweep() == 1


def test_a_pause_begins_when_all_have_agreed_and_ends_by_itself(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = begun(alice, bob, charlie)
    before = asked(game).deadline

    pauses.ask(game_id=game.pk, user=alice, days=3)
    agree(game, bob)
    assert asked(game).deadline == before
    hands.on(hours=2)
    agree(game, charlie)

    pause = Pause.objects.get()
    assert (pause.state, pause.begins, pause.ends) == ("agreed", hands.at, hands.at + 3 * DAY)
    assert asked(game).deadline == before + 3 * DAY  # type: ignore[operator]
    shown = asked(game).reading()
    assert shown is not None
    assert shown.still is not None
    assert (shown.still.why, shown.still.until) == ("pause", hands.at + 3 * DAY)
    hands.on(days=3)
    shown = asked(game).reading()
    assert shown is not None
    assert shown.still is None


def test_a_turn_that_begins_in_a_pause_has_all_its_time_after_it(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    pauses.ask(game_id=game.pk, user=alice, days=3)
    agree(game, bob)
    hands.on(days=1)

    draw(game)  # whoever wants to may move

    assert seat(game, 0).reserve == RESERVE
    assert asked(game).deadline == hands.at + 2 * DAY + TURN + RESERVE


def test_no_answer_in_24_hours_is_a_yes(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    pauses.ask(game_id=game.pk, user=alice, days=1)
    hands.on(hours=23, minutes=59)
    assert pauses.due() == []
    hands.on(minutes=1)

    assert [pauses.silence_agrees(game_id=game_id) for game_id in pauses.due()] == [True]

    assert Pause.objects.get().begins == hands.at
    assert pauses.silence_agrees(game_id=game.pk) is False


def test_one_no_refuses_it(alice: User, bob: User, charlie: User, hands: Hands) -> None:
    game = begun(alice, bob, charlie)
    before = asked(game).deadline
    pauses.ask(game_id=game.pk, user=alice, days=1)

    pauses.answer(game_id=game.pk, user=bob, agrees=False)

    assert Pause.objects.get().state == "refused"
    with pytest.raises(NotOpen):
        agree(game, charlie)
    hands.on(days=2)
    assert pauses.due() == []
    assert asked(game).deadline == before


def test_seats_of_stand_ins_and_computers_are_not_asked(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = begun(alice, bob, charlie)
    absence.leave(game_id=game.pk, user=charlie)

    pauses.ask(game_id=game.pk, user=alice, days=1)
    with pytest.raises(NotYourSeat):
        agree(game, charlie)
    agree(game, bob)

    assert Pause.objects.get().state == "agreed"
    alone = begun(alice, bob)
    absence.resign(game_id=alone.pk, user=bob)
    assert pauses.ask(game_id=alone.pk, user=alice, days=1).pk
    assert alone.pauses.get().state == "agreed"


def test_when_the_only_one_who_has_not_answered_leaves_all_have_agreed(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = begun(alice, bob, charlie)
    pauses.ask(game_id=game.pk, user=alice, days=2)
    agree(game, bob)

    absence.leave(game_id=game.pk, user=charlie)

    assert Pause.objects.get().begins == hands.at


def test_a_pause_that_nobody_wants_any_more_does_not_begin(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = begun(alice, bob, charlie)
    pauses.ask(game_id=game.pk, user=alice, days=2)

    absence.resign(game_id=game.pk, user=alice)

    assert Pause.objects.get().state == "refused"
    hands.on(days=1)
    assert pauses.due() == []


def test_who_was_refused_asks_again_after_a_day(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    pauses.ask(game_id=game.pk, user=alice, days=2)
    pauses.answer(game_id=game.pk, user=bob, agrees=False)

    with pytest.raises(NotOpen, match="after a day"):
        pauses.ask(game_id=game.pk, user=alice, days=2)

    hands.on(days=1)
    assert pauses.ask(game_id=game.pk, user=alice, days=2).state == "asked"


def test_pauses_cannot_be_asked_for_without_end(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    for days in (0, 15):
        with pytest.raises(BadRequest):
            pauses.ask(game_id=game.pk, user=alice, days=days)
    pauses.ask(game_id=game.pk, user=alice, days=10)
    with pytest.raises(NotOpen):
        pauses.ask(game_id=game.pk, user=bob, days=1)  # one at a time
    agree(game, bob)
    with pytest.raises(NotOpen):
        pauses.ask(game_id=game.pk, user=bob, days=1)  # it goes on
    hands.on(days=10)

    with pytest.raises(BadRequest, match="4 more days"):
        pauses.ask(game_id=game.pk, user=alice, days=5)

    pauses.ask(game_id=game.pk, user=alice, days=4)
    pauses.answer(game_id=game.pk, user=bob, agrees=False)
    assert pauses.days_left(game, alice) == 4  # what was refused is not used up
    pauses.ask(game_id=game.pk, user=bob, days=14)


def test_a_deadline_that_has_passed_is_not_saved_by_a_pause(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    hands.on(days=6, seconds=1)
    pauses.ask(game_id=game.pk, user=alice, days=1)
    agree(game, bob)

    assert sweep() == 1


def test_where_there_is_no_clock_there_is_nothing_to_pause(alice: User, bob: User) -> None:
    game = cast.started(alice, bob, clock=None)

    with pytest.raises(BadRequest):
        pauses.ask(game_id=game.pk, user=alice, days=1)


def test_through_the_api(alice: User, bob: User, charlie: User, hands: Hands) -> None:
    game = begun(alice, bob)
    url = f"/api/games/{game.pk}/pause/"
    own = game.seats.get(user=alice).number

    shown = cast.client(alice).post(url, {"days": 2}).data["pause"]

    assert shown == {
        "asked_by": own,
        "days": 2,
        "state": "asked",
        "answer_by": hands.at + timedelta(days=1),
        "begins": None,
        "ends": None,
        "agreed": [own],
    }
    shown = cast.client(bob).post(url, {"agree": True}).data
    assert shown["pause"]["state"] == "agreed"
    assert shown["decisions"][0]["still"] == {"why": "pause", "until": hands.at + 2 * DAY}
    assert shown["decisions"][0]["left_s"] == 6 * 86400
    for wrong in ({}, {"days": 1, "agree": True}, {"days": "soon"}, {"hours": 1}):
        assert cast.client(alice).post(url, wrong).status_code == 400
    assert cast.client(alice).post(url, {"agree": True}).data["code"] == "not_open"
    assert cast.client(charlie).post(url, {"days": 1}).data["code"] == "not_your_seat"
