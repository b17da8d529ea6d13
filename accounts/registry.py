"""What other parts of the site want to do when a person's row changes hands or goes.

Accounts know nothing of what people do here: whoever keeps something of theirs says so when the site starts.
"""

from __future__ import annotations

from typing import Protocol

from accounts.models import User


class HandOver(Protocol):
    """Gives to the account what is the guest's."""

    def __call__(self, *, guest: User, account: User) -> None: ...


class TidyUp(Protocol):
    """Takes away what nobody wants any more once this guest is gone."""

    def __call__(self, *, guest: User) -> None: ...


hand_overs: list[HandOver] = []
tidy_ups: list[TidyUp] = []
