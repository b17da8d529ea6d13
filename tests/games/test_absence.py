"""Leaving, coming back, taking over (R-AWAY-1, R-AWAY-2)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from accounts import guests
from accounts import services as accounts
from games import selectors
from games.models import Answer, FormerHolder, Game, Move
from games.services import absence, bots, lobby, play
from games.services.errors import (
    BadRequest,
    Forbidden,
    NotOpen,
    NotYourSeat,
    SeatTaken,
    StaleDecision,
)
from tests import cast
from tests.games.over_days import (
    DAY,
    HOUR,
    RESERVE,
    TURN,
    asked,
    begun,
    draw,
    leave_one_card,
    made_by,
    on_clock,
    seat,
    sweep,
)

if TYPE_CHECKING:
    from accounts.models import User
    from tests.conftest import Hands

FROM_DECK = {"type": "draw_card", "from": "deck"}

pytestmark = pytest.mark.django_db


def left(game: Game) -> User:
    """Whoever has the turn leaves."""
    user = cast.user_of(game, asked(game).seat)
    absence.leave(game_id=game.pk, user=user)
    return user


def let_stand_in_play(game: Game) -> None:
    while bots.play_one(game_id=game.pk):
        pass


def test_whoever_leaves_gives_the_seat_to_a_stand_in(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    opened = asked(game).opened_seq

    user = left(game)

    assert seat(game, 0).state == "abandoned"
    assert asked(game).deadline is None
    let_stand_in_play(game)
    assert set(made_by(game, opened)) == {(0, "stand-in")}
    assert selectors.turns_waiting(user) == 0


def test_the_seat_is_taken_back_with_the_time_that_was_left(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob, bots=("easy",))  # so that the stand-in lets a minute pass
    while asked(game).seat != min(row.number for row in game.seats.all() if row.user_id):
        hands.on(minutes=5)
        bots.play_one(game_id=game.pk)
    before = asked(game)
    hands.on(hours=7)
    user = left(game)
    hands.on(seconds=30)

    absence.reclaim(game_id=game.pk, user=user)

    again, own = asked(game), seat(game, before.seat)
    assert (again.name, again.since, again.deadline) == (before.name, before.since, before.deadline)
    assert (own.state, own.reclaims, own.misses, own.reserve) == ("active", 1, 0, RESERVE)
    assert not Answer.objects.filter(in_time=False).exists()  # nothing has been missed after all
    shown = again.reading()
    assert shown is not None
    assert shown.left == TURN + RESERVE - 7 * HOUR - timedelta(seconds=30)


def test_a_turn_that_began_in_ones_absence_has_the_time_since_it_began(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob, bots=("easy",))
    people = sorted(row.number for row in game.seats.all() if row.user_id)
    user = cast.user_of(game, people[0])
    absence.leave(game_id=game.pk, user=user)
    while asked(game).seat != people[0]:
        if asked(game).seat == people[1]:
            draw(game)
        else:
            hands.on(minutes=5)
            bots.play_one(game_id=game.pk)
    began = hands.at
    hands.on(seconds=40)

    absence.reclaim(game_id=game.pk, user=user)

    assert asked(game).deadline == began + TURN + RESERVE


def test_a_seat_is_taken_back_twice_at_most(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    user = cast.user_of(game, 0)
    for _ in range(2):
        absence.leave(game_id=game.pk, user=user)
        absence.reclaim(game_id=game.pk, user=user)
    absence.leave(game_id=game.pk, user=user)

    with pytest.raises(Forbidden, match="2 times"):
        absence.reclaim(game_id=game.pk, user=user)

    assert seat(game, 0).state == "abandoned"


def test_to_take_back_a_seat_that_one_holds_does_nothing(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)

    absence.reclaim(game_id=game.pk, user=alice)

    assert [row.reclaims for row in game.seats.all()] == [0, 0]


def test_a_seat_lost_on_time_is_taken_back_too(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob, strict=True)
    user = cast.user_of(game, 0)
    hands.on(days=6)
    sweep()

    absence.reclaim(game_id=game.pk, user=user)

    own = seat(game, 0)
    assert (own.state, own.reserve) == ("active", timedelta(0))  # what was eaten is eaten


def test_misses_in_a_row_stay_when_one_leaves_and_comes_back(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    user = cast.user_of(game, 0)
    hands.on(days=6)
    sweep()
    absence.leave(game_id=game.pk, user=user)
    absence.reclaim(game_id=game.pk, user=user)
    draw(game)
    hands.on(days=2)  # the reserve has been eaten

    sweep()

    assert seat(game, 0).state == "abandoned"


def test_to_leave_in_ones_own_turn_is_no_answer_in_time(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    user = left(game)

    answer = Answer.objects.get(in_time=False)

    assert (answer.user, answer.game, answer.seat) == (user, game, 0)
    waiting = cast.user_of(game, 1)
    absence.leave(game_id=game.pk, user=waiting)  # who was not asked has missed nothing
    assert Answer.objects.filter(in_time=False).count() == 1


def test_the_reserve_that_was_eaten_before_leaving_is_eaten(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    hands.on(days=5)
    user = left(game)
    assert seat(game, 0).reserve == RESERVE - 3 * DAY
    let_stand_in_play(game)
    absence.reclaim(game_id=game.pk, user=user)
    draw(game)

    assert asked(game).deadline == hands.at + TURN + RESERVE - 3 * DAY


def test_who_took_over_is_judged_by_their_own_answers(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    user = left(game)
    absence.take_over(game_id=game.pk, user=charlie)
    absence.leave(game_id=game.pk, user=charlie)
    absence.reclaim(game_id=game.pk, user=charlie)

    draw(game)

    answers = Answer.objects.filter(game=game, seat=0, turn_seq__gt=0).order_by("user")
    assert {(row.user, row.in_time) for row in answers} == {(user, False), (charlie, True)}


def test_who_clicks_twice_is_not_told_of_an_earlier_turn_that_passed(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    user = cast.user_of(game, 0)
    hands.on(days=6)
    sweep()
    draw(game)
    first = asked(game).name
    cast.answer(game, 0, FROM_DECK)

    with pytest.raises(StaleDecision) as refused:
        play.submit(game_id=game.pk, user=user, decision=first, action=FROM_DECK, key="twice")

    assert refused.value.facts["late"] is False


def test_a_stand_in_does_not_move_on_a_seat_that_was_taken_back_while_it_thought(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    user = left(game)
    table = cast.table(game)
    action = bots.choice(table, table.decisions[0])
    absence.reclaim(game_id=game.pk, user=user)

    with pytest.raises(StaleDecision):
        play.submit_for_computer(
            game_id=game.pk, seat=0, decision=asked(game).name, action=action, by=Move.By.STAND_IN
        )

    assert asked(game).seat == 0


def test_a_request_sent_once_more_after_leaving_is_answered_as_before(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    user, name = cast.user_of(game, 0), asked(game).name
    request = {"game_id": game.pk, "user": user, "decision": name, "action": FROM_DECK, "key": "one"}
    first = play.submit(**request)
    absence.leave(game_id=game.pk, user=user)

    again = play.submit(**request)

    assert (again.repeated, again.move.pk) == (True, first.move.pk)


def test_resigning_is_for_good(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    user = cast.user_of(game, 0)

    absence.resign(game_id=game.pk, user=user)

    assert seat(game, 0).state == "resigned"
    let_stand_in_play(game)
    assert asked(game).seat == 1
    with pytest.raises(Forbidden, match="for good"):
        absence.reclaim(game_id=game.pk, user=user)
    absence.leave(game_id=game.pk, user=user)
    assert seat(game, 0).state == "resigned"


def test_nobody_moves_for_a_seat_that_a_stand_in_plays(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    name = asked(game).name
    user = left(game)

    with pytest.raises(NotYourSeat, match="stand-in"):
        play.submit(game_id=game.pk, user=user, decision=name, action=FROM_DECK, key="1")

    shown = cast.client(user).get(f"/api/games/{game.pk}/").data
    assert (shown["you"]["decision"], shown["you"]["legal"]) == (None, [])
    assert shown["you"]["hand"]


def test_when_nobody_is_left_the_stand_ins_play_to_the_end(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob, bots=("easy",))
    begun_at = hands.at
    absence.leave(game_id=game.pk, user=alice)
    absence.resign(game_id=game.pk, user=bob)

    let_stand_in_play(game)

    game.refresh_from_db()
    assert game.status == "finished"
    assert hands.at == begun_at  # none of them waited
    assert game.seats.get(user=alice).total is not None
    with pytest.raises(NotOpen):
        absence.reclaim(game_id=game.pk, user=alice)


def test_computers_that_were_waiting_go_on_when_the_last_but_one_leaves(
    alice: User, bob: User, hands: Hands
) -> None:
    game = on_clock(alice, bob, bots=("easy",))
    computer = game.decisions.get(act_at__isnull=False)
    assert computer.act_at is not None
    assert computer.act_at > hands.at

    absence.leave(game_id=game.pk, user=alice)

    computer.refresh_from_db()
    assert computer.act_at == hands.at


def test_who_comes_back_to_a_turn_without_a_choice_has_it_played(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    user = cast.user_of(game, 1)
    absence.leave(game_id=game.pk, user=user)
    leave_one_card(game)
    assert (asked(game).seat, len(cast.legal(game, 1))) == (1, 1)

    absence.reclaim(game_id=game.pk, user=user)

    assert made_by(game)[-1] == (1, "rule")
    assert asked(game).seat == 0


def test_at_an_open_table_leaving_is_getting_up(alice: User, bob: User) -> None:
    game = lobby.open_table(user=alice, edition="usa", size=3)
    lobby.join(game_id=game.pk, user=bob)

    absence.leave(game_id=game.pk, user=bob)

    assert [row.user for row in game.seats.all()] == [alice]
    with pytest.raises(NotOpen):
        absence.resign(game_id=game.pk, user=alice)


# Taking over


def test_another_person_takes_over_a_seat_and_has_a_turn_of_their_own(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    hands.on(days=3)
    user = left(game)
    hand = cast.client(user).get(f"/api/games/{game.pk}/").data["you"]["hand"]

    absence.take_over(game_id=game.pk, user=charlie)

    taken = seat(game, 0)
    assert (taken.user, taken.state, taken.reclaims) == (charlie, "active", 0)
    assert asked(game).deadline == hands.at + TURN + RESERVE - DAY  # a day of it was eaten before
    assert asked(game).since == hands.at
    former = FormerHolder.objects.get()
    assert (former.seat, former.user, former.state, former.until) == (taken, user, "abandoned", hands.at)
    shown = cast.client(charlie).get(f"/api/games/{game.pk}/").data
    assert shown["you"]["hand"] == hand
    assert shown["you"]["legal"]
    assert cast.client(user).get(f"/api/games/{game.pk}/").data["you"] is None
    draw(game)
    assert made_by(game)[-1] == (0, "human")


def test_who_took_over_sees_what_the_seat_may_see_and_no_more(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    draw(game)
    left(game)  # seat 1
    absence.take_over(game_id=game.pk, user=charlie, seat=1)

    events = cast.client(charlie).get(f"/api/games/{game.pk}/events/").data["events"]

    cards = {(event["seat"], event["card"] is None) for event in events if event["type"] == "card_drawn"}
    assert cards == {(0, True), (1, False)}  # those that were dealt, too
    kept = {event["seat"]: event["tickets"] for event in events if event["type"] == "first_tickets_kept"}
    assert set(kept[0] or [None]) == {None}
    assert None not in kept[1]


def refused(error: type[Exception], call: Callable[[], None]) -> None:
    with pytest.raises(error):
        call()


def test_who_may_not_take_over(alice: User, bob: User, charlie: User, hands: Hands) -> None:
    dora = cast.person("dora")
    game = begun(alice, bob, charlie)
    refused(SeatTaken, lambda: absence.take_over(game_id=game.pk, user=dora))  # nobody has left
    gone = [cast.user_of(game, number) for number in (1, 2)]
    for user in gone:
        absence.leave(game_id=game.pk, user=user)
    stays = cast.user_of(game, 0)

    refused(BadRequest, lambda: absence.take_over(game_id=game.pk, user=dora))  # which one?
    refused(SeatTaken, lambda: absence.take_over(game_id=game.pk, user=dora, seat=0))
    refused(BadRequest, lambda: absence.take_over(game_id=game.pk, user=dora, seat=7))
    refused(Forbidden, lambda: absence.take_over(game_id=game.pk, user=stays, seat=1))  # knows a hand
    refused(Forbidden, lambda: absence.take_over(game_id=game.pk, user=gone[0], seat=2))  # likewise
    refused(Forbidden, lambda: absence.take_over(game_id=game.pk, user=guests.create(), seat=1))
    absence.take_over(game_id=game.pk, user=dora, seat=1)
    refused(Forbidden, lambda: absence.take_over(game_id=game.pk, user=gone[0], seat=2))  # and for ever
    refused(NotYourSeat, lambda: absence.reclaim(game_id=game.pk, user=gone[0]))


def test_a_table_may_forbid_that_others_take_over(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    closed = begun(alice, bob, open_seats=False)
    private = begun(alice, bob, public=False)
    for game in (closed, private):
        absence.leave(game_id=game.pk, user=bob)

    refused(Forbidden, lambda: absence.take_over(game_id=closed.pk, user=charlie))
    refused(Forbidden, lambda: absence.take_over(game_id=private.pk, user=charlie))
    absence.take_over(game_id=private.pk, user=charlie, invite=private.invite)

    assert private.seats.filter(user=charlie).exists()


def test_a_resigned_seat_may_be_taken_over_as_well(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    absence.resign(game_id=game.pk, user=bob)

    absence.take_over(game_id=game.pk, user=charlie)

    assert game.seats.get(user=charlie).state == "active"


# Doors


def test_all_of_it_through_the_api(alice: User, bob: User, charlie: User, hands: Hands) -> None:
    game = begun(alice, bob)
    url, mine, other = f"/api/games/{game.pk}", cast.client(alice), cast.client(charlie)
    number = game.seats.get(user=alice).number

    assert mine.post(f"{url}/leave/", {}).data["seats"][number]["state"] == "abandoned"
    assert mine.post(f"{url}/reclaim/", {}).data["seats"][number]["state"] == "active"
    assert mine.post(f"{url}/resign/", {}).data["seats"][number]["state"] == "resigned"
    assert mine.post(f"{url}/reclaim/", {}).status_code == 403
    taken = other.post(f"{url}/takeover/", {"seat": number})
    assert (taken.status_code, taken.data["seats"][number]["user"]) == (200, "charlie")
    again = cast.client(cast.person("dora")).post(f"{url}/takeover/", {"seat": number})
    assert (again.status_code, again.data["code"]) == (409, "seat_taken")
    assert other.post(f"{url}/takeover/", {"chair": 1}).data["code"] == "bad_request"
    assert cast.client(None).post(f"{url}/resign/", {}).status_code == 401
    assert cast.client(cast.person("erik")).post(f"{url}/resign/", {}).data["code"] == "not_your_seat"


def test_who_is_on_vacation_is_away_and_the_others_see_until_when(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    accounts.book_vacation(user=alice, first_day=None, last_day=(hands.at + 2 * DAY).date())

    seats = cast.client(bob).get(f"/api/games/{game.pk}/").data["seats"]

    own = game.seats.get(user=alice).number
    assert seats[own]["state"] == "away"
    assert seats[own]["away_until"].isoformat() == "2026-06-04T00:00:00+00:00"
    assert (seats[1 - own]["state"], seats[1 - own]["away_until"]) == ("active", None)
    (listed,) = cast.client(bob).get("/api/games/?mine=1").data["results"]
    assert [row["state"] for row in listed["seats"]] == [row["state"] for row in seats]
    hands.on(days=3)
    assert cast.client(bob).get(f"/api/games/{game.pk}/").data["seats"][own]["state"] == "active"
