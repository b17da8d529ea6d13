"""The end of a game: its score sheets become the result, and it will be looked back on."""

from datetime import datetime

from games import engine, store
from games.services import hindsights


def if_over(table: store.Table, now: datetime) -> None:
    """Write the result in the transaction of the last move."""
    if engine.is_over(table.state):
        result = table.edition.describe_scores(engine.scores(table.state))
        store.finish(table, result, now)
        hindsights.begin(table.game, now)
