"""Tables through the API: open, find, look at, sit down, start."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import services as accounts
from accounts.models import Scope, User
from games.models import Game
from games.services import lobby
from tests import cast

pytestmark = pytest.mark.django_db


def open_table(user: User, **body: Any) -> dict[str, Any]:
    answer = cast.client(user).post("/api/games/", {"edition": "usa", "seats": 3, **body})
    assert answer.status_code == 201, answer.data
    data: dict[str, Any] = answer.data
    return data


def test_editions_are_listed_with_their_numbers_of_players() -> None:
    answer = cast.client(None).get("/api/editions/")

    lines = {line["id"]: line for line in answer.data}
    assert {"usa", "usa-1910", "usa-mega", "usa-big-cities"} <= set(lines)
    assert lines["usa"]["players"] == [2, 5]


@pytest.mark.parametrize(
    ("edition", "tickets"), [("usa", 30), ("usa-1910", 35), ("usa-mega", 69), ("usa-big-cities", 35)]
)
def test_an_edition_shows_its_map_and_tickets(edition: str, tickets: int) -> None:
    shown = cast.client(None).get(f"/api/editions/{edition}/").data

    assert (len(shown["cities"]), len(shown["routes"]), len(shown["tickets"])) == (36, 100, tickets)
    assert {"id", "cities", "length", "colour", "tunnel", "locomotives"} <= set(shown["routes"][0])


def test_an_unknown_edition_is_not_found() -> None:
    answer = cast.client(None).get("/api/editions/mars/")

    assert (answer.status_code, answer.data["code"]) == (404, "not_found")


def test_a_table_is_opened_with_its_creator_seated(alice: User) -> None:
    game = open_table(alice)

    assert game["status"] == "open"
    assert [seat["user"] for seat in game["seats"]] == ["alice"]
    assert game["you"]["seat"] == 0
    assert isinstance(game["id"], str)


@pytest.mark.parametrize(
    "body",
    [
        {"edition": "mars"},
        {"seats": 1},
        {"seats": 6},
        {"seats": "many"},
        {"options": {"rated": True, "clock": None}},
        {"options": {"clock": "slow"}},
        {"options": {"clock": {"per_decision_s": 3600}}},
        {"options": {"clock": {"per_decision_s": 86400.5}}},
        {"options": {"clock": {"reserve_s": -1}}},
        {"options": {"clock": {"reserve_s": 5 * 172800 + 1}}},
        {"options": {"clock": {"strict": 1}}},
        {"options": {"clock": {"tempo": 1}}},
        {"options": {"min_reliability": 0}},
        {"options": {"min_reliability": True}},
        {"options": {"rated": "no"}},
        {"options": {"hints": 4}},
        {"options": {"look_at_track": True}},
        {"options": {"speed": 9}},
        {"options": [1]},
        {"colour": "pink"},
        {"name": "x"},
    ],
)
def test_a_table_that_makes_no_sense_is_refused_with_a_reason(alice: User, body: dict[str, Any]) -> None:
    answer = cast.client(alice).post("/api/games/", {"edition": "usa", "seats": 3, **body})

    assert answer.status_code == 400
    assert answer.data["code"] == "bad_request"
    assert answer.data["detail"]
    assert not Game.objects.exists()


def test_an_option_that_does_not_apply_is_named(alice: User) -> None:
    answer = cast.client(alice).post(
        "/api/games/", {"edition": "usa", "seats": 3, "options": {"look_at_track": True}}
    )

    assert answer.data["option"] == "look_at_track"


def test_a_stranger_without_an_account_may_not_open_a_table() -> None:
    answer = cast.client(None).post("/api/games/", {"edition": "usa", "seats": 3})

    assert (answer.status_code, answer.data["code"]) == (401, "not_authenticated")


def test_the_last_free_seat_starts_the_game(alice: User, bob: User) -> None:
    game = open_table(alice, seats=2)

    joined = cast.client(bob).post(f"/api/games/{game['id']}/join/", {})

    assert joined.status_code == 200
    assert joined.data["status"] == "running"
    assert {seat["user"] for seat in joined.data["seats"]} == {"alice", "bobby"}
    assert [seat["number"] for seat in joined.data["seats"]] == [0, 1]
    assert {decision["kind"] for decision in joined.data["decisions"]} == {"first_tickets"}
    assert len(joined.data["commitment"]) == 64


def test_sitting_down_twice_takes_one_seat(alice: User, bob: User) -> None:
    game = open_table(alice)

    for _ in range(2):
        answer = cast.client(bob).post(f"/api/games/{game['id']}/join/", {})

    assert answer.status_code == 200
    assert len(answer.data["seats"]) == 2


def test_who_took_the_last_seat_may_ask_twice(alice: User, bob: User) -> None:
    game = open_table(alice, seats=2)

    answers = [cast.client(bob).post(f"/api/games/{game['id']}/join/", {}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[1].data["status"] == "running"


def test_a_table_whose_host_is_gone_goes_on(alice: User, bob: User, charlie: User) -> None:
    game = open_table(alice, seats=4)
    cast.client(bob).post(f"/api/games/{game['id']}/join/", {})
    alice.delete()

    assert cast.client(charlie).post(f"/api/games/{game['id']}/start/", {}).status_code == 403
    started = cast.client(bob).post(f"/api/games/{game['id']}/start/", {})

    assert (started.status_code, started.data["status"]) == (200, "running")


def test_half_a_character_is_a_bad_request(alice: User) -> None:
    answer = cast.client(alice).generic(
        "POST", "/api/games/", '{"edition": "usa", "seats": 3, "\\ud800": 1}', content_type="application/json"
    )

    assert (answer.status_code, answer.data["code"]) == (400, "bad_request")


@pytest.mark.parametrize(
    ("body", "status"),
    [("[" * 100_000, 400), ('{"a":' * 100_000, 400), ('{"edition": ' + "[" * 40 + "]" * 40 + "}", 400)],
)
def test_a_body_nested_without_end_is_a_bad_request(alice: User, body: str, status: int) -> None:
    answer = cast.client(alice).generic("POST", "/api/games/", body, content_type="application/json")

    assert (answer.status_code, answer.data["code"]) == (status, "bad_request")


def test_a_body_that_is_too_large_is_refused_in_the_same_form(alice: User) -> None:
    body = '{"edition": "' + "x" * 3_000_000 + '"}'

    answer = cast.client(alice).generic("POST", "/api/games/", body, content_type="application/json")

    assert (answer.status_code, answer.data["code"]) == (413, "bad_request")


@pytest.mark.parametrize("cursor", ["cD1hYmM=", "cD0A", "nonsense"])
def test_a_cursor_that_we_did_not_write_is_not_found(alice: User, cursor: str) -> None:
    answer = cast.client(alice).get(f"/api/games/?cursor={cursor}")

    assert (answer.status_code, answer.data["code"]) == (404, "not_found")


def test_a_table_that_has_not_begun_has_no_events_and_no_next_page(alice: User) -> None:
    game = open_table(alice)

    assert cast.client(alice).get(f"/api/games/{game['id']}/events/").data == {"events": [], "next": None}


def test_a_stranger_learns_nothing_of_a_private_table_by_asking_to_join(alice: User, charlie: User) -> None:
    game = open_table(alice, options={"public": False})
    cast.client(alice).post(f"/api/games/{game['id']}/leave/", {})

    answer = cast.client(charlie).post(f"/api/games/{game['id']}/join/", {})

    assert (answer.status_code, answer.data["code"]) == (403, "forbidden")


def test_games_that_may_not_be_looked_at_are_not_listed(alice: User, bob: User, charlie: User) -> None:
    game = open_table(alice, seats=2, options={"spectators": False})
    assert len(cast.client(charlie).get("/api/games/").data["results"]) == 1
    cast.client(bob).post(f"/api/games/{game['id']}/join/", {})

    assert cast.client(charlie).get("/api/games/").data["results"] == []
    assert len(cast.client(bob).get("/api/games/").data["results"]) == 1


def test_a_key_for_reading_may_ask_whether_something_is_legal(turn: Game) -> None:
    _row, key = accounts.create_key(user=cast.user_of(turn, 0), name="watcher", scope=Scope.READ)
    api = cast.client(None)
    api.credentials(HTTP_AUTHORIZATION=f"Token {key}")
    body = {"decision": turn.decisions.get().name, "action": {"type": "draw_card", "from": "deck"}}

    assert api.post(f"/api/games/{turn.pk}/check/", body).data == {"legal": True}


def test_a_key_sent_by_another_word_is_told_how(turn: Game) -> None:
    api = cast.client(None)
    api.credentials(HTTP_AUTHORIZATION="Bearer nm_something")

    answer = api.get(f"/api/games/{turn.pk}/")

    assert answer.status_code == 401
    assert "Token" in answer.data["detail"]


def test_whoever_has_chosen_is_offered_nothing_any_more(game: Game) -> None:
    user = cast.user_of(game, 0)
    offered = cast.client(user).get(f"/api/games/{game.pk}/").data["you"]["offered"]
    cast.answer(game, 0, {"type": "keep_tickets", "tickets": [ticket["id"] for ticket in offered[:2]]})

    you = cast.client(user).get(f"/api/games/{game.pk}/").data["you"]

    assert (len(you["tickets"]), you["offered"]) == (2, [])


def test_the_other_track_of_a_taken_double_is_closed_with_two_players(turn: Game) -> None:
    route = "kansas-city--omaha--1"
    turn.refresh_from_db()
    assert turn.state is not None
    turn.state["owner"] = {route: 1}
    turn.save(update_fields=["state"])

    board = cast.client(cast.user_of(turn, 0)).get(f"/api/games/{turn.pk}/").data["board"]

    assert board["claims"] == {route: 1}
    assert board["closed"] == ["kansas-city--omaha--2"]


def test_a_table_by_invitation_needs_its_word(alice: User, bob: User) -> None:
    game = open_table(alice, options={"public": False})
    url = f"/api/games/{game['id']}/join/"

    for body in ({}, {"invite": "guess"}, {"invite": ""}):
        assert cast.client(bob).post(url, body).status_code in (400, 403)
    assert cast.client(bob).get(f"/api/games/{game['id']}/").status_code == 403
    assert cast.client(bob).post(url, {"invite": game["invite"]}).status_code == 200


def test_a_taken_colour_is_refused_with_the_free_ones(alice: User, bob: User) -> None:
    game = open_table(alice, colour="green")

    answer = cast.client(bob).post(f"/api/games/{game['id']}/join/", {"colour": "green"})

    assert (answer.status_code, answer.data["code"]) == (409, "seat_taken")
    assert answer.data["colours"] == ["red", "blue", "yellow", "black"]


def test_nobody_joins_a_game_that_has_begun(game: Game, charlie: User) -> None:
    answer = cast.client(charlie).post(f"/api/games/{game.pk}/join/", {})

    assert (answer.status_code, answer.data["code"]) == (409, "seat_taken")


def test_when_the_host_leaves_the_next_person_is_host_and_after_the_last_it_is_cancelled(
    alice: User, bob: User
) -> None:
    game = open_table(alice)
    cast.client(bob).post(f"/api/games/{game['id']}/join/", {})

    left = cast.client(alice).post(f"/api/games/{game['id']}/leave/", {})
    assert left.data["host"] == "bobby"
    left = cast.client(bob).post(f"/api/games/{game['id']}/leave/", {})

    assert left.data["status"] == "cancelled"


@pytest.mark.parametrize(
    ("given", "clock", "rated"),
    [
        ({}, (172800, 345600, False, True, False), True),
        ({"clock": {}}, (172800, 345600, False, True, False), True),
        ({"clock": None}, None, False),
        ({"rated": False}, (172800, 345600, False, True, False), False),
        ({"clock": {"per_decision_s": 43200}}, (43200, 86400, False, True, False), True),
        (
            {"clock": {"per_decision_s": 14 * 86400, "reserve_s": 0, "weekends_stop": True, "strict": True}},
            (14 * 86400, 0, True, True, True),
            True,
        ),
        (
            {"clock": {"reserve_s": 5 * 172800, "vacation_counts": False}},
            (172800, 864000, False, False, False),
            True,
        ),
    ],
)
def test_a_table_has_a_clock_of_two_days_unless_it_says_otherwise(
    alice: User, given: dict[str, Any], clock: tuple[Any, ...] | None, rated: bool
) -> None:
    options = open_table(alice, options=given)["options"]

    parts = ("per_decision_s", "reserve_s", "weekends_stop", "vacation_counts", "strict")
    assert options["clock"] == (clock and dict(zip(parts, clock, strict=True)))
    assert options["rated"] is rated


def test_the_host_adds_and_removes_computer_players(alice: User) -> None:
    game = open_table(alice)
    url = f"/api/games/{game['id']}/seats/"

    added = cast.client(alice).post(url, {"bot": "normal"})
    assert (added.status_code, added.data["seats"][1]["bot"]) == (201, "normal")
    removed = cast.client(alice).delete(f"{url}1/")

    assert removed.status_code == 200
    assert len(removed.data["seats"]) == 1


def test_only_the_host_adds_computer_players_and_removes_only_those(alice: User, bob: User) -> None:
    game = open_table(alice)
    cast.client(bob).post(f"/api/games/{game['id']}/join/", {})
    url = f"/api/games/{game['id']}/seats/"

    assert cast.client(bob).post(url, {"bot": "normal"}).data["code"] == "forbidden"
    assert cast.client(alice).delete(f"{url}1/").status_code == 400
    assert cast.client(alice).post(url, {"bot": "brilliant"}).status_code == 400


def test_the_host_may_start_with_those_who_are_there(alice: User, bob: User) -> None:
    game = open_table(alice, seats=5)
    url = f"/api/games/{game['id']}/start/"
    assert cast.client(alice).post(url, {}).data["code"] == "not_open"
    cast.client(bob).post(f"/api/games/{game['id']}/join/", {})

    assert cast.client(bob).post(url, {}).status_code == 403
    started = cast.client(alice).post(url, {})
    again = cast.client(alice).post(url, {})

    assert (started.data["status"], started.data["size"]) == ("running", 2)
    assert (again.status_code, again.data["seq"]) == (200, started.data["seq"])


def test_games_are_listed_newest_first_and_by_status(
    game: Game, alice: User, bob: User, charlie: User
) -> None:
    newer = open_table(bob)

    listed = cast.client(None).get("/api/games/").data["results"]
    assert [row["id"] for row in listed] == [newer["id"], str(game.pk)]
    running = cast.client(None).get("/api/games/?status=running").data["results"]
    assert [row["id"] for row in running] == [str(game.pk)]
    assert cast.client(charlie).get("/api/games/?mine=1").data["results"] == []
    mine = cast.client(alice).get("/api/games/?mine=1").data["results"]
    assert [row["id"] for row in mine] == [str(game.pk)]
    assert cast.client(None).get("/api/games/?status=lost").status_code == 400


def test_only_who_is_signed_in_has_games_of_their_own(game: Game) -> None:
    assert cast.client(None).get("/api/games/?mine=1").status_code == 401


@pytest.mark.parametrize("path", ["games/abc/", "nothing/", "games/1/fly/"])
def test_an_address_that_is_not_there_is_refused_in_the_same_form(path: str, alice: User) -> None:
    for answer in (cast.client(alice).get(f"/api/{path}"), cast.client(alice).post(f"/api/{path}", {})):
        assert (answer.status_code, answer.data["code"]) == (404, "not_found")


def test_lists_come_in_pages(alice: User) -> None:
    for _ in range(31):
        lobby.open_table(user=alice, edition="usa", size=2)

    first = cast.client(None).get("/api/games/").data
    second = cast.client(None).get(first["next"]).data

    assert (len(first["results"]), len(second["results"])) == (30, 1)


def test_private_games_are_in_nobody_elses_list(alice: User, charlie: User) -> None:
    open_table(alice, options={"public": False})

    assert cast.client(charlie).get("/api/games/").data["results"] == []
    assert len(cast.client(alice).get("/api/games/").data["results"]) == 1


def test_a_private_running_game_is_closed_to_strangers(alice: User, bob: User, charlie: User) -> None:
    game = open_table(alice, seats=2, options={"public": False})
    cast.client(bob).post(f"/api/games/{game['id']}/join/", {"invite": game["invite"]})

    for path in ("", "events/", "export/", "?invite=" + game["invite"]):
        for user in (charlie, None):
            answer = cast.client(user).get(f"/api/games/{game['id']}/{path}")
            assert (answer.status_code, answer.data["code"]) == (403, "forbidden")


def test_a_game_without_spectators_shows_nothing_to_them(alice: User, bob: User, charlie: User) -> None:
    game = open_table(alice, seats=2, options={"spectators": False})
    cast.client(bob).post(f"/api/games/{game['id']}/join/", {})

    assert cast.client(charlie).get(f"/api/games/{game['id']}/").status_code == 403
    assert cast.client(bob).get(f"/api/games/{game['id']}/").status_code == 200


def test_a_spectator_sees_no_hand(turn: Game, charlie: User) -> None:
    seen = cast.client(charlie).get(f"/api/games/{turn.pk}/").data

    assert seen["you"] is None
    assert "hand" not in seen["seats"][0]
    assert seen["seats"][0]["cards"] == 4


def test_legal_actions_may_be_left_out(turn: Game) -> None:
    user = cast.user_of(turn, 0)

    with_them = cast.client(user).get(f"/api/games/{turn.pk}/?legal=1").data["you"]
    without = cast.client(user).get(f"/api/games/{turn.pk}/?legal=0").data["you"]

    assert with_them["legal_complete"] is True
    assert {"type": "draw_card", "from": "deck"} in with_them["legal"]
    assert "legal" not in without


def test_a_key_for_reading_may_not_play(turn: Game) -> None:
    user = cast.user_of(turn, 0)
    _row, key = accounts.create_key(user=user, name="watcher", scope=Scope.READ)
    api = cast.client(None)
    api.credentials(HTTP_AUTHORIZATION=f"Token {key}")

    assert api.get(f"/api/games/{turn.pk}/").data["you"]["seat"] == 0
    answer = api.post(
        f"/api/games/{turn.pk}/actions/",
        {"decision": turn.decisions.get().name, "action": {"type": "draw_card", "from": "deck"}},
        headers={"Idempotency-Key": "k"},
    )

    assert (answer.status_code, answer.data["code"]) == (403, "forbidden")


def test_a_bad_key_is_told_so(turn: Game) -> None:
    api = cast.client(None)
    api.credentials(HTTP_AUTHORIZATION="Token nonsense")

    answer = api.get(f"/api/games/{turn.pk}/")

    assert (answer.status_code, answer.data["code"]) == (401, "not_authenticated")


def test_the_schema_can_be_read_and_lists_every_type_of_event(client: Any) -> None:
    schema = cast.client(None).get("/api/schema/?format=json").json()

    assert schema["openapi"].startswith("3.1")
    assert "/api/games/{game_id}/actions/" in schema["paths"]
    types = schema["components"]["schemas"]["Event"]["properties"]["type"]
    listed = types.get("enum") or schema["components"]["schemas"][types["$ref"].split("/")[-1]]["enum"]
    assert {"route_claimed", "turn_passed", "first_tickets_chosen"} <= set(listed)
    assert client.get("/api/docs/").status_code == 200


def test_a_table_with_a_computer_player_is_not_rated(alice: User) -> None:
    game = open_table(alice)
    assert game["options"]["rated"] is True

    added = cast.client(alice).post(f"/api/games/{game['id']}/seats/", {"bot": "easy"})

    assert (added.status_code, added.data["options"]["rated"]) == (201, False)
