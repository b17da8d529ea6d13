"""What a test does to a game behind the page's back, and what it counts."""

from __future__ import annotations

from games.models import Game, Move


def give(game: Game, seat: int, **cards: int) -> None:
    """Put cards into a hand, out of the deck."""
    game.refresh_from_db()
    assert game.state is not None
    for colour, number in cards.items():
        hand = game.state["hands"][seat]
        hand[colour] = hand.get(colour, 0) + number
        for _ in range(number):
            game.state["deck"].remove(colour)
    game.save(update_fields=["state"])


def moves(game: Game) -> int:
    """How many there are, the set-up among them."""
    return Move.objects.filter(game=game).count()
