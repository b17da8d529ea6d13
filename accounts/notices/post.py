"""Handing a mail over in two steps, so that of each one it is known whether it can have left.

`begin` gives the mail server everything but the sign that it is complete; `finish` gives that sign. In
between the caller commits that the mail is being handed over. A worker that dies before `finish` leaves the
server with an unfinished mail, which it drops; one that dies after it leaves a row that says so.
"""

from __future__ import annotations

import re
import smtplib
from contextlib import suppress
from typing import Protocol

from anymail.exceptions import AnymailError, AnymailInvalidAddress, AnymailRecipientsRefused
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend
from django.core.mail.message import sanitize_address
from django.utils.translation import gettext as _

from accounts.notices.errors import NoAnswer, Refused, Unreachable

DOWN = "notices-mail-down"
DOWN_S = 60
GOODBYE_S = 2

LIMIT = 200
"""So much of what the other side says is kept."""
ABOUT_THE_RECIPIENT = frozenset({550, 551, 553, 556})
ENHANCED = re.compile(r"(?<![\d.])5\.(\d{1,3}\.\d{1,3})(?![.\d])")
ADDRESS_BAD = re.compile(r"1\.(?![78]$)\d+|2\.1")
"""RFC 3463: addressing, but for what is wrong with the sender's own; and a mailbox that is switched off."""
RELAYING = re.compile(r"relay|rcpthosts|authenticat", re.IGNORECASE)


class HandOver(Protocol):
    """A mail that the other side has, but for the sign that it is complete."""

    def finish(self) -> None:
        """Give the sign; returns when the mail was taken. Raises Unreachable, Refused or NoAnswer."""

    def abort(self) -> None:
        """Leave it at that; nothing is delivered, where the outlet knows two steps."""


def begin(message: EmailMessage) -> HandOver:
    """Hand over all but the end of a mail to one person. Raises Unreachable or Refused.

    Outlets without two steps (the Outbox, files, providers) have sent it when this returns.
    """
    connection = message.connection or mail.get_connection(fail_silently=False)
    if isinstance(connection, SmtpBackend):
        return _begin_smtp(connection, message)
    _send(connection, message)
    return _Sent()


def send(message: EmailMessage) -> None:
    """Both steps at once. Raises Unreachable, Refused or NoAnswer."""
    begin(message).finish()


def is_down() -> bool:
    """Was there no way to the mail server within the last minute?"""
    return bool(cache.get(DOWN))


def note_down() -> None:
    """There is no way to the mail server: the next minute nobody need try."""
    cache.set(DOWN, True, DOWN_S)


class _Sent:
    """What was done in one step."""

    def finish(self) -> None:
        """Done already."""

    def abort(self) -> None:
        """Too late."""


class _Smtp:
    """The whole mail lies with the server, which waits for a dot."""

    def __init__(self, smtp: smtplib.SMTP) -> None:
        self._smtp = smtp

    def finish(self) -> None:
        try:
            self._smtp.send(b".\r\n")
        except smtplib.SMTPServerDisconnected as gone:
            # The dot did not leave this machine: the server drops what it has.
            raise Unreachable(_words(gone)) from gone
        try:
            code, said = self._smtp.getreply()
        except (OSError, smtplib.SMTPException) as silence:
            note_down()  # the next one would fare no better
            raise NoAnswer(_words(silence)) from silence
        _leave(self._smtp)
        if 200 <= code < 300:
            return
        if code < 400:
            raise NoAnswer(_answer(code, said))
        raise _at_the_end(code, _text(said))

    def abort(self) -> None:
        # Not with QUIT, which would be a line of the mail.
        self._smtp.close()


def _begin_smtp(backend: SmtpBackend, message: EmailMessage) -> _Smtp:
    sender, to = _addresses(message)
    smtp = _open(backend)
    try:
        _envelope(smtp, sender, to)
        _body(smtp, message.message().as_bytes(linesep="\r\n"))  # type: ignore[call-arg]  # Django's own takes it
    except OSError as broken:
        smtp.close()
        raise Unreachable(_words(broken)) from broken
    except BaseException:
        smtp.close()
        raise
    return _Smtp(smtp)


def _addresses(message: EmailMessage) -> tuple[str, str]:
    """From whom and to whom, as the mail server wants to read it."""
    charset = str(message.encoding or settings.DEFAULT_CHARSET)
    sender = sanitize_address(message.from_email, charset)
    try:
        (to,) = message.recipients()
        return sender, sanitize_address(to, charset)
    except ValueError as wrong:
        raise Refused(_("This is no mail address.")) from wrong


def _open(backend: SmtpBackend) -> smtplib.SMTP:
    """A connection that is ready for a mail, as the settings say: encrypted, signed in."""
    try:
        backend.open()
        # Ours alone: closed here, it must not be taken for open by whoever uses the backend next.
        smtp, backend.connection = backend.connection, None
        assert smtp is not None
        smtp.ehlo_or_helo_if_needed()
    except OSError as closed:
        # Refused, timed out, no such host, and whatever the server says to our password: it is not about
        # the person, and the next one would fare no better.
        note_down()
        raise Unreachable(_words(closed)) from closed
    return smtp


def _envelope(smtp: smtplib.SMTP, sender: str, to: str) -> None:
    """From whom and to whom."""
    code, said = smtp.mail(sender)
    if code != 250:
        _leave(smtp)
        raise Unreachable(_answer(code, said))
    code, said = smtp.rcpt(to)
    if code not in (250, 251):
        _leave(smtp)
        raise (_of_the_recipient(code, _text(said)))(_answer(code, said))


def _body(smtp: smtplib.SMTP, content: bytes) -> None:
    """The whole mail without the dot that ends it."""
    code, said = smtp.docmd("data")
    if code != 354:
        _leave(smtp)
        raise Unreachable(_answer(code, said))
    lines = re.sub(rb"(?m)^\.", b"..", content)
    smtp.send(lines if lines.endswith(b"\r\n") else lines + b"\r\n")


def _of_the_recipient(code: int, said: str) -> type[Unreachable] | type[Refused]:
    """Whether an answer to RCPT says that this person cannot be reached, or that we cannot send."""
    if found := ENHANCED.search(said):
        return Refused if ADDRESS_BAD.fullmatch(found[1]) else Unreachable
    return Refused if code in ABOUT_THE_RECIPIENT and not RELAYING.search(said) else Unreachable


def _at_the_end(code: int, said: str) -> Unreachable | Refused:
    """The same for the answer to the whole mail: only what is said of the address is for good.

    A server that takes one mail for spam has said nothing of the next one.
    """
    found, answer = ENHANCED.search(said), f"{code} {said}"[:LIMIT]
    if code >= 500 and found and ADDRESS_BAD.fullmatch(found[1]):
        return Refused(answer)
    return Unreachable(answer, hopeless=code >= 500)


def is_about_address(status: str) -> bool:
    """Does a status such as 5.1.1 (RFC 3463) say that there is nobody at the address?"""
    return status.startswith("5.") and bool(ADDRESS_BAD.fullmatch(status.removeprefix("5.")))


def _send(connection: BaseEmailBackend, message: EmailMessage) -> None:
    """In one step."""
    try:
        connection.send_messages([message])
    except (AnymailRecipientsRefused, AnymailInvalidAddress) as refused:
        raise Refused(_words(refused)) from refused
    except (AnymailError, OSError) as failed:
        raise Unreachable(_words(failed)) from failed


def _leave(smtp: smtplib.SMTP) -> None:
    """Say goodbye, without waiting long for an answer: the mail's fate is known."""
    with suppress(OSError, smtplib.SMTPException):
        if smtp.sock is not None:
            smtp.sock.settimeout(GOODBYE_S)
        smtp.quit()
    smtp.close()


def _text(said: bytes) -> str:
    return " ".join(said.decode(errors="replace").split())


def _answer(code: int, said: bytes) -> str:
    return f"{code} {_text(said)}"[:LIMIT]


def _words(error: Exception) -> str:
    """What an exception says, on one line. Of a provider's only its own words: the rest quotes the mail."""
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        return _answer(error.smtp_code, said if isinstance(said, bytes) else str(said).encode())
    text = str(error.args[0]) if isinstance(error, AnymailError) and error.args else str(error)
    return (" ".join(text.split()) or type(error).__name__)[:LIMIT]
