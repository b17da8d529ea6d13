"""POST games/{id}/actions/: works, not seated, stale, illegal, twice, unreadable."""

from __future__ import annotations

from typing import Any

import pytest
from django.test.utils import CaptureQueriesContext
from rest_framework.response import Response

from accounts.models import User
from games.models import Decision, Game, Move
from games.services import lobby
from tests import cast

DRAW = {"type": "draw_card", "from": "deck"}


def post(game: Game, user: User | None, body: Any, key: str | None = "k") -> Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return cast.client(user).post(f"/api/games/{game.pk}/actions/", body, headers=headers)  # type: ignore[return-value]


def first(game: Game) -> User:
    """Whoever has the first turn."""
    return cast.user_of(game, 0)


def second(game: Game) -> User:
    return cast.user_of(game, 1)


def decision(game: Game) -> str:
    return game.decisions.get().name


def bytes_of(game: Game) -> Any:
    """All that is stored of the game, to see that nothing changed."""
    rows = Game.objects.filter(pk=game.pk).values("state", "seq", "status", "changed_at")
    return list(rows), list(Move.objects.values()), list(Decision.objects.values())


def test_a_card_is_drawn(turn: Game) -> None:
    answer = post(turn, first(turn), {"decision": decision(turn), "action": DRAW})

    assert answer.status_code == 201
    drawn = next(event for event in answer.data["events"] if event["type"] == "card_drawn")
    assert drawn["seat"] == 0
    assert drawn["by"] == "human"
    game = answer.data["game"]
    assert game["seats"][0]["cards"] == 5
    assert game["you"]["hand"][drawn["card"]] >= 1
    assert game["you"]["decision"] == f"{game['seq']}-0"
    assert [row["kind"] for row in game["decisions"]] == ["second_card"]


def test_a_drawn_card_is_hidden_from_the_other(turn: Game) -> None:
    post(turn, first(turn), {"decision": decision(turn), "action": DRAW})

    events = cast.client(second(turn)).get(f"/api/games/{turn.pk}/events/?after=2").data["events"]

    (drawn,) = [event for event in events if event["type"] == "card_drawn"]
    assert drawn["card"] is None


def test_who_is_signed_out_is_asked_to_sign_in(turn: Game) -> None:
    before = bytes_of(turn)

    answer = post(turn, None, {"decision": decision(turn), "action": DRAW})

    assert answer.status_code == 401
    assert answer.data["code"] == "not_authenticated"
    assert bytes_of(turn) == before


def test_a_stranger_may_not_move(turn: Game, charlie: User) -> None:
    before = bytes_of(turn)

    answer = post(turn, charlie, {"decision": decision(turn), "action": DRAW})

    assert answer.status_code == 403
    assert answer.data["code"] == "not_your_seat"
    assert bytes_of(turn) == before


def test_the_other_seat_may_not_answer_my_decision(turn: Game) -> None:
    before = bytes_of(turn)

    answer = post(turn, second(turn), {"decision": decision(turn), "action": DRAW})

    assert answer.status_code == 409
    assert answer.data["code"] == "stale_decision"
    assert bytes_of(turn) == before


def test_a_stale_decision_comes_back_with_the_fresh_game(turn: Game) -> None:
    old = decision(turn)
    post(turn, first(turn), {"decision": old, "action": DRAW}, key="one")

    answer = post(turn, first(turn), {"decision": old, "action": DRAW}, key="two")

    assert answer.status_code == 409
    assert answer.data["code"] == "stale_decision"
    assert answer.data["game"]["you"]["decision"] == decision(turn) != old


def test_an_illegal_action_says_why_in_numbers_and_changes_nothing(turn: Game) -> None:
    before = bytes_of(turn)
    claim = {"type": "claim_route", "route": "duluth--helena", "cards": {"orange": 6}}

    answer = post(turn, first(turn), {"decision": decision(turn), "action": claim})

    assert answer.status_code == 422
    assert answer.data["code"] == "illegal_action"
    assert answer.data["reason"] == "cards"
    assert answer.data["rule"] == "R-CLAIM-1"
    assert answer.data["needed"] == 6
    assert answer.data["missing"] == 6 - answer.data["have"] > 0
    assert bytes_of(turn) == before


def test_b03_the_same_request_twice_moves_once(turn: Game) -> None:
    body = {"decision": decision(turn), "action": DRAW}
    once = post(turn, first(turn), body, key="same")

    twice = post(turn, first(turn), body, key="same")

    assert (once.status_code, twice.status_code) == (201, 200)
    assert twice.data["events"] == once.data["events"]
    assert twice.data["game"]["seq"] == once.data["game"]["seq"]
    assert Move.objects.filter(key="same").count() == 1


def test_b03_order_and_zeroes_do_not_make_another_request(game: Game) -> None:
    user = cast.user_of(game, 0)
    offered = cast.client(user).get(f"/api/games/{game.pk}/").data["you"]["offered"]
    tickets = [ticket["id"] for ticket in offered]
    asked = game.decisions.get(seat=0).name

    answers = [
        post(game, user, {"decision": asked, "action": {"type": "keep_tickets", "tickets": kept}}, key="keep")
        for kept in (tickets, tickets[::-1])
    ]

    assert [answer.status_code for answer in answers] == [201, 200]
    cast.choose_tickets(game)
    claim = next(action for action in legal(game, 0) if action["type"] == "claim_route")
    with_zero = {**claim, "cards": {**claim["cards"], "white": claim["cards"].get("white", 0)}}
    asked = game.decisions.get().name
    answers = [
        post(game, user, {"decision": asked, "action": action}, key="claim") for action in (claim, with_zero)
    ]
    assert [answer.status_code for answer in answers] == [201, 200]


def test_b03_the_same_key_with_another_request_is_refused(turn: Game) -> None:
    body = {"decision": decision(turn), "action": DRAW}
    post(turn, first(turn), body, key="same")

    answer = post(turn, first(turn), {**body, "action": {"type": "draw_card", "from": 0}}, key="same")

    assert answer.status_code == 409
    assert answer.data["code"] == "key_reused"


def test_the_key_counts_for_each_seat(turn: Game) -> None:
    for _ in range(2):
        post(turn, first(turn), {"decision": decision(turn), "action": DRAW}, key=cast.key())
    assert turn.decisions.get().seat == 1

    post(turn, second(turn), {"decision": decision(turn), "action": DRAW}, key="mine")
    cast.answer(turn, 1, DRAW)
    answer = post(turn, first(turn), {"decision": decision(turn), "action": DRAW}, key="mine")

    assert answer.status_code == 201


def test_a_refused_request_leaves_its_key_free(turn: Game) -> None:
    body = {"decision": decision(turn), "action": DRAW}
    refused = {**body, "action": {"type": "draw_card", "from": 7}}
    assert post(turn, first(turn), refused, key="again").status_code == 400

    assert post(turn, first(turn), body, key="again").status_code == 201


def test_b02_a_claim_ends_the_turn(turn: Game) -> None:
    table = cast.table(turn)
    claim = next(action for action in legal(turn, 0) if action["type"] == "claim_route")
    asked = decision(turn)

    claimed = post(turn, first(turn), {"decision": asked, "action": claim}, key="claim")
    draws = [
        post(turn, first(turn), {"decision": asked, "action": DRAW}, key=f"draw-{number}")
        for number in range(2)
    ]

    assert claimed.status_code == 201
    assert [answer.status_code for answer in draws] == [409, 409]
    assert sum(cast.table(turn).state.hand(1)) == sum(table.state.hand(1))


def legal(game: Game, seat: int) -> list[dict[str, Any]]:
    user = cast.user_of(game, seat)
    actions: list[dict[str, Any]] = cast.client(user).get(f"/api/games/{game.pk}/").data["you"]["legal"]
    return actions


def test_b08_after_seeing_tickets_only_choosing_is_possible(turn: Game) -> None:
    post(turn, first(turn), {"decision": decision(turn), "action": {"type": "draw_tickets"}}, key="see")
    offered = cast.client(first(turn)).get(f"/api/games/{turn.pk}/").data["you"]["offered"]

    answer = post(turn, first(turn), {"decision": decision(turn), "action": DRAW}, key="back")

    assert answer.status_code == 422
    assert answer.data["reason"] == "wrong_phase"
    assert cast.client(first(turn)).get(f"/api/games/{turn.pk}/").data["you"]["offered"] == offered


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": "fly"},
        {"type": "draw_card"},
        {"type": "draw_card", "from": 5},
        {"type": "draw_card", "from": True},
        {"type": "draw_card", "from": "deck", "twice": 1},
        {"type": "claim_route", "route": "nowhere--elsewhere", "cards": {"red": 2}},
        {"type": "claim_route", "route": ["duluth--helena"], "cards": {"red": 2}},
        {"type": "claim_route", "route": "duluth--helena", "cards": {"pink": 6}},
        {"type": "claim_route", "route": "duluth--helena", "cards": {"orange": -6}},
        {"type": "claim_route", "route": "duluth--helena", "cards": {"orange": 6.0}},
        {"type": "claim_route", "route": "duluth--helena", "cards": [["orange", 6]]},
        {"type": "keep_tickets", "tickets": "all"},
        {"type": "keep_tickets", "tickets": ["no-such--ticket"]},
        {"type": "keep_tickets", "tickets": ["denver--el-paso", "denver--el-paso"]},
    ],
)
def test_what_cannot_be_read_is_a_bad_request(turn: Game, action: dict[str, Any]) -> None:
    before = bytes_of(turn)

    answer = post(turn, first(turn), {"decision": decision(turn), "action": action})

    assert answer.status_code == 400
    assert answer.data["code"] == "bad_request"
    assert answer.data["detail"]
    assert bytes_of(turn) == before


@pytest.mark.parametrize("key", [None, "", "x" * 201])
def test_a_key_is_required(turn: Game, key: str | None) -> None:
    answer = post(turn, first(turn), {"decision": decision(turn), "action": DRAW}, key=key)

    assert answer.status_code == 400
    assert answer.data["code"] == "bad_request"


@pytest.mark.parametrize(
    "body", [[], "draw", {"decision": 5}, {"action": DRAW}, {"decision": "3-0", "action": 5}]
)
def test_a_body_of_another_form_is_a_bad_request(turn: Game, body: Any) -> None:
    answer = post(turn, first(turn), body)

    assert answer.status_code == 400
    assert answer.data["code"] == "bad_request"


def test_an_unknown_field_is_named(turn: Game) -> None:
    answer = post(turn, first(turn), {"decision": decision(turn), "action": DRAW, "seat": 1})

    assert answer.status_code == 400
    assert "seat" in answer.data["detail"]


def test_a_game_that_is_not_there_is_not_found(alice: User) -> None:
    answer = cast.client(alice).post(
        "/api/games/4711/actions/", {"decision": "0-0", "action": DRAW}, headers={"Idempotency-Key": "k"}
    )

    assert answer.status_code == 404


@pytest.mark.parametrize("path", ["actions", "check"])
def test_a_table_that_has_not_begun_takes_no_moves(alice: User, path: str) -> None:
    table = lobby.open_table(user=alice, edition="usa", size=2)
    body = {"decision": "0-0", "action": DRAW}

    answer = cast.client(alice).post(f"/api/games/{table.pk}/{path}/", body, headers={"Idempotency-Key": "k"})

    assert (answer.status_code, answer.data["code"]) == (409, "not_open")


def test_checking_changes_nothing_and_says_why_not(turn: Game) -> None:
    before = bytes_of(turn)
    api = cast.client(first(turn))
    url, asked = f"/api/games/{turn.pk}/check/", decision(turn)

    legal = api.post(url, {"decision": asked, "action": DRAW})
    illegal = api.post(url, {"decision": asked, "action": {"type": "keep_tickets", "tickets": []}})
    mixed = {"type": "claim_route", "route": "duluth--helena", "cards": {"orange": 5, "red": 1}}
    mixed_answer = api.post(url, {"decision": asked, "action": mixed})
    stale = api.post(url, {"decision": "9-9", "action": DRAW})

    assert legal.data == {"legal": True}
    assert illegal.data == {"legal": False, "reason": "wrong_phase", "rule": "R-TURN-2", "phase": "turn"}
    colours = {"colours": ["red", "orange"]}
    assert mixed_answer.data == {"legal": False, "reason": "mixed_colours", "rule": "R-CLAIM-1", **colours}
    assert (stale.status_code, stale.data["code"]) == (409, "stale_decision")
    assert bytes_of(turn) == before


def test_queries_of_an_action_do_not_grow_with_the_game(
    turn: Game, django_assert_max_num_queries: Any
) -> None:
    """Two cards from the deck: the second ends the turn, and the next player is to be told."""

    def two_cards() -> list[int]:
        while turn.decisions.get().kind != "turn":
            cast.play_on(turn, 1)
        seat = turn.decisions.get().seat
        api = cast.client(cast.user_of(turn, seat))
        return [draw(api, seat) for _card in range(2)]

    def draw(api: Any, seat: int) -> int:
        body = {
            "decision": turn.decisions.get(seat=seat).name,
            "action": {"type": "draw_card", "from": "deck"},
        }
        with django_assert_max_num_queries(18) as captured:
            answer = api.post(f"/api/games/{turn.pk}/actions/", body, headers={"Idempotency-Key": cast.key()})
        assert answer.status_code == 201
        return statements(captured)

    at_first = two_cards()
    cast.play_on(turn, 40, seed=1)
    assert two_cards() == at_first


def statements(captured: CaptureQueriesContext) -> int:
    return len(captured.captured_queries)
