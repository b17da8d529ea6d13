"""`manage.py demo_data`: a site with people and games in it, to look around."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction

from accounts import demo as accounts
from accounts.models import User
from games.services import demo as games

FILE = "demo_accounts.json"
LOCK = 0x6E6D  # two commands at once fill the site once


class Command(BaseCommand):
    """Fill the embedded default; run again, it changes nothing and tells the accounts again."""

    help = "Fill the site that `make play` runs with three sample accounts and their games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How the supervisor calls it: a site that has people is theirs."""
        parser.add_argument(
            "--at-start",
            action="store_true",
            help="fill only a site without accounts",
        )

    def handle(self, *args: Any, at_start: bool, **options: Any) -> None:
        """Fill what is not filled yet, then tell names and passwords."""
        refuse_elsewhere()
        path = Path(settings.VAR_DIR) / FILE
        if fill(path, only_if_empty=at_start):
            self.tell(path)

    def tell(self, path: Path) -> None:
        """Who there is."""
        self.stdout.write("Sample accounts of this folder:")
        for user, password in accounts.present(path):
            remark = "  (staff, see /admin/)" if user.is_staff else ""
            self.stdout.write(f"  {user.username:8}{password or 'with a password of its own'}{remark}")


def refuse_elsewhere() -> None:
    """Raises CommandError anywhere but on the embedded default: sample accounts are not for the internet."""
    if settings.EMBEDDED:
        return
    if settings.RUNNING is None and "DATABASE_URL" not in os.environ:
        raise CommandError("Nothing is running for this folder: start `make play` first.")
    raise CommandError("Sample accounts are made only in the database that `make play` brings along.")


def fill(path: Path, *, only_if_empty: bool) -> bool:
    """All of it or nothing; False where there are other people's accounts and no sample ones."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        if any(accounts.present(path)):
            return True
        if only_if_empty and User.objects.filter(is_guest=False).exists():
            return False
        if taken := User.objects.filter(username__in=accounts.NAMES).values_list("username", flat=True):
            raise CommandError(f"{', '.join(taken)}: accounts of these names are here already.")
        games.fill(accounts.make(path))
    return True
