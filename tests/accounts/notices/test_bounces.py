"""Mail that comes back: reports of mail servers and of providers, the banner, trying again."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.core import mail
from django.core.management import call_command
from django.urls import reverse

from accounts.models import User
from accounts.notices import bounces, headers, post, preferences
from accounts.notices.errors import Unreachable
from accounts.notices.models import NoticePreferences
from games.models import Game
from tests.accounts.notices.stories import notice
from tests.conftest import Hands
from tests.web import pages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hands")]

Pace = NoticePreferences.Pace

REPORT = """\
From: MAILER-DAEMON@mx.example
To: night-mail@trains.example
Subject: Undelivered Mail
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="part"

--part
Content-Type: text/plain

It did not work.

--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; {address}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 5.1.1 No such
 user

--part
Content-Type: {enclosed}

Message-ID: {identifier}
Subject: Your turn

--part--
"""


def report(user: User, **fields: str) -> bytes:
    its = {
        "address": user.email,
        "action": "failed",
        "status": "5.1.1",
        "enclosed": "text/rfc822-headers",
        "identifier": headers.message_id(user, [notice(user)]),
    }
    return REPORT.format(**{**its, **fields}).replace("\n", "\r\n").encode()


def why(user: User) -> str | None:
    """What the person is told of their mail; None while it arrives."""
    row = preferences.of(user)
    return row.mail_failed_why if row.mail_failed_at else None


@pytest.mark.parametrize("enclosed", ["text/rfc822-headers", "message/rfc822"])
def test_a_report_of_mail_that_came_back_for_good(alice: User, hands: Hands, enclosed: str) -> None:
    assert bounces.read(report(alice, enclosed=enclosed))
    assert why(alice) == "550 5.1.1 No such user"
    assert preferences.of(alice).mail_failed_at == hands.at


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "delayed", "status": "4.4.1"},
        {"status": "4.2.2"},
        {"status": "5.2.2"},  # a full mailbox
        {"status": "5.7.1"},  # our set-up, or what the mail looked like
        {"action": "delivered", "status": "2.0.0"},
        {"address": "alice@old.example"},
        {"identifier": "<somebody@else.example>"},
        {"identifier": ""},
    ],
)
def test_what_is_not_for_good_or_not_ours_does_not_count(alice: User, fields: dict[str, str]) -> None:
    assert not bounces.read(report(alice, **fields))
    assert why(alice) is None


def test_nobody_can_make_up_a_report_about_somebody_else(alice: User, charlie: User) -> None:
    of_charlie = headers.message_id(charlie, [notice(charlie)])
    forged = of_charlie.replace(f".u{charlie.pk}.", f".u{alice.pk}.")
    for identifier in (of_charlie, forged):
        assert not bounces.read(report(alice, identifier=identifier))
    assert why(alice) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"Content-Type: message/delivery-status\n\nx",
        b"Content-Type: message/rfc822\n\n" * 3000,
    ],
)
def test_the_command_takes_whatever_a_mail_server_gives_it(
    alice: User, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    said = io.StringIO()
    call_command("read_bounce", stdout=said)
    assert said.getvalue().startswith("nothing")


def test_the_command_notes_a_report(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(report(alice))))
    said = io.StringIO()
    call_command("read_bounce", stdout=said)
    assert said.getvalue() == "noted\n"
    assert why(alice)


def tell(event_type: str, **fields: Any) -> None:
    """What a provider tells, after its request has proved itself."""
    event = AnymailTrackingEvent(event_type=event_type, recipient="Alice@example.org", **fields)
    tracking.send(sender=None, event=event, esp_name="Test")


def test_a_provider_tells_that_mail_came_back_for_good(alice: User) -> None:
    tell("bounced", reject_reason="bounced", mta_response="550 No such user")
    assert why(alice) == "550 No such user"


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ("deferred", None),
        ("bounced", "timed_out"),
        ("bounced", "other"),
        ("rejected", "blocked"),
        ("delivered", None),
        ("opened", None),
    ],
)
def test_what_else_a_provider_tells_does_not_count(alice: User, event: str, reason: str | None) -> None:
    tell(event, reject_reason=reason)
    assert why(alice) is None


def test_whoever_calls_it_unwanted_gets_no_more(alice: User) -> None:
    tell("complained")
    assert preferences.of(alice).pace == Pace.OFF
    assert why(alice) == "your mail program says that you do not want it"


def test_an_address_of_nobody_is_no_matter(alice: User) -> None:
    assert not bounces.note_bounce(address="eve@example.org", why="550")
    assert not bounces.note_bounce(address="", why="550")


# --- on the site --------------------------------------------------------------------------------------


def test_a_person_is_told_on_every_page_until_they_try_again(alice: User, charlie: User) -> None:
    words = "Mail to alice@example.org came back: 550 No such user."
    assert words not in pages.text(pages.get(alice, "/rules/"))
    bounces.note_bounce(address="ALICE@example.org", why="550 No\r\nsuch user")
    for path in ("/rules/", "/settings/", "/games/"):
        assert words in pages.text(pages.get(alice, path))
    assert "came back" not in pages.text(pages.get(charlie, "/rules/"))
    answer = pages.post(alice, reverse("accounts:try_mail_again"))
    assert pages.messages(answer) == ["The next mail to alice@example.org is sent as usual."]
    assert words not in pages.text(pages.get(alice, "/rules/"))


def test_trying_again_does_not_choose_a_pace(alice: User) -> None:
    tell("complained")
    answer = pages.post(alice, reverse("accounts:try_mail_again"))
    (said,) = pages.messages(answer)
    assert said.startswith("You chose to get no mail about games.")
    assert preferences.of(alice).pace == Pace.OFF


def test_a_test_is_sent_now(alice: User) -> None:
    answer = pages.post(alice, reverse("accounts:test_mail"))
    assert pages.messages(answer) == ["A test is on its way to alice@example.org."]
    (sent,) = mail.outbox
    assert sent.to == ["alice@example.org"]


def test_a_test_says_what_the_server_says(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(message: object) -> None:
        raise Unreachable("451 Later")

    monkeypatch.setattr(post, "send", refuse)
    answer = pages.post(alice, reverse("accounts:test_mail"))
    assert pages.messages(answer) == ["The test could not be sent. 451 Later"]


def test_at_a_table_a_sign_leads_to_the_words(turn: Game, alice: User) -> None:
    sign = 'aria-label="Mail to you comes back"'
    assert sign not in pages.get(alice, pages.at(turn)).content.decode()
    bounces.note_bounce(address="alice@example.org", why="550 No such user")
    page = pages.get(alice, pages.at(turn))
    assert sign in page.content.decode()
    assert "came back" not in pages.text(page)
