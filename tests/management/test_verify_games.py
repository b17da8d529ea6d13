"""`manage.py verify_games`: stored states are what the recorded events lead to, or it says so."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games import engine, store
from games.models import Game, Move
from games.services import lobby, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Alice against Bob, forty moves in."""
    alice = User.objects.create_user(username="alice", email="alice@example.com")
    bob = User.objects.create_user(username="bob", email="bob@example.com")
    number = lobby.open_table(user=alice, edition="usa", size=2).pk
    lobby.join(game_id=number, user=bob)
    for _ in range(40):
        move(number)
    return Game.objects.get(pk=number)


def move(number: int) -> None:
    """The first open decision is answered with the first legal action."""
    table = store.lock(number)
    seat, decision = next(iter(table.decisions.items()))
    action = table.edition.write_action(engine.legal_actions(table.state, seat)[0])
    play.submit(
        game_id=number,
        user=table.seats[seat].user,
        decision=decision.name,
        action=action,
        key=decision.name,
    )


def verify(*arguments: str) -> str:
    """What the command says."""
    out = StringIO()
    call_command("verify_games", *arguments, stdout=out)
    return out.getvalue()


def complaint(*arguments: str) -> tuple[str, str]:
    """What it says and how it ends when there is a difference."""
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("verify_games", *arguments, stdout=out)
    assert caught.value.returncode == 1
    return out.getvalue(), str(caught.value)


def test_a_game_as_it_was_played_has_no_difference(game: Game) -> None:
    assert verify() == "1 games, 0 differences\n"
    assert game.seq == 40


def test_a_changed_state_is_found_and_named(game: Game) -> None:
    assert game.state is not None
    game.state["points"][0] += 1
    game.save(update_fields=["state"])
    said, end = complaint()
    assert said == f"game {game.pk}: differs in points\n"
    assert end == "1 games, 1 differences"


def test_a_changed_record_is_found(game: Game) -> None:
    last = Move.objects.get(game=game, seq=20)
    last.events = [event for event in last.events if event["type"] == "turn_began"]
    last.save(update_fields=["events"])
    assert complaint()[1] == "1 games, 1 differences"


def test_a_record_that_cannot_be_read_is_a_difference_too(game: Game) -> None:
    Move.objects.filter(game=game, seq=20).update(events=[{"type": "moon_landing"}])
    assert complaint()[0] == f"game {game.pk}: cannot be replayed (KeyError)\n"


@pytest.mark.parametrize("what", ["commitment", "decisions"])
def test_what_is_stored_beside_the_state_is_compared_too(game: Game, what: str) -> None:
    if what == "commitment":
        Game.objects.filter(pk=game.pk).update(commitment="0" * 64)
    else:
        game.decisions.all().delete()

    assert complaint()[0] == f"game {game.pk}: differs in {what}\n"


def test_old_games_are_looked_at_on_demand_only(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(changed_at=timezone.now() - timedelta(days=8))
    assert verify() == "0 games, 0 differences\n"
    assert verify("--all") == "1 games, 0 differences\n"


def test_open_and_cancelled_tables_have_nothing_to_verify() -> None:
    alice = User.objects.create_user(username="alice", email="alice@example.com")
    lobby.open_table(user=alice, edition="usa", size=2)
    gone = lobby.open_table(user=alice, edition="usa", size=2)
    lobby.leave(game_id=gone.pk, user=alice)
    assert verify("--all") == "0 games, 0 differences\n"
