"""Mails: of one thread, or a digest of all; as text and as HTML, with the headers that mail programs heed."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from email.charset import QP, Charset
from typing import Any, cast

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from accounts.notices import headers, stop
from accounts.notices.kinds import Kind
from accounts.notices.models import Notice
from accounts.notices.subjects import Story, Turn

WIDTH = 76
"""Of a line of text, but for addresses, which stay whole."""
INDENT = "  "


def letter(user: User, story: Story, notices: Sequence[Notice]) -> EmailMultiAlternatives:
    """The mail that tells a person these notices of one thread."""
    with speaking_to(user):
        context = _story(story) | _foot(user, notices, story.thread, story.name)
        message = _message(user, "notice", context)
        message.to = [_address(user, notices)]
    message.extra_headers |= headers.of(user, notices, story.thread, story.name)
    return message


def digest(
    user: User, turns: Sequence[Turn], stories: Sequence[Story], notices: Sequence[Notice]
) -> EmailMultiAlternatives:
    """The mail that tells a person everything at once: what is asked of them, then what happened."""
    with speaking_to(user):
        name = _("All tables")
        waiting = {turn.thread for turn in turns}
        context = {
            "turns": [_turn(turn) for turn in sorted(turns, key=_urgency)],
            "stories": [_in_digest(story, waiting) for story in stories if _is_news(story, waiting)],
            "heading": _digest_heading(len(turns), len(stories)),
            "name": user.username,
        }
        message = _message(user, "digest", context | _foot(user, notices))
    message.extra_headers |= headers.of(user, notices, headers.DIGEST, name)
    return message


def test_letter(user: User) -> EmailMultiAlternatives:
    """A mail that says that mail arrives."""
    with speaking_to(user):
        message = _message(user, "test", {"name": user.username} | _foot(user, ()))
    message.extra_headers |= headers.of_test()
    return message


@contextmanager
def speaking_to(user: User) -> Iterator[None]:
    """Until the end of the block, words and times are the person's."""
    with translation.override(user.language), timezone.override(user.zone):
        yield


def until(by: datetime) -> str:
    """An instant in the active language and zone: Tuesday 24 March, 21:10 (Lisbon)."""
    local = timezone.localtime(by)
    # Translators: how an instant is written, in Django's letters for dates; the place is a time zone's.
    written = formats.date_format(local, pgettext("format of an instant", "l j F, H:i"))
    return _("%(instant)s (%(place)s)") % {"instant": written, "place": zone_name()}


def zone_name() -> str:
    """The active time zone as people call it: Lisbon, Sao Paulo, UTC."""
    return str(timezone.get_current_timezone()).rpartition("/")[2].replace("_", " ")


def _message(user: User, name: str, context: dict[str, Any]) -> EmailMultiAlternatives:
    subject = headers.one_line(render_to_string(f"emails/{name}-subject.txt", context))
    context = context | {"subject": subject, "site": headers.host(), "language": translation.get_language()}
    body = render_to_string(f"emails/{name}-body.txt", context)
    message = EmailMultiAlternatives(subject, re.sub(r"\n{3,}", "\n\n", body.strip()) + "\n", to=[user.email])
    message.attach_alternative(render_to_string(f"emails/{name}-body.html", context).strip(), "text/html")
    # Seven bits: no server on the way need change it.
    message.encoding = cast(Any, _quoted_printable())
    return message


def _quoted_printable() -> Charset:
    charset = Charset("utf-8")
    charset.body_encoding = QP
    return charset


def _address(user: User, notices: Sequence[Notice]) -> str:
    """Where a person's mail goes; word of their account where its notice says: the address may be new."""
    if notices and notices[0].kind == Kind.SECURITY:
        return str(notices[0].facts.get("to") or user.email)
    return user.email


def _foot(user: User, notices: Sequence[Notice], thread: str = "", name: str = "") -> dict[str, Any]:
    """Why a person gets this, and how they need not."""
    kinds = headers.stoppable(notices)
    why = _why([str(Kind(kind).label) for kind in kinds], bool(notices))
    path = stop.path(user, kinds=kinds, thread=thread) if kinds else ""
    return {
        "why": why,
        "why_lines": textwrap.wrap(why, WIDTH),
        "stop_url": headers.absolute(path) if path else "",
        "table": name if thread else "",
        "settings_url": headers.absolute(reverse("accounts:settings")),
        "home_url": headers.absolute("/"),
    }


def _why(kinds: Sequence[str], told: bool) -> str:
    if kinds:
        return _("By your settings you get mail about: %(kinds)s.") % {"kinds": ", ".join(kinds)}
    if told:
        return _("This is about your account. Such mail cannot be switched off.")
    return _("You get this because you asked for it.")


def _story(story: Story) -> dict[str, Any]:
    """A story as the templates want it: whole addresses, and its text in lines."""
    lead = list(story.lead)
    if story.is_turn and story.by:
        lead.insert(0, _("You have until %(instant)s.") % {"instant": until(story.by)})
    about = [story.name, *([story.about] if story.about else [])]
    return {
        "story": story,
        "url": headers.absolute(story.path),
        "about": " · ".join(about),
        "happened": [(when, *_first(what)) for when, what in story.happened],
        "lead": lead,
        "lead_lines": _wrapped(lead),
        "heading_line": story.heading.rstrip(".") + ".",
        "about_line": ", ".join(about) + ".",
        "short_lines": textwrap.wrap(story.short, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT),
        "happened_lines": _columns(story.happened, indent=INDENT, right=True),
        "facts_lines": _columns([(what.upper(), how) for what, how in story.facts]),
        "foot_lines": _wrapped(story.foot),
    }


def _is_news(story: Story, waiting: Collection[str]) -> bool:
    """Does it say more than the list of turns above it?"""
    return bool(story.happened) or not (story.is_turn and story.thread in waiting)


def _in_digest(story: Story, waiting: Collection[str]) -> dict[str, Any]:
    """A story without the sentence that the list of turns has said."""
    said = story.is_turn and story.thread in waiting
    return _story(replace(story, short="") if said else story)


def _turn(turn: Turn) -> dict[str, Any]:
    """A turn as the templates want it."""
    when = _("until %(instant)s") % {"instant": until(turn.by)} if turn.by else _("without a clock")
    line = f"{turn.title}: {turn.what}, {when}."
    return {
        "title": turn.title,
        "what": turn.what,
        "url": headers.absolute(turn.path),
        "when": when,
        "lines": textwrap.wrap(line, WIDTH),
    }


def _urgency(turn: Turn) -> tuple[bool, datetime]:
    """Least time first; without a clock last, the longest waiting first."""
    return turn.by is None, turn.by or turn.since


def _digest_heading(turns: int, stories: int) -> str:
    if turns:
        words = ngettext("%(number)d turn waits for you", "%(number)d turns wait for you", turns)
        return words % {"number": turns}
    words = ngettext("News of %(number)d table", "News of %(number)d tables", stories)
    return words % {"number": stories}


def _first(what: str) -> tuple[str, list[str]]:
    """The first line of what happened, and the lines after it: those are what it means to the reader."""
    first, *more = what.split("\n")
    return first, more


def _wrapped(sentences: Sequence[str]) -> list[str]:
    """Each sentence on lines of its own."""
    return [line for sentence in sentences for line in textwrap.wrap(sentence, WIDTH)]


def _columns(rows: Sequence[tuple[str, str]], indent: str = "", right: bool = False) -> list[str]:
    """Lines of two columns, the second one wrapped under itself."""
    width = max((len(first) for first, _second in rows), default=0)
    lines: list[str] = []
    for first, second in rows:
        head = f"{indent}{first.rjust(width) if right else first.ljust(width)}  "
        for part in second.split("\n"):
            room = max(WIDTH - len(head), 30)
            for line in textwrap.wrap(part, room) or [""]:
                lines.append((head + line).rstrip())
                head = " " * len(head)
    return lines
