"""A vacation that does not come to be, or ends early: clocks that stood for it run again."""

from datetime import datetime

from django.db import transaction

from accounts import clock
from accounts.models import User
from games import selectors, store, timing
from games.services import outbox


@transaction.atomic
def run_again(*, user: User, begins: datetime, ends: datetime) -> None:
    """Of the person's open turns: what is left on their clocks stays, and is counted from now on."""
    now = clock.now()
    for game in selectors.played_on_clock(user):
        table = store.lock(game.pk)
        assert table is not None
        own = [row for row in table.decisions.values() if table.seats[row.seat].user_id == user.pk]
        changed = [row for row in own if timing.end_break(row, begins, ends, now)]
        if changed:
            store.save_times(changed)
            outbox.review(table.game)
            outbox.table_changed(table.game)
