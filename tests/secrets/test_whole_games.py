"""B10: over whole games of all editions nothing secret stands in an answer, an error or a line of the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from itertools import chain, cycle
from random import Random

import pytest
from django.urls import reverse

from accounts.models import User
from config.logs import DiscreetFormatter
from games import engine
from games.models import Game
from tests.secrets import addresses, answers, elsewhere
from tests.secrets.games import Played

pytestmark = pytest.mark.django_db

EVERY = 60  # moves from one look at a game to the next


@contextmanager
def log() -> Iterator[StringIO]:
    """All that is logged, at every level, as the site writes it."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(DiscreetFormatter())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield written
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def questions(played: Played, user: User | None, seat: int | None, look: int) -> list[addresses.Ask]:
    """Of each address that shows the game another question at each look, and its line in a list."""
    held = chain.from_iterable(
        tickets for at, tickets in enumerate(played.game.state["tickets"]) if at != seat
    )
    asked = addresses.of_game(addresses.Scene(played.game, user, seat, tuple(held)))
    in_list = addresses.Ask(reverse(("games:mine", "api:game-list")[look % 2]))
    return [*(its[look % len(its)] for its in asked.values()), in_list]


@pytest.mark.parametrize(
    ("edition", "temper", "options"),
    [
        ("usa", "kind", ()),
        ("usa-1910", "collector", ()),
        ("usa-mega", "kind", ()),
        ("usa-big-cities", "builder", ()),
        ("europe", "kind", ()),
        ("card-game", "builder", ()),
        ("card-game", "builder", ("look_at_track",)),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else value,
)
def test_no_secret_leaves_a_game_as_long_as_it_goes_on(
    edition: str, temper: str, options: tuple[str, ...], alice: User, bob: User, charlie: User
) -> None:
    played = Played(edition, alice, bob, seed=23, **dict.fromkeys(options, True))
    viewers = cycle([(bob, 1), (alice, 0), (charlie, None), (bob, 1), (None, None)])
    rng, looks = Random(edition), 0
    with log() as written:
        for _ in played.stops(temper, EVERY):
            looks += 1
            user, seat = next(viewers)
            asked = questions(played, user, seat, looks)
            told = answers.answers(user, asked)
            for question, answer in zip(asked, told, strict=True):
                assert not answers.leaks(answers.text(answer), played, seat), question
                assert answer[0] < 500, question
            with_other_secrets(played, seat, rng)
            again = answers.answers(user, asked)
            assert [ask for ask, one, other in zip(asked, told, again, strict=True) if one != other] == []
            played.restore()
            assert not answers.leaks(written.getvalue(), played, None)
    assert looks >= 4


def with_other_secrets(played: Played, seat: int | None, rng: Random) -> None:
    """What the viewer cannot see is dealt anew in the rows."""
    before = played.game.state
    elsewhere.hide_otherwise(played.game, seat, rng)
    assert played.game.state != before


def test_what_is_looked_for_is_found_where_it_may_be(alice: User, bob: User) -> None:
    """The tests above could fail: an owner is shown the tickets, and a state holds all of it."""
    played = Played("usa", alice, bob, seed=23)
    for _ in played.stops("kind", every=30):
        pass
    running = engine.EDITIONS["usa"].dump(played.play.state)
    own = {ticket for ticket in played.seen_tickets(0) if ticket in str(running["tickets"][0])}
    assert own
    assert own <= answers.leaks(str(running), played, None)
    assert not own & answers.leaks(str(running), played, 0)
    assert answers.seeds(played.play.seed) & answers.leaks(f"seed={played.play.seed.hex()}", played, 0)
    names = ", ".join(engine.COLOURS[card] for card in played.play.state.deck)
    assert answers.decks(f"[{names}]", played)


def test_who_holds_tickets_is_shown_them(alice: User, bob: User) -> None:
    played = Played("usa", alice, bob, seed=23)
    page = answers.browser(alice).get(reverse("games:table", args=[played.game.pk])).content.decode()
    assert answers.ticket_names(page, played, None) >= played.seen_tickets(0)
    assert Game.objects.get().is_running
