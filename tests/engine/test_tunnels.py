"""Ferries and tunnels. R-FERRY, R-TUNNEL; cases A24 to A33."""

from __future__ import annotations

from random import Random

import pytest

from games import engine
from games.engine.board.state import State
from games.engine.board.tunnels import DeclineTunnel, PayTunnel
from tests.engine.build import (
    BLIND,
    PLAIN_ROW,
    act,
    claim,
    counts,
    hand,
    kinds,
    letters,
    names,
    paid,
    pay,
    payments,
    position,
    refused,
    route,
)

EUROPE = "europe"
VENEZIA_ZURICH = ("Venezia", "Zürich")  # green 2
GREY_TWO = ("Barcelona", "Pamplona")
DECLINE = DeclineTunnel()


def europe(hand: str, deck: str = "OOPPKKWW", **more: object) -> State:
    """A position of Europe in which seat 0 has these cards."""
    return position(EUROPE, hands=(hand, "WWWW"), deck=deck, **more)  # type: ignore[arg-type]


def tried(hand: str, cards: str, turned_up: str, name: tuple[str, ...] = VENEZIA_ZURICH) -> State:
    """The same after laying cards for a tunnel; what is turned up lies on top of the deck."""
    state = europe(hand, turned_up + "OOPPKK")
    act(state, claim(name, cards, of=EUROPE))
    return state


def extra(cards: str) -> PayTunnel:
    """The action of paying these further cards."""
    return PayTunnel(pay(cards))


def answers(state: State) -> set[str]:
    """All that may be paid, and `decline`."""
    return {
        paid(action.cards) if isinstance(action, PayTunnel) else "decline"
        for action in engine.legal_actions(state, state.seat)
    }


def everywhere(state: State) -> list[int]:
    """All cards of a position, by kind."""
    there = [*state.deck, *[card for card in state.row if card is not None]]
    there += state.tunnel.on_table if state.tunnel else []
    total = [there.count(kind) + state.discards[kind] for kind in range(9)]
    return [number + sum(state.hands[kind::9]) for kind, number in enumerate(total)]


# Ferries


@pytest.mark.parametrize(
    ("name", "hand", "payable"),
    [
        (("Palermo", "Smyrna"), "GGGGLL", {"GGGGLL"}),
        (("Palermo", "Smyrna"), "GGGGGL", set()),
        (("Palermo", "Smyrna"), "GGGLLL", {"GGGLLL"}),
        (("Palermo", "Smyrna"), "GGGBBLL", set()),
        (("Dieppe", "London"), "RBL", {"RL", "BL"}),
        (("Dieppe", "London"), "RR", set()),
        (("Dieppe", "London"), "LL", {"LL"}),
    ],
)
def test_a24_a_ferry_takes_its_locomotives(name: tuple[str, ...], hand: str, payable: set[str]) -> None:
    assert payments(europe(hand), name) == payable


def test_a24_a_ferry_without_its_locomotives_is_refused_in_numbers() -> None:
    state = europe("RRL")
    refusal = engine.refusal(state, 0, claim(("Dieppe", "London"), "RR", of=EUROPE))
    assert refusal == ("ferry_locomotives", {"needed": 1, "paid": 0})
    assert refused(state, claim(("Dieppe", "London"), "RR", of=EUROPE)) == "ferry_locomotives"


def test_a22_two_grey_ferries_side_by_side_are_two_routes() -> None:
    state = position(EUROPE, seats=4, hands=("RL", "BL", "GL"))
    act(state, claim(("Dieppe", "London"), "RL", of=EUROPE))
    act(state, claim(("Dieppe", "London", "2"), "BL", of=EUROPE))
    assert [state.owner[route("Dieppe", "London", track, of=EUROPE)] for track in ("", "2")] == [0, 1]
    assert payments(state, ("Dieppe", "London"), seat=2) == set()


def test_a15_stockholm_petrograd_is_eight_long_and_brings_21() -> None:
    state = europe("RRRRRRRR")
    act(state, claim(("Petrograd", "Stockholm"), "RRRRRRRR", of=EUROPE))
    assert state.tunnel is None
    assert (state.points[0], state.trains[0]) == (21, 37)


# Turning up


def test_a29_every_payment_is_offered_and_is_fixed_before_cards_are_turned_up() -> None:
    state = europe("BBLL", "BBBOOO")
    assert payments(state, ("München", "Venezia")) == {"BB", "BL", "LL"}
    act(state, claim(("München", "Venezia"), "BL", of=EUROPE))
    assert (hand(state), paid(state.tunnel.cards)) == ("BL", "BL")  # type: ignore[union-attr]
    assert refused(state, claim(("München", "Venezia"), "LL", of=EUROPE)) == "wrong_phase"


@pytest.mark.parametrize(
    ("cards", "turned_up", "due"),
    [
        ("GG", "GRB", 1),
        ("GG", "GGL", 3),
        ("GL", "GGR", 2),
        ("GL", "LLL", 3),
        ("LL", "GGL", 1),  # only locomotives count when only they were laid
    ],
)
def test_cards_of_the_colour_paid_and_locomotives_cost_one_more_each(
    cards: str, turned_up: str, due: int
) -> None:
    state = tried("GGGGGLLLLL", cards, turned_up)
    assert state.tunnel is not None
    assert (state.tunnel.due, state.phase, state.seat) == (due, "tunnel", 0)
    assert list(state.tunnel.turned_up) == kinds(turned_up)
    assert state.deck == list(reversed(kinds("OOPPKK")))


@pytest.mark.parametrize(("cards", "turned_up"), [("GG", "RBK"), ("LL", "GGR")])
def test_with_nothing_due_the_route_is_claimed_at_once(cards: str, turned_up: str) -> None:
    state = europe("GGLL", turned_up)
    events = act(state, claim(VENEZIA_ZURICH, cards, of=EUROPE))
    assert names(events) == [
        "TunnelTried",
        "TunnelCardTurnedUp",
        "TunnelCardTurnedUp",
        "TunnelCardTurnedUp",
        "TunnelPaid",
        "RouteClaimed",
        "TurnBegan",
    ]
    assert state.owner[route(*VENEZIA_ZURICH, of=EUROPE)] == 0
    assert (state.points[0], state.trains[0], state.seat, state.tunnel) == (2, 43, 1, None)
    assert letters(state.discards) == letters(counts(cards + turned_up))


def test_a33_a_grey_tunnel_counts_the_colour_that_was_paid() -> None:
    state = tried("WWWW", "WW", "WKL", GREY_TWO)
    assert state.tunnel is not None
    assert state.tunnel.due == 2
    assert answers(state) == {"WW", "decline"}


def test_a27_locomotives_alone_ask_for_locomotives_alone() -> None:
    state = tried("YYYLL", "LL", "YYL", GREY_TWO)
    assert answers(state) == {"decline"}  # three yellow cards are of no use
    assert engine.refusal(state, 0, extra("Y")) == ("colour", {"needed": "locomotive", "paid": "yellow"})
    assert engine.refusal(state, 0, extra("L")) == ("cards", {"needed": 1, "have": 0, "missing": 1})
    act(state, DECLINE)
    assert hand(state) == "YYYLL"
    two_due = tried("YLLL", "LL", "LLR", GREY_TWO)
    assert engine.refusal(two_due, 0, extra("L")) == ("cards", {"needed": 2, "have": 1, "missing": 1})
    lucky = tried("YYYLL", "LL", "YYR", GREY_TWO)
    assert lucky.owner[route(*GREY_TWO, of=EUROPE)] == 0


# Paying and taking back


def test_the_extra_cards_are_of_the_colour_or_locomotives() -> None:
    state = tried("GGGGRRLL", "GG", "GLR")
    assert answers(state) == {"GG", "GL", "LL", "decline"}
    assert engine.refusal(state, 0, extra("RR")) == ("colour", {"needed": "green", "paid": "red"})
    assert engine.refusal(state, 0, extra("G")) == ("payment", {"needed": 2, "paid": 1})
    assert engine.refusal(state, 0, extra("GGG")) == ("payment", {"needed": 2, "paid": 3})
    for cards in ("RR", "G", "GGG"):
        assert refused(state, extra(cards))


def test_the_canonical_answers_save_locomotives() -> None:
    state = tried("GGGGLL", "GG", "GLR")
    answers = engine.legal_actions(state, 0, canonical=True)
    assert answers == [extra("GG"), extra("LL"), DECLINE]


def test_a32_the_extra_cards_cost_no_trains_and_bring_no_points() -> None:
    state = europe("RRRR", "RRK", trains={0: 2})
    act(state, claim(("Sarajevo", "Sofia"), "RR", of=EUROPE))
    act(state, extra("RR"))
    assert (state.trains[0], state.points[0]) == (0, 2)
    assert letters(state.discards) == "RRRRRRK"
    assert state.last_round_by == 0


def test_b29_a_tunnel_of_two_and_two_extra_costs_four_cards_and_two_trains() -> None:
    state = tried("GGGGG", "GG", "GGR")
    seen = engine.view(state, 1)
    assert (seen.hand_sizes[0], seen.trains[0]) == (3, 45)  # what is laid is in no hand
    act(state, extra("GG"))
    seen = engine.view(state, 1)
    assert (seen.hand_sizes[0], seen.trains[0], hand(state)) == (1, 43, "G")


def test_a30_a_tunnel_may_be_declined_by_whoever_could_pay() -> None:
    state = tried("GGGG", "GG", "GRB")
    assert answers(state) == {"G", "decline"}
    events = act(state, DECLINE)
    assert names(events) == ["TunnelDeclined", "TurnBegan"]
    assert hand(state) == "GGGG"
    assert state.owner[route(*VENEZIA_ZURICH, of=EUROPE)] is None
    assert letters(state.discards) == "RGB"
    assert (state.trains[0], state.points[0], state.seat, state.tunnel) == (45, 0, 1, None)


def test_whoever_cannot_pay_is_asked_all_the_same() -> None:
    state = tried("GG", "GG", "GRB")
    assert engine.to_act(state) == (0,)
    assert answers(state) == {"decline"}
    assert engine.view(state, 1).tunnel == engine.view(state, 0).tunnel == state.tunnel


def test_one_answer_and_the_turn_is_over() -> None:
    state = tried("GGGG", "GG", "GRB")
    for action in (BLIND, claim(VENEZIA_ZURICH, "GG", of=EUROPE)):
        assert refused(state, action) == "wrong_phase"
    assert refused(state, DECLINE, seat=1) == "not_your_turn"
    act(state, DECLINE)
    assert refused(state, DECLINE) == "wrong_phase"


def test_what_was_laid_and_taken_back_is_known_to_all() -> None:
    state = tried("GGGL", "GL", "GRB")
    assert engine.view(state, 1).known[0] == tuple(counts(""))
    act(state, DECLINE)
    assert engine.view(state, 1).known[0] == tuple(counts("GL"))


def test_what_was_laid_and_spent_leaves_no_trace() -> None:
    state = tried("GGGL", "GL", "GRB")
    act(state, extra("G"))
    assert engine.view(state, 1).known[0] == tuple(counts(""))
    assert hand(state) == "G"


# Few cards


def test_a31_the_deck_is_shuffled_anew_in_the_middle_of_a_tunnel() -> None:
    state = europe("GG", "R", discards="KKKK")
    events = act(state, claim(VENEZIA_ZURICH, "GG", of=EUROPE))
    assert names(events)[:5] == [
        "TunnelTried",
        "TunnelCardTurnedUp",
        "DeckShuffled",
        "TunnelCardTurnedUp",
        "TunnelCardTurnedUp",
    ]
    assert len(state.deck) == 2
    assert letters(state.discards) == "RGGKK"


def test_a31_with_two_cards_two_are_turned_up() -> None:
    state = europe("GGG", "G", discards="K")
    act(state, claim(VENEZIA_ZURICH, "GG", of=EUROPE))
    assert state.tunnel is not None
    assert (list(state.tunnel.turned_up), state.tunnel.due) == (kinds("GK"), 1)
    assert (state.deck, sum(state.discards)) == ([], 0)


def test_a31_with_no_card_a_tunnel_costs_its_length() -> None:
    state = europe("GG", "")
    act(state, claim(VENEZIA_ZURICH, "GG", of=EUROPE))
    assert state.owner[route(*VENEZIA_ZURICH, of=EUROPE)] == 0
    assert letters(state.discards) == "GG"


def test_a31_what_was_laid_is_not_among_the_cards_that_are_shuffled() -> None:
    state = europe("GGG", "", discards="RR")
    act(state, claim(VENEZIA_ZURICH, "GG", of=EUROPE))
    assert state.owner[route(*VENEZIA_ZURICH, of=EUROPE)] == 0  # a G turned up would have cost one more
    assert letters(state.discards) == "RRGG"


@pytest.mark.parametrize("action", [extra("G"), DECLINE])
def test_empty_places_of_the_row_are_filled_when_cards_are_in_the_discards(action: object) -> None:
    state = europe("GGGG", "G", row="RB...")
    act(state, claim(VENEZIA_ZURICH, "GG", of=EUROPE))
    assert state.row == kinds("RB...")
    act(state, action)
    assert state.row.count(None) == (2 if action == DECLINE else 0)


def test_no_card_is_lost_or_made() -> None:
    for answer in (extra("G"), DECLINE):
        state = europe("GGGG", "GKR", discards="WW")
        before = everywhere(state)
        act(state, claim(VENEZIA_ZURICH, "GG", of=EUROPE))
        assert everywhere(state) == before
        act(state, answer)
        assert everywhere(state) == before


# Secrets


def test_two_hands_that_laid_the_same_look_the_same() -> None:
    rich, poor = tried("GGGG", "GG", "GRB"), tried("GGKK", "GG", "GRB")
    for viewer in (1, None):
        assert engine.view(rich, viewer) == engine.view(poor, viewer)


def test_a_guess_in_a_tunnel_has_the_same_cards_on_the_table() -> None:
    state = tried("GGGG", "GG", "GRB")
    guess = engine.determinize(engine.view(state, 1), Random(3))
    assert guess.tunnel == state.tunnel
    assert everywhere(guess) == [12] * 8 + [14]


def test_the_row_stays_as_it_is_while_a_tunnel_is_tried() -> None:
    assert tried("GGGG", "GG", "GRB").row == kinds(PLAIN_ROW)
