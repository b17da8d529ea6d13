"""What notices are about: other parts of the site register here what they have to tell.

The word before the dash of a notice's `thread` says whose it is: `game-214` belongs to the subject `game`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from accounts.models import User
from accounts.notices.models import Notice


@dataclass(frozen=True)
class Verdict:
    """Is a notice still worth telling? Withdrawn when there is a `why` alone; put off with `later`."""

    why: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    later: datetime | None = None

    @property
    def holds(self) -> bool:
        return not self.why


HOLDS = Verdict()


@dataclass(frozen=True)
class Turn:
    """An open turn of a person's."""

    uid: str  # the same as long as the turn is the same, whatever becomes of its deadline
    thread: str
    title: str  # Table 214, USA
    what: str  # make a move, choose tickets
    path: str  # of the page where it is made
    since: datetime
    by: datetime | None  # None without a clock


@dataclass(frozen=True)
class Story:
    """What one thread has to tell one person, in the language and zone that were active when it was made.

    `subject` and `short` are read on locked screens: nothing in them that only the person may know.
    """

    thread: str
    name: str  # Table 214
    subject: str  # of a mail: the table and the matter
    heading: str  # Your turn, Ines
    short: str  # a sentence or two for push, webhook and digest, without the table's name
    about: str = ""  # USA, 5 players
    lead: Sequence[str] = ()  # sentences
    path: str = "/"  # of the page where one acts
    button: str = ""  # what its link is called
    happened_title: str = ""
    happened: Sequence[tuple[str, str]] = ()  # when, what
    facts: Sequence[tuple[str, str]] = ()  # what, how it stands
    foot: Sequence[str] = ()  # small print: what happens if nobody moves
    by: datetime | None = None  # until when the turn is open; None without a turn or a clock
    is_turn: bool = False  # is the person asked for something here, now?
    kinds: Sequence[str] = ()  # of the notices that it tells


class Subject(Protocol):
    """Something of which people are told."""

    def verdicts(self, user: User, notices: Sequence[Notice], now: datetime) -> dict[int, Verdict]:
        """For each notice, by its id, whether it still holds. Called with the notices' rows locked."""

    def story(self, user: User, thread: str, notices: Sequence[Notice]) -> Story:
        """What these notices of one thread come to; all of them hold."""

    def turns(self, user: User) -> list[Turn]:
        """All open turns of the person, the most urgent first; without a clock last."""

    def names(self, threads: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Name and path of threads, for lists; a thread that is gone is left out."""


_subjects: dict[str, Subject] = {}


def register(word: str, subject: Subject) -> None:
    """From now on threads that begin with this word are about that."""
    _subjects[word] = subject


def of(thread: str) -> Subject | None:
    """What a thread is about; None for one that nobody registered, or registers any more."""
    return _subjects.get(thread.partition("-")[0])


def registered() -> list[Subject]:
    """All of them."""
    return list(_subjects.values())
