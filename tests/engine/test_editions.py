"""The data: numbers of each edition, cities, routes, tickets. Section 1 of the rules, cases A44, A45, C16."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games import engine
from tests.engine import naive
from tests.engine.build import edition, slug
from tests.engine.table import COLOURS, NUMBERS, POINTS

EDITIONS = pytest.mark.parametrize("name", NUMBERS)


@EDITIONS
def test_the_numbers_of_the_edition(name: str) -> None:
    its, numbers = edition(name), NUMBERS[name]
    rules = its.describe()["rules"]
    assert its.players == range(2, 6)
    assert rules["trains"] == 45
    assert rules["stations"] == numbers.stations
    assert rules["hand"] == 4
    first = {"dealt": numbers.dealt, "keep": numbers.keep_first, "long": numbers.long}
    assert rules["first_tickets"] == first
    assert rules["later_tickets"] == {"drawn": numbers.drawn, "keep": numbers.keep_later}
    assert rules["last_round_at"] == 2
    assert rules["twins_closed_up_to"] == 3
    bonuses = {"longest_path": numbers.longest_path, "globetrotter": numbers.globetrotter}
    assert rules["bonuses"] == {bonus: points for bonus, points in bonuses.items() if points}
    assert rules["cards"] == {**dict.fromkeys(COLOURS, 12), "locomotive": 14}
    lengths = {route["length"] for route in its.describe()["routes"]}
    assert rules["route_points"] == {length: POINTS[length] for length in lengths}
    assert rules["station_points"] == (4 if numbers.stations else 0)


@EDITIONS
def test_a71_the_number_of_tickets(name: str) -> None:
    assert len(edition(name).board.tickets) == NUMBERS[name].tickets


def test_a71_five_players_of_mega_leave_44_tickets() -> None:
    state, _ = engine.start(edition("usa-mega"), 5, {}, Random(0))
    assert len(state.ticket_deck) == 69 - 25


def test_a44_the_board_of_the_usa() -> None:
    data = edition().board.data
    routes = data["routes"]
    pairs = Counter(tuple(sorted(route["cities"])) for route in routes)
    assert (len(data["cities"]), len(routes), len(pairs)) == (36, 100, 78)
    assert sum(number == 2 for number in pairs.values()) == 22
    assert max(pairs.values()) == 2
    assert sum(route["length"] for route in routes) == 309
    colours = Counter(route["colour"] for route in routes)
    assert colours == {**dict.fromkeys(COLOURS, 7), "grey": 44}
    assert {route["length"] for route in routes} == {1, 2, 3, 4, 5, 6}
    assert not any(route["tunnel"] or route["locomotives"] for route in routes)


def test_a44_the_board_of_europe() -> None:
    data = edition("europe").board.data
    routes = data["routes"]
    pairs = Counter(tuple(sorted(route["cities"])) for route in routes)
    assert (len(data["cities"]), len(routes), len(pairs)) == (47, 101, 90)
    assert sum(number == 2 for number in pairs.values()) == 11
    assert max(pairs.values()) == 2
    assert sum(route["length"] for route in routes) == 300
    colours = Counter(route["colour"] for route in routes)
    assert colours == {**dict.fromkeys(COLOURS, 8), "grey": 37}
    assert Counter(route["length"] for route in routes) == {1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1}
    assert sum(route["tunnel"] for route in routes) == 18
    ferries = [route for route in routes if route["locomotives"]]
    assert (len(ferries), sum(route["locomotives"] for route in ferries)) == (13, 17)
    assert all(route["colour"] == "grey" and not route["tunnel"] for route in ferries)
    assert naive.reached("edinburgh", [(*route["cities"], 1) for route in routes]) == {
        city["id"] for city in data["cities"]
    }


def test_a44_the_tickets_of_europe() -> None:
    tickets = edition("europe").board.data["tickets"]
    long_ones = [ticket["points"] for ticket in tickets if ticket["sets"] == ["long"]]
    regular = [ticket["points"] for ticket in tickets if ticket["sets"] == ["regular"]]
    assert (len(regular), sum(regular)) == (40, 321)
    assert (len(long_ones), sum(long_ones)) == (6, 123)
    routes = edition("europe").board.data["routes"]
    more = {ticket["id"]: ticket["points"] - naive.shortest(routes, *ticket["cities"]) for ticket in tickets}
    assert {name: points for name, points in more.items() if points} == {
        "london--wien": 1,
        "athina--edinburgh": 1,
    }


@pytest.mark.parametrize("name", ["usa-mega", "europe"])
def test_a44_ids_are_unique_and_name_what_is_there(name: str) -> None:
    data = edition(name).board.data
    cities = {city["id"] for city in data["cities"]}
    for things in (data["cities"], data["routes"], data["tickets"]):
        assert len({thing["id"] for thing in things}) == len(things)
    for thing in [*data["routes"], *data["tickets"]]:
        assert set(thing["cities"]) <= cities
        assert len(set(thing["cities"])) == 2


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_a44_the_tracks_of_a_double_route_are_equally_long(name: str) -> None:
    board = edition(name).board
    for place, route in enumerate(board.routes):
        if route.twin is not None:
            twin = board.routes[route.twin]
            assert (twin.twin, twin.length, {twin.a, twin.b}) == (place, route.length, {route.a, route.b})


@pytest.mark.parametrize(("name", "number"), [("usa", 10), ("europe", 2)])
def test_a22_pairs_of_twins_that_are_grey_and_alike(name: str, number: int) -> None:
    routes = edition(name).board.data["routes"]
    grey = Counter(tuple(route["cities"]) for route in routes if route["colour"] == "grey")
    assert sum(tracks == 2 for tracks in grey.values()) == number


def test_a44_every_city_can_be_reached() -> None:
    data = edition().board.data
    edges = [(*route["cities"], route["length"]) for route in data["routes"]]
    assert naive.reached("miami", edges) == {city["id"] for city in data["cities"]}


def test_a44_lengths_that_were_wrong_elsewhere() -> None:
    lengths = {frozenset(route["cities"]): route["length"] for route in edition().board.data["routes"]}
    for a, b, length in [
        ("Atlanta", "New Orleans", 4),
        ("Kansas City", "Omaha", 1),
        ("Charleston", "Raleigh", 2),
    ]:
        assert lengths[frozenset({slug(a), slug(b)})] == length
    assert frozenset({"chicago", "boston"}) not in lengths


@pytest.mark.parametrize(("name", "points"), [("usa", 349), ("usa-1910", 391)])
def test_a44_the_points_of_all_tickets(name: str, points: int) -> None:
    assert sum(ticket.points for ticket in edition(name).board.tickets) == points


def test_a44_a_ticket_of_the_base_set_is_worth_its_shortest_way_but_for_five() -> None:
    data = edition("usa").board.data
    more = Counter(
        ticket["points"] - naive.shortest(data["routes"], *ticket["cities"]) for ticket in data["tickets"]
    )
    assert set(more) <= {0, 1, 2}
    assert more.total() - more[0] == 5


@pytest.mark.parametrize(
    ("a", "b", "mega", "base"),
    [
        ("Los Angeles", "Miami", 19, 20),
        ("Los Angeles", "New York", 20, 21),
        ("Seattle", "New York", 20, 22),
        ("Sault St. Marie", "Oklahoma City", 8, 9),
        ("Boston", "Washington", 4, None),
        ("Montréal", "Chicago", 7, None),
        ("Vancouver", "Portland", 2, None),
        ("Winnipeg", "Omaha", 6, None),
    ],
)
def test_a45_reprinted_tickets_have_other_values(a: str, b: str, mega: int, base: int | None) -> None:
    def worth(name: str) -> list[int]:
        return [
            ticket["points"]
            for ticket in edition(name).board.data["tickets"]
            if set(ticket["cities"]) == {slug(a), slug(b)}
        ]

    assert worth("usa-mega") == [mega]
    assert worth("usa") == ([] if base is None else [base])


@pytest.mark.parametrize(
    ("name", "a", "b", "trains"),
    [
        ("usa", "los-angeles", "new-york", 20),
        ("europe", "angora", "smyrna", 3),
        ("europe", "edinburgh", "athina", 20),
        ("europe", "london", "wien", 9),
    ],
)
def test_c16_shortest_ways(name: str, a: str, b: str, trains: int) -> None:
    assert naive.shortest(edition(name).board.data["routes"], a, b) == trains


# The Card Game (docs/sources.md)


def test_the_numbers_of_the_card_game() -> None:
    its = engine.EDITIONS["card-game"]
    described = its.describe()
    rules = described["rules"]
    assert its.players == range(2, 5)
    assert rules["cards"] == {**dict.fromkeys(COLOURS, 10), "locomotive": 16}
    assert (rules["given"], rules["dealt"], rules["hand"], rules["second_hand"]) == (1, 7, 8, 4)
    assert rules["first_tickets"] == {"dealt": 6, "keep": 1, "long": 0}
    assert rules["later_tickets"] == {"drawn": 4, "keep": 0}
    assert len(described["tickets"]) == 46
    assert {its["city"]: its["points"] for its in described["big_cities"]} == {
        "seattle": 8,
        "los-angeles": 12,
        "chicago": 12,
        "dallas": 10,
        "new-york": 15,
        "miami": 8,
    }


def test_tickets_of_the_card_game_are_worth_the_shortest_way_on_the_map_of_the_usa() -> None:
    described = engine.EDITIONS["card-game"].describe()
    routes = engine.EDITIONS["usa"].describe()["routes"]
    big = {its["city"] for its in described["big_cities"]}
    for ticket in described["tickets"]:
        assert ticket["points"] == naive.shortest(routes, *ticket["cities"])
        assert sum(ticket["requires"].values()) == -(-ticket["points"] // 5)
        assert max(ticket["requires"].values()) <= 2
        assert big & {*ticket["cities"]}


def test_colours_that_tickets_of_the_card_game_ask_for() -> None:
    """The balance of the set, counted by hand: 132 discs on 46 tickets."""
    tickets = engine.EDITIONS["card-game"].describe()["tickets"]
    discs = sum((Counter(ticket["requires"]) for ticket in tickets), Counter())
    assert discs == Counter(red=16, orange=16, yellow=17, green=16, blue=18, purple=16, black=16, white=17)
    assert Counter(sum(ticket["requires"].values()) for ticket in tickets) == {
        1: 2,
        2: 17,
        3: 14,
        4: 11,
        5: 2,
    }


def test_cities_of_the_card_game_are_called_as_on_the_map_of_the_usa() -> None:
    on_the_map = {city["id"]: city["names"] for city in engine.EDITIONS["usa"].describe()["cities"]}
    for city in engine.EDITIONS["card-game"].describe()["cities"]:
        assert city["names"] == on_the_map[city["id"]]


@pytest.mark.parametrize("name", engine.EDITIONS)
def test_no_event_has_a_field_that_says_who_made_the_move_and_when(name: str) -> None:
    """An event is told as {seq, n, seat, by, at, type, ...}: a field of that name would hide the move's."""
    its = engine.EDITIONS[name]
    for kind in its.events:  # type: ignore[attr-defined]
        assert not {"seq", "n", "by", "at", "type"} & {*kind._fields}
