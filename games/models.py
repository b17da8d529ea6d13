"""Tables, seats, moves: what is stored of a game. Rules live in the engine, writing in the services."""

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts import clock
from games import clocks

if TYPE_CHECKING:
    from accounts.models import User

COLOURS = ("red", "blue", "green", "yellow", "black")  # of players; routes have others
MOST_SEATS = len(COLOURS)
LINK_LIFE = timedelta(days=14)


def new_invite() -> str:
    """A word that nobody guesses, for the link to a table."""
    return secrets.token_urlsafe(12)


def link_end() -> datetime:
    """Until when a link made now works."""
    return clock.now() + LINK_LIFE


class Game(models.Model):
    """One play of an edition, from the open table to the final score."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    edition = models.CharField(max_length=32)
    status = models.CharField(max_length=16, choices=Status, default=Status.OPEN)
    size = models.PositiveSmallIntegerField(help_text="seats at this table")
    options = models.JSONField(default=dict)
    public = models.BooleanField(default=True)
    invite = models.CharField(max_length=32, unique=True, default=new_invite)
    invite_until = models.DateTimeField(
        null=True, default=link_end, help_text="when the link runs out; empty when it was withdrawn"
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted"
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(help_text="when the last move was made")
    ended_at = models.DateTimeField(null=True)

    # Nobody but games.store looks into these two.
    seed = models.BinaryField(max_length=32, null=True)
    state = models.JSONField(null=True)
    seq = models.PositiveIntegerField(default=0, help_text="number of the last move; 0 is the set-up")

    paused_until = models.DateTimeField(null=True, help_text="when the last pause ends; see Pause")
    successor = models.ForeignKey(
        "self",
        null=True,
        on_delete=models.SET_NULL,
        related_name="predecessors",
        help_text="the new table, after somebody never came",
    )
    absentees = models.JSONField(default=list, help_text="ids of those who never came")

    commitment = models.CharField(max_length=64, blank=True)
    result = models.JSONField(null=True, help_text="score sheets in final order")

    class Meta:
        ordering = ("-id",)
        indexes = (
            models.Index(fields=("status", "-id"), name="games_by_status"),
            models.Index(fields=("-id",), condition=Q(status="open", public=True), name="games_in_lobby"),
        )
        constraints = (
            models.CheckConstraint(condition=Q(size__gte=2, size__lte=MOST_SEATS), name="game_size"),
            models.CheckConstraint(
                condition=Q(status__in=("open", "cancelled"))
                | Q(state__isnull=False, seed__isnull=False, started_at__isnull=False),
                name="game_started_has_state",
            ),
            models.CheckConstraint(
                condition=~Q(status="finished") | Q(result__isnull=False, ended_at__isnull=False),
                name="game_finished_has_result",
            ),
        )

    def __str__(self) -> str:
        return f"{self.pk} {self.edition}"

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def has_begun(self) -> bool:
        return self.state is not None

    @property
    def is_void(self) -> bool:
        """Dealt, and cancelled because somebody never came."""
        return self.status == self.Status.CANCELLED and self.has_begun

    @property
    def rules_of_clock(self) -> clocks.Rules | None:
        """The table's clock; None where it has none."""
        option = self.options.get("clock")
        return clocks.Rules.read(option) if option else None

    def is_paused(self, at: datetime) -> bool:
        return self.paused_until is not None and at < self.paused_until

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_finished(self) -> bool:
        return self.status == self.Status.FINISHED


class SeatQuerySet(models.QuerySet["Seat"]):
    """Seats."""

    def played_by_computer(self) -> "SeatQuerySet":
        """Those of which `Seat.played_by_computer` is true."""
        return self.filter(Q(user=None) | Q(state__in=Seat.GIVEN_UP))

    def held_by(self, user: "User") -> "SeatQuerySet":
        """Seats that the person plays; not those that they have given up."""
        return self.filter(user=user).exclude(state__in=Seat.GIVEN_UP)


class Seat(models.Model):
    """A place at a table: held by a person or a computer player. Once started, in turn order."""

    class State(models.TextChoices):
        ACTIVE = "active", _("active")
        AWAY = "away", _("away")
        ABANDONED = "abandoned", _("abandoned")
        RESIGNED = "resigned", _("resigned")

    GIVEN_UP = (State.ABANDONED, State.RESIGNED)

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=16, blank=True, help_text="level of the computer player")
    colour = models.CharField(max_length=8, choices=[(colour, colour) for colour in COLOURS])
    state = models.CharField(max_length=16, choices=State, default=State.ACTIVE)
    joined_at = models.DateTimeField()
    reserve = models.DurationField(null=True, help_text="what is left of it; null without a clock")
    misses = models.PositiveSmallIntegerField(default=0, help_text="turns missed in a row")
    reclaims = models.PositiveSmallIntegerField(default=0, help_text="how often the seat was taken back")
    place = models.PositiveSmallIntegerField(null=True, help_text="in the final order")
    total = models.SmallIntegerField(null=True, help_text="final points")

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ("number",)
        constraints = (
            # Deferred: at the start all seats change their numbers at once.
            models.UniqueConstraint(
                fields=("game", "number"), name="seat_number", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(
                fields=("game", "user"), condition=Q(user__isnull=False), name="seat_user"
            ),
            models.UniqueConstraint(fields=("game", "colour"), name="seat_colour"),
            models.CheckConstraint(condition=Q(user__isnull=True) | Q(bot=""), name="seat_user_or_bot"),
            models.CheckConstraint(condition=Q(number__lt=MOST_SEATS), name="seat_number_range"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"

    @property
    def is_given_up(self) -> bool:
        """Abandoned or resigned: a stand-in plays it."""
        return self.state in self.GIVEN_UP

    @property
    def played_by_computer(self) -> bool:
        """A computer player's own seat, or one that a stand-in plays: given up, or of a deleted account."""
        return self.user_id is None or self.is_given_up

    @property
    def played_by_stand_in(self) -> bool:
        """It was a person's: somebody else may take it over, where the table allows it."""
        return self.played_by_computer and not self.bot


class FormerHolder(models.Model):
    """Whose seat it was until somebody else took it over."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="former_holders")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="former_seats"
    )
    state = models.CharField(max_length=16, choices=Seat.State, help_text="how they had left it")
    until = models.DateTimeField()

    class Meta:
        ordering = ("until",)

    def __str__(self) -> str:
        return f"{self.seat_id}/{self.user_id}"


class Decision(models.Model):
    """One open question to one seat; the row goes when it is answered."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="decisions")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=32, help_text="phase of the engine: turn, second_card, ...")
    opened_seq = models.PositiveIntegerField(help_text="the move that opened it")
    since = models.DateTimeField()
    turn_seq = models.PositiveIntegerField(null=True, help_text="the move that opened its turn")
    clock = models.JSONField(null=True, help_text="of its turn, as games.clocks.Turn writes it")
    deadline = models.DateTimeField(null=True, help_text="null: no clock, or a computer plays")
    act_at = models.DateTimeField(null=True, help_text="when a computer's answer is due; null: at once")

    class Meta:
        ordering = ("seat",)
        constraints = (models.UniqueConstraint(fields=("game", "seat"), name="decision_one_for_each_seat"),)
        indexes = (
            models.Index(fields=("deadline",), condition=Q(deadline__isnull=False), name="decision_due"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Its id for programs: no other seat's move changes it."""
        return f"{self.opened_seq}-{self.seat}"

    @property
    def begun_seq(self) -> int:
        """The move that opened its turn; of a second card an earlier one than its own."""
        return self.opened_seq if self.turn_seq is None else self.turn_seq

    @property
    def turn(self) -> clocks.Turn | None:
        """The clock of its turn; it says nothing where there is no deadline."""
        return clocks.Turn.read(self.clock) if self.clock else None

    def reading(self) -> clocks.Reading | None:
        """What its clock shows now; None where no clock runs."""
        turn = self.turn if self.deadline else None
        return turn.reading(clock.now()) if turn else None


class Move(models.Model):
    """What happened at one time: the action and the events it led to. Never changed."""

    class By(models.TextChoices):
        HUMAN = "human", _("a person")
        BOT = "bot", _("a computer player")
        STAND_IN = "stand-in", _("a stand-in")
        ORDER = "order", _("a standing order")
        RULE = "rule", _("the rules")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.CharField(max_length=16, choices=By)
    action = models.JSONField(null=True)
    schema = models.PositiveSmallIntegerField(default=1, help_text="form of action and events")
    events = models.JSONField()
    at = models.DateTimeField()
    key = models.CharField(max_length=200, blank=True, help_text="idempotency key of the request")
    body_digest = models.CharField(max_length=64, blank=True, help_text="SHA-256 of what was asked with it")

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(fields=("game", "seq"), name="move_seq"),
            models.UniqueConstraint(fields=("game", "seat", "key"), condition=~Q(key=""), name="move_key"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"


class Answer(models.Model):
    """How a person answered a turn on a clock: in time, or not at all."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="answers")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="answers")
    seat = models.PositiveSmallIntegerField()
    turn_seq = models.PositiveIntegerField(help_text="the move that opened the turn")
    since = models.DateTimeField()
    at = models.DateTimeField(help_text="when the turn ended, or was taken from them")
    took = models.DurationField(help_text="as the clock ran")
    in_time = models.BooleanField()

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (
            models.UniqueConstraint(fields=("game", "seat", "turn_seq", "user"), name="answer_turn"),
        )
        indexes = (models.Index(fields=("user", "-at"), name="answers_of_person"),)

    def __str__(self) -> str:
        return f"{self.game_id}/{self.turn_seq}-{self.seat}"


class Pause(models.Model):
    """Clocks of a game stand for some days: asked for by one person, agreed to by all."""

    class State(models.TextChoices):
        ASKED = "asked", _("asked for")
        AGREED = "agreed", _("agreed")
        REFUSED = "refused", _("refused")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pauses")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="pauses"
    )
    days = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.ASKED)
    asked_at = models.DateTimeField()
    answer_by = models.DateTimeField(help_text="no answer until then is a yes")
    begins = models.DateTimeField(null=True)
    ends = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("game",), condition=Q(state="asked"), name="pause_asked_once_at_a_time"
            ),
            models.CheckConstraint(
                condition=~Q(state="agreed") | Q(begins__isnull=False, ends__gt=models.F("begins")),
                name="pause_agreed_has_times",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.pk}"

    def is_running(self, at: datetime) -> bool:
        return bool(self.begins and self.ends and self.begins <= at < self.ends)


class PauseAnswer(models.Model):
    """What one person said to a pause."""

    pause = models.ForeignKey(Pause, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    agrees = models.BooleanField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("pause", "user"), name="pause_answered_once"),)

    def __str__(self) -> str:
        return f"{self.pause_id}/{self.user_id}"


class Invited(models.Model):
    """Somebody who was asked by name to an open table."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invited")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (models.UniqueConstraint(fields=("game", "user"), name="invited_once"),)
        indexes = (models.Index(fields=("by", "-at"), name="invited_by_person"),)

    def __str__(self) -> str:
        return f"{self.game_id}/{self.user_id}"


class ChatLine(models.Model):
    """What somebody said at a table, to the people who play there."""

    LONGEST = 500

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="chat")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="chat_lines"
    )
    text = models.CharField(max_length=LONGEST)
    at = models.DateTimeField()
    key = models.CharField(max_length=200, blank=True, help_text="idempotency key of the request")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("game", "user", "key"), condition=~Q(key=""), name="chat_key"),
        )
        indexes = (models.Index(fields=("game", "id"), name="chat_of_game"),)

    def __str__(self) -> str:
        return f"{self.game_id}/{self.pk}"


class HindsightQuerySet(models.QuerySet["Hindsight"]):
    """Hindsights."""

    def waiting(self) -> "HindsightQuerySet":
        """Those of which `Hindsight.is_waiting` is true, the first to end first."""
        return self.filter(ready_at=None, failures__lt=Hindsight.MOST_FAILURES).order_by("pk")


class Hindsight(models.Model):
    """What the hard computer player says of a game that is over; made by the worker, a little at a time."""

    MOST_FAILURES = 3

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="hindsight")
    weighing = models.JSONField(null=True, help_text="how far it has come; null before and after")
    swings = models.JSONField(null=True, help_text="the turns that are told, when it is ready")
    begun_at = models.DateTimeField()
    touched_at = models.DateTimeField(help_text="when it was last worked on")
    ready_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0, help_text="in a row; given up after the third")

    objects = HindsightQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("id",), condition=Q(ready_at=None), name="hindsights_waiting"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(ready_at=None) | Q(swings__isnull=False), name="hindsight_ready_has_swings"
            ),
        )

    def __str__(self) -> str:
        return str(self.game_id)

    @property
    def is_ready(self) -> bool:
        return self.ready_at is not None

    @property
    def is_waiting(self) -> bool:
        """Is there more to come: neither ready nor given up?"""
        return not self.is_ready and self.failures < self.MOST_FAILURES


class FailedTurn(models.Model):
    """A computer player's turn that went wrong: for the staff to look at."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="failed_turns")
    seat = models.PositiveSmallIntegerField()
    decision = models.CharField(max_length=32)
    error = models.CharField(max_length=200, help_text="kind of the error; never what the seat holds")
    tries = models.PositiveIntegerField(default=1)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    solved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-last_at",)
        constraints = (models.UniqueConstraint(fields=("game", "decision"), name="failed_turn_decision"),)

    def __str__(self) -> str:
        return f"{self.game_id}/{self.decision}"


class FailedTask(models.Model):
    """A kind of failure of a background task, and how often it came: for the staff to look at."""

    name = models.CharField(max_length=200, help_text="the task")
    error = models.CharField(max_length=200, help_text="kind of the error and its place; never its text")
    ids = models.JSONField(default=list, help_text="numbers of the rows that it was about, the last time")
    times = models.PositiveIntegerField(default=1)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        ordering = ("-last_at",)
        constraints = (models.UniqueConstraint(fields=("name", "error"), name="failed_task_kind"),)

    def __str__(self) -> str:
        return f"{self.name}: {self.error}"
