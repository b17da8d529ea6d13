"""The fixed cast: Alice and Bob sit at the table, Charlie is a stranger."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from games import engine, store
from games.models import Game
from games.services import lobby, play

_keys = count()


def person(name: str) -> User:
    return User.objects.create_user(name, f"{name}@example.org", "a long sentence")


def client(user: User | None) -> APIClient:
    """A program or browser of this person; of nobody when None."""
    api = APIClient()
    if user is not None:
        api.force_login(user)
    return api


def key() -> str:
    """A fresh idempotency key."""
    return f"key-{next(_keys)}"


def started(*people: User, edition: str = "usa", bots: tuple[str, ...] = (), **options: Any) -> Game:
    """A running game of these people and computer players."""
    host, *others = people
    game = lobby.open_table(
        user=host, edition=edition, size=len(people) + len(bots), bots=bots, options=options
    )
    for other in others:
        lobby.join(game_id=game.pk, user=other, invite=game.invite)
    return Game.objects.get(pk=game.pk)


def table(game: Game) -> store.Table:
    """The game with its engine state, as it is in the database now."""
    fresh, decisions = store.snapshot(game.pk)
    return store.load(fresh, decisions)


def legal(game: Game, seat: int) -> list[engine.Action]:
    """What the seat may do now."""
    return list(engine.legal_actions(table(game).state, seat))


def user_of(game: Game, seat: int) -> User:
    user = game.seats.get(number=seat).user
    assert user is not None
    return user


def answer(game: Game, seat: int, action: Any) -> play.Submission:
    """A person answers what the seat is asked."""
    decision = game.decisions.get(seat=seat)
    return play.submit(
        game_id=game.pk, user=user_of(game, seat), decision=decision.name, action=action, key=key()
    )


def choose_tickets(game: Game) -> None:
    """Everybody keeps all first tickets."""
    for decision in game.decisions.filter(kind="first_tickets"):
        keep_all(game, decision.seat)


def keep_all(game: Game, seat: int) -> None:
    """Of the tickets that lie before the seat."""
    at = table(game)
    *_, most = engine.legal_actions(at.state, seat)
    answer(game, seat, at.edition.write_action(most))


def play_on(game: Game, moves: int, seed: int = 0) -> None:
    """So many moves by chance, claims preferred, in a game of people alone."""
    rng = Random(seed)
    for _ in range(moves):
        at = table(game)
        if not at.game.is_running:
            return
        seat = min(at.decisions)
        answer(game, seat, at.edition.write_action(sensible(at.state, seat, rng)))


def sensible(state: engine.State, seat: int, rng: Random) -> engine.Action:
    """A legal action: rather a claim than a card, rather a card than tickets; tunnels are paid.

    In the Card Game: rather cards placed than drawn.
    """
    legal = engine.legal_actions(state, seat, canonical=True)
    by_kind: dict[str, list[engine.Action]] = {}
    for action in legal:
        by_kind.setdefault(type(action).__name__, []).append(action)
    for kind in (
        "KeepTickets",
        "PayTunnel",
        "DeclineTunnel",
        "CompleteTickets",
        "ClaimRoute",
        "PlaceTrains",
        "DrawCard",
        "DrawTickets",
        "BuildStation",
    ):
        if kind in by_kind:
            return rng.choice(by_kind[kind])
    raise AssertionError("no legal action")
