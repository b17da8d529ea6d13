"""Mails, as a mail program gets them."""

from __future__ import annotations

import datetime as dt
import email
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import override_settings

from accounts.models import User
from accounts.notices import headers, letters, stop
from tests.accounts.notices.stories import BY, notice, story, turn
from tests.conftest import Hands

pytestmark = pytest.mark.usefixtures("hands")


@pytest.fixture
def person() -> User:
    """Not stored: writing a letter asks nothing of the database."""
    return User(pk=7, username="alice", email="alice@example.org", time_zone="Europe/Lisbon")


@pytest.fixture(autouse=True)
def site() -> Any:
    with override_settings(SITE_URL="https://trains.example"):
        yield


def received(message: EmailMultiAlternatives) -> EmailMessage:
    """The mail after its way: as bytes, and read again."""
    sent = message.message().as_bytes(linesep="\r\n")  # type: ignore[call-arg]
    assert sent.isascii()
    read = email.message_from_bytes(sent, policy=default)
    assert isinstance(read, EmailMessage)
    return read


def part(mail: EmailMessage, kind: str) -> str:
    body = mail.get_body((kind,))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def test_the_text_of_a_turn(person: User) -> None:
    mail = received(letters.letter(person, story(), [notice(person)]))
    text = part(mail, "plain")
    assert text.splitlines()[:17] == [
        "Your turn, alice.",
        "Table 214, USA, 5 players.",
        "",
        "You have until Tuesday 2 June, 21:10 (Lisbon).",
        "https://trains.example/games/214/",
        "",
        "SINCE YOUR LAST MOVE",
        "  Mon 09:12  Yuki claimed Denver – Oklahoma City, 7 points.",
        "      15:40  Odile claimed Calgary – Winnipeg, 15 points.",
        "             Your ticket is blocked.",
        "",
        "POINTS    Marek 42, you 21",
        "YOU HOLD  29 trains",
        "",
        "If you do not move in time, the computer plays on for you.",
        "",
        "-- ",
    ]
    assert text.endswith("\nAll settings:\nhttps://trains.example/settings/\n")


def test_lines_of_text_are_short_but_for_addresses(person: User) -> None:
    long = story(
        lead=["word " * 60],
        happened=[("Mon 09:12", "word " * 60)],
        facts=[("Points", "word " * 60)],
        foot=["word " * 60],
    )
    message = letters.letter(person, long, [notice(person)])
    lines = [line for line in str(message.body).splitlines() if not line.startswith("https://")]
    assert max(map(len, lines)) <= 76


def test_the_same_in_html_with_one_button(person: User) -> None:
    page = part(received(letters.letter(person, story(), [notice(person)])), "html")
    assert "Your turn, alice</h1>" in page
    assert "You have until Tuesday 2 June, 21:10 (Lisbon)." in page
    assert page.count('class="go btn" href="https://trains.example/games/214/"') == 1
    assert ">Your ticket is blocked.</strong>" in page
    assert "<img" not in page
    assert "<script" not in page


def test_what_people_wrote_is_text_and_no_html(person: User) -> None:
    message = letters.letter(person, story(heading="<b>Your</b> turn & more"), [notice(person)])
    mail = received(message)
    assert "&lt;b&gt;Your&lt;/b&gt; turn &amp; more</h1>" in part(mail, "html")
    assert "<b>Your</b> turn & more." in part(mail, "plain")


def test_times_are_the_persons_whoever_asks(person: User) -> None:
    person.time_zone = "Asia/Tokyo"
    message = letters.letter(person, story(), [notice(person)])
    assert "You have until Wednesday 3 June, 05:10 (Tokyo)." in message.body


def test_a_turn_without_a_clock_has_no_until(person: User) -> None:
    message = letters.letter(person, story(by=None), [notice(person)])
    assert "You have until" not in message.body


def test_headers_for_mail_programs(person: User) -> None:
    mail = received(letters.letter(person, story(), [notice(person)]))
    assert mail["Subject"] == "Your turn at Table 214 until Tue 21:10"
    assert mail["To"] == "alice@example.org"
    assert mail["Date"].datetime == dt.datetime(2026, 6, 1, 12, tzinfo=dt.UTC)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["List-Id"] == "Table 214 <game-214.trains.example>"
    assert mail["References"] == mail["In-Reply-To"] == "<game-214.u7@trains.example>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    token = stop.word(person, kinds=["your_turn"], thread="game-214")
    assert mail["List-Unsubscribe"].strip() == f"<https://trains.example/stop/{token}/>"


def test_the_same_notices_are_the_same_mail(person: User) -> None:
    def identifier(*notices: Any) -> str:
        return str(received(letters.letter(person, story(), notices))["Message-ID"])

    first, second = notice(person), notice(person, kind="reminder", matter="17-2/half")
    assert identifier(first, second) == identifier(second, first)
    assert identifier(first) == identifier(notice(person, tries=3))
    others = [
        notice(person, matter="18-2"),
        notice(person, thread="game-215"),
        notice(person, kind="reminder"),
    ]
    assert len({identifier(row) for row in [first, *others]}) == 4


def test_a_message_id_tells_whose_mail_it_was(person: User) -> None:
    identifier = headers.message_id(person, [notice(person)])
    assert headers.addressee(identifier) == 7
    assert headers.addressee(identifier.replace(".u7.", ".u8.")) is None
    assert headers.addressee("<somebody@else.example>") is None


@pytest.mark.parametrize("break_", ["\n", "\r", "\r\n", "\u2028", "\x0b", "\x85"])
def test_no_header_can_be_smuggled_in(person: User, break_: str) -> None:
    smuggled = f"Table{break_}Bcc: eve@example.org"
    mail = received(letters.letter(person, story(subject=smuggled, name=smuggled), [notice(person)]))
    assert "Bcc" not in mail
    assert mail["Subject"] == "Table Bcc: eve@example.org"
    assert mail["List-Id"] == '"Table Bcc: eve@example.org" <game-214.trains.example>'


def test_a_name_in_another_script(person: User) -> None:
    mail = received(letters.letter(person, story(name="卓 214", subject="您的回合"), [notice(person)]))
    assert mail["Subject"] == "您的回合"
    assert mail["List-Id"].endswith(" <game-214.trains.example>")
    assert str(email.header.make_header(email.header.decode_header(mail["List-Id"]))).startswith("卓 214")


def test_word_of_ones_account_goes_where_it_says_and_cannot_be_stopped(person: User) -> None:
    rows = [notice(person, kind="security", thread="account", facts={"to": "old@example.org"})]
    mail = received(letters.letter(person, story(thread="account", is_turn=False), rows))
    assert mail["To"] == "old@example.org"
    assert "List-Unsubscribe" not in mail
    assert "/stop/" not in part(mail, "plain") + part(mail, "html")
    assert "Such mail cannot be switched off." in part(mail, "plain")


def test_only_word_of_ones_account_chooses_its_address(person: User) -> None:
    message = letters.letter(person, story(), [notice(person, facts={"to": "eve@example.org"})])
    assert message.to == ["alice@example.org"]


def test_a_digest_lists_turns_by_time_left_and_then_the_news(person: User) -> None:
    turns = [
        turn(thread="game-3", title="Table 3, Card Game", by=None),
        turn(),
        turn(thread="game-5", title="Table 5, Europe", by=BY - dt.timedelta(hours=5)),
    ]
    over = story(
        thread="game-9", name="Table 9", short="The game is over.", happened=(), is_turn=False, by=None
    )
    rows = [notice(person), notice(person, kind="game_finished", thread="game-9", matter="end")]
    mail = received(letters.digest(person, turns, [story(), over], rows))
    assert mail["Subject"] == "3 turns wait for you"
    text = part(mail, "plain")
    places = [
        text.index(words)
        for words in (
            "Table 5, Europe: make a move, until Tuesday 2 June, 16:10 (Lisbon).",
            "Table 214, USA: make a move, until Tuesday 2 June, 21:10 (Lisbon).",
            "Table 3, Card Game: make a move, without a clock.",
            "Yuki claimed Denver",
            "The game is over.",
        )
    ]
    assert places == sorted(places)
    assert "It is your turn until" not in text
    assert mail["List-Id"] == "All tables <digest.trains.example>"
    assert mail["References"] == "<digest.u7@trains.example>"


def test_a_turn_that_is_listed_is_no_news_by_itself(person: User) -> None:
    message = letters.digest(person, [turn()], [story(happened=())], [notice(person)])
    assert message.subject == "1 turn waits for you"
    assert "WHAT HAPPENED" not in message.body


def test_a_digest_without_turns(person: User) -> None:
    over = story(short="The game is over.", is_turn=False)
    message = letters.digest(person, [], [over], [notice(person, kind="game_finished")])
    assert message.subject == "News of 1 table"
    assert "YOUR TURNS" not in message.body


def test_a_test_is_a_new_mail_each_time(person: User, hands: Hands) -> None:
    one, two = (received(letters.test_letter(person)) for _ in range(2))
    assert one["Message-ID"] != two["Message-ID"]
    assert "List-Unsubscribe" not in one
