"""Whether notices leave: for cron and monitors."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.notices import numbers


class Command(BaseCommand):
    help = "Fail when something has been due for 30 minutes and nothing has left meanwhile."

    def handle(self, *args: Any, **options: Any) -> None:
        read = numbers.read()
        if read.stuck:
            raise CommandError(
                f"Notices do not leave: {sum(read.due.values())} are due, the oldest since "
                f"{read.oldest_due_at:%Y-%m-%d %H:%M} UTC. Do a worker and a scheduler run? "
                "Does the mail server answer?"
            )
        self.stdout.write(f"Notices leave. {sum(read.due.values())} are due now.")
