"""Push and webhook: told, taken back, tried again and given up; the real outlets, a loopback end."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import Notice, PushSubscription, Webhook
from accounts.notices import delivery, preferences, push, webhook
from accounts.notices.kinds import Channel
from games.models import Game
from tests import cast
from tests.accounts.notices.listener import Listener, listening
from tests.accounts.notices.test_looking import lose_cache
from tests.accounts.notices.test_push import Browser
from tests.notices.post_office import told

if TYPE_CHECKING:
    from accounts.models import User
    from tests.notices.post_office import Office

pytestmark = pytest.mark.django_db
A_DAY = {"per_decision_s": 24 * 3600, "reserve_s": 0}


@pytest.fixture
def listener(settings: Any) -> Iterator[Listener]:
    with listening() as listener:
        settings.OUTGOING_TRUSTED = [listener.place]
        yield listener


def turn_of(alice: User, bob: User) -> Game:
    """A game in which it is Alice's turn, and nothing else is to be told."""
    game = cast.started(alice, bob, clock=A_DAY)
    cast.choose_tickets(game)
    if cast.user_of(game, game.decisions.get().seat) != alice:
        cast.play_on(game, 1)
    Notice.objects.exclude(user=alice, kind="your_turn", matter__startswith=turn_name(game)).delete()
    return game


def turn_name(game: Game) -> str:
    row = game.decisions.get()
    return f"{row.begun_seq}-{row.seat}"


class TestPush:
    @pytest.fixture
    def phone(self, office: Office, alice: User, listener: Listener) -> Browser:
        browser = Browser(f"{listener.url}/phone")
        push.subscribe(user=alice, **browser.said)
        return browser

    def read(self, phone: Browser, listener: Listener) -> list[dict[str, str]]:
        return [phone.read(heard) for heard in listener.heard]

    def test_a_turn_is_told_and_taken_back_after_the_move(
        self, office: Office, phone: Browser, listener: Listener, alice: User, bob: User
    ) -> None:
        game = turn_of(alice, bob)
        office.after(minutes=2)
        (message,) = self.read(phone, listener)
        assert message == {
            "title": f"Table {game.pk}",
            "body": "Your turn until Tue 12:00.",
            "url": f"http://127.0.0.1:8000/games/{game.pk}/?mine",
            "tag": f"game-{game.pk}",
        }

        cast.play_on(game, 1)
        office.review(game)

        assert self.read(phone, listener)[1:] == [{"close": f"game-{game.pk}"}]
        assert told(alice, channel="push") == [(told(alice)[0][0], "sent", "taken_back")]
        office.review(game)
        assert len(listener.heard) == 2

    def test_nothing_is_taken_back_while_the_turn_is_open(
        self, office: Office, phone: Browser, listener: Listener, alice: User, bob: User
    ) -> None:
        game = turn_of(alice, bob)
        office.after(minutes=2)
        office.review(game)

        assert len(listener.heard) == 1

    def test_a_move_while_the_message_is_on_its_way_takes_it_back(
        self,
        office: Office,
        phone: Browser,
        listener: Listener,
        alice: User,
        bob: User,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        game = turn_of(alice, bob)
        send = push.send

        def meanwhile(*args: Any, **kwargs: Any) -> int:
            cast.play_on(game, 1)
            return send(*args, **kwargs)

        monkeypatch.setattr(delivery.push, "send", meanwhile)
        office.after(minutes=2)

        assert self.read(phone, listener)[-1] == {"close": f"game-{game.pk}"}

    def test_a_push_service_that_is_away_keeps_no_review_from_its_end(
        self, office: Office, phone: Browser, listener: Listener, alice: User, bob: User
    ) -> None:
        game = turn_of(alice, bob)
        office.after(minutes=2)
        listener.status = 503
        cast.play_on(game, 1)
        office.review(game)
        assert told(alice, channel="push")[-1][1:] == ("sent", "")

        listener.status = 201
        office.review(game)
        assert told(alice, channel="push")[-1][1:] == ("sent", "taken_back")

    def test_an_older_turn_takes_no_newer_message_along(
        self, office: Office, phone: Browser, listener: Listener, alice: User, bob: User
    ) -> None:
        """Two moves later it is Alice's turn again, and told, before anybody has looked at what was over."""
        game = turn_of(alice, bob)
        office.after(minutes=2)
        first = turn_name(game)
        while turn_name(game) == first or cast.user_of(game, game.decisions.get().seat) != alice:
            cast.play_on(game, 1)
        row = Notice.objects.filter(user=alice, channel="push", kind="your_turn", state="waiting").latest(
            "pk"
        )
        Notice.objects.filter(pk=row.pk).update(state="sent")
        office.review(game)

        assert not [message for message in self.read(phone, listener) if "close" in message]
        assert [row[1:] for row in told(alice, channel="push")] == [("sent", "taken_back"), ("sent", "")]

    def test_quiet_hours_hold_for_a_phone_and_a_slow_pace_does_not(
        self, office: Office, phone: Browser, listener: Listener, alice: User, bob: User
    ) -> None:
        preferences.change(user=alice, pace="daily")
        turn_of(alice, bob)
        office.after(minutes=2)

        assert len(listener.heard) == 1
        assert told(alice)[-1][1] == "waiting"

    @pytest.mark.parametrize("status", [404, 410])
    def test_a_dead_device_goes_and_the_notice_says_so(
        self, office: Office, phone: Browser, listener: Listener, alice: User, bob: User, status: int
    ) -> None:
        listener.status = status
        turn_of(alice, bob)
        office.after(minutes=2)

        assert not PushSubscription.objects.exists()
        assert told(alice, channel="push")[-1][1:] == ("withdrawn", "no_device")

    def test_a_push_service_that_is_away_is_tried_five_times(
        self, office: Office, phone: Browser, listener: Listener, alice: User, bob: User
    ) -> None:
        """After 1, 4, 16 and 30 minutes."""
        listener.status = 503
        turn_of(alice, bob)
        office.after(minutes=2)
        for minutes in (1, 4, 16, 30):
            office.after(minutes=minutes, seconds=-1)
            office.after(seconds=1)

        assert len(listener.heard) == 5
        assert told(alice, channel="push")[-1][1:] == ("failed", "given_up")
        office.after(hours=3)
        assert len(listener.heard) == 5


class TestWebhook:
    @pytest.fixture
    def hook(self, office: Office, alice: User, listener: Listener) -> Webhook:
        return webhook.save_hook(user=alice, url=f"{listener.url}/hook")

    def test_a_turn_as_signed_json(
        self, office: Office, hook: Webhook, listener: Listener, alice: User, bob: User
    ) -> None:
        game = turn_of(alice, bob)
        office.after(minutes=2)

        (heard,) = listener.heard
        row = Notice.objects.get(channel="webhook", kind="your_turn")
        assert json.loads(heard.body) == {
            "delivery": str(row.pk),
            "kind": "your_turn",
            "thread": f"game-{game.pk}",
            "matter": turn_name(game),
            "text": f"Table {game.pk}: Your turn until Tue 12:00.",
            "url": f"http://127.0.0.1:8000/games/{game.pk}/?mine",
            "deadline": "2026-06-02T12:00:00Z",
            "at": "2026-06-01T12:00:00Z",
        }
        what = heard.headers["Night-Mail-Timestamp"].encode() + b"." + heard.body
        signed = hmac.new(hook.secret.encode(), what, "sha256").hexdigest()
        assert heard.headers["Night-Mail-Signature"] == f"v1={signed}"
        assert row.state == "sent"

    def test_a_program_is_told_whatever_its_owner_looks_at(
        self, office: Office, hook: Webhook, listener: Listener, alice: User, bob: User
    ) -> None:
        game = turn_of(alice, bob)
        office.hands.on(minutes=2)
        office.look(alice, game)
        office.sweep()

        assert len(listener.heard) == 1
        assert told(alice)[-1][1:] == ("waiting", "looking")

    def test_without_the_cache_it_is_told_once(
        self, office: Office, hook: Webhook, listener: Listener, alice: User, bob: User, settings: Any
    ) -> None:
        turn_of(alice, bob)
        office.hands.on(minutes=2)
        lose_cache(settings)
        delivery.sweep(Channel.WEBHOOK)
        delivery.sweep(Channel.WEBHOOK)

        assert len(listener.heard) == 1
        assert told(alice, channel="webhook")[-1][1:] == ("sent", "")

    def test_five_tries_with_the_same_delivery(
        self, office: Office, hook: Webhook, listener: Listener, alice: User, bob: User
    ) -> None:
        listener.status = 500
        turn_of(alice, bob)
        office.after(minutes=2)
        for minutes in (1, 4, 16, 30, 60, 600):
            office.after(minutes=minutes)

        assert len(listener.heard) == 5
        assert len({json.loads(heard.body)["delivery"] for heard in listener.heard}) == 1
        assert told(alice, channel="webhook")[-1][1:] == ("failed", "given_up")

    def test_a_redirect_is_refused_at_once(
        self, office: Office, hook: Webhook, listener: Listener, alice: User, bob: User
    ) -> None:
        listener.status, listener.headers = 302, {"Location": "http://127.0.0.1:1/"}
        turn_of(alice, bob)
        office.after(minutes=2)
        office.after(minutes=10)

        assert len(listener.heard) == 1
        assert told(alice, channel="webhook")[-1][1:] == ("failed", "refused")

    def test_twenty_failures_switch_it_off_and_are_told_by_mail(
        self, office: Office, hook: Webhook, listener: Listener, alice: User, bob: User
    ) -> None:
        listener.status = 500
        Webhook.objects.update(failures=19)
        turn_of(alice, bob)
        letters = office.after(minutes=2) + office.sweep()

        hook.refresh_from_db()
        assert not hook.on
        subjects = [letter.subject for letter in letters if letter.to == [alice.email]]
        assert "Night Mail: Your webhook was switched off after 20 failures" in subjects
        office.after(minutes=1)
        assert told(alice, channel="webhook")[-1][1:] == ("withdrawn", "no_hook")
        assert len(listener.heard) == 1

    def test_a_program_has_one_delivery_before_others_have_their_turn(
        self, office: Office, hook: Webhook, listener: Listener, alice: User, bob: User
    ) -> None:
        """First tickets at three tables are to be told to both."""
        Webhook.objects.create(user=bob, url=f"{listener.url}/other")
        for _ in range(3):
            cast.started(alice, bob, clock=A_DAY)
        Notice.objects.exclude(kind="your_turn", channel="webhook").delete()
        office.after(minutes=2)

        paths = [heard.path for heard in listener.heard]
        assert [sorted(paths[first : first + 2]) for first in (0, 2, 4)] == [["/hook", "/other"]] * 3
