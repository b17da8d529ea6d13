"""What games have to tell: the words of notices, for whoever they are for, in their language and zone.

A subject of `accounts.notices`: letters, messages and webhooks are made of these stories. Subjects of mails
and the short sentence stand on locked screens, so they hold what everybody at the table knows, and no more.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts import clock
from accounts.models import User
from accounts.notices.kinds import Kind
from accounts.notices.models import Notice
from accounts.notices.subjects import Story, Turn, Verdict
from games import notices as truth
from games import selectors
from games.models import ChatLine, Game, Move, Pause, Seat
from games.selectors import Seen
from games.services import outbox
from games.web import log, names, table_pages, views
from games.web.table import TablePage
from games.web.templatetags.night_mail import colour_name, minus

ORDER = (
    Kind.YOUR_TURN,
    Kind.REMINDER,
    Kind.GAME_STARTED,
    Kind.GAME_FINISHED,
    Kind.INVITATION,
    Kind.SEAT_CHANGED,
    Kind.DEADLINE_MOVED,
    Kind.MENTION,
)
"""Of several notices of one game the first of these gives the subject."""
OF_TURNS = frozenset({Kind.YOUR_TURN, Kind.REMINDER})
MOST_LINES = 12
MOST_MOVES = 80  # looked through for them


class Games:
    """The subject whose threads are `game-<number>`."""

    def verdicts(self, user: User, notices: Sequence[Notice], now: datetime) -> dict[int, Verdict]:
        return truth.verdicts(user, notices, now)

    def story(self, user: User, thread: str, notices: Sequence[Notice]) -> Story:
        number = truth.game_id(thread)
        game = selectors.listed().get(pk=number)
        try:
            seen = selectors.see(game_id=number, user=user)
        except PermissionDenied:  # a table that is not theirs any more, or not yet
            seen = None
        return Telling(user, game, seen, notices).story()

    def turns(self, user: User) -> list[Turn]:
        rows = selectors.turns_of(user)
        return [
            Turn(
                uid=f"{outbox.thread(row.game_id)}-{row.begun_seq}-{row.seat}",
                thread=outbox.thread(row.game_id),
                title=f"{names.table(row.game)}, {names.edition(row.game.edition)}",
                what=what_is_asked(row.kind),
                path=table_path(row.game_id),
                since=row.since,
                by=row.deadline,
            )
            for row in rows
        ]

    def names(self, threads: Sequence[str]) -> dict[str, tuple[str, str]]:
        numbers = {truth.game_id(thread): thread for thread in threads}
        kept = Game.objects.filter(pk__in=numbers).values_list("pk", flat=True)
        return {numbers[pk]: (names.table_number(pk), reverse("games:table", args=[pk])) for pk in kept}


def table_path(game_id: int) -> str:
    """Of a table for somebody who has a seat there, and may have to sign in first."""
    return reverse("games:table", args=[game_id]) + f"?{views.MINE}"


def what_is_asked(kind: str) -> str:
    """Of a decision, by the phase that asks for it."""
    if kind == "first_tickets":
        return _("choose your first tickets")
    if kind == "keep_tickets":
        return _("choose tickets")
    return _("make your move")


def exactly(when: datetime) -> str:
    """Tuesday 24 March, 21:10."""
    local = timezone.localtime(when)
    return f"{formats.date_format(local, 'l j F')}, {formats.time_format(local, 'H:i')}"


def briefly(when: datetime) -> str:
    """Tue 21:10; of another week Tue 24 Mar 21:10. Never "today": who knows when it is read."""
    local, today = timezone.localtime(when), timezone.localdate(clock.now())
    near = abs((local.date() - today).days) < 7
    return f"{formats.date_format(local, 'D' if near else 'D j M')} {formats.time_format(local, 'H:i')}"


def place(user: User) -> str:
    """Whose time that is: Lisbon."""
    return user.zone.key.rpartition("/")[2].replace("_", " ")


@dataclass(frozen=True)
class Words:
    """What one notice comes to: a subject, a heading, and sentences.

    `short` is a sentence that needs no name of the table; empty where the turn itself says it all.
    """

    subject: str
    heading: str
    lead: Sequence[str] = ()
    short: str = ""


class Telling:
    """Notices of one game for one person, who may not see the table (any more)."""

    def __init__(self, user: User, game: Game, seen: Seen | None, notices: Sequence[Notice]) -> None:
        self.user, self.game, self.seen = user, game, seen
        # A turn that ended just now has no words; where it is all there was, nothing is told.
        open_now = [row for row in notices if self.decision is not None or row.kind not in OF_TURNS]
        self.notices = sorted(
            open_now or notices, key=lambda row: (ORDER.index(Kind(row.kind)), -row.made_at.timestamp())
        )
        self.page: TablePage | None = None
        if seen is not None and seen.facts is not None:
            self.page = table_pages.page(seen)
        self.name = names.table(game)
        self.seats: dict[int, Seat] = {seat.number: seat for seat in game.seats.all()}

    @property
    def decision(self) -> Any:
        return self.seen.decision if self.seen else None

    @property
    def by(self) -> datetime | None:
        return self.decision.deadline if self.decision else None

    def story(self) -> Story:
        told = [self.words(notice) for notice in self.notices]
        first, *more = told
        lead = [*first.lead, *(sentence for words in more for sentence in words.lead)]
        return Story(
            thread=outbox.thread(self.game.pk),
            name=self.name,
            subject=first.subject,
            heading=first.heading,
            short=self.short(first),
            about=self.about(),
            lead=list(dict.fromkeys(lead)),
            path=self.path(),
            button=_("Go to the table"),
            happened_title=_("Since your last move"),
            happened=self.happened(),
            facts=self.facts(),
            foot=self.foot(),
            by=self.by,
            is_turn=self.decision is not None,
            kinds=list(dict.fromkeys(notice.kind for notice in self.notices)),
        )

    def path(self) -> str:
        """An open table that is not public is found by its link alone."""
        if self.game.is_open and selectors.link_works(self.game):
            return reverse("games:invitation", args=[self.game.invite])
        chat = "&chat#part-chat" if self.notices[0].kind == Kind.MENTION else ""
        return table_path(self.game.pk) + chat

    def about(self) -> str:
        players = ngettext("%(number)d player", "%(number)d players", self.game.size)
        return f"{names.edition(self.game.edition)} · {players % {'number': self.game.size}}"

    def short(self, first: Words) -> str:
        """Without the name of the table, which stands above or before it: the news, and whose turn it is."""
        said = [first.short] if first.short else []
        if self.by is not None:
            said.append(_("Your turn until %(time)s.") % {"time": briefly(self.by)})
        elif self.decision is not None or not said:
            said.append(_("Your turn."))
        return " ".join(said)

    def words(self, notice: Notice) -> Words:
        tell = {
            Kind.YOUR_TURN: self.your_turn,
            Kind.REMINDER: self.reminder,
            Kind.GAME_STARTED: self.started,
            Kind.GAME_FINISHED: self.finished,
            Kind.INVITATION: self.invitation,
            Kind.SEAT_CHANGED: self.seat_changed,
            Kind.DEADLINE_MOVED: self.deadline_moved,
            Kind.MENTION: self.mention,
        }
        return tell[Kind(notice.kind)](notice)

    # Turns

    def your_turn(self, notice: Notice) -> Words:
        facts = {
            "table": self.name,
            "time": briefly(self.by) if self.by else "",
            "name": self.user.username,
        }
        first = self.decision is not None and self.decision.kind == "first_tickets"
        if first and self.by:
            subject = _("%(table)s has begun: choose your tickets until %(time)s") % facts
        elif first:
            subject = _("%(table)s has begun: choose your tickets") % facts
        elif self.by:
            subject = _("Your turn at %(table)s until %(time)s") % facts
        else:
            subject = _("Your turn at %(table)s") % facts
        heading = _("Choose your first tickets, %(name)s") if first else _("Your turn, %(name)s")
        return Words(subject, heading % facts)

    def reminder(self, notice: Notice) -> Words:
        """Half or a fifth of the time is left; or somebody asks."""
        facts = {
            "table": self.name,
            "time": briefly(self.by) if self.by else "",
            "name": self.user.username,
        }
        if notice.matter.endswith("/nudge"):
            who = {**facts, "who": notice.facts.get("who", "")}
            subject = _("%(who)s asks for your move at %(table)s") % who
            waits = _("%(who)s waits for you.") % who
            return Words(subject, _("Your turn, %(name)s") % facts, [waits], waits)
        subject = _("Reminder: your turn at %(table)s until %(time)s") % facts
        return Words(subject, _("It is still your turn, %(name)s") % facts)

    # The game

    def started(self, notice: Notice) -> Words:
        heading = _("%(table)s has begun") % {"table": self.name}
        order = _("Play goes in this order: %(names)s.") % {"names": self.in_order()}
        return Words(heading, heading, [order], _("The game has begun."))

    def in_order(self) -> str:
        return names.listed([self.you_or_name(number) for number in sorted(self.seats)])

    def finished(self, notice: Notice) -> Words:
        if self.game.is_void:
            return self.called_off()
        sheets = self.game.result or []
        facts = {"table": self.name, "outcome": self.outcome(sheets)}
        subject = _("%(table)s is over: %(outcome)s") % facts
        result = _("The result: %(sheets)s.") % {"sheets": ", ".join(map(self.sheet, sheets))}
        return Words(subject, _("%(table)s is over") % facts, [result], result)

    def outcome(self, sheets: Sequence[dict[str, Any]]) -> str:
        """Who wins, with how much: the best places alone."""
        best = [sheet for sheet in sheets if sheet["place"] == 1]
        who = names.listed([self.you_or_name(sheet["seat"]) for sheet in best])
        facts = {"who": who, "points": points(best[0]["total"])}
        if len(best) > 1:
            return _("%(who)s share the win with %(points)s") % facts
        if self.is_own(best[0]["seat"]):
            return _("you win with %(points)s") % facts
        return _("%(who)s wins with %(points)s") % facts

    def sheet(self, sheet: dict[str, Any]) -> str:
        return f"{self.you_or_name(sheet['seat'])} {minus(sheet['total'])}"

    def called_off(self) -> Words:
        facts = {"table": self.name, "who": self.absentees()}
        lead = [_("%(who)s never chose first tickets, so the game does not count.") % facts]
        if self.user.pk in self.game.absentees:
            lead = [_("You never chose first tickets, so the game does not count.")]
        elif self.game.successor_id:
            successor = names.table_number(self.game.successor_id)
            lead.append(_("It begins anew at %(table)s, where you have a seat.") % {"table": successor})
        heading = _("%(table)s was called off") % facts
        return Words(heading, heading, lead, lead[0])

    def absentees(self) -> str:
        away = [number for number, seat in self.seats.items() if seat.user_id in self.game.absentees]
        return names.listed([self.who(number) for number in away]) if away else _("Somebody")

    def invitation(self, notice: Notice) -> Words:
        facts = {"who": notice.facts["host"], "table": self.name}
        heading = _("%(who)s invites you to %(table)s") % facts
        free = self.game.size - len(self.seats)
        words = ngettext("%(free)d seat is free.", "%(free)d seats are free.", free) % {"free": free}
        return Words(heading, heading, [words], _("%(who)s invites you to this table.") % facts)

    # Seats and deadlines

    def seat_changed(self, notice: Notice) -> Words:
        number, what = notice.facts["seat"], notice.facts["what"]
        who = notice.facts.get("who") or self.who(number)
        facts = {"table": self.name, "who": who, "new": self.who(number)}
        if self.is_own(number):
            sentences = OWN_SEAT[what]
        elif what == "taken_over" and who == self.user.username:
            sentences = seat_of_yours_taken_over
        else:
            sentences = OTHER_SEAT[what]
        subject, short, *lead = [sentence % facts for sentence in sentences()]
        return Words(subject, subject, lead, short)

    def deadline_moved(self, notice: Notice) -> Words:
        pause = Pause.objects.select_related("asked_by").get(pk=notice.facts["pause"])
        days = ngettext("%(days)d day", "%(days)d days", pause.days) % {"days": pause.days}
        who = pause.asked_by.username if pause.asked_by else _("Somebody")
        facts = {"table": self.name, "who": who, "days": days}
        if notice.facts["what"] == "asked":
            subject = _("%(who)s asks for a pause of %(days)s at %(table)s") % facts
            end = _("If you do not answer until %(time)s, that counts as a yes.")
            asked = _("%(who)s asks for a pause of %(days)s.") % facts
            return Words(subject, subject, [end % {"time": self.exactly(pause.answer_by)}], asked)
        if notice.facts["what"] == "refused":
            refused = _("The pause that you asked for was refused.")
            subject = _("No pause at %(table)s") % facts
            return Words(subject, subject, [refused], refused)
        return self.paused(pause)

    def paused(self, pause: Pause) -> Words:
        assert pause.ends is not None  # it was agreed on
        until = {"table": self.name, "time": briefly(pause.ends)}
        subject = _("%(table)s pauses until %(time)s") % until
        lead = [_("All clocks stand still until %(time)s.") % {"time": self.exactly(pause.ends)}]
        if self.by:
            lead.append(_("Your turn now ends on %(time)s.") % {"time": self.exactly(self.by)})
        return Words(subject, subject, lead, _("All clocks stand still until %(time)s.") % until)

    def mention(self, notice: Notice) -> Words:
        facts = {"who": notice.facts.get("who", ""), "table": self.name}
        subject = _("%(who)s wrote to you at %(table)s") % facts
        return Words(subject, subject, self.quoted(notice), _("%(who)s wrote to you.") % facts)

    def quoted(self, notice: Notice) -> list[str]:
        """What was written, for the body of a mail alone."""
        line = ChatLine.objects.filter(pk=notice.facts.get("line"), game=self.game).first()
        if line is None:
            return []
        facts = {"who": notice.facts.get("who", ""), "text": " ".join(line.text.split())}
        return [_("%(who)s: “%(text)s”") % facts]

    # What happened, and how things stand

    def happened(self) -> list[tuple[str, str]]:
        """What the others did since the person's last move, the oldest first."""
        if self.seen is None or self.seen.seat is None or self.page is None:
            return []
        moves = selectors.latest_moves(self.game, MOST_MOVES)
        own = [move.seq for move in moves if move.seat == self.seen.seat and move.by == Move.By.HUMAN]
        since = [move for move in moves if not own or move.seq > own[-1]]
        lines = log.lines(self.seen, self.seen.events(since), plain=True)
        told = [line for line in lines if line.seat != self.seen.seat]
        earlier = len(told) - MOST_LINES
        rows = [(briefly(line.at), plain(line.noted)) for line in told[-MOST_LINES:]]
        if earlier > 0:
            words = ngettext("and %(number)d move before that", "and %(number)d moves before that", earlier)
            rows.insert(0, ("", words % {"number": earlier}))
        return rows

    def facts(self) -> list[tuple[str, str]]:
        """Points, and the cards that lie open."""
        if self.page is None or self.game.is_finished:
            return []
        players = sorted(self.page.players, key=lambda row: int(row["number"]))
        told = [
            (
                _("Points"),
                ", ".join(f"{self.you_or_name(row['number'])} {minus(row['points'])}" for row in players),
            )
        ]
        row = [card for card in self.page.facts.get("face_up") or () if card]
        if row:
            told.append((_("Face up"), ", ".join(colour_name(card) for card in row)))
        return told

    def foot(self) -> list[str]:
        if self.decision is None or self.by is None:
            return []
        rules = self.game.rules_of_clock
        if self.decision.kind == "first_tickets":
            return [_("If you do not choose in time, the game is called off.")]
        if rules is not None and rules.strict:
            return [_("If you do not move in time, you lose the seat to a stand-in; you may take it back.")]
        return [_("If you do not move in time, the computer makes this turn for you.")]

    def who(self, number: int) -> str:
        return names.player(self.seats[number])

    def you_or_name(self, number: int) -> str:
        return pgettext("a player", "you") if self.is_own(number) else self.who(number)

    def is_own(self, number: int) -> bool:
        return self.seats[number].user_id == self.user.pk

    def exactly(self, when: datetime) -> str:
        """Tuesday 24 March, 21:10 (Lisbon)."""
        facts = {"time": exactly(when), "place": place(self.user)}
        return _("%(time)s (%(place)s)") % facts


def points(number: int) -> str:
    words = ngettext("%(number)s point", "%(number)s points", abs(number))
    return words % {"number": minus(number)}


def plain(text: str) -> str:
    """Without marks of HTML."""
    return html.unescape(strip_tags(text))


def own_missed() -> Iterable[str]:
    yield _("You missed a turn at %(table)s")
    yield _("You missed a turn, and the computer made it for you.")
    yield _("The computer made this one turn for you. After a second miss in a row it plays on.")


def own_stand_in() -> Iterable[str]:
    yield _("A stand-in plays for you at %(table)s")
    yield _("Your time was up, and a stand-in plays for you.")
    yield _("Your time was up. At the table you can take the seat back.")


def seat_of_yours_taken_over() -> Iterable[str]:
    yield _("%(new)s plays on for you at %(table)s")
    yield _("%(new)s plays on for you.")
    yield _("The seat that you gave up is now %(new)s's.")


def other_stand_in() -> Iterable[str]:
    yield _("A stand-in plays for %(who)s at %(table)s")
    yield _("A stand-in plays for %(who)s.")
    yield _("The time of %(who)s was up. A stand-in plays on until %(who)s comes back.")


def other_left() -> Iterable[str]:
    yield _("%(who)s has left %(table)s")
    yield _("%(who)s has left.")
    yield _("A stand-in plays on until %(who)s comes back.")


def other_resigned() -> Iterable[str]:
    yield _("%(who)s has resigned at %(table)s")
    yield _("%(who)s has resigned.")
    yield _("A stand-in plays on.")


def other_back() -> Iterable[str]:
    yield _("%(who)s is back at %(table)s")
    yield _("%(who)s is back.")


def other_taken_over() -> Iterable[str]:
    yield _("%(new)s plays on for %(who)s at %(table)s")
    yield _("%(new)s plays on for %(who)s.")


OWN_SEAT = {"missed": own_missed, "stand_in": own_stand_in}
OTHER_SEAT = {
    "stand_in": other_stand_in,
    "left": other_left,
    "resigned": other_resigned,
    "back": other_back,
    "taken_over": other_taken_over,
}
"""What is said of a seat that changed: the subject, a short sentence, then sentences."""
