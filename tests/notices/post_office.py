"""Letting notices leave, and looking at what has left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core import mail

from accounts.models import Notice
from accounts.notices import delivery, looking
from accounts.notices.kinds import Channel

if TYPE_CHECKING:
    from datetime import datetime

    from django.core.mail import EmailMessage

    from accounts.models import User
    from games.models import Game
    from tests.conftest import Hands


class Office:
    """The site's clock, and its sweeps."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands

    def sweep(self) -> list[EmailMessage]:
        """What leaves now."""
        before = len(mail.outbox)
        for channel in Channel:
            delivery.sweep(channel)
        return mail.outbox[before:]

    def after(self, **time: float) -> list[EmailMessage]:
        """Put the clock on by this much; what leaves then."""
        self.hands.on(**time)
        return self.sweep()

    def at(self, instant: datetime) -> list[EmailMessage]:
        """The same for an instant."""
        self.hands.at = instant
        return self.sweep()

    def review(self, game: Game) -> None:
        """As after each move."""
        delivery.review(thread=thread(game))

    def look(self, user: User, game: Game) -> None:
        """The person's page says that it is looked at."""
        looking.note(user_id=user.pk, thread=thread(game))

    def leave(self, user: User, game: Game) -> None:
        """The person's page says that it is hidden."""
        looking.left(user_id=user.pk, thread=thread(game))


def thread(game: Game) -> str:
    return f"game-{game.pk}"


def told(user: User, kind: str = "your_turn", channel: str = "mail") -> list[tuple[str, str, str]]:
    """The person's notices of a kind, in order: matter, state, why."""
    rows = Notice.objects.filter(user=user, kind=kind, channel=channel).order_by("pk")
    return list(rows.values_list("matter", "state", "why"))


def to(user: User, letters: list[EmailMessage]) -> list[EmailMessage]:
    """Those of a person."""
    return [letter for letter in letters if letter.to == [user.email]]
