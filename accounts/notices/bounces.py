"""Mail that came back, and people who called it unwanted: noted, shown to them, and not tried again."""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from email.message import Message
from typing import Any

from anymail.signals import EventType, RejectReason, tracking
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from accounts.notices import headers, post, preferences
from accounts.notices.models import NoticePreferences

FOR_GOOD = frozenset({RejectReason.INVALID, RejectReason.BOUNCED})
UNWANTED = frozenset({EventType.COMPLAINED, EventType.UNSUBSCRIBED})


def note_bounce(*, address: str, why: str) -> bool:
    """Mail of ours to this address came back for good; False when the address is nobody's."""
    user = _owner(address)
    if user is None:
        return False
    preferences.mail_failed(user=user, why=headers.one_line(why), at=clock.now())
    return True


def note_complaint(*, address: str) -> bool:
    """Somebody called our mail unwanted: no more of it, until they choose otherwise."""
    user = _owner(address)
    if user is None:
        return False
    preferences.change(user=user, pace=NoticePreferences.Pace.OFF)
    with translation.override(user.language):
        why = _("your mail program says that you do not want it")
    preferences.mail_failed(user=user, why=why, at=clock.now())
    return True


def read(report: bytes) -> bool:
    """A delivery status notification (RFC 3464) that a mail server sent us; True when it counted.

    Only for mail of ours, by the seal in its Message-ID, and only while it was to the person's present
    address: anybody can write to us that somebody's mail came back.
    """
    try:
        return _read(email.message_from_bytes(report))
    except RecursionError:  # parts within parts within parts: nobody's honest report
        return False


def _read(message: Message) -> bool:
    user_id = next(filter(None, map(headers.addressee, _identifiers(message))), None)
    user = User.objects.filter(pk=user_id).first() if user_id else None
    if user is None:
        return False
    for address, why in _failures(message):
        if address.lower() == user.email.lower():
            return note_bounce(address=address, why=why)
    return False


def listen() -> None:
    """Hear what a provider tells; its requests have proved who they are."""
    tracking.connect(_told_by_provider, dispatch_uid="accounts.notices.bounces")


def _told_by_provider(sender: object, event: Any, esp_name: str, **more: object) -> None:
    if not event.recipient:
        return
    if event.event_type in UNWANTED:
        note_complaint(address=event.recipient)
    elif event.event_type in (EventType.BOUNCED, EventType.REJECTED) and event.reject_reason in FOR_GOOD:
        why = event.mta_response or event.description or event.reject_reason
        note_bounce(address=event.recipient, why=str(why))


def _owner(address: str) -> User | None:
    return User.objects.filter(email__iexact=address).exclude(email="").first()


def _identifiers(message: Message) -> Iterator[str]:
    """The Message-IDs of the mails that a report encloses, whole or by their headers."""
    for part in message.walk():
        if part.get_content_type() == "text/rfc822-headers":
            enclosed = email.message_from_string(str(part.get_payload()))
            yield str(enclosed.get("Message-ID", ""))
        elif part is not message:
            yield str(part.get("Message-ID", ""))


def _failures(message: Message) -> Iterator[tuple[str, str]]:
    """Whom a report says for good not to have been reached, and why."""
    for part in message.walk():
        if part.get_content_type() != "message/delivery-status":
            continue
        blocks = part.get_payload()
        for block in blocks if isinstance(blocks, list) else []:
            assert isinstance(block, Message)
            status = str(block.get("Status", "")).strip()
            if str(block.get("Action", "")).strip().lower() == "failed" and post.is_about_address(status):
                yield _value(block, "Final-Recipient"), _value(block, "Diagnostic-Code") or status


def _value(block: Message, name: str) -> str:
    """A field without the type before it: `rfc822; alice@example.org`."""
    return re.sub(r"^[^;]*;", "", headers.one_line(str(block.get(name, "")))).strip()
