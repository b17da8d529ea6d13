"""People who play before they have an account: a row like everybody's, with a made-up name and no password.

Signing up turns the row into an account (accounts.adapter); signing in to an account hands over to it what
the guest had; and who stays away for long is forgotten.
"""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts import clock, registry
from accounts.models import User
from accounts.validators import known_time_zone

log = logging.getLogger(__name__)

LIFE = timedelta(days=30)
"""After so long without a visit a guest is forgotten."""
TOUCH_EVERY = timedelta(days=1)
DIGITS = range(4, 12)


def is_guest(user: object) -> bool:
    """Signed in without an account."""
    return isinstance(user, User) and user.is_guest


def may_come_in(request: HttpRequest) -> bool:
    """Counts one more guest from this address; False when there were too many lately."""
    return bool(ratelimit.consume(request, action="guest"))


def welcome(request: HttpRequest, *, time_zone: str) -> User:
    """Make a guest, whom this browser stays for a while."""
    guest = create(time_zone=time_zone)
    get_adapter().login(request, guest)
    request.session.set_expiry(int(LIFE.total_seconds()))
    return guest


def create(*, time_zone: str = "") -> User:
    """A new guest. Names are short: where one is taken, the next has a digit more."""
    for digits in DIGITS:
        name = f"Guest-{secrets.randbelow(10**digits):0{digits}}"
        try:
            with transaction.atomic():
                return User.objects.create_user(
                    name, is_guest=True, time_zone=known_time_zone(time_zone), last_login=clock.now()
                )
        except IntegrityError:
            continue
    raise RuntimeError("no name is left for a guest")


def note_visit(request: HttpRequest, guest: User) -> None:
    """Note at most once a day that a guest is still there, and let the browser stay theirs from now on."""
    now = clock.now()
    if guest.last_login is None or guest.last_login < now - TOUCH_EVERY:
        User.objects.filter(pk=guest.pk, is_guest=True).update(last_login=now)
        request.session.set_expiry(int(LIFE.total_seconds()))


@transaction.atomic
def hand_over(*, guest_id: int, account: User) -> bool:
    """Somebody who was a guest has signed in: what was the guest's is the account's, and the guest goes.

    Gives False when there is no such guest any more.
    """
    guest = _locked(guest_id)
    if guest is None:
        return False
    for give in registry.hand_overs:
        give(guest=guest, account=account)
    guest.delete()
    return True


def forget_old() -> int:
    """Remove guests who have not been here for long; gives their number."""
    old = User.objects.filter(is_guest=True, last_login__lt=clock.now() - LIFE)
    return sum(_forgotten(guest_id) for guest_id in list(old.values_list("pk", flat=True)))


def _forgotten(guest_id: int) -> bool:
    """One guest who cannot be removed keeps no other one here; the next round tries again."""
    try:
        return _forget(guest_id)
    except Exception as error:  # noqa: BLE001  (whatever it is)
        # Its kind alone: the text may hold the row of a game.
        log.error("guest %d cannot be removed: %s", guest_id, type(error).__name__)  # noqa: TRY400
        return False


@transaction.atomic
def _forget(guest_id: int) -> bool:
    guest = _locked(guest_id)
    if guest is None:
        return False
    for tidy_up in registry.tidy_ups:
        tidy_up(guest=guest)
    guest.delete()
    return True


def _locked(guest_id: int) -> User | None:
    """Lock first: the guest may be signing up at this moment, and be one no longer."""
    return User.objects.select_for_update().filter(pk=guest_id, is_guest=True).first()
