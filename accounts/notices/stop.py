"""Stopping mail by the link at its end, without signing in: a signed word says who, and which mail it was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.core import signing
from django.urls import reverse

from accounts.models import User
from accounts.notices import kinds as of_notices
from accounts.notices import ledger, preferences, subjects
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import NoticePreferences, Volume

Pace, Level = NoticePreferences.Pace, Volume.Level
SALT = "accounts.notices.stop"


class What(StrEnum):
    """What can be stopped by the link."""

    KINDS = "kinds"  # mails of the kinds that this one told
    THREAD = "thread"  # all about the table
    ALL = "all"  # all mail but word of the account


class Broken(Exception):
    """No word of ours, or of somebody who is gone."""


@dataclass(frozen=True)
class Mail:
    """The mail whose link was followed."""

    user: User
    kinds: tuple[Kind, ...]
    thread: str  # empty for one of several


def word(user: User, *, kinds: Iterable[str], thread: str = "") -> str:
    """What stands in the link. It never ages: who keeps mails may stop them years later."""
    return signing.Signer(salt=SALT).sign_object([user.pk, sorted(kinds), thread])


def path(user: User, *, kinds: Iterable[str], thread: str = "") -> str:
    """The page where this mail is stopped."""
    return reverse("stop", args=[word(user, kinds=kinds, thread=thread)])


def read(token: str) -> Mail:
    """Which mail it was. Raises Broken."""
    try:
        user_id, kinds, thread = _opened(token)
        user = User.objects.get(pk=user_id, is_active=True)
    except (signing.BadSignature, ValueError, User.DoesNotExist) as wrong:
        raise Broken from wrong
    known = (Kind(kind) for kind in kinds if kind in Kind.values)
    return Mail(user, tuple(kind for kind in known if (kind, Channel.MAIL) not in of_notices.LOCKED), thread)


def _opened(token: str) -> Any:
    return signing.Signer(salt=SALT).unsign_object(token)


@dataclass(frozen=True)
class Done:
    """What was stopped, and how it was before."""

    what: What
    before: str = ""


def act(mail: Mail, what: What) -> Done:
    """Stop what the person says. Done twice it is the same."""
    if what == What.KINDS:
        wishes = preferences.wishes([mail.user.pk])[mail.user.pk]
        before = " ".join(kind for kind in mail.kinds if wishes.wants(kind, Channel.MAIL))
        for kind in mail.kinds:
            preferences.switch(user=mail.user, kind=kind, channel=Channel.MAIL, on=False)
    elif what == What.THREAD:
        before = preferences.volume_of(user=mail.user, thread=mail.thread)
        preferences.set_volume(user=mail.user, thread=mail.thread, level=Level.MUTED)
    else:
        before = preferences.of(mail.user).pace
        preferences.change(user=mail.user, pace=Pace.OFF)
    return Done(what, before)


def undo(mail: Mail, done: Done) -> None:
    """As it was before, as far as `done` says so."""
    if done.what == What.KINDS:
        for kind in set(mail.kinds) & set(done.before.split()):
            preferences.switch(user=mail.user, kind=Kind(kind), channel=Channel.MAIL, on=True)
    elif done.what == What.THREAD:
        loud = done.before == Level.LOUD
        preferences.set_volume(user=mail.user, thread=mail.thread, level=Level.LOUD if loud else None)
    else:
        known = done.before in Pace.values and done.before != Pace.OFF
        preferences.change(user=mail.user, pace=done.before if known else Pace.AT_ONCE)
    ledger.plan_again(user=mail.user)


def stopped(mail: Mail) -> frozenset[What]:
    """What of it goes by mail no longer."""
    wishes = preferences.wishes([mail.user.pk])[mail.user.pk]
    off = {
        What.KINDS: bool(mail.kinds) and not any(wishes.wants(kind, Channel.MAIL) for kind in mail.kinds),
        What.THREAD: wishes.is_muted(mail.thread),
        What.ALL: wishes.general.pace == Pace.OFF,
    }
    return frozenset(what for what, is_off in off.items() if is_off)


def name_of(mail: Mail) -> str:
    """What people call the thread; empty where there is none."""
    subject = subjects.of(mail.thread) if mail.thread else None
    names = subject.names([mail.thread]) if subject else {}
    return names[mail.thread][0] if mail.thread in names else ""
