"""Computer players: they see a view, choose, and come in by the same door as people."""

import hmac
import random
import time
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db.models import F, TextField, Value
from django.db.models.functions import Concat

from accounts import clock
from games import ai, engine, selectors, store
from games.models import Decision, FailedTurn, Game, Move, Seat
from games.services import failures, outbox, play
from games.services.errors import StaleDecision

STAND_IN = "normal"
LONGEST_S = 7.0  # for looking ahead; one playout more may follow, and within 8 seconds there is an answer
LEFT_LYING = timedelta(seconds=15)  # after so long a computer's turn was forgotten, not begun
MOST_TRIES = 20
REST = timedelta(hours=1)


def play_one(*, game_id: int, at_once: bool = False) -> bool:
    """Answer one open decision of a computer's seat; False when none is due, or with `at_once` none is open.

    The move itself rings for the next one. Somebody else may have been quicker: that is no error.
    """
    game, decisions = store.snapshot(game_id)
    if not game.is_running:
        return False
    table = store.load(game, decisions)
    for seat in table.seats:
        decision = table.decisions.get(seat.number)
        if decision is not None and seat.played_by_computer and (at_once or is_due(decision)):
            return _answer(table, seat, decision)
    return False


def _answer(table: store.Table, seat: Seat, decision: Decision) -> bool:
    by = Move.By.BOT if seat.bot else Move.By.STAND_IN
    try:
        action = choice(table, decision)
        play.submit_for_computer(
            game_id=table.game.pk, seat=seat.number, decision=decision.name, action=action, by=by
        )
    except StaleDecision:
        pass  # it was answered meanwhile
    except Exception as error:
        failures.note_turn(game=table.game, decision=decision, error=error)
        raise
    FailedTurn.objects.filter(game=table.game, decision=decision.name, solved_at=None).update(
        solved_at=clock.now()
    )
    return True


def choice(table: store.Table, decision: Decision) -> engine.Action:
    """What the seat's computer player, or a stand-in, does: from exactly what the seat may see (R-AWAY-1)."""
    view = engine.view(table.state, decision.seat)
    level = table.seats[decision.seat].bot or STAND_IN
    return ai.choose(view, level, generator(table.game, decision), time.monotonic() + LONGEST_S)


def is_due(decision: Decision) -> bool:
    """Has the time come to answer? Computers may let people wait (`games.timing.wait`)."""
    return decision.act_at is None or decision.act_at <= clock.now()


def generator(game: Game, decision: Decision) -> random.Random:
    """Chance for one decision: not the deck's seed, and the same again when the task runs twice."""
    text = f"{game.pk}/{decision.name}"
    return random.Random(hmac.digest(settings.SECRET_KEY.encode(), text.encode(), "sha256"))


def ask_again(*, game_ids: Iterable[int]) -> int:
    """Ring for failed computer turns of games that still go on, without their rest; says for how many."""
    running = Game.objects.filter(pk__in=set(game_ids), status=Game.Status.RUNNING)
    numbers = list(running.order_by("pk").values_list("pk", flat=True))
    for number in numbers:
        outbox.computer_turn(number)
    return len(numbers)


def left_lying() -> list[int]:
    """Games in which a computer's seat was asked a while ago: the bell was lost, or its turn failed.

    What has failed often is tried again only once an hour: it needs somebody to mend it first.
    """
    now = clock.now()
    asked = selectors.computers_asked(until=now - LEFT_LYING)
    tired = FailedTurn.objects.filter(solved_at=None, tries__gte=MOST_TRIES, last_at__gt=now - REST)
    name = Concat(
        "game__decisions__opened_seq", Value("-"), "game__decisions__seat", output_field=TextField()
    )
    resting = tired.alias(asked=name).filter(decision=F("asked")).values("game")
    games = asked.exclude(game__in=resting).values_list("game", flat=True)
    return sorted(set(games))
