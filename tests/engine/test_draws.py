"""Drawing train cards: R-DRAW, and the cases about the deck, the discards and the row."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games import engine
from games.engine.parts import cards
from games.engine.parts.cards import DECK, LOCOMOTIVE
from tests.engine.build import (
    BLIND,
    DRAW_TICKETS,
    act,
    claim,
    drawable,
    hand,
    names,
    position,
    refused,
    shown,
    take,
)

LONG_DECK = "OOPPKKWWOOPPKKWW"


def test_two_cards_make_a_turn() -> None:
    state = position()
    act(state, BLIND)
    assert (state.phase, state.seat) == ("second_card", 0)
    act(state, take(0))
    assert (state.phase, state.seat) == ("turn", 1)
    assert hand(state) == "RO"


def test_a_face_up_card_is_replaced_before_the_second_draw() -> None:
    state = position(row="RBGYW", deck="KO")
    act(state, take(1))
    assert shown(state) == "RKGYW"
    act(state, take(1))
    assert hand(state) == "BK"
    assert shown(state) == "ROGYW"


def test_a_face_up_locomotive_ends_the_turn() -> None:
    state = position(row="RBLYW")
    act(state, take(2))
    assert (state.phase, state.seat) == ("turn", 1)
    assert hand(state) == "L"


def test_a01_a_shown_locomotive_is_no_second_card_and_a_blind_one_is_a_plain_card() -> None:
    state = position(row="RBGYL", deck="LW")
    act(state, BLIND)
    assert (state.phase, hand(state)) == ("second_card", "L")
    assert drawable(state) == {0, 1, 2, 3, DECK}
    assert refused(state, take(4)) == "face_up_locomotive"
    act(state, BLIND)
    assert hand(state) == "WL"
    assert state.seat == 1


def test_a_blind_locomotive_may_be_the_second_card_too() -> None:
    state = position(row="RBGYW", deck="WLO")
    act(state, BLIND, BLIND)
    assert hand(state) == "WL"
    assert state.seat == 1


def test_a03_a_locomotive_turned_up_as_a_refill_is_no_second_card() -> None:
    state = position(row="RBGYW", deck="LK")
    act(state, take(0))
    assert shown(state) == "LBGYW"
    assert refused(state, take(0)) == "face_up_locomotive"
    assert drawable(state) == {1, 2, 3, 4, DECK}


def test_a09_the_discards_become_the_deck_between_two_cards() -> None:
    state = position(deck="R", discards="BBGGWW")
    events = act(state, BLIND, BLIND)
    assert names(events)[:4] == ["CardDrawn", "PhaseEntered", "DeckShuffled", "CardDrawn"]
    assert (len(state.deck), sum(state.discards), len(hand(state))) == (5, 0, 2)
    assert state.seat == 1


def test_a10_a_reshuffle_takes_every_card_of_the_discards() -> None:
    state = position(deck="", discards="BBGGWWLLR")
    assert cards.ready(state, Random(1))
    assert (len(state.deck), sum(state.discards)) == (9, 0)
    assert Counter(state.deck) == Counter({4: 2, 3: 2, 7: 2, 8: 2, 0: 1})


def test_a11_after_the_last_card_of_the_deck_the_row_gives_the_second() -> None:
    state = position(deck="R")
    act(state, BLIND)
    assert (state.phase, state.seat) == ("second_card", 0)
    assert drawable(state) == {0, 1, 2, 3, 4}
    assert refused(state, BLIND) == "deck_empty"
    act(state, take(2))
    assert shown(state) == "RB.YW"
    assert hand(state) == "RG"
    assert state.seat == 1


def test_a12_the_turn_ends_with_one_card_when_nothing_else_can_be_taken() -> None:
    state = position(row="LL...", deck="R")
    act(state, BLIND)
    assert hand(state) == "R"
    assert (state.phase, state.seat) == ("turn", 1)


def test_the_turn_ends_with_one_card_when_the_row_is_empty_then() -> None:
    state = position(row="R....", deck="", hands=("", "R"))
    act(state, take(0))
    assert (state.phase, state.seat) == ("turn", 1)


def test_a_locomotive_alone_in_the_row_may_be_the_first_card() -> None:
    state = position(row="..L..", deck="")
    assert drawable(state) == {2}


def test_a14_drawing_is_closed_when_every_card_is_in_a_hand() -> None:
    state = position(row=".....", deck="", hands=("GGGGG", "RR"))
    assert drawable(state) == set()
    assert refused(state, BLIND) == "deck_empty"
    assert refused(state, take(3)) == "place_empty"
    assert refused(state, DRAW_TICKETS) is None
    assert refused(state, claim(("Portland", "San Francisco", "green"), "GGGGG")) is None


def test_c02_the_only_card_of_the_row_is_the_only_second_card() -> None:
    state = position(row="....R", deck="O")
    act(state, BLIND)
    assert (state.phase, drawable(state)) == ("second_card", {4})


def test_c02_nobody_is_asked_for_a_second_card_when_only_a_locomotive_is_there() -> None:
    state = position(row="....L", deck="O")
    act(state, BLIND)
    assert (state.phase, state.seat) == ("turn", 1)


def test_an_empty_place_stays_empty_while_there_is_no_card() -> None:
    state = position(row="R.BG.", deck="")
    act(state, take(0))
    assert shown(state) == "..BG."


def test_empty_places_are_filled_at_the_end_of_the_claim_that_brings_discards() -> None:
    state = position(row="R.B..", deck="", hands=("GGGGG",))
    events = act(state, claim(("Portland", "San Francisco", "green"), "GGGGG"))
    assert names(events)[:5] == [
        "RouteClaimed",
        "DeckShuffled",
        "PlaceFilled",
        "PlaceFilled",
        "PlaceFilled",
    ]
    assert shown(state) == "RGBGG"
    assert (len(state.deck), sum(state.discards)) == (2, 0)
    assert state.seat == 1


def test_a_claim_leaves_a_full_row_and_its_cards_among_the_discards() -> None:
    state = position(deck="", hands=("GGGGG",))
    act(state, claim(("Portland", "San Francisco", "green"), "GGGGG"))
    assert (len(state.deck), sum(state.discards)) == (0, 5)


def test_a_refill_may_need_the_reshuffle_itself() -> None:
    state = position(row="RBGYW", deck="", discards="K")
    act(state, take(0))
    assert shown(state) == "KBGYW"
    assert sum(state.discards) == 0


# R-DRAW-6


def test_three_locomotives_clear_the_row() -> None:
    state = position(row="LLGYW", deck="L" + LONG_DECK)
    events = act(state, take(2))
    assert names(events)[:3] == ["FaceUpTaken", "PlaceFilled", "RowDiscarded"]
    assert "RowStays" not in names(events)
    assert shown(state) == "OOPPK"
    assert state.discards == [0, 0, 1, 0, 0, 0, 0, 1, 3]
    assert (state.phase, state.seat) == ("second_card", 0)


def test_two_locomotives_clear_nothing() -> None:
    state = position(row="LBGYW", deck="L" + LONG_DECK)
    events = act(state, take(1))
    assert shown(state) == "LLGYW"
    assert "RowDiscarded" not in names(events)


def test_the_row_is_looked_at_again_after_each_clearing() -> None:
    state = position(row="LLGYW", deck="L" + "LLLOO" + LONG_DECK)
    events = act(state, take(2))
    assert names(events).count("RowDiscarded") == 2
    assert "RowStays" not in names(events)
    assert shown(state) == "OOPPK"


def test_after_three_clearings_the_row_stays_and_the_log_says_so() -> None:
    state = position(row="LLGYW", deck="L" + "LLLOO" + "LLLPP" + "LLLKK" + LONG_DECK)
    events = act(state, take(2))
    assert names(events).count("RowDiscarded") == 3
    assert names(events).count("RowStays") == 1
    assert shown(state) == "LLLKK"


def test_a_row_that_stayed_is_cleared_at_the_next_refill() -> None:
    state = position(row="LLLKK", deck=LONG_DECK)
    events = act(state, take(3))
    assert names(events).count("RowDiscarded") == 1
    assert "L" not in shown(state)


def test_the_row_stays_when_no_clearing_could_help() -> None:
    # Six cards are left, four of them locomotives: any five of them show three or more.
    state = position(row="LLGYL", deck="L")
    events = act(state, take(2))
    assert "RowDiscarded" not in names(events)
    assert names(events).count("RowStays") == 1
    assert shown(state) == "LLLYL"


def test_one_more_plain_card_and_clearing_can_help() -> None:
    # Four locomotives and three others: two of the five may be locomotives.
    state = position(row="LLGYL", deck="LRB")
    events = act(state, take(2))
    assert "RowDiscarded" in names(events)


def test_the_cards_of_the_discards_count_for_what_could_help() -> None:
    state = position(row="LLGYL", deck="L", discards="RB")
    assert "RowDiscarded" in names(act(state, take(2)))


def test_two_locomotives_and_nothing_else_are_no_reason_to_clear() -> None:
    state = position(row="LLR..", deck="")
    events = act(state, take(2))
    assert "RowDiscarded" not in names(events)


def test_three_locomotives_alone_stay() -> None:
    state = position(row="LLR..", deck="L")
    events = act(state, take(2))
    assert "RowStays" in names(events)
    assert shown(state) == "LLL.."


def test_a_cleared_row_is_filled_from_a_reshuffle_when_the_deck_is_short() -> None:
    state = position(row="LLGYW", deck="LR", discards="BBKK")
    before = Counter("LLYWLRBBKK")
    events = act(state, take(2))
    assert "DeckShuffled" in names(events)
    there = Counter("ROYGBPKWL"[card] for card in state.deck + [c for c in state.row if c is not None])
    there += Counter({"ROYGBPKWL"[kind]: n for kind, n in enumerate(state.discards) if n})
    assert there == before


def test_the_set_up_clears_a_row_of_three_locomotives() -> None:
    renewed = 0
    for seed in range(200):
        state, events = engine.start(engine.EDITIONS["usa"], 2, {}, Random(seed))
        renewed += "RowDiscarded" in names(events)
        assert state.row.count(LOCOMOTIVE) < 3 or "RowStays" in names(events)
    assert renewed


# R-SETUP


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_deal_is_four_cards_each_and_five_in_the_row(seats: int) -> None:
    state, _ = engine.start(engine.EDITIONS["usa"], seats, {}, Random(4))
    assert [len(hand(state, seat)) for seat in range(seats)] == [4] * seats
    assert "." not in shown(state)
    assert len(state.deck) + sum(state.discards) == 110 - 4 * seats - 5
    assert state.trains == [45] * seats
    assert sorted(state.order) == list(range(seats))


def test_the_row_and_the_turn_order_are_visible_while_tickets_are_chosen() -> None:
    state, _ = engine.start(engine.EDITIONS["usa"], 3, {}, Random(4))
    view = engine.view(state, None)
    assert view.row == tuple(state.row)
    assert view.order == state.order


def test_who_starts_is_drawn_by_lot() -> None:
    starts = {
        engine.start(engine.EDITIONS["usa"], 3, {}, engine.SeededRng(bytes([n] * 32), 0))[0].order[0]
        for n in range(40)
    }
    assert starts == {0, 1, 2}
