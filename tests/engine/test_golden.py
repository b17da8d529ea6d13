"""Kept games: what was recorded still leads to the same state, and the same play to the same record."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games import engine
from tests.engine import make_golden
from tests.engine.books import book

FOLDER = Path(__file__).parent / "golden"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
GAMES = pytest.mark.parametrize("name", NAMES)


@cache
def golden(name: str) -> Any:
    """The record of a game."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def replayed(record: Any) -> engine.State:
    """The state to which its events lead."""
    edition = engine.EDITIONS[record["edition"]]
    events = [edition.read_event(event) for move in record["moves"] for event in move["events"]]
    return engine.replay(edition, record["seats"], record["options"], events)


@GAMES
def test_the_recorded_events_lead_to_the_recorded_result(name: str) -> None:
    record = golden(name)
    state = replayed(record)
    assert record["schema"] == 1
    assert engine.is_over(state)
    edition = engine.EDITIONS[record["edition"]]
    assert edition.describe_scores(engine.scores(state)) == record["result"]["scores"]


@GAMES
def test_the_same_seed_and_actions_lead_to_the_same_events(name: str) -> None:
    record = golden(name)
    edition, seed = engine.EDITIONS[record["edition"]], bytes.fromhex(record["seed"])
    state, events = engine.start(edition, record["seats"], record["options"], engine.SeededRng(seed, 0))
    for seq, move in enumerate(record["moves"]):
        assert move["seq"] == seq
        if seq:
            action = edition.read_action(move["action"])
            assert edition.write_action(action) == move["action"]
            events = engine.apply(state, move["seat"], action, engine.SeededRng(seed, seq))
        assert [edition.write_event(event) for event in events] == move["events"]
    assert state == replayed(record)


@GAMES
def test_the_commitment_is_the_hash_of_the_seed(name: str) -> None:
    record = golden(name)
    assert engine.commitment(bytes.fromhex(record["seed"])) == record["commitment"]


@GAMES
def test_brute_force_finds_the_recorded_result(name: str) -> None:
    record = golden(name)
    edition = engine.EDITIONS[record["edition"]]
    state = edition.dump(replayed(record))
    book(edition).conserved(edition.id, state)
    book(edition).same_score(edition.id, state, record["result"]["scores"])


def test_there_is_a_game_of_each_edition_and_number_of_seats() -> None:
    there = {(golden(name)["edition"], golden(name)["seats"]) for name in NAMES}
    assert {(its.id, seats) for its in engine.EDITIONS.values() for seats in its.players} <= there


def test_both_ways_to_end_are_there() -> None:
    ends = {golden(name)["moves"][-1]["events"][-1]["all_passed"] for name in NAMES}
    assert ends == {False, True}


@pytest.mark.parametrize("name", make_golden.EUROPE)
def test_the_ways_in_which_a_game_of_europe_can_end_are_there(name: str) -> None:
    seats, _, is_it = make_golden.EUROPE[name]
    record = golden(name)
    assert (record["edition"], record["seats"]) == ("europe", seats)
    assert is_it(record)


def test_options_of_the_card_game_change_how_it_is_scored() -> None:
    """With `auto_complete` no move completes tickets; without it each seat does so at both scorings."""
    asked = {
        name: sum((move["action"] or {}).get("type") == "complete_tickets" for move in golden(name)["moves"])
        for name in NAMES
        if name.startswith("card-game")
    }
    assert asked == {
        "card-game-2": 2,
        "card-game-3": 3,
        "card-game-4": 8,
        "card-game-4-auto_complete": 0,
        "card-game-4-look_at_track": 8,
    }


def test_every_type_of_event_and_action_is_there() -> None:
    events, actions = set(), set()
    for name in NAMES:
        for move in golden(name)["moves"]:
            events |= {event["type"] for event in move["events"]}
            actions |= {move["action"]["type"]} if move["action"] else set()
    assert events == {kind for its in engine.EDITIONS.values() for kind in its.event_types()}
    assert actions == {kind for its in engine.EDITIONS.values() for kind in its.action_types()}
    drawing, building = {"draw_card", "draw_tickets", "keep_tickets"}, {"claim_route", "build_station"}
    card_game = {"stop_drawing", "place_trains", "complete_tickets"}
    assert actions == drawing | building | {"pay_tunnel", "decline_tunnel"} | card_game


def test_the_folder_is_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_800_000


def test_a_state_that_was_stored_before_there_were_stations_is_read() -> None:
    """Schema 1 knew neither stations nor tunnels nor tickets out of the game."""
    state = replayed(golden("usa-3"))
    kept = state.edition.dump(state)
    assert kept["schema"] == 2
    before = {name: value for name, value in kept.items() if name not in ("stations", "tunnel", "box")}
    assert state.edition.load({**before, "schema": 1}) == state
    with pytest.raises(ValueError, match="schema 3"):
        state.edition.load({**kept, "schema": 3})
