"""Stopping mail by the link at its end, without signing in: a signed word says who, and which mail it was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.urls import reverse

from accounts.models import User
from accounts.notices.kinds import Kind

SALT = "accounts.notices.stop"


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
    return Mail(user, tuple(Kind(kind) for kind in kinds if kind in Kind.values), thread)


def _opened(token: str) -> Any:
    return signing.Signer(salt=SALT).unsign_object(token)
