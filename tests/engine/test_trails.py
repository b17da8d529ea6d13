"""Longest trails: networks of the cases on both boards, and random ones against every walk there is."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine.parts import graph
from games.engine.parts.graph import Network
from tests.engine import naive
from tests.engine.build import edition

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "positions.json").read_text(encoding="utf-8"))["longest"]
}


def longest(edges: list[tuple[str, str, int]]) -> int:
    """The length that the engine finds; the edges it names must be such a trail."""
    city = {name: number for number, name in enumerate({name for a, b, _ in edges for name in (a, b)})}
    length, places = Network([(city[a], city[b], trains) for a, b, trains in edges]).longest_trail()
    trail = [edges[place] for place in places]
    assert len(set(places)) == len(places)
    assert sum(trains for _, _, trains in trail) == length
    assert naive.is_trail(trail)
    return length


def case(name: str) -> list[tuple[str, str, int]]:
    """A network of the cases."""
    return [(a, b, length) for a, b, length in CASES[name]["routes"]]


def test_a51_a_star_without_a_loop() -> None:
    assert longest(case("A51")) == 13


def test_a52_a_long_line_with_a_fork() -> None:
    assert longest(case("A52")) == 41


def test_a53_two_loops_through_one_city_and_a_tail() -> None:
    assert longest(case("A53")) == 22


def test_a55_loops_around_denver() -> None:
    assert longest(case("A55")) == 25


def test_a56_a_ring_with_four_tails() -> None:
    assert longest(case("A56")) == 15


def test_a58_all_trains_in_one_trail() -> None:
    assert longest(case("A58")) == 45


def test_a59_the_worst_case_of_the_usa() -> None:
    assert longest(case("A59")) == 42


def test_a60_the_worst_case_of_europe() -> None:
    assert longest(case("A60")) == 39


def test_a61_sevastopol_again() -> None:
    assert longest(case("A61")) == 25


def test_a62_madrid_and_pamplona_twice() -> None:
    assert longest(case("A62")) == 23


def test_a63_a_ring_with_one_tail() -> None:
    assert longest(case("A63")) == 31


def test_a64_two_parts_and_a_loop() -> None:
    assert longest(case("A64")) == 15


def test_a65_a_borrowed_route_is_no_part_of_it() -> None:
    own = [
        ("Edinburgh", "London", 4),
        ("Dieppe", "London", 2),
        ("Dieppe", "Paris", 1),
        ("Frankfurt", "München", 2),
        ("München", "Wien", 3),
        ("Berlin", "Wien", 3),
    ]
    assert longest(own) == 8
    assert longest([*own, ("Frankfurt", "Paris", 3)]) == 18


def test_c11_a_pure_ring_is_walked_whole() -> None:
    assert longest([("Duluth", "Winnipeg", 4), ("Winnipeg", "Helena", 4), ("Helena", "Duluth", 6)]) == 14


def test_a66_a_city_may_be_passed_again() -> None:
    ring = [("Duluth", "Winnipeg", 4), ("Winnipeg", "Helena", 4), ("Helena", "Duluth", 6)]
    assert longest([*ring, ("Duluth", "Toronto", 6)]) == 20


def test_no_routes_no_trail() -> None:
    assert longest([]) == 0


def test_two_tracks_of_one_pair_are_two_edges() -> None:
    assert longest([("Essen", "Kobenhavn", 3), ("Essen", "Kobenhavn", 3)]) == 6


def test_every_case_is_tested_here() -> None:
    here = {name.split("_")[1].upper() for name in globals() if name.startswith("test_")}
    assert set(CASES) <= here


@pytest.mark.parametrize(("name", "most"), [("A59", 100), ("A60", 100)])
def test_a59_the_worst_cases_take_few_steps(name: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain search takes 236,013 steps for A59. A step is one look at a city's edges."""
    steps = 0

    class Counted(dict[int, Any]):
        def __getitem__(self, city: int) -> Any:
            nonlocal steps
            steps += 1
            return super().__getitem__(city)

    search = graph.search
    monkeypatch.setattr(graph, "search", lambda around, *rest: search(Counted(around), *rest))
    longest(case(name))
    assert steps <= most


@pytest.mark.parametrize("seed", range(20))
def test_where_there_are_many_loops_the_bound_hides_no_trail(seed: int) -> None:
    """The trail is the one that a search without any bound comes to first."""
    pick = Random(seed)
    lines = [(city, city + 1) for city in range(7)]  # so that all of it is one part
    more = [pair for pair in combinations(range(8), 2) if pair not in lines]
    network = Network([(a, b, pick.randrange(1, 5)) for a, b in [*lines, *pick.sample(more, 6)]])
    around = network._steps(list(range(13)))
    length, used = graph.search(around, range(8), 0, 100)
    assert network.longest_trail() == (length, [place for place in range(13) if used >> place & 1])


def test_the_cheapest_pairing_spares_the_two_ends() -> None:
    """A star of 1, 2, 3 and 4: the far ends of 3 and 4 are the trail's, 1 and 2 are left out."""
    around = Network([(0, 1, 1), (0, 2, 2), (0, 3, 3), (0, 4, 4)])._steps([0, 1, 2, 3])
    assert graph.cheapest_pairing(around, [1, 2, 3, 4]) == 3


@pytest.mark.parametrize("seed", range(60))
def test_random_networks_are_as_long_as_every_walk_says(seed: int) -> None:
    edges = random_network(Random(seed))
    assert longest(edges) == naive.longest_trail(edges)


def random_network(pick: Random, size: int = 13) -> list[tuple[str, str, int]]:
    """Routes of the board, mostly next to those before."""
    board = edition().board
    routes = [
        (board.cities[its.a], board.cities[its.b], its.length) for its in board.routes if its.twin is None
    ]
    network = [pick.choice(routes)]
    for _ in range(pick.randrange(size)):
        near = {city for a, b, _ in network for city in (a, b)}
        apart = pick.random() < 0.1
        network.append(
            pick.choice(
                [
                    edge
                    for edge in routes
                    if edge not in network and (apart or edge[0] in near or edge[1] in near)
                ]
            )
        )
    return network
