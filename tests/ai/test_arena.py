"""The arena: who sits where on which deal, and what may be said of what came of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games import engine
from games.ai import arena
from games.ai.arena import Match, Outcome


def outcome(player: str, share: float) -> Outcome:
    return Outcome(player, share, 0, 0.0, 0, 0, 0, Counter(), [])


def test_the_player_sits_once_in_every_seat() -> None:
    assert Match("hard", "easy", seats=3).tables() == [
        ["hard", "easy", "easy"],
        ["easy", "hard", "easy"],
        ["easy", "easy", "hard"],
    ]


def test_against_itself_one_game_is_a_block() -> None:
    assert Match("hard", seats=4).tables() == [["hard"] * 4]


def deals(match: Match, number: int, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The set-ups of a block's games."""
    found = []

    def choose(self: arena.Seat, view: Any) -> Any:
        if view.phase == "first_tickets":
            found.append((view.viewer, view.hand, view.offered, view.row))
        return self.player(view, self.rng)

    monkeypatch.setattr(arena.Seat, "choose", choose)
    arena.block(match, number)
    return found


def test_all_games_of_a_block_are_of_one_deal_and_others_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("random", "greedy")
    first = deals(match, 0, monkeypatch)
    assert len(first) == 4
    assert first[:2] == first[2:]
    assert deals(match, 0, monkeypatch) == first
    assert deals(match, 1, monkeypatch) != first
    assert deals(Match("random", "greedy", seeds="report"), 0, monkeypatch) != first


def test_more_processes_play_the_same() -> None:
    match = Match("easy", "random")

    def told(jobs: int) -> list[Any]:
        blocks = arena.played(match, 3, jobs)
        return [its._replace(seconds=[]) for block in blocks for game in block for its in game]

    assert told(2) == told(1)


def test_an_outcome_counts_turns_decisions_and_tickets() -> None:
    (game,) = arena.block(Match("easy"), 0)
    for its in game:
        assert its.margin == its.score - game[1 - game.index(its)].score
        assert sum(its.actions.values()) == len(its.seconds)
        assert its.actions["KeepTickets"] >= 1
        assert 0 <= its.completed <= its.tickets
        # A turn is a claim, new tickets, or cards, of which two are two decisions.
        assert its.actions["ClaimRoute"] < its.turns <= sum(its.actions.values())
    assert sum(its.share for its in game) == 1.0


@pytest.mark.parametrize(
    ("places", "shares"), [((1, 2), (1.0, 0.0)), ((1, 1), (0.5, 0.5)), ((2, 1), (0.0, 1.0))]
)
def test_a_shared_first_place_is_half_a_win_each(
    places: tuple[int, int], shares: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Sheet:
        tickets, completed, total = (), 0, 80

        def __init__(self, seat: int) -> None:
            self.seat, self.place = seat, places[seat]

    monkeypatch.setattr(engine, "scores", lambda _state: [Sheet(1), Sheet(0)])
    found = arena.outcomes(None, [arena.Seat("easy", None), arena.Seat("hard", None)])  # type: ignore[arg-type]
    assert tuple(its.share for its in found) == shares
    assert [its.player for its in found] == ["easy", "hard"]


def test_the_share_of_a_block_is_the_first_players_over_its_games() -> None:
    found = [
        [outcome("hard", 1.0), outcome("easy", 0.0), outcome("easy", 0.0)],
        [outcome("easy", 0.5), outcome("hard", 0.5), outcome("easy", 0.0)],
        [outcome("easy", 0.0), outcome("easy", 1.0), outcome("hard", 0.0)],
    ]
    assert arena.share(found) == pytest.approx(1.5 / 3)


def test_a_player_against_its_own_kind_has_its_own_share_only() -> None:
    found = [[outcome("hard", 1.0), outcome("hard", 0.0)], [outcome("hard", 1.0), outcome("hard", 0.0)]]
    assert arena.share(found) == 0.5


def test_the_interval_is_over_blocks() -> None:
    """Wilson's with as many games as have the blocks' error.

    25 times 0.5, 0, 0.5, 1: variance 12.5 / 99, of the mean 0.00126263, like 198 games: 0.5 +- 0.0690.
    """
    low, high = arena.interval([0.5, 0.0, 0.5, 1.0] * 25)
    assert low == pytest.approx(0.5 - 0.0690, abs=1e-4)
    assert high == pytest.approx(0.5 + 0.0690, abs=1e-4)
    assert arena.interval([0.5]) == (0.0, 1.0)


def test_a_clean_sheet_is_no_proof_of_more_than_its_length() -> None:
    """200 / (200 + 1.96 squared)."""
    assert arena.interval([1.0] * 200) == (pytest.approx(0.98115, abs=1e-5), 1.0)
    assert arena.interval([0.0] * 200) == (0.0, pytest.approx(0.01885, abs=1e-5))


@pytest.mark.parametrize(
    ("shares", "known"),
    [
        ([1.0, 0.5, 0.5, 0.5, 0.5] * 100, True),  # 500 * 0.03 * 0.085 / 0.0401 is 32
        ([1.0, 0.0] * 50, None),  # 100 * 0.03 * -0.015 / 0.2525 is -0.2
        ([1.0, 0.0] * 1000, False),  # -3.6, and ln 19 is 2.9
        ([1.0] * 20, True),  # at least 1 / 20 is taken for the variance: 5.8
        ([1.0] * 10, None),  # 1.5
        ([0.5], None),
    ],
)
def test_a_sequential_test_ends_when_it_is_known(shares: list[float], known: bool | None) -> None:
    assert arena.verdict(shares, 0.53) is known
