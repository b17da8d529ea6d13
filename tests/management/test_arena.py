"""`manage.py arena` and `manage.py bench`: they run, and count right."""

from __future__ import annotations

import re
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import arena, bench


def said(*arguments: str) -> list[str]:
    """The lines of a command without the times, which are never the same."""
    out = StringIO()
    call_command(*arguments, stdout=out)
    return [re.sub(r"[\d.]+ ms", "T ms", line) for line in out.getvalue().splitlines()]


def test_two_levels_play_each_deal_twice() -> None:
    head, first, second, share = said("arena", "easy", "random", "--games", "4", "--seed", "5")
    assert head == "usa, 4 games on 2 deals, seed 5"
    assert first.startswith("easy: 4 wins, mean score ")
    assert second.startswith("random: 0 wins, mean score ")
    assert first.endswith("T ms per decision")
    assert share == "easy wins 100.0 % (95 %: 100.0 to 100.0 %)"


def test_the_same_seed_gives_the_same_games() -> None:
    arguments = ("arena", "easy", "random", "--games", "2", "--edition", "usa-mega", "--seed", "8")
    assert said(*arguments) == said(*arguments)


def test_options_of_the_table_are_named() -> None:
    cards = ("arena", "easy", "random", "--games", "2", "--edition", "card-game")
    assert (
        said(*cards, "--option", "look_at_track")[0] == "card-game look_at_track, 2 games on 1 deals, seed 1"
    )
    with pytest.raises(CommandError, match="usa has no option look_at_track"):
        said("arena", "easy", "random", "--option", "look_at_track")


def test_a_deal_cannot_be_played_once_only() -> None:
    with pytest.raises(CommandError):
        said("arena", "easy", "random", "--games", "1")


def test_a_shared_first_place_is_half_a_win_each() -> None:
    players = (arena.Record("easy"), arena.Record("hard"))
    arena.count(
        [SimpleNamespace(seat=0, place=1, total=80), SimpleNamespace(seat=1, place=1, total=80)], players
    )
    assert [player.wins for player in players] == [0.5, 0.5]
    arena.count(
        [SimpleNamespace(seat=1, place=1, total=90), SimpleNamespace(seat=0, place=2, total=3)], players
    )
    assert [player.wins for player in players] == [0.5, 1.5]
    assert [player.scores for player in players] == [[80, 3], [80, 90]]


def test_the_interval_is_over_deals() -> None:
    # Four deals, half of them won twice and half lost twice: 0.5 +- 1.96 * 0.57735 / 2.
    low, high = arena.interval([1.0, 0.0, 1.0, 0.0])
    assert low == pytest.approx(0.0, abs=1e-9)
    assert high == pytest.approx(1.0, abs=1e-9)
    low, high = arena.interval([0.5, 0.0, 0.5, 1.0] * 25)
    assert low == pytest.approx(0.5 - 1.96 * 0.035533, abs=1e-4)
    assert high == pytest.approx(0.5 + 1.96 * 0.035533, abs=1e-4)
    assert arena.interval([0.5]) == (0.0, 1.0)


def test_every_figure_of_the_bench_ends_with_its_name_value_and_unit() -> None:
    lines = said("bench", "--quick")[1::2]
    assert [line.partition(":")[0] for line in lines] == [name for name, *_ in bench.figures()]
    for line in lines:
        assert re.fullmatch(r"\w+: \d+\.\d+ (games per 1,000 shuffles|shuffles)", line)
