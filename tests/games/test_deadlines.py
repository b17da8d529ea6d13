"""What the site does when a deadline passes. The clock is put on by hand; nobody is online."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

import pytest

from accounts import services as accounts
from games import ai, tasks
from games.models import Answer, Decision, FailedTurn, Game, Move, Seat
from games.services import absence, bots, deadlines, lobby, play
from games.services.errors import StaleDecision
from tests import card_game, cast
from tests.games.over_days import (
    DAY,
    HOUR,
    RESERVE,
    TURN,
    arrange,
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
    from pytest_django.fixtures import SettingsWrapper

    from accounts.models import User
    from tests.conftest import Hands

FROM_DECK = {"type": "draw_card", "from": "deck"}
SECOND = timedelta(seconds=1)

pytestmark = pytest.mark.django_db


# A clock belongs to the turn


def test_a_turn_has_its_own_time_and_the_whole_reserve_at_first(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)

    first = asked(game)

    assert first.deadline == hands.at + TURN + RESERVE
    assert seat(game, 0).reserve == RESERVE
    shown = first.reading()
    assert shown is not None
    assert (shown.left, shown.turn_left, shown.turn_until) == (TURN + RESERVE, TURN, hands.at + TURN)


def test_the_second_card_and_a_choice_of_tickets_have_the_deadline_of_their_turn(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    first = asked(game)
    hands.on(hours=5)

    cast.answer(game, 0, FROM_DECK)

    second = asked(game)
    assert (second.kind, second.since, second.deadline) == ("second_card", first.since, first.deadline)
    cast.answer(game, 0, FROM_DECK)
    turn_of_1 = asked(game)
    assert turn_of_1.deadline == hands.at + TURN + RESERVE
    hands.on(hours=1)
    cast.answer(game, 1, {"type": "draw_tickets"})
    choice = asked(game)
    assert (choice.kind, choice.deadline) == ("keep_tickets", turn_of_1.deadline)


def test_at_a_scoring_of_the_card_game_all_have_as_much_time(alice: User, bob: User, hands: Hands) -> None:
    """Whoever made the last turn, too: completing tickets is no part of it."""
    game = card_game.started(alice, bob)
    hands.on(days=3)

    card_game.score(game)

    asked_now = list(game.decisions.all())
    assert [row.kind for row in asked_now] == ["complete_tickets"] * 2
    assert {row.since for row in asked_now} == {hands.at}
    reserves = {row.number: row.reserve for row in game.seats.all()}
    assert reserves[0] == RESERVE - DAY
    assert all(row.deadline == hands.at + TURN + reserves[row.seat] for row in asked_now)


def test_overrun_eats_of_the_reserve_and_only_of_ones_own(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    hands.on(days=2, hours=10)

    draw(game)

    assert seat(game, 0).reserve == RESERVE - 10 * HOUR
    assert seat(game, 1).reserve == RESERVE
    hands.on(hours=47)
    draw(game)  # within the time of a turn
    assert seat(game, 1).reserve == RESERVE
    assert asked(game).deadline == hands.at + TURN + RESERVE - 10 * HOUR


def test_a_clock_stands_in_its_owners_nights_as_they_were_when_the_turn_began(
    alice: User, bob: User, hands: Hands
) -> None:
    for person in (alice, bob):
        accounts.save_preferences(user=person, time_zone="Europe/Berlin", language="en")
        accounts.save_sleep(user=person, sleep_from=time(23), sleep_until=time(7))
    game = begun(alice, bob, per_decision_s=12 * 3600, reserve_s=0)

    # 14:00 in Berlin, in summer: nine hours, the night, and three more.
    assert asked(game).deadline == datetime(2026, 6, 2, 8, tzinfo=UTC)
    accounts.save_sleep(user=cast.user_of(game, 0), sleep_from=None, sleep_until=None)
    assert asked(game).deadline == datetime(2026, 6, 2, 8, tzinfo=UTC)
    draw(game)
    draw(game)
    assert asked(game).deadline == hands.at + 12 * HOUR  # from the next decision on


def test_a_vacation_that_was_booked_before_the_turn_stops_the_clock(
    alice: User, bob: User, hands: Hands
) -> None:
    for person in (alice, bob):
        accounts.book_vacation(
            user=person, first_day=(hands.at + DAY).date(), last_day=(hands.at + 3 * DAY).date()
        )

    covered, forbidden = begun(alice, bob), begun(alice, bob, vacation_counts=False)

    assert asked(covered).deadline == hands.at + TURN + RESERVE + 3 * DAY
    assert asked(forbidden).deadline == hands.at + TURN + RESERVE


def test_a_vacation_begun_during_a_turn_counts_from_the_next_one_on(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    before = asked(game).deadline

    accounts.book_vacation(user=cast.user_of(game, 0), first_day=None, last_day=(hands.at + 3 * DAY).date())

    assert asked(game).deadline == before
    draw(game)
    draw(game)
    assert asked(game).deadline == datetime(2026, 6, 5, tzinfo=UTC) + TURN + RESERVE


def test_a_weekend_stops_the_clock_where_the_table_says_so(alice: User, bob: User, hands: Hands) -> None:
    hands.on(days=4)  # Friday noon

    game = begun(alice, bob, per_decision_s=24 * 3600, reserve_s=0, weekends_stop=True)

    assert asked(game).deadline == datetime(2026, 6, 8, 12, tzinfo=UTC)  # Monday noon


def test_a_table_without_a_clock_has_no_deadline(alice: User, bob: User, hands: Hands) -> None:
    game = cast.started(alice, bob, clock=None)
    cast.choose_tickets(game)

    assert asked(game).deadline is None
    assert asked(game).reading() is None
    hands.on(days=400)
    assert sweep() == 0


# Misses


def test_nothing_happens_before_the_deadline_and_one_turn_is_made_after_it(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    first = asked(game)
    hands.at = first.deadline - SECOND
    assert sweep() == 0

    hands.on(seconds=1)

    assert sweep() == 1
    assert set(made_by(game, first.opened_seq)) == {(0, "stand-in")}
    absent = seat(game, 0)
    assert (absent.state, absent.misses, absent.reserve) == ("away", 1, timedelta(0))
    assert asked(game).seat == 1
    assert asked(game).deadline == hands.at + TURN + RESERVE
    assert sweep() == 0  # a second scheduler finds nothing


def test_a_miss_in_the_middle_of_a_turn_ends_that_turn_and_is_one_miss(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    cast.answer(game, 0, FROM_DECK)
    opened = asked(game).opened_seq
    hands.on(days=6)

    sweep()

    assert made_by(game, opened) == [(0, "stand-in")]
    assert seat(game, 0).misses == 1
    assert asked(game).seat == 1


def test_whoever_comes_back_in_time_has_no_miss_in_a_row_any_more(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    hands.on(days=6)
    sweep()
    draw(game)

    draw(game)  # the one who was away

    back = seat(game, 0)
    assert (back.state, back.misses) == ("active", 0)
    draw(game)
    hands.on(days=2)
    sweep()
    assert seat(game, 0).state == "away"  # the first miss once more; its reserve was eaten up by the other


def test_a_second_miss_in_a_row_gives_the_seat_up_and_a_stand_in_goes_on(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    hands.on(days=6)
    sweep()
    draw(game)
    hands.on(days=2)  # the reserve has been eaten

    sweep()

    assert (seat(game, 0).state, seat(game, 0).misses) == ("abandoned", 2)
    draw(game)
    mine = asked(game)
    assert (mine.seat, mine.deadline, mine.reading()) == (0, None, None)
    opened = mine.opened_seq
    while bots.play_one(game_id=game.pk):
        pass
    assert set(made_by(game, opened)) == {(0, "stand-in")}
    assert asked(game).seat == 1


def test_at_a_strict_table_the_first_miss_gives_the_seat_up(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob, strict=True)
    hands.on(days=6)

    sweep()

    assert (seat(game, 0).state, seat(game, 0).misses) == ("abandoned", 1)
    assert asked(game).seat == 1


@pytest.mark.parametrize("second", [False, True])
def test_a_move_that_comes_after_the_deadline_is_late_though_nobody_has_acted_yet(
    alice: User, bob: User, hands: Hands, second: bool
) -> None:
    game = begun(alice, bob)
    if second:
        cast.answer(game, 0, FROM_DECK)
    hands.at = asked(game).deadline
    seq = Game.objects.get(pk=game.pk).seq

    with pytest.raises(StaleDecision) as refused:
        cast.answer(game, 0, FROM_DECK)

    assert refused.value.facts["late"] is True
    assert made_by(game, seq) == []
    assert sweep() == 1
    assert set(made_by(game, seq)) == {(0, "stand-in")}
    assert Answer.objects.filter(game=game, seat=0, in_time=False).count() == 1


def test_a_move_in_the_last_second_counts(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    hands.at = asked(game).deadline - SECOND

    draw(game)

    hands.on(seconds=30)
    assert sweep() == 0
    assert made_by(game)[-2:] == [(0, "human"), (0, "human")]
    own = seat(game, 0)
    assert (own.state, own.reserve) == ("active", SECOND)


def test_a_move_that_comes_after_the_site_has_acted_is_told_that_it_was_late(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    decision, user = asked(game).name, cast.user_of(game, 0)
    hands.on(days=6)
    sweep()

    with pytest.raises(StaleDecision) as refused:
        play.submit(game_id=game.pk, user=user, decision=decision, action=FROM_DECK, key="late")

    assert refused.value.facts["late"] is True
    assert "late" in refused.value.detail
    assert not Move.objects.filter(game=game, key="late").exists()
    answer = cast.client(user).post(
        f"/api/games/{game.pk}/actions/",
        {"decision": decision, "action": FROM_DECK},
        headers={"Idempotency-Key": "late"},
    )
    assert (answer.status_code, answer.data["code"], answer.data["late"]) == (409, "stale_decision", True)
    assert answer.data["game"]["seats"][0]["state"] == "away"


def test_who_is_merely_behind_was_not_late(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    decision, user = asked(game).name, cast.user_of(game, 0)
    draw(game)

    with pytest.raises(StaleDecision) as refused:
        play.submit(game_id=game.pk, user=user, decision=decision, action=FROM_DECK, key="again")

    assert refused.value.facts["late"] is False


def test_a_fault_of_the_computer_player_keeps_no_table_waiting(
    alice: User, bob: User, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(alice, bob)
    hands.on(days=6)
    real = ai.choose

    def broken(view: object, level: str, rng: object) -> object:
        if level == "normal":
            raise RuntimeError
        return real(view, level, rng)  # type: ignore[arg-type]

    monkeypatch.setattr(ai, "choose", broken)

    assert sweep() == 1
    assert seat(game, 0).state == "away"
    assert asked(game).seat == 1
    assert FailedTurn.objects.filter(game=game, seat=0).exists()


def test_a_seat_whose_account_is_deleted_has_no_deadline_to_miss(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    cast.user_of(game, 0).delete()
    hands.on(days=6)

    sweep()

    assert asked(game).seat == 1
    assert Answer.objects.filter(game=game, in_time=False).count() == 0
    assert (seat(game, 0).state, seat(game, 0).misses) == ("active", 0)


# Nobody ever came


def test_whoever_lets_the_first_tickets_pass_was_never_there(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = on_clock(alice, bob, charlie, bots=("easy",), strict=True)
    seats = {row.user_id: row for row in game.seats.all()}
    for user in (alice, charlie):
        number = seats[user.pk].number
        cast.keep_all(game, number)
    hands.on(days=6)

    sweep()

    game.refresh_from_db()
    assert (game.status, game.absentees, game.ended_at) == ("cancelled", [bob.pk], hands.at)
    assert not game.decisions.exists()
    fresh = game.successor
    assert fresh is not None
    assert (fresh.status, fresh.size, fresh.edition, fresh.options, fresh.public) == (
        "open",
        4,
        "usa",
        game.options,
        True,
    )
    assert fresh.host == alice
    assert fresh.invite != game.invite
    seated = {(row.user_id, row.bot, row.colour) for row in fresh.seats.all()}
    assert seated == {
        (alice.pk, "", seats[alice.pk].colour),
        (charlie.pk, "", seats[charlie.pk].colour),
        (None, "easy", seats[None].colour),
    }
    assert list(Answer.objects.filter(in_time=False).values_list("user", flat=True)) == [bob.pk]
    lobby.join(game_id=fresh.pk, user=cast.person("dora"))
    fresh.refresh_from_db()
    assert fresh.is_running
    assert fresh.commitment != game.commitment  # a new deal


def test_a_host_who_never_came_is_host_no_more(alice: User, bob: User, hands: Hands) -> None:
    game = on_clock(alice, bob)
    number = game.seats.get(user=bob).number
    cast.keep_all(game, number)
    hands.on(days=6)

    sweep()

    game.refresh_from_db()
    assert game.successor is not None
    assert game.successor.host == bob
    assert [row.user for row in game.successor.seats.all()] == [bob]


def test_when_nobody_came_there_is_no_new_table(alice: User, bob: User, hands: Hands) -> None:
    game = on_clock(alice, bob)
    hands.on(days=6)

    sweep()

    game.refresh_from_db()
    assert (game.status, game.successor, set(game.absentees)) == ("cancelled", None, {alice.pk, bob.pk})


def test_a_void_game_is_open_to_its_players_and_to_nobody_else(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = on_clock(alice, bob)
    number = game.seats.get(user=alice).number
    cast.keep_all(game, number)
    hands.on(days=6)
    sweep()
    game.refresh_from_db()

    record = cast.client(alice).get(f"/api/games/{game.pk}/export/").data
    shown = cast.client(bob).get(f"/api/games/{game.pk}/").data
    of_stranger = cast.client(charlie).get(f"/api/games/{game.pk}/export/").data

    assert record["seed"] == shown["seed"] == bytes(game.seed or b"").hex()
    offered = {
        who: [event["tickets"] for event in seen["moves"][0]["events"] if event["type"] == "tickets_offered"]
        for who, seen in (("alice", record), ("charlie", of_stranger))
    }
    assert [len(tickets) for tickets in offered["alice"]] == [3, 3]  # one's own, and those of the other
    assert all(tickets is None or set(tickets) == {None} for tickets in offered["charlie"])
    assert shown["status"] == "cancelled"
    assert shown["successor"] == str(game.successor_id)
    assert of_stranger["seed"] is None
    assert cast.client(charlie).get(f"/api/games/{game.pk}/").data.get("seed") is None


def test_when_the_last_person_misses_twice_the_stand_ins_go_on_at_once(alice: User, hands: Hands) -> None:
    game = begun(alice, bots=("easy",), strict=True)
    number = game.seats.get(user=alice).number
    if asked(game).seat != number:
        bots.play_one(game_id=game.pk)
        bots.play_one(game_id=game.pk)
    hands.on(days=6)
    sweep()
    then = hands.at

    while bots.play_one(game_id=game.pk):
        pass

    game.refresh_from_db()
    assert (game.status, game.ended_at) == ("finished", then)


# Computers let people wait


def test_a_computer_answers_one_to_five_minutes_after_its_turn_came(
    alice: User, bob: User, hands: Hands
) -> None:
    game = on_clock(alice, bob, bots=("normal",))
    computer = game.seats.get(user=None).number
    waiting = game.decisions.get(seat=computer)
    begun_at = hands.at

    assert waiting.act_at is not None
    assert 60 <= (waiting.act_at - begun_at).total_seconds() <= 240
    assert bots.play_one(game_id=game.pk) is False
    assert bots.left_lying() == []
    for _ in range(12):  # each half minute, as long as the beat needs at most
        hands.on(seconds=25)
        for game_id in bots.left_lying():
            bots.play_one(game_id=game_id)
    move = Move.objects.get(game=game, by="bot")
    assert timedelta(minutes=1) <= move.at - begun_at <= timedelta(minutes=5)


def test_waits_differ_from_turn_to_turn(alice: User, bob: User, hands: Hands) -> None:
    waits = {
        on_clock(alice, bob, bots=("normal",)).decisions.get(act_at__isnull=False).act_at for _ in range(5)
    }

    assert len(waits) > 1


@pytest.mark.parametrize("clock", [None, {}])
def test_a_computer_answers_at_once_where_nobody_would_be_taken_by_surprise(
    alice: User, bob: User, hands: Hands, clock: dict[str, object] | None
) -> None:
    people = (alice, bob) if clock is None else (alice,)  # no clock, or a single person
    game = cast.started(*people, bots=("normal",), clock=clock)

    assert bots.play_one(game_id=game.pk) is True


# A turn without a choice


def test_a_turn_with_a_single_legal_action_is_played_by_the_site(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    opened = asked(game)
    leave_one_card(game)

    moves = list(Move.objects.filter(game=game, seq__gt=opened.opened_seq))

    assert [(move.seat, move.by) for move in moves] == [(0, "human"), (0, "human"), (1, "rule")]
    assert moves[-1].action == {"type": "draw_card", "from": 2}
    assert asked(game).seat == 0
    assert not Answer.objects.filter(game=game, seat=1, since__gt=hands.at - SECOND, turn_seq__gt=2).exists()
    assert seat(game, 1).state == "active"


def test_a_choice_of_tickets_is_never_made_by_the_site_though_there_be_one_alone(
    alice: User, bob: User, hands: Hands
) -> None:
    game = begun(alice, bob)
    arrange(
        game, hands={}, ticket_deck=cast.table(game).edition.dump(cast.table(game).state)["ticket_deck"][:1]
    )

    cast.answer(game, 0, {"type": "draw_tickets"})

    assert len(cast.legal(game, 0)) == 1
    assert (asked(game).seat, asked(game).kind) == (0, "keep_tickets")


def test_a_tunnel_is_never_paid_or_given_up_by_the_site(alice: User, bob: User, hands: Hands) -> None:
    """Madrid - Pamplona, a tunnel of three: two more black cards are due, and there are none."""
    game = cast.started(alice, bob, edition="europe")
    cast.choose_tickets(game)
    arrange(
        game,
        hands={0: {"black": 3}},
        deck=["black", "black", "green"],
        discards={},
    )

    before = asked(game)
    hands.on(hours=3)
    cast.answer(game, 0, {"type": "claim_route", "route": "madrid--pamplona--1", "cards": {"black": 3}})

    assert [action.__class__.__name__ for action in cast.legal(game, 0)] == ["DeclineTunnel"]
    assert (asked(game).seat, asked(game).kind) == (0, "tunnel")
    assert (asked(game).since, asked(game).deadline) == (before.since, before.deadline)  # of its turn


# Doors


def test_the_beat_sends_a_task_for_each_game_that_is_due(
    alice: User, bob: User, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    late, other = begun(alice, bob), begun(alice, bob, per_decision_s=14 * 86400)
    sent: list[int] = []
    monkeypatch.setattr(tasks.time_up, "apply_async", lambda args, **_: sent.extend(args))
    hands.on(days=6)

    tasks.look_at_clocks()

    assert sent == [late.pk]
    assert other.decisions.get().deadline > hands.at


def test_finished_games_and_long_turns_stay(alice: User, bob: User, hands: Hands) -> None:
    """B20: seven days a turn, and the first move is not made for three."""
    game = on_clock(alice, bob, per_decision_s=7 * 86400)
    hands.on(days=3)

    sweep()

    assert game.decisions.count() == 2
    assert cast.client(alice).get(f"/api/games/{game.pk}/").data["status"] == "running"
    hands.on(days=400)
    sweep()
    assert cast.client(alice).get(f"/api/games/{game.pk}/").data["status"] == "cancelled"
    assert Game.objects.filter(pk=game.pk).exists()
    assert Decision.objects.filter(game=game).count() == 0
    assert deadlines.due() == []
    assert Seat.objects.filter(game=game).count() == 2


def test_a_game_that_is_over_can_be_read_for_ever(alice: User, hands: Hands) -> None:
    """B20."""
    game = begun(alice, bots=("easy",))
    absence.resign(game_id=game.pk, user=alice)
    while bots.play_one(game_id=game.pk):
        pass
    hands.on(days=1000)
    sweep()

    shown = cast.client(alice).get(f"/api/games/{game.pk}/").data
    assert shown["status"] == "finished"
    assert len(shown["result"]["scores"]) == 2


def test_the_schedule_looks_at_the_clocks_at_least_twice_a_minute(settings: SettingsWrapper) -> None:
    task = settings.CELERY_BEAT_SCHEDULE["clocks"]

    assert task["task"] == tasks.look_at_clocks.name
    assert task["schedule"] <= 30
