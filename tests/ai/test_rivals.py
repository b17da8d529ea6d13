"""What others may think of a table, who uses it, and the players that levels are measured with."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from games import ai, engine
from games.ai.board import atlas, belief
from games.engine.board.claims import ClaimRoute
from games.engine.parts.cards import DECK, DrawCard
from tests.engine.build import DRAW_TICKETS, act, edition, keep, position, slug, ticket

if TYPE_CHECKING:
    from games.engine.board.state import State

# On the west coast all but the five trains between Portland and San Francisco.
COAST = [("Los Angeles", "San Francisco"), ("Portland", "Seattle")]
GREENS = "GGGGG"
LOS_ANGELES_TO_SEATTLE = [("Los Angeles", "Seattle")]


def link(a: str, b: str) -> int:
    """Between two neighbours."""
    cities = edition().board.cities
    return atlas.of(edition().board).ends.index((cities.index(slug(a)), cities.index(slug(b))))


def needed(state: State, seat: int) -> dict[int, float]:
    return belief.needed(engine.view(state, 0), seat)


def chosen(state: State, player: str, seed: int = 0) -> Any:
    return ai.player(player)(engine.view(state, 0), Random(seed))


def ends(action: ClaimRoute) -> tuple[str, str]:
    route = edition().board.routes[action.route]
    return edition().board.cities[route.a], edition().board.cities[route.b]


# Belief


def test_who_has_built_nothing_shows_nothing() -> None:
    assert needed(position(), 1) == {}


def test_the_gap_in_a_way_is_what_a_seat_probably_needs() -> None:
    seen = needed(position(own={1: COAST}), 1)
    assert max(seen, key=seen.__getitem__) == link("Portland", "San Francisco")
    assert link("Boston", "Montreal") not in seen


def test_what_the_viewer_holds_nobody_else_does() -> None:
    """Denver to El Paso is the only ticket between two cities that Santa Fe lies between by two and two."""
    own, gap = {1: [("Denver", "Santa Fe")]}, link("El Paso", "Santa Fe")
    thought = needed(position(own=own), 1)[gap]
    assert needed(position(own=own, tickets={0: [("Denver", "El Paso")]}), 1).get(gap, 0.0) < thought


def test_of_the_viewer_it_is_what_others_see_whatever_its_tickets() -> None:
    own = {0: COAST}
    assert needed(position(own=own, tickets={0: LOS_ANGELES_TO_SEATTLE}), 0) == needed(position(own=own), 0)


# Who uses it


def test_hard_closes_a_gap_that_everybody_sees_and_normal_goes_on_gathering() -> None:
    state = position(
        hands=(GREENS + "RRRYYY",), own={0: COAST}, tickets={0: LOS_ANGELES_TO_SEATTLE}, row="WKWKP"
    )
    action = chosen(state, "hard")
    assert isinstance(action, ClaimRoute)
    assert ends(action) == ("portland", "san-francisco")
    assert isinstance(chosen(state, "hard:guard=1.0"), DrawCard)


def test_the_spoiler_takes_what_another_seems_to_need() -> None:
    state = position(hands=(GREENS,), own={1: COAST}, tickets={0: [("Boston", "Miami")]})
    action = chosen(state, "spoiler")
    assert isinstance(action, ClaimRoute)
    assert ends(action) == ("portland", "san-francisco")
    assert isinstance(chosen(state, "hard"), DrawCard)


def test_the_spoiler_plays_like_hard_where_nothing_is_to_be_seen() -> None:
    state = position(hands=(GREENS,), tickets={0: [("Boston", "Miami")]})
    assert chosen(state, "spoiler") == chosen(state, "hard")


# Peers


@pytest.mark.parametrize("peer", ["shortest", "longest"])
def test_peers_claim_the_shortest_route_of_their_plan_first(peer: str) -> None:
    """From Denver to El Paso by Santa Fe, two and two; a fifth of the hand would pay for more."""
    state = position(hands=(GREENS + "RR",), tickets={0: [("Denver", "El Paso")]})
    action = chosen(state, peer)
    assert isinstance(action, ClaimRoute)
    assert ends(action) in {("denver", "santa-fe"), ("el-paso", "santa-fe")}


@pytest.mark.parametrize("peer", ["shortest", "longest"])
def test_peers_draw_blind_while_their_plan_cannot_be_paid(peer: str) -> None:
    state = position(hands=("R",), tickets={0: [("Denver", "El Paso")]}, row="RRGGG")
    assert chosen(state, peer) == DrawCard(DECK)


def test_without_tickets_the_one_waits_for_six_and_the_other_makes_its_path_longer() -> None:
    """Five orange cards pay for routes of four and five, and for none of six."""
    own = {0: [("Denver", "Salt Lake City")]}
    state = position(hands=("OOOOO",), own=own)
    assert chosen(state, "shortest") == DrawCard(DECK)
    action = chosen(state, "longest")
    assert isinstance(action, ClaimRoute)
    assert edition().board.routes[action.route].length >= 4
    assert set(ends(action)) & {"denver", "salt-lake-city"}


@pytest.mark.parametrize("peer", ["shortest", "longest"])
def test_peers_keep_no_ticket_beyond_their_trains(peer: str) -> None:
    """Twenty-two trains lie between Seattle and New York, ten are left."""
    state = position(trains={0: 10})
    state.ticket_deck = [
        ticket("New York", "Seattle"),
        ticket("Dallas", "New York"),
        ticket("Denver", "El Paso"),
    ]
    act(state, DRAW_TICKETS)
    assert chosen(state, peer) == keep(ticket("Denver", "El Paso"))


# Slips


def test_easy_now_and_then_takes_any_card_or_route() -> None:
    """One turn of five, whatever its plan says; of tickets and in the middle of a turn it never does."""
    state = position(hands=(GREENS,), tickets={0: [("Boston", "Miami")]})
    planned = {chosen(state, "easy:slip=0", seed) for seed in range(40)}
    slipped = [chosen(state, "easy", seed) not in planned for seed in range(200)]
    assert 0.08 < sum(slipped) / 200 < 0.32  # four standard errors; some fall upon what was planned
    assert all(isinstance(chosen(state, "easy:slip=1", seed), DrawCard | ClaimRoute) for seed in range(40))
    looking_ahead = {chosen(state, "hard:slip=1,endgame=99", seed) for seed in range(40)}
    assert len(looking_ahead) > 9, "a level slips whether or not it looks ahead"
