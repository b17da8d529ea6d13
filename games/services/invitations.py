"""Invitations by name: to an open table, once for each person, and not to everybody."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from games import selectors
from games.models import Game, Invited
from games.services import lobby, outbox
from games.services.errors import BadRequest, Forbidden, NotOpen

MOST_A_DAY = 20
MOST_OF_ONE_PERSON = 3
DAY = timedelta(days=1)


@transaction.atomic
def invite(*, game_id: int, user: User, username: str) -> Invited:
    """The host invites somebody by name; they hear of it at once, with the table's link."""
    # Lock first: of many requests at once each would see room for one more.
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk))
    game = lobby.lock_open(game_id)
    lobby.only_the_host(game, user)
    if user.is_guest:
        raise Forbidden(_("Guests play against the computer. Make an account to play with others."))
    person = selectors.person_called(username.strip())
    if person is None:
        raise BadRequest(_("Nobody here is called %(name)s.") % {"name": username.strip()[:40]})
    if game.seats.filter(user=person).exists():
        raise BadRequest(_("%(name)s sits at this table already.") % {"name": person.username})
    if not selectors.link_works(game):
        raise NotOpen(_("The link of this table does not work any more. Make a new one first."))
    now = clock.now()
    if Invited.objects.filter(game=game, user=person).exists():
        raise BadRequest(_("%(name)s has been invited already.") % {"name": person.username})
    if Invited.objects.filter(by=user, at__gt=now - DAY).count() >= MOST_A_DAY:
        raise NotOpen(
            _("You have invited %(most)d people today. That is enough for one day.") % {"most": MOST_A_DAY},
            most=MOST_A_DAY,
        )
    if Invited.objects.filter(by=user, user=person, at__gt=now - DAY).count() >= MOST_OF_ONE_PERSON:
        raise NotOpen(_("You have asked %(name)s often enough today.") % {"name": person.username})
    invited = Invited.objects.create(game=game, user=person, by=user, at=now)
    outbox.invited(game, person, user, now)
    return invited


@transaction.atomic
def decline(*, game_id: int, user: User) -> None:
    """No, thank you. The host is not told; the invitation goes from the person's list."""
    own = Invited.objects.filter(game=game_id, user=user, declined_at=None)
    if own.update(declined_at=clock.now()):
        outbox.review(Game.objects.get(pk=game_id))
