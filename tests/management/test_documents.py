"""The commands that our documents name can be given as they stand there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).parents[2]
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
LINE = re.compile(r"manage\.py ([^`\n#|\"]+)")
BLANK = re.compile(r"<|\.\.\.|\b[A-Z]{2,}\b")  # something is to be filled in


def named() -> list[str]:
    """What follows `manage.py` in a document, each once; `play` is no command of Django's (tests.config)."""
    lines = (found for path in DOCUMENTS for found in LINE.findall(path.read_text(encoding="utf-8")))
    return [
        line
        for line in dict.fromkeys(map(str.strip, lines))
        if not BLANK.search(line) and not line.startswith("play")
    ]


@pytest.mark.parametrize("line", named())
def test_a_command_that_a_document_names_is_understood(line: str) -> None:
    name, *arguments = shlex.split(line)
    command = load_command_class(str(get_commands()[name]), name)

    if arguments:  # otherwise it is only spoken of
        command.create_parser("manage.py", name).parse_args(arguments)


def test_they_are_found() -> None:
    lines = named()
    assert any(line.startswith("arena hard normal") for line in lines)
    assert any(line.startswith("create_token") for line in lines)
