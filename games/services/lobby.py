"""Tables before the start: open, join, leave, computer players, deal."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from games import engine, selectors, store
from games.ai import LEVELS
from games.models import COLOURS, Game, Seat, link_end, new_invite
from games.services import outbox
from games.services.errors import BadRequest, Forbidden, NotOpen, NotYourSeat, SeatTaken, TooManyGames
from games.services.options import validated

FEWEST = 2
MOST_OF_A_GUEST = 20
"""Running games; guests are quickly made, and each game has a computer at work."""


@transaction.atomic
def open_table(
    *,
    user: User,
    edition: str,
    size: int,
    options: Mapping[str, Any] | None = None,
    colour: str | None = None,
    bots: Sequence[str] = (),
) -> Game:
    """A new table with its creator seated as the host, and computer players of these levels."""
    if edition not in engine.EDITIONS:
        raise BadRequest(_("There is no edition %(edition)s.") % {"edition": edition[:40]})
    players = engine.EDITIONS[edition].players
    if size not in players:
        sizes = [players[0], players[-1]]
        raise BadRequest(
            _("This edition is for %(fewest)d to %(most)d players.") % {"fewest": sizes[0], "most": sizes[1]},
            players=sizes,
        )
    if len(bots) >= size:
        raise BadRequest(_("One seat is yours: so many computer players do not fit."), seats=size)
    usual = {"clock": None} if user.is_guest else {}  # computers do not mind
    chosen = validated(engine.EDITIONS[edition], {**usual, **(options or {})})
    if bots and (options or {}).get("rated"):
        raise BadRequest(_("A table with computer players is not rated."), option="rated")
    chosen["rated"] = chosen["rated"] and not bots
    if user.is_guest and (chosen["public"] or chosen["rated"] or chosen["clock"] or len(bots) != size - 1):
        raise _account_needed()
    if user.is_guest:
        _must_have_room(user)
    now = clock.now()
    game = Game.objects.create(
        edition=edition,
        size=size,
        options=chosen,
        public=chosen["public"],
        host=user,
        created_at=now,
        changed_at=now,
    )
    _sit(game, now, user=user, colour=colour)
    for level in bots:
        _sit(game, now, bot=_level(level))
    _start_if_full(game, now)
    return game


@transaction.atomic
def join(*, game_id: int, user: User, invite: str | None = None, colour: str | None = None) -> Game:
    """Sit down at an open table; who already sits there stays. A full table starts by itself."""
    game = _lock(game_id)
    if game.seats.filter(user=user).exists():
        return game
    if user.is_guest:
        raise _account_needed()
    if not game.public and not selectors.invited(game, invite):
        raise Forbidden(_("This table is for those who have its link."))
    if game.is_running:  # perhaps since a moment ago: somebody else was quicker
        raise SeatTaken(_("All seats are taken: the game has begun."), seats=game.size)
    _must_be_open(game)
    must_be_reliable(game, user)
    now = clock.now()
    _sit(game, now, user=user, colour=colour)
    _start_if_full(game, now)
    return game


@transaction.atomic
def leave(*, game_id: int, user: User) -> Game:
    """Get up from an open table. The next person becomes its host; after the last it is cancelled."""
    game = lock_open(game_id)
    _seat_of(game, user).delete()
    if game.host_id in (user.pk, None):
        next_person = game.seats.filter(user__isnull=False).order_by("joined_at", "pk").first()
        game.host = next_person.user if next_person else None
        if next_person is None:
            game.status, game.ended_at = Game.Status.CANCELLED, clock.now()
        game.save(update_fields=("host", "status", "ended_at"))
    outbox.table_changed(game)
    return game


@transaction.atomic
def add_bot(*, game_id: int, user: User, level: str) -> Game:
    """The host seats a computer player; from then on the table is not rated."""
    game = lock_open(game_id)
    only_the_host(game, user)
    if game.options.get("rated"):
        game.options["rated"] = False
        game.save(update_fields=("options",))
    now = clock.now()
    _sit(game, now, bot=_level(level))
    _start_if_full(game, now)
    return game


@transaction.atomic
def remove_bot(*, game_id: int, user: User, number: int) -> Game:
    """The host removes a computer player."""
    game = lock_open(game_id)
    only_the_host(game, user)
    seat = game.seats.filter(number=number).exclude(bot="").first()
    if seat is None:
        raise BadRequest(_("There is no computer player on seat %(seat)d.") % {"seat": number}, seat=number)
    seat.delete()
    outbox.table_changed(game)
    return game


@transaction.atomic
def start(*, game_id: int, user: User) -> Game:
    """The host begins with those who are there; at a running game nothing happens."""
    game = _lock(game_id)
    _seat_of(game, user)
    if game.is_running:
        return game
    _must_be_open(game)
    only_the_host(game, user)
    seated = game.seats.count()
    if seated < FEWEST:
        raise NotOpen(_("Two players are needed to begin."), seated=seated)
    _start(game, clock.now())
    return game


@transaction.atomic
def new_link(*, game_id: int, user: User) -> Game:
    """The host makes a new link to the table; the one before no longer works."""
    game = lock_open(game_id)
    only_the_host(game, user)
    game.invite, game.invite_until = new_invite(), link_end()
    game.save(update_fields=("invite", "invite_until"))
    outbox.table_changed(game)
    return game


@transaction.atomic
def withdraw_link(*, game_id: int, user: User) -> Game:
    """The host takes the link back; who sits at the table stays."""
    game = lock_open(game_id)
    only_the_host(game, user)
    game.invite_until = None
    game.save(update_fields=("invite_until",))
    outbox.table_changed(game)
    return game


def _lock(game_id: int) -> Game:
    return Game.objects.select_for_update().get(pk=game_id)


def lock_open(game_id: int) -> Game:
    """Lock first: of two who want the last seat one must see the other."""
    game = _lock(game_id)
    _must_be_open(game)
    return game


def _must_be_open(game: Game) -> None:
    if not game.is_open:
        raise NotOpen(_("This table is no longer open."), status=game.status)


def _must_have_room(guest: User) -> None:
    # Lock first: of many requests at once each would see room for one more.
    list(User.objects.select_for_update(no_key=True).filter(pk=guest.pk))
    running = Seat.objects.filter(user=guest, game__status=Game.Status.RUNNING).count()
    if running >= MOST_OF_A_GUEST:
        raise TooManyGames(
            _(
                "You have %(running)d games running, and a guest can have no more at a time. "
                "Play on there, or make an account: your games stay yours."
            )
            % {"running": running},
            most=MOST_OF_A_GUEST,
        )


def must_be_reliable(game: Game, user: User) -> None:
    """A table may ask for a share of turns made in time."""
    if not selectors.is_reliable_enough(game, user):
        least = game.options["min_reliability"]
        raise Forbidden(
            _("This table is for people who make at least %(least)d %% of their turns in time.")
            % {"least": least},
            least=least,
        )


def _account_needed() -> Forbidden:
    """Others should know with whom they play for days."""
    return Forbidden(_("Guests play against the computer. Make an account to play with others."))


def only_the_host(game: Game, user: User) -> None:
    """Raises Forbidden for others."""
    # A table whose host's account was deleted is everybody's who sits there.
    if game.host_id != user.pk and not (game.host_id is None and game.seats.filter(user=user).exists()):
        raise Forbidden(_("Only the host of the table may do that."))


def _seat_of(game: Game, user: User) -> Seat:
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise NotYourSeat(_("You do not sit at this table."))
    return seat


def _level(level: Any) -> str:
    if level not in LEVELS:
        raise BadRequest(_("There is no computer player %(level)s.") % {"level": level}, levels=list(LEVELS))
    return str(level)


def _sit(
    game: Game, now: datetime, *, user: User | None = None, bot: str = "", colour: str | None = None
) -> Seat:
    seats = list(game.seats.all())
    if len(seats) >= game.size:
        raise SeatTaken(_("All seats are taken."), seats=game.size)
    free = [free for free in COLOURS if free not in {seat.colour for seat in seats}]
    if colour and colour not in COLOURS:
        raise BadRequest(_("There is no colour %(colour)s.") % {"colour": colour}, colours=list(COLOURS))
    if colour and colour not in free:
        raise SeatTaken(_("Somebody has this colour already."), colours=free)
    taken = {seat.number for seat in seats}
    return Seat.objects.create(
        game=game,
        number=next(number for number in range(game.size) if number not in taken),
        user=user,
        bot=bot,
        colour=colour or free[0],
        joined_at=now,
    )


def _start_if_full(game: Game, now: datetime) -> None:
    if game.seats.count() == game.size:
        _start(game, now)
    else:
        outbox.table_changed(game)


def _start(game: Game, now: datetime) -> None:
    """Deal (R-SETUP); from now on seats have turn order."""
    outbox.after_move(store.start(game, list(game.seats.all()), now))
