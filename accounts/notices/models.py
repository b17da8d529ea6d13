"""What is stored of notices: each one with its life, and how each person wants to be told."""

from __future__ import annotations

import datetime as dt
import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.notices.kinds import Channel, Kind


def new_word() -> str:
    """A word that nobody guesses."""
    return secrets.token_urlsafe(32)


class Notice(models.Model):
    """Something that a person is to be told once, by one channel."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        HANDED_OVER = "handed_over", _("handed over")
        SENT = "sent", _("sent")
        WITHDRAWN = "withdrawn", _("withdrawn")
        FAILED = "failed", _("failed")

    OPEN = (State.WAITING, State.HANDED_OVER)

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    channel = models.CharField(max_length=8, choices=Channel.choices)
    thread = models.CharField(max_length=40, help_text="what it belongs to: game-214, account")
    matter = models.CharField(
        max_length=60, help_text="what of it: a turn (17-2), its reminder (17-2/half), ..."
    )
    facts = models.JSONField(default=dict, help_text="what cannot be read again when it is told")
    made_at = models.DateTimeField()
    wanted_at = models.DateTimeField(help_text="when it would leave, but for pace and quiet hours")
    due_at = models.DateTimeField(help_text="when it leaves, or is looked at again")
    state = models.CharField(max_length=12, choices=State.choices, default=State.WAITING)
    why = models.CharField(max_length=40, blank=True, help_text="a code: see accounts.notices.reasons")
    why_facts = models.JSONField(default=dict)
    tries = models.PositiveSmallIntegerField(default=0)
    changed_at = models.DateTimeField(help_text="when its state last changed")

    class Meta:
        ordering = ("-made_at", "-pk")
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = (
            models.UniqueConstraint(
                fields=("user", "thread", "matter", "kind", "channel"), name="notice_told_once"
            ),
            models.CheckConstraint(condition=Q(channel__in=Channel.values), name="notice_channel_known"),
        )
        indexes = (
            models.Index(fields=("due_at",), condition=Q(state="waiting"), name="notices_due"),
            models.Index(fields=("changed_at",), condition=Q(state="handed_over"), name="notices_in_hand"),
            models.Index(fields=("user", "-made_at"), name="notices_of_person"),
            models.Index(fields=("thread", "matter"), name="notices_of_thread"),
            models.Index(fields=("-changed_at",), name="notices_by_change"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.thread}/{self.matter} {self.channel}"


class NoticePreferences(models.Model):
    """How a person wants to be told. Without a row what stands here as defaults holds."""

    class Pace(models.TextChoices):
        AT_ONCE = "at_once", _("each at once")
        HOURLY = "hourly", _("every hour")
        DAILY = "daily", _("once a day")
        OFF = "off", _("never")

    class Reminders(models.TextChoices):
        NONE = "none", _("none")
        LAST = "last", _("the last")
        BOTH = "both", _("both")

    DELAYS = (0, 2, 10, 60)

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_preferences"
    )
    pace = models.CharField(_("mail"), max_length=8, choices=Pace.choices, default=Pace.AT_ONCE)
    daily_at = models.TimeField(_("at"), default=dt.time(8))
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    delay_min = models.PositiveSmallIntegerField(
        _("wait"),
        default=2,
        choices=[(delay, delay) for delay in DELAYS],
        help_text="minutes between a turn and its notice",
    )
    reminders = models.CharField(
        _("reminders"), max_length=4, choices=Reminders.choices, default=Reminders.BOTH
    )
    mail_failed_at = models.DateTimeField(
        null=True, help_text="when mail came back for good; null while it arrives"
    )
    mail_failed_why = models.CharField(max_length=200, blank=True, help_text="what the mail server said")
    calendar_word = models.CharField(
        max_length=64, blank=True, help_text="in the address of the feed; empty: there is none"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("calendar_word",), condition=~Q(calendar_word=""), name="calendar_word_of_one_person"
            ),
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False)
                & ~Q(quiet_from=models.F("quiet_until")),
                name="quiet_begins_and_ends",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id}"

    @property
    def quiet(self) -> tuple[dt.time, dt.time] | None:
        """From when until when nothing may ring; by the clock on the wall, may go over midnight."""
        if self.quiet_from is None or self.quiet_until is None:
            return None
        return self.quiet_from, self.quiet_until

    @property
    def delay(self) -> dt.timedelta:
        """So long after its cause a notice leaves."""
        return dt.timedelta(minutes=self.delay_min)


class NoticeChoice(models.Model):
    """Where a person wants a kind by a channel otherwise than by default."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_choices"
    )
    kind = models.CharField(max_length=16, choices=Kind.choices)
    channel = models.CharField(max_length=8, choices=Channel.choices)
    on = models.BooleanField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("user", "kind", "channel"), name="notice_choice_made_once"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.channel} {self.on}"


class Volume(models.Model):
    """A game that a person wants to hear less, or more, of."""

    class Level(models.TextChoices):
        MUTED = "muted", _("muted")
        LOUD = "loud", _("at once, whatever the pace")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="volumes")
    thread = models.CharField(max_length=40)
    level = models.CharField(max_length=8, choices=Level.choices)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "thread"), name="volume_of_thread"),)

    def __str__(self) -> str:
        return f"{self.user_id} {self.thread} {self.level}"


class PushSubscription(models.Model):
    """A browser that takes messages for a person."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.URLField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    device = models.CharField(max_length=80, blank=True, help_text="browser and system")
    made_at = models.DateTimeField()
    last_sent_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("made_at", "pk")

    def __str__(self) -> str:
        return f"{self.user_id} {self.device}"


class Webhook(models.Model):
    """A program of a person's that wants to be told."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhook")
    url = models.URLField(_("address"), max_length=500)
    secret = models.CharField(max_length=64, default=new_word, help_text="signs what is sent")
    on = models.BooleanField(default=True)
    failures = models.PositiveSmallIntegerField(default=0, help_text="in a row")
    last_at = models.DateTimeField(null=True)
    last_status = models.CharField(
        max_length=100, blank=True, help_text="200, or what went wrong, in few words"
    )

    def __str__(self) -> str:
        return f"{self.user_id}"


class OutgoingMail(models.Model):
    """A mail of the embedded default, which has no mail server: kept here and under var/."""

    message_id = models.CharField(max_length=200, unique=True)
    sender = models.CharField(_("from"), max_length=320)
    recipients = models.TextField(_("to"))
    subject = models.CharField(_("subject"), max_length=500)
    message = models.BinaryField(help_text="the whole mail as it would have been sent")
    at = models.DateTimeField(_("at"))

    class Meta:
        ordering = ("-at", "-pk")
        verbose_name = _("mail")
        verbose_name_plural = _("Outbox")

    def __str__(self) -> str:
        return self.subject
