"""The same rows with other secrets in them: what one viewer cannot see is dealt anew."""

from __future__ import annotations

from random import Random
from typing import Any

from games import engine
from games.engine.core.table import Event
from games.models import Game, Move
from tests.engine import hidden

COLOURS = {"card", "cards", "rows", "track"}  # fields that name some: forgotten in the Card Game (R12)


def hide_otherwise(game: Game, viewer: int | None, rng: Random) -> None:
    """State, seed and recorded moves become others that the viewer cannot tell from them.

    The commitment stays: it is public, and nobody can tell from it which seed it belongs to.
    """
    edition = engine.EDITIONS[game.edition]
    state = edition.load(game.state)
    game.state = edition.dump(hidden.otherwise(state, viewer, rng))
    game.seed = rng.randbytes(32)
    game.save(update_fields=("state", "seed"))
    moves = list(game.moves.all())
    happened = [edition.read_event(raw) for move in moves for raw in move.events]
    forgotten = len(happened) - engine.remembered(state, reversed(happened), viewer)
    for move in moves:
        events = [edition.read_event(raw) for raw in move.events]
        fresh = [forgotten - place <= 0 for place in range(len(events))]
        move.events = [
            edition.write_event(another(state, event, viewer, rng, fresh=its))
            for event, its in zip(events, fresh, strict=True)
        ]
        old, forgotten = forgotten > 0, forgotten - len(events)
        kind = move.action["type"] if move.action else None
        if move.seat != viewer and kind in ("keep_tickets", "complete_tickets"):
            move.action = {"type": kind, "tickets": other_tickets(edition, rng, 2)}
        if kind == "place_trains" and (move.seat != viewer or (old and not state.look_at_track)):
            move.action = {"type": kind, "cards": {rng.choice(engine.COLOURS): 2}}
        move.key, move.body_digest = f"other-{move.seq}", rng.randbytes(32).hex()
    Move.objects.bulk_update(moves, ("events", "action", "key", "body_digest"))


def another(state: engine.State, event: Event, viewer: int | None, rng: Random, *, fresh: bool) -> Event:
    """The event with other facts where the viewer is shown none."""
    seen = engine.seen_by(state, event, viewer, fresh=fresh)
    hides = {name for name in event._fields if getattr(seen, name) != getattr(event, name)}
    own = viewer is not None and getattr(event, "seat", None) == viewer
    if not fresh and not (own and state.look_at_track):
        hides |= COLOURS & {*event._fields}
    return event._replace(**{name: other_fact(state, name, getattr(event, name), rng) for name in hides})


def other_fact(state: Any, name: str, fact: Any, rng: Random) -> Any:
    """Another one of its kind."""
    match name:
        case "card":
            return rng.choice([card for card in range(len(engine.COLOURS)) if card != fact])
        case "tickets":
            return tuple(rng.sample(range(len(state.edition.describe()["tickets"])), len(fact)))
        case "cards" | "rows" | "track":
            return tuple(rng.randrange(8) for _ in fact)
        case "deck" | "ticket_deck":
            return tuple(rng.sample(fact, len(fact)))
    raise AssertionError(f"how is {name} kept secret?")


def other_tickets(edition: Any, rng: Random, number: int) -> list[str]:
    return [ticket["id"] for ticket in rng.sample(edition.describe()["tickets"], number)]
