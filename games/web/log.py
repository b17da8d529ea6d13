"""What happened, in words: lines of a log out of events that the reader may see."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.utils import timezone

from games.selectors import Seen
from games.web import names
from games.web.board_teller import BoardTeller
from games.web.card_teller import CardTeller
from games.web.teller import Event, Line


@dataclass
class Day:
    """The lines of one day in the reader's zone, newest first."""

    date: date
    lines: list[Line]


def days(lines: Sequence[Line]) -> list[Day]:
    """Newest first."""

    def day(line: Line) -> date:
        return timezone.localtime(line.at).date()

    return [Day(when, list(group)) for when, group in groupby(reversed(lines), key=day)]


def lines(seen: Seen, events: Iterable[Event], *, plain: bool = False) -> list[Line]:
    """The log of these events, in order; the two draws of one turn make one line.

    Cards are small pictures, or, when `plain`, words.
    """
    kind = BoardTeller if names.has_routes(seen.game.edition) else CardTeller
    teller = kind(seen, plain=plain)
    for event in events:
        teller.tell(event)
    return teller.lines
