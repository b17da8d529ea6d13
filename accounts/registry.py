"""What other parts of the site do when a person's row changes hands or goes, and say before a vacation.

Accounts know nothing of what people do here: whoever keeps something of theirs says so when the site starts.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from accounts.models import User


class HandOver(Protocol):
    """Gives to the account what is the guest's."""

    def __call__(self, *, guest: User, account: User) -> None: ...


class TidyUp(Protocol):
    """Takes away what nobody wants any more once this guest is gone."""

    def __call__(self, *, guest: User) -> None: ...


@dataclass(frozen=True)
class Uncovered:
    """Something that goes on during a vacation: its name, its page, and why, in a person's words."""

    title: str
    url: str
    why: str


class BeforeVacation(Protocol):
    """Says what the vacation from `begins` to `ends` would not stop. Both are instants in UTC."""

    def __call__(self, *, user: User, begins: datetime, ends: datetime) -> list[Uncovered]: ...


class VacationEnded(Protocol):
    """Lets the clocks run again that stood for a vacation which was cancelled or ended early, now.

    `begins` and `ends` are as they were booked.
    """

    def __call__(self, *, user: User, begins: datetime, ends: datetime) -> None: ...


hand_overs: list[HandOver] = []
tidy_ups: list[TidyUp] = []
before_vacation: list[BeforeVacation] = []
vacation_ended: list[VacationEnded] = []
