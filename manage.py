#!/usr/bin/env python3
"""The site's commands. `play` is the supervisor and stays free of Django: it only starts other programs."""

import os
import sys


def main() -> None:
    """Run one command."""
    if sys.argv[1:2] == ["play"]:
        from config.embedded.play import main as play

        sys.exit(play(sys.argv[2:]))

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.conf import settings
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except OperationalError:
        if settings.RUNNING or "DATABASE_URL" in os.environ:
            raise
        sys.exit("Nothing is running for this folder: start `make play` first, or set DATABASE_URL.")


if __name__ == "__main__":
    main()
