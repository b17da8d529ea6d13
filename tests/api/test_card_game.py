"""The Card Game for programs: its table, what it refuses, what it forgets, its scorings."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game
from tests import cast
from tests.api.test_actions import bytes_of, first, post, second
from tests.api.test_refusals import is_refused
from tests.engine.naive_card_game import tickets as all_tickets

STOP = {"type": "stop_drawing"}
DECK = {"type": "draw_card", "from": "deck"}
COLOURS = {"red", "orange", "yellow", "green", "blue", "purple", "black", "white", "locomotive"}


def place(**cards: int) -> dict[str, Any]:
    return {"type": "place_trains", "cards": cards}


def started(alice: User, bob: User, **options: bool) -> Game:
    """A game in the first turn."""
    game = cast.started(alice, bob, edition="card-game", **options)
    cast.choose_tickets(game)
    game.refresh_from_db()
    return game


def arrange(game: Game, **changes: Any) -> None:
    """Write into the stored state: `hands={0: ...}`, `stations={1: [...]}`, or whole values."""
    game.refresh_from_db()
    assert game.state is not None
    for name, value in changes.items():
        if isinstance(value, dict) and isinstance(game.state[name], list):
            for seat, its in value.items():
                game.state[name][seat] = its
        else:
            game.state[name] = value
    game.save(update_fields=["state"])


def row(colour: str, coloured: int, locomotives: int = 0) -> dict[str, Any]:
    return {"colour": colour, "coloured": coloured, "locomotives": locomotives}


def look(game: Game, user: User | None) -> Any:
    return cast.client(user).get(f"/api/games/{game.pk}/").data


def texts(value: Any) -> set[str]:
    """Every text in an answer, keys too."""
    if isinstance(value, dict):
        return {*value, *(found for its in value.values() for found in texts(its))}
    if isinstance(value, list | tuple):
        return {found for its in value for found in texts(its)}
    return {value} if isinstance(value, str) else set()


def test_the_edition_is_described(alice: User) -> None:
    api = cast.client(None)
    line = next(its for its in api.get("/api/editions/").data if its["id"] == "card-game")
    assert (line["players"], line["options"]) == ([2, 4], ["look_at_track", "auto_complete"])
    whole = api.get("/api/editions/card-game/").data
    assert len(whole["tickets"]) == 46
    assert {its["city"]: its["points"] for its in whole["big_cities"]} == {
        "seattle": 8,
        "los-angeles": 12,
        "chicago": 12,
        "dallas": 10,
        "new-york": 15,
        "miami": 8,
    }
    miami = next(its for its in whole["tickets"] if its["id"] == "seattle--miami")
    assert (miami["points"], miami["requires"]) == (
        22,
        {"red": 2, "orange": 1, "black": 1, "white": 1},
    )


def test_options_are_off_unless_asked_for_and_are_of_this_edition(alice: User) -> None:
    api = cast.client(alice)
    plain = api.post("/api/games/", {"edition": "card-game", "seats": 2}).data["options"]
    assert (plain["look_at_track"], plain["auto_complete"]) == (False, False)
    asked = {"edition": "card-game", "seats": 4, "options": {"look_at_track": True}}
    assert api.post("/api/games/", asked).data["options"]["look_at_track"] is True
    for edition, seats, options, named in (
        ("card-game", 2, {"look_at_track": "yes"}, "look_at_track"),
        ("usa", 2, {"look_at_track": True}, "look_at_track"),
        ("card-game", 5, {}, None),
    ):
        answer = api.post("/api/games/", {"edition": edition, "seats": seats, "options": options})
        assert (answer.status_code, answer.data["code"]) == (400, "bad_request")
        assert answer.data.get("option") == named


def test_the_table_as_the_contract_has_it(alice: User, bob: User) -> None:
    game = started(alice, bob)
    arrange(
        game,
        stations={0: [row("red", 2, 1)], 1: [row("green", 1)]},
        tracks={0: {"red": 2}, 1: {"blue": 1}},
    )
    seen = look(game, first(game))
    assert seen["board"] is None
    assert seen["table"] == {"stations": [[row("red", 2, 1)], [row("green", 1)]], "tracks": [2, 1]}
    assert seen["you"]["track"] is None
    assert [its["known"] for its in seen["seats"]] == [{}, {}]
    assert all(its["done"] is None and its["requires"] for its in seen["you"]["tickets"])
    assert (seen["tunnel"], seen["last_round"], seen["scorings"]) == (None, None, 0)


def test_with_look_at_track_the_owner_sees_its_own_pile_and_nobody_else_does(alice: User, bob: User) -> None:
    game = started(alice, bob, look_at_track=True)
    arrange(game, tracks={0: {"red": 2}, 1: {"blue": 1}})
    assert look(game, first(game))["you"]["track"] == {"red": 2}
    assert look(game, second(game))["you"]["track"] == {"blue": 1}
    assert look(game, None)["you"] is None


@pytest.fixture
def position(alice: User, bob: User) -> Game:
    """Seat 1 has two greens and seat 0 a yellow in the stations; seat 0 is in its turn."""
    game = started(alice, bob)
    arrange(
        game,
        hands={0: {"red": 2, "green": 3, "yellow": 2, "blue": 1, "locomotive": 2}},
        stations={0: [row("yellow", 1)], 1: [row("green", 1, 1)]},
        row=["red", "locomotive", "blue", None, "white"],
    )
    return game


def decision(game: Game, seat: int = 0) -> str:
    return game.decisions.get(seat=seat).name


@pytest.mark.parametrize(
    ("before", "action", "reason", "rule"),
    [
        ([], place(red=1), "too_few_cards", "C-PLACE-1"),
        ([], place(locomotive=2), "no_colour", "C-PLACE-1"),
        ([], place(red=1, blue=1, locomotive=1), "no_set", "C-PLACE-1"),
        ([], place(red=3), "not_in_hand", "C-PLACE-1"),
        ([], place(yellow=2), "own_row", "C-PLACE-3"),
        ([], place(green=2), "row_stands", "C-PLACE-4"),
        ([], place(red=1, green=1, blue=1), "row_stands", "C-PLACE-4"),
        ([], {"type": "draw_card", "from": 3}, "place_empty", "C-LAST-2"),
        ([], STOP, "wrong_phase", "C-TURN-1"),
        ([], {"type": "complete_tickets", "tickets": []}, "wrong_phase", "C-TURN-1"),
        ([DECK], {"type": "draw_card", "from": 1}, "face_up_locomotive", "C-DRAW-3"),
        ([DECK], place(red=2), "wrong_phase", "C-TURN-1"),
        ([{"type": "draw_tickets"}], STOP, "wrong_phase", "C-TURN-1"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_b24_the_server_refuses_and_names_the_rule(
    position: Game, before: list[Any], action: Any, reason: str, rule: str
) -> None:
    for earlier in before:
        cast.answer(position, 0, earlier)
    is_refused(position, action, reason, rule)


@pytest.mark.parametrize(
    ("action", "problem"),
    [
        ({"type": "place_trains", "cards": []}, "no_cards"),
        ({"type": "place_trains", "cards": {"pink": 2}}, "no_such_colour"),
        ({"type": "place_trains", "cards": {"red": -1}}, "no_number_of_cards"),
        ({"type": "place_trains"}, "no_such_action"),
        ({"type": "claim_route", "route": "x", "cards": {}}, "no_such_action"),
        ({"type": "complete_tickets", "tickets": ["x"]}, "no_such_ticket"),
    ],
)
def test_what_cannot_be_read_is_told_so(position: Game, action: Any, problem: str) -> None:
    stored = bytes_of(position)
    answer = post(position, first(position), {"decision": decision(position), "action": action})
    assert (answer.status_code, answer.data["code"], answer.data["problem"]) == (400, "bad_request", problem)
    assert bytes_of(position) == stored


def test_a_robbery(position: Game) -> None:
    action = {"type": "place_trains", "cards": {"locomotive": 1, "green": 2, "red": 0}}  # any order, zeroes
    answer = post(position, first(position), {"decision": decision(position), "action": action})
    assert answer.status_code == 201
    told = {event["type"]: event for event in answer.data["events"]}
    robbed, placed = told["row_robbed"], told["trains_placed"]
    assert (robbed["seat"], robbed["robber"], robbed["by"]) == (1, 0, "human")
    assert robbed["cards"] == ["green", "locomotive"]
    assert (placed["seat"], placed["cards"]) == (0, ["green", "green", "locomotive"])
    seen = answer.data["game"]
    assert seen["table"]["stations"] == [[row("yellow", 1), row("green", 2, 1)], []]
    assert seen["discards"] == {"green": 1, "locomotive": 1}


def test_the_list_holds_every_placement_and_says_so(position: Game) -> None:
    you = look(position, first(position))["you"]
    assert you["legal_complete"] is True
    placed = [its["cards"] for its in you["legal"] if its["type"] == "place_trains"]
    assert {"green": 2, "locomotive": 1} in placed
    assert {"green": 2} not in placed
    assert all("yellow" not in its for its in placed)


# What is forgotten


def play_two_turns_each(game: Game) -> None:
    for _ in range(2):
        for seat in (0, 1):
            cast.answer(game, seat, DECK)
            cast.answer(game, seat, STOP)


def test_r12_events_and_record_forget_what_happened_before_the_previous_turn(alice: User, bob: User) -> None:
    game = started(alice, bob)
    arrange(game, hands={0: {"red": 4}, 1: {"blue": 4}})
    cast.answer(game, 0, place(red=2))
    cast.answer(game, 1, place(blue=2))
    play_two_turns_each(game)
    for user in (first(game), second(game), None):
        api = cast.client(user)
        events = api.get(f"/api/games/{game.pk}/events/").data["events"]
        placed = [event["cards"] for event in events if event["type"] == "trains_placed"]
        assert placed == [[None, None], [None, None]]
        begun = [event["seq"] for event in events if event["type"] == "turn_began"]
        old = [event for event in events if event["seq"] < begun[-4]]
        assert not texts([{**event, "type": None} for event in old]) & COLOURS
        moves = api.get(f"/api/games/{game.pk}/export/").data["moves"]
        assert not texts([move["action"] for move in moves]) & COLOURS
        recent = [event for event in events if event["type"] == "cards_rolled"][-1]
        assert recent["cards"][0] in COLOURS
    drawn = [
        event["card"]
        for event in cast.client(first(game)).get(f"/api/games/{game.pk}/events/").data["events"]
        if event["type"] == "card_drawn" and event["seat"] == 0
    ]
    assert drawn[:-1] == [None] * (len(drawn) - 1)  # even what oneself drew, but in the previous turn
    assert drawn[-1] in COLOURS


def test_with_look_at_track_only_what_others_did_is_forgotten(alice: User, bob: User) -> None:
    game = started(alice, bob, look_at_track=True)
    arrange(game, hands={0: {"red": 4}, 1: {"blue": 4}})
    cast.answer(game, 0, place(red=2))
    cast.answer(game, 1, place(blue=2))
    play_two_turns_each(game)
    hidden, told = [None, None], {}
    for user in (first(game), second(game), None):
        events = cast.client(user).get(f"/api/games/{game.pk}/events/").data["events"]
        told[user] = [event["cards"] for event in events if event["type"] == "trains_placed"]
    assert told[first(game)] == [["red", "red"], hidden]
    assert told[second(game)] == [hidden, ["blue", "blue"]]
    assert told[None] == [hidden, hidden]
    moves = cast.client(first(game)).get(f"/api/games/{game.pk}/export/").data["moves"]
    placed = [move["action"] for move in moves if move["seq"] in (3, 4)]
    assert placed == [place(red=2), None]


def test_forgetting_costs_one_query(alice: User, bob: User) -> None:
    counted = {}
    for edition in ("usa", "card-game"):
        game = cast.started(alice, bob, edition=edition)
        cast.choose_tickets(game)
        api = cast.client(first(game))
        with CaptureQueriesContext(connection) as queries:
            api.get(f"/api/games/{game.pk}/events/")
        counted[edition] = len(queries)
    assert counted["card-game"] == counted["usa"] + 1


# A scoring


@pytest.fixture
def scoring(alice: User, bob: User) -> Game:
    """Both are asked which tickets they complete."""
    game = started(alice, bob)
    arrange(
        game,
        deck=[],
        row=["white", None, None, None, None],
        turns_left=1,
        last_round_by=1,
        stations={0: [], 1: []},
        tickets={0: ["chicago--new-york", "chicago--montreal"], 1: ["new-york--chicago"]},
        ticket_deck=[
            its
            for its in all_tickets()
            if its not in ("chicago--new-york", "chicago--montreal", "new-york--chicago")
        ],
        tracks={0: {"yellow": 1, "blue": 1}, 1: {"blue": 1}},
    )
    cast.answer(game, 0, {"type": "draw_card", "from": 0})
    for action in ({"type": "draw_tickets"}, {"type": "keep_tickets", "tickets": []}):
        cast.answer(game, 1, action)
    return game


def test_everybody_is_asked_at_the_same_time_and_shown_when_all_have_chosen(scoring: Game) -> None:
    mine, theirs = look(scoring, first(scoring)), look(scoring, second(scoring))
    assert [its["kind"] for its in mine["decisions"]] == ["complete_tickets"] * 2
    assert mine["you"]["decision"].endswith("-0")
    assert (mine["you"]["track"], theirs["you"]["track"]) == ({"yellow": 1, "blue": 1}, {"blue": 1})
    assert mine["you"]["legal_complete"] is False
    assert mine["you"]["legal"][0] == {"type": "complete_tickets", "tickets": ["chicago--montreal"]}
    before = theirs["you"]["decision"]

    cast.answer(scoring, 0, {"type": "complete_tickets", "tickets": ["chicago--new-york"]})

    waiting = look(scoring, second(scoring))
    assert waiting["you"]["decision"] == before  # another seat's move never changes it
    assert [its["completed"] for its in waiting["seats"]] == [[], []]
    assert "chicago--new-york" not in texts({**waiting, "you": None})

    cast.answer(scoring, 1, {"type": "complete_tickets", "tickets": ["new-york--chicago"]})

    over = look(scoring, second(scoring))
    assert over["status"] == "finished"
    assert [its["completed"] for its in over["seats"]] == [["chicago--new-york"], ["new-york--chicago"]]
    assert [its["track"] for its in over["seats"]] == [{"yellow": 1, "blue": 1}, {"blue": 1}]
    scores = {its["seat"]: its for its in over["result"]["scores"]}
    # 5 - 7 + Chicago 12 + New York 15, and 5 + 12 + 15
    assert (scores[0]["total"], scores[1]["total"]) == (25, 32)
    assert {"city": "new-york", "completed": 1, "bonus": 15} in scores[0]["big_cities"]


@pytest.mark.parametrize(
    ("tickets", "reason", "rule"),
    [
        (["chicago--montreal", "chicago--new-york"], "not_paid", "C-SCORE-2"),
        ([], "more_fits", "C-SCORE-3"),
        (["new-york--chicago"], "not_held", "C-SCORE-1"),
    ],
)
def test_sets_that_may_not_be_completed(scoring: Game, tickets: list[str], reason: str, rule: str) -> None:
    stored = bytes_of(scoring)
    action = {"type": "complete_tickets", "tickets": tickets}
    answer = post(scoring, first(scoring), {"decision": decision(scoring), "action": action})
    assert (answer.status_code, answer.data["reason"], answer.data["rule"]) == (422, reason, rule)
    assert bytes_of(scoring) == stored
