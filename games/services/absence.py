"""Leaving a running game, coming back, taking over: who plays a seat from now on."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clock
from accounts.models import User
from games import selectors, store, timing
from games.models import FormerHolder, Seat
from games.services import lobby, outbox, pauses, play, turns
from games.services.errors import BadRequest, Forbidden, NotOpen, NotYourSeat, SeatTaken

MOST_RECLAIMS = 2


@transaction.atomic
def leave(*, game_id: int, user: User) -> None:
    """Get up. From an open table for good; from a running game a stand-in plays on until one comes back."""
    table = store.lock(game_id)
    if table is None:
        lobby.leave(game_id=game_id, user=user)
        return
    seat = _own(table, user)
    if not seat.is_given_up:
        _hand_over(table, seat, Seat.State.ABANDONED)
        _tell(table, seat, "left")


@transaction.atomic
def resign(*, game_id: int, user: User) -> None:
    """Give the seat up for good (R-AWAY-2)."""
    table = _running(game_id)
    seat = _own(table, user)
    if seat.state != Seat.State.RESIGNED:
        _hand_over(table, seat, Seat.State.RESIGNED)
        _tell(table, seat, "resigned")


@transaction.atomic
def reclaim(*, game_id: int, user: User) -> None:
    """Take an abandoned seat back, twice at most (R-AWAY-2). The clock of an open turn goes on as it was."""
    table = _running(game_id)
    seat = _own(table, user)
    if seat.state == Seat.State.RESIGNED:
        raise Forbidden(_("You have resigned this seat: that is for good."))
    if seat.state != Seat.State.ABANDONED:
        return
    if seat.reclaims >= MOST_RECLAIMS:
        words = ngettext(
            "You have taken this seat back %(times)d time, and more is not possible.",
            "You have taken this seat back %(times)d times, and more is not possible.",
            seat.reclaims,
        )
        raise Forbidden(words % {"times": seat.reclaims}, most=MOST_RECLAIMS)
    seat.reclaims += 1
    _hand_over(table, seat, Seat.State.ACTIVE)
    _tell(table, seat, "back")


@transaction.atomic
def take_over(*, game_id: int, user: User, seat: int | None = None, invite: str | None = None) -> None:
    """Sit down on a seat that was given up, where the table allows it: from now on it is this person's.

    `seat` may be left out when there is only one.
    """
    table = _running(game_id)
    if user.is_guest:
        raise Forbidden(_("Guests play against the computer. Make an account to play with others."))
    game = table.game
    if not (selectors.open_to_strangers(game) or selectors.invited(game, invite)):
        raise Forbidden(_("This table is for those who have its link."))
    if not game.options.get("open_seats", True):
        raise Forbidden(_("At this table nobody takes over a seat."))
    if selectors.has_held_a_seat(game, user):
        raise Forbidden(_("You have had a seat at this table: you know its cards."))
    lobby.must_be_reliable(game, user)
    taken = _free(table, seat)
    now = clock.now()
    before = FormerHolder.objects.create(seat=taken, user=taken.user, state=taken.state, until=now)
    taken.user, taken.joined_at, taken.reclaims = user, now, 0
    taken.save(update_fields=("user", "joined_at", "reclaims"))
    _hand_over(table, taken, Seat.State.ACTIVE, fresh=now)
    _tell(table, taken, "taken_over", before=before)


def _tell(table: store.Table, seat: Seat, what: str, before: FormerHolder | None = None) -> None:
    """The others at the table; and whose seat it was until somebody took it over."""
    told = outbox.others(table, seat)
    former = before.user if before else seat.user
    if before is not None and before.user_id is not None:
        told.add(before.user_id)
    matter = f"{what}-{table.game.seq}-{seat.number}" + (f"-{before.pk}" if before else f"-{seat.reclaims}")
    who = former.username if former else ""
    outbox.seat_changed(table, seat, what, matter, to=told, who=who)


def _free(table: store.Table, number: int | None) -> Seat:
    """The seat that was asked for, if it was given up; or the only such one."""
    given_up = [seat for seat in table.seats if seat.played_by_stand_in]
    if number is None and len(given_up) > 1:
        raise BadRequest(_("Say which seat."), seats=[seat.number for seat in given_up])
    for seat in given_up:
        if number in (None, seat.number):
            return seat
    if number is not None and number >= len(table.seats):
        raise BadRequest(_("There is no seat %(seat)d.") % {"seat": number}, seat=number)
    raise SeatTaken(_("Nobody has given up this seat."), seats=table.game.size)


def _hand_over(table: store.Table, seat: Seat, state: Seat.State, *, fresh: datetime | None = None) -> None:
    """From now on the seat is in this state; an open question goes to whoever plays it now.

    Its clock is the one it had, and misses in a row stay, so leaving and coming back gains nothing. A new
    holder begins `fresh`.
    """
    now, asked = clock.now(), table.decisions.get(seat.number)
    if asked is not None and state in Seat.GIVEN_UP and not seat.is_given_up:
        turns.unanswered(table, asked, now)
    seat.state = state
    if fresh is not None:
        seat.misses = 0
    seat.save(update_fields=("state", "misses", "reclaims"))
    if asked is not None and fresh is not None:
        asked.since = fresh
        timing.begin_turns(table.game, table.seats, [asked], fresh)
    elif asked is not None:
        timing.hand_to_holder(table.game, table.seats, asked, now)
        if not seat.is_given_up:
            turns.answered_after_all(table, asked)
    if asked is not None and not seat.is_given_up:
        outbox.turn_came(table, asked)
    timing.hurry(table.game, table.seats, table.decisions.values(), now)
    store.save_times(list(table.decisions.values()))
    pauses.reconsider(table, now)
    play.tell(table)


def _running(game_id: int) -> store.Table:
    table = store.lock(game_id)
    if table is None or not table.game.is_running:
        raise NotOpen(_("This game is not going on."))
    return table


def _own(table: store.Table, user: User) -> Seat:
    if not table.game.is_running:
        raise NotOpen(_("This game is not going on."))
    for seat in table.seats:
        if seat.user_id == user.pk:
            return seat
    raise NotYourSeat(_("You do not sit at this table."))
