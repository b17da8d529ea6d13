"""People and the keys of their programs."""

from __future__ import annotations

import zoneinfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

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
        )

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The person's time zone; UTC where this machine no longer knows the stored one."""
        try:
            return zoneinfo.ZoneInfo(self.time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            return zoneinfo.ZoneInfo("UTC")


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
