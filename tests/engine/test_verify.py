"""`docs/verify.py` as a program: real games are in order, and what was changed is found where it is."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games import engine
from tests.engine.playing import Game

PROGRAM = Path(__file__).parents[2] / "docs" / "verify.py"
Record = dict[str, Any]


@cache
def played(edition: str, seats: int, temper: str, *options: str) -> str:
    """The record of a whole game by chance, as the site exports it."""
    chosen = dict.fromkeys(options, True)
    game = Game(engine.EDITIONS[edition], seats, chosen, seed=19).play_out(temper)
    its = game.edition
    moves = [
        {
            "seq": seq,
            "seat": seat,
            "action": None if action is None else its.write_action(action),
            "events": [its.write_event(event) for event in events],
        }
        for seq, (seat, action, events) in enumerate(game.moves)
    ]
    record = {
        "edition": edition,
        "seats": seats,
        "seed": game.seed.hex(),
        "commitment": engine.commitment(game.seed),
        "dealing": its.dealing(),
        "moves": moves,
        "result": {"scores": its.describe_scores(engine.scores(game.state))},
    }
    return json.dumps(record)


def checked(record: str | Record, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the program alone, outside the project, with the record as its input."""
    text = record if isinstance(record, str) else json.dumps(record)
    command = [sys.executable, "-I", str(PROGRAM), *options]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False, cwd="/")


@pytest.fixture
def record() -> Record:
    """A game in which the deck ran out, rows were renewed and tickets were drawn."""
    found: Record = json.loads(played("usa", 3, "kind"))
    types = [event["type"] for move in found["moves"] for event in move["events"]]
    assert types.count("deck_shuffled") > 1
    assert types.count("row_discarded") > 0
    assert types.count("tickets_kept") > 1
    return found


@pytest.mark.parametrize("edition", [name for name in engine.EDITIONS if name != "card-game"])
@pytest.mark.parametrize(("seats", "temper"), [(2, "any"), (5, "kind"), (4, "hoarder"), (3, "collector")])
def test_a_game_is_in_order(edition: str, seats: int, temper: str) -> None:
    result = checked(played(edition, seats, temper))
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert [line[:4] for line in lines[:-1]] == ["ok  "] * 5
    assert (
        "12 red, 12 orange, 12 yellow, 12 green, 12 blue, 12 purple, 12 black, 12 white, 14 loco" in lines[1]
    )
    assert f"{4 * seats} cards off the deck, 0 out of the row" in lines[2]
    assert lines[-1].startswith("Not checked:")


@pytest.mark.parametrize(
    ("seats", "temper", "options"),
    [
        (2, "any", ()),
        (3, "collector", ()),
        (4, "kind", ()),
        (4, "builder", ("auto_complete",)),
        (4, "hoarder", ("look_at_track",)),
    ],
)
def test_a_card_game_is_in_order(seats: int, temper: str, options: tuple[str, ...]) -> None:
    result = checked(played("card-game", seats, temper, *options))
    assert (result.returncode, result.stderr, result.stdout.count("ok  ")) == (0, "", 5)
    lines = result.stdout.splitlines()
    colours = "10 red, 10 orange, 10 yellow, 10 green, 10 blue, 10 purple, 10 black, 10 white"
    assert f"{colours}, 16 locomotive; 46 tickets" in lines[1]
    assert f"{7 * seats} cards off the deck, 0 out of the row, 5 turned up, 1 decks shuffled" in lines[2]
    assert f"{6 * seats} tickets shown" in lines[2]
    assert f"{int(seats == 4)} decks shuffled" in lines[3]


def test_a_file_can_be_named_and_the_commitment_that_one_wrote_down(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert checked("", str(file), "--commitment", record["commitment"]).returncode == 0
    assert checked("", str(file), "--commitment", f" {record['commitment'].upper()}\n").returncode == 0
    assert checked("", str(file), "--commitment", "00" * 32).returncode == 1


# What was changed


def moves_with(record: Record, kind: str) -> list[tuple[int, Record]]:
    """After the set-up, each event of a type with the number of its move."""
    return [
        (move["seq"], event)
        for move in record["moves"][1:]
        for event in move["events"]
        if event["type"] == kind
    ]


def two_drawn_cards_swapped(record: Record) -> int:
    (seq, one), *others = moves_with(record, "card_drawn")
    other = next(event for _, event in others if event["card"] != one["card"])
    one["card"], other["card"] = other["card"], one["card"]
    return seq


def a_card_turned_up_changed(record: Record) -> int:
    seq, event = moves_with(record, "place_filled")[40]
    event["card"] = "red" if event["card"] != "red" else "blue"
    return seq


def a_refill_removed(record: Record) -> int:
    seq, event = moves_with(record, "place_filled")[20]
    record["moves"][seq]["events"].remove(event)
    return seq


def a_reshuffle_changed(record: Record) -> int:
    seq, event = moves_with(record, "deck_shuffled")[0]
    event["deck"].reverse()
    return seq


def the_first_deck_changed(record: Record) -> int:
    deck = next(event for event in record["moves"][0]["events"] if event["type"] == "deck_shuffled")["deck"]
    place = next(place for place, card in enumerate(deck) if card != deck[0])
    deck[0], deck[place] = deck[place], deck[0]
    return 0


def a_dealt_ticket_changed(record: Record) -> int:
    event = next(event for event in record["moves"][0]["events"] if event["type"] == "tickets_offered")
    event["tickets"][1] = record["dealing"]["tickets"][0]
    return 0


def an_offered_ticket_changed(record: Record) -> int:
    seq, event = moves_with(record, "tickets_offered")[1]
    event["tickets"][0] = next(
        ticket for ticket in record["dealing"]["tickets"] if ticket not in event["tickets"]
    )
    return seq


def a_kept_ticket_changed_and_the_action_with_it(record: Record) -> int:
    seq, event = moves_with(record, "tickets_kept")[0]
    record["moves"][seq]["action"]["tickets"] = event["tickets"] = ["los-angeles--new-york"]
    return seq


def the_events_of_a_move_removed(record: Record) -> int:
    record["moves"][30]["events"] = []
    return 30


def a_move_removed(record: Record) -> int:
    del record["moves"][50]
    return 50


def the_end_cut_off(record: Record) -> int:
    del record["moves"][-1]
    return int(record["moves"][-1]["seq"])


def a_payment_changed(record: Record) -> int:
    claims = moves_with(record, "route_claimed")
    seq, event = next(claim for claim in claims if "locomotive" not in claim[1]["cards"])
    event["cards"] = {"locomotive": sum(event["cards"].values())}
    return seq


def another_seed_with_its_own_commitment(record: Record) -> int:
    record["seed"] = "ab" * 32
    record["commitment"] = engine.commitment(bytes.fromhex(record["seed"]))
    return 0


CHANGES: list[Callable[[Record], int]] = [
    two_drawn_cards_swapped,
    a_card_turned_up_changed,
    a_refill_removed,
    a_reshuffle_changed,
    the_first_deck_changed,
    a_dealt_ticket_changed,
    an_offered_ticket_changed,
    a_kept_ticket_changed_and_the_action_with_it,
    the_events_of_a_move_removed,
    a_move_removed,
    the_end_cut_off,
    a_payment_changed,
    another_seed_with_its_own_commitment,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_change_is_found_in_its_move(record: Record, change: Callable[[Record], int]) -> None:
    before = copy.deepcopy(record)
    seq = change(record)
    assert record != before
    result = checked(record)
    assert (result.returncode, result.stderr) == (1, "")
    assert f"DIFFERENCE in move {seq}\n" in result.stdout


# What was changed in a game with tunnels, stations and long tickets


@pytest.fixture
def europe() -> Record:
    """A game in which tunnels were paid and left, and stations built."""
    found: Record = json.loads(played("europe", 5, "kind"))
    types = {event["type"] for move in found["moves"] for event in move["events"]}
    assert {"tunnel_paid", "tunnel_declined", "station_built"} <= types
    return found


def a_card_of_a_tunnel_changed(record: Record) -> int:
    seq, event = moves_with(record, "tunnel_card_turned_up")[4]
    event["card"] = "red" if event["card"] != "red" else "blue"
    return seq


def a_card_of_a_tunnel_that_does_not_count_any_more(record: Record) -> int:
    seq, event = next(
        (seq, event) for seq, event in moves_with(record, "tunnel_card_turned_up") if event["counts"]
    )
    event["counts"] = False
    return seq


def a_long_ticket_changed(record: Record) -> int:
    events = [event for event in record["moves"][0]["events"] if event["type"] == "long_tickets_offered"]
    one, other = events[:2]
    one["tickets"], other["tickets"] = other["tickets"], one["tickets"]
    return 0


def cards_of_a_tunnel_not_taken_back(record: Record) -> int:
    seq, event = moves_with(record, "tunnel_declined")[0]
    record["moves"][seq]["events"].remove(event)
    return seq


def cards_of_a_station_changed(record: Record) -> int:
    seq, event = moves_with(record, "station_built")[0]
    event["cards"] = {}
    return seq


IN_EUROPE = [
    a_card_of_a_tunnel_changed,
    a_card_of_a_tunnel_that_does_not_count_any_more,
    a_long_ticket_changed,
    cards_of_a_tunnel_not_taken_back,
    cards_of_a_station_changed,
]


@pytest.mark.parametrize("change", IN_EUROPE, ids=lambda change: change.__name__)
def test_a_change_in_europe_is_found_in_its_move(europe: Record, change: Callable[[Record], int]) -> None:
    seq = change(europe)
    result = checked(europe)
    assert (result.returncode, result.stderr) == (1, "")
    assert f"DIFFERENCE in move {seq}\n" in result.stdout


def test_long_tickets_in_another_order_are_found(europe: Record) -> None:
    europe["dealing"]["long_tickets"].reverse()
    assert checked(europe).returncode == 1


def test_what_becomes_of_unkept_tickets_matters() -> None:
    """Under the deck they would come up again when the others have been drawn."""
    long_game: Record = json.loads(played("europe", 3, "collector"))
    assert checked(long_game).returncode == 0
    long_game["dealing"]["first_rest"] = "under"
    assert checked(long_game).returncode == 1


def tickets_that_came_back_in_another_order(record: Record) -> int:
    seq, event = moves_with(record, "tickets_shuffled")[0]
    event["ticket_deck"].reverse()
    return seq


def a_card_of_the_second_deal_changed(record: Record) -> int:
    seq, _ = moves_with(record, "cards_gathered")[0]
    event = next(its for its in record["moves"][seq]["events"] if its["type"] == "card_drawn")
    event["card"] = "red" if event["card"] != "red" else "blue"
    return seq


def cards_not_gathered(record: Record) -> int:
    seq, event = moves_with(record, "cards_gathered")[0]
    record["moves"][seq]["events"].remove(event)
    return seq


def placed_cards_changed(record: Record) -> int:
    seq, event = moves_with(record, "trains_placed")[0]
    event["cards"] = event["cards"][1:]
    return seq


IN_THE_CARD_GAME = [
    tickets_that_came_back_in_another_order,
    a_card_of_the_second_deal_changed,
    cards_not_gathered,
    placed_cards_changed,
]


@pytest.mark.parametrize("change", IN_THE_CARD_GAME, ids=lambda change: change.__name__)
def test_a_change_in_the_card_game_is_found_in_its_move(change: Callable[[Record], int]) -> None:
    record: Record = json.loads(played("card-game", 4, "kind"))
    seq = change(record)
    result = checked(record)
    assert (result.returncode, result.stderr) == (1, "")
    assert f"DIFFERENCE in move {seq}\n" in result.stdout


@pytest.mark.parametrize(
    ("name", "value"), [("seed", "ab" * 32), ("commitment", "cd" * 32)], ids=["seed", "commitment"]
)
def test_a_seed_that_was_not_promised_is_found(record: Record, name: str, value: str) -> None:
    result = checked({**record, name: value})
    assert result.returncode == 1
    assert result.stdout.startswith("DIFFERENCE in the record as a whole\n")


def test_tickets_in_another_order_are_found(record: Record) -> None:
    """Whoever may choose the order before a shuffle may choose the one after it."""
    record["dealing"]["tickets"].reverse()
    assert checked(record).returncode == 1


def test_tickets_of_the_scores_are_those_that_were_kept(record: Record) -> None:
    record["result"]["scores"][0]["tickets"].pop()
    result = checked(record)
    assert result.returncode == 1
    assert "DIFFERENCE in the record as a whole" in result.stdout


def no_scores(record: Record) -> None:
    record["result"] = None


def one_sheet(record: Record) -> None:
    del record["result"]["scores"][1:]


def one_sheet_twice(record: Record) -> None:
    record["result"]["scores"][1] = record["result"]["scores"][0]


MISSING = [no_scores, one_sheet, one_sheet_twice]


@pytest.mark.parametrize("change", MISSING, ids=lambda change: change.__name__)
def test_scores_that_are_missing_are_found(record: Record, change: Callable[[Record], None]) -> None:
    change(record)
    result = checked(record)
    assert (result.returncode, result.stderr) == (1, "")
    assert "DIFFERENCE in the record as a whole" in result.stdout
    assert "the tickets in the scores" not in result.stdout


def test_a_running_game_cannot_be_checked(record: Record) -> None:
    result = checked({**record, "seed": None})
    assert (result.returncode, result.stderr) == (2, "")
    assert "not over" in result.stdout


def test_what_is_no_record_is_said_so() -> None:
    for text in ("", "[]", "{}", '{"seed": "xx", "dealing": {}}'):
        result = checked(text)
        assert (result.returncode, result.stderr) == (2, "")
