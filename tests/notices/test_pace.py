"""At once, hourly, daily, off; quiet hours; muted and louder: and what waited leaves as one mail."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core import mail
from django.db import transaction

from accounts.models import Notice
from accounts.notices import delivery, ledger, post, preferences, security, stop
from accounts.notices.errors import NoAnswer, Refused, Unreachable
from accounts.notices.kinds import Channel, Kind
from accounts.notices.subjects import HOLDS
from games.models import Game
from games.services import volume
from games.web.notices import Games
from tests import cast
from tests.notices.post_office import thread, to, told

if TYPE_CHECKING:
    from accounts.models import User
    from tests.notices.post_office import Office

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TWO_DAYS = {"per_decision_s": 2 * 24 * 3600, "reserve_s": 0}


def turn_of(alice: User, bob: User, **options: Any) -> Game:
    """A game in which it is Alice's turn."""
    game = cast.started(alice, bob, clock=TWO_DAYS, **options)
    cast.choose_tickets(game)
    if cast.user_of(game, game.decisions.get().seat) != alice:
        cast.play_on(game, 1)
    return game


def test_hourly_mail_leaves_at_the_full_hour_as_one(office: Office, alice: User, bob: User) -> None:
    preferences.change(user=alice, pace="hourly")
    office.hands.on(minutes=10)
    games = [turn_of(alice, bob) for _ in range(3)]

    assert to(alice, office.at(NOON + timedelta(minutes=59, seconds=59))) == []
    (letter,) = to(alice, office.at(NOON + timedelta(hours=1)))

    for game in games:
        assert f"Table {game.pk}" in letter.body


def test_daily_mail_leaves_at_the_persons_time_and_lists_turns_by_time_left(
    office: Office, alice: User, bob: User
) -> None:
    alice.time_zone = "Europe/Berlin"
    alice.save()
    preferences.change(user=alice, pace="daily", daily_at=time(8))
    late = turn_of(alice, bob)
    office.hands.on(hours=-6)
    early = turn_of(alice, bob)
    office.hands.at = NOON

    assert to(alice, office.at(datetime(2026, 6, 2, 5, 59, tzinfo=UTC))) == []
    (letter,) = to(alice, office.at(datetime(2026, 6, 2, 6, tzinfo=UTC)))

    assert "2 turns" in letter.subject
    body = letter.body
    assert 0 < body.index(f"Table {early.pk}") < body.index(f"Table {late.pk}")
    assert "Wednesday 3 June, 08:00" in body  # two days after 6:00 UTC, in Berlin
    assert "Wednesday 3 June, 14:00" in body


def test_an_empty_digest_is_not_sent(office: Office, alice: User, bob: User) -> None:
    preferences.change(user=alice, pace="daily", daily_at=time(8))
    game = turn_of(alice, bob)
    cast.play_on(game, 1)

    assert to(alice, office.at(datetime(2026, 6, 2, 8, tzinfo=UTC))) == []


def test_off_keeps_mail_about_the_account_and_nothing_else(office: Office, alice: User, bob: User) -> None:
    preferences.change(user=alice, pace="off")
    turn_of(alice, bob)
    security.tell(alice, "password")

    letters = to(alice, office.after(hours=47))

    assert [letter.subject for letter in letters] == ["Night Mail: Your password was changed"]
    assert {row[1:] for row in told(alice)} <= {("withdrawn", "no_mail"), ("withdrawn", "moved")}


def test_a_kind_is_switched_off_by_channel(office: Office, alice: User, bob: User) -> None:
    preferences.switch(user=alice, kind=Kind.YOUR_TURN, channel=Channel.MAIL, on=False)
    turn_of(alice, bob)

    letters = to(alice, office.after(minutes=5))

    assert not [letter for letter in letters if "Your turn" in letter.subject]
    assert told(alice)[-1][1:] == ("withdrawn", "off")


def test_switched_off_while_it_waits_it_does_not_leave(office: Office, alice: User, bob: User) -> None:
    turn_of(alice, bob)
    preferences.switch(user=alice, kind=Kind.YOUR_TURN, channel=Channel.MAIL, on=False)
    office.after(minutes=5)

    assert told(alice)[-1][1:] == ("withdrawn", "off")


def test_the_account_cannot_be_silenced(alice: User) -> None:
    preferences.switch(user=alice, kind=Kind.SECURITY, channel=Channel.MAIL, on=False)

    assert preferences.wishes([alice.pk])[alice.pk].wants("security", "mail")


def test_a_muted_table_is_silent_and_a_louder_one_is_told_at_once(
    office: Office, alice: User, bob: User
) -> None:
    preferences.change(user=alice, pace="daily", daily_at=time(8))
    muted, loud = turn_of(alice, bob), turn_of(alice, bob)
    volume.set_volume(game_id=muted.pk, user=alice, level="muted")
    volume.set_volume(game_id=loud.pk, user=alice, level="loud")

    letters = to(alice, office.after(minutes=2))

    assert [letter.subject for letter in letters] == [f"Your turn at Table {loud.pk} until Wed 12:00"]
    office.at(datetime(2026, 6, 2, 8, tzinfo=UTC))
    row = Notice.objects.filter(user=alice, thread=thread(muted), kind="your_turn").latest("pk")
    assert (row.state, row.why) == ("withdrawn", "muted")


def test_what_waits_in_quiet_hours_leaves_as_one_mail(office: Office, alice: User, bob: User) -> None:
    preferences.change(user=alice, quiet_from=time(11), quiet_until=time(15))
    games = [turn_of(alice, bob) for _ in range(2)]

    assert to(alice, office.at(NOON + timedelta(hours=2, minutes=59))) == []
    (letter,) = to(alice, office.at(NOON + timedelta(hours=3)))

    assert all(f"Table {game.pk}" in letter.body for game in games)


def test_what_an_outage_held_up_does_not_ring_in_quiet_hours(
    office: Office, server: Server, alice: User, bob: User
) -> None:
    """Nobody answers from noon on, and at eleven at night the mail server is back: it leaves at seven."""
    preferences.change(user=alice, quiet_from=time(22), quiet_until=time(7))
    turn_of(alice, bob)
    server.at_first = Unreachable("connection refused")
    for _ in range(10):
        office.after(hours=1)
    server.at_first = None

    office.at(NOON.replace(hour=23))
    assert server.taken == []
    assert told(alice)[-1][1:] == ("waiting", "quiet")
    office.at(datetime(2026, 6, 2, 7, tzinfo=UTC))

    assert len(server.taken) == 1


def test_what_was_put_off_into_quiet_hours_waits_them_out(office: Office, alice: User, bob: User) -> None:
    """Wanted at 12:02, looked at until 12:04, and quiet hours begin at 12:03."""
    preferences.change(user=alice, quiet_from=time(12, 3), quiet_until=time(15))
    game = turn_of(alice, bob)
    office.hands.at = NOON + timedelta(minutes=2)
    office.look(alice, game)
    office.hands.on(seconds=61)
    office.look(alice, game)

    assert to(alice, office.at(NOON + timedelta(minutes=5))) == []
    assert len(to(alice, office.at(NOON + timedelta(hours=3)))) == 1


def test_mail_about_the_account_does_not_wait(office: Office, alice: User) -> None:
    preferences.change(user=alice, quiet_from=time(11), quiet_until=time(15), pace="daily")
    security.tell(alice, "password")

    assert len(to(alice, office.sweep())) == 1


def test_changed_preferences_hold_for_what_waits(office: Office, alice: User, bob: User) -> None:
    preferences.change(user=alice, pace="daily", daily_at=time(8))
    turn_of(alice, bob)
    office.hands.on(minutes=5)
    preferences.change(user=alice, pace="at_once")
    ledger.plan_again(user=alice)

    assert len(to(alice, office.sweep())) == 1


# --- when mail does not go through --------------------------------------------------------------------


class Server:
    """A mail server that answers as it is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at_first: Exception | None = None
        self.at_last: Exception | None = None
        self.taken: list[str] = []
        monkeypatch.setattr(delivery.post, "begin", self.begin)

    def begin(self, message: mail.EmailMessage) -> Server:
        if self.at_first:
            raise self.at_first
        self.subject = message.subject
        return self

    def finish(self) -> None:
        if self.at_last:
            raise self.at_last
        self.taken.append(self.subject)

    def abort(self) -> None: ...


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    return Server(monkeypatch)


def test_after_a_day_without_a_mail_server_there_is_one_mail(
    office: Office, server: Server, alice: User, bob: User
) -> None:
    """Alice has two games; turn, reminder and what else came meanwhile are told in one."""
    server.at_first = Unreachable("connection refused")
    first, second = turn_of(alice, bob), turn_of(alice, bob)
    for _ in range(26):
        office.after(hours=1)
    assert server.taken == []

    server.at_first = None
    office.after(hours=1)

    mine = Notice.objects.filter(user=alice, state="sent")
    assert server.taken == ["2 turns wait for you"]  # Bob has moved, and hears nothing of that day
    assert set(mine.values_list("thread", flat=True)) == {thread(first), thread(second)}
    assert set(mine.values_list("kind", flat=True)) == {"your_turn", "reminder"}


def test_nor_are_there_two_when_each_has_its_own_next_try(
    office: Office, server: Server, alice: User, bob: User
) -> None:
    """The turn was tried often, the reminder of its half once; looked at minute by minute."""
    server.at_first = Unreachable("connection refused")
    turn_of(alice, bob)
    for _ in range(23):
        office.after(hours=1)
    office.after(minutes=50)
    for _ in range(20):
        office.after(minutes=1)
    server.at_first = None
    for _ in range(40):
        office.after(minutes=1)

    assert len(server.taken) == 1
    sent = Notice.objects.filter(user=alice, state="sent").values_list("kind", flat=True)
    assert sorted(sent) == ["reminder", "your_turn"]


def test_a_refused_address_is_said_and_told_by_another_way(
    office: Office, server: Server, alice: User, bob: User
) -> None:
    from accounts.models import PushSubscription

    PushSubscription.objects.create(
        user=alice, endpoint="https://push.example/1", p256dh="x", auth="y", made_at=office.hands.at
    )
    preferences.switch(user=alice, kind=Kind.YOUR_TURN, channel=Channel.PUSH, on=False)
    turn_of(alice, bob)
    server.at_first = Refused("550 no such user")
    Notice.objects.exclude(user=alice).delete()
    office.hands.on(minutes=2)
    delivery.mail(alice.pk)

    own = preferences.of(alice)
    assert (own.mail_failed_at, own.mail_failed_why) == (office.hands.at, "550 no such user")
    assert told(alice)[-1][1:] == ("failed", "refused")
    assert told(alice, channel="push")[-1][1] == "waiting"  # whatever is switched off there

    preferences.try_mail_again(user=alice)
    assert preferences.of(alice).mail_failed_at is None


def test_a_former_address_that_is_dead_says_nothing_of_the_present_one(
    office: Office, server: Server, alice: User
) -> None:
    security.tell(alice, "address_changed", address=alice.email, to="gone@example.org")
    server.at_first = Refused("550 no such user")
    office.sweep()

    assert told(alice, "security")[-1][1:] == ("failed", "refused")
    assert preferences.of(alice).mail_failed_at is None


def test_a_former_address_hears_of_it_as_well_though_mail_to_the_present_one_comes_back(
    office: Office, server: Server, alice: User
) -> None:
    preferences.mail_failed(user=alice, why="550", at=office.hands.at)
    security.tell(alice, "password")
    security.tell(alice, "address_changed", address=alice.email, to="old@example.org")
    office.sweep()

    assert len(server.taken) == 2
    assert [row[1:] for row in told(alice, "security")] == [("sent", ""), ("sent", "")]


def test_no_answer_is_not_sent_again(office: Office, server: Server, alice: User, bob: User) -> None:
    turn_of(alice, bob)
    server.at_last = NoAnswer()
    office.after(minutes=2)
    server.at_last = None

    office.after(hours=1)

    assert server.taken == []
    assert told(alice)[-1][1:] == ("sent", "no_answer")


def test_not_now_at_the_very_end_is_tried_again(
    office: Office, server: Server, alice: User, bob: User
) -> None:
    turn_of(alice, bob)
    server.at_last = Unreachable("451 try later")
    office.after(minutes=2)
    row = Notice.objects.filter(user=alice, kind="your_turn").latest("pk")
    assert (row.state, row.why, row.tries) == ("waiting", "unreachable", 1)
    server.at_last = None

    assert office.after(seconds=59) == []
    office.after(seconds=1)

    assert any("Your turn" in subject for subject in server.taken)


def test_something_wrong_with_us_does_not_keep_us_busy(
    office: Office, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_of(alice, bob)
    monkeypatch.setattr(delivery.letters, "letter", lambda *_: 1 / 0)
    office.hands.on(minutes=2)
    office.sweep()

    assert alice.pk not in delivery.due_people(Channel.MAIL)
    assert told(alice)[-1][1:] == ("waiting", "fault")


def test_the_dead_server_is_not_tried_for_everybody(office: Office, alice: User, bob: User) -> None:
    turn_of(alice, bob)
    post.note_down()
    office.hands.on(minutes=2)

    assert office.sweep() == []
    assert told(alice)[-1][1] == "waiting"


# --- wanted again -------------------------------------------------------------------------------------


def test_whoever_wants_to_be_told_again_is_told_of_turns_that_are_open(
    office: Office, alice: User, bob: User
) -> None:
    preferences.change(user=alice, pace="off", reminders="none")
    game = turn_of(alice, bob)
    office.review(game)
    office.after(hours=25)  # half of two days is over
    preferences.change(user=alice, pace="at_once", reminders="both")
    ledger.plan_again(user=alice)

    (letter,) = to(alice, office.sweep())
    assert letter.subject == f"Your turn at Table {game.pk} until Wed 12:00"
    reminders = {row[0].rpartition("/")[2]: row[1] for row in told(alice, "reminder")[-2:]}
    assert reminders == {"half": "withdrawn", "fifth": "waiting"}


def test_but_not_of_a_turn_that_is_over(office: Office, alice: User, bob: User) -> None:
    preferences.change(user=alice, pace="off")
    game = turn_of(alice, bob)
    cast.play_on(game, 1)
    preferences.change(user=alice, pace="at_once")
    ledger.plan_again(user=alice)

    assert to(alice, office.after(minutes=2)) == []


def test_undoing_stop_brings_the_turn_back(office: Office, alice: User, bob: User) -> None:
    game = turn_of(alice, bob)
    mail_of = stop.read(stop.word(alice, kinds=["your_turn"], thread=thread(game)))
    done = stop.act(mail_of, stop.What.THREAD)
    office.review(game)
    assert told(alice)[-1][1:] == ("withdrawn", "muted")
    stop.undo(mail_of, done)

    assert len(to(alice, office.after(minutes=2))) == 1


def test_undoing_switches_on_what_was_on_alone(alice: User) -> None:
    preferences.switch(user=alice, kind=Kind.REMINDER, channel=Channel.MAIL, on=False)
    mail_of = stop.read(stop.word(alice, kinds=["your_turn", "reminder"]))
    stop.undo(mail_of, stop.act(mail_of, stop.What.KINDS))

    wish = preferences.wishes([alice.pk])[alice.pk]
    assert [wish.wants(kind, "mail") for kind in ("your_turn", "reminder")] == [True, False]


def test_a_turn_that_ends_before_the_next_slot_is_told_at_once(
    office: Office, alice: User, bob: User
) -> None:
    """Once a day at eight; twelve hours from noon end at midnight."""
    preferences.change(user=alice, pace="daily", daily_at=time(8))
    cast.started(alice, bob, clock={"per_decision_s": 12 * 3600, "reserve_s": 0})

    assert len(to(alice, office.after(minutes=2))) == 1


# --- between judging and writing ----------------------------------------------------------------------


def test_a_turn_that_ends_while_its_mail_is_written_is_not_told(
    office: Office, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was open when it was judged, and is over when the words are made."""
    game = turn_of(alice, bob)
    cast.play_on(game, 1)
    with monkeypatch.context() as patched:
        patched.setattr(delivery, "_verdicts", lambda _user, rows, _now: {row.pk: HOLDS for row in rows})
        office.hands.on(minutes=2)
        Notice.objects.exclude(user=alice, kind="your_turn").delete()
        assert office.sweep() == []
    assert told(alice)[-1][1] == "waiting"

    assert office.sweep() == []
    assert told(alice)[-1][1:] == ("withdrawn", "moved")


def test_one_game_that_cannot_be_told_keeps_nothing_else_back(
    office: Office, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = turn_of(alice, bob), turn_of(alice, bob)
    real = Games.story

    def story(self: Games, user: User, of: str, rows: Any) -> Any:
        return 1 / 0 if of == thread(bad) else real(self, user, of, rows)

    monkeypatch.setattr(Games, "story", story)
    letters = to(alice, office.after(minutes=2)) + to(alice, office.after(seconds=10))
    assert [letter.subject for letter in letters] == [f"Your turn at Table {good.pk} until Wed 12:00"]

    assert state(alice, bad) == ("waiting", "fault")
    for _ in range(26):
        office.after(hours=1)
    assert state(alice, bad) == ("failed", "our_fault")


def state(user: User, game: Game) -> tuple[str, str]:
    """Of the last turn."""
    row = Notice.objects.filter(user=user, thread=thread(game), kind="your_turn").latest("pk")
    return row.state, row.why


def test_a_mail_that_is_taken_for_spam_is_tried_some_times_and_says_nothing_of_the_address(
    office: Office, server: Server, alice: User, bob: User
) -> None:
    turn_of(alice, bob)
    server.at_last = Unreachable("554 looks like spam", hopeless=True)
    office.after(minutes=2)
    for _ in range(12):
        office.after(minutes=30)

    assert told(alice)[-1][1:] == ("failed", "given_up")
    assert Notice.objects.filter(user=alice, kind="your_turn").latest("pk").tries == 8
    assert preferences.of(alice).mail_failed_at is None


def test_what_concerns_the_account_is_tried_though_mail_comes_back(
    office: Office, server: Server, alice: User
) -> None:
    preferences.mail_failed(user=alice, why="550", at=office.hands.at)
    security.tell(alice, "password")
    office.sweep()

    assert server.taken == ["Night Mail: Your password was changed"]


@pytest.mark.django_db(transaction=True)
def test_what_happened_stands_though_the_broker_is_away(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bells of a commit are rung one after the other, and one that fails keeps no other from ringing."""
    rung = []

    def ring(name: str, *, args: list[str], **_: Any) -> None:
        rung.append(args[0])
        raise ConnectionError

    monkeypatch.setattr("celery.current_app.send_task", ring)
    with transaction.atomic():
        security.tell(alice, "password")
        ledger.ring_delivery(["push", "webhook"])

    assert sorted(rung) == ["mail", "push", "webhook"]
    assert Notice.objects.filter(user=alice, state="waiting").count() == 1
