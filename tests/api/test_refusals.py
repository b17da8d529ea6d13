"""B24: every rule is kept by the server, whatever a page would have let through."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from tests import cast, europe
from tests.api.test_actions import bytes_of, decision, first, post

DECK = {"type": "draw_card", "from": "deck"}


def claim(route: str, **cards: int) -> dict[str, Any]:
    return {"type": "claim_route", "route": route, "cards": cards}


def is_refused(game: Game, action: Any, reason: str, rule: str) -> None:
    """Seat 0 is refused this action, told the rule, also when it only asks, and nothing has changed."""
    stored, asked = bytes_of(game), {"decision": decision(game), "action": action}

    answer = post(game, first(game), asked)
    checked = cast.client(first(game)).post(f"/api/games/{game.pk}/check/", asked)

    assert (answer.status_code, answer.data["code"]) == (422, "illegal_action")
    assert (answer.data["reason"], answer.data["rule"]) == (reason, rule)
    assert (checked.data["legal"], checked.data["reason"], checked.data["rule"]) == (False, reason, rule)
    assert bytes_of(game) == stored


@pytest.fixture
def position(turn: Game) -> Game:
    """Two players. Seat 1 owns one track of Dallas – Houston; seat 0 has four trains left and many cards."""
    turn.refresh_from_db()
    assert turn.state is not None
    turn.state["owner"] = {"dallas--houston--1": 1}
    turn.state["trains"] = [4, 44]
    turn.state["hands"][0] = {"red": 5, "green": 5, "blue": 1}
    turn.state["row"] = ["red", "orange", "yellow", "green", "locomotive"]
    turn.save(update_fields=["state"])
    return turn


@pytest.mark.parametrize(
    ("before", "action", "reason", "rule"),
    [
        ([], claim("dallas--houston--2", red=1), "twin_closed", "R-DOUBLE-2"),
        ([], claim("dallas--houston--1", red=1), "taken", "R-CLAIM-3"),
        ([], claim("chicago--duluth", green=3), "colour", "R-CLAIM-1"),
        ([], claim("chicago--duluth", red=2, green=1), "mixed_colours", "R-CLAIM-1"),
        ([], claim("chicago--duluth", red=2), "payment", "R-CLAIM-1"),
        ([], claim("portland--san-francisco--1", green=5), "trains", "R-CLAIM-2"),
        ([], claim("kansas-city--saint-louis--1", blue=2), "cards", "R-CLAIM-1"),
        ([], {"type": "keep_tickets", "tickets": []}, "wrong_phase", "R-TURN-2"),
        ([DECK], {"type": "draw_card", "from": 4}, "face_up_locomotive", "R-DRAW-2"),
        ([DECK], claim("dallas--little-rock", red=2), "wrong_phase", "R-TURN-2"),
        ([{"type": "draw_tickets"}], {"type": "keep_tickets", "tickets": []}, "keep_too_few", "R-TICKET-1"),
        ([{"type": "draw_tickets"}], DECK, "wrong_phase", "R-TURN-2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_b24_the_server_refuses_and_names_the_rule(
    position: Game, before: list[Any], action: Any, reason: str, rule: str
) -> None:
    for earlier in before:
        cast.answer(position, 0, earlier)
    is_refused(position, action, reason, rule)


def test_b24_another_seats_tickets_cannot_be_kept(game: Game) -> None:
    """Both choose first tickets: what was offered to one is nobody else's."""
    offered = [
        cast.client(cast.user_of(game, seat)).get(f"/api/games/{game.pk}/").data["you"] for seat in (0, 1)
    ]
    theirs = [ticket["id"] for ticket in offered[1]["offered"]]

    answer = post(
        game,
        cast.user_of(game, 0),
        {"decision": offered[0]["decision"], "action": {"type": "keep_tickets", "tickets": theirs}},
    )

    assert (answer.status_code, answer.data["reason"]) == (422, "not_offered")


@pytest.mark.parametrize(
    ("action", "reason", "rule"),
    [
        ({"type": "build_station", "city": "wien", "cards": {"red": 1}}, "station_taken", "R-STATION-1"),
        (claim("dieppe--london--1", red=2), "ferry_locomotives", "R-FERRY-1"),
        ({"type": "decline_tunnel"}, "wrong_phase", "R-TURN-2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_b24_in_europe_too(alice: User, bob: User, action: Any, reason: str, rule: str) -> None:
    game = europe.started(alice, bob)
    europe.arrange(game, hand={"red": 3, "locomotive": 1}, stations={"wien": 1})
    stored = bytes_of(game)

    answer = post(game, cast.user_of(game, 0), {"decision": decision(game), "action": action})

    assert (answer.status_code, answer.data["reason"], answer.data["rule"]) == (422, reason, rule)
    assert bytes_of(game) == stored
