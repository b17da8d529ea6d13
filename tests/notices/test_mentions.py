"""Chat that names somebody: told as they have chosen, until they have seen it, and never every line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accounts import clock
from accounts.models import Notice, User
from accounts.notices import letters, preferences, push
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import PushSubscription
from games.models import ChatLine, Game
from games.services import chat, volume
from games.web.notices import Games
from tests import cast
from tests.notices.post_office import Office, thread, to, told

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

pytestmark = pytest.mark.django_db

A_DAY = {"per_decision_s": 24 * 3600, "reserve_s": 0}


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What devices are sent."""
    sent: list[dict[str, Any]] = []

    def send(user: User, *, message: dict[str, Any], **_: Any) -> int:
        sent.append({"to": user.username, **message})
        return 1

    monkeypatch.setattr(push, "send", send)
    return sent


@pytest.fixture
def table(office: Office, alice: User, bob: User) -> Game:
    """Alice and Bob wait for nothing but one another's tickets; what there was to tell has been told."""
    game = cast.started(alice, bob, clock=A_DAY)
    office.after(minutes=10)
    return game


def say(user: User, game: Game, text: str) -> ChatLine:
    return chat.say(game_id=game.pk, user=user, text=text, key=cast.key()).line


def mentions(user: User, channel: str = "mail") -> list[tuple[str, str]]:
    return [(state, why) for _matter, state, why in told(user, Kind.MENTION, channel)]


def has_a_device(user: User) -> None:
    PushSubscription.objects.create(
        user=user, endpoint=f"https://push.example/{user.pk}", p256dh="x", auth="y", made_at=clock.now()
    )


def wants_mail(user: User) -> None:
    preferences.switch(user=user, kind=Kind.MENTION, channel=Channel.MAIL, on=True)


def letters_to(user: User, office: Office, **time: float) -> list[EmailMessage]:
    return to(user, office.after(**time))


def test_it_goes_to_devices_and_not_by_mail_where_nothing_was_chosen(
    table: Game, office: Office, alice: User, bob: User, pushed: list[dict[str, Any]]
) -> None:
    has_a_device(bob)
    has_a_device(alice)
    line = say(alice, table, "@bobby my secret plan")

    assert letters_to(bob, office, minutes=5) == []
    [message] = pushed
    assert (message["to"], message["title"]) == ("bobby", f"Table {table.pk}")
    assert message["body"].startswith("alice wrote to you.")
    assert "secret" not in str(message)
    assert mentions(bob) == [("withdrawn", "off")]
    assert told(bob, Kind.MENTION, "push") == [(f"chat-{line.pk}", "sent", "")]


def test_by_mail_the_line_is_quoted_in_the_body_alone(
    table: Game, office: Office, alice: User, bob: User
) -> None:
    wants_mail(bob)
    say(alice, table, "@bobby my\nsecret <plan>")

    [letter] = letters_to(bob, office, minutes=5)
    assert letter.subject == f"alice wrote to you at Table {table.pk}"
    assert "alice: “@bobby my secret <plan>”" in " ".join(str(letter.body).split())
    [html] = [str(part.content) for part in letter.alternatives]  # type: ignore[attr-defined]
    assert "secret &lt;plan&gt;" in html


def test_whoever_has_seen_the_table_is_not_told(table: Game, office: Office, alice: User, bob: User) -> None:
    wants_mail(bob)
    say(alice, table, "@bobby hi")
    office.hands.on(seconds=30)
    office.look(bob, table)

    assert letters_to(bob, office, minutes=5) == []
    assert mentions(bob) == [("withdrawn", "seen")]


def test_a_line_that_is_gone_is_not_told(table: Game, office: Office, alice: User, bob: User) -> None:
    wants_mail(bob)
    say(alice, table, "@bobby hi").delete()

    assert letters_to(bob, office, minutes=5) == []
    assert mentions(bob) == [("withdrawn", "gone")]


def test_a_muted_table_tells_nothing(table: Game, office: Office, alice: User, bob: User) -> None:
    wants_mail(bob)
    volume.set_volume(game_id=table.pk, user=bob, level="muted")
    say(alice, table, "@bobby hi")

    assert letters_to(bob, office, minutes=5) == []
    assert mentions(bob) == [("withdrawn", "muted")]


def test_never_every_line_oneself_or_a_stranger(table: Game, alice: User, bob: User, charlie: User) -> None:
    for text in ("hello", "bobby", "@alice @charlie", "@everybody @all", "x@bobby"):
        say(alice, table, text)
    assert not Notice.objects.filter(kind=Kind.MENTION).exists()

    say(alice, table, "@bobby, @BOBBY and @Bobby!")
    assert len(mentions(bob)) == 1


def test_nor_a_guest(table: Game, alice: User, bob: User) -> None:
    bob.is_guest = True
    bob.save()
    say(alice, table, "@bobby hi")
    assert mentions(bob) == []


def test_two_lines_leave_as_one_mail(table: Game, office: Office, alice: User, bob: User) -> None:
    wants_mail(bob)
    say(alice, table, "@bobby one")
    office.hands.on(seconds=1)
    say(alice, table, "@bobby two")

    [letter] = letters_to(bob, office, minutes=5)
    assert "alice: “@bobby two” alice: “@bobby one”" in " ".join(str(letter.body).split())


def test_the_words_of_a_line_stand_in_no_subject(table: Game, alice: User, bob: User) -> None:
    line = say(alice, table, "@bobby my secret plan")
    [row] = Notice.objects.filter(user=bob, kind=Kind.MENTION, channel="mail")
    with letters.speaking_to(bob):
        story = Games().story(bob, thread(table), [row])

    assert row.facts == {"who": "alice", "line": line.pk}
    assert list(story.lead) == ["alice: “@bobby my secret plan”"]
    assert "secret" not in f"{story.subject} {story.heading} {story.short} {story.name}"
