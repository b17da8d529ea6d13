"""Your turn, and reminders: once, in time, and only as long as they are true (B14, B18, B22)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

import pytest
from django.core import mail

from accounts import services
from accounts.models import Notice
from accounts.notices import delivery, preferences
from games.models import Game, Seat
from games.services import absence, deadlines, pauses
from tests import cast
from tests.notices.post_office import to, told

if TYPE_CHECKING:
    from accounts.models import User
    from tests.notices.post_office import Office

pytestmark = pytest.mark.django_db
DAY = 24 * 3600
A_DAY = {"per_decision_s": DAY, "reserve_s": 0}
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def one_day(office: Office, alice: User, bob: User) -> Game:
    """A table of 24 hours a turn, at the first turn after the tickets; nothing has been sent yet."""
    game = cast.started(alice, bob, clock=A_DAY)
    cast.choose_tickets(game)
    office.review(game)
    return game


def mover(game: Game) -> User:
    return cast.user_of(game, game.decisions.get().seat)


def move(office: Office, game: Game) -> None:
    cast.play_on(game, 1)
    office.review(game)


def test_a_turn_is_told_two_minutes_after_it_came(office: Office, one_day: Game) -> None:
    assert office.after(minutes=1, seconds=59) == []

    (letter,) = office.after(seconds=1)

    assert letter.to == [mover(one_day).email]
    assert letter.subject == f"Your turn at Table {one_day.pk} until Tue 12:00"


@pytest.mark.parametrize("minutes", [0, 10, 60])
def test_the_wait_is_the_persons_choice(office: Office, alice: User, bob: User, minutes: int) -> None:
    for person in (alice, bob):
        preferences.change(user=person, delay_min=minutes)
    cast.started(alice, bob)

    if minutes:
        assert office.after(minutes=minutes, seconds=-1) == []
    letters = office.at(NOON + timedelta(minutes=minutes))

    assert sorted(letter.to[0] for letter in letters) == ["alice@example.org", "bobby@example.org"]


def test_whoever_has_moved_meanwhile_is_not_told(office: Office, one_day: Game) -> None:
    person = mover(one_day)
    office.hands.on(minutes=1)
    move(office, one_day)

    assert to(person, office.after(minutes=1)) == []
    assert told(person)[-1][1:] == ("withdrawn", "moved")


def test_a_notice_is_read_again_when_it_leaves(office: Office, one_day: Game) -> None:
    """Also where the bell after the move was lost."""
    person = mover(one_day)
    cast.play_on(one_day, 1)

    assert to(person, office.after(minutes=2)) == []
    assert told(person)[-1][1:] == ("withdrawn", "moved")


def test_a_turn_is_told_once_however_often_it_is_swept(office: Office, one_day: Game) -> None:
    assert len(office.after(minutes=2)) == 1
    assert office.sweep() == []
    assert office.after(hours=1) == []


def test_half_and_a_fifth_of_a_day_before_the_end_and_only_who_is_to_move(
    office: Office, one_day: Game
) -> None:
    """B22: a turn of 24 hours from noon is half over at midnight, and a fifth is left at 7:12."""
    person = mover(one_day)
    office.after(minutes=2)

    assert office.at(NOON + timedelta(hours=11, minutes=59)) == []
    (half,) = office.at(NOON + timedelta(hours=12))
    assert office.at(NOON + timedelta(hours=19, minutes=11)) == []
    (fifth,) = office.at(NOON + timedelta(hours=19, minutes=12))
    assert office.at(NOON + timedelta(hours=23, minutes=59)) == []

    for letter in (half, fifth):
        assert letter.to == [person.email]
        assert letter.subject == f"Reminder: your turn at Table {one_day.pk} until Tue 12:00"
        assert "Tuesday 2 June, 12:00 (UTC)" in letter.body


def test_no_reminder_for_whoever_has_moved(office: Office, one_day: Game) -> None:
    person = mover(one_day)
    office.after(minutes=2)
    move(office, one_day)

    letters = office.at(NOON + timedelta(hours=12))

    assert to(person, letters) == []
    assert [row[1:] for row in told(person, "reminder")[-2:]] == [("withdrawn", "moved")] * 2


@pytest.mark.parametrize(("wish", "number"), [("none", 0), ("last", 1), ("both", 2)])
def test_a_person_chooses_no_reminder_the_last_or_both(
    office: Office, alice: User, bob: User, wish: str, number: int
) -> None:
    for person in (alice, bob):
        preferences.change(user=person, reminders=wish)
    game = cast.started(alice, bob, clock=A_DAY)
    cast.choose_tickets(game)
    office.after(minutes=2)

    letters = office.at(NOON + timedelta(hours=12)) + office.at(NOON + timedelta(hours=19, minutes=12))

    assert len(letters) == number


def test_a_pause_moves_the_reminders_along(office: Office, one_day: Game, alice: User, bob: User) -> None:
    """Twelve hours in, a pause of two days: half was told, a fifth is left two days later than planned."""
    office.after(minutes=2)
    office.at(NOON + timedelta(hours=12))
    office.hands.on(hours=1)
    pauses.ask(game_id=one_day.pk, user=alice, days=2)
    pauses.answer(game_id=one_day.pk, user=bob, agrees=True)
    office.review(one_day)
    mail.outbox.clear()

    kinds = {letter.subject.partition(" until")[0] for letter in office.after(minutes=2)}
    assert kinds == {f"Table {one_day.pk} pauses"}
    assert office.at(NOON + timedelta(hours=19, minutes=12)) == []
    assert office.at(NOON + timedelta(days=2, hours=19, minutes=11)) == []
    (fifth,) = office.at(NOON + timedelta(days=2, hours=19, minutes=12))

    assert "Thursday 4 June, 12:00 (UTC)" in fifth.body


def test_a_reminder_that_waits_out_quiet_hours_past_its_deadline_comes_before_them(
    office: Office, alice: User, bob: User
) -> None:
    """The fifth is left at 7:12, quiet hours are 22 to 13, the deadline is at noon: it comes at 21:59."""
    for person in (alice, bob):
        preferences.change(user=person, quiet_from=time(22), quiet_until=time(13), reminders="last")
    game = cast.started(alice, bob, clock=A_DAY)
    cast.choose_tickets(game)
    office.after(hours=1)  # the turn itself, which came in quiet hours

    assert office.at(NOON.replace(hour=21, minute=58)) == []
    (letter,) = office.at(NOON.replace(hour=21, minute=59))

    assert letter.subject.startswith("Reminder")


def test_put_off_while_they_look_at_that_very_game_and_never_dropped(office: Office, one_day: Game) -> None:
    person = mover(one_day)
    office.hands.on(minutes=2)
    office.look(person, one_day)
    assert office.sweep() == []
    assert told(person)[-1][1:] == ("waiting", "looking")

    office.hands.on(seconds=40)
    office.look(person, one_day)
    assert office.after(seconds=59) == []

    (letter,) = office.after(seconds=1)
    assert letter.to == [person.email]


def test_a_hidden_page_is_absence_at_once(office: Office, one_day: Game) -> None:
    person = mover(one_day)
    office.hands.on(minutes=2)
    office.look(person, one_day)
    assert office.sweep() == []
    office.leave(person, one_day)
    office.hands.on(seconds=60)

    assert len(office.sweep()) == 1


def test_leaving_the_page_before_the_notice_is_due_puts_nothing_off(office: Office, one_day: Game) -> None:
    person = mover(one_day)
    office.hands.on(minutes=1, seconds=50)
    office.look(person, one_day)
    office.leave(person, one_day)

    assert len(office.after(seconds=10)) == 1


def test_looking_at_another_table_puts_nothing_off(
    office: Office, one_day: Game, alice: User, bob: User
) -> None:
    other = cast.started(alice, bob)
    person = mover(one_day)
    office.hands.on(minutes=2)
    office.look(person, other)

    subjects = [letter.subject for letter in to(person, office.sweep())]

    assert f"Your turn at Table {one_day.pk} until Tue 12:00" in subjects


def test_first_tickets_are_one_mail_with_the_start(office: Office, alice: User, bob: User) -> None:
    game = cast.started(alice, bob, clock=A_DAY)

    letters = office.after(minutes=2)

    assert [letter.to for letter in letters] == [["alice@example.org"], ["bobby@example.org"]]
    assert letters[0].subject == f"Table {game.pk} has begun: choose your tickets until Tue 12:00"


def test_a_second_card_is_the_same_turn(office: Office, one_day: Game) -> None:
    """The first of two cards asks for the second: no second notice, and the first one still holds."""
    person = mover(one_day)
    seat = one_day.decisions.get().seat
    cast.answer(one_day, seat, {"type": "draw_card", "from": "deck"})
    office.review(one_day)

    (letter,) = office.after(minutes=2)

    assert letter.to == [person.email]
    assert len(told(person)) == 2  # first tickets, and this turn


def test_the_game_is_told_to_be_over_with_its_result_to_whoever_has_not_seen_it(
    office: Office, one_day: Game, alice: User, bob: User
) -> None:
    cast.play_on(one_day, 400)
    one_day.refresh_from_db()
    assert one_day.is_finished
    office.review(one_day)
    office.hands.on(seconds=30)
    office.look(alice, one_day)
    mail.outbox.clear()

    letters = office.after(minutes=2)

    assert [letter.to for letter in letters] == [[bob.email]]
    first = one_day.result[0]
    won = Seat.objects.get(game=one_day, number=first["seat"]).user
    who = "you win" if won == bob else "alice wins"
    assert letters[0].subject == f"Table {one_day.pk} is over: {who} with {first['total']} points"
    assert told(alice, "game_finished") == [("end", "withdrawn", "seen")]


def test_news_waits_for_the_next_word_of_a_page_that_is_looked_at(
    office: Office, one_day: Game, alice: User
) -> None:
    """The page spoke ten seconds before the end; its next word shows that the end was seen."""
    preferences.change(user=alice, delay_min=0)
    office.look(alice, one_day)
    office.hands.on(seconds=10)
    cast.play_on(one_day, 400)
    office.review(one_day)

    office.sweep()
    assert told(alice, "game_finished") == [("end", "waiting", "looking")]
    office.hands.on(seconds=10)
    office.look(alice, one_day)
    office.after(minutes=1)

    assert told(alice, "game_finished") == [("end", "withdrawn", "seen")]


def test_a_missed_turn_and_a_stand_in_are_told(office: Office, one_day: Game) -> None:
    person = mover(one_day)
    other = next(seat.user for seat in one_day.seats.all() if seat.user != person)
    office.at(NOON + timedelta(hours=24))
    deadlines.time_up(game_id=one_day.pk)
    office.review(one_day)
    mail.outbox.clear()

    letters = office.after(minutes=2)
    (letter,) = to(person, letters)
    assert letter.subject == f"You missed a turn at Table {one_day.pk}"
    assert [mine.subject for mine in to(other, letters)] == [
        f"Your turn at Table {one_day.pk} until Wed 12:00"
    ]

    move(office, one_day)
    office.hands.on(hours=24)
    deadlines.time_up(game_id=one_day.pk)
    office.review(one_day)
    mail.outbox.clear()
    office.after(minutes=2)

    subjects = {letter.to[0]: letter.subject for letter in mail.outbox}
    assert subjects[person.email] == f"A stand-in plays for you at Table {one_day.pk}"
    assert told(other, "seat_changed")[-1][1] == "sent"


def test_coming_back_to_an_open_turn_is_told_anew(office: Office, one_day: Game) -> None:
    person = mover(one_day)
    absence.leave(game_id=one_day.pk, user=person)
    office.review(one_day)
    assert told(person)[-1][1:] == ("withdrawn", "not_yours")

    absence.reclaim(game_id=one_day.pk, user=person)
    (letter,) = to(person, office.after(minutes=2))

    assert letter.subject == f"Your turn at Table {one_day.pk} until Tue 12:00"


def test_a_turn_that_was_left_and_taken_back_is_another_one(office: Office, one_day: Game) -> None:
    """The first one says that it has changed, not that the game was over."""
    person = mover(one_day)
    absence.leave(game_id=one_day.pk, user=person)
    absence.reclaim(game_id=one_day.pk, user=person)
    office.review(one_day)

    assert [row[1:] for row in told(person)[-2:]] == [("withdrawn", "changed_again"), ("waiting", "")]


def test_alone_with_computers_without_a_clock_nobody_is_told(office: Office, alice: User) -> None:
    cast.started(alice, bots=("easy",), clock=None)

    assert not Notice.objects.exists()


@pytest.mark.parametrize("broken", ["games.services.outbox.review", "games.services.outbox.ledger.tell"])
def test_a_move_and_its_notices_are_both_there_or_neither(
    office: Office, one_day: Game, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """Something breaks after the notices were written, or while they are."""
    before = Notice.objects.count()
    seq = Game.objects.get(pk=one_day.pk).seq

    def breaks(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(broken, breaks)
    with pytest.raises(RuntimeError):
        cast.play_on(one_day, 2)  # of two cards the second ends the turn

    assert Game.objects.get(pk=one_day.pk).seq in (seq, seq + 1)
    assert Notice.objects.count() == before


def test_the_deadline_is_the_same_instant_in_every_zone(office: Office, alice: User, bob: User) -> None:
    """B18: 24 hours from 20:00 UTC on 30 March 2024 are 22:00 in Paris and 16:00 in New York."""
    for person, zone in ((alice, "Europe/Paris"), (bob, "America/New_York")):
        person.time_zone = zone
        person.save()
    office.hands.at = datetime(2024, 3, 30, 20, tzinfo=UTC)
    cast.started(alice, bob, clock=A_DAY)

    letters = office.after(minutes=2)

    assert "Sunday 31 March, 22:00 (Paris)" in to(alice, letters)[0].body
    assert "Sunday 31 March, 16:00 (New York)" in to(bob, letters)[0].body


def test_a_restored_backup_tells_nothing_twice(office: Office, one_day: Game) -> None:
    """The database is as it was before the mail left; what was told is remembered outside of it."""
    person = mover(one_day)
    before = Notice.objects.get(user=person, kind="your_turn", state="waiting")
    assert len(office.after(minutes=2)) == 1
    Notice.objects.filter(pk=before.pk).delete()
    before.pk = None
    before.save()

    assert office.sweep() == []
    assert told(person)[-1][1:] == ("withdrawn", "told_before")


def test_a_worker_that_died_after_handing_over_is_settled_and_not_repeated(
    office: Office, one_day: Game
) -> None:
    person = mover(one_day)
    row = Notice.objects.get(user=person, kind="your_turn", state="waiting")
    row.state, row.changed_at = "handed_over", office.hands.at
    row.save()
    office.hands.on(minutes=11)
    delivery.settle()

    assert office.sweep() == []
    assert told(person)[-1][1:] == ("sent", "no_answer")


def test_a_vacation_that_ends_early_brings_the_reminders_forward(
    office: Office, alice: User, bob: User
) -> None:
    """Back on the 2nd at noon instead of the 6th at midnight: half of the day is left twelve hours later."""
    vacation = services.book_vacation(user=alice, first_day=None, last_day=date(2026, 6, 5))
    game = cast.started(alice, bob, clock=A_DAY)
    cast.choose_tickets(game)
    if mover(game) != alice:
        cast.play_on(game, 1)
    office.review(game)
    half = Notice.objects.filter(user=alice, matter__endswith="/half", state="waiting").latest("pk")
    assert half.wanted_at == datetime(2026, 6, 6, 12, tzinfo=UTC)

    office.at(datetime(2026, 6, 2, 12, tzinfo=UTC))
    services.end_vacation(user=alice, vacation_id=vacation.pk)
    office.review(game)

    assert to(alice, office.at(datetime(2026, 6, 2, 23, 59, tzinfo=UTC))) == []
    (letter,) = to(alice, office.at(datetime(2026, 6, 3, tzinfo=UTC)))
    assert letter.subject == f"Reminder: your turn at Table {game.pk} until Wed 12:00"
