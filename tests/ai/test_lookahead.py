"""Looking ahead: what is preferred to the plan, and when the plan stays."""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import Any

import pytest

from games import ai, engine
from games.ai import levels, lookahead
from games.ai.board.knobs import Knobs
from games.ai.board.planner import Planner, Turn
from games.ai.standing import chances
from games.engine.board.claims import ClaimRoute
from games.engine.board.state import State
from games.engine.parts.cards import DrawCard
from tests.engine.build import PLAIN_DECK, position, route

HARD = levels.knobs(Knobs, "usa", "hard", 2)


class Table:
    """Candidates with known chances, to each of which the luck of a playout adds something."""

    def __init__(self, luck: float = 0.0, **chances: float) -> None:
        self.chances, self.luck = chances, luck
        self.played: list[tuple[str, int]] = []

    def chance(self, candidate: str, luck: int) -> float:
        self.played.append((candidate, luck))
        return self.chances[candidate] + self.luck * Random(f"{candidate}/{luck}").gauss(0, 1)

    def best(self, playouts: int = 30, deadline: float | None = None, seed: int = 0) -> str:
        return lookahead.best([*self.chances], self.chance, playouts, Random(seed), deadline)

    def number(self, candidate: str) -> int:
        return [name for name, _ in self.played].count(candidate)


# Candidates


def test_who_is_better_is_preferred_to_the_first_and_the_best_of_them() -> None:
    assert Table(first=0.5, better=0.55, best=0.6).best() == "best"


def test_of_those_alike_it_is_the_first() -> None:
    assert Table(first=0.5, other=0.5, little=0.505).best() == "first"


def test_what_may_be_luck_does_not_count() -> None:
    """Half a standard deviation over 30 playouts is 2.7 of its errors; a twentieth is a quarter of one."""
    doubtful = [Table(0.3, first=0.5, other=0.515).best(seed=seed) for seed in range(40)]
    plain = [Table(0.3, first=0.2, other=0.8).best(seed=seed) for seed in range(40)]
    assert doubtful.count("first") > 30
    assert plain == ["other"] * 40


def test_all_candidates_have_the_same_luck_and_no_two_playouts() -> None:
    table = Table(first=0.5, better=0.6, best=0.7)
    table.best(playouts=10)
    by_name = {name: [luck for its, luck in table.played if its == name] for name in table.chances}
    assert by_name["first"] == by_name["better"] == by_name["best"]
    assert len(set(by_name["first"])) == 10


def test_who_is_behind_is_dropped_and_nothing_goes_on_for_the_first_alone() -> None:
    table = Table(first=0.5, worse=0.3)
    assert table.best() == "first"
    assert table.number("worse") == table.number("first") == lookahead.FEWEST


def test_a_single_candidate_needs_no_playout() -> None:
    table = Table(first=0.5)
    assert table.best() == "first"
    assert table.played == []


def test_at_the_deadline_it_is_the_first() -> None:
    over = Table(first=0.1, best=0.9)
    assert over.best(deadline=ai.AT_ONCE) == "first"
    assert over.played == []
    assert Table(first=0.1, best=0.9).best(deadline=monotonic() + 3600) == "best"


def test_the_deadline_may_come_between_two_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 1.0, 2.0, 3.0])
    monkeypatch.setattr("games.ai.lookahead.time.monotonic", lambda: next(times))
    table = Table(first=0.1, best=0.9)
    assert table.best(deadline=3.0) == "first"
    assert table.number("best") == 3


# On a map. Seat 0 has the last turn, the other has four trains in a row and 7 points for them.
# Four white cards pay for Calgary to Seattle (7 points), a path as long as the other's: both get 10 for it.
# Three of them pay for Los Angeles to Phoenix (4), which makes a path of six with San Francisco, and the
# other's is no longer the longest: 4 + 7 + 10 against 7 + 10, or 4 + 4 + 10 against 7.

PATH = route("Los Angeles", "Phoenix")


def at_the_end(**others: Any) -> State:
    own = {0: [("Los Angeles", "San Francisco")], 1: [("Denver", "Oklahoma City")]}
    state = position(hands=("WWWW",), own=own, deck=PLAIN_DECK, **others)
    state.turns_left, state.last_round_by = 0, 1
    return state


def chosen(state: State, level: str = "hard", deadline: float | None = None) -> Any:
    return ai.choose(engine.view(state, 0), level, Random(1), deadline)


def test_hard_sees_the_longest_path_that_its_plan_does_not() -> None:
    planned = chosen(at_the_end(), deadline=ai.AT_ONCE)
    assert isinstance(planned, ClaimRoute)
    assert engine.EDITIONS["usa"].board.routes[planned.route].length == 4  # type: ignore[attr-defined]
    found = chosen(at_the_end())
    assert isinstance(found, ClaimRoute)
    assert found.route == PATH


def test_normal_does_what_it_plans() -> None:
    assert chosen(at_the_end(), "normal") == chosen(at_the_end(), "normal", ai.AT_ONCE)
    assert chosen(at_the_end(), "normal").route != PATH


def test_a_playout_is_worth_the_chances_at_its_end_and_a_little_for_own_points() -> None:
    view, planner = engine.view(at_the_end(), 0), Planner(HARD)
    claims = [its for its in engine.choices(view, canonical=True) if isinstance(its, ClaimRoute)]
    path = next(its for its in claims if its.route == PATH and not its.cards.locomotives)
    other = next(its for its in claims if its.route == route("Calgary", "Seattle"))
    assert lookahead.playout(planner, view, path, 5) == pytest.approx(chances([4 + 4 + 10, 7])[0])
    assert lookahead.playout(planner, view, other, 5) == pytest.approx(chances([4 + 7 + 10, 7 + 10])[0])
    assert lookahead.playout(planner, view, path, 5, own=0.01) == pytest.approx(chances([18, 7])[0] + 0.18)


def test_own_points_may_be_worth_more_than_the_chance_to_win() -> None:
    """The path makes 18 to 7, the route of four 21 to 17: a tenth of a win a point is 0.3 for that."""
    planned = chosen(at_the_end(), deadline=ai.AT_ONCE)
    assert chosen(at_the_end(), "hard:own=0.1") == planned != chosen(at_the_end())


def test_candidates_are_what_is_planned_other_routes_and_a_card() -> None:
    view = engine.view(at_the_end(), 0)
    turn = Turn(HARD, view, engine.choices(view, canonical=True))
    planned, *others = turn.candidates(turn.choose())
    assert planned == turn.choose()
    *claims, card = others
    assert isinstance(card, DrawCard)
    routes = [its.route for its in [planned, *claims] if isinstance(its, ClaimRoute)]
    assert len(routes) == len(set(routes)) == 4
    assert PATH in routes


def test_long_before_the_end_nothing_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "playout", lambda *_: pytest.fail("it was played on"))
    chosen(position(hands=("WWWW",), deck=PLAIN_DECK))
