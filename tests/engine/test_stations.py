"""Stations, the European Express and the end of a game of Europe. R-STATION, R-END-3, R-END-5."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from games import engine
from games.engine.board import borrowing
from games.engine.board.borrowing import Borrowing
from games.engine.board.scoring import TICKETS_STATIONS_EXPRESS
from games.engine.board.stations import BuildStation
from games.engine.parts.scoring import in_final_order
from tests.engine import naive
from tests.engine.build import (
    BLIND,
    act,
    city,
    edition,
    hand,
    keep,
    letters,
    names,
    over,
    paid,
    position,
    refused,
    station,
)
from tests.engine.playing import Game

EUROPE = "europe"
CASE = json.loads((Path(__file__).parent / "positions.json").read_text(encoding="utf-8"))["stations"][0]
A76_OWN = [tuple(names[:2]) for names in CASE["own"]]
A76_TICKETS = [tuple(names[:2]) for names in CASE["tickets"]]


def stations(state: Any, seat: int = 0) -> dict[str, set[str]]:
    """City -> every payment for a station there, of a legal one."""
    found: dict[str, set[str]] = {}
    for action in engine.legal_actions(state, seat):
        if isinstance(action, BuildStation):
            found.setdefault(state.edition.board.cities[action.city], set()).add(paid(action.cards))
    return found


def sheets(state: Any) -> dict[int, Any]:
    """The score sheets by seat."""
    return {sheet.seat: sheet for sheet in engine.scores(over(state))}


def borrowed(state: Any, seat: int = 0) -> dict[str, str]:
    """City of a station -> route, as the sheet says it."""
    (sheet,) = [
        its for its in state.edition.describe_scores(engine.scores(over(state))) if its["seat"] == seat
    ]
    found: dict[str, str] = sheet["stations"]["borrowed"]
    return found


# Building


@pytest.mark.parametrize(
    ("built", "hand", "payable"),
    [
        (0, "RBL", {"R", "B", "L"}),
        (1, "RRBLL", {"RR", "RL", "BL", "LL"}),
        (2, "RRRLLL", {"RRR", "RRL", "RLL", "LLL"}),
        (2, "RRBL", {"RRL"}),
        (2, "RRB", set()),
        (3, "RRRLLL", set()),
    ],
)
def test_a73_what_a_station_costs(built: int, hand: str, payable: set[str]) -> None:
    its = dict.fromkeys(("Paris", "Roma", "Wien")[:built], 0)
    state = position(EUROPE, hands=(hand,), stations=its)
    assert stations(state).get("berlin", set()) == payable
    assert len(stations(state)) == (47 - built if payable else 0)


@pytest.mark.parametrize(
    ("built", "cards", "refusal"),
    [
        (0, "RR", ("payment", {"needed": 1, "paid": 2})),
        (0, "G", ("cards", {"needed": 1, "have": 0, "missing": 1})),
        (1, "R", ("payment", {"needed": 2, "paid": 1})),
        (2, "RR", ("payment", {"needed": 3, "paid": 2})),
        (3, "RRR", ("no_stations", {"left": 0})),
    ],
)
def test_a73_a_wrong_payment_is_refused_in_numbers(built: int, cards: str, refusal: Any) -> None:
    its = dict.fromkeys(("Paris", "Roma", "Wien")[:built], 0)
    state = position(EUROPE, hands=("RRRBL",), stations=its)
    assert engine.refusal(state, 0, station("Berlin", cards)) == refusal
    assert refused(state, station("Berlin", cards)) == refusal[0]


def test_a73_cards_of_two_colours_pay_for_no_station() -> None:
    for cards in ({"red": 2, "blue": 1}, {"red": 1, "blue": 1, "locomotive": 1}):
        with pytest.raises(engine.IllegalAction) as caught:
            edition(EUROPE).read_action({"type": "build_station", "city": "berlin", "cards": cards})
        assert caught.value.reason == "mixed_colours"


def test_a73_a_station_is_the_whole_turn_and_its_cards_are_discarded() -> None:
    state = position(EUROPE, hands=("RRRB", "W"))
    events = act(state, station("Berlin", "R"))
    assert names(events) == ["StationBuilt", "TurnBegan"]
    assert (state.seat, hand(state), letters(state.discards)) == (1, "RRB", "R")
    assert state.stations == {city("Berlin"): 0}
    assert (state.stations_left(0), state.stations_left(1)) == (2, 3)
    assert state.trains == [45, 45]
    assert refused(state, station("Roma", "R"), seat=0) == "not_your_turn"


def test_a74_a_station_may_stand_where_nobody_has_a_route() -> None:
    state = position(EUROPE, hands=("R",))
    assert refused(state, station("Erzurum", "R")) is None


@pytest.mark.parametrize("owner", [0, 1])
def test_a74_b24_a_city_with_a_station_is_taken_for_all(owner: int) -> None:
    state = position(EUROPE, hands=("RR",), stations={"Berlin": owner})
    assert engine.refusal(state, 0, station("Berlin", "RR")) == ("station_taken", {"owner": owner})
    assert refused(state, station("Berlin", "RR")) == "station_taken"
    assert "berlin" not in stations(state)


def test_a49_in_the_last_turn_a_station_can_still_be_built() -> None:
    state = position(EUROPE, hands=("R", "W"), trains={0: 0})
    act(state, BLIND, BLIND)  # the turn that began the last round
    act(state, BLIND, BLIND)
    assert (state.seat, state.turns_left) == (0, 0)
    act(state, station("Berlin", "R"))
    assert engine.is_over(state)
    assert state.stations == {city("Berlin"): 0}


def test_a14_who_can_build_a_station_does_not_pass() -> None:
    state = position(EUROPE, hands=("", "W"), row="R....", deck="", ticket_deck=0)
    state.trains = [0, 0]
    events = act(state, engine.legal_actions(state, 0)[0])
    assert "TurnPassed" not in names(events)
    assert state.seat == 1
    assert stations(state, 1)["roma"] == {"W"}


def test_a14_who_has_neither_cards_nor_stations_does() -> None:
    its = {"Paris": 1, "Roma": 1, "Wien": 1}
    state = position(EUROPE, hands=("", "W"), row="R....", deck="", ticket_deck=0, stations=its)
    state.trains = [0, 0]
    events = act(state, engine.legal_actions(state, 0)[0])
    assert names(events)[-1] == "TurnBegan"
    assert "TurnPassed" in names(events)


def test_one_and_two_cards_refill_the_row() -> None:
    state = position(EUROPE, hands=("RR",), row="W....", deck="")
    act(state, station("Berlin", "R"))
    assert "".join("." if card is None else "x" for card in state.row) == "xx..."


# Borrowing


def test_a76_one_borrowed_route_serves_three_tickets() -> None:
    state = position(
        EUROPE,
        own={0: A76_OWN, 1: [("Frankfurt", "Paris", "white")]},
        stations={"Paris": 0},
        tickets={0: A76_TICKETS},
    )
    sheet = sheets(state)[0]
    assert sheet.routes == CASE["route_points"] == 20
    assert sum(line.points for line in sheet.tickets) == CASE["ticket_points"] == 25
    assert sheet.parts["stations"][:2] == (2, 8)
    assert sheet.total - sheet.parts["longest_path"].bonus == CASE["total"] == 53
    assert borrowed(state) == {"paris": "frankfurt--paris--2"}


def test_a65_a_borrowed_route_is_no_part_of_the_longest_path() -> None:
    state = position(
        EUROPE,
        own={0: A76_OWN, 1: [("Frankfurt", "Paris", "white")]},
        stations={"Paris": 0, "München": 0},  # one stands on the owner's line and does not cut it
        tickets={0: A76_TICKETS},
    )
    assert borrowed(state) == {"paris": "frankfurt--paris--2"}
    path = sheets(state)[0].parts["longest_path"]
    trail = [state.edition.board.routes[number].id for number in path.routes]
    assert (path.length, sorted(trail)) == (8, ["berlin--wien", "frankfurt--munchen", "munchen--wien"])


def test_a65_whoever_has_the_longest_alone_has_the_express() -> None:
    line = [("Berlin", "Danzig"), ("Danzig", "Riga"), ("Riga", "Wilno")]
    state = position(
        EUROPE,
        own={0: A76_OWN, 1: [("Frankfurt", "Paris", "white"), *line]},
        stations={"Paris": 0},
        tickets={0: A76_TICKETS},
    )
    its = sheets(state)
    trails = [
        (its[seat].parts["longest_path"].length, its[seat].parts["longest_path"].bonus) for seat in (0, 1)
    ]
    assert trails == [(8, 0), (11, 10)]


def test_a74_a_station_without_a_route_of_another_borrows_nothing_and_costs_its_points() -> None:
    state = position(EUROPE, own={0: A76_OWN}, stations={"Erzurum": 0}, tickets={0: [("Paris", "Wien")]})
    assert borrowed(state) == {}
    assert sheets(state)[0].parts["stations"] == (2, 8, {})
    assert sheets(state)[1].parts["stations"] == (3, 12, {})


def test_the_own_routes_of_a_city_cannot_be_borrowed_and_change_nothing() -> None:
    state = position(EUROPE, own={0: A76_OWN}, stations={"Paris": 0}, tickets={0: A76_TICKETS})
    assert borrowed(state) == {}
    # Own routes: Edinburgh to Paris, and Frankfurt to Berlin: none of the three tickets.
    assert [line.completed for line in sheets(state)[0].tickets] == [False, False, False]


Wanted = tuple[str, str, int]
FORK = {  # from Paris one borrowed route leads to Berlin, or to Marseille and Roma
    0: [("Brest", "Paris"), ("Berlin", "Frankfurt", "black"), ("Marseille", "Roma")],
    1: [("Frankfurt", "Paris", "white"), ("Marseille", "Paris")],
}


def best(
    own: Mapping[int, Sequence[tuple[str, ...]]], built: Sequence[str], *wanted: Wanted
) -> dict[str, str]:
    """What these stations of seat 0 borrow for tickets that the edition need not have."""
    state = position(EUROPE, own=own, stations=dict.fromkeys(built, 0))
    board = state.edition.board
    tickets = [SimpleNamespace(a=city(a), b=city(b), points=points) for a, b, points in wanted]
    its: Any = SimpleNamespace(around=board.around, routes=board.routes, tickets=tickets)
    found = Borrowing(its, state.owner, state.stations, 0).best(range(len(tickets)))
    return {board.cities[place]: board.routes[number].id for place, number in found.items()}


def test_two_borrowed_routes_may_follow_each_other() -> None:
    own = {0: [("Brest", "Paris")], 1: [("Frankfurt", "Paris", "white"), ("Frankfurt", "München")]}
    both = {"paris": "frankfurt--paris--2", "munchen": "frankfurt--munchen"}
    assert best(own, ["Paris", "München"], ("Brest", "München", 5)) == both
    assert best(own, ["Paris"], ("Brest", "München", 5)) == {}


def test_of_two_tickets_that_exclude_each_other_the_one_with_more_points_is_completed() -> None:
    east, south = ("Brest", "Berlin", 7), ("Brest", "Roma", 9)
    assert best(FORK, ["Paris"], east, south) == {"paris": "marseille--paris"}
    assert best(FORK, ["Paris"], ("Brest", "Berlin", 10), south) == {"paris": "frankfurt--paris--2"}


def test_of_equal_points_more_completed_tickets_are_better() -> None:
    one, two = [("Brest", "Berlin", 9)], [("Brest", "Roma", 5), ("Brest", "Marseille", 4)]
    assert best(FORK, ["Paris"], *one, *two) == {"paris": "marseille--paris"}
    assert best(FORK, ["Paris"], *two, *one) == {"paris": "marseille--paris"}


def test_one_borrowed_route_is_named_where_one_will_do() -> None:
    """Over Frankfurt and München two stations would have to help, over Wien one."""
    own = {
        0: [("Frankfurt", "München"), ("Budapest", "Wien")],
        1: [("Berlin", "Frankfurt", "black"), ("München", "Wien"), ("Berlin", "Wien")],
    }
    assert best(own, ["Berlin", "München"], ("Berlin", "Budapest", 5)) == {"berlin": "berlin--wien"}
    del own[1][2]
    both = {"berlin": "berlin--frankfurt--1", "munchen": "munchen--wien"}
    assert best(own, ["Berlin", "München"], ("Berlin", "Budapest", 5)) == both


def test_a_station_that_is_not_needed_borrows_nothing() -> None:
    helpers = ["Paris", "Berlin"]
    assert best(FORK, helpers, ("Brest", "Roma", 9)) == {"paris": "marseille--paris"}


@pytest.mark.parametrize("seed", range(40))
def test_random_positions_are_scored_as_brute_force_scores_them(seed: int) -> None:
    state = random_end(Random(seed))
    dumped = state.edition.dump(state)
    naive.same_score(EUROPE, dumped, state.edition.describe_scores(engine.scores(state)))


def random_end(pick: Random, seats: int = 3) -> Any:
    """The end of a game in which a seat has three stations and many tickets, routes lying about."""
    state = position(EUROPE, seats=seats)
    board = state.edition.board
    share: dict[int, list[tuple[str, ...]]] = {seat: [] for seat in range(seats)}
    trains = [45] * seats
    order = list(range(len(board.routes)))
    pick.shuffle(order)
    owner: dict[int, int] = {}
    for number in order[:60]:
        seat = pick.choices(range(seats), (1, 3, 3))[0]
        its = board.routes[number]
        if trains[seat] >= its.length and its.twin not in owner and len(share[seat]) < 14:
            owner[number], trains[seat] = seat, trains[seat] - its.length
            share[seat].append(
                (board.cities[its.a], board.cities[its.b], board.data["routes"][number]["colour"])
            )
    built = pick.sample(board.cities, 9)
    its = {name: place // 3 for place, name in enumerate(built)}
    state = over(position(EUROPE, seats=seats, own=share, stations=its))
    tickets = pick.sample(range(len(board.tickets)), 36)
    state.tickets = [tuple(sorted(tickets[seat * 12 : seat * 12 + 12])) for seat in range(seats)]
    state.ticket_deck, state.box = [], tuple(set(range(len(board.tickets))) - {*tickets})
    return state


def test_the_worst_case_tries_few_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every ticket in one hand, the busiest cities, all routes of others: within a fraction of 100 ms.

    Counted in ways, each of which looks at 46 tickets once: no more than the routes of the three
    cities allow, however many tickets there are.
    """
    state = position(EUROPE, seats=5)
    board = state.edition.board
    busiest = sorted(
        range(len(board.cities)), key=lambda place: -sum(place in (its.a, its.b) for its in board.routes)
    )[:3]
    state.owner = [1] * len(board.routes)
    state.stations = dict.fromkeys(busiest, 0)
    tried, joined = count(), borrowing.joined
    monkeypatch.setattr(borrowing, "joined", lambda offers: (next(tried), joined(offers))[1])
    found = Borrowing(board, state.owner, state.stations, 0).best(range(len(board.tickets)))
    neighbours = [
        len(
            {
                *[its.a for its in board.routes if its.b == place],
                *[its.b for its in board.routes if its.a == place],
            }
        )
        for place in busiest
    ]
    ways = (neighbours[0] + 1) * (neighbours[1] + 1) * (neighbours[2] + 1)
    assert ways <= 600
    assert next(tried) == ways
    assert len(found) == 3


# What own tickets say during the game


def shown(state: Any, seat: int = 0) -> dict[str, Any]:
    """Ticket -> what it says of stations."""
    its = state.edition.describe_view(engine.view(state, seat))["you"]["tickets"]
    return {ticket["id"]: ticket["station"] for ticket in its}


def test_a_ticket_says_what_a_station_would_do_for_it() -> None:
    own: Mapping[int, Sequence[tuple[str, ...]]] = {0: A76_OWN, 1: [("Frankfurt", "Paris", "white")]}
    tickets = {0: [*A76_TICKETS, ("Erzurum", "Rostov")]}
    state = position(EUROPE, own=own, tickets=tickets)
    helps = {"city": "frankfurt", "route": "frankfurt--paris--2", "built": False}
    assert shown(state) == {
        "paris--wien": helps,
        "london--wien": helps,
        "berlin--london": helps,
        "erzurum--rostov": None,
    }


def test_a_ticket_says_that_a_station_completes_it() -> None:
    own: Mapping[int, Sequence[tuple[str, ...]]] = {0: A76_OWN, 1: [("Frankfurt", "Paris", "white")]}
    state = position(EUROPE, own=own, tickets={0: A76_TICKETS}, stations={"Paris": 0})
    helps = {"city": "paris", "route": "frankfurt--paris--2", "built": True}
    assert set(map(str, shown(state).values())) == {str(helps)}


def test_a_city_that_has_a_station_and_a_seat_that_has_none_left_do_not_help() -> None:
    own: Mapping[int, Sequence[tuple[str, ...]]] = {0: A76_OWN, 1: [("Frankfurt", "Paris", "white")]}
    taken = {"Paris": 1, "Frankfurt": 1}
    assert set(shown(position(EUROPE, own=own, tickets={0: A76_TICKETS}, stations=taken)).values()) == {None}
    spent = {"Roma": 0, "Brest": 0, "Riga": 0}
    assert set(shown(position(EUROPE, own=own, tickets={0: A76_TICKETS}, stations=spent)).values()) == {None}


def test_a_station_that_stands_and_one_more_may_complete_a_ticket_together() -> None:
    state = position(
        EUROPE,
        own={
            0: [("Brest", "Paris"), ("Berlin", "Wien")],
            1: [("Frankfurt", "Paris", "white"), ("Frankfurt", "München"), ("München", "Wien")],
        },
        stations={"Paris": 0},
        tickets={0: [("Paris", "Wien")]},
    )
    assert shown(state) == {"paris--wien": None}  # three routes of another are too many for two stations
    closer = position(
        EUROPE,
        own={
            0: [("Brest", "Paris"), ("München", "Wien")],
            1: [("Frankfurt", "Paris", "white"), ("Frankfurt", "München")],
        },
        stations={"Paris": 0},
        tickets={0: [("Paris", "Wien")]},
    )
    assert shown(closer) == {
        "paris--wien": {"city": "frankfurt", "route": "frankfurt--munchen", "built": False}
    }


def test_what_a_station_would_bring_is_told_before_it_is_built() -> None:
    own: Mapping[int, Sequence[tuple[str, ...]]] = {0: A76_OWN, 1: [("Frankfurt", "Paris", "white")]}
    state = position(EUROPE, own=own, hands=("GGB",), tickets={0: A76_TICKETS}, stations={"Roma": 0})
    told = state.edition.describe_station(engine.view(state, 0), "paris")
    assert told["nearest"] == {"type": "build_station", "city": "paris", "cards": {"green": 2}}
    assert [ticket["station"]["built"] for ticket in told["tickets"]] == [True] * 3
    assert state.stations == {city("Roma"): 0}
    spent = position(EUROPE, hands=("GGB",), stations={"Roma": 0, "Brest": 0, "Riga": 0})
    assert spent.edition.describe_station(engine.view(spent, 0), "paris")["nearest"] is None


# Ties


def seat_of(seat: int, total: int, completed: int, unused: int, express: int) -> Any:
    """A sheet with what R-END-5 asks for."""
    parts = {"stations": SimpleNamespace(unused=unused), "longest_path": SimpleNamespace(bonus=express)}
    return SimpleNamespace(seat=seat, total=total, completed=completed, parts=parts, place=0, tie_break=None)


def placed(*rows: tuple[int, int, int, int]) -> list[tuple[int, int, str | None]]:
    """(seat, place, tie-break) in final order."""
    ordered = in_final_order([seat_of(seat, *row) for seat, row in enumerate(rows)], TICKETS_STATIONS_EXPRESS)
    return [(sheet.seat, sheet.place, sheet.tie_break) for sheet in ordered]


def test_more_completed_tickets_come_first() -> None:
    assert placed((110, 5, 3, 10), (110, 6, 0, 0)) == [(1, 1, "tickets"), (0, 2, "tickets")]


def test_then_fewer_stations_used() -> None:
    assert placed((110, 5, 1, 10), (110, 5, 2, 0)) == [(1, 1, "stations"), (0, 2, "stations")]


def test_then_the_european_express() -> None:
    assert placed((110, 5, 2, 0), (110, 5, 2, 10)) == [(1, 1, "express"), (0, 2, "express")]


def test_c12_two_without_the_express_share_whatever_their_paths() -> None:
    rows = placed((110, 5, 3, 0), (110, 5, 3, 0), (90, 5, 3, 10))
    assert rows == [(0, 1, "shared"), (1, 1, "shared"), (2, 3, None)]


# The long tickets


def test_r_setup_5_what_is_not_kept_leaves_the_game_and_so_do_undealt_long_ones() -> None:
    state, _ = engine.start(edition(EUROPE), 2, {}, Random(4))
    long_ones = {*state.edition.board.long_tickets}
    dealt = [{*offered} for offered in state.offered]
    assert [len(its & long_ones) for its in dealt] == [1, 1]
    assert [len(its) for its in dealt] == [4, 4]
    before = list(state.ticket_deck)
    assert len(before) == 40 - 6
    assert not long_ones & {*before}
    kept = [sorted(its)[:2] for its in dealt]
    act(state, keep(*kept[0]), seat=0)
    assert state.ticket_deck == before
    act(state, keep(*kept[1]), seat=1)
    assert state.ticket_deck == before  # nothing goes under the deck
    gone = {*range(46)} - {*before} - {*kept[0]} - {*kept[1]}
    assert {*state.box} == gone
    assert len(gone) == 4 + 4  # not kept, and long ones that nobody was dealt


def test_a34_two_of_the_four_first_tickets_are_kept_at_least_and_any_two_will_do() -> None:
    state, _ = engine.start(edition(EUROPE), 2, {}, Random(4))
    offered = sorted(state.offered[0])
    assert refused(state, keep(offered[0]), seat=0) == "keep_too_few"
    sizes = [len(action.tickets) for action in engine.legal_actions(state, 0)]
    assert (sizes.count(2), sizes.count(3), sizes.count(4)) == (6, 4, 1)
    regular = [ticket for ticket in offered if ticket not in state.edition.board.long_tickets]
    assert refused(state, keep(*regular[:2]), seat=0) is None


@pytest.mark.parametrize("seed", range(8))
def test_a_guess_deals_a_long_ticket_where_there_are_too_few_others(seed: int) -> None:
    """Seat 1 holds all that is left: every regular ticket but two, and a long one."""
    state = position(EUROPE, ticket_deck=0)
    board = state.edition.board
    state.tickets = [board.regular_tickets[:2], (*board.regular_tickets[2:], board.long_tickets[0])]
    state.box = board.long_tickets[1:]
    guess = engine.determinize(engine.view(state, 0), Random(seed))
    assert [len(kept) for kept in guess.tickets] == [2, 39]
    held_long = {*board.long_tickets} & {*guess.tickets[1]}
    assert len(held_long) == 1
    assert sorted([*guess.tickets[0], *guess.tickets[1], *guess.box]) == list(range(46))


@pytest.mark.parametrize("temper", ["collector", "kind"])
def test_a_view_can_always_be_guessed_from(temper: str) -> None:
    """Over a whole game in which all tickets are drawn."""
    pick = Random(6)
    for moment in Game(edition(EUROPE), 2, {}, 6).moments(temper):
        if moment.seq % 5 == 0:
            for viewer in (0, 1, None):
                view = engine.view(moment.state, viewer)
                assert engine.view(engine.determinize(view, pick), viewer) == view
