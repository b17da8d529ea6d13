"""Who looks, and at what time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from games.api import throttles

if TYPE_CHECKING:
    from accounts.models import User


@pytest.fixture(autouse=True)
def one_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may differ because time goes on, nor because many questions are asked."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    for throttle in (throttles.PersonThrottle, throttles.StrangerThrottle):
        monkeypatch.setattr(throttle, "rate", "100000/s", raising=False)


@pytest.fixture
def boss(db: None) -> User:
    """Runs the site, and sits at no table."""
    from accounts.models import User

    return User.objects.create_superuser("sysop", "sysop@example.org")
