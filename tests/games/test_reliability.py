"""How people answer: counted by hand."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from games import selectors
from games.models import Answer, Game
from games.services import absence, lobby
from games.services.errors import Forbidden
from tests import cast
from tests.games.over_days import HOUR, begun, draw, sweep

if TYPE_CHECKING:
    from accounts.models import User
    from tests.conftest import Hands

pytestmark = pytest.mark.django_db


def answers(user: User, game: Game, hands: Hands, pattern: str, took: int = 1) -> None:
    """One for each letter, an hour apart: `y` in time, `n` missed."""
    Answer.objects.bulk_create(
        Answer(
            user=user,
            game=game,
            seat=0,
            turn_seq=1000 + Answer.objects.count() + number,
            since=hands.at,
            at=hands.on(hours=1),
            took=took * HOUR,
            in_time=letter == "y",
        )
        for number, letter in enumerate(pattern)
    )


@pytest.mark.parametrize(
    ("pattern", "share", "counted"),
    [
        ("", None, 0),
        ("y" * 9, None, 9),  # a newcomer
        ("n" * 30, None, 1),  # one long absence
        ("y" * 10, 1.0, 10),
        ("y" * 19 + "n", 0.95, 20),
        ("y" * 9 + "n" * 10 + "y" * 10, 0.95, 20),  # a weekend away in ten games
        ("yn" * 10, 0.5, 20),  # each time again
        ("n" * 50 + "y" * 100, 1.0, 100),  # long ago
        ("y" * 60 + "n" + "y" * 99, 0.99, 100),
    ],
)
def test_the_share_of_the_last_hundred_turns(
    game: Game, alice: User, hands: Hands, pattern: str, share: float | None, counted: int
) -> None:
    answers(alice, game, hands, pattern)

    reliability = selectors.reliability(alice)

    assert (reliability.share, reliability.counted) == (share, counted)


def test_a_share_that_is_exactly_what_a_table_asks_for_is_enough(
    game: Game, alice: User, hands: Hands
) -> None:
    answers(alice, game, hands, "yn" * 42 + "y" * 16)  # 58 of 100, of which floats make less
    game.options["min_reliability"] = 58
    assert selectors.is_reliable_enough(game, alice)
    game.options["min_reliability"] = 59
    assert not selectors.is_reliable_enough(game, alice)


def test_absences_days_apart_are_several(game: Game, alice: User, hands: Hands) -> None:
    """Fifteen games to which somebody never came, one every four days."""
    for _ in range(15):
        answers(alice, game, hands, "n")
        hands.on(days=4)

    reliability = selectors.reliability(alice)

    assert (reliability.share, reliability.counted) == (0.0, 15)


def test_alone_with_computers_nobody_waits_and_nothing_is_counted(alice: User, hands: Hands) -> None:
    begun(alice, bots=("easy",))

    assert Answer.objects.count() == 0


def test_the_typical_time_is_the_median_of_what_was_answered(game: Game, alice: User, hands: Hands) -> None:
    for hours in (1, 2, 40):
        answers(alice, game, hands, "y", took=hours)
    answers(alice, game, hands, "n", took=100)

    assert selectors.reliability(alice).typical == 2 * HOUR


def test_turns_are_counted_as_the_clock_ran_once_each_and_only_on_a_clock(
    alice: User, bob: User, hands: Hands
) -> None:
    without = cast.started(alice, bob, clock=None)
    cast.choose_tickets(without)
    assert Answer.objects.count() == 0
    game = begun(alice, bob)  # one each for the first tickets
    hands.on(hours=3)
    draw(game)
    hands.on(days=6)
    sweep()

    rows = Answer.objects.filter(game=game).order_by("pk").values_list("seat", "took", "in_time")
    assert list(rows)[2:] == [(0, 3 * HOUR, True), (1, timedelta(days=6), False)]


def test_a_table_may_ask_for_a_minimum_and_newcomers_are_let_in(
    game: Game, alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    answers(bob, game, hands, "yn" * 10)
    table = lobby.open_table(user=alice, edition="usa", size=3, options={"min_reliability": 90})

    with pytest.raises(Forbidden, match="90 %"):
        lobby.join(game_id=table.pk, user=bob)
    lobby.join(game_id=table.pk, user=charlie)

    assert {row.user for row in table.seats.all()} == {alice, charlie}
    running = cast.started(alice, charlie, min_reliability=90)
    absence.leave(game_id=running.pk, user=charlie)
    with pytest.raises(Forbidden, match="90 %"):
        absence.take_over(game_id=running.pk, user=bob)
