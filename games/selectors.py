"""Reading: game lists, and a game as one viewer sees it. Secrets leave through the engine's view only."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, reduce
from operator import or_
from statistics import median
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower
from django.utils.translation import gettext as _

from accounts import clock
from accounts import selectors as people
from accounts.models import User
from games import engine, store, timing
from games.models import (
    Answer,
    ChatLine,
    Decision,
    FormerHolder,
    Game,
    Hindsight,
    Invited,
    Move,
    Pause,
    Seat,
)

MOST_LISTED = 100  # tables in the lobby; whoever looks for more narrows the search
COUNTED = 100  # turns that a person's reliability is about
MOST_ANSWERS = 1000  # rows looked through for them: an absence may be many
ONE_ABSENCE = timedelta(days=3)
NEWCOMER = 10  # of fewer turns nothing is said
TOLD_FOR = timedelta(days=14)
MOST_LINES = 200  # of a chat
MOST_REMEMBERED = 40  # moves: two rounds of four players, with room to spare
Viewer = User | AnonymousUser


@dataclass
class Seen:
    """A game as one person may see it."""

    game: Game
    edition: engine.Edition
    seats: list[Seat]
    decisions: list[Decision]
    seat: int | None  # the viewer's own, None for a spectator
    _state: engine.State | None  # None before the start
    viewer: User | None = None  # None also for somebody who is not signed in

    @cached_property
    def _view(self) -> Any:
        """What the viewer may see of a game that has begun."""
        assert self._state is not None
        return engine.view(self._state, self.seat)

    @cached_property
    def facts(self) -> dict[str, Any] | None:
        """The view as JSON with names; None before the start."""
        return None if self._state is None else self.edition.describe_view(self._view)

    @property
    def own(self) -> Seat | None:
        """The viewer's seat; None for a spectator."""
        return next((seat for seat in self.seats if seat.number == self.seat), None)

    @property
    def decision(self) -> Decision | None:
        """What the viewer is asked now; nothing where a stand-in plays for them."""
        if self.own is None or self.own.is_given_up:
            return None
        return next((decision for decision in self.decisions if decision.seat == self.seat), None)

    @cached_property
    def away_until(self) -> dict[int, datetime]:
        """Seats whose holders are on vacation now, and until when."""
        if not self.game.is_running or self.game.rules_of_clock is None:
            return {}
        holders = {seat.user.pk: seat.user for seat in timing.active_people(self.seats) if seat.user}
        until = people.away_until(holders.values(), clock.now())
        return {seat.number: until[seat.user_id] for seat in self.seats if seat.user_id in until}

    @cached_property
    def pause(self) -> Pause | None:
        """The pause that is asked for, or goes on; None where there is neither."""
        if not self.game.is_running or self.game.rules_of_clock is None:
            return None
        now = clock.now()
        asked_or_on = Q(state=Pause.State.ASKED) | Q(begins__lte=now, ends__gt=now)
        return self.game.pauses.filter(asked_or_on).select_related("asked_by").last()

    @cached_property
    def pause_answers(self) -> dict[int, bool]:
        """Who has agreed to it or not, by the ids of people."""
        return {row.user_id: row.agrees for row in self.pause.answers.all()} if self.pause else {}

    @property
    def is_opened(self) -> bool:
        """Has the viewer a right to everything: over, or void and the viewer's own?"""
        return self.game.is_finished or (self.game.is_void and self.seat is not None)

    @cached_property
    def has_held_a_seat(self) -> bool:
        """Has the viewer a seat, or had one? One query for who has none now."""
        if self.viewer is None:
            return False
        return self.seat is not None or has_held_a_seat(self.game, self.viewer)

    @property
    def may_talk(self) -> bool:
        """May the viewer talk at the table, and read what is said there? Guests never do."""
        if self.viewer is None or self.viewer.is_guest or not has_chat(self.game, self.seats):
            return False
        return self.has_held_a_seat

    def legal(self) -> list[dict[str, Any]]:
        """Every action the viewer may take now, as it would be sent."""
        if self._state is None or self.seat is None:
            return []
        return [self.edition.write_action(action) for action in engine.legal_actions(self._state, self.seat)]

    def claim(self, route: str) -> dict[str, Any]:
        """What claiming a route would take and bring; for a seat, once the game has begun."""
        assert self.seat is not None
        return self.edition.describe_claim(self._view, route)

    def station(self, city: str) -> dict[str, Any]:
        """What a station in a city would take and bring, likewise."""
        assert self.seat is not None
        return self.edition.describe_station(self._view, city)

    def placing(self, cards: Mapping[str, int]) -> dict[str, Any]:
        """The rows that placing cards would make, and whom it would rob; Card Game only.

        Raises the engine's MalformedAction for what are no cards.
        """
        return self.edition.describe_placing(self._view, cards)

    def completing(self, tickets: Sequence[str]) -> dict[str, Any]:
        """What completing these tickets would bring and leave, at a scoring of the Card Game."""
        return self.edition.describe_completing(self._view, tickets)

    @property
    def lists_all(self) -> bool:
        """Does `legal` hold everything that is legal?"""
        return self._state is None or engine.lists_all(self._state)

    def refusal(self, action: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
        """Why the viewer may not take this action now; None when it is legal."""
        assert self._state is not None
        assert self.seat is not None
        return engine.refusal(self._state, self.seat, self.edition.read_action(dict(action)))

    def events(self, moves: Iterable[Move]) -> list[dict[str, Any]]:
        """What happened in these moves, as the viewer may see it: {seq, n, seat, by, at, type, ...}."""
        shown = []
        for move in moves:
            head = {"seq": move.seq, "seat": move.seat, "by": move.by, "at": move.at}
            for n, event in enumerate(store.events_of(self.edition, move)):
                seen = event
                if not self.game.is_void or self.seat is None:
                    seen = engine.seen_by(self._state, event, self.seat, fresh=self._remembers(move, n))
                shown.append({**head, "n": n, **self.edition.write_event(seen)})
        return shown

    def _remembers(self, move: Move, n: int = 0) -> bool:
        """Is this event of the move still within the viewer's memory? All of the last move is."""
        return move.seq == self.game.seq or (move.seq, n) >= self._remembered_from

    @cached_property
    def _remembered_from(self) -> tuple[int, int]:
        """(seq, n) of the first event whose cards the viewer still knows; most editions forget nothing."""
        if not engine.forgets(self._state):
            return 0, 0
        latest = store.moves(self.game).order_by("-seq")[:MOST_REMEMBERED]
        newest_first = [
            (move.seq, n, event)
            for move in latest
            for n, event in reversed([*enumerate(store.events_of(self.edition, move))])
        ]
        number = engine.remembered(self._state, [event for _, _, event in newest_first], self.seat)
        seq, n, _ = newest_first[number - 1]
        return seq, n

    def may_know_action(self, move: Move) -> bool:
        """While the game goes on: an own move, unless it is forgotten what one did oneself."""
        return move.seat == self.seat and (not engine.forgets_own(self._state) or self._remembers(move))

    @property
    def seed(self) -> str | None:
        """The seed of a game that is over, or of one's own that is void."""
        return store.seed_hex(self.game) if self.is_opened else None


def see(*, game_id: int, user: Viewer, invite: str | None = None) -> Seen:
    """The game for this person. Raises Game.DoesNotExist, or PermissionDenied."""
    game, decisions = store.snapshot(game_id)
    seats = list(game.seats.select_related("user"))
    seat = next((seat.number for seat in seats if user.is_authenticated and seat.user_id == user.pk), None)
    if seat is None and not open_to_strangers(game, invite):
        raise PermissionDenied(_("This table is not open to be looked at."))
    state = None if game.state is None else store.stored(game)
    viewer = user if isinstance(user, User) else None
    return Seen(game, store.edition_of(game), seats, decisions, seat, state, viewer)


def seen_at(table: store.Table, seat: int) -> Seen:
    """A game that was just loaded, for one of its seats: nothing is read again."""
    decisions = sorted(table.decisions.values(), key=lambda decision: decision.seat)
    return Seen(table.game, table.edition, table.seats, decisions, seat, table.state)


def at_a_glance(game: Game, seats: list[Seat], seat: int | None) -> Seen:
    """A game of a list for one viewer, from rows that are there already."""
    state = None if game.state is None else store.stored(game)
    return Seen(game, store.edition_of(game), seats, list(game.decisions.all()), seat, state)


def open_to_strangers(game: Game, invite: str | None = None) -> bool:
    """May somebody without a seat look? An open table that is not public: with its link."""
    if game.is_open:
        return game.public or invited(game, invite)
    return to_be_watched(game)


def to_be_watched(game: Game) -> bool:
    """May everybody look on once the game has begun?"""
    return bool(game.public and game.options.get("spectators", True))


def invited(game: Game, word: str | None) -> bool:
    """Is this the word of the table's link, and does the link still work?"""
    return link_works(game) and bool(word) and hmac.compare_digest(game.invite.encode(), str(word).encode())


def link_works(game: Game) -> bool:
    """Neither withdrawn nor run out."""
    return game.invite_until is not None and clock.now() < game.invite_until


def of_link(word: str) -> Game | None:
    """The table whose link has this word, also when the link no longer works."""
    return listed().filter(invite=word).first()


def may_see(*, game_id: int, user: Viewer, invite: str | None = None) -> bool:
    """May this person look at the game? False also when there is none."""
    game = Game.objects.defer("state", "seed").filter(pk=game_id).first()
    if game is None:
        return False
    if open_to_strangers(game, invite):
        return True
    return user.is_authenticated and game.seats.filter(user=user).exists()


def edition_id(game_id: int) -> str:
    """The id of the game's edition; empty when there is no such game."""
    return Game.objects.filter(pk=game_id).values_list("edition", flat=True).first() or ""


def latest(game_id: int) -> tuple[int, int | None]:
    """Numbers of the game's last move and of the last line said at its table. One query.

    Raises Game.DoesNotExist.
    """
    last_line = ChatLine.objects.filter(game=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    seq, line = Game.objects.values_list("seq", Subquery(last_line)).get(pk=game_id)
    return seq, line


def has_held_a_seat(game: Game, user: User) -> bool:
    """Has the person, or had before somebody took over, a seat there, and so knows a hand?"""
    former = FormerHolder.objects.filter(seat__game=game, user=user)
    return game.seats.filter(user=user).exists() or former.exists()


def has_chat(game: Game, seats: Iterable[Seat]) -> bool:
    """Is there anybody to talk to? Not where one person plays against computers alone."""
    return game.is_open or sum(not seat.bot for seat in seats) > 1


def chat(game: Game, *, after: int | None = None) -> list[ChatLine]:
    """The last lines said at the table, or the first ones after that number; in order. One query."""
    lines = game.chat.select_related("user")
    if after is not None:
        return list(lines.filter(pk__gt=after).order_by("pk")[:MOST_LINES])
    return list(reversed(lines.order_by("-pk")[:MOST_LINES]))


def is_reliable_enough(game: Game, user: User) -> bool:
    """Does the person make as many turns in time as the table asks for? A newcomer is."""
    least = game.options.get("min_reliability")
    if least is None:
        return True
    share = reliability(user).share
    return share is None or round(share * 100, 6) >= least  # 29 of 100 are 28.999… in floats


def moves(game: Game, *, after: int = -1, most: int | None = None) -> list[Move]:
    """Moves after that seq, in order."""
    return list(store.moves(game, after=after)[:most])


def latest_moves(game: Game, most: int) -> list[Move]:
    """The last so many moves, in order."""
    return list(reversed(store.moves(game).order_by("-seq")[:most]))


class Swing(NamedTuple):
    """A turn that has swung a game, and the chances (0 to 1) of whoever took it before and after it."""

    turn: int  # from 0
    turns: int  # how many the game had
    first: int  # seq of its first move
    last: int
    seat: int
    before: float
    after: float
    instead: dict[str, Any] | None  # what the hard computer player would have begun it with


def hindsight(game: Game) -> Hindsight | None:
    """What is said of a game that is over, or how far it has come; None where nothing will be said."""
    row = Hindsight.objects.filter(game=game).first()
    if row is None or row.is_ready or (row.is_waiting and settings.HINDSIGHTS):
        return row
    return None


def swings(row: Hindsight) -> list[Swing]:
    """Those that a hindsight which is ready tells, in the order of the game."""
    return [Swing(**raw) for raw in row.swings["swings"]] if row.swings else []


def moves_of(game: Game, swings: Iterable[Swing]) -> list[Move]:
    """The moves of these turns, in order. One query."""
    within = [Q(seq__range=(swing.first, swing.last)) for swing in swings]
    return list(store.moves(game).filter(reduce(or_, within))) if within else []


def record(seen: Seen) -> dict[str, Any]:
    """The whole record of a game for export; complete with seed and secrets only when it is over."""
    rows = moves(seen.game)
    over = seen.is_opened
    return {
        "schema": 1,
        "edition": seen.game.edition,
        "options": seen.game.options,
        "seats": seen.game.size,
        "seed": seen.seed,
        "commitment": seen.game.commitment,
        "dealing": seen.edition.dealing(),
        "moves": [
            {
                "seq": move.seq,
                "seat": move.seat,
                "by": move.by,
                # What was asked tells secrets (tickets kept) until the end.
                "action": move.action if over or seen.may_know_action(move) else None,
                "events": seen.events([move]),
                "at": move.at,
            }
            for move in rows
        ],
        "result": seen.game.result and {"scores": seen.game.result},
    }


def claims(game: Game) -> dict[str, int]:
    """Routes claimed on the board, by id: the owner's seat."""
    return store.claims(game)


# Lists


def listed() -> QuerySet[Game]:
    """Games with what a list shows of them, in few queries."""
    return Game.objects.defer("seed").select_related("host").prefetch_related("seats__user", "decisions")


def visible_to(user: Viewer) -> QuerySet[Game]:
    """Games that this person may look at, newest first."""
    games = listed().exclude(status=Game.Status.CANCELLED)
    visible = Q(public=True) & (Q(status=Game.Status.OPEN) | Q(options__spectators=True))
    if user.is_authenticated:
        visible |= Q(pk__in=Seat.objects.filter(user=user).values("game"))
    return games.filter(visible).order_by("-id")


def of_person(user: User) -> QuerySet[Game]:
    """The person's own games, those that were moved last first."""
    mine = Seat.objects.filter(user=user).values("game")
    return listed().exclude(status=Game.Status.CANCELLED).filter(pk__in=mine).order_by("-changed_at", "-id")


def waiting_for(user: User) -> QuerySet[Game]:
    """Running games that wait for this person, the longest first."""
    asked = _asked(user)
    since = asked.filter(game=OuterRef("pk")).values("since")
    return of_person(user).filter(pk__in=asked.values("game")).order_by(Subquery(since[:1]), "id")


def open_tables(*, edition: str = "", size: int | None = None) -> QuerySet[Game]:
    """The lobby: public tables with a free seat, newest first."""
    somebody = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False)
    tables = listed().filter(Exists(somebody), status=Game.Status.OPEN, public=True).order_by("-id")
    if edition:
        tables = tables.filter(edition=edition)
    if size:
        tables = tables.filter(size=size)
    return tables[:MOST_LISTED]


def on_vacation(games: Iterable[Game]) -> dict[int, datetime]:
    """Who of those that play in these games by a clock is on vacation now, by id: until when."""
    players = {
        seat.user.pk: seat.user
        for game in games
        if game.is_running and game.rules_of_clock
        for seat in timing.active_people(game.seats.all())
        if seat.user
    }
    return people.away_until(players.values(), clock.now()) if players else {}


def last_moves(games: Iterable[Game]) -> dict[int, Move]:
    """Of each running or finished game its last move, in one query."""
    newest = Move.objects.filter(game__in=[game.pk for game in games], seq=F("game__seq"))
    return {move.game_id: move for move in newest}


def played_on_clock(user: User) -> list[Game]:
    """Running games in which the person plays a seat by a clock, the oldest first."""
    own = Seat.objects.held_by(user).values("game")
    running = listed().defer("seed", "state").filter(pk__in=own, status=Game.Status.RUNNING)
    return [game for game in running.order_by("pk") if game.rules_of_clock]


def turns_waiting(user: User) -> int:
    """In how many games it is this person's turn."""
    return _asked(user).values("game").distinct().count()


def next_waiting(user: User, *, but: int) -> int | None:
    """Another game that waits for this person, the longest first."""
    return _asked(user).exclude(game=but).order_by("since").values_list("game", flat=True).first()


def turns_of(user: User) -> list[Decision]:
    """What the person is asked now, with its games, the first deadline first; without a clock last."""
    asked = _asked(user).select_related("game").defer("game__state", "game__seed")
    return list(asked.order_by(F("deadline").asc(nulls_last=True), "since", "pk"))


def _asked(user: User) -> QuerySet[Decision]:
    """What the person is asked now, in all games."""
    mine = Seat.objects.held_by(user).filter(game=OuterRef("game"), number=OuterRef("seat"))
    return Decision.objects.filter(Exists(mine), game__status=Game.Status.RUNNING)


def cancelled_lately(user: User) -> QuerySet[Game]:
    """Games of the person that somebody's absence made void in the last days, the latest first."""
    since = clock.now() - TOLD_FOR
    void = listed().filter(status=Game.Status.CANCELLED, state__isnull=False, ended_at__gt=since)
    return void.filter(pk__in=Seat.objects.filter(user=user).values("game")).order_by("-ended_at")


def computers_asked(*, until: datetime, since: datetime | None = None) -> QuerySet[Seat]:
    """Seats that a computer plays and that are asked, of which an answer was due by then, and not before."""
    asked = (
        Seat.objects.played_by_computer()
        .filter(game__status=Game.Status.RUNNING, game__decisions__seat=F("number"))
        .annotate(due=Coalesce("game__decisions__act_at", "game__decisions__since"))
    )
    return asked.filter(due__lte=until) if since is None else asked.filter(due__range=(since, until))


@dataclass(frozen=True)
class Reliability:
    """How a person answers turns on a clock."""

    share: float | None  # of the last ones, made in time: 0 to 1; None for a newcomer
    counted: int
    typical: timedelta | None  # the median time to answer, as the clock ran


def reliability(user: User) -> Reliability:
    """Of the last 100 turns: an absence counts once, in however many games it let turns pass.

    To one absence belong misses with no answer in time between them, of turns that began within three days of
    the first.
    """
    rows = Answer.objects.filter(user=user).values_list("in_time", "since", "at", "took")[:MOST_ANSWERS]
    counted: list[bool] = []
    took: list[timedelta] = []
    absent_since: datetime | None = None
    for in_time, since, at, time in reversed(list(rows)):
        if in_time:
            counted.append(True)
            took.append(time)
            absent_since = None
        elif absent_since is None or since >= absent_since + ONE_ABSENCE:
            counted.append(False)
            absent_since = at
    counted, took = counted[-COUNTED:], took[-COUNTED:]
    typical = timedelta(seconds=median(time.total_seconds() for time in took)) if took else None
    share = sum(counted) / len(counted) if len(counted) >= NEWCOMER else None
    return Reliability(share, len(counted), typical)


@dataclass(frozen=True)
class Profile:
    """A person as others may see them; of the own games the person sees the private ones too."""

    user: User
    is_own: bool
    away_until: datetime | None
    reliability: Reliability
    running: int
    finished: int


def person_called(username: str) -> User | None:
    """Who has this name, in any case; nobody for guests and accounts that are closed."""
    if "\x00" in username:
        return None  # the database takes no such text, not even to look for it
    accounts = User.objects.filter(is_guest=False, is_active=True).alias(lower=Lower("username"))
    return accounts.filter(lower=username.lower()).first()


def names_of_invited(game: Game) -> list[str]:
    """Who was asked by name to an open table, and has not sat down or said no."""
    seated = game.seats.filter(user__isnull=False).values("user")
    waiting = game.invited.filter(declined_at=None).exclude(user__in=seated)
    return list(waiting.order_by("at").values_list("user__username", flat=True))


def invitations_of(user: User) -> list[Invited]:
    """Open tables to which the person was invited by name, and has not answered; the latest first."""
    waiting = Invited.objects.filter(
        user=user, declined_at=None, game__status=Game.Status.OPEN, game__invite_until__gt=clock.now()
    )
    seated = Seat.objects.filter(game=OuterRef("game"), user=user)
    return list(waiting.exclude(Exists(seated)).select_related("game", "by").defer("game__state"))


def profile(*, username: str, viewer: Viewer) -> Profile:
    """Who has this name, in any case.

    Raises User.DoesNotExist, also for guests and accounts that are closed.
    """
    user = person_called(username)
    if user is None:
        raise User.DoesNotExist
    is_own = viewer.is_authenticated and viewer.pk == user.pk
    away = people.away_until([user], clock.now())
    return Profile(user, is_own, away.get(user.pk), reliability(user), **_played(user, private=is_own))


def _played(user: User, *, private: bool) -> dict[str, int]:
    """In how many games the person plays or has played to the end, private ones among them or not."""
    seats = Seat.objects.held_by(user)
    if not private:
        seats = seats.filter(game__public=True)
    return seats.aggregate(
        running=Count("pk", filter=Q(game__status=Game.Status.RUNNING)),
        finished=Count("pk", filter=Q(game__status=Game.Status.FINISHED)),
    )


def counts() -> dict[str, int]:
    """How many games there are of each status."""
    rows = Game.objects.values("status").annotate(number=Count("pk"))
    return {row["status"]: row["number"] for row in rows}
