"""Where mail goes when there is no mail server: to the staff's Outbox, and as files into a folder."""

from __future__ import annotations

import datetime as dt
import email
import hashlib
import os
from collections.abc import Sequence
from email.message import EmailMessage as ReadMessage
from email.policy import default
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from accounts import clock
from accounts.notices.models import OutgoingMail

KEPT = dt.timedelta(days=30)


class EmailBackend(BaseEmailBackend):
    """Keeps each mail in the transaction that sends it, and once that holds as a file."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            keep(message)
        return len(email_messages)


def is_in_use() -> bool:
    """Is mail kept here, so that none of it leaves the site?"""
    return str(settings.EMAIL_BACKEND) == f"{EmailBackend.__module__}.{EmailBackend.__qualname__}"


def keep(message: EmailMessage) -> OutgoingMail:
    """Keep a mail; one with the Message-ID of another is that other, and is not kept twice."""
    mail = message.message()
    row, made = OutgoingMail.objects.get_or_create(
        message_id=str(mail["Message-ID"])[:200],
        defaults={
            "sender": message.from_email[:320],
            "recipients": ", ".join(message.recipients()),
            "subject": str(message.subject)[:500],
            "message": mail.as_bytes(),
            "at": clock.now(),
        },
    )
    if made:
        # The row is what counts: a folder that is full must not undo what was done.
        transaction.on_commit(lambda: _write(path_of(row), bytes(row.message)), robust=True)
    return row


def forget_old() -> int:
    """Drop what is older than a month, files included; says how many mails that were."""
    old = OutgoingMail.objects.filter(at__lt=clock.now() - KEPT)
    gone = list(old.only("pk", "message_id", "at"))
    for row in gone:
        path_of(row).unlink(missing_ok=True)
    OutgoingMail.objects.filter(pk__in=[row.pk for row in gone]).delete()
    return len(gone)


def path_of(row: OutgoingMail) -> Path:
    """The mail's file."""
    digest = hashlib.sha256(row.message_id.encode()).hexdigest()[:16]
    return Path(settings.EMAIL_FILE_PATH) / f"{row.at:%Y%m%d-%H%M%S}-{digest}.eml"


def text_of(row: OutgoingMail) -> str:
    """A mail's plain text; empty without one."""
    return _part(row, "plain")


def html_of(row: OutgoingMail) -> str:
    """A mail's HTML; empty without one."""
    return _part(row, "html")


def _part(row: OutgoingMail, kind: str) -> str:
    mail = email.message_from_bytes(bytes(row.message), policy=default)
    assert isinstance(mail, ReadMessage)
    body = mail.get_body((kind,))
    return "" if body is None else str(body.get_content())


def _write(path: Path, content: bytes) -> None:
    """All of it or nothing, for the site's own eyes: mails hold words that open accounts."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
    fresh.replace(path)
