"""Which plain rule book an edition is held against: that of the map games, or of the Card Game."""

from types import ModuleType

from games import engine
from tests.engine import naive, naive_card_game


def book(edition: engine.Edition) -> ModuleType:
    """A module with `legal`, `canonical`, `conserved`, `public_tickets` and `same_score`."""
    return naive if edition.describe()["routes"] else naive_card_game
