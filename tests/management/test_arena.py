"""`manage.py arena`: it runs, and tells what it found."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def said(*arguments: str) -> list[str]:
    """The lines of a command without the times, which are never the same."""
    out = StringIO()
    call_command(*arguments, stdout=out)
    return [re.sub(r"[\d.]+ ms", "T ms", line) for line in out.getvalue().splitlines()]


def test_a_match_is_told() -> None:
    head, wins, easy, its_actions, its_times, random, *_ = said("arena", "easy", "random", "--blocks", "2")
    assert head == "usa, 2 seats: easy against random, 2 blocks of 2 games, seeds tune"
    # Two clean blocks are as good as 2 of 2: 2 / (2 + 3.84).
    assert wins == "wins: 100.0 % (95 %: 34.2 to 100.0 %)"
    assert re.fullmatch(
        r"easy: mean score [\d.]+ \(-?\d+ to \d+\), margin \+[\d.]+, [\d.]+ turns, [\d.]+ of [\d.]+ tickets",
        easy,
    )
    assert re.search(r"^  [\d.]+ ClaimRoute, [\d.]+ DrawCard", its_actions)
    assert its_times == "  decisions: T ms median, T ms 95 %, T ms 99 %, T ms most"
    assert random.startswith("random: mean score ")


def test_a_player_against_itself_has_no_share() -> None:
    lines = said("arena", "easy", "--blocks", "2", "--seats", "3", "--seeds", "select")
    assert lines[0] == "usa, 3 seats: easy, 2 blocks of 1 game, seeds select"
    assert [line.split()[0] for line in (lines[1], lines[3])] == ["easy:", "decisions:"]
    assert len(lines) == 4


def test_the_same_deals_give_the_same_games() -> None:
    arguments = ("arena", "easy", "hard:hoard=12", "--blocks", "1", "--edition", "usa-mega")
    assert said(*arguments) == said(*arguments)


def test_it_may_be_told_in_games_which_are_played_in_whole_blocks() -> None:
    head, wins, *_ = said("arena", "easy", "random", "--edition", "usa", "--games", "3", "--seed", "1")
    assert head == "usa, 2 seats: easy against random, 2 blocks of 2 games, seed 1"
    assert wins.startswith("wins: 100.0 % (95 %: ")
    assert (
        said("arena", "easy", "--games", "1", "--seats", "3")[0]
        == "usa, 3 seats: easy, 1 block of 1 game, seeds tune"
    )


def test_each_seed_has_deals_of_its_own() -> None:
    one, again, other = (said("arena", "easy", "random", "--games", "2", "--seed", seed) for seed in "112")
    assert one == again
    assert one[2] != other[2]


def test_it_may_begin_with_a_later_deal() -> None:
    arguments = ("arena", "easy", "random", "--blocks")
    first, second, both = (said(*arguments, *rest) for rest in (["1"], ["1", "--start", "1"], ["2"]))

    def mean(lines: list[str]) -> float:
        return float(re.search(r"mean score ([\d.]+)", lines[2]).group(1))  # type: ignore[union-attr]

    assert second[0].endswith("seeds tune from 1")
    assert mean(second) != mean(first)
    assert mean(both) == pytest.approx((mean(first) + mean(second)) / 2, abs=0.06)


def test_with_a_bar_it_ends_when_that_is_known() -> None:
    lines = said("arena", "greedy", "random", "--blocks", "60", "--bar", "53", "--edition", "europe")
    assert lines[2] == "53 % or more"
    (blocks,) = re.findall(r"(\d+) blocks", lines[0])
    assert 20 <= int(blocks) < 60


def test_options_of_the_table_are_named() -> None:
    cards = ("arena", "easy", "random", "--blocks", "1", "--edition", "card-game")
    assert said(*cards, "--option", "look_at_track")[0].startswith("card-game look_at_track, 2 seats: easy")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["easy", "--option", "look_at_track"], "usa has no option look_at_track"),
        (["easy", "--seats", "6"], "usa is for 2 to 5 players"),
        (["easy", "--blocks", "0"], "a block at least"),
        (["easy", "--games", "0"], "a block at least"),
        (["easy", "--start", "-1"], "no deal before the first"),
        (["brilliant"], "'brilliant' is none of easy, normal, hard, random"),
        (["hard:hoard=many"], "'hard:hoard=many' is none of"),
        (["hard:hord=3"], "hord"),
        (["easy", "--games", "2", "--blocks", "1"], "not allowed with"),
        (["easy", "--seed", "1", "--seeds", "report"], "not allowed with"),
    ],
)
def test_what_cannot_be_played_is_an_error(arguments: list[str], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        said("arena", *arguments)
