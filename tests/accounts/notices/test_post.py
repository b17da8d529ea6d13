"""Handing mails over to a real mail server on this machine."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend

from accounts.notices import post
from accounts.notices.errors import NoAnswer, Refused, Unreachable


class Server:
    """A mail server: it answers as told, and keeps what it took."""

    def __init__(self, mail: str = "250 OK", rcpt: str = "250 OK", end: str = "250 OK") -> None:
        self.answers = {"mail": mail, "rcpt": rcpt, "end": end}
        self.taken: list[bytes] = []
        self.smtp: SMTP | None = None

    async def handle_MAIL(  # noqa: N802  (aiosmtpd's name)
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return self.answers["mail"]

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.answers["rcpt"].startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.answers["rcpt"]

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        answer = self.answers["end"]
        if answer == "hang":
            await asyncio.sleep(3)
        if answer == "drop":
            assert server.transport is not None
            server.transport.close()
        if answer.startswith("250"):
            assert isinstance(envelope.content, bytes)
            self.taken.append(envelope.content)
        return answer


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(server: Server, **options: Any) -> Iterator[EmailBackend]:
    """The server, and a way to it that waits half a second at most."""
    controller = Controller(server, hostname="127.0.0.1", port=free_port(), **options)
    controller.start()
    try:
        yield way_to(controller.port)
    finally:
        controller.stop()


def way_to(port: int, **options: Any) -> EmailBackend:
    return EmailBackend(host="127.0.0.1", port=port, timeout=0.5, **options)


def letter(connection: BaseEmailBackend | None = None, body: str = "It is your turn.") -> EmailMessage:
    return EmailMultiAlternatives(
        "Your turn", body, "site@example.org", ["alice@example.org"], connection=connection
    )


@pytest.fixture(autouse=True)
def up() -> None:
    cache.delete(post.DOWN)


def test_a_mail_arrives_when_its_end_is_given_and_not_before() -> None:
    server = Server()
    with running(server) as way:
        hand_over = post.begin(letter(way))
        assert server.taken == []
        hand_over.finish()
    (taken,) = server.taken
    assert b"Subject: Your turn\r\n" in taken
    assert taken.endswith(b"\r\n\r\nIt is your turn.\r\n")


def test_a_mail_that_is_broken_off_never_arrives() -> None:
    server = Server()
    with running(server) as way:
        post.begin(letter(way)).abort()
        post.send(letter(way, body="The next one."))
    (taken,) = server.taken
    assert b"The next one." in taken


def test_lines_that_begin_with_a_dot_arrive_as_they_are() -> None:
    server = Server()
    with running(server) as way:
        post.send(letter(way, body="One.\n.\n..two\nQUIT"))
    (taken,) = server.taken
    assert taken.endswith(b"\r\n\r\nOne.\r\n.\r\n..two\r\nQUIT\r\n")


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        ({"rcpt": "550 5.1.1 No such user"}, Refused),
        ({"rcpt": "550 No such user here"}, Refused),
        ({"rcpt": "551 User not local"}, Refused),
        ({"rcpt": "553 5.1.3 Bad address syntax"}, Refused),
        ({"rcpt": "556 5.1.10 Domain takes no mail"}, Refused),
        ({"rcpt": "550 5.2.1 Mailbox disabled"}, Refused),
        ({"rcpt": "450 4.2.0 Greylisted, come again"}, Unreachable),
        ({"rcpt": "452 4.5.3 Too many recipients"}, Unreachable),
        ({"rcpt": "552 5.2.2 Mailbox full"}, Unreachable),
        ({"rcpt": "550 5.7.1 Unable to relay"}, Unreachable),
        ({"rcpt": "550 relay not permitted"}, Unreachable),
        ({"rcpt": "553 that domain isn't in my list of allowed rcpthosts"}, Unreachable),
        ({"rcpt": "550 5.1.8 Sender address rejected"}, Unreachable),
        ({"rcpt": "554 5.7.1 Client host blocked"}, Unreachable),
        ({"mail": "553 5.1.8 Sender address rejected"}, Unreachable),
        ({"mail": "530 5.7.0 Authentication required"}, Unreachable),
        ({"mail": "451 4.3.0 Later"}, Unreachable),
    ],
)
def test_who_is_meant_by_a_refusal_before_the_mail(answers: dict[str, str], error: type[Exception]) -> None:
    server = Server(**answers)
    (answer,) = answers.values()
    with running(server) as way, pytest.raises(error, match=answer):
        post.begin(letter(way))
    assert not post.is_down()


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("450 4.2.0 Later", Unreachable),
        ("452 4.3.1 No space", Unreachable),
        ("550 5.7.1 Your domain has no SPF record", Unreachable),
        ("535 5.7.8 Who are you", Unreachable),
        ("550 No such user", Unreachable),
        ("552 5.2.2 Mailbox full", Unreachable),
        ("554 5.6.0 Message refused", Unreachable),
        ("554 Looks like spam", Unreachable),
        ("550 5.1.1 No such user", Refused),
        ("550 5.2.1 Mailbox disabled", Refused),
    ],
)
def test_a_refusal_of_the_whole_mail(answer: str, error: type[Exception]) -> None:
    server = Server(end=answer)
    with running(server) as way:
        hand_over = post.begin(letter(way))
        with pytest.raises(error, match=answer):
            hand_over.finish()
    assert server.taken == []


@pytest.mark.parametrize("answer", ["hang", "drop"])
def test_without_an_answer_to_the_end_it_may_have_arrived(answer: str) -> None:
    with running(Server(end=answer)) as way:
        hand_over = post.begin(letter(way))
        with pytest.raises(NoAnswer):
            hand_over.finish()


def test_a_server_that_is_not_there_is_noted() -> None:
    assert not post.is_down()
    with pytest.raises(Unreachable, match="refused"):
        post.begin(letter(way_to(free_port())))
    assert post.is_down()


def test_a_server_that_says_nothing_is_noted() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Unreachable, match="timed out"):
        post.begin(letter(way_to(silent.getsockname()[1])))
    assert post.is_down()


def test_a_password_that_is_wrong_is_no_fault_of_the_recipient() -> None:
    with running(Server(), auth_require_tls=False, authenticator=lambda *_: _refused()) as way:
        way.username, way.password = "site", "wrong"
        with pytest.raises(Unreachable, match="535"):
            post.begin(letter(way))
    assert post.is_down()


def _refused() -> Any:
    from aiosmtpd.smtp import AuthResult

    return AuthResult(success=False, handled=False)


@pytest.mark.parametrize("address", ["alice@example.org, bob@example.org", "a@b\nBcc: c@d.example", ""])
def test_an_address_that_is_none_is_refused_before_anything_is_sent(address: str) -> None:
    message = letter(way_to(1))
    message.to = [address]
    with pytest.raises(Refused):
        post.begin(message)


def test_a_worker_that_ends_between_the_steps_has_sent_nothing(
    in_a_process: Callable[[str, int], int],
) -> None:
    server = Server()
    with running(server) as way:
        assert in_a_process("begin", way.port) == 9
        assert in_a_process("send", way.port) == 0
    assert len(server.taken) == 1


@pytest.fixture
def in_a_process() -> Callable[[str, int], int]:
    """Run one of the functions in a process of its own, that kills itself after it; gives how it ended."""
    import os

    def run(function: str, port: int) -> int:
        child = os.fork()
        if child == 0:
            getattr(post, function)(letter(way_to(port)))
            os.kill(os.getpid(), 9 if function == "begin" else 0)
            os._exit(0)
        _pid, status = os.waitpid(child, 0)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)

    return run


class Provider(BaseEmailBackend):
    """Answers as a provider's library does."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__()
        self.error = error

    def send_messages(self, email_messages: Any) -> int:
        if self.error:
            raise self.error
        return len(email_messages)


def test_other_outlets_send_in_one_step() -> None:
    hand_over = post.begin(letter())
    assert [sent.to for sent in mail.outbox] == [["alice@example.org"]]
    hand_over.finish()
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (AnymailRecipientsRefused(), Refused),
        (AnymailAPIError("the key is wrong"), Unreachable),
        (OSError("no network"), Unreachable),
    ],
)
def test_what_a_provider_says(error: Exception, meaning: type[Exception]) -> None:
    with pytest.raises(meaning):
        post.begin(letter(Provider(error)))
