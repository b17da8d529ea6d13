"""A person's deadlines as a calendar that other programs subscribe to, at an address that nobody guesses."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts import clock
from accounts.models import User
from accounts.notices import headers, preferences, subjects
from accounts.notices.models import NoticePreferences
from accounts.notices.subjects import Turn

LENGTH = dt.timedelta(minutes=30)
"""So long before a deadline its entry begins: it is seen in a calendar, and ends when the time does."""
LOOK_AGAIN = dt.timedelta(minutes=15)


def owner(word: str) -> User | None:
    """Whose calendar this word opens; None for one that does not, or no longer does."""
    if not word or "\x00" in word:  # of which the database knows nothing
        return None
    rows = NoticePreferences.objects.filter(calendar_word=word, user__is_active=True)
    found = rows.select_related("user").first()
    return found.user if found else None


def address(user: User) -> str:
    """Where the person's calendar is; empty where there is none."""
    word = preferences.of(user).calendar_word
    return headers.absolute(reverse("calendar", args=[word])) if word else ""


def calendar(user: User) -> bytes:
    """All open turns of the person that have a clock, in the active language. For iCalendar (RFC 5545)."""
    feed = Calendar()
    feed.add("prodid", "-//Night Mail//Deadlines//EN")
    feed.add("version", "2.0")
    feed.add("method", "PUBLISH")
    feed.add("name", "Night Mail")
    feed.add("x-wr-calname", "Night Mail")
    feed.add("refresh-interval", LOOK_AGAIN, {"VALUE": "DURATION"})
    feed.add("x-published-ttl", "PT15M")
    for turn in (turn for subject in subjects.registered() for turn in subject.turns(user)):
        if turn.by is not None:
            feed.add_component(_entry(turn, turn.by))
    return bytes(feed.to_ical())


def _entry(turn: Turn, by: dt.datetime) -> Event:
    now, entry = clock.now(), Event()
    entry.add("uid", f"{turn.uid}@{headers.host()}")
    entry.add("summary", _("Your turn: %(title)s") % {"title": turn.title})
    entry.add("description", f"{turn.what}\n{headers.absolute(turn.path)}")
    entry.add("url", headers.absolute(turn.path))
    entry.add("dtstart", (by - LENGTH).astimezone(dt.UTC))
    entry.add("dtend", by.astimezone(dt.UTC))
    entry.add("dtstamp", now)
    entry.add("last-modified", now)
    # It only has to grow: a deadline may move to either side, and nobody counts how often it did.
    entry.add("sequence", max(0, int((now - turn.since).total_seconds() // 60)))
    # Whoever looks whether the person has time must not find them busy.
    entry.add("transp", "TRANSPARENT")
    return entry
