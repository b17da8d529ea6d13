"""Find text in templates that nobody could translate.

Text that a reader sees or hears has to stand in {% translate %} or {% blocktranslate %}, or come from a
variable. Prints a line for every other word; exit code 1 when there is one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
SPOKEN_ATTRIBUTES = frozenset(
    {"alt", "aria-label", "aria-description", "aria-roledescription", "placeholder", "title"}
)
SILENT_ELEMENTS = frozenset({"script", "style", "code"})
SAME_IN_EVERY_LANGUAGE = frozenset({"Night", "Mail", "API", "OpenAPI", "JSON"})

# Shown when anything may be broken, translations included.
PLAIN_ON_PURPOSE = frozenset({"500.html"})

# Blocks with names of CSS classes: nobody reads them.
CLASSES = re.compile(r"{%\s*block\s+\w*class\s*%}.*?{%\s*endblock\b.*?%}", re.DOTALL)
TRANSLATED = re.compile(r"{%\s*blocktrans(?:late)?\b.*?{%\s*endblocktrans(?:late)?\s*%}", re.DOTALL)
COMMENT = re.compile(r"{%\s*comment\b.*?{%\s*endcomment\s*%}|{#.*?#}", re.DOTALL)
TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")


def without_template_code(source: str) -> str:
    """The template's own text, on the same lines: everything Django fills in is blank."""
    for pattern in (COMMENT, CLASSES, TRANSLATED, TAG):
        source = pattern.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), source)
    return source


class Reader(HTMLParser):
    """Collects words that a person would meet, with their lines."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.silent = 0
        self.found: list[tuple[int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes that are read aloud or shown."""
        self.silent += tag in SILENT_ELEMENTS
        for name, value in attrs:
            if name in SPOKEN_ATTRIBUTES:
                self.note(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """The same for an element without an end."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Come out of an element."""
        self.silent -= tag in SILENT_ELEMENTS and self.silent > 0

    def handle_data(self, data: str) -> None:
        """Look at text between elements."""
        if not self.silent:
            self.note(data)

    def note(self, text: str) -> None:
        """Keep the words of this text."""
        words = [word for word in WORD.findall(text) if word not in SAME_IN_EVERY_LANGUAGE]
        if words:
            self.found.append((self.getpos()[0], " ".join(words)))


def untranslated(source: str) -> list[tuple[int, str]]:
    """Line and words of every text in an HTML template that is not up for translation."""
    reader = Reader()
    reader.feed(without_template_code(source))
    reader.close()
    return reader.found


def untranslated_plain(source: str) -> list[tuple[int, str]]:
    """The same for a template of plain text, such as a mail."""
    lines = enumerate(without_template_code(source).splitlines(), start=1)
    found = (
        (number, [w for w in WORD.findall(line) if w not in SAME_IN_EVERY_LANGUAGE]) for number, line in lines
    )
    return [(number, " ".join(words)) for number, words in found if words]


def complaints(folder: Path) -> Iterator[str]:
    """A line for every text found in the templates of a folder."""
    for path in sorted(folder.rglob("*")):
        look = {".html": untranslated, ".svg": untranslated, ".txt": untranslated_plain}.get(path.suffix)
        if look and path.name not in PLAIN_ON_PURPOSE:
            for line, words in look(path.read_text()):
                yield f"{path.relative_to(folder.parent)}:{line}: not up for translation: {words}"


if __name__ == "__main__":
    lines = list(complaints(TEMPLATES))
    print("\n".join(lines))
    sys.exit(bool(lines))
