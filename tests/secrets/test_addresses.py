"""No address tells more than its viewer may see: in two games that differ in the rest, all say the same."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any

import pytest

from accounts import services
from accounts.models import Scope, User
from games.models import FailedTurn
from tests.secrets import addresses, answers, elsewhere
from tests.secrets.games import Played

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(alice: User, bob: User) -> Played:
    """Some way into a game, with a failed turn and a key beside it."""
    played = Played("usa", alice, bob, seed=11)
    for game in played.stops("kind", every=10_000):
        if len(played.play.moves) > 30 and game.decisions.filter(kind="keep_tickets").exists():
            break
    now = played.game.changed_at
    FailedTurn.objects.create(
        game=played.game, seat=2, decision="1-2", error="KeyError at choose:1", first_at=now, last_at=now
    )
    services.create_key(user=alice, name="bot", scope=Scope.PLAY)
    return played


def scene(played: Played, user: User | None, seat: int | None) -> addresses.Scene:
    held = chain.from_iterable(
        tickets for at, tickets in enumerate(played.game.state["tickets"]) if at != seat
    )
    return addresses.Scene(played.game, user, seat, tuple(held))


def test_every_address_is_asked_or_left_out_for_a_reason(played: Played) -> None:
    asked = set(addresses.everything(scene(played, None, None)))
    assert addresses.addresses() - asked == set(addresses.LEFT_OUT)
    assert asked <= addresses.addresses()


@pytest.mark.parametrize("who", ["bobby", "charlie", "sysop", ""])
def test_no_address_tells_what_its_viewer_cannot_see(
    who: str, played: Played, charlie: User, boss: User
) -> None:
    user = User.objects.filter(username=who).first()
    seat = {"bobby": 1}.get(who)
    asked = addresses.everything(scene(played, user, seat))
    if not (user and user.is_staff):
        asked = {name: questions for name, questions in asked.items() if not name.startswith("admin:")}
    questions = list(chain.from_iterable(asked.values()))

    before = answers.answers(user, questions)
    first: Any = played.game.state
    elsewhere.hide_otherwise(played.game, seat, Random(5))
    after = answers.answers(user, questions)

    assert played.game.state != first
    differing = [ask for ask, one, other in zip(questions, before, after, strict=True) if one != other]
    assert differing == []
    assert not [ask for ask, answer in zip(questions, before, strict=True) if answer[0] >= 500]
