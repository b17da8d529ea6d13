"""Tell the site of a mail that came back: `manage.py read_bounce < report`, called by the mail server."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from accounts.notices import bounces

MOST_READ = 1024 * 1024
"""A report is small; it may enclose a mail, which is not needed whole."""


class Command(BaseCommand):
    """Ends well whatever it is given: a mail server would send its own report about ours."""

    help = "Reads a delivery status notification (RFC 3464) from the standard input."

    def handle(self, *args: Any, **options: Any) -> None:
        counted = bounces.read(sys.stdin.buffer.read(MOST_READ))
        self.stdout.write("noted" if counted else "nothing of ours, or not for good")
