"""Actions as JSON: what can be read, and what is malformed. contract.md, "Actions"."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from tests.engine.build import BLIND, DRAW_TICKETS, claim, edition, keep, take, ticket

USA = edition()
ROUTE = "dallas--el-paso"


@pytest.mark.parametrize(
    ("raw", "action"),
    [
        ({"type": "draw_card", "from": "deck"}, BLIND),
        ({"type": "draw_card", "from": 0}, take(0)),
        ({"type": "draw_card", "from": 4}, take(4)),
        ({"type": "draw_tickets"}, DRAW_TICKETS),
        (
            {"type": "claim_route", "route": ROUTE, "cards": {"red": 2, "locomotive": 2}},
            claim(("Dallas", "El Paso"), "RRLL"),
        ),
        (
            {"type": "claim_route", "route": ROUTE, "cards": {"locomotive": 4}},
            claim(("Dallas", "El Paso"), "LLLL"),
        ),
        (
            {"type": "keep_tickets", "tickets": ["denver--el-paso", "boston--miami"]},
            keep(ticket("Boston", "Miami"), ticket("Denver", "El Paso")),
        ),
        ({"type": "keep_tickets", "tickets": []}, keep()),
    ],
)
def test_an_action_is_read(raw: dict[str, Any], action: engine.Action) -> None:
    read = USA.read_action(raw)
    assert read == action
    assert type(read) is type(action)


def test_the_order_of_a_list_and_zero_counts_do_not_matter() -> None:
    cards = {"locomotive": 0, "blue": 0, "red": 4}
    assert USA.read_action({"type": "claim_route", "route": ROUTE, "cards": cards}) == claim(
        ("Dallas", "El Paso"), "RRRR"
    )
    tickets = ["boston--miami", "denver--el-paso"]
    there = USA.read_action({"type": "keep_tickets", "tickets": tickets})
    assert there == USA.read_action({"type": "keep_tickets", "tickets": tickets[::-1]})


MALFORMED: list[Any] = [
    None,
    [],
    "draw_card",
    7,
    {},
    {"type": None},
    {"type": ["draw_card"]},
    {"type": "pass"},
    {"type": "DrawCard", "from": 0},
    {"from": 0},
    {"type": "draw_card"},
    {"type": "draw_card", "from": 5},
    {"type": "draw_card", "from": -1},
    {"type": "draw_card", "from": True},
    {"type": "draw_card", "from": 1.0},
    {"type": "draw_card", "from": "0"},
    {"type": "draw_card", "from": None},
    {"type": "draw_card", "from": [0]},
    {"type": "draw_card", "from": 10**30},
    {"type": "draw_card", "from": 0, "seat": 1},
    {"type": "draw_tickets", "number": 3},
    {"type": "claim_route", "route": ROUTE},
    {"type": "claim_route", "cards": {"red": 4}},
    {"type": "claim_route", "route": "here--there", "cards": {"red": 4}},
    {"type": "claim_route", "route": 3, "cards": {"red": 4}},
    {"type": "claim_route", "route": [ROUTE], "cards": {"red": 4}},
    {"type": "claim_route", "route": None, "cards": {"red": 4}},
    {"type": "claim_route", "route": ROUTE, "cards": None},
    {"type": "claim_route", "route": ROUTE, "cards": ["red"] * 4},
    {"type": "claim_route", "route": ROUTE, "cards": "red"},
    {"type": "claim_route", "route": ROUTE, "cards": {"pink": 4}},
    {"type": "claim_route", "route": ROUTE, "cards": {"Red": 4}},
    {"type": "claim_route", "route": ROUTE, "cards": {"red": -1, "locomotive": 5}},
    {"type": "claim_route", "route": ROUTE, "cards": {"red": 4.0}},
    {"type": "claim_route", "route": ROUTE, "cards": {"red": "4"}},
    {"type": "claim_route", "route": ROUTE, "cards": {"red": True}},
    {"type": "claim_route", "route": ROUTE, "cards": {"red": None}},
    {"type": "claim_route", "route": ROUTE, "cards": {"red": [4]}},
    {"type": "claim_route", "route": ROUTE, "cards": {"red": 10**30}},
    {"type": "claim_route", "route": ROUTE, "cards": {"red": 4}, "by": 1},
    {"type": "keep_tickets"},
    {"type": "keep_tickets", "tickets": None},
    {"type": "keep_tickets", "tickets": "boston--miami"},
    {"type": "keep_tickets", "tickets": {"boston--miami": 1}},
    {"type": "keep_tickets", "tickets": [4]},
    {"type": "keep_tickets", "tickets": [None]},
    {"type": "keep_tickets", "tickets": [["boston--miami"]]},
    {"type": "keep_tickets", "tickets": ["boston--nowhere"]},
    {"type": "keep_tickets", "tickets": ["boston--miami", "boston--miami"]},
    {"type": "keep_tickets", "tickets": ["boston--miami"], "all": True},
    {"type": "stop_drawing"},
    {"type": "build_station", "city": "miami", "cards": {"red": 1}},
]


@pytest.mark.parametrize("raw", MALFORMED, ids=lambda raw: json.dumps(raw)[:60])
def test_what_is_no_action_is_malformed(raw: Any) -> None:
    before = copy.deepcopy(raw)
    with pytest.raises(engine.MalformedAction) as caught:
        USA.read_action(raw)
    assert caught.value.problem
    assert raw == before


def test_a_ticket_of_another_edition_is_malformed() -> None:
    raw = {"type": "keep_tickets", "tickets": ["boston--washington"]}
    assert edition("usa-mega").read_action(raw)
    with pytest.raises(engine.MalformedAction):
        USA.read_action(raw)


def test_cards_of_several_colours_are_illegal_not_malformed() -> None:
    raw = {"type": "claim_route", "route": ROUTE, "cards": {"red": 2, "blue": 1, "locomotive": 1}}
    with pytest.raises(engine.IllegalAction) as caught:
        USA.read_action(raw)
    assert caught.value.reason == "mixed_colours"
    assert caught.value.facts == {"colours": ["red", "blue"]}


EUROPE = edition("europe")
MALFORMED_IN_EUROPE: list[tuple[Any, str]] = [
    ({"type": "build_station", "city": "miami", "cards": {"red": 1}}, "no_such_city"),
    ({"type": "build_station", "city": 3, "cards": {"red": 1}}, "no_such_city"),
    ({"type": "build_station", "city": ["paris"], "cards": {"red": 1}}, "no_such_city"),
    ({"type": "build_station", "city": None, "cards": {"red": 1}}, "no_such_city"),
    ({"type": "build_station", "cards": {"red": 1}}, "no_such_action"),
    ({"type": "build_station", "city": "paris"}, "no_such_action"),
    ({"type": "build_station", "city": "paris", "cards": {"red": -1}}, "no_number_of_cards"),
    ({"type": "pay_tunnel"}, "no_such_action"),
    ({"type": "pay_tunnel", "cards": {"red": 1}, "route": "paris--zurich"}, "no_such_action"),
    ({"type": "pay_tunnel", "cards": [1]}, "no_cards"),
    ({"type": "decline_tunnel", "cards": {}}, "no_such_action"),
]


@pytest.mark.parametrize(("raw", "problem"), MALFORMED_IN_EUROPE, ids=lambda its: json.dumps(its)[:60])
def test_what_is_no_action_of_europe_is_malformed(raw: Any, problem: str) -> None:
    with pytest.raises(engine.MalformedAction) as caught:
        EUROPE.read_action(raw)
    assert caught.value.problem == problem


@pytest.mark.parametrize("kind", ["build_station", "pay_tunnel", "decline_tunnel"])
def test_actions_of_europe_are_none_in_the_usa(kind: str) -> None:
    fields = {"build_station": {"city": "miami", "cards": {"red": 1}}, "pay_tunnel": {"cards": {"red": 1}}}
    with pytest.raises(engine.MalformedAction) as caught:
        USA.read_action({"type": kind, **fields.get(kind, {})})
    assert caught.value.problem == "no_such_action"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.fixed_dictionaries(
    {"type": st.sampled_from(["draw_card", "claim_route", "draw_tickets", "keep_tickets"]) | JSON},
    optional={
        "from": JSON,
        "route": st.just(ROUTE) | JSON,
        "cards": st.dictionaries(st.sampled_from([*engine.COLOURS, "pink"]), JSON, max_size=3) | JSON,
        "tickets": st.lists(st.just("boston--miami") | JSON, max_size=3) | JSON,
    },
)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(raw=FIELDS | JSON)
def test_any_json_is_read_or_refused_with_a_reason(raw: Any) -> None:
    try:
        action = USA.read_action(raw)
    except (engine.MalformedAction, engine.IllegalAction):
        return
    assert USA.read_action(json.loads(json.dumps(USA.write_action(action)))) == action
