"""`manage.py verify_games`: do the recorded events still lead to the states that are stored?"""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.models import QuerySet

from accounts import clock
from games import engine, store
from games.models import Game

LATELY = timedelta(days=7)


class Command(BaseCommand):
    """Replay games and compare; changes nothing."""

    help = "Replay recorded games from their events and compare with the stored states."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """All games, or those of the last days."""
        parser.add_argument(
            "--all", action="store_true", help="every game, not only those changed in the last 7 days"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Count, and fail with the ids of the games that differ."""
        numbers = list(games(every=options["all"]).values_list("pk", flat=True))
        differing = [(number, why) for number in numbers if (why := difference(number))]
        for number, why in differing:
            self.stdout.write(f"game {number}: {why}")
        line = f"{len(numbers)} games, {len(differing)} differences"
        if differing:
            raise CommandError(line)
        self.stdout.write(line)


def games(*, every: bool) -> QuerySet[Game]:
    """Games that have begun, in order."""
    begun = Game.objects.filter(status__in=(Game.Status.RUNNING, Game.Status.FINISHED))
    if not every:
        begun = begun.filter(changed_at__gte=clock.now() - LATELY)
    return begun.order_by("pk")


@transaction.atomic
def difference(number: int) -> str:
    """In what a game differs from its record; empty if in nothing.

    The row is locked: a move between reading the state and reading the events would look like a fault.
    """
    try:
        table = store.lock(number)
        if table is None:
            return ""  # nothing to compare before the start
        replayed = store.replayed(table.game)
    except Game.DoesNotExist:
        return ""  # deleted meanwhile
    except Exception as error:  # noqa: BLE001 - a record that cannot even be read is what we look for
        return f"cannot be replayed ({type(error).__name__})"
    if replayed == table.state:
        return other_rows_differ(table)
    now, then = table.edition.dump(table.state), table.edition.dump(replayed)
    parts = sorted(name for name in now if now[name] != then.get(name))
    return f"differs in {', '.join(parts)}"


def other_rows_differ(table: store.Table) -> str:
    """What is stored beside the state: commitment, open decisions, result."""
    asked = engine.to_act(table.state) if table.game.is_running else ()
    wrong = {
        "commitment": engine.commitment(store.seed(table.game)) != table.game.commitment,
        "decisions": sorted(table.decisions) != sorted(asked),
        "status": table.game.is_finished != engine.is_over(table.state),
    }
    if table.game.is_finished:
        sheets = table.edition.describe_scores(engine.scores(table.state))
        wrong["result"] = sheets != table.game.result
    parts = sorted(name for name, differs in wrong.items() if differs)
    return f"differs in {', '.join(parts)}" if parts else ""
