"""The headers of a mail: what mail programs sort, thread and stop by, and what bounces are recognised by."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from email.header import Header
from email.utils import format_datetime, make_msgid
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts import clock
from accounts.models import User
from accounts.notices import stop
from accounts.notices.kinds import Kind
from accounts.notices.models import Notice

DIGEST = "digest"
"""Takes the place of a thread in mails about several."""
MESSAGE_ID = re.compile(r"<([0-9a-f]{24})\.u([0-9]{1,18})\.([0-9a-f]{12})@[^<>@\s]+>")
CONTROLS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")
PLAIN = re.compile(r"[\w !#$%&'*+/=?^`{|}~-]*", re.ASCII)


def of(user: User, notices: Sequence[Notice], thread: str, name: str) -> dict[str, str]:
    """The headers of a mail that tells these notices; `name` is the thread's, for people."""
    root = f"<{thread}.u{user.pk}@{host()}>"
    mail = _of_any() | {
        "Message-ID": message_id(user, notices),
        # Nobody was ever sent the root: that all refer to it is what makes them one conversation.
        "In-Reply-To": root,
        "References": root,
        "List-Id": f"{_phrase(name)} <{thread}.{host()}>",
    }
    if kinds := stoppable(notices):
        path = stop.path(user, kinds=kinds, thread="" if thread == DIGEST else thread)
        mail["List-Unsubscribe"] = f"<{absolute(path)}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def of_test() -> dict[str, str]:
    """The headers of a mail that tells no notice, and is a new one each time."""
    return _of_any() | {"Message-ID": make_msgid(domain=host())}


def stoppable(notices: Sequence[Notice]) -> list[str]:
    """The kinds of these that a person may do without."""
    return sorted({notice.kind for notice in notices} - {Kind.SECURITY})


def message_id(user: User, notices: Sequence[Notice]) -> str:
    """The same for the same notices, so that a mail that is sent again can be told from a further one.

    Its last word is a seal by which `addressee` knows that it is ours.
    """
    told = sorted((notice.thread, notice.matter, notice.kind) for notice in notices)
    word = hashlib.sha256(repr((user.pk, told)).encode()).hexdigest()[:24]
    return f"<{word}.u{user.pk}.{_seal(word, user.pk)}@{host()}>"


def addressee(identifier: str) -> int | None:
    """To whom the mail of this Message-ID went, by id; None when it is not one of ours."""
    found = MESSAGE_ID.fullmatch(identifier.strip())
    if found is None:
        return None
    word, user_id, seal = found[1], int(found[2]), found[3]
    return user_id if constant_time_compare(_seal(word, user_id), seal) else None


def host() -> str:
    """The site's name, in which mails have their ids."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def absolute(path: str) -> str:
    """The whole address of a page."""
    return f"{settings.SITE_URL}{path}"


def one_line(text: str) -> str:
    """Fit for a header: whatever would begin a further one becomes a blank."""
    return " ".join(CONTROLS.sub(" ", text).split())


def _of_any() -> dict[str, str]:
    return {
        "Date": format_datetime(clock.now()),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }


def _seal(word: str, user_id: int) -> str:
    return salted_hmac("accounts.notices.headers", f"{word}.{user_id}", algorithm="sha256").hexdigest()[:12]


def _phrase(name: str) -> str:
    """A name before an address, as headers spell it."""
    name = one_line(name)
    if not name.isascii():
        return Header(name, "utf-8").encode(maxlinelen=0)
    if PLAIN.fullmatch(name):
        return name
    quoted = name.replace("\\", r"\\").replace('"', r"\"")
    return f'"{quoted}"'
