"""How much a person wants to hear of one game."""

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.notices import ledger, preferences
from accounts.notices.models import Volume
from games import selectors
from games.models import Game
from games.services import outbox
from games.services.errors import BadRequest, NotYourSeat

USUAL = ""
LEVELS = (USUAL, *Volume.Level.values)


def set_volume(*, game_id: int, user: User, level: str) -> None:
    """Less, as usual, or more; for those who sit, or have sat, at the table."""
    if level not in LEVELS:
        raise BadRequest(_("A table is muted, louder, or as usual."), levels=list(LEVELS))
    if not selectors.has_held_a_seat(Game.objects.get(pk=game_id), user):
        raise NotYourSeat(_("You do not sit at this table."))
    chosen = Volume.Level(level) if level else None
    preferences.set_volume(user=user, thread=outbox.thread(game_id), level=chosen)
    ledger.plan_again(user=user)
