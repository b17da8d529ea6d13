"""The computer players of the Card Game: what they reckon with, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games import ai, engine
from games.ai import levels
from games.ai.card_game import odds
from games.ai.card_game.knobs import Knobs
from games.ai.card_game.outlook import Outlook
from games.ai.card_game.position import Position
from games.ai.card_game.schedule import Schedule
from games.engine.editions.card_game.state import State
from games.engine.parts.cards import LOCOMOTIVE, DrawCard
from games.engine.parts.tickets import DrawTickets, KeepTickets
from tests.engine import hidden
from tests.engine.build import LETTERS, counts
from tests.engine.card_table import (
    DRAW_TICKETS,
    completing,
    edition,
    keep,
    number,
    place,
    position,
    take,
)

PLANNERS = pytest.mark.parametrize("level", ["easy", "normal", "hard"])
EVERYBODY = pytest.mark.parametrize("level", ["random", "easy", "normal", "hard", "greedy"])
PILES = pytest.mark.parametrize("look_at_track", [True, False], ids=["open", "closed"])
HARD = levels.knobs(Knobs, "card-game", "hard", 2)
RED, BLUE = LETTERS.index("R"), LETTERS.index("B")
LONG_DECK = "ROYGBPKW" * 6


def chosen(state: State, level: str, seed: int = 0) -> Any:
    """What seat 0 does."""
    return ai.choose(engine.view(state, 0), level, Random(seed))


def gone(*names: str) -> dict[int, list[str]]:
    """Completed by seat 1: all tickets but these, so that there are none to be drawn."""
    return {1: [ticket.id for ticket in edition().tickets if ticket.id not in names]}


def seen(state: State, knobs: Knobs = HARD) -> Position:
    return Position(knobs, engine.view(state, 0))


def laying(hand: str, turns: int, **more: Any) -> Schedule:
    """Each card is worth 2 and a locomotive 5, a turn costs 1, and so many turns follow this one."""
    knobs = HARD._replace(need=2.0, spare=2.0, wild=5.0, turn=1.0, pace=1.0)
    return Schedule(seen(position(hands=(hand, ""), deck="K" * 2 * turns, **more), knobs))


def offered(*names: str, **more: Any) -> State:
    """Seat 0 looks at these tickets."""
    state = position(**more)
    state.phase, state.offered[0] = "keep_tickets", tuple(number(name) for name in names)
    state.ticket_deck = [its for its in state.ticket_deck if its not in state.offered[0]]
    return state


def games(seats: int, seed: int, **options: bool) -> Iterator[tuple[State, int, str]]:
    """Each decision of a game in which the levels sit around the table: state, seat, level."""
    chance, levels = Random(seed), sorted(ai.LEVELS)
    state, _ = engine.start(edition(), seats, options, chance)
    while asked := engine.to_act(state):
        seat = asked[-1]
        level = levels[(seat + seed) % len(levels)]
        yield state, seat, level
        engine.play(state, seat, ai.choose(engine.view(state, seat), level, Random(seed)), chance)


# What is not seen


def test_what_is_nowhere_to_be_seen_is_in_the_deck_or_in_hands() -> None:
    state = position(
        hands=("RRL", "BB"), stations={0: ["GL"], 1: ["K"]}, tracks={0: "OO", 1: "P"}, discards="WWW",
        look_at_track=True,
    )  # fmt: skip
    # 10 of each colour and 16 locomotives, less the row R B G Y W and what is listed above.
    counts = {"R": 7, "O": 8, "Y": 9, "G": 8, "B": 9, "P": 10, "K": 9, "W": 6, "L": 14}
    assert odds.unseen(engine.view(state, 0)) == [counts[letter] for letter in LETTERS]


def test_a_closed_pile_is_unseen_like_the_deck() -> None:
    open_pile = odds.unseen(engine.view(position(tracks={0: "OO"}, look_at_track=True), 0))
    closed = odds.unseen(engine.view(position(tracks={0: "OO"}), 0))
    assert [more - less for more, less in zip(closed, open_pile, strict=True)] == [0, 2, 0, 0, 0, 0, 0, 0, 0]


def test_how_likely_cards_of_a_kind_are_among_those_drawn() -> None:
    # Two of five cards drawn, two of the five fit: 3 of 10 pairs hold none of them, 1 holds both.
    assert odds.at_least(1, 5, 2, 2) == pytest.approx(0.7)
    assert odds.at_least(2, 5, 2, 2) == pytest.approx(0.1)
    assert odds.at_least(0, 5, 2, 2) == 1.0
    assert odds.at_least(3, 5, 3, 2) == 0.0
    assert odds.at_least(2, 4, 3, 4) == pytest.approx(1.0)


def test_who_was_seen_to_take_enough_can_rob_for_certain() -> None:
    state = position(hands=("", "RRR"), look_at_track=True)
    view = engine.view(state, 0)
    unknown = odds.could_rob(view, odds.unseen(view), RED, 2)
    assert 0 < unknown < 0.1
    state.known[LOCOMOTIVE + 1 + RED] = 3
    view = engine.view(state, 0)
    assert odds.could_rob(view, odds.unseen(view), RED, 2) == 1.0
    assert odds.could_rob(view, odds.unseen(view), RED, 3) == 0.0


# What it has


@pytest.mark.parametrize(
    ("deck", "turns_left", "come"),
    [(LONG_DECK, -1, (2.0, 1.0)), ("R", -1, (0.0, 1.0)), ("", 1, (0.0, 0.0))],
)
def test_of_a_row_nobody_can_rob_a_card_comes_each_turn_and_locomotives_first(
    deck: str, turns_left: int, come: tuple[float, float]
) -> None:
    its = seen(position(hands=("B", ""), deck=deck, turns_left=turns_left))
    assert its.rolling(RED, 2, 1) == come


def test_a_row_that_can_be_robbed_comes_less_likely() -> None:
    its = seen(position(hands=("B", "RRRRRR"), deck=LONG_DECK), HARD._replace(fear=1.0))
    coloured, locomotives = its.rolling(RED, 2, 1)
    assert 0 < coloured < 2 * locomotives < 2


def test_what_tickets_lack_counts_pile_and_station() -> None:
    state = position(
        hands=("", ""), tracks={0: "Y"}, stations={0: ["B"]}, look_at_track=True, deck=LONG_DECK,
        tickets={0: ["chicago--new-york", "new-york--chicago", "seattle--chicago"]},  # Y; B; Y Y K
    )  # fmt: skip
    lacks = dict(zip(LETTERS, seen(state).lacks, strict=False))
    assert {letter: lack for letter, lack in lacks.items() if lack} == {"Y": 2, "K": 1}


def test_a_closed_pile_is_thought_to_hold_what_the_tickets_need() -> None:
    state = position(tracks={0: "WWW"}, tickets={0: ["chicago--new-york", "seattle--chicago"]})  # Y Y Y K
    pile = seen(state).pile
    assert sum(pile) == pytest.approx(3)
    assert pile[LETTERS.index("Y")] == pytest.approx(3 * pile[LETTERS.index("K")])
    assert pile[LETTERS.index("Y")] > pile[LETTERS.index("W")]


# What can still be laid


@pytest.mark.parametrize(
    ("hand", "turns", "worth"),
    [
        ("RRR", 3, 3 * 2 - 1),
        ("RRR", 2, 2 * 2 - 1),  # the last one does not roll
        ("RRR", 0, 0),
        ("R", 9, 0),  # no set
        ("RRRBBB", 3, (3 + 2) * 2 - 2),  # one set after the other
        ("RBG", 1, 3 * 2 - 1),
        ("RRBBGG", 2, 6 * 2 - 2),  # two trios, not three sets
        ("RRRL", 4, 3 * 2 + 5 - 1),
        ("RRRL", 3, 3 * 2 - 1),  # the locomotive would be one too many
    ],
)
def test_a_hand_is_worth_what_rolls_in_time_less_the_turns(hand: str, turns: int, worth: float) -> None:
    assert laying(hand, turns).worth(counts(hand)) == pytest.approx(worth)


@pytest.mark.parametrize(("turns", "worth"), [(4, 2 * 2 - 1), (3, 1 * 2 - 1), (2, 0)])
def test_a_colour_waits_until_the_own_row_of_it_is_gone(turns: int, worth: float) -> None:
    """Three stand there now, so two further turns pass before the next of this colour."""
    assert laying("RR", turns, stations={0: ["BB", "RRR"]}).worth(counts("RR")) == pytest.approx(worth)


def test_what_is_laid_now_is_in_the_way_of_its_colour() -> None:
    its = laying("RRRRRRBB", 4)
    assert its.worth(counts("BB"), counts("RRR")) == pytest.approx(2 * 2 - 1)
    assert its.worth(counts("RR"), counts("R")) == pytest.approx(2 * 2 - 1)
    assert its.worth(counts("RR"), counts("RRRR")) == pytest.approx(1 * 2 - 1)  # after three turns


# Placing and drawing


@PLANNERS
def test_what_completes_a_ticket_is_laid_when_it_can_roll_for_the_last_time(level: str) -> None:
    state = position(
        hands=("BBWWWR", ""), deck="R", look_at_track=True, tracks={0: "PPK"},
        tickets={0: ["seattle--toronto"]},  # B P P K
        completed=gone("seattle--toronto"),
    )  # fmt: skip
    assert chosen(state, level) == place("BWR")  # a card of each rolls; of two blue ones it would be one


LONG_SET: dict[str, Any] = {
    "hands": ("OOOOG", "BBBBBB"),
    "tickets": {0: ["los-angeles--miami", "dallas--new-york"]},  # R O O W; O G B
}


def test_hard_gathers_while_there_is_time() -> None:
    assert isinstance(chosen(position(deck=LONG_DECK, **LONG_SET), "hard"), DrawCard | DrawTickets)


def test_hard_lays_a_long_set_when_all_of_it_can_just_roll() -> None:
    """At the pace that it reckons with four further turns are left to roll."""
    state = position(deck="GBPK" * 6, **LONG_SET)
    assert seen(state).rolls_left == 4
    assert chosen(state, "hard") == place("OOOO")


@PLANNERS
def test_when_time_is_short_three_rows_bring_more_than_one(level: str) -> None:
    """One further turn of its own: a card of each row rolls."""
    state = position(
        hands=("RRRYB", ""), deck="R", look_at_track=True,
        tickets={0: ["new-york--miami", "chicago--charleston"]},  # R B; R Y
        completed=gone("new-york--miami", "chicago--charleston"),
    )  # fmt: skip
    assert chosen(state, level) == place("RYB")


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_of_two_sets_alike_the_one_that_robs_is_placed(level: str) -> None:
    state = position(
        hands=("RRRBBB", ""), stations={1: ["BB"]}, deck=LONG_DECK,
        tickets={0: ["new-york--miami"]},  # R B
        completed=gone("new-york--miami"),
    )  # fmt: skip
    assert chosen(state, level) == place("BBB")


@PLANNERS
def test_a_second_card_is_of_the_colour_that_is_needed(level: str) -> None:
    state = position(
        hands=("PPW", ""), row="RPGRW", deck=LONG_DECK,
        tickets={0: ["seattle--toronto", "new-york--portland"]},  # B P P K; Y B P P K
        completed=gone("seattle--toronto", "new-york--portland"),
    )  # fmt: skip
    state.phase = "second_card"
    assert chosen(state, level) == take(1)


@PLANNERS
def test_of_a_second_card_none_is_left_lying(level: str) -> None:
    state = position(hands=("G", ""), row="LLL..", deck="R")
    state.phase = "second_card"
    assert isinstance(chosen(state, level), DrawCard)


# Tickets


@PLANNERS
def test_in_the_last_turn_tickets_are_looked_at_and_kept_if_the_pile_pays(level: str) -> None:
    more: dict[str, Any] = {"tracks": {0: "YBG"}, "deck": "", "turns_left": 0, "look_at_track": True}
    assert chosen(position(hands=("RRR", ""), **more), level) == DRAW_TICKETS
    state = offered("chicago--montreal", "seattle--miami", "los-angeles--dallas", hands=("", ""), **more)
    assert chosen(state, level) == keep("chicago--montreal")  # Y B; the others need more
    state = offered("seattle--miami", "los-angeles--dallas", hands=("", ""), **more)
    assert chosen(state, level) == keep()


@PLANNERS
def test_one_is_kept_while_a_card_can_be_drawn_and_it_is_the_least_evil(level: str) -> None:
    state = offered("seattle--miami", "los-angeles--new-york", "seattle--los-angeles", deck="R")
    assert chosen(state, level) == keep("seattle--los-angeles")  # 9 points to lose, not 20 or 22


@PLANNERS
def test_nobody_keeps_none_twice_running_while_a_card_can_be_drawn(level: str) -> None:
    chance = Random(4)
    state, _ = engine.start(edition(), 2, {"look_at_track": True}, chance)
    kept_none = [False, False]
    while asked := engine.to_act(state):
        seat = asked[0]
        action = ai.choose(engine.view(state, seat), level, chance)
        if isinstance(action, KeepTickets):
            drawable = bool(state.deck) or any(card is not None for card in state.row)
            assert action.tickets or not (kept_none[seat] and drawable)
            kept_none[seat] = not action.tickets
        engine.play(state, seat, action, chance)


def test_a_ticket_out_of_reach_costs_its_points() -> None:
    late = Outlook(seen(position(hands=("", ""), deck="R", look_at_track=True)))
    ticket = edition().tickets[number("seattle--miami")]
    assert late.gain(ticket) == pytest.approx(-22 - 5 * HARD.effort)  # five cards that cannot come any more
    paid = Outlook(seen(position(hands=("", ""), deck="R", look_at_track=True, tracks={0: "RROKW"})))
    assert paid.gain(ticket) == pytest.approx(22 + HARD.city * (8 + 8))


@PLANNERS
def test_at_a_scoring_the_best_is_completed(level: str) -> None:
    """Vector 18 b."""
    state = position(
        tracks={0: "KWROYL"}, tickets={0: ["seattle--miami", "seattle--los-angeles", "chicago--miami"]}
    )
    state.phase = "complete_tickets"
    assert chosen(state, level) == completing("seattle--miami")


# What it may know


@PILES
@EVERYBODY
def test_the_choice_does_not_depend_on_what_the_seat_cannot_see(level: str, look_at_track: bool) -> None:
    pick = Random(1)
    for state, seat, _ in games(3, 6, look_at_track=look_at_track):
        if pick.random() < 0.12:
            choice = ai.choose(engine.view(state, seat), level, Random(9))
            for other in (
                engine.determinize(engine.view(state, seat), pick),
                hidden.otherwise(state, seat, pick),
            ):
                assert ai.choose(engine.view(other, seat), level, Random(9)) == choice


@PLANNERS
def test_a_pile_is_looked_at_only_where_that_is_allowed(level: str) -> None:
    tickets = ("seattle--los-angeles", "new-york--kansas-city")  # K W; G B
    for look_at_track in (True, False):
        kept = [
            chosen(
                offered(*tickets, tracks={0: pile}, deck="", turns_left=0, look_at_track=look_at_track), level
            )
            for pile in ("KW", "GB")
        ]
        assert (kept[0] != kept[1]) == look_at_track
    assert kept[0] == kept[1]


class Sealed(State):
    """A state that nobody may look at any more."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"somebody looked at {name}")


@EVERYBODY
def test_a_player_never_touches_the_state_behind_its_view(level: str) -> None:
    state = position(hands=("RRRLG", "BBB"), tickets={0: ["seattle--miami"]})
    view = engine.view(state, 0)
    state.__class__ = Sealed
    with pytest.raises(AssertionError, match="looked at tracks"):
        _ = state.tracks
    assert ai.choose(view, level, Random(0)) is not None


# Yardsticks


def test_greedy_lays_the_biggest_set_of_a_colour_that_it_needs() -> None:
    state = position(hands=("RRRRRBBBL", ""), tickets={0: ["new-york--chicago"]}, look_at_track=True)  # B
    state.hands[BLUE] = 0
    assert isinstance(chosen(state, "greedy"), DrawCard)  # red is not needed
    state.hands[BLUE] = 3
    state.tickets[0] = (number("seattle--new-york"),)  # B B P K
    assert chosen(state, "greedy") == place("BBB")


def test_greedy_draws_tickets_when_it_has_cards_for_all() -> None:
    state = position(hands=("B", ""), tickets={0: ["new-york--chicago"]}, look_at_track=True)
    assert isinstance(chosen(state, "greedy"), DrawTickets)


def play(players: tuple[str, str], seed: int, **options: bool) -> float:
    """The first player's share of the win of one game."""
    chance = Random(seed)
    state, _ = engine.start(edition(), 2, options, chance)
    while asked := engine.to_act(state):
        action = ai.choose(engine.view(state, asked[0]), players[asked[0]], chance)
        engine.play(state, asked[0], action, chance)
    first = [sheet.seat for sheet in engine.scores(state) if sheet.place == 1]
    return first.count(0) / len(first)


@PILES
def test_hard_beats_chance(look_at_track: bool) -> None:
    assert sum(play(("hard", "random"), seed, look_at_track=look_at_track) for seed in range(4)) == 4


@pytest.mark.parametrize(
    ("better", "worse", "least"), [("hard", "greedy", 6), ("normal", "greedy", 6), ("normal", "easy", 6)]
)
def test_the_ladder_stands(better: str, worse: str, least: int) -> None:
    """Of ten games; what came of hundreds stands in docs/computer-players.md."""
    assert sum(play((better, worse), seed, look_at_track=True) for seed in range(10)) >= least
