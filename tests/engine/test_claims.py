"""Claiming routes: R-CLAIM, R-DOUBLE, and why a claim is refused."""

from __future__ import annotations

import pytest

from games import engine
from games.engine.board.claims import POINTS, ClaimRoute, nearest_payment
from games.engine.parts.payments import Payment
from tests.engine.build import (
    BLIND,
    DRAW_TICKETS,
    act,
    claim,
    counts,
    edition,
    hand,
    keep,
    names,
    payments,
    position,
    refused,
    route,
)

PINK = ("San Francisco", "Los Angeles", "purple")
YELLOW = ("San Francisco", "Los Angeles", "yellow")
TWINS = ("Dallas", "Houston")
GREY = {1: TWINS, 3: ("Phoenix", "Santa Fe")}
GREEN_5 = ("Portland", "San Francisco", "green")


@pytest.mark.parametrize(
    ("length", "points", "name", "cards"),
    [
        (1, 1, ("Dallas", "Houston"), "R"),
        (2, 2, ("Las Vegas", "Los Angeles"), "RR"),
        (3, 4, ("Los Angeles", "San Francisco", "purple"), "PPP"),
        (4, 7, ("Dallas", "El Paso", "red"), "RRRR"),
        (5, 10, GREEN_5, "GGGGG"),
        (6, 15, ("Seattle", "Helena", "yellow"), "YYYYYY"),
    ],
)
def test_a15_a_route_scores_at_once_by_its_length(
    length: int, points: int, name: tuple[str, ...], cards: str
) -> None:
    state = position(hands=(cards + "W",))
    act(state, claim(name, cards))
    assert (state.points[0], state.trains[0]) == (points, 45 - length)
    assert hand(state) == "W"
    assert state.discards == counts(cards)
    assert state.owner[route(*name)] == 0
    assert (state.phase, state.seat) == ("turn", 1)


def test_a15_the_table_of_points_ends_with_eight() -> None:
    assert [POINTS[length] for length in (1, 2, 3, 4, 5, 6, 8)] == [1, 2, 4, 7, 10, 15, 21]


@pytest.mark.parametrize(
    ("name", "held", "payable"),
    [
        (GREY[3], "RRBLL", {"RRL", "RLL", "BLL"}),
        (GREY[3], "RRRBBL", {"RRR", "RRL", "BBL"}),
        (("Dallas", "El Paso", "red"), "RRLL", {"RRLL"}),
        (("Dallas", "El Paso", "red"), "RRRB", set()),
        (("Dallas", "El Paso", "red"), "RRRRRL", {"RRRR", "RRRL"}),
        (("Little Rock", "New Orleans", "green"), "LLL", {"LLL"}),
        (GREY[1], "RBL", {"R", "B", "L"}),
    ],
)
def test_a16_the_payments_are_exactly_these(name: tuple[str, ...], held: str, payable: set[str]) -> None:
    assert payments(position(hands=(held,)), name) == payable


def test_a18_the_player_chooses_how_many_locomotives_to_lay() -> None:
    state = position(hands=("PPPLLL",))
    assert payments(state, PINK) == {"PPP", "PPL", "PLL", "LLL"}
    assert payments(state, YELLOW) == {"LLL"}


def test_a18_the_default_payment_has_fewest_locomotives() -> None:
    state = position(hands=("PPPLLL",))
    board = edition().board
    price = board.prices[board.routes[route(*PINK)].price]
    assert nearest_payment(price, state.hand(0)) == Payment(5, 3, 0)
    first = next(
        action
        for action in engine.legal_actions(state, 0)
        if isinstance(action, ClaimRoute) and action.route == route(*PINK)
    )
    assert first.cards == Payment(5, 3, 0)


def test_a19_a_route_longer_than_the_trains_left_is_refused() -> None:
    state = position(hands=("GGGGG",), trains={0: 4})
    assert refused(state, claim(GREEN_5, "GGGGG")) == "trains"
    assert engine.refusal(state, 0, claim(GREEN_5, "GGGGG")) == ("trains", {"needed": 5, "left": 4})


def test_a19_a_route_as_long_as_the_trains_left_is_fine() -> None:
    state = position(hands=("RRRRR",), trains={0: 2})
    assert refused(state, claim(GREY[3], "RRR")) == "trains"
    act(state, claim(("Las Vegas", "Los Angeles"), "RR"))
    assert state.trains[0] == 0


def test_a22_two_grey_twins_are_two_routes() -> None:
    state = position(seats=4, hands=("", "RRR", "R"), own={0: [TWINS]})
    state.seat = 1
    assert refused(state, claim(TWINS, "R")) == "taken"
    act(state, claim((*TWINS, "2"), "R"))
    assert state.owner[route(*TWINS)] == 0
    assert state.owner[route(*TWINS, "2")] == 1
    assert refused(state, claim(TWINS, "R"), seat=2) == "taken"
    assert refused(state, claim((*TWINS, "2"), "R"), seat=2) == "taken"


def test_a23_a_claimed_route_cannot_be_claimed_again() -> None:
    state = position(seats=4, hands=("RR", "RR"), own={0: [("Boston", "Montréal")]})
    assert refused(state, claim(("Boston", "Montréal"), "RR")) == "taken"
    state.seat = 1
    assert engine.refusal(state, 1, claim(("Boston", "Montréal"), "RR")) == ("taken", {"by": 0})


def test_a23_one_route_a_turn() -> None:
    state = position(hands=("RRRR",))
    act(state, claim(("Las Vegas", "Los Angeles"), "RR"))
    assert refused(state, claim(GREY[1], "R"), seat=0) == "not_your_turn"


@pytest.mark.parametrize("seats", [2, 3])
def test_with_few_players_the_second_track_is_closed_to_all(seats: int) -> None:
    state = position(seats=seats, hands=("RR", "RR"), own={0: [TWINS]})
    answer = ("twin_closed", {"by": 0, "to_all": True})
    assert engine.refusal(state, 0, claim((*TWINS, "2"), "R")) == answer
    state.seat = 1
    assert engine.refusal(state, 1, claim((*TWINS, "2"), "R")) == answer


@pytest.mark.parametrize("seats", [4, 5])
def test_with_many_players_it_is_closed_to_the_owner_only(seats: int) -> None:
    state = position(seats=seats, hands=("RR", "RR"), own={0: [TWINS]})
    answer = ("twin_closed", {"by": 0, "to_all": False})
    assert engine.refusal(state, 0, claim((*TWINS, "2"), "R")) == answer
    state.seat = 1
    assert refused(state, claim((*TWINS, "2"), "R")) is None


def test_a_route_need_not_touch_ones_own() -> None:
    state = position(hands=("RR",), own={0: [("Calgary", "Seattle")]})
    assert refused(state, claim(("Miami", "Atlanta"), "LL")) == "cards"
    assert refused(state, claim(("Las Vegas", "Los Angeles"), "RR")) is None


# Why not


def test_too_few_cards_are_told_in_numbers() -> None:
    state = position(hands=("GGGL",))
    assert engine.refusal(state, 0, claim(GREEN_5, "GGGGL")) == (
        "cards",
        {"needed": 5, "have": 4, "missing": 1},
    )


def test_the_wrong_colour_is_told() -> None:
    state = position(hands=("RRRRRGGGGG",))
    assert engine.refusal(state, 0, claim(GREEN_5, "RRRRR")) == ("colour", {"needed": "green", "paid": "red"})


@pytest.mark.parametrize("cards", ["GGGG", "GGGGGG", "GGGGGL", "L"])
def test_another_number_of_cards_than_the_route_is_long_is_refused(cards: str) -> None:
    state = position(hands=("GGGGGGL",))
    assert engine.refusal(state, 0, claim(GREEN_5, cards)) == ("payment", {"needed": 5, "paid": len(cards)})


def test_cards_that_the_hand_does_not_have_are_told_although_others_would_do() -> None:
    state = position(hands=("GGGGG",))
    assert engine.refusal(state, 0, claim(GREEN_5, "GGGLL")) == (
        "cards",
        {"needed": 5, "have": 3, "missing": 2},
    )


def test_taken_comes_before_trains_and_trains_before_cards() -> None:
    state = position(hands=("",), own={1: [GREEN_5]}, trains={0: 1})
    assert refused(state, claim(GREEN_5, "GGGGG")) == "taken"
    assert refused(state, claim(("Seattle", "Helena"), "YYYYYY")) == "trains"
    state.trains[0] = 45
    assert refused(state, claim(("Seattle", "Helena"), "YYYYYY")) == "cards"


def test_nothing_may_be_claimed_after_the_first_card() -> None:
    state = position(hands=("R",))
    act(state, BLIND)
    assert engine.refusal(state, 0, claim(GREY[1], "R")) == ("wrong_phase", {"phase": "second_card"})
    assert refused(state, DRAW_TICKETS) == "wrong_phase"
    assert refused(state, keep(0)) == "wrong_phase"


def test_it_is_one_seats_turn_at_a_time() -> None:
    state = position(seats=3, hands=("R", "R", "R"))
    for seat in (1, 2):
        assert engine.refusal(state, seat, claim(GREY[1], "R")) == ("not_your_turn", {})
        assert refused(state, BLIND, seat=seat) == "not_your_turn"


def test_a41_a_completed_ticket_does_not_change_the_public_score() -> None:
    state = position(
        hands=("RRWW",),
        own={0: [("Denver", "Santa Fe")]},
        tickets={0: [("Denver", "El Paso")], 1: []},
    )
    act(state, claim(("El Paso", "Santa Fe"), "RR"))
    assert state.points[0] == 2 + 2
    mine = state.edition.describe_view(engine.view(state, 0))
    theirs = state.edition.describe_view(engine.view(state, 1))
    assert mine["you"]["tickets"][0]["done"] is True
    assert "denver--el-paso" not in str(theirs)
    assert [seat["points"] for seat in theirs["seats"]] == [4, 0]
    assert engine.scores(state)[0].total == 4 + 4 + 10  # and the longest path


def test_the_event_names_what_was_paid() -> None:
    state = position(hands=("PPL",))
    (claimed, *rest) = act(state, claim(PINK, "PPL"))
    assert state.edition.write_event(claimed) == {
        "type": "route_claimed",
        "seat": 0,
        "route": "los-angeles--san-francisco--1",
        "cards": {"purple": 2, "locomotive": 1},
    }
    assert names(rest) == ["TurnBegan"]


def test_cards_seen_are_spent_before_cards_unseen() -> None:
    state = position(row="PPPYW", hands=("PP",))
    state.deck = [0] * 20
    act(state, *[engine.legal_actions(state, 0)[place] for place in (0, 1)])
    assert state.known[5] == 2
    state.seat = 0
    act(state, claim(PINK, "PPP"))
    assert state.known[5] == 0
    assert hand(state) == "P"
