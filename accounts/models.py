"""People and the keys of their programs."""

from __future__ import annotations

import datetime as dt
import zoneinfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts import vacations
from accounts.notices.models import (  # noqa: F401  (Django looks for models here)
    Notice,
    NoticeChoice,
    NoticePreferences,
    OutgoingMail,
    PushSubscription,
    Volume,
    Webhook,
)
from accounts.validators import USERNAME_MAX_LENGTH, USERNAME_VALIDATORS, validate_time_zone


class User(AbstractUser):
    """A person, and how they want times and words."""

    username = models.CharField(
        _("name"),
        max_length=USERNAME_MAX_LENGTH,
        unique=True,
        validators=USERNAME_VALIDATORS,
        error_messages={"unique": _("This name is taken.")},
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    language = models.CharField(_("language"), max_length=16, default="en", choices=settings.LANGUAGES)
    sleep_from = models.TimeField(
        _("asleep from"),
        null=True,
        blank=True,
        help_text=_("In the person's time zone; see accounts.services."),
    )
    sleep_until = models.TimeField(_("asleep until"), null=True, blank=True)
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("Plays before having an account: see accounts.guests.")
    )

    class Meta(AbstractUser.Meta):
        constraints = (
            # Alice and alice would be taken for one another, and sign-in by mail must mean one person.
            models.UniqueConstraint(Lower("username"), name="username_unique_in_any_case"),
            models.UniqueConstraint(
                Lower("email"), condition=~models.Q(email=""), name="email_unique_in_any_case"
            ),
            models.CheckConstraint(
                condition=models.Q(sleep_from=None, sleep_until=None)
                | models.Q(sleep_from__isnull=False, sleep_until__isnull=False)
                & ~models.Q(sleep_from=models.F("sleep_until")),
                name="sleep_begins_and_ends",
            ),
        )

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The person's time zone; UTC where this machine no longer knows the stored one."""
        try:
            return zoneinfo.ZoneInfo(self.time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            return zoneinfo.ZoneInfo("UTC")


class Vacation(models.Model):
    """Days on which a person's clocks stand. What counts are the two instants; the days were theirs then."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    begins = models.DateTimeField(_("begins"))
    ends = models.DateTimeField(_("ends"))
    made_at = models.DateTimeField(_("booked"))

    class Meta:
        ordering = ("begins", "id")
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        indexes = (models.Index(fields=("user", "ends"), name="vacation_of_user"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(first_day__lte=models.F("last_day"), begins__lte=models.F("ends")),
                name="vacation_ends_after_it_begins",
            ),
        )

    def __str__(self) -> str:
        return f"{self.first_day} – {self.last_day}"

    @property
    def at_once(self) -> bool:
        """Begun when it was booked, not at a midnight."""
        return self.begins == self.made_at

    @property
    def days(self) -> set[dt.date]:
        """The days that it takes of a year's."""
        return vacations.days(self.first_day, self.last_day)


class Scope(models.TextChoices):
    """What a key allows."""

    READ = "read", _("read")
    PLAY = "play", _("read and play")


class ApiKeyQuerySet(models.QuerySet["ApiKey"]):
    """Keys."""

    def usable(self) -> ApiKeyQuerySet:
        """Those that have not been revoked, of people who may still sign in."""
        return self.filter(revoked_at=None, user__is_active=True)


class ApiKey(models.Model):
    """A key with which a program acts for a person. The key itself is shown once and not kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(_("name"), max_length=60)
    scope = models.CharField(_("scope"), max_length=8, choices=Scope.choices, default=Scope.READ)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(max_length=4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ApiKeyQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-id")
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        constraints = (
            models.CheckConstraint(condition=models.Q(scope__in=Scope.values), name="api_key_scope_known"),
        )

    def __str__(self) -> str:
        return f"{self.name} (…{self.hint})"

    @property
    def may_play(self) -> bool:
        """Whether it may do more than look."""
        return self.scope == Scope.PLAY
