"""Delivering what is due: locked, read again, put into words, handed over, and its end written down.

One person's notices of one channel are delivered by one process at a time. Mail goes in two steps: the whole
of it is handed to the mail server but for the last full stop, the row says so, and only then the full stop
follows. Whoever is killed before that has sent nothing, and the row still waits; whoever is killed after it
has sent everything, and the row waits no more. What goes by push or webhook is marked after the other side's
answer: there a repetition replaces the same notification, or carries the same delivery id.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import logging
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from redis.exceptions import RedisError

from accounts import clock
from accounts.models import User
from accounts.notices import (
    ledger,
    letters,
    looking,
    post,
    preferences,
    push,
    reasons,
    subjects,
    timing,
    webhook,
)
from accounts.notices.errors import NoAnswer, Refused, Unreachable
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import Notice, NoticePreferences, PushSubscription, Webhook

State = Notice.State
LATE = dt.timedelta(minutes=5)
"""What leaves so long after it was wanted was held up, with others of its person: they leave as one mail."""
IN_HAND = dt.timedelta(minutes=10)
"""No hand-over takes so long: whoever did it was killed."""
MOST_ROWS = 1000  # looked at together; then the rest
LONGEST_SWEEP_S = 300
MOST_TRIES = {Channel.PUSH: 5, Channel.WEBHOOK: 5}
"""Mail is tried until what it tells does not hold any more, or for a week."""
MOST_HOPELESS_TRIES = 8  # within some two hours
FAULTS_TRIED = dt.timedelta(days=1)
"""So long the staff have to mend what is wrong with us."""
MAIL_KEPT_TRYING = dt.timedelta(days=7)
REMEMBERED_S = 30 * 24 * 3600
PUT_OFF = {Kind.YOUR_TURN, Kind.REMINDER}
"""Kinds that are told however often the person has looked; others are withdrawn when they have seen it."""
LOCK = 0x4E4D
"""First key of our advisory locks."""
_sweeping = {channel: threading.Lock() for channel in Channel}
_log = logging.getLogger(__name__)


def sweep(channel: Channel) -> None:
    """Everything that is due by this channel, of everybody. One thread of a process does this at a time.

    So a slow mail server or program of somebody's never takes more than one of a worker's threads.
    """
    if not _sweeping[channel].acquire(blocking=False):
        return  # whoever sweeps already looks again before stopping
    try:
        end = monotonic() + LONGEST_SWEEP_S
        while monotonic() < end and _round(channel, end):
            pass
    finally:
        _sweeping[channel].release()


def _round(channel: Channel, end: float) -> bool:
    """Once to everybody who has something due, until the time is up; True when there may be more."""
    more = False
    for user_id in due_people(channel):
        if monotonic() < end:
            more |= deliver(user_id, channel)
    return more


def due_people(channel: Channel) -> list[int]:
    """Who has something due now, whoever waits longest first."""
    due = Notice.objects.filter(channel=channel, state=State.WAITING, due_at__lte=clock.now())
    return list(dict.fromkeys(due.order_by("due_at").values_list("user", flat=True)[:MOST_ROWS]))


def deliver(user_id: int, channel: Channel) -> bool:
    """Something of what is due for one person; True when something was done and there may be more.

    Safe to run twice and at the same time.
    """
    send = {Channel.MAIL: mail, Channel.PUSH: message, Channel.WEBHOOK: hook}[channel]
    try:
        return send(user_id)
    except Exception:  # noqa: BLE001  (whatever it is, others have their turn)
        _log.exception("Notices of person %d by %s", user_id, channel)
        now = clock.now()
        due = Notice.objects.filter(user=user_id, channel=channel, state=State.WAITING, due_at__lte=now)
        with transaction.atomic():
            _fault(list(_lock(due)), now)
        return False


def _fault(rows: Iterable[Notice], now: dt.datetime) -> None:
    """Something is wrong with us: these are tried again later, and do not keep us busy until then."""
    for row in rows:
        row.tries += 1
        if now - row.made_at > FAULTS_TRIED:
            _end(row, State.FAILED, reasons.OUR_FAULT, now)
        else:
            _put_off(row, now + pause(row.tries), reasons.FAULT)


def review(*, thread: str) -> None:
    """Something changed there: what does not hold any more is withdrawn, what has moved is planned anew."""
    waiting = Notice.objects.filter(thread=thread, state=State.WAITING)
    for user_id in sorted(set(waiting.values_list("user", flat=True))):
        with transaction.atomic():
            rows = list(_lock(waiting.filter(user=user_id)))
            if rows:
                judge(preferences.wishes([user_id])[user_id], rows, clock.now())
    take_back(thread)


def take_back(thread: str) -> None:
    """Messages of turns that are over go from the devices of their people."""
    told = Notice.objects.filter(
        thread=thread, channel=Channel.PUSH, kind__in=PUT_OFF, state=State.SENT, why=""
    )
    for user_id in sorted(set(told.values_list("user", flat=True))):
        with suppress(Unreachable):  # then the next move of the game tries again
            _take_back(user_id, thread, told.filter(user=user_id))


@transaction.atomic
def _take_back(user_id: int, thread: str, told: QuerySet[Notice]) -> None:
    """Of one person."""
    rows, user = list(_lock(told)), User.objects.get(pk=user_id)
    verdicts = _verdicts(user, rows, clock.now())
    over = [row for row in rows if row.pk in verdicts and not verdicts[row.pk].holds]
    Notice.objects.filter(pk__in=[row.pk for row in over]).update(why=reasons.TAKEN_BACK)
    if over and len(over) == len(rows):  # otherwise a newer turn has replaced the message
        push.close(user, thread)


def settle() -> None:
    """Mail whose process died after handing it over: it is not sent again, and the row says what is known."""
    now = clock.now()
    left = Notice.objects.filter(state=State.HANDED_OVER, changed_at__lt=now - IN_HAND)
    left.update(state=State.SENT, why=reasons.NO_ANSWER, changed_at=now)


# --- what is due, and holds ---------------------------------------------------------------------------


def _lock(rows: QuerySet[Notice]) -> QuerySet[Notice]:
    """Locked, the longest due first; without those that somebody else is at."""
    return rows.select_for_update(of=("self",), skip_locked=True).order_by("due_at", "pk")


def _alone(user_id: int, channel: Channel) -> bool:
    """Until the end of the transaction nobody else delivers to this person by this channel."""
    number = user_id * len(Channel) + list(Channel).index(channel)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [LOCK, number % 2**31])
        return bool(cursor.fetchone()[0])


def _due(user_id: int, channel: Channel) -> tuple[preferences.Wishes, list[Notice]] | None:
    """What the person wants, and what is due, holds and may leave now; in a transaction, the rows locked."""
    if not _alone(user_id, channel):
        return None
    now = clock.now()
    waiting = Notice.objects.filter(user=user_id, channel=channel, state=State.WAITING)
    if not waiting.filter(due_at__lte=now).exists():
        return None
    # What was tried in vain goes along, whenever its own next try would be: it was held up by the same.
    along = Q(channel=Channel.MAIL, tries__gt=0, why=reasons.UNREACHABLE)
    rows = list(_lock(waiting.filter(Q(due_at__lte=now) | along)))
    if not rows:
        return None
    wish = preferences.wishes([user_id])[user_id]
    return wish, _may_leave(wish, judge(wish, rows, now), now)


def judge(wish: preferences.Wishes, rows: Sequence[Notice], now: dt.datetime) -> list[Notice]:
    """Of these locked rows those that hold and are wanted; the others are withdrawn, or planned anew."""
    verdicts = _verdicts(wish.person, rows, now)
    told = _told_before(rows)
    holding = []
    for row in rows:
        verdict = verdicts.get(row.pk, subjects.Verdict(reasons.GONE))
        why = ledger.unwanted(row, wish) or (reasons.TOLD_BEFORE if row.pk in told else "")
        if verdict.later is not None and not why:
            _plan(row, verdict, wish)
        elif why or not verdict.holds:
            _end(row, State.WITHDRAWN, why or verdict.why, now, **({} if why else verdict.facts))
        else:
            holding.append(row)
    return holding


def _verdicts(user: User, rows: Sequence[Notice], now: dt.datetime) -> dict[int, subjects.Verdict]:
    verdicts: dict[int, subjects.Verdict] = {}
    by_subject: dict[int, tuple[subjects.Subject, list[Notice]]] = {}
    for row in rows:
        subject = subjects.of(row.thread)
        if subject is not None:
            by_subject.setdefault(id(subject), (subject, []))[1].append(row)
    for subject, own in by_subject.values():
        verdicts |= subject.verdicts(user, own, now)
    return verdicts


def _plan(row: Notice, verdict: subjects.Verdict, wish: preferences.Wishes) -> None:
    """The deadline has moved: what waits for it moves along."""
    assert verdict.later is not None
    row.wanted_at, row.why = verdict.later, verdict.why
    row.facts = {**row.facts, **verdict.facts}
    row.due_at = ledger.due(row, wish)
    row.save(update_fields=("wanted_at", "due_at", "why", "facts"))


def _may_leave(wish: preferences.Wishes, rows: list[Notice], now: dt.datetime) -> list[Notice]:
    """Those that are due as the person wants it now, and that they do not see just now anyway."""
    threads = [row.thread for row in rows]
    seen = looking.last_seen(wish.person.pk, threads)
    until = looking.looking_until(wish.person.pk, threads)
    leaving = []
    for row in rows:
        at = seen.get(row.thread) if row.channel != Channel.WEBHOOK else None  # a program sees no page
        due = _due_by_now(row, wish, now)
        if row.kind not in PUT_OFF | ledger.AT_ONCE and at is not None and at >= row.made_at:
            _end(row, State.WITHDRAWN, reasons.SEEN, now)
        elif at is not None and row.kind not in ledger.AT_ONCE and row.thread in until:
            _put_off(row, until[row.thread], reasons.LOOKING)
        elif due > now:
            _put_off(row, due, reasons.QUIET)
        else:
            leaving.append(row)
    return leaving


def _due_by_now(row: Notice, wish: preferences.Wishes, now: dt.datetime) -> dt.datetime:
    """As planned; what comes late, after an outage, does not ring in quiet hours either."""
    planned = ledger.due(row, wish)
    if planned < row.wanted_at or row.kind == Kind.SECURITY or row.channel == Channel.WEBHOOK:
        return planned  # brought forward, or told in quiet hours too
    return max(planned, timing.after_quiet(now, wish.general.quiet, wish.person.zone))


def _put_off(row: Notice, until: dt.datetime, why: str, **facts: object) -> None:
    row.due_at, row.why, row.why_facts = until, why, facts
    row.save(update_fields=("due_at", "why", "why_facts", "tries"))


def _end(row: Notice, state: Notice.State, why: str, now: dt.datetime, **facts: object) -> None:
    row.state, row.why, row.why_facts, row.changed_at = state, why, facts, now
    row.save(update_fields=("state", "why", "why_facts", "changed_at", "tries"))


# --- mail ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parcel:
    """One mail, and the notices that it tells."""

    rows: list[Notice]
    message: EmailMultiAlternatives


def mail(user_id: int) -> bool:
    """Send one mail to the person, if any is due; True when there may be more."""
    if post.is_down():
        return False
    with transaction.atomic():
        found = _due(user_id, Channel.MAIL)
        if found is None or not found[1]:
            return False
        wish, rows = found
        user = wish.person
        rows = _deliverable(user, wish.general, rows)
        if not rows:
            return False
        parcel = pack(wish, rows)
        if parcel is None:
            return False  # the next sweep finds what has changed
        hand_over = _begin(user, parcel)
        if hand_over is None:
            return False
        try:
            _note_hand_over(parcel.rows)
        except BaseException:
            hand_over.abort()
            raise
    _finish(user, parcel, hand_over)
    return True


def _note_hand_over(rows: Sequence[Notice]) -> None:
    """With the commit that follows these wait no more."""
    Notice.objects.filter(pk__in=[row.pk for row in rows]).update(
        state=State.HANDED_OVER, why="", why_facts={}, tries=F("tries") + 1, changed_at=clock.now()
    )
    with connection.cursor() as cursor:
        # The shorter the time between this commit and the full stop, the better. What the database loses when
        # its machine fails right then is covered by the marks of `_remember`.
        cursor.execute("SET LOCAL synchronous_commit = off")


def _begin(user: User, parcel: Parcel) -> post.HandOver | None:
    """All but the full stop; None when it went wrong, which is written to the rows."""
    now = clock.now()
    try:
        return post.begin(parcel.message)
    except Unreachable as unreachable:
        for row in parcel.rows:
            _try_later(row, unreachable, now)
    except Refused as refused:
        _refused(user, parcel, refused, now)
    return None


def _finish(user: User, parcel: Parcel, hand_over: post.HandOver) -> None:
    """The full stop, and what the mail server says to it."""
    outcome: Exception | None = None
    try:
        hand_over.finish()
    except (Unreachable, Refused, NoAnswer) as error:
        outcome = error
    now = clock.now()
    if not isinstance(outcome, Unreachable | Refused):
        _remember(parcel.rows)
    with transaction.atomic():
        for row in parcel.rows:
            row.tries += 1
            if isinstance(outcome, Unreachable):
                row.state = State.WAITING
                row.save(update_fields=("state",))
                row.tries -= 1
                _try_later(row, outcome, now)
            elif not isinstance(outcome, Refused):
                _end(row, State.SENT, reasons.NO_ANSWER if outcome else "", now)
        if isinstance(outcome, Refused):
            _refused(user, parcel, outcome, now)


def _refused(user: User, parcel: Parcel, refused: Refused, now: dt.datetime) -> None:
    """The address takes no mail: said on every page of the person, and told by what else there is."""
    for row in parcel.rows:
        _end(row, State.FAILED, reasons.REFUSED, now, detail=refused.why[:200])
    if any(_is_present(user, row) for row in parcel.rows):
        preferences.mail_failed(user=user, why=refused.why, at=now)
    fall_back(user, parcel.rows, now)


def _deliverable(user: User, general: NoticePreferences, rows: list[Notice]) -> list[Notice]:
    """Does mail to the person come back? Then what is for that address ends here, and goes by another way.

    What concerns their account is tried all the same.
    """
    if general.mail_failed_at is None:
        return rows
    in_vain = [row for row in rows if _is_present(user, row) and row.kind != Kind.SECURITY]
    now = clock.now()
    for row in in_vain:
        _end(row, State.FAILED, reasons.MAIL_FAILS, now)
    fall_back(user, in_vain, now)
    return [row for row in rows if row not in in_vain]


def _is_present(user: User, row: Notice) -> bool:
    """Does the notice go to the address that the person has now?"""
    to = row.facts.get(ledger.TO)
    return not to or str(to).lower() == user.email.lower()


def fall_back(user: User, rows: Sequence[Notice], now: dt.datetime) -> None:
    """The same by push and webhook, where there is one, whatever is off there: better than silence."""
    channels = []
    if PushSubscription.objects.filter(user=user).exists():
        channels.append(Channel.PUSH)
    if Webhook.objects.filter(user=user, on=True).exists():
        channels.append(Channel.WEBHOOK)
    instead = [
        Notice(
            user=user,
            kind=row.kind,
            channel=channel,
            thread=row.thread,
            matter=row.matter,
            facts={**row.facts, ledger.INSTEAD: True},
            made_at=row.made_at,
            wanted_at=now,
            due_at=now,
            changed_at=now,
        )
        for row in rows
        for channel in channels
    ]
    Notice.objects.bulk_create(instead, ignore_conflicts=True)
    for row in instead:
        same = Notice.objects.filter(user=user, thread=row.thread, matter=row.matter, kind=row.kind)
        same.filter(channel=row.channel, state=State.WITHDRAWN, why=reasons.OFF).update(
            state=State.WAITING, why="", facts=row.facts, wanted_at=now, due_at=now, changed_at=now
        )


def pack(wish: preferences.Wishes, rows: Sequence[Notice]) -> Parcel | None:
    """The first mail that these make: of the account, of a loud game, of one game, or of all the rest.

    None where nothing is left to tell.
    """
    user = wish.person
    account = [row for row in rows if row.kind == Kind.SECURITY]
    loud = [row for row in rows if wish.is_loud(row.thread)]
    single = account or loud or ([] if _as_digest(rows, wish) else list(rows))
    with translation.override(user.language), timezone.override(user.zone):
        if single:
            first = single[0]
            to = first.facts.get(ledger.TO)
            of_first = [row for row in rows if row.thread == first.thread]
            same = [row for row in of_first if row.facts.get(ledger.TO) == to]
            story = _story(user, same)
            return Parcel(same, letters.letter(user, story, same)) if story else None
        told = [(own, story) for own in _by_thread(rows) if (story := _story(user, own))]
        if not told:
            return None
        turns = [turn for subject in subjects.registered() for turn in subject.turns(user)]
        all_rows = [row for own, _story_of in told for row in own]
        return Parcel(all_rows, letters.digest(user, turns, [story for _own, story in told], all_rows))


def _as_digest(rows: Sequence[Notice], wish: preferences.Wishes) -> bool:
    """What leaves by a pace is one mail; so is what was held up, if it is of more than one game."""
    if wish.general.pace in (NoticePreferences.Pace.HOURLY, NoticePreferences.Pace.DAILY):
        return True
    held_up = any(row.tries or clock.now() - row.wanted_at > LATE for row in rows)
    return held_up and len(_by_thread(rows)) > 1


def _by_thread(rows: Iterable[Notice]) -> list[list[Notice]]:
    threads: dict[str, list[Notice]] = {}
    for row in rows:
        threads.setdefault(row.thread, []).append(row)
    return list(threads.values())


def _story(user: User, rows: Sequence[Notice]) -> subjects.Story | None:
    """What notices of one thread come to; None where that is wrong with us, or not true any more.

    Moves go on while we write: a turn that was open when these were judged may be over when it is told.
    """
    subject = subjects.of(rows[0].thread)
    assert subject is not None  # otherwise none of these would hold
    try:
        with transaction.atomic():  # so that an error of the database's does not take the rest along
            story = subject.story(user, rows[0].thread, rows)
    except Exception:  # noqa: BLE001  (whatever it is, other games are told)
        _log.exception("Notices of person %d about %s", user.pk, rows[0].thread)
        _fault(rows, clock.now())
        return None
    is_news = any(row.kind not in PUT_OFF for row in rows)
    return story if story.is_turn or is_news else None


def _try_later(row: Notice, error: Unreachable, now: dt.datetime) -> None:
    """In a minute, then less and less often; given up after the most tries of the channel."""
    row.tries += 1
    most = MOST_HOPELESS_TRIES if error.hopeless else MOST_TRIES.get(Channel(row.channel))
    tired = now - row.made_at > MAIL_KEPT_TRYING if most is None else row.tries >= most
    if tired:
        _end(row, State.FAILED, reasons.GIVEN_UP, now, detail=error.why[:200])
    else:
        _put_off(row, now + pause(row.tries), reasons.UNREACHABLE, detail=error.why[:200])


def pause(tries: int) -> dt.timedelta:
    """How long to wait after so many tries: 1, 4, 16, then 30 minutes."""
    return min(dt.timedelta(minutes=4 ** (min(tries, 4) - 1)), dt.timedelta(minutes=30))


# --- push and webhook ---------------------------------------------------------------------------------


def message(user_id: int) -> bool:
    """One message to all devices of the person, about one game; others have their turn in between."""
    thread = _message(user_id)
    if thread:
        take_back(thread)  # whoever moved meanwhile found nothing to take back yet
    return bool(thread)


@transaction.atomic
def _message(user_id: int) -> str:
    """The thread that was told, or could not be; empty where nothing is due."""
    found = _due(user_id, Channel.PUSH)
    if found is None or not found[1]:
        return ""
    user, rows = found[0].person, _by_thread(found[1])[0]
    with translation.override(user.language), timezone.override(user.zone):
        story = _story(user, rows)
    if story is None:
        return ""
    words = {
        "title": story.name,
        "body": story.short,
        "url": settings.SITE_URL + story.path,
        "tag": story.thread,
    }
    ttl = _time_left(story.by)
    try:
        reached = push.send(user, message=words, tag=story.thread, ttl_s=ttl, urgent=story.is_turn)
    except Unreachable as unreachable:
        for row in rows:
            _try_later(row, unreachable, clock.now())
        return story.thread
    for row in rows:
        if reached:
            _end(row, State.SENT, "", clock.now())
        else:
            _end(row, State.WITHDRAWN, reasons.NO_DEVICE, clock.now())
    if reached:
        _remember(rows)
    return story.thread


def _time_left(by: dt.datetime | None) -> int:
    """For how many seconds a push service keeps it for a device that is off: until it says nothing new."""
    day = 24 * 3600
    return day if by is None else max(60, min(28 * day, int((by - clock.now()).total_seconds())))


@transaction.atomic
def hook(user_id: int) -> bool:
    """One delivery to the person's program: others have their turn in between."""
    found = _due(user_id, Channel.WEBHOOK)
    if found is None or not found[1]:
        return False
    user, row = found[0].person, found[1][0]
    program = Webhook.objects.filter(user=user, on=True).first()
    if program is None:
        _end(row, State.WITHDRAWN, reasons.NO_HOOK, clock.now())
        return True
    with translation.override(user.language), timezone.override(user.zone):
        story = _story(user, [row])
    if story is None:
        return False
    try:
        status = webhook.send(program, payload(row, story))
    except Unreachable as unreachable:
        _try_later(row, unreachable, clock.now())
    except Refused as refused:
        _end(row, State.FAILED, reasons.REFUSED, clock.now(), detail=refused.why[:200])
    else:
        _remember([row])
        _end(row, State.SENT, "", clock.now(), status=status)
    return True


def payload(row: Notice, story: subjects.Story) -> dict[str, object]:
    """What a program is told (docs/webhooks.md)."""
    return {
        "delivery": str(row.pk),
        "kind": row.kind,
        "thread": row.thread,
        "matter": row.matter,
        "text": f"{story.name}: {story.short}",
        "url": settings.SITE_URL + story.path,
        "deadline": zulu(story.by) if story.by else None,
        "at": zulu(row.made_at),
    }


def zulu(at: dt.datetime) -> str:
    """2026-03-24T21:10:00Z."""
    return at.astimezone(dt.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


# --- told before --------------------------------------------------------------------------------------


def _mark(row: Notice) -> str:
    """The same for the same notice of the same cause, also in a database that was restored."""
    text = f"{row.user_id} {row.thread} {row.matter} {row.kind} {row.channel} {row.made_at.isoformat()}"
    return "told:" + hashlib.sha256(text.encode()).hexdigest()


def _remember(rows: Sequence[Notice]) -> None:
    """Outside of the database: one that is restored from a backup must not tell the same again.

    Where the cache is away, the rows alone say it.
    """
    with suppress(RedisError):
        cache.set_many(dict.fromkeys(map(_mark, rows), 1), REMEMBERED_S)


def _told_before(rows: Sequence[Notice]) -> set[int]:
    marks = {_mark(row): row.pk for row in rows}
    with suppress(RedisError):
        return {marks[mark] for mark in cache.get_many(marks)}
    return set()
