"""What becomes of a guest's seats; `games.apps` tells accounts of it."""

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.models import Game, Seat
from games.services import outbox


@transaction.atomic
def hand_over(*, guest: User, account: User) -> None:
    """The account takes the guest's seats, where it has none already, and the tables the guest opened."""
    for game in _locked(guest):
        if not game.seats.filter(user=account).exists():
            game.seats.filter(user=guest).update(user=account)
            outbox.table_changed(game)
    Game.objects.filter(host=guest).update(host=account)


@transaction.atomic
def tidy_up(*, guest: User) -> None:
    """Remove what the guest did not finish, where no other person plays."""
    others = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False).exclude(user=guest)
    unfinished = (Game.Status.OPEN, Game.Status.RUNNING)
    alone = _locked(guest).filter(~Exists(others), status__in=unfinished)
    Game.objects.filter(pk__in=[game.pk for game in alone]).delete()


def _locked(guest: User) -> QuerySet[Game]:
    """The guest's games, locked in one order: nobody moves there meanwhile."""
    own = Seat.objects.filter(user=guest).values("game")
    return Game.objects.defer("state", "seed").select_for_update().filter(pk__in=own).order_by("pk")
