"""What a person can be told of, by which channels, and what holds where they have chosen nothing."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What a notice is about."""

    YOUR_TURN = "your_turn", _("Your turn")
    REMINDER = "reminder", _("Reminder")
    DEADLINE_MOVED = "deadline_moved", _("Deadline moved")
    SEAT_CHANGED = "seat_changed", _("Seat changed")
    INVITATION = "invitation", _("Invitation")
    GAME_STARTED = "game_started", _("Game started")
    GAME_FINISHED = "game_finished", _("Game finished")
    MENTION = "mention", _("Chat that names you")
    SECURITY = "security", _("Your account")


class Channel(models.TextChoices):
    """How a person is reached when they do not look at the site; there they see everything anyway."""

    MAIL = "mail", _("mail")
    PUSH = "push", _("push")
    WEBHOOK = "webhook", _("webhook")


HINTS = {
    Kind.YOUR_TURN: _("you are asked for a move or for tickets"),
    Kind.REMINDER: _("half, or a fifth, of the time is left; or somebody nudges you"),
    Kind.DEADLINE_MOVED: _("a pause was asked for, refused, or has begun"),
    Kind.SEAT_CHANGED: _("a turn was missed; a stand-in plays; a seat was taken back or over"),
    Kind.INVITATION: _("somebody invites you to a table by name"),
    Kind.GAME_STARTED: _("a table of yours is full"),
    Kind.GAME_FINISHED: _("with the result"),
    Kind.MENTION: _("never every line"),
    Kind.SECURITY: _("password, mail addresses, keys; mail cannot be switched off"),
}
"""A few words under each kind, for the settings page."""

OFF = frozenset(
    {
        (Kind.MENTION, Channel.MAIL),
        (Kind.DEADLINE_MOVED, Channel.PUSH),
        (Kind.SECURITY, Channel.PUSH),
        (Kind.SECURITY, Channel.WEBHOOK),
    }
)
"""What is off until a person switches it on. Everything else is on."""
LOCKED = frozenset({(Kind.SECURITY, Channel.MAIL)})
"""What nobody can switch off: whoever takes an account over would begin with it."""


def by_default(kind: Kind, channel: Channel) -> bool:
    """Whether this is told by that channel where the person has not said."""
    return (kind, channel) not in OFF
