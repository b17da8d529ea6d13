"""How delivery does: numbers for the staff and for monitors, and the check that something leaves at all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from io import StringIO
from itertools import count
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from accounts import services
from accounts.models import User
from accounts.notices import delivery, ledger, numbers, preferences, webhook
from accounts.notices.errors import Unreachable
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import Notice, PushSubscription, Webhook
from tests.conftest import Hands
from tests.notices.post_office import Office

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
Row = Callable[..., Notice]


@pytest.fixture
def row(alice: User, hands: Hands) -> Row:
    """Writes a notice to Alice: a turn by mail that came at noon and is due then, unless said otherwise."""
    numbers_of_rows = count()

    def write(**fields: Any) -> Notice:
        at = fields.get("made_at", NOON)
        its = {
            "user": alice,
            "kind": "your_turn",
            "channel": "mail",
            "thread": "account",
            "matter": str(next(numbers_of_rows)),
            "made_at": at,
            "wanted_at": at,
            "due_at": at,
            "changed_at": at,
        }
        return Notice.objects.create(**{**its, **fields})

    return write


@pytest.fixture
def office(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Office:
    """Whoever could not be reached is not kept from being tried by a mark that lasts a real minute."""
    monkeypatch.setattr(delivery.post, "is_down", lambda: False)
    return Office(hands)


def tell(user: User, matter: str = "1", **fields: Any) -> None:
    """A notice that holds whatever happens."""
    said = {"what": "key_made", "name": matter}
    ledger.tell([ledger.News([user.pk], Kind.SECURITY, "account", matter, fields.pop("at"), said, **fields)])


# --- counted ------------------------------------------------------------------------------------------


def test_due_and_overdue_are_counted_by_channel(row: Row, hands: Hands) -> None:
    row()
    row(due_at=NOON - 5 * MINUTE)
    row(due_at=NOON - 4 * MINUTE, channel="push")
    row(due_at=NOON - 60 * MINUTE, channel="push")
    row(due_at=NOON + timedelta(seconds=1))
    row(due_at=NOON - 60 * MINUTE, state="sent")
    row(due_at=NOON - 60 * MINUTE, state="withdrawn")

    read = numbers.read()

    assert read.due == {"mail": 2, "push": 2}
    assert read.overdue == {"mail": 1, "push": 1}
    assert read.oldest_due_at == NOON - 60 * MINUTE


def test_what_waits_for_its_time_is_not_due(row: Row) -> None:
    """For its delay, a pace, quiet hours, or until somebody looks away."""
    row(due_at=NOON + 2 * MINUTE)
    row(due_at=NOON + 20 * MINUTE, wanted_at=NOON - 60 * MINUTE)
    row(due_at=NOON + MINUTE, why="looking", wanted_at=NOON - 9 * MINUTE)

    assert numbers.read().due == {}


@pytest.mark.parametrize(
    ("tries", "since"),
    [
        # After 1 minute, 4, 16, and then every 30.
        (1, NOON + 3 * MINUTE - 1 * MINUTE),
        (2, NOON + 3 * MINUTE - 5 * MINUTE),
        (3, NOON + 3 * MINUTE - 21 * MINUTE),
        (4, NOON + 3 * MINUTE - 51 * MINUTE),
        (6, NOON + 3 * MINUTE - 111 * MINUTE),
    ],
)
def test_mail_that_is_tried_again_is_due_since_the_first_time(
    tries: int, since: datetime, row: Row, hands: Hands
) -> None:
    row(due_at=NOON + 3 * MINUTE, wanted_at=NOON - timedelta(days=1), why="unreachable", tries=tries)
    hands.on(minutes=2)

    read = numbers.read()

    assert (read.due, read.oldest_due_at) == ({"mail": 1}, since)


def test_what_ended_is_counted_for_a_day(row: Row) -> None:
    yesterday = NOON - timedelta(days=1)
    row(state="sent")
    row(state="sent", changed_at=yesterday + MINUTE)
    row(state="sent", changed_at=yesterday)
    row(state="withdrawn", why="moved", channel="push")
    row(state="failed", why="refused")
    row(state="failed", why="refused", changed_at=yesterday)
    row(state="failed", why="given_up", channel="webhook")
    row(state="failed", why="given_up", channel="webhook")
    row(state="handed_over")
    row()

    read = numbers.read()

    assert read.ended == {
        ("mail", "sent"): 2,
        ("mail", "failed"): 1,
        ("mail", "handed_over"): 1,
        ("push", "withdrawn"): 1,
        ("webhook", "failed"): 2,
    }
    assert read.failures == [("webhook", "given_up", 2), ("mail", "refused", 1)]
    assert read.last_left_at == NOON


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([], 50, None),
        ([7], 50, 7),
        ([7], 95, 7),
        ([1, 2], 50, 1),
        ([1, 2, 3], 50, 2),
        ([1, 2, 3, 4], 95, 4),
        (list(range(1, 21)), 95, 19),
        (list(range(1, 101)), 95, 95),
        (list(range(1, 101)), 50, 50),
    ],
)
def test_a_percentile_is_the_smallest_value_that_so_many_do_not_exceed(
    values: list[float], percent: int, expected: float | None
) -> None:
    assert numbers.percentile(values, percent) == expected


def test_the_time_from_a_turn_to_its_mail(row: Row) -> None:
    """Twenty turns told after 1 to 20 minutes: half within 10, nineteen of them within 19."""
    for minutes in range(1, 21):
        row(state="sent", made_at=NOON - minutes * MINUTE, changed_at=NOON)
    row(state="sent", made_at=NOON - 600 * MINUTE, changed_at=NOON, channel="push")
    row(state="sent", made_at=NOON - 600 * MINUTE, changed_at=NOON, kind="reminder")
    row(state="withdrawn", made_at=NOON - 600 * MINUTE, changed_at=NOON)
    row(state="sent", made_at=NOON - timedelta(days=2), changed_at=NOON - timedelta(days=1))

    read = numbers.read()

    assert (read.p50_s, read.p95_s) == (600, 1140)


def test_without_turns_there_is_no_time(row: Row) -> None:
    read = numbers.read()

    assert (read.p50_s, read.p95_s, read.oldest_due_at, read.last_left_at) == (None, None, None, None)


# --- stuck --------------------------------------------------------------------------------------------


def test_nothing_to_tell_is_not_stuck(db: None) -> None:
    assert not numbers.is_stuck()


@pytest.mark.parametrize("channel", list(Channel))
def test_due_for_half_an_hour_and_nothing_has_left(channel: Channel, row: Row, hands: Hands) -> None:
    row(channel=channel)
    hands.on(minutes=29, seconds=59)
    assert not numbers.is_stuck()

    hands.on(seconds=1)

    assert numbers.is_stuck()
    assert numbers.read().stuck


def test_not_while_something_leaves(row: Row, hands: Hands) -> None:
    row()
    row(state="sent", changed_at=NOON + 10 * MINUTE)
    hands.on(minutes=39, seconds=59)
    assert not numbers.is_stuck()

    hands.on(seconds=1)

    assert numbers.is_stuck()


def test_what_is_withdrawn_has_not_left(row: Row, hands: Hands) -> None:
    row()
    hands.on(minutes=30)
    row(state="withdrawn", changed_at=hands.at)

    assert numbers.is_stuck()


def test_a_mail_server_that_is_away_for_long_though_everything_is_put_off(
    office: Office, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And messages to devices, which still leave, do not hide it."""
    PushSubscription.objects.create(
        user=alice, endpoint="https://push.example/1", p256dh="x", auth="y", made_at=NOON
    )
    preferences.switch(user=alice, kind=Kind.SECURITY, channel=Channel.PUSH, on=True)
    monkeypatch.setattr(delivery.push, "send", lambda *_, **__: 1)
    monkeypatch.setattr(delivery.post, "begin", away)
    tell(alice, at=NOON)
    for minute in range(30):
        office.at(NOON + minute * MINUTE)
        assert not numbers.is_stuck(), minute
    tell(alice, "2", at=office.hands.at)

    office.at(NOON + 30 * MINUTE)

    left = Notice.objects.filter(channel="push", state="sent")
    assert left.latest("changed_at").changed_at >= NOON + 29 * MINUTE
    assert not Notice.objects.filter(state="waiting", due_at__lte=office.hands.at).exists()
    assert numbers.is_stuck()


def away(*_: object, **__: object) -> Any:
    raise Unreachable("connection refused")


def test_one_mailbox_that_is_full_is_its_persons_matter(
    office: Office, alice: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin(message: Any) -> Any:
        return away() if message.to == [alice.email] else delivery.post._Sent()

    monkeypatch.setattr(delivery.post, "begin", begin)
    tell(alice, at=NOON)
    for minute in range(60):
        office.at(NOON + minute * MINUTE)
    tell(charlie, at=office.hands.at)
    for minute in range(60, 120):
        office.at(NOON + minute * MINUTE)
        assert not numbers.is_stuck(), minute

    tell(charlie, "2", at=office.hands.at)  # which no worker sends
    office.hands.on(minutes=30)
    assert numbers.is_stuck()


def test_one_program_that_is_away_is_its_persons_matter(
    office: Office, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    Webhook.objects.create(user=alice, url="https://program.example/")
    preferences.switch(user=alice, kind=Kind.SECURITY, channel=Channel.WEBHOOK, on=True)
    monkeypatch.setattr(webhook.outgoing, "post", away)
    tell(alice, at=NOON)
    for minute in range(90):
        office.at(NOON + minute * MINUTE)
        assert not numbers.is_stuck(), minute

    row = Notice.objects.get(channel="webhook")
    assert (row.state, row.why, row.tries) == ("failed", "given_up", 5)


def test_mail_that_waited_for_its_hour_is_late_from_then_on(
    row: Row, hands: Hands, office: Office, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wanted at noon, due at eight the next morning, not taken at the first try: no alarm at once."""
    morning = datetime(2026, 6, 2, 8, tzinfo=UTC)
    preferences.change(user=alice, pace="daily", daily_at=time(8))
    row(due_at=morning, thread="account", kind="mention", facts={"what": "password"})
    preferences.switch(user=alice, kind=Kind.MENTION, channel=Channel.MAIL, on=True)
    monkeypatch.setattr(delivery.post, "begin", away)
    office.at(morning)
    assert Notice.objects.get().why == "unreachable"

    hands.on(minutes=1)

    assert not numbers.is_stuck()


# --- who may read it ----------------------------------------------------------------------------------


@pytest.fixture
def staff(db: None) -> Client:
    services.create_account(username="dora")
    User.objects.filter(username="dora").update(is_staff=True)
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    return client


def test_metrics_in_the_format_of_prometheus(row: Row, staff: Client) -> None:
    row()
    row(due_at=NOON - 30 * MINUTE, channel="push")
    row(state="sent", made_at=NOON - 2 * MINUTE, changed_at=NOON)

    answer = staff.get("/metrics")

    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    samples = {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }
    assert samples == {
        ("notices_due", "mail"): 1,
        ("notices_due", "push"): 1,
        ("notices_due", "webhook"): 0,
        ("notices_overdue", "mail"): 0,
        ("notices_overdue", "push"): 1,
        ("notices_overdue", "webhook"): 0,
        ("notices_ended_24h", "mail", "sent"): 1,
        ("notices_turn_to_mail_seconds", "0.5"): 120,
        ("notices_turn_to_mail_seconds", "0.95"): 120,
        ("notices_stuck",): 1,  # by push nothing has left
    }


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ("Bearer a-long-word", 200),
        ("Bearer a-long-wor", 403),
        ("Bearer a-long-wordy", 403),
        ("Bearer ", 403),
        ("a-long-word", 403),
        ("Basic a-long-word", 403),
        ("", 403),
    ],
)
def test_a_monitor_brings_the_token(
    header: str, status: int, client: Client, db: None, settings: Any
) -> None:
    settings.METRICS_TOKEN = "a-long-word"

    assert client.get("/metrics", headers={"Authorization": header}).status_code == status


@pytest.mark.parametrize("header", ["", "Bearer ", "Bearer"])
def test_without_a_token_in_the_settings_none_is_right(
    header: str, client: Client, db: None, settings: Any
) -> None:
    settings.METRICS_TOKEN = ""

    assert client.get("/metrics", headers={"Authorization": header}).status_code == 403


def test_a_person_may_not_read_metrics(signed_in: Client) -> None:
    assert signed_in.get("/metrics").status_code == 403


def test_nor_one_of_the_staff_who_was_sent_away(staff: Client) -> None:
    User.objects.filter(username="dora").update(is_active=False)

    assert staff.get("/metrics").status_code == 403


def test_the_page_is_for_the_staff_alone(row: Row, client: Client, signed_in: Client, staff: Client) -> None:
    row(due_at=NOON - 90 * MINUTE)

    assert client.get("/staff/notices/")["Location"].startswith("/accounts/login/")
    assert signed_in.get("/staff/notices/").status_code == 403
    page = staff.get("/staff/notices/")
    assert page.status_code == 200
    assert "Nothing leaves." in page.content.decode()


def test_the_page_asks_the_same_however_much_there_is(
    row: Row, staff: Client, django_assert_max_num_queries: Any
) -> None:
    for channel in Channel:
        for state in ("waiting", "sent", "withdrawn", "failed"):
            row(channel=channel, state=state, why="refused" if state == "failed" else "")

    with django_assert_max_num_queries(12):  # two of them for who asks, and their turns
        staff.get("/staff/notices/")


def test_a_monitor_sees_that_nothing_leaves_and_nothing_else(row: Row, client: Client, hands: Hands) -> None:
    well = client.get("/healthz/notices")
    row()
    hands.on(minutes=30)
    ill = client.get("/healthz/notices")

    assert (well.status_code, well.json()) == (200, {"notices": True})
    assert (ill.status_code, ill.json()) == (503, {"notices": False})
    assert client.head("/healthz/notices").status_code == 503
    assert client.post("/healthz/notices").status_code == 405


def test_the_command_fails_when_nothing_leaves(row: Row, hands: Hands) -> None:
    said = StringIO()
    row()
    call_command("check_notices", stdout=said)
    assert said.getvalue() == "Notices leave. 1 are due now.\n"
    hands.on(minutes=30)

    with pytest.raises(CommandError, match="1 are due, the oldest since 2026-06-01 12:00 UTC") as failed:
        call_command("check_notices")

    assert failed.value.returncode == 1
