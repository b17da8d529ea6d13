"""What the players of a table said to one another, ready for the templates."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import selectors
from games.models import ChatLine
from games.selectors import Seen
from games.services import chat

NOBODY, SOMEBODY, READER = "", "somebody", "me"
"""Whom a piece of a line names."""


@dataclass(frozen=True)
class Line:
    """Of one person; `pieces` are (text, whom it names) in order."""

    number: int
    at: datetime
    who: str
    colour: str  # empty: of somebody who has no seat any more
    is_own: bool
    pieces: list[tuple[str, str]]

    @property
    def names_me(self) -> bool:
        return not self.is_own and any(whom == READER for _text, whom in self.pieces)


@dataclass(frozen=True)
class Day:
    """The lines of one day in the reader's zone, the oldest first."""

    date: date
    lines: list[Line]


class Chat:
    """The chat of a table for somebody who may talk there. One query."""

    def __init__(self, seen: Seen) -> None:
        assert seen.viewer is not None
        self.game, self.reader, self.seats = seen.game, seen.viewer, seen.seats

    @property
    def once(self) -> str:
        """A word by which the form is known when it is sent twice."""
        return secrets.token_urlsafe(12)

    @property
    def longest(self) -> int:
        return ChatLine.LONGEST

    @cached_property
    def days(self) -> list[Day]:
        """The last lines."""

        def day(line: Line) -> date:
            return timezone.localtime(line.at).date()

        lines = [self.line(row) for row in selectors.chat(self.game)]
        return [Day(when, list(group)) for when, group in groupby(lines, key=day)]

    def line(self, row: ChatLine) -> Line:
        is_own = row.user_id == self.reader.pk
        return Line(
            number=row.pk,
            at=row.at,
            who=_("You") if is_own else row.user.username if row.user else _("somebody"),
            colour=self.colours.get(row.user_id, "") if row.user_id else "",
            is_own=is_own,
            pieces=list(self.pieces(row.text)),
        )

    def pieces(self, text: str) -> Iterator[tuple[str, str]]:
        """The text, taken apart at the names of people who sit at the table."""
        done = 0
        for mention in chat.NAMED.finditer(text):
            named = {self.names[name] for name in chat.names_of(mention) if name in self.names}
            if named:
                yield text[done : mention.start()], NOBODY
                yield mention[0], READER if self.reader.pk in named else SOMEBODY
                done = mention.end()
        yield text[done:], NOBODY

    @cached_property
    def colours(self) -> Mapping[int, str]:
        """Of people, by their ids."""
        return {seat.user.pk: seat.colour for seat in self.seats if seat.user}

    @cached_property
    def names(self) -> Mapping[str, int]:
        """Of people, in small letters."""
        return {seat.user.username.lower(): seat.user.pk for seat in self.seats if seat.user}


def of(seen: Seen) -> Chat | None:
    """None for whoever may not talk there."""
    return Chat(seen) if seen.may_talk else None
