"""Final scoring: tickets, bonuses, places, ties. R-END-2 to R-END-6."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games import engine
from games.engine.board.scoring import TICKETS_THEN_PATH
from games.engine.parts.scoring import in_final_order
from tests.engine.build import edition, over, position

# The pairs of case A50; A66 has the same networks.
COAST = [
    ("Portland", "Seattle"),
    ("Portland", "San Francisco", "green"),
    ("Los Angeles", "San Francisco", "yellow"),
    ("El Paso", "Los Angeles"),
    ("Dallas", "El Paso"),
    ("Dallas", "Houston"),
]
RING = [("Duluth", "Winnipeg"), ("Helena", "Winnipeg"), ("Duluth", "Helena"), ("Duluth", "Toronto")]
TWELVE = [("Seattle", "Helena"), ("Denver", "Helena"), ("Dallas", "Oklahoma City")]


def sheets(state: Any) -> dict[int, Any]:
    """The score sheets by seat."""
    return {sheet.seat: sheet for sheet in engine.scores(over(state))}


def test_a40_two_tickets_on_one_network_both_count() -> None:
    state = position(
        own={
            0: [
                ("Kansas City", "Oklahoma City"),
                ("Oklahoma City", "Dallas"),
                ("Dallas", "Houston"),
                ("Kansas City", "Omaha"),
                ("Omaha", "Duluth"),
                ("Duluth", "Sault St. Marie"),
            ]
        },
        tickets={0: [("Kansas City", "Houston"), ("Sault St. Marie", "Oklahoma City")]},
    )
    sheet = sheets(state)[0]
    assert [(line.points, line.completed) for line in sheet.tickets] == [(5, True), (9, True)]


def test_a43_a_score_may_be_negative_and_stands_below_nought() -> None:
    state = position(
        tickets={0: [("Boston", "Miami"), ("Calgary", "Phoenix")]},
    )
    ordered = engine.scores(over(state))
    assert [(sheet.seat, sheet.total, sheet.place) for sheet in ordered] == [(1, 0, 1), (0, -25, 2)]
    assert [line.points for line in ordered[1].tickets] == [-12, -13]
    assert edition().describe_scores(ordered)[1]["total"] == -25


def test_a50_a_whole_final_score() -> None:
    state = position(
        own={0: COAST, 1: RING},
        tickets={
            0: [("Los Angeles", "Seattle"), ("Denver", "El Paso"), ("Houston", "Kansas City")],
            1: [("Duluth", "Houston"), ("Nashville", "Sault St. Marie")],
        },
    )
    its = sheets(state)
    assert (its[0].routes, its[1].routes) == (38, 44)
    assert sorted(line.points for line in its[0].tickets) == [-5, -4, 9]
    assert (its[0].parts["longest_path"].length, its[1].parts["longest_path"].length) == (20, 20)
    assert (its[0].total, its[1].total) == (48, 38)
    assert (its[0].place, its[1].place) == (1, 2)
    assert its[0].tie_break is None


@pytest.mark.parametrize("seats", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_a66_all_who_share_the_longest_path_get_the_bonus(seats: tuple[int, int, int]) -> None:
    a, b, c = seats
    its = sheets(position(seats=3, own={a: COAST, b: RING, c: TWELVE}))
    assert [its[seat].parts["longest_path"].length for seat in (a, b, c)] == [20, 20, 10]
    assert [its[seat].parts["longest_path"].bonus for seat in (a, b, c)] == [10, 10, 0]


def test_a67_without_any_route_nobody_has_the_longest_path() -> None:
    its = sheets(position(seats=3))
    assert [its[seat].parts["longest_path"].bonus for seat in range(3)] == [0, 0, 0]
    assert [its[seat].total for seat in range(3)] == [0, 0, 0]


def test_a67_a_path_of_one_is_enough_if_nobody_has_more() -> None:
    its = sheets(position(seats=3, own={1: [("Dallas", "Houston")]}))
    assert [its[seat].parts["longest_path"].bonus for seat in range(3)] == [0, 10, 0]


def test_an_edition_without_the_bonus_says_nothing_of_it() -> None:
    its = sheets(position("usa-1910", own={0: RING}))
    assert "longest_path" not in its[0].parts
    assert its[0].total == its[0].routes == 44


# Globetrotter


def trotters(*completed: int) -> dict[int, Any]:
    """Three seats of Mega; the first and the last hold a ticket, completed (1) or not (0)."""
    routes = [
        [("Kansas City", "Oklahoma City"), ("Oklahoma City", "Dallas"), ("Dallas", "Houston")],
        [],
        [("Boston", "New York"), ("New York", "Washington")],
    ]
    tickets = [[("Houston", "Kansas City")], [], [("Boston", "Washington")]]
    own = {seat: routes[seat] for seat, number in enumerate(completed) if number}
    held = {seat: tickets[seat] for seat in range(len(completed))}
    return sheets(position("usa-mega", seats=len(completed), own=own, tickets=held))


def test_most_completed_tickets_get_the_globetrotter() -> None:
    its = trotters(1, 0, 0)
    assert [its[seat].parts["globetrotter"].bonus for seat in range(3)] == [15, 0, 0]


def test_all_who_completed_as_many_share_the_globetrotter_in_full() -> None:
    its = trotters(1, 0, 1)
    assert [its[seat].parts["globetrotter"].completed for seat in range(3)] == [1, 0, 1]
    assert [its[seat].parts["globetrotter"].bonus for seat in range(3)] == [15, 0, 15]


def test_nobody_is_globetrotter_without_a_completed_ticket() -> None:
    its = trotters(0, 0, 0)
    assert [its[seat].parts["globetrotter"].bonus for seat in range(3)] == [0, 0, 0]


def test_a71_one_seat_may_take_both_bonuses_in_mega() -> None:
    state = position(
        "usa-mega",
        own={0: [("Boston", "New York"), ("New York", "Washington")]},
        tickets={0: [("Boston", "Washington")]},
    )
    sheet = sheets(state)[0]
    assert (sheet.parts["longest_path"].bonus, sheet.parts["globetrotter"].bonus) == (10, 15)
    assert sheet.total == 2 + 2 + 4 + 25


# Order


def sheet(seat: int, total: int, completed: int = 0, trail: int = 0) -> Any:
    """No more of a score sheet than the order looks at."""
    return SimpleNamespace(seat=seat, total=total, completed=completed, trail=trail, place=0, tie_break=None)


def ordered(*its: Any) -> list[tuple[int, int, str | None]]:
    """(seat, place, tie-break) in final order."""
    return [(it.seat, it.place, it.tie_break) for it in in_final_order(its, TICKETS_THEN_PATH)]


def test_most_points_win() -> None:
    assert ordered(sheet(0, 99), sheet(1, 100), sheet(2, -3)) == [(1, 1, None), (0, 2, None), (2, 3, None)]


def test_a68_of_equal_points_more_completed_tickets_win() -> None:
    found = ordered(sheet(0, 100, 5, 40), sheet(1, 100, 6, 10))
    assert found == [(1, 1, "tickets"), (0, 2, "tickets")]


def test_a68_then_the_longer_longest_path_also_where_a_third_has_the_bonus() -> None:
    found = ordered(sheet(0, 100, 5, 16), sheet(1, 100, 5, 20), sheet(2, 90, 5, 30))
    assert found == [(1, 1, "longest_path"), (0, 2, "longest_path"), (2, 3, None)]


def test_a68_else_the_place_is_shared_and_the_next_one_left_out() -> None:
    found = ordered(sheet(0, 80, 5, 20), sheet(1, 100, 5, 20), sheet(2, 100, 5, 20))
    assert found == [(1, 1, "shared"), (2, 1, "shared"), (0, 3, None)]


def test_of_three_equals_each_names_the_last_thing_that_was_asked() -> None:
    found = ordered(sheet(0, 100, 5, 16), sheet(1, 100, 6, 10), sheet(2, 100, 5, 20))
    assert found == [(1, 1, "tickets"), (2, 2, "longest_path"), (0, 3, "longest_path")]


def test_of_three_equals_two_may_share_behind_the_first() -> None:
    found = ordered(sheet(0, 100, 5, 16), sheet(1, 100, 6, 10), sheet(2, 100, 5, 16))
    assert found == [(1, 1, "tickets"), (0, 2, "shared"), (2, 2, "shared")]


def test_three_may_share_one_place() -> None:
    found = ordered(sheet(2, -7), sheet(0, -7), sheet(1, -7))
    assert found == [(0, 1, "shared"), (1, 1, "shared"), (2, 1, "shared")]


def test_two_ties_in_one_game_are_told_apart() -> None:
    found = ordered(sheet(0, 50, 1), sheet(1, 100, 2), sheet(2, 50, 2), sheet(3, 100, 2))
    assert found == [(1, 1, "shared"), (3, 1, "shared"), (2, 3, "tickets"), (0, 4, "tickets")]


def test_the_path_breaks_ties_also_where_the_edition_gives_no_bonus_for_it() -> None:
    state = position(
        "usa-1910",
        own={
            0: [("Dallas", "Houston"), ("Atlanta", "Nashville")],
            1: [("Portland", "Seattle"), ("Seattle", "Vancouver")],
        },
    )
    ordered_sheets = engine.scores(over(state))
    assert [(it.seat, it.total, it.place, it.tie_break) for it in ordered_sheets] == [
        (1, 2, 1, "longest_path"),
        (0, 2, 2, "longest_path"),
    ]
