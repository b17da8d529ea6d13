"""A month of the site: people answer, sleep, vanish and come back. The clock is put on by the test.

The beat looks every half minute; what lies between two things that can happen is skipped.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from heapq import heappop, heappush
from itertools import count, pairwise
from random import Random
from typing import TYPE_CHECKING

from django.db.models import Min

from accounts import services as accounts
from accounts.models import User
from games import store
from games.models import Answer, Decision, Game, Move, Pause, Seat
from games.services import absence, bots, deadlines, lobby, pauses, play
from games.services.errors import ServiceError
from tests import cast

if TYPE_CHECKING:
    from tests.conftest import Hands

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BEAT = timedelta(seconds=30)
SLOWEST_COMPUTER = timedelta(minutes=5)
ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Shanghai")
EDITIONS = ("usa", "usa-big-cities", "europe", "card-game")
PER_TURN = (DAY, 2 * DAY, 3 * DAY)
CLEAR = Decision.objects.filter(game__status=Game.Status.RUNNING)


@dataclass
class Person:
    """Somebody with habits. `gone` and `back` are days of the month; who never comes is gone on day 0."""

    user: User
    slowness: float  # the longest answer, as a part of the time there is
    gone: float
    back: float
    reclaims: bool

    def is_there(self, day: float) -> bool:
        return not self.gone <= day < self.back


@dataclass(order=True)
class Happening:
    at: datetime
    order: int
    game: int = field(compare=False)
    seat: int = field(compare=False)
    decision: str = field(compare=False)  # empty: the person comes back


class Month:
    """Games of people on clocks; `run` lets the days pass and checks what must always hold."""

    def __init__(self, hands: Hands, games: int, seed: int) -> None:
        self.hands, self.rng, self.start = hands, Random(seed), hands.at
        self.people = [self.person(number) for number in range(max(8, games))]
        self.by_user = {person.user.pk: person for person in self.people}
        self.heap: list[Happening] = []
        self.order = count()
        self.planned: set[tuple[int, str]] = set()
        self.seen = Counter[str]()
        self.missed: set[tuple[int, int | None, datetime]] = set()
        self.games = [self.game(number) for number in range(games)]

    # Who and what

    def person(self, number: int) -> Person:
        rng = self.rng
        user = cast.person(f"person-{number}")
        accounts.save_preferences(user=user, time_zone=rng.choice(ZONES), language="en")
        if number % 3:
            accounts.save_sleep(user=user, sleep_from=time(rng.choice([21, 22, 23])), sleep_until=time(6))
        gone, back = (40.0, 40.0)
        if number % 4 == 1:
            gone, back = 0.0, 40.0 if number % 8 == 1 else 9.0  # never comes, or late
        elif number % 4 == 2:
            gone = rng.uniform(2, 12)
            back = gone + rng.uniform(6, 16)
        if number % 5 == 4:
            first = (self.hands.at + rng.randint(2, 15) * DAY).date()
            accounts.book_vacation(user=user, first_day=first, last_day=first + rng.randint(1, 10) * DAY)
        slowness = 1.2 if number % 4 == 3 else 0.5
        return Person(user, slowness, gone, back, reclaims=number % 12 != 2)

    def game(self, number: int) -> Game:
        rng = self.rng
        absent = [person for person in self.people if person.gone == 0]
        others = [person for person in self.people if person.gone > 0]
        size = 2 + number % 3
        sitting = rng.sample(others, size - 1) + (absent[:1] if number % 7 == 3 else rng.sample(others, 1))
        players = list({person.user.pk: person.user for person in sitting}.values())
        per_turn = rng.choice(PER_TURN)
        clock = {
            "per_decision_s": int(per_turn.total_seconds()),
            "reserve_s": int(per_turn.total_seconds()) * rng.randint(0, 2),
            "weekends_stop": rng.random() < 0.3,
            "vacation_counts": rng.random() < 0.7,
            "strict": number % 5 == 0,
        }
        levels = ("easy",) * (len(players) == 1 or (number % 2 and len(players) < 4))
        edition = EDITIONS[number % len(EDITIONS)]
        game = lobby.open_table(
            user=players[0],
            edition=edition,
            size=len(players) + len(levels),
            bots=levels,
            options={"clock": clock},
        )
        for player in players[1:]:
            lobby.join(game_id=game.pk, user=player)
        self.plan(game.pk)
        return game

    # What is going to happen

    @property
    def day(self) -> float:
        return (self.hands.at - self.start) / DAY

    def plan(self, game_id: int) -> None:
        """When people are going to answer what they are asked in this game now."""
        asked = Decision.objects.filter(game=game_id, game__status=Game.Status.RUNNING)
        seats = {seat.number: seat for seat in Seat.objects.filter(game=game_id)}
        for row in asked:
            seat = seats[row.seat]
            if seat.played_by_computer or row.turn is None or (game_id, row.name) in self.planned:
                continue
            self.planned.add((game_id, row.name))
            person = self.by_user[seat.user_id or 0]
            reading = row.turn.reading(self.hands.at)
            at = self.hands.at + self.rng.uniform(0, person.slowness) * max(reading.left, HOUR)
            if not person.is_there((at - self.start) / DAY):
                at = self.start + person.back * DAY + self.rng.uniform(0, 5) * HOUR
            self.push(at, game_id, row.seat, row.name)

    def push(self, at: datetime, game: int, seat: int, decision: str = "") -> None:
        heappush(self.heap, Happening(at, next(self.order), game, seat, decision))

    def next_beat(self) -> datetime | None:
        """When the beat is going to find something to do."""
        due = CLEAR.aggregate(deadline=Min("deadline"), act=Min("act_at"))
        answer_by = Pause.objects.filter(state="asked").aggregate(at=Min("answer_by"))["at"]
        computer = due["act"] and due["act"] + bots.LEFT_LYING + timedelta(seconds=1)
        times = [at for at in (due["deadline"], computer, answer_by) if at is not None]
        if not times:
            return None
        beats = -((self.start - max(min(times), self.hands.at)) // BEAT)
        return self.start + beats * BEAT

    def run(self, days: int) -> None:
        end = self.start + days * DAY
        while True:
            beat = self.next_beat()
            person = self.heap[0].at if self.heap else None
            coming = [at for at in (beat, person) if at is not None]
            if not coming or min(coming) >= end:
                break
            self.hands.at = max(self.hands.at, min(coming))
            if beat is not None and beat <= self.hands.at:
                self.look_at_clocks()
            else:
                self.answer(heappop(self.heap))
        self.hands.at = end

    # What happens

    def answer(self, what: Happening) -> None:
        """A person looks at the site: moves, takes the seat back, or finds that it is too late."""
        seat = Seat.objects.select_related("user", "game").get(game=what.game, number=what.seat)
        if not seat.game.is_running or seat.user is None:
            return
        asked = Decision.objects.filter(game=what.game, seat=what.seat).first()
        if seat.state == Seat.State.ABANDONED and self.by_user[seat.user.pk].reclaims:
            try:
                absence.reclaim(game_id=what.game, user=seat.user)
            except ServiceError:
                self.seen["reclaimed too often"] += 1
            else:
                self.seen["reclaimed"] += 1
            self.planned -= {(what.game, asked.name if asked else "")}
            self.plan(what.game)
            return
        if seat.is_given_up or asked is None or asked.name != what.decision:
            self.seen["came too late"] += 1
            return
        if self.rng.random() < 0.02:
            self.ask_for_pause(what.game, seat.user)
        table = store.load(*store.snapshot(what.game))
        action = table.edition.write_action(cast.sensible(table.state, what.seat, self.rng))
        play.submit(game_id=what.game, user=seat.user, decision=asked.name, action=action, key=cast.key())
        self.seen["answered"] += 1
        self.bell(what.game)

    def ask_for_pause(self, game_id: int, user: User) -> None:
        try:
            pauses.ask(game_id=game_id, user=user, days=self.rng.randint(1, 5))
            self.seen["pause asked"] += 1
        except ServiceError:
            pass

    def bell(self, game_id: int) -> None:
        """Computers whose time has come go on; then people are asked."""
        while bots.play_one(game_id=game_id):
            pass
        self.plan(game_id)

    def look_at_clocks(self) -> None:
        """The beat, of two schedulers: all that is due is done, once."""
        now = self.hands.at
        due = list(CLEAR.filter(deadline__lte=now).select_related("game"))
        for row in due:
            assert row.deadline is not None
            assert now - row.deadline < BEAT, "overdue by more than the sweep"
        awaited = [row for row in due if self.others_wait(row)]
        before = Answer.objects.filter(in_time=False).count()
        for game_id in deadlines.due():
            assert deadlines.time_up(game_id=game_id)
            assert not deadlines.time_up(game_id=game_id)
        assert not CLEAR.filter(deadline__lte=now).exists()
        self.seen["missed"] += len(due)
        self.missed |= {(row.game_id, row.seat, now) for row in due}
        missed = Answer.objects.filter(in_time=False)
        assert missed.count() == before + len(awaited)
        for row in awaited:
            assert missed.filter(game=row.game, seat=row.seat, turn_seq=row.begun_seq).count() == 1
        for game_id in pauses.due():
            assert pauses.silence_agrees(game_id=game_id)
        for game_id in bots.left_lying():
            self.bell(game_id)
        for game_id in sorted({row.game_id for row in due}):
            self.bell(game_id)

    def others_wait(self, row: Decision) -> bool:
        """Does somebody else play there? Alone one misses nothing that counts."""
        others = Seat.objects.filter(game=row.game, user__isnull=False).exclude(number=row.seat)
        return others.exclude(state__in=Seat.GIVEN_UP).exists()

    # What must be so in the end

    def check(self) -> None:
        for game in Game.objects.filter(started_at__isnull=False):
            assert store.replayed(game) == store.stored(game)
            if not game.is_running:
                assert not game.decisions.exists()
                continue
            asked = list(game.decisions.all())
            assert asked, "nobody is asked"
            for row in asked:
                if row.deadline is not None:
                    assert row.deadline > self.hands.at
                else:
                    assert row.act_at is not None
                    assert self.hands.at - row.act_at < SLOWEST_COMPUTER
        self.check_computers()

    def check_computers(self) -> None:
        """Those that let people wait do so for 1 to 5 minutes, whoever it is that answers."""
        for game in Game.objects.filter(started_at__isnull=False):
            moves = list(Move.objects.filter(game=game).order_by("seq"))
            for before, move in pairwise(moves):
                if move.by in ("bot", "stand-in") and before.seq > game.size:
                    assert move.at - before.at < SLOWEST_COMPUTER or self.was_missed(game, move)

    def was_missed(self, game: Game, move: Move) -> bool:
        return (game.pk, move.seat, move.at) in self.missed
