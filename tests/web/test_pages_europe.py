"""The table page of Europe: ferries, tunnels, stations, long tickets."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from accounts.models import User
from games.engine import EDITIONS
from games.models import Game
from tests import cast, europe
from tests.web import pages
from tests.web.test_pages_table import MOST_QUERIES, PANELS, position

pytestmark = pytest.mark.django_db

LONDON_TO_WIEN = {  # all but Frankfurt – Paris, which is another's
    **dict.fromkeys(("dieppe--london--1", "dieppe--paris", "frankfurt--munchen", "munchen--wien"), 0),
    "frankfurt--paris--1": 1,
}


@pytest.fixture
def table(alice: User, bob: User) -> Game:
    return europe.started(alice, bob)


def sheet(game: Game, what: str, which: str = "", *, seat: int | None = 0) -> Any:
    user = None if seat is None else cast.user_of(game, seat)
    return pages.get(user, pages.at(game, f"decide/{what}/?id={which}"))


def look(game: Game, seat: int | None = 0, what: str = "") -> Any:
    return pages.get(None if seat is None else cast.user_of(game, seat), pages.at(game, what))


def payments(response: Any) -> list[dict[str, int]]:
    """What can be chosen to pay with, in order."""
    found = re.findall(r'name="pay"[^>]*? data-action="([^"]*)"', response.content.decode())
    return [json.loads(html.unescape(action))["cards"] for action in found]


def marked(response: Any) -> list[tuple[str, bool]]:
    """The cards turned up, and whether each costs one more."""
    figures = re.findall(
        r'<figure role="listitem"( class="counts")?>.*?#card-(\w+)', response.content.decode()
    )
    return [(card, bool(counts)) for counts, card in figures]


# Ferries


def test_a_ferry_offers_every_payment_with_its_locomotives(table: Game) -> None:
    europe.arrange(table, hand={"red": 1, "blue": 1, "locomotive": 2})
    response = sheet(table, "route", "dieppe--london--1")

    assert "ferry: at least 1 locomotive" in pages.text(response)
    assert payments(response) == [
        {"red": 1, "locomotive": 1},
        {"blue": 1, "locomotive": 1},
        {"locomotive": 2},
    ]


def test_a_long_ferry_cannot_be_paid_with_too_few_locomotives(table: Game) -> None:
    """A24: G5 L1 does not pay for two locomotives."""
    europe.arrange(table, hand={"green": 5, "locomotive": 1})
    response = sheet(table, "route", "palermo--smyrna")

    assert "ferry: at least 2 locomotives" in pages.text(response)
    assert payments(response) == []
    assert "5 of 6: one more fitting card or locomotive needed." in pages.text(response)


# Tunnels


def test_before_cards_are_laid_for_a_tunnel_it_is_said_what_may_come(table: Game) -> None:
    europe.arrange(table, hand={"blue": 3, "locomotive": 2})
    response = sheet(table, "route", "munchen--venezia")

    assert payments(response) == [{"blue": 2}, {"blue": 1, "locomotive": 1}, {"locomotive": 2}]  # A29
    page = html.unescape(response.content.decode())
    assert "Then 3 cards are turned up." in page
    assert "cannot be undone" in page
    notes = re.findall(r'data-note="([^"]*)"', page)
    assert ["You would have 3 for that." in notes[0], "You would have 0 for that." in notes[2]] == [True] * 2
    assert "Each blue card and each locomotive" in notes[0]
    assert "colours cost nothing" in notes[2]


def test_no_other_route_speaks_of_cards_turned_up(table: Game) -> None:
    europe.arrange(table, hand={"black": 1})
    assert "turned up" not in pages.text(sheet(table, "route", "amsterdam--bruxelles"))


@pytest.fixture
def tunnel(table: Game) -> Game:
    """A30: two green laid of four; green, red and blue turned up: one more is due."""
    europe.arrange(table, hand={"green": 4, "locomotive": 1}, top=("green", "red", "blue"))
    europe.try_tunnel(table, "venezia--zurich", green=2)
    return table


@pytest.mark.parametrize("what", ["", PANELS])
def test_who_laid_the_cards_pays_or_takes_back(tunnel: Game, what: str) -> None:
    response = look(tunnel, 0, what)
    page = pages.text(response)

    assert "Tunnel: 1 more" in page
    assert "1 more card is due" in page
    assert payments(response) == [{"green": 1}, {"locomotive": 1}]
    assert marked(response) == [("green", True), ("red", False), ("blue", False)]
    assert 'data-send="{&quot;type&quot;:&quot;decline_tunnel&quot;}"' in response.content.decode()
    assert "Take back 2 green" in page


@pytest.mark.parametrize("seat", [1, None])
@pytest.mark.parametrize("what", ["", PANELS])
def test_the_others_see_the_scene_and_decide_nothing(tunnel: Game, seat: int | None, what: str) -> None:
    response = look(tunnel, seat, what)
    page, name = pages.text(response), cast.user_of(tunnel, 0).username

    assert f"{name} decides about a tunnel" in page
    assert f"1 more card is due: {name} decides." in page
    assert marked(response) == [("green", True), ("red", False), ("blue", False)]
    assert payments(response) == []
    assert "decline_tunnel" not in response.content.decode()
    assert position(response)["tunnel"] == "venezia--zurich"


def test_who_cannot_pay_may_only_take_back(table: Game) -> None:
    europe.arrange(table, hand={"green": 2, "red": 3}, top=("green", "locomotive", "blue"))
    europe.try_tunnel(table, "venezia--zurich", green=2)
    response = look(table)

    assert payments(response) == []
    assert "0 of 2: 2 more fitting cards or locomotives needed." in pages.text(response)
    assert "decline_tunnel" in response.content.decode()
    decision, _chat = response.content.decode().split('id="part-chat"')
    assert 'type="submit"' not in decision


def test_of_locomotives_alone_only_locomotives_count(table: Game) -> None:
    """A27: with yellow in hand, for two locomotives laid a yellow card costs nothing."""
    europe.arrange(table, hand={"yellow": 3, "locomotive": 3}, top=("yellow", "yellow", "locomotive"))
    europe.try_tunnel(table, "munchen--zurich", locomotive=2)
    response = look(table)

    assert marked(response) == [("yellow", False), ("yellow", False), ("locomotive", True)]
    assert payments(response) == [{"locomotive": 1}]
    assert "1 more locomotive is due" in pages.text(response)


def test_when_it_is_decided_the_scene_is_gone(tunnel: Game) -> None:
    cast.answer(tunnel, 0, {"type": "decline_tunnel"})
    for seat in (0, 1, None):
        response = look(tunnel, seat)
        assert "turned up" not in html.unescape(response.content.decode()).split('id="part-log"')[0]
        assert position(response)["tunnel"] is None


# Stations


@pytest.mark.parametrize(
    ("built", "words", "offered"),
    [
        ((), "1 card 3 of 3 stations left", [{"red": 1}, {"locomotive": 1}]),
        (("wien",), "2 cards of one colour 2 of 3 stations left", [{"red": 2}, {"red": 1, "locomotive": 1}]),
        (("wien", "brest"), "3 cards of one colour 1 of 3 stations left", [{"red": 2, "locomotive": 1}]),
    ],
)
def test_a_station_costs_more_each_time(
    table: Game, built: tuple[str, ...], words: str, offered: list[dict[str, int]]
) -> None:
    europe.arrange(table, hand={"red": 2, "locomotive": 1}, stations=dict.fromkeys(built, 0))
    response = sheet(table, "station", "roma")

    assert "Station in Roma" in pages.text(response)
    assert words in pages.text(response)
    assert "You give up 4 points" in pages.text(response)
    assert payments(response) == offered


@pytest.mark.parametrize(
    ("hand", "stations", "why"),
    [
        ({"red": 1}, {"roma": 1}, "{other} has a station in this city."),
        ({"red": 1}, {"roma": 0}, "You have a station in this city."),
        ({"red": 3}, {"brest": 0, "wien": 0, "berlin": 0}, "You have built all your stations."),
        ({"red": 1, "blue": 1}, {"brest": 0}, "1 of 2: one more fitting card or locomotive needed."),
    ],
)
def test_where_no_station_can_be_built_it_is_said_why(
    table: Game, hand: dict[str, int], stations: dict[str, int], why: str
) -> None:
    europe.arrange(table, hand=hand, stations=stations)
    sentence = why.format(other=cast.user_of(table, 1).username)
    listed = pages.text(sheet(table, "stations"))
    response = sheet(table, "station", "roma")

    assert sentence in pages.text(response)
    assert payments(response) == []
    assert 'type="submit"' not in response.content.decode()
    assert sentence in listed


def test_out_of_turn_and_without_a_seat_nothing_is_built(table: Game) -> None:
    europe.arrange(table, hand={"red": 1})
    assert "It is not your turn." in pages.text(sheet(table, "station", "roma", seat=1))
    for seat in (1, None):
        for what in ("station", "stations"):
            response = sheet(table, what, "roma", seat=seat)
            assert response.status_code == 200
            assert payments(response) == []
        assert position(look(table, seat))["buildable"] == []


def test_a_station_tells_which_ticket_it_completes_and_over_which_route(table: Game) -> None:
    europe.arrange(table, hand={"red": 1}, owner=LONDON_TO_WIEN, tickets=("london--wien", "berlin--roma"))
    other = cast.user_of(table, 1).username

    paris = pages.text(sheet(table, "station", "paris"))
    assert f"London – Wien: connected , over Frankfurt – Paris of {other}" in paris
    assert "Berlin – Roma: connected" not in paris
    assert "none of your tickets" in pages.text(sheet(table, "station", "roma"))
    listed = sheet(table, "stations").content.decode()
    cities = re.findall(r"decide/station/\?id=([a-z]+)", listed)
    assert cities[:2] == ["frankfurt", "paris"]
    assert len(cities) == 47
    assert listed.count("connects London – Wien") == 2


def test_own_tickets_tell_what_a_station_does(table: Game) -> None:
    europe.arrange(table, owner=LONDON_TO_WIEN, tickets=("london--wien",))
    before = pages.text(look(table))
    assert "Your ticket, 0 of 1 connected" in before
    assert "trains to go or a station in Frankfurt" in before

    europe.arrange(table, stations={"paris": 0})
    after = pages.text(look(table))
    assert "Your ticket, 1 of 1 connected" in after
    assert "Connected by your station in Paris" in after
    assert f"over Frankfurt – Paris of {cast.user_of(table, 1).username}" in after
    assert "or a station" not in after


def test_a_ticket_without_a_way_left_may_still_have_a_station(table: Game) -> None:
    """With two players both tracks of Edinburgh – London are closed by whoever owns one."""
    europe.arrange(table, owner={"edinburgh--london--1": 1}, tickets=("edinburgh--paris",))
    assert 'class="ticket blocked"' in look(table).content.decode()

    europe.arrange(table, owner={"dieppe--london--1": 0, "dieppe--paris": 0})
    page = look(table)
    assert 'class="ticket open"' in page.content.decode()
    assert "Blocked: no way left but a station in Edinburgh would do" in pages.text(page)


def test_stations_stand_on_the_board_and_beside_the_players(table: Game) -> None:
    europe.arrange(table, stations={"roma": 0, "kyiv": 0, "paris": 1})
    colours = {seat.number: seat.colour for seat in table.seats.all()}
    for seat in (0, 1, None):
        response = look(table, seat)
        page = response.content.decode()
        for city, owner in (("roma", 0), ("kyiv", 0), ("paris", 1)):
            assert f'built own-{colours[owner]}" id="c-{city}"' in page
        assert 'aria-label="1 station left"' in page
        assert 'aria-label="2 stations left"' in page
        assert position(response)["builders"]["paris"] == f"station of {cast.user_of(table, 1).username}"


def test_what_was_built_since_my_last_move_is_marked(table: Game) -> None:
    europe.arrange(table, hand={"red": 1})
    cast.answer(table, 0, {"type": "build_station", "city": "roma", "cards": {"red": 1}})
    assert position(look(table, 1))["freshStations"] == ["roma"]
    assert position(look(table, 0))["freshStations"] == []


@pytest.mark.parametrize("query", ["", "?id=chicago", "?id=%00"])
def test_an_unknown_city_is_not_found(table: Game, query: str) -> None:
    assert look(table, 0, f"decide/station/{query}").status_code == 404


# Tickets


def test_a_long_ticket_looks_it(alice: User, bob: User) -> None:
    game = cast.started(alice, bob, edition="europe")
    long = {ticket["id"] for ticket in EDITIONS["europe"].describe()["tickets"] if ticket["sets"] == ["long"]}
    offered = look(game).content.decode()
    (its,) = re.findall(r'<label class="ticket long">.*?value="([^"]*)"', offered, re.DOTALL)
    assert its in long
    assert offered.count("Long ticket") == 1
    cast.choose_tickets(game)
    assert len(re.findall(r'class="ticket \w+ long"', look(game).content.decode())) == 1


# Other editions, and queries


def test_a_board_without_stations_does_not_speak_of_them(turn: Game) -> None:
    user = cast.user_of(turn, 0)
    for what in ("", PANELS, "decide/routes/", "decide/route/?id=atlanta--miami"):
        response = pages.get(user, pages.at(turn, what))
        page = response.content.decode().split("</defs></svg>")[-1]  # after the sprite, which has every icon
        assert "station" not in page.lower()
        assert "tunnel" not in page.lower()
    for what in ("decide/stations/", "decide/station/?id=miami"):
        assert pages.get(user, pages.at(turn, what)).status_code == 404


@pytest.mark.parametrize("what", ["", PANELS, "decide/stations/", "decide/station/?id=paris"])
def test_a_page_takes_few_queries(tunnel: Game, what: str) -> None:
    people = (cast.user_of(tunnel, 0), cast.user_of(tunnel, 1), None)
    counted = [pages.queries(user, pages.at(tunnel, what)) for user in people]
    europe.arrange(tunnel, owner=LONDON_TO_WIEN, stations={"roma": 0, "kyiv": 1})
    assert [pages.queries(user, pages.at(tunnel, what)) for user in people] == counted
    assert max(counted) <= MOST_QUERIES
