"""Pauses: clocks of a game stand for some days when all who play agree."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clock
from accounts.models import User
from games import clocks, store, timing
from games.models import Game, Pause, PauseAnswer
from games.services import outbox, play
from games.services.errors import BadRequest, NotOpen, NotYourSeat

MOST_DAYS = 14
OF_ONE_PERSON_DAYS = 14
"""So many days may one person ask for in one game, in all pauses that came to be."""
TIME_TO_ANSWER = timedelta(hours=24)


@transaction.atomic
def ask(*, game_id: int, user: User, days: int) -> Pause:
    """Ask for a pause of so many days; who is alone with computers has agreed at once."""
    table = _table(game_id, user)
    if not 1 <= days <= MOST_DAYS:
        raise BadRequest(_("A pause is 1 to %(most)d days long.") % {"most": MOST_DAYS}, most=MOST_DAYS)
    now = clock.now()
    if table.game.is_paused(now):
        raise NotOpen(_("The game is paused already."), until=table.game.paused_until)
    if Pause.objects.filter(game=table.game, state=Pause.State.ASKED).exists():
        raise NotOpen(_("A pause has been asked for already."))
    refused = Pause.objects.filter(game=table.game, asked_by=user, state=Pause.State.REFUSED)
    if refused.filter(asked_at__gt=now - TIME_TO_ANSWER).exists():
        raise NotOpen(_("Your last wish for a pause was refused. Ask again after a day."))
    left = days_left(table.game, user)
    if days > left:
        words = ngettext(
            "You can ask for %(left)d more day of pause in this game.",
            "You can ask for %(left)d more days of pause in this game.",
            left,
        )
        raise BadRequest(words % {"left": left}, left=left)
    pause = Pause.objects.create(
        game=table.game, asked_by=user, days=days, asked_at=now, answer_by=now + TIME_TO_ANSWER
    )
    _answer(table, pause, user, now, agrees=True)
    if pause.state == Pause.State.ASKED:
        to = outbox.players(table) - {user.pk}
        outbox.deadline_moved(table, pause, "asked", to=to)
    return pause


@transaction.atomic
def answer(*, game_id: int, user: User, agrees: bool) -> Pause:
    """Say yes or no to the pause that is asked for; one no refuses it, the last yes begins it."""
    table = _table(game_id, user)
    pause = Pause.objects.filter(game=table.game, state=Pause.State.ASKED).first()
    if pause is None:
        raise NotOpen(_("No pause is asked for."))
    _answer(table, pause, user, clock.now(), agrees=agrees)
    return pause


def due() -> list[int]:
    """Games in which the time to answer is over."""
    asked = Pause.objects.filter(state=Pause.State.ASKED, answer_by__lte=clock.now())
    return list(asked.values_list("game", flat=True))


@transaction.atomic
def silence_agrees(*, game_id: int) -> bool:
    """No answer in time is a yes; False when there is nothing to do."""
    table = store.lock_if_free(game_id)
    if table is None:
        return False
    now = clock.now()
    pause = Pause.objects.filter(game=table.game, state=Pause.State.ASKED, answer_by__lte=now).first()
    if pause is None:
        return False
    if table.game.is_running:
        _begin(table, pause, now)
    else:
        _refuse(table, pause)
    return True


def reconsider(table: store.Table, now: datetime) -> None:
    """Somebody plays no longer: the others may all have agreed already. For a locked game."""
    if table.game.rules_of_clock is None or not table.game.is_running:
        return
    pause = Pause.objects.filter(game=table.game, state=Pause.State.ASKED).first()
    if pause is None:
        return
    if pause.asked_by_id not in {seat.user_id for seat in timing.active_people(table.seats)}:
        _refuse(table, pause)  # whoever wanted it has left
    elif _all_agree(table, pause):
        _begin(table, pause, now)


def days_left(game: Game, user: User) -> int:
    """How many more days of pause this person may ask for."""
    own = Pause.objects.filter(game=game, asked_by=user).exclude(state=Pause.State.REFUSED)
    return OF_ONE_PERSON_DAYS - (own.aggregate(days=Sum("days"))["days"] or 0)


def _table(game_id: int, user: User) -> store.Table:
    """The running game, locked, for one who plays in it."""
    table = play.begun(store.lock(game_id))
    if not table.game.is_running:
        raise NotOpen(_("This game is not going on."))
    seat = table.seats[play.seat_of(table, user)]
    if seat.is_given_up:
        raise NotYourSeat(_("A stand-in plays your seat."))
    if table.game.rules_of_clock is None:
        raise BadRequest(_("This table has no clock: there is nothing to pause."))
    return table


def _answer(table: store.Table, pause: Pause, user: User, now: datetime, *, agrees: bool) -> None:
    PauseAnswer.objects.update_or_create(pause=pause, user=user, defaults={"agrees": agrees})
    if not agrees:
        _refuse(table, pause)
    elif _all_agree(table, pause):
        _begin(table, pause, now)
        return
    outbox.table_changed(table.game)


def _all_agree(table: store.Table, pause: Pause) -> bool:
    agreed = set(pause.answers.filter(agrees=True).values_list("user", flat=True))
    return {seat.user_id for seat in timing.active_people(table.seats)} <= agreed


def _refuse(table: store.Table, pause: Pause) -> None:
    """It does not come to be; whoever asked for it hears so, if they still play."""
    pause.state = Pause.State.REFUSED
    pause.save(update_fields=("state",))
    if table.game.is_running:
        outbox.deadline_moved(table, pause, "refused", to=outbox.players(table) & {pause.asked_by_id})
    outbox.review(table.game)


def _begin(table: store.Table, pause: Pause, now: datetime) -> None:
    """All clocks of the game stand from now on; what is left on each stays as it is, to the microsecond."""
    pause.state, pause.begins, pause.ends = Pause.State.AGREED, now, now + timedelta(days=pause.days)
    pause.save(update_fields=("state", "begins", "ends"))
    table.game.paused_until = pause.ends
    table.game.save(update_fields=("paused_until",))
    for row in table.decisions.values():
        timing.pause(row, clocks.Stand(now, pause.ends, "pause"))
    store.save_times(list(table.decisions.values()))
    outbox.deadline_moved(table, pause, "begun", to=outbox.players(table))
    outbox.review(table.game)
    outbox.table_changed(table.game)
