"""What there is to tell, made up: no game is needed to write a letter."""

from __future__ import annotations

import datetime as dt
from typing import Any

from accounts.models import User
from accounts.notices.models import Notice
from accounts.notices.subjects import Story, Turn

BY = dt.datetime(2026, 6, 2, 20, 10, tzinfo=dt.UTC)
SINCE = dt.datetime(2026, 6, 1, 10, tzinfo=dt.UTC)


def notice(user: User, **fields: Any) -> Notice:
    """A notice that is not stored: a turn at table 214, unless said otherwise."""
    what = {"kind": "your_turn", "channel": "mail", "thread": "game-214", "matter": "17-2"}
    return Notice(user=user, **{**what, **fields})


def story(**fields: Any) -> Story:
    """A turn at table 214, unless said otherwise."""
    its: dict[str, Any] = {
        "thread": "game-214",
        "name": "Table 214",
        "subject": "Your turn at Table 214 until Tue 21:10",
        "heading": "Your turn, alice",
        "short": "It is your turn until Tue 21:10.",
        "about": "USA, 5 players",
        "path": "/games/214/",
        "button": "Go to the table",
        "happened_title": "Since your last move",
        "happened": [
            ("Mon 09:12", "Yuki claimed Denver – Oklahoma City, 7 points."),
            ("15:40", "Odile claimed Calgary – Winnipeg, 15 points.\nYour ticket is blocked."),
        ],
        "facts": [("Points", "Marek 42, you 21"), ("You hold", "29 trains")],
        "foot": ["If you do not move in time, the computer plays on for you."],
        "by": BY,
        "is_turn": True,
        "kinds": ["your_turn"],
    }
    return Story(**{**its, **fields})


def turn(**fields: Any) -> Turn:
    """The same turn, in a list."""
    its: dict[str, Any] = {
        "uid": "game-214/17-2",
        "thread": "game-214",
        "title": "Table 214, USA",
        "what": "make a move",
        "path": "/games/214/",
        "since": SINCE,
        "by": BY,
    }
    return Turn(**{**its, **fields})
