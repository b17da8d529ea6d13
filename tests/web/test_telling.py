"""The final scoring told step by step: every total reckoned by hand from the sheets."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from games import selectors
from games.models import Game
from games.web.scores import FinalScores
from games.web.telling import CardTelling, Telling
from tests import cast
from tests.web import pages

pytestmark = pytest.mark.django_db

WINNER = {
    "seat": 1,
    "place": 1,
    "total": 67,
    "routes": 40,
    "tickets": [
        {"id": "boston--miami", "points": 12, "completed": True},
        {"id": "dallas--new-york", "points": -11, "completed": False},
        {"id": "chicago--los-angeles", "points": 16, "completed": True},
    ],
    "longest_path": {"length": 14, "routes": ["duluth--helena"], "bonus": 10},
    "globetrotter": None,
    "tie_break": None,
}
COAST = [  # from Boston to Miami
    "boston--new-york--1",
    "new-york--washington--2",
    "raleigh--washington--1",
    "charleston--raleigh",
    "charleston--miami",
]
SECOND = {
    "seat": 0,
    "place": 2,
    "total": -3,
    "routes": 5,
    "tickets": [{"id": "duluth--houston", "points": -8, "completed": False}],
    "longest_path": {"length": 6, "routes": ["duluth--toronto"], "bonus": 0},
    "globetrotter": None,
    "tie_break": None,
}


@pytest.fixture
def over(turn: Game) -> Game:
    turn.status, turn.result, turn.ended_at = Game.Status.FINISHED, [WINNER, SECOND], timezone.now()
    turn.save()
    return turn


def told(game: Game, seat: int | None = 0) -> Telling:
    user = AnonymousUser() if seat is None else cast.user_of(game, seat)
    seen = selectors.see(game_id=game.pk, user=user)
    return Telling(FinalScores(seen), {**dict.fromkeys([*COAST, "duluth--helena"], 1), "duluth--toronto": 0})


def test_every_step_adds_what_it_says(over: Game) -> None:
    assert [(step["totals"][0], step["totals"][1]) for step in told(over).steps] == [
        ("5", "40"),  # routes
        ("−3", "40"),  # who is last in the end comes first: −8
        ("−3", "52"),  # +12
        ("−3", "41"),  # −11
        ("−3", "57"),  # +16
        ("−3", "67"),  # the longest path: +10
        ("−3", "67"),
    ]


def test_a_ticket_shows_its_cities_and_the_way_between_them(over: Game) -> None:
    missed, kept = told(over).steps[1], told(over).steps[2]

    assert missed["text"].endswith("Duluth – Houston: not connected, −8.")
    assert (missed["seat"], missed["routes"]) == (0, [])
    assert sorted(missed["cities"]) == ["duluth", "houston"]
    assert kept["text"].endswith("Boston – Miami: connected, +12.")
    assert (kept["seat"], kept["routes"]) == (1, COAST)


def test_the_longest_path_is_lit_and_the_winner_comes_last(over: Game) -> None:
    *_tickets, path, end = told(over, seat=1).steps

    assert path["text"].endswith("with 14 trains, +10.")
    assert path["routes"] == ["duluth--helena"]
    assert end["text"] == "You won with 67."


STATIONS = {"unused": 2, "bonus": 8, "borrowed": {"paris": "frankfurt--paris--2"}}
BORROWER = {  # case A76: 20 for routes, 25 for tickets, 8 for two stations never built
    "seat": 0,
    "place": 1,
    "total": 53,
    "routes": 20,
    "tickets": [
        {"id": "paris--wien", "points": 8, "completed": True},
        {"id": "london--wien", "points": 10, "completed": True},
        {"id": "berlin--london", "points": 7, "completed": True},
    ],
    "longest_path": {"length": 8, "routes": ["munchen--wien"], "bonus": 0},
    "globetrotter": None,
    "stations": STATIONS,
    "tie_break": None,
}
LENDER = {
    "seat": 1,
    "place": 2,
    "total": 26,
    "routes": 4,
    "tickets": [],
    "longest_path": {"length": 10, "routes": ["frankfurt--paris--2"], "bonus": 10},
    "globetrotter": None,
    "stations": {"unused": 3, "bonus": 12, "borrowed": {}},
    "tie_break": None,
}
A76 = {
    "edinburgh--london--1": 0,
    "dieppe--london--1": 0,
    "dieppe--paris": 0,
    "frankfurt--munchen": 0,
    "munchen--wien": 0,
    "berlin--wien": 0,
    "frankfurt--paris--2": 1,
}


@pytest.fixture
def europe(alice: User, bob: User) -> Game:
    game = cast.started(alice, bob, edition="europe")
    assert game.state is not None
    game.state["owner"] = A76
    game.status, game.result, game.ended_at = Game.Status.FINISHED, [BORROWER, LENDER], timezone.now()
    game.save()
    return game


def test_stations_are_told_before_the_tickets_that_they_complete(europe: Game) -> None:
    seen = selectors.see(game_id=europe.pk, user=cast.user_of(europe, 1))
    steps = Telling(FinalScores(seen), A76).steps
    borrower, lender = (cast.user_of(europe, seat).username for seat in (0, 1))

    assert [(step["totals"][0], step["totals"][1]) for step in steps] == [
        ("20", "4"),
        ("20", "4"),  # what is borrowed
        ("28", "4"),  # Paris to Wien
        ("38", "4"),
        ("45", "4"),
        ("53", "4"),  # two stations never built
        ("53", "16"),  # three
        ("53", "26"),  # the European Express
        ("53", "26"),
    ]
    lent, paris = steps[1], steps[2]
    assert lent["text"] == (
        f"{borrower} has a station in Paris and travels on Frankfurt – Paris of {lender}."
    )
    assert (lent["routes"], lent["cities"]) == (["frankfurt--paris--2"], ["paris"])
    assert paris["routes"] == ["frankfurt--paris--2", "frankfurt--munchen", "munchen--wien"]
    assert steps[5]["text"] == f"{borrower}: 2 stations never built, +8."
    assert steps[7]["text"] == f"European Express: {lender} with 10 trains, +10."


def test_the_scores_say_what_each_station_borrowed_and_what_unused_ones_bring(europe: Game) -> None:
    page = pages.text(pages.get(None, pages.at(europe)))

    assert "Paris: travels on Frankfurt – Paris" in page
    seen = selectors.see(game_id=europe.pk, user=AnonymousUser())
    first, second = FinalScores(seen).sheets
    assert (first["stations_bonus"], first["bonus"], first["extra"]) == (8, 0, 8)
    assert (second["stations_bonus"], second["bonus"], second["extra"]) == (12, 10, 22)


BIG_CITIES = ("seattle", "los-angeles", "chicago", "dallas", "new-york", "miami")


def card_sheet(
    seat: int, place: int, total: int, tickets: dict[str, int], cities: dict[str, tuple[int, int]]
) -> dict[str, object]:
    return {
        "seat": seat,
        "place": place,
        "total": total,
        "routes": 0,
        "tickets": [
            {"id": ticket, "points": points, "completed": points > 0} for ticket, points in tickets.items()
        ],
        "big_cities": [
            {"city": city, "completed": cities.get(city, (0, 0))[0], "bonus": cities.get(city, (0, 0))[1]}
            for city in BIG_CITIES
        ],
        "longest_path": None,
        "globetrotter": None,
        "stations": None,
        "tie_break": None,
    }


# The final result of vector 20, for two of its players.
TRAVELLER = card_sheet(
    1,
    1,
    56,
    {"los-angeles--new-york": 20, "new-york--kansas-city": 9},
    {"new-york": (2, 15), "los-angeles": (1, 12)},
)
LOSER = card_sheet(
    0,
    2,
    6,
    {"chicago--dallas": 6, "seattle--miami": -22},
    {"chicago": (1, 12), "dallas": (1, 10), "new-york": (0, 0)},
)


@pytest.fixture
def cards(alice: User, bob: User) -> Game:
    game = cast.started(alice, bob, edition="card-game")
    assert game.state is not None
    game.state["phase"] = "over"
    game.status, game.result, game.ended_at = Game.Status.FINISHED, [TRAVELLER, LOSER], timezone.now()
    game.save()
    return game


def test_the_card_game_tells_tickets_and_then_big_cities(cards: Game) -> None:
    winner, loser = (cast.user_of(cards, seat).username for seat in (1, 0))
    seen = selectors.see(game_id=cards.pk, user=cast.user_of(cards, 0))
    steps = CardTelling(FinalScores(seen)).steps

    assert [(step["totals"][0], step["totals"][1]) for step in steps] == [
        ("0", "0"),
        ("6", "0"),  # Chicago to Dallas
        ("−16", "0"),  # Seattle to Miami, not completed
        ("−16", "20"),
        ("−16", "29"),
        ("−4", "29"),  # Chicago
        ("6", "29"),  # Dallas
        ("6", "41"),  # Los Angeles comes before New York
        ("6", "56"),
        ("6", "56"),
    ]
    assert steps[1]["text"] == f"{loser}, Chicago – Dallas: completed, +6."
    assert steps[2]["text"] == f"{loser}, Seattle – Miami: not completed, −22."
    assert steps[-2]["text"] == f"New York: {winner} has completed most tickets, 2, +15."
    assert steps[-1]["text"] == f"{winner} won with 56."


def test_the_scores_of_the_card_game_hold_big_cities_and_what_broke_a_tie(cards: Game) -> None:
    cards.result = [TRAVELLER | {"tie_break": "big_cities"}, LOSER | {"total": 56}]
    cards.save()
    page = pages.text(pages.get(None, pages.at(cards)))

    assert "+29 0 Los Angeles +12 New York +15 +27 56 more Big Cities" in page
    assert "Seattle – Miami −22" in page
    assert f"Big Cities: {cast.user_of(cards, 1).username} 2, {cast.user_of(cards, 0).username} 2." in page


def test_it_begins_by_itself_for_players_of_a_game_that_is_news(over: Game) -> None:
    assert told(over).is_news
    assert not told(over, seat=None).is_news
    over.ended_at = timezone.now() - timedelta(days=8)
    over.save()
    assert not told(over).is_news


def test_the_page_of_a_finished_game_holds_the_steps(over: Game) -> None:
    page = pages.get(None, pages.at(over)).content.decode()

    assert "data-telling" in page
    assert "data-news" not in page
    assert "Boston \\u2013 Miami: connected, +12." in page
