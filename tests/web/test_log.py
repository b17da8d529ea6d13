"""The log in words: tunnels and stations."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import selectors
from games.models import Game
from games.web import log
from tests import cast, finished

pytestmark = pytest.mark.django_db

TUNNEL = "venezia--zurich"


@pytest.fixture
def europe(alice: User, bob: User) -> Game:
    game = cast.started(alice, bob, edition="europe")
    cast.choose_tickets(game)
    return game


def event(kind: str, seat: int = 0, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "seq": 5, "at": timezone.now(), "seat": seat, "by": "human", **fields}


def turned_up(card: str, counts: bool) -> dict[str, Any]:
    return event("tunnel_card_turned_up", card=card, counts=counts)


def told(game: Game, viewer: int, *events: dict[str, Any]) -> list[str]:
    """The lines of these events, in plain words, for one seat."""
    seen = selectors.see(game_id=game.pk, user=cast.user_of(game, viewer))
    return [str(line.text) for line in log.lines(seen, events, plain=True)]


TRIED = event("tunnel_tried", route=TUNNEL, cards={"green": 2})
REVEALED = (turned_up("green", True), turned_up("red", False), turned_up("locomotive", True))


def test_a_tunnel_that_is_paid(europe: Game) -> None:
    who = cast.user_of(europe, 0).username
    events = (
        TRIED,
        *REVEALED,
        event("tunnel_paid", cards={"green": 1, "locomotive": 1}),
        event("route_claimed", route=TUNNEL, cards={"green": 3, "locomotive": 1}),
    )

    assert told(europe, 0, *events) == [
        "You laid 2 green for the tunnel Venezia – Zürich. Turned up: green, red, locomotive; 2 more due.",
        "You paid 1 green + 1 locomotive more.",
        "You claimed Venezia – Zürich with 3 green + 1 locomotive: 2 points.",
    ]
    assert told(europe, 1, *events)[1] == f"{who} paid 1 green + 1 locomotive more."


def test_a_tunnel_that_is_declined(europe: Game) -> None:
    events = (TRIED, *REVEALED, event("tunnel_declined", route=TUNNEL))

    assert told(europe, 0, *events)[-1] == "You took your cards back and left the tunnel Venezia – Zürich."


def test_a_tunnel_with_nothing_due_and_a_shuffle_in_the_middle(europe: Game) -> None:
    events = (
        TRIED,
        turned_up("red", False),
        event("deck_shuffled", deck=None),
        turned_up("blue", False),
        event("tunnel_paid", cards={}),
        event("route_claimed", route=TUNNEL, cards={"green": 2}),
    )

    assert told(europe, 0, *events) == [
        "You laid 2 green for the tunnel Venezia – Zürich. Turned up: red, blue; nothing more due.",
        "The discards were shuffled into a new deck.",
        "You claimed Venezia – Zürich with 2 green: 2 points.",
    ]


def test_a_tunnel_without_any_card_to_turn_up(europe: Game) -> None:
    assert told(europe, 0, TRIED) == ["You laid 2 green for the tunnel Venezia – Zürich."]


def test_a_station(europe: Game) -> None:
    who = cast.user_of(europe, 0).username
    built = event("station_built", city="zurich", cards={"red": 1, "locomotive": 1})

    assert told(europe, 0, built) == ["You built a station in Zürich with 1 red + 1 locomotive."]
    assert told(europe, 1, built) == [f"{who} built a station in Zürich with 1 red + 1 locomotive."]


@pytest.mark.parametrize("edition", ["usa", "europe", "card-game"])
def test_what_a_computer_did_is_told_in_the_words_of_a_person(edition: str, alice: User, bob: User) -> None:
    """A whole game, and the same with a computer that has made all moves."""
    game = finished.game(edition, alice, bob)

    def lines() -> list[tuple[str, str]]:
        seen = selectors.see(game_id=game.pk, user=alice)
        return [(str(line.noted), line.brief) for line in log.lines(seen, seen.events(selectors.moves(game)))]

    of_people = lines()
    assert game.moves.filter(by="human").update(by="bot") > 20
    assert lines() == of_people
    assert len(of_people) > 20
