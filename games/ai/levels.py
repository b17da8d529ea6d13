"""What makes a level: numbers for each edition, level and number of players, in `levels/EDITION.toml`.

A file holds a table for each level: `[hard]`. What differs with some number of players stands beneath it:
`[hard.at.4]`. A file may begin with those of another edition: `like = "usa"`.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

FOLDER = Path(__file__).parent / "levels"
Kind = TypeVar("Kind", bound=tuple[Any, ...])


@cache
def knobs(kind: type[Kind], edition: str, level: str, seats: int) -> Kind:
    """The knobs of a level at a table; what no file names has the default of its kind.

    Raises KeyError for an unknown edition or level, TypeError for a knob that the kind does not have.
    """
    found = numbers(edition, level, seats)
    return kind(**{name: tuple(its) if isinstance(its, list) else its for name, its in found.items()})


def numbers(edition: str, level: str, seats: int) -> dict[str, Any]:
    """What the files say, the more special over the more general."""
    data = read(edition)
    like = data.get("like")
    found: dict[str, Any] = numbers(like, level, seats) if like else {}
    its = data.get(level, {}) if like else data[level]
    general = {name: value for name, value in its.items() if name != "at"}
    found |= general
    found |= its.get("at", {}).get(str(seats), {})
    return found


@cache
def read(edition: str) -> Mapping[str, Any]:
    """A file, once for each process."""
    path = FOLDER / f"{edition}.toml"
    if not path.is_file():
        raise KeyError(edition)
    return tomllib.loads(path.read_text(encoding="utf-8"))
