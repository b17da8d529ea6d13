"""The test vectors of the Card Game's rules page (section 12) by number, and cases A83, A88, A89, A91."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games import engine
from games.engine.editions.card_game.rows import PlaceTrains
from games.engine.parts.turns import NOT_YET
from tests.engine.build import act, hand, letters, names, refused, shown
from tests.engine.card_table import (
    BLIND,
    DRAW_TICKETS,
    STOP,
    completing,
    deck_of,
    edition,
    finish,
    keep,
    number,
    offered,
    place,
    position,
    scored,
    station,
    take,
    track,
)
from tests.engine.naive_card_game import cards_everywhere
from tests.engine.table import COLOURS

SEATS = pytest.mark.parametrize(("seats", "deck", "ticket_deck"), [(2, 75, 34), (3, 67, 28), (4, 59, 22)])


def started(seats: int, **options: bool) -> Any:
    return engine.start(edition(), seats, options, engine.SeededRng(bytes(32), 0))[0]


def facts(state: Any, action: Any, seat: int | None = None) -> dict[str, Any]:
    """The facts of a refusal."""
    refusal = engine.refusal(state, state.seat if seat is None else seat, action)
    assert refusal is not None
    return refusal[1]


@SEATS
def test_1_a83_setup_counts(seats: int, deck: int, ticket_deck: int) -> None:
    state = started(seats)
    for seat in range(seats):
        assert sum(state.hand(seat)) == 8
        assert "L" in hand(state, seat)
        assert len(state.offered[seat]) == 6
    assert "." not in shown(state)
    assert (len(state.deck), len(state.ticket_deck)) == (deck, ticket_deck)
    everywhere = cards_everywhere(edition().dump(state))
    assert everywhere == Counter({**dict.fromkeys(COLOURS, 10), "locomotive": 16})
    assert everywhere.total() == 96
    assert len(edition().tickets) == 46


def test_a_row_of_three_locomotives_is_left_at_the_setup() -> None:
    """Section 2: no reshuffle; somewhere among a thousand deals there is such a row."""
    for seed in range(1000):
        state, events = engine.start(edition(), 4, {}, engine.SeededRng(seed.to_bytes(32, "big"), 0))
        if shown(state).count("L") >= 3:
            assert names(events).count("PlaceFilled") == 5
            return
    pytest.fail("no such deal")


def test_2_first_choice_of_tickets() -> None:
    state = started(3)
    first, second, third = (state.offered[seat] for seat in range(3))
    keeping = type(keep())
    assert refused(state, keeping(()), 0) == "keep_too_few"
    act(state, keeping((first[0],)), seat=0)
    act(state, keeping(tuple(sorted(second))), seat=1)
    assert state.phase == "first_tickets"
    assert len(state.ticket_deck) == 28
    assert engine.to_act(state) == (2,)
    below = state.ticket_deck[:]
    events = act(state, keeping(tuple(sorted(third[:3]))), seat=2)
    assert len(state.ticket_deck) == 28 + 5 + 0 + 3
    refused_ones = {*first[1:], *third[3:]}
    assert set(state.ticket_deck) == {*below, *refused_ones}
    assert state.ticket_deck[:28] != below  # shuffled, not put underneath
    assert names(events)[:3] == ["FirstTicketsKept", "FirstTicketsChosen", "TicketsShuffled"]
    assert (state.phase, state.seat) == ("turn", 0)
    assert "CardsRolled" not in names(events)  # nothing lies in the station on the first turn


def test_3_a_locomotive_lies_on_top_and_rolls_first() -> None:
    state = position(seats=2, seat=1, stations={0: ["RRL", "B"]})
    act(state, BLIND, STOP)
    assert state.seat == 0
    assert Counter(track(state)) == Counter("LB")
    assert station(state) == {"R": "RR"}


def test_4_a_colour_is_free_again_in_the_same_turn() -> None:
    state = position(seat=1, hands=["BB"], stations={0: ["RRL", "B"]})
    act(state, BLIND, STOP)
    act(state, place("BB"))
    assert station(state) == {"R": "RR", "B": "BB"}


def test_5_a_row_with_one_coloured_card_blocks_its_owner_to_the_last() -> None:
    state = position(seat=1, hands=["GG"], stations={0: ["GLL"]}, deck="OOPPKKWWOO")
    for rolled, left in (("L", "GL"), ("LL", "G"), ("GLL", None)):
        act(state, BLIND, STOP)  # seat 1
        assert track(state) == rolled
        assert station(state).get("G") == left
        if left:
            assert refused(state, place("GG")) == "own_row"
            assert facts(state, place("GG")) == {"colour": "green", "size": len(left)}
        else:
            assert refused(state, place("GG")) is None
        act(state, BLIND, STOP)  # seat 0


def test_6_a_face_up_locomotive_counts_as_two() -> None:
    state = position(row="LRRBW", deck="OOPPKKWW")
    before = len(state.deck)
    act(state, take(0))
    assert shown(state) == "ORRBW"
    assert len(state.deck) == before - 1
    assert state.seat == 1
    assert refused(state, take(1), 0) == "not_your_turn"


def test_7_a_locomotive_turned_up_changes_nothing_and_is_no_second_card() -> None:
    state = position(row="RLLBW", deck="LOOPP")
    events = act(state, take(0))
    assert shown(state) == "LLLBW"
    assert names(events) == ["FaceUpTaken", "PlaceFilled", "PhaseEntered"]
    assert refused(state, take(0)) == "face_up_locomotive"
    act(state, take(3))
    assert hand(state) == "RB"
    assert state.seat == 1


def test_8_from_the_deck_and_stopping() -> None:
    state = position(deck="LGOO")
    act(state, BLIND)
    assert (state.phase, state.seat) == ("second_card", 0)
    other = state.clone()
    act(state, BLIND)
    assert hand(state) == "GL"
    act(other, STOP)
    assert hand(other) == "L"
    assert (state.seat, other.seat) == (1, 1)
    assert refused(state, STOP) == "wrong_phase"  # not before the first card


def test_9_sets() -> None:
    state = position(hands=["RRLL"])
    assert refused(state, place("R")) == "too_few_cards"
    assert facts(state, place("R")) == {"needed": 2, "placed": 1}
    assert refused(state, place("LL")) == "no_colour"
    for cards in ("RL", "RR", "RRLL"):
        assert refused(state, place(cards)) is None
    act(state, place("RRLL"))
    (row,) = [row for row in state.rows if row]
    assert row.size == 4
    assert refused(position(hands=["RR"]), place("RRR")) == "not_in_hand"
    assert refused(position(hands=["RR"]), place("")) == "too_few_cards"


def test_10_trios() -> None:
    state = position(hands=["RRBWL"])
    assert refused(state, place("RB")) == "no_set"
    assert refused(state, place("RRB")) == "no_set"
    assert refused(state, place("RBL")) == "no_set"
    assert facts(state, place("RBL")) == {"colours": ["red", "blue"], "locomotives": 1}
    assert refused(state, place("RBWL")) == "no_set"
    act(state, place("RBW"))
    assert station(state) == {"R": "R", "B": "B", "W": "W"}
    assert hand(state) == "RL"


def test_11_own_colour() -> None:
    state = position(hands=["YYYYKW"], stations={0: ["Y"]})
    assert refused(state, place("YYYY")) == "own_row"
    assert refused(state, place("YKW")) == "own_row"


def test_12_robbery_and_locomotives() -> None:
    state = position(hands=["GGGL"], stations={1: ["GL"]}, tracks={1: "GR"})
    assert refused(state, place("GG")) == "row_stands"
    assert facts(state, place("GG")) == {
        "colour": "green",
        "owner": 1,
        "size": 2,
        "placed": 2,
        "trio": False,
    }
    act(state, place("GGL"))
    assert station(state) == {"G": "GGL"}
    assert station(state, 1) == {}
    assert Counter(letters(state.discards)) == Counter("GL")
    assert Counter(track(state, 1)) == Counter("GR")


def test_13_a_trio_cannot_rob() -> None:
    state = position(hands=["RBWWK"], stations={1: ["W"]})
    assert refused(state, place("RWB")) == "row_stands"
    assert facts(state, place("RWB"))["trio"] is True
    assert refused(state, place("RBK")) is None
    act(state, place("WW"))
    assert station(state) == {"W": "WW"}
    assert station(state, 1) == {}
    assert letters(state.discards) == "W"


def test_14_one_colour_lies_in_one_station() -> None:
    state = position(seats=4, seat=2, hands=["", "", "KKK", "KKK"], stations={1: ["KK"]}, deck="O" * 20)
    events = act(state, place("KKK"))
    assert [(event.seat, event.robber) for event in events if type(event).__name__ == "RowRobbed"] == [(1, 2)]
    act(state, BLIND, STOP, BLIND, STOP, BLIND, STOP)  # seats 3, 0, 1
    act(state, BLIND, STOP)  # seat 2, of whose row one card has rolled
    assert station(state, 2) == {"K": "KK"}
    events = act(state, place("KKK"))
    assert [(event.seat, event.robber) for event in events if type(event).__name__ == "RowRobbed"] == [(2, 3)]
    assert sum("K" in station(state, seat) for seat in range(4)) == 1


def test_15_tickets() -> None:
    t = [ticket.id for ticket in edition().tickets[:6]]
    state = position(seats=3, ticket_deck=t)
    act(state, DRAW_TICKETS)
    assert offered(state, 0) == t[:4]
    act(state, keep())
    assert deck_of(state) == [*t[4:], *t[:4]]
    act(state, DRAW_TICKETS)
    assert offered(state, 1) == [*t[4:], *t[:2]]
    act(state, keep(*t[4:], *t[:2]))
    act(state, DRAW_TICKETS)
    assert offered(state, 2) == t[2:4]
    act(state, keep(*t[2:4]))
    assert refused(state, DRAW_TICKETS) == "no_tickets"


def test_16_trigger_by_refill_and_the_order_of_the_last_turns() -> None:
    state = position(seats=3, seat=1, deck="G", row="RRBLW")
    act(state, take(0))
    assert shown(state) == "GRBLW"
    assert (state.deck, state.phase) == ([], "second_card")
    act(state, take(0))
    assert shown(state) == ".RBLW"
    turns = []
    while state.phase != "complete_tickets":
        turns.append(state.seat)
        act(state, DRAW_TICKETS, keep())
    assert turns == [2, 0, 1]


def test_17_last_turns_in_which_the_cards_run_out() -> None:
    state = position(
        seats=3,
        seat=2,
        deck="",
        row="R....",
        hands=["G"],
        stations={0: ["GG"]},
        tickets={0: ["chicago--dallas"]},
        ticket_deck=[],
        turns_left=1,
    )
    events = act(state, take(0))  # one card is the whole action
    assert hand(state, 2) == "R"
    assert names(events)[-4:] == ["TurnBegan", "CardsRolled", "TurnPassed", "ScoringBegan"]
    assert (track(state), station(state)) == ("G", {"G": "G"})
    assert state.phase == "complete_tickets"
    # One yellow and one green: a green card still in the station pays for nothing.
    assert refused(state, completing("chicago--dallas"), 0) == "not_paid"


def test_18_a_completing_tickets_all_infeasible_together() -> None:
    held = ["chicago--new-york", "new-york--chicago", "chicago--montreal"]
    state = scored(position(tracks={0: "YBL"}, tickets={0: held}))
    assert refused(state, completing(*held), 0) == "not_paid"
    assert facts(state, completing(*held), 0) == {"missing": 1, "locomotives": 1}
    suggestion, *_others = engine.legal_actions(state, 0)
    assert suggestion == completing("chicago--montreal", "chicago--new-york")
    finish(state)
    assert sum(ticket.points for ticket in sheet(state, 0).tickets) == 12 - 5


def test_18_b_the_best_set_is_not_the_greatest_number() -> None:
    held = ["seattle--miami", "seattle--los-angeles", "chicago--miami"]
    state = scored(position(tracks={0: "KWROYL"}, tickets={0: held}))
    assert engine.legal_actions(state, 0)[0] == completing("seattle--miami")
    assert refused(state, completing("seattle--los-angeles", "chicago--miami"), 0) is None


def test_18_c_a_set_has_to_be_maximal() -> None:
    held = ["chicago--dallas", "chicago--miami", "chicago--montreal"]
    state = scored(position(tracks={0: "YYGRB"}, tickets={0: held}))
    assert engine.legal_actions(state, 0)[0] == completing("chicago--miami", "chicago--montreal")
    assert refused(state, completing("chicago--miami"), 0) == "more_fits"
    assert facts(state, completing("chicago--miami"), 0) == {
        "tickets": ["chicago--dallas", "chicago--montreal"]
    }
    assert refused(state, completing("seattle--miami"), 0) == "not_held"


def fill_discards(state: Any) -> None:
    """All cards that lie nowhere else."""
    there = cards_everywhere(edition().dump(state))
    for kind, name in enumerate((*COLOURS, "locomotive")):
        state.discards[kind] += (16 if name == "locomotive" else 10) - there[name]


def test_19_a91_the_half_of_a_four_player_game() -> None:
    completed = ["chicago--montreal", "chicago--miami"]  # 7 for YB, 10 for RY
    state = position(
        seats=4,
        seat=2,
        hands=["RRRRR", "OOOOOO", "GGG", "PPPPPPP"],
        stations={0: ["B"], 3: ["K"]},
        tracks={1: "YBRY", 3: "WW"},
        row="WWLL.",
        deck="",
        tickets={0: ["seattle--miami"], 1: completed},
        turns_left=0,
    )
    fill_discards(state)
    act(state, take(0), STOP)  # P2, who was the trigger: the last of the last turns
    assert engine.to_act(state) == (0, 1, 2, 3)
    act(state, completing(), seat=0)
    act(state, completing(*completed), seat=1)
    assert state.completed[1] == ()  # nothing is shown before all have chosen
    act(state, completing(), seat=3)
    events = act(state, completing(), seat=2)
    assert names(events).count("TicketsCompleted") == 4
    assert [event.seat for event in events if type(event).__name__ == "CardDrawn"] == [3, 0, 1, 2] * 4
    assert len(next(event for event in events if type(event).__name__ == "DeckShuffled").deck) == 74
    assert len(state.deck) == 53
    assert [sum(state.hand(seat)) for seat in range(4)] == [9, 10, 8, 11]
    assert "." not in shown(state)
    assert not any(state.rows)
    assert not any(state.tracks)
    assert not any(state.discards)
    assert (state.seat, state.phase, state.turns_left) == (3, "turn", NOT_YET)
    assert state.tickets[0] == (number("seattle--miami"),)
    seen = edition().describe_view(engine.view(state, 0))
    assert [its["points"] for its in seen["seats"]] == [0, 17, 0, 0]
    assert seen["scorings"] == 1
    assert cards_everywhere(edition().dump(state)).total() == 96
    assert sheet(state, 0).total == -22  # it will count once, at the end


def test_20_final_result() -> None:
    state = position(
        seats=3,
        tickets={0: ["dallas--washington"], 2: ["seattle--miami"]},
        completed={
            0: ["seattle--new-york", "new-york--miami"],
            1: ["los-angeles--new-york", "new-york--kansas-city"],
            2: ["chicago--dallas"],
        },
    )
    state.phase = "over"
    sheets = {its.seat: its for its in engine.scores(state)}
    assert [sheets[seat].total for seat in range(3)] == [51, 56, 6]
    assert [sheets[seat].place for seat in range(3)] == [2, 1, 3]
    assert {seat: won(its) for seat, its in sheets.items()} == {
        0: {"new-york": 15, "seattle": 8, "miami": 8},
        1: {"new-york": 15, "los-angeles": 12},
        2: {"chicago": 12, "dallas": 10},
    }


def sheet(state: Any, seat: int) -> Any:
    return next(its for its in engine.scores(state) if its.seat == seat)


def won(its: Any) -> dict[str, int]:
    """Big Cities of a sheet with their bonus."""
    (written,) = edition().describe_scores([its])
    return {line["city"]: line["bonus"] for line in written["big_cities"] if line["bonus"]}


# Ties (section 10)

TIES = {
    # 10 + 17 + Seattle 8 + Los Angeles 12 (one each) against 20 + Los Angeles 12 + New York 15
    "tickets": (["los-angeles--vancouver", "seattle--toronto"], ["los-angeles--new-york"], 47),
    # 11 + Dallas 10 + New York 15 (one each) against 21 + New York 15
    "big_cities": (["dallas--new-york"], ["new-york--portland"], 36),
    # 7 + Chicago 12 each
    "shared": (["chicago--montreal"], ["chicago--charleston"], 19),
}


@pytest.mark.parametrize("name", TIES)
def test_20_ties_are_broken_by_tickets_then_big_cities(name: str) -> None:
    first, second, total = TIES[name]
    state = position(completed={0: second, 1: first})  # the winner in the second seat
    state.phase = "over"
    sheets = engine.scores(state)
    assert [its.total for its in sheets] == [total, total]
    assert [its.tie_break for its in sheets] == [name, name]
    if name == "shared":
        assert [(its.seat, its.place) for its in sheets] == [(0, 1), (1, 1)]
    else:
        assert [(its.seat, its.place) for its in sheets] == [(1, 1), (0, 2)]


def test_a_big_city_that_nobody_has_is_nobodys() -> None:
    """R16; and an unfinished ticket counts for no city."""
    state = position(tickets={0: ["seattle--miami"]}, completed={1: ["chicago--montreal"]})
    state.phase = "over"
    assert won(sheet(state, 0)) == {}
    assert won(sheet(state, 1)) == {"chicago": 12}
    assert (sheet(state, 0).total, sheet(state, 1).total) == (-22, 19)


# The end of the deck (section 7)


def test_a88_the_last_card_of_the_deck_gives_everybody_one_turn_more() -> None:
    state = position(
        seats=3, deck="R", row="OYGBP", hands=["", "GG", ""], stations={1: ["WW"]}, tracks={0: "K"}
    )
    events = act(state, BLIND)  # A draws the last card, and may still take one of the row
    assert state.phase == "second_card"
    events = act(state, take(0))
    assert shown(state) == ".YGBP"  # refills have stopped
    assert names(events)[1:4] == ["LastRoundBegan", "TurnBegan", "CardsRolled"]
    seen = edition().describe_view(engine.view(state, 1))
    assert seen["last_round"] == {"triggered_by": 0, "turns_left": 3}
    assert track(state, 1) == "W"  # phase 1 still happens
    assert refused(state, BLIND) == "deck_empty"
    act(state, place("GG"))
    act(state, take(1), STOP)  # C
    seen = edition().describe_view(engine.view(state, 0))
    assert (state.seat, seen["last_round"]["turns_left"]) == (0, 1)
    assert refused(state, take(0)) == "place_empty"
    events = act(state, take(2), take(3))
    assert names(events)[-1] == "ScoringBegan"
    assert (track(state, 1), station(state, 1)) == (
        "W",
        {"G": "GG", "W": "W"},
    )  # C's and A's turn rolled none


def test_a_locomotive_alone_in_the_row_may_be_taken_and_ends_the_action() -> None:
    state = position(seats=3, deck="", row="..L..", turns_left=2)
    assert refused(state, take(2)) is None
    act(state, take(2))
    assert state.seat == 1


def test_after_the_first_card_the_action_ends_where_there_is_no_second_one() -> None:
    """Section 4: the deck is empty, and the row has no coloured card."""
    state = position(seats=3, deck="", row="R.L..", turns_left=2)
    act(state, take(0))
    assert (state.seat, state.phase) == (1, "turn")


@pytest.mark.parametrize(
    ("loose", "dealt", "row"),
    [
        (9, [3, 2, 2, 2], 0),  # one at a time, left of the trigger player first, while it lasts
        (16, [4, 4, 4, 4], 0),
        (18, [4, 4, 4, 4], 2),
    ],
)
def test_r15_a_second_deck_that_is_too_small(loose: int, dealt: list[int], row: int) -> None:
    """Nearly all cards are in hands at the half: the last turns begin at once, with the seat after T."""
    cards = "ROYGBPKW" * 10 + "L" * 16
    held = [cards[seat : len(cards) - loose : 4] for seat in range(4)]
    before = [len(hand_of) for hand_of in held]
    state = position(
        seats=4, seat=3, hands=held, discards=cards[len(cards) - loose :], deck="", row="." * 5, turns_left=0
    )
    act(state, DRAW_TICKETS, keep())
    while state.phase == "complete_tickets":
        act(state, completing(), seat=engine.to_act(state)[0])
    assert [sum(state.hand(seat)) for seat in range(4)] == [
        had + more for had, more in zip(before, dealt, strict=True)
    ]
    assert (len(state.deck), sum(card is not None for card in state.row)) == (0, row)
    assert (state.seat, state.last_round_by, state.phase) == (0, 3, "turn")
    turns = []
    while state.phase != "complete_tickets":
        turns.append(state.seat)
        act(state, DRAW_TICKETS, keep())
    assert turns == [0, 1, 2, 3]
    finish(state)
    assert engine.is_over(state)  # there are two scorings, not three


def test_two_and_three_players_play_one_deck() -> None:
    """9.1."""
    for seats in (2, 3):
        state = position(seats=seats, seat=seats - 1, deck="", row="R....", turns_left=0)
        act(state, take(0))
        finish(state)
        assert engine.is_over(state)


# A scoring (sections 8 and 9)


def at_a_scoring(**options: bool) -> Any:
    """P0's pile pays for one of two tickets, P1's for both of its; P1 is about to take the last card."""
    return position(
        seat=1,
        deck="",
        row="R....",
        tracks={0: "Y", 1: "GB"},
        tickets={0: ["chicago--new-york", "chicago--montreal"], 1: ["new-york--chicago"]},
        turns_left=0,
        **options,
    )


def test_at_a_scoring_the_owner_sees_its_pile_and_the_others_when_all_have_chosen() -> None:
    state = at_a_scoring()
    act(state, take(0))
    own, other = (edition().describe_view(engine.view(state, seat)) for seat in (0, 1))
    assert own["you"]["track"] == {"yellow": 1}
    assert other["you"]["track"] == {"green": 1, "blue": 1}
    assert edition().describe_view(engine.view(state, None))["table"]["tracks"] == [1, 2]
    chosen = act(state, completing("chicago--new-york"), seat=0)
    assert engine.seen_by(state, chosen[0], 1).tickets is None
    assert [its["completed"] for its in edition().describe_view(engine.view(state, 1))["seats"]] == [[], []]
    assert engine.to_act(state) == (1,)
    assert refused(state, completing("chicago--new-york"), 0) == "not_your_turn"
    events = act(state, completing("new-york--chicago"), seat=1)
    shown_now = [event for event in events if type(event).__name__ == "TicketsCompleted"]
    assert [(event.seat, letters_of(event.track)) for event in shown_now] == [(0, "Y"), (1, "GB")]


def letters_of(cards: tuple[int, ...]) -> str:
    return "".join("ROYGBPKWL"[card] for card in cards)


def test_with_auto_complete_nobody_is_asked() -> None:
    state = at_a_scoring(auto_complete=True)
    act(state, take(0))
    assert engine.is_over(state)
    assert [list(its) for its in state.completed] == [
        [number("chicago--new-york")],
        [number("new-york--chicago")],
    ]


def test_at_most_fifty_sets_are_listed_and_others_are_accepted() -> None:
    """Twelve tickets of two cards and six pairs: far more than fifty maximal sets."""
    held = [ticket.id for ticket in edition().tickets if sum(ticket.need) == 2][:14]
    state = scored(position(tracks={0: "L" * 10}, tickets={0: held}))
    listed = engine.legal_actions(state, 0)
    assert len(listed) == 50
    assert not engine.lists_all(state)
    last = completing(*held[-5:])
    assert last not in listed
    assert refused(state, last, 0) is None
    act(state, last, seat=0)
    assert state.chosen[0] == last.tickets


# What is forgotten: R12


def two_turns_of_each(**options: bool) -> tuple[Any, list[Any]]:
    """Each of two seats lays two cards, then draws; the game's events so far, after P0's third turn began."""
    state = position(hands=["RRLLOOL", "BBPP"], deck="GGGGGGGGGGGG", **options)
    events = act(state, place("RR"), place("BB"), BLIND, STOP, BLIND, STOP)
    return state, events


def fresh(state: Any, events: list[Any], viewer: int | None) -> list[Any]:
    """What the viewer still remembers, oldest first."""
    return events[len(events) - engine.remembered(state, reversed(events), viewer) :]


def test_r12_older_events_say_how_many_and_not_which() -> None:
    state, events = two_turns_of_each()
    assert state.seat == 0
    assert engine.forgets(state)
    # P0 is taking its third turn: it remembers from the beginning of the second one.
    mine = fresh(state, events, 0)
    assert names(mine)[:2] == ["TurnBegan", "CardsRolled"]
    assert [type(its).__name__ for its in mine].count("TurnBegan") == 3
    old = events[: len(events) - len(mine)]
    (red, blue) = (event for event in old if type(event).__name__ == "TrainsPlaced")
    assert engine.seen_by(state, red, 0, fresh=False).cards == (None, None)
    assert engine.seen_by(state, blue, 0, fresh=False).cards == (None, None)
    # P1's previous turn is its second, which is over.
    assert names(fresh(state, events, 1))[:2] == ["TurnBegan", "CardsRolled"]
    assert fresh(state, events, 1)[0].seat == 1
    # A spectator: one round, and the turn that goes on.
    assert [event.seat for event in fresh(state, events, None) if type(event).__name__ == "TurnBegan"] == [
        0,
        1,
        0,
    ]


def test_r12_even_what_oneself_drew_is_forgotten() -> None:
    """Drawn cards less the hand and the station would be the own track pile."""
    state = position(deck="GOGOGO")
    event = act(state, BLIND, STOP)[0]
    assert engine.seen_by(state, event, 0).card == 3
    assert engine.seen_by(state, event, 0, fresh=False).card is None


def test_with_look_at_track_the_own_pile_is_open_and_what_others_did_is_forgotten_all_the_same() -> None:
    """Section 8: the own pile only."""
    state, events = two_turns_of_each(look_at_track=True)
    assert engine.forgets(state)
    assert not engine.forgets_own(state)
    (red, blue) = (event for event in events if type(event).__name__ == "TrainsPlaced")
    assert engine.seen_by(state, red, 0, fresh=False) == red
    assert engine.seen_by(state, blue, 0, fresh=False).cards == (None, None)
    assert engine.seen_by(state, red, None, fresh=False).cards == (None, None)
    seen = edition().describe_view(engine.view(state, 0))
    assert seen["you"]["track"] == {"red": 2}
    assert seen["table"]["tracks"] == [2, 1]
    assert engine.view(state, 1).track != engine.view(state, 0).track


def test_without_it_nobody_sees_a_pile_and_no_card_of_a_hand_is_remembered() -> None:
    state = position(tracks={0: "RRL", 1: "B"}, row="RBGYW", deck="OOPP")
    act(state, take(0), STOP)
    for viewer in (0, 1, None):
        view = engine.view(state, viewer)
        assert view.track is None
        assert view.track_sizes == (3, 1)
        assert not any(map(any, view.known))
    assert edition().describe_view(engine.view(state, 0))["you"]["track"] is None
    looked_at = position(look_at_track=True)
    act(looked_at, take(0), STOP)
    assert edition().describe_view(engine.view(looked_at, 1))["seats"][0]["known"] == {"red": 1}


# Telling before it is done


def test_what_a_placement_makes_and_whom_it_robs() -> None:
    state = position(seats=3, hands=["RRRLGBW"], stations={2: ["RL"]})
    view = engine.view(state, 0)
    assert edition().describe_placing(view, {"red": 3, "locomotive": 1}) == {
        "rows": [{"colour": "red", "coloured": 3, "locomotives": 1}],
        "robs": [{"seat": 2, "colour": "red", "coloured": 1, "locomotives": 1}],
    }
    assert edition().describe_placing(view, {"green": 1, "blue": 1, "white": 1})["robs"] == []
    assert [row["colour"] for row in edition().describe_placing(view, {"green": 1, "blue": 1})["rows"]] == [
        "green",
        "blue",
    ]
    with pytest.raises(engine.MalformedAction):
        edition().describe_placing(view, {"pink": 1})


def test_what_completing_would_bring_and_leave() -> None:
    held = ["chicago--dallas", "chicago--miami", "chicago--montreal"]
    state = scored(position(tracks={0: "YYGRB"}, tickets={0: held}, completed={0: ["miami--boston"]}))
    view = engine.view(state, 0)
    told = edition().describe_completing(view, ["chicago--miami"])
    assert (told["points"], told["short"]) == (10, 0)
    assert told["left"] == {"yellow": 1, "green": 1, "blue": 1}
    assert told["fits"] == ["chicago--dallas", "chicago--montreal"]
    assert told["suggested"] == ["chicago--miami", "chicago--montreal"]
    assert {line["city"]: line["completed"] for line in told["big_cities"]} == {
        "seattle": 0,
        "los-angeles": 0,
        "chicago": 1,
        "dallas": 0,
        "new-york": 0,
        "miami": 2,
    }
    assert edition().describe_completing(view, held)["short"] == 1


def test_tickets_say_what_the_pile_lacks_for_them() -> None:
    held = ["dallas--new-york", "chicago--new-york"]
    state = position(tracks={0: "YBL"}, tickets={0: held}, look_at_track=True)
    first, second = edition().describe_view(engine.view(state, 0))["you"]["tickets"]
    assert first["requires"] == {"orange": 1, "green": 1, "blue": 1}
    assert (first["lacks"], first["missing"], first["done"]) == ({"orange": 1, "green": 1}, 1, False)
    assert (second["lacks"], second["missing"], second["done"]) == ({}, 0, True)
    # Offered beside them: the blue card and the locomotive are not to be had twice.
    state.offered[0] = (number("new-york--chicago"),)
    state.tickets[0] = (number("new-york--miami"),)  # red and blue: the locomotive and the blue card
    state.phase = "keep_tickets"
    shown = edition().describe_view(engine.view(state, 0))["you"]
    assert [its["done"] for its in (*shown["tickets"], *shown["offered"])] == [True, False]
    state.phase = "turn"
    state.tickets[0] = (number("dallas--new-york"), number("chicago--new-york"))
    state.look_at_track = False
    hidden = edition().describe_view(engine.view(state, 0))["you"]["tickets"][0]
    assert (hidden["lacks"], hidden["missing"], hidden["done"]) == (None, None, None)


def test_when_the_game_is_over_no_ticket_in_hand_is_paid_for() -> None:
    """The pile lies open, but it has paid for what was completed."""
    state = position(tracks={0: "Y"}, tickets={0: ["chicago--new-york"]}, look_at_track=True)
    state.phase = "over"
    shown = edition().describe_view(engine.view(state, 0))["you"]
    assert (shown["tickets"][0]["done"], shown["tickets"][0]["missing"]) == (False, None)
    assert shown["track"] == {"yellow": 1}


def test_the_canonical_list_has_no_action_that_the_list_has_not() -> None:
    state = position(hands=["RRRLLGBW"], stations={1: ["RR"]})
    listed = engine.legal_actions(state, 0)
    canonical = [its for its in engine.legal_actions(state, 0, True) if isinstance(its, PlaceTrains)]
    assert set(canonical) <= set(listed)
    assert canonical == [
        place("RRR"),
        place("GL"),
        place("BL"),
        place("WL"),
        place("GBW"),
    ]
