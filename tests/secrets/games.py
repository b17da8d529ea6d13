"""A game played in memory, put into the rows wherever it is to be looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from django.utils import timezone

from games import engine
from games.models import COLOURS, Decision, Game, Move, Seat
from tests.engine.playing import Game as Play

if TYPE_CHECKING:
    from accounts.models import User

OPTIONS = {"rated": False, "public": True, "spectators": True, "clock": None, "hints": 2, "open_seats": True}


class Played:
    """A public game of these people and one computer player, in the last seat."""

    def __init__(self, edition: str, *people: User, seed: int, **options: bool) -> None:
        self.people = people
        whole = Random(seed).getrandbits(256)  # a short one would be a number that stands everywhere
        self.options = dict.fromkeys(engine.EDITIONS[edition].options, False) | options
        self.play = Play(engine.EDITIONS[edition], len(people) + 1, self.options, whole)
        self.stored = 0  # moves that are in the rows
        self.game = self.open()
        self.put_down()

    def open(self) -> Game:
        now = timezone.now()
        game = Game.objects.create(
            edition=self.play.edition.id,
            size=self.play.seats,
            options={**OPTIONS, **self.options},
            host=self.people[0],
            status=Game.Status.RUNNING,
            created_at=now,
            started_at=now,
            changed_at=now,
            seed=self.play.seed,
            commitment=engine.commitment(self.play.seed),
            state=self.play.edition.dump(self.play.state),
        )
        for number, user in enumerate((*self.people, None)):
            Seat.objects.create(
                game=game,
                number=number,
                user=user,
                bot="" if user else "normal",
                colour=COLOURS[number],
                joined_at=now,
            )
        return game

    def stops(self, temper: str, every: int) -> Iterator[Game]:
        """The game as it goes on, in the rows at every so many moves.

        And whenever tickets are looked at or completed or a tunnel is decided on, twice each.
        """
        looked_at = Counter[str]()
        for moment in self.play.moments(temper):
            phase = moment.state.phase
            choosing = phase in ("keep_tickets", "tunnel", "complete_tickets") and looked_at[phase] < 2
            looked_at[phase] += 1
            if choosing or moment.seq % every == 1:
                self.put_down()
                yield self.game

    def put_down(self) -> None:
        """Bring the rows to where the game is."""
        now, edition = timezone.now(), self.play.edition
        fresh = self.play.moves[self.stored :]
        Move.objects.bulk_create(
            Move(
                game=self.game,
                seq=seq,
                seat=seat,
                by=Move.By.RULE if seat is None else Move.By.HUMAN,
                action=None if action is None else edition.write_action(action),
                events=[edition.write_event(event) for event in events],
                at=now,
            )
            for seq, (seat, action, events) in enumerate(fresh, self.stored)
        )
        self.stored = len(self.play.moves)
        self.game.seq = self.stored - 1
        self.game.state = edition.dump(self.play.state)
        self.game.save(update_fields=("seq", "state"))
        self.game.decisions.all().delete()
        Decision.objects.bulk_create(
            Decision(
                game=self.game, seat=seat, kind=self.play.state.phase, opened_seq=self.game.seq, since=now
            )
            for seat in engine.to_act(self.play.state)
        )

    def restore(self) -> None:
        """Bring the rows back to this game after others were put there."""
        self.game.moves.all().delete()
        self.stored, self.game.seed = 0, self.play.seed
        self.game.save(update_fields=("seed",))
        self.put_down()

    def seen_tickets(self, seat: int | None) -> set[str]:
        """Ids of the tickets that a seat was ever shown, those among them that everybody was."""
        events, edition = self.play.events, self.play.edition
        offers = [its for its in events if type(its).__name__.endswith("TicketsOffered") and its.seat == seat]
        public = [its for its in events if type(its).__name__ == "TicketsCompleted"]
        written = [edition.write_event(event) for event in [*offers, *public]]
        return {ticket for event in written for ticket in event["tickets"]}
