"""How a person wants to be told: reading it, and changing it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.postgres.expressions import ArraySubquery
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import JSONObject
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.notices import kinds
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import NoticeChoice, NoticePreferences, PushSubscription, Volume, new_word

Pace = NoticePreferences.Pace


@dataclass(frozen=True)
class Wishes:
    """All of what one person wants, as of one moment."""

    person: User
    general: NoticePreferences
    choices: dict[tuple[str, str], bool]
    volumes: dict[str, str]
    has_device: bool
    has_hook: bool

    @property
    def channels(self) -> list[Channel]:
        """How the person can be reached. Mail stands for everybody: without an address the notice says so."""
        reached = {Channel.MAIL: True, Channel.PUSH: self.has_device, Channel.WEBHOOK: self.has_hook}
        return [channel for channel, is_there in reached.items() if is_there]

    def wants(self, kind: str, channel: str) -> bool:
        """Whether this kind is to go by that channel."""
        pair = (Kind(kind), Channel(channel))
        return pair in kinds.LOCKED or self.choices.get((kind, channel), kinds.by_default(*pair))

    def is_muted(self, thread: str) -> bool:
        return self.volumes.get(thread) == Volume.Level.MUTED

    def is_loud(self, thread: str) -> bool:
        return self.volumes.get(thread) == Volume.Level.LOUD


def of(user: User) -> NoticePreferences:
    """A person's preferences; what holds by default, not stored, where they have said nothing."""
    return NoticePreferences.objects.filter(user=user).first() or NoticePreferences(user=user)


def wishes(users: Iterable[int]) -> dict[int, Wishes]:
    """Of each person, by id, with the person. One query, however many they are."""
    people = User.objects.filter(pk__in=set(users)).select_related("notice_preferences", "webhook")
    mine = {"user": OuterRef("pk")}
    choice = JSONObject(kind="kind", channel="channel", on="on")
    volume = JSONObject(thread="thread", level="level")
    people = people.annotate(
        said=ArraySubquery(NoticeChoice.objects.filter(**mine).values(row=choice)),
        turned=ArraySubquery(Volume.objects.filter(**mine).values(row=volume)),
        has_device=Exists(PushSubscription.objects.filter(**mine)),
    )
    return {
        person.pk: Wishes(
            person=person,
            general=getattr(person, "notice_preferences", None) or NoticePreferences(user=person),
            choices={(row["kind"], row["channel"]): row["on"] for row in person.said},
            volumes={row["thread"]: row["level"] for row in person.turned},
            has_device=person.has_device,
            has_hook=hasattr(person, "webhook") and person.webhook.on,
        )
        for person in people
    }


def change(*, user: User, **fields: object) -> NoticePreferences:
    """Keep some of a person's preferences; raises ValidationError for what cannot be."""
    row, _made = NoticePreferences.objects.get_or_create(user=user)
    for name, value in fields.items():
        setattr(row, name, value)
    if (row.quiet_from is None) != (row.quiet_until is None):
        raise ValidationError(_("Quiet hours have a beginning and an end."))
    if row.quiet_from is not None and row.quiet_from == row.quiet_until:
        raise ValidationError(_("Quiet hours end at another time than they begin."))
    # What is no field of a form is not judged as one: null would be a blank field there.
    row.full_clean(exclude=("user", "calendar_word", "mail_failed_at", "mail_failed_why"))
    row.save(update_fields=list(fields))
    return row


def switch(*, user: User, kind: Kind, channel: Channel, on: bool) -> None:
    """Switch one kind by one channel on or off. What is locked stays on."""
    if (kind, channel) in kinds.LOCKED:
        return
    if on == kinds.by_default(kind, channel):
        NoticeChoice.objects.filter(user=user, kind=kind, channel=channel).delete()
    else:
        NoticeChoice.objects.update_or_create(user=user, kind=kind, channel=channel, defaults={"on": on})


@transaction.atomic
def keep(*, user: User, general: Mapping[str, object], on: Mapping[tuple[Kind, Channel], bool]) -> None:
    """Keep all of a person's preferences at once. Raises as `change` does."""
    change(user=user, **general)
    for (kind, channel), wanted in on.items():
        switch(user=user, kind=kind, channel=channel, on=wanted)


def set_volume(*, user: User, thread: str, level: Volume.Level | None) -> None:
    """Hear less or more of one thread; None as of all others."""
    if level is None:
        Volume.objects.filter(user=user, thread=thread).delete()
    else:
        Volume.objects.update_or_create(user=user, thread=thread, defaults={"level": level})


def volume_of(*, user: User, thread: str) -> str:
    """How much the person hears of a thread: muted, loud, or empty as of all others."""
    return Volume.objects.filter(user=user, thread=thread).values_list("level", flat=True).first() or ""


def mail_failed(*, user: User, why: str, at: dt.datetime) -> None:
    """Mail to this person came back for good: no more is sent until they say so (see `try_mail_again`)."""
    change(user=user, mail_failed_at=at, mail_failed_why=why[:200])


def try_mail_again(*, user: User) -> None:
    """From now on mail is sent again."""
    change(user=user, mail_failed_at=None, mail_failed_why="")


def new_calendar(*, user: User) -> str:
    """A new secret word for the address of the person's calendar; the one before no longer works."""
    word = new_word()
    change(user=user, calendar_word=word)
    return word


def stop_calendar(*, user: User) -> None:
    """The address of the person's calendar no longer works."""
    change(user=user, calendar_word="")
