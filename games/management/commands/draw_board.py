"""`manage.py draw_board usa`: draw a board's pictures from its data and its layout."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.web import drawing


class Command(BaseCommand):
    """Write `static/boards/<board>/`, or say whether it is up to date."""

    help = "Draw the pictures of a board from its data and its layout."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A board, and whether to write or only to compare."""
        parser.add_argument("board", help="folder in static/boards, edition with that board's data")
        parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write what differs, or name it and fail."""
        root = Path(settings.BASE_DIR)
        folder = root / "static" / "boards" / options["board"]
        data = root / "games/engine/editions" / options["board"]
        files = drawing.draw_files(
            cast(drawing.BoardData, read_json(data / "board.json")),
            cast(drawing.Layout, read_json(folder / "layout.json")),
            (root / "static/css/variables.css").read_text(encoding="utf-8"),
        )
        stale = [name for name, text in files.items() if not same(folder / name, text)]
        if options["check"] and stale:
            raise CommandError(f"Not up to date in {folder.relative_to(root)}: {', '.join(stale)}")
        for name in stale:
            (folder / name).write_text(files[name], encoding="utf-8")
            self.stdout.write(f"{name}: {len(files[name].encode()):,} bytes")


def read_json(path: Path) -> Any:
    """The data of a file, or a plain refusal."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise CommandError(f"There is no {path}.") from error


def same(path: Path, text: str) -> bool:
    """Whether the file holds exactly this text."""
    return path.exists() and path.read_text(encoding="utf-8") == text
