"""What a level is made of comes from files: the more special over the more general."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from games import ai, engine
from games.ai import levels
from games.ai.base import KINDS, read_tweaks
from games.ai.board.knobs import Knobs
from games.engine.board.view import View
from tests.engine.build import position

if TYPE_CHECKING:
    from collections.abc import Iterator

GENERAL = """
[easy]
hoard = 1
costs = [0.0, 1.0]
[hard]
hoard = 9
costs = [0.0, 1.0]
haste = 5
[hard.at.4]
hoard = 7
"""
SPECIAL = """
like = "general"
[hard]
haste = 4
[hard.at.3]
hoard = 6
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "general.toml").write_text(GENERAL)
    (tmp_path / "special.toml").write_text(SPECIAL)
    monkeypatch.setattr(levels, "FOLDER", tmp_path)
    levels.read.cache_clear()
    levels.knobs.cache_clear()
    yield
    levels.read.cache_clear()
    levels.knobs.cache_clear()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("edition", "level", "seats", "hoard", "haste"),
    [
        ("general", "easy", 2, 1, 3.0),  # the knob's own default
        ("general", "hard", 2, 9, 5),
        ("general", "hard", 4, 7, 5),
        ("special", "hard", 2, 9, 4),
        ("special", "hard", 3, 6, 4),
        ("special", "hard", 4, 7, 4),
        ("special", "easy", 4, 1, 3.0),
    ],
)
def test_the_more_special_counts(edition: str, level: str, seats: int, hoard: int, haste: float) -> None:
    knobs = levels.knobs(Knobs, edition, level, seats)
    assert (knobs.hoard, knobs.haste, knobs.costs) == (hoard, haste, (0.0, 1.0))


@pytest.mark.usefixtures("files")
def test_what_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        levels.knobs(Knobs, "elsewhere", "hard", 2)
    with pytest.raises(KeyError):
        levels.knobs(Knobs, "general", "brilliant", 2)
    (levels.FOLDER / "general.toml").write_text("[hard]\nhord = 3")
    levels.read.cache_clear()
    with pytest.raises(TypeError, match="hord"):
        levels.knobs(Knobs, "general", "hard", 2)


@pytest.mark.parametrize("level", ai.PLANNING)
@pytest.mark.parametrize("name", engine.EDITIONS)
def test_every_edition_has_every_level_at_every_table(name: str, level: str) -> None:
    for seats in engine.EDITIONS[name].players:
        view = engine.view(engine.EDITIONS[name].set_up(seats, Random(0)), 0)
        kind, _ = KINDS[type(view)]
        knobs = levels.knobs(kind, name, level, seats)
        if isinstance(view, View):
            assert len(knobs.costs) > view.edition.board.longest


def test_a_player_with_other_knobs() -> None:
    """Ten cards are enough to claim for whoever does not gather more."""
    view = engine.view(position(hands=("RRRRRRBBBB",), tickets={0: [("Denver", "El Paso")]}), 0)
    at_once, later = ai.player("hard:hoard=0")(view, Random(0)), ai.player("hard:hoard=30")(view, Random(0))
    assert type(at_once).__name__ == "ClaimRoute"
    assert type(later).__name__ == "DrawCard"


def test_knobs_are_numbers_or_rows_of_numbers() -> None:
    assert read_tweaks("hoard=20,haste=2.5,costs=0/1.5/2") == (
        ("hoard", 20),
        ("haste", 2.5),
        ("costs", (0.0, 1.5, 2.0)),
    )
    assert read_tweaks("") == ()


@pytest.mark.parametrize("written", ["brilliant", "", "random:hoard=3"])
def test_an_unknown_player_is_a_key_error(written: str) -> None:
    with pytest.raises(KeyError):
        ai.player(written)


@pytest.mark.parametrize("written", ["hard:hoard", "hard:hoard=many"])
def test_a_knob_that_is_no_number_is_a_value_error(written: str) -> None:
    with pytest.raises(ValueError, match=r"hoard|many|unpack"):
        ai.player(written)
