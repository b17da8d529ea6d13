"""The pages of rules: every statement once, with the edition's numbers, and each refusal leads to its own."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from games import engine
from games.web import reasons, rulebook
from tests.web import pages

ENGINE = Path(engine.__file__).parent

# Every numbered statement about the board games, and those that concern a map without ferries and the like.
BEFORE = {"SETUP": 5, "TURN": 2, "DRAW": 7, "CLAIM": 3, "DOUBLE": 2, "FERRY": 1, "TUNNEL": 5}
COUNTS = {**BEFORE, "TICKET": 2, "STATION": 3, "END": 7}
EVERY = [f"R-{part}-{number}" for part, last in COUNTS.items() for number in range(1, last + 1)]
USA = [number for number in EVERY if not re.search("FERRY|TUNNEL|STATION", number)]
FIRST_CARDS = {"SETUP": 5, "TURN": 2, "ROLL": 4, "DRAW": 4, "PLACE": 5, "TICKET": 2, "LAST": 3}
CARDS = {**FIRST_CARDS, "SCORE": 4, "HALF": 4, "CITY": 1, "END": 2, "SEEN": 5}
EXPECTED = {
    "usa": [number for number in USA if number != "R-END-4"],  # no Globetrotter
    "usa-1910": USA,  # the path of R-END-3 has no bonus but decides ties
    "usa-mega": USA,
    "usa-big-cities": USA,
    "europe": [number for number in EVERY if number != "R-END-4"],
    "card-game": [f"C-{part}-{number}" for part, last in CARDS.items() for number in range(1, last + 1)],
}
# Tickets in all; dealt, kept at the start; drawn later; points of the longest path and of Globetrotter.
NUMBERS = {
    "usa": (30, 3, 2, 3, "10 points", "no points"),
    "usa-1910": (35, 3, 2, 3, "no points", "15 points"),
    "usa-mega": (69, 5, 3, 4, "10 points", "15 points"),
    "usa-big-cities": (35, 4, 2, 4, "no points", "15 points"),
    "europe": (46, 4, 2, 3, "10 points", "no points"),
}
LENGTHS = {"1": "1", "2": "2", "3": "4", "4": "7", "5": "10", "6": "15", "8": "21"}
ELSEWHERE = ("station", "tunnel", "ferry", "ferries", "europe", "express", "yard", "coloured side")

each_edition = pytest.mark.parametrize("edition", EXPECTED)
each_map = pytest.mark.parametrize("edition", NUMBERS)
each_usa = pytest.mark.parametrize("edition", [name for name in EXPECTED if name.startswith("usa")])
pytestmark = pytest.mark.django_db


def shown(edition: str) -> str:
    response = pages.get(None, f"/rules/{edition}/")
    assert response.status_code == 200
    return str(response.content.decode())


def ids(page: str) -> list[str]:
    """The numbers of the statements, in the order of the page."""
    return re.findall(r'<li class="rule" id="([^"]+)"', page)


def words(page: str) -> str:
    """What there is to read of the main part, links to other games aside."""
    main = re.sub(r'(?s)<nav class="others".*?</nav>', "", page[page.index("<main") : page.index("</main>")])
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<svg\b.*?</svg>", " ", main)).split())


def described(edition: str) -> dict[str, Any]:
    return engine.EDITIONS[edition].describe()


def statement(page: str, number: str) -> str:
    """What there is to read in one statement."""
    start = page.index(f'id="{number}"')
    return " ".join(re.sub(r"<[^>]+>", " ", page[start : page.index("</li>", start)]).split())


# The page


def test_every_edition_has_its_rules() -> None:
    assert set(EXPECTED) <= set(rulebook.PAGES)


@each_edition
def test_every_statement_stands_on_the_page_once_and_in_order(edition: str) -> None:
    assert ids(shown(edition)) == EXPECTED[edition]


@each_edition
def test_every_statement_is_a_link_to_itself(edition: str) -> None:
    page = shown(edition)
    for number in EXPECTED[edition]:
        assert f'<a class="rule-no" href="#{number}">{number}</a>' in page


@each_edition
def test_no_id_stands_twice_and_every_link_of_the_page_leads_somewhere(edition: str) -> None:
    page = shown(edition)
    every = re.findall(r'\sid="([^"]+)"', page)
    assert len(every) == len(set(every))
    assert set(re.findall(r'<a [^>]*href="#([^"]+)"', page)) <= set(every)


@each_map
def test_the_numbers_are_those_of_the_edition(edition: str) -> None:
    page = shown(edition)
    text = words(page)
    tickets, dealt, keep, drawn, path, trotter = NUMBERS[edition]
    for line in (
        "Players 2–5",
        "Trains of each player 45",
        "Train cards 110: 12 in each of 8 colours, 14 locomotives",
        "Train cards dealt to each 4",
        f"Tickets in all {tickets}",
        f"Tickets at the start {dealt} dealt, keep at least {keep}",
        f"Tickets later {drawn} drawn, keep at least 1",
        "The last round begins at 2 trains or fewer",
        f"You are dealt {dealt} tickets and keep at least {keep} of them.",
        f"You see the top {drawn} tickets of the ticket deck, or what is left of it, and keep at least 1,",
        "With 3 players or fewer, once one track",
    ):
        assert line in text, line
    assert re.search(rf"[Ll]ongest path (– )?{path}", text)
    assert re.search(rf"Globetrotter: most completed tickets (– )?{trotter}", text)


@each_map
def test_points_are_given_for_the_lengths_of_the_board(edition: str) -> None:
    page = shown(edition)
    table = page[page.index('<table class="tbl lengths">') :]
    rows = re.findall(r'<th scope="row">(\d+)</th>.*?<td class="num">(\d+)</td>', table)
    missing = "5" if edition == "europe" else "8"
    assert rows == [(length, points) for length, points in LENGTHS.items() if length != missing]


@each_map
def test_bonuses_are_told_only_where_there_are_some(edition: str) -> None:
    page = shown(edition)
    _tickets, _dealt, _keep, _drawn, path, trotter = NUMBERS[edition]
    assert ("gets 10 points" in statement(page, "R-END-3")) == (path == "10 points")
    assert ("brings no points" in statement(page, "R-END-3")) == (path == "no points")
    assert ("R-END-4" in ids(page)) == (trotter == "15 points")


@pytest.mark.parametrize(
    ("edition", "way", "parts", "total"),
    [
        (
            "usa",  # case A55: seven routes around Denver, the eighth does not fit in
            "Denver – Salt Lake City – Helena – Denver – Kansas City – Oklahoma City – Denver – Phoenix",
            [3, 3, 4, 4, 2, 4, 5],
            25,
        ),
        (
            "europe",  # case A62
            "Brest – Pamplona – Barcelona – Madrid – Cádiz – Lisboa – Madrid – Pamplona – Paris",
            [4, 2, 2, 3, 2, 3, 3, 4],
            23,
        ),
    ],
)
def test_the_path_of_the_example_is_as_long_as_it_says(
    edition: str, way: str, parts: list[int], total: int
) -> None:
    text = statement(shown(edition), "R-END-3")
    assert f"{way}: {' + '.join(map(str, parts))} = {total}" in text
    described = engine.EDITIONS[edition].describe()
    names = {city["id"]: city["name"] for city in described["cities"]}
    lengths = {
        frozenset(names[city] for city in route["cities"]): route["length"] for route in described["routes"]
    }
    stops = way.split(" – ")
    assert [lengths[frozenset(pair)] for pair in pairwise(stops)] == parts
    assert sum(parts) == total


def test_the_tickets_of_the_example_bring_what_it_says() -> None:
    """Case A76: one borrowed route serves three tickets."""
    assert "Paris – Wien, London – Wien, Berlin – London: 8 + 10 + 7 = 25 points" in statement(
        shown("europe"), "R-STATION-2"
    )
    tickets = {record["id"]: record["points"] for record in engine.EDITIONS["europe"].describe()["tickets"]}
    assert [tickets[name] for name in ("paris--wien", "london--wien", "berlin--london")] == [8, 10, 7]


def test_europe_has_what_other_maps_have_not() -> None:
    page = shown("europe")
    text = words(page)
    for line in (
        "Stations of each player 3",
        "Each station never built 4 points",
        "Tickets in all 46, 6 of them long",
        "4 dealt, keep at least 2; 1 of the 4 is long",
        "European Express: longest path 10 points",
        "Ferries on the map 13",
        "Tunnels on the map 18",
        "On your turn you do one thing of four.",
        "Your turn is one of these: draw train cards, claim a route, draw tickets, or build a station.",
    ):
        assert line in text, line
    for number, said in (
        ("R-SETUP-1", "Each also has 3 stations."),
        ("R-SETUP-4", "1 of them is a long ticket"),
        ("R-SETUP-5", "leave the game, and so do the long tickets that nobody was dealt."),
        ("R-TURN-2", "cards have been turned up for a tunnel"),
        ("R-TUNNEL-1", "Then the top 3 cards of the deck are turned up."),
        ("R-TUNNEL-4", "fewer than 3 cards"),
        ("R-STATION-1", "you have 3 for the game."),
        ("R-STATION-3", "Each station that you never build brings 4 points."),
        ("R-END-2", "Routes that your stations borrow count as your own here"),
        ("R-END-3", "Borrowed routes do not count. The bonus for it is called the European Express."),
        ("R-END-5", "then the one who used fewer stations; then the one who has the European Express."),
    ):
        assert said in statement(page, number), number


def test_what_a_drawing_shows_is_said_to_screen_readers() -> None:
    page = shown("europe")
    for said in (
        "a free ferry, 2 long, with 1 locomotive",
        "a free ferry, 4 long, with 2 locomotives",
        "a free blue tunnel, 2 long",
        "a station of the yellow player",
    ):
        assert f'role="img" aria-label="{said}"' in page, said


@each_usa
def test_no_words_of_other_games(edition: str) -> None:
    text = words(shown(edition)).lower()
    assert [word for word in ELSEWHERE if word in text] == []


# The Card Game


def test_the_numbers_of_the_card_game() -> None:
    """Sections 2, 5, 6 and 9.2 of its rules."""
    text = words(shown("card-game"))
    for line in (
        "Players 2–4",
        "Train cards 96: 10 in each of 8 colours, 16 locomotives",
        "Train cards of each at the start 8",
        "Face-up cards 5",
        "Tickets in all 46",
        "Tickets at the start 6 dealt, keep at least 1",
        "Tickets later 4 drawn, keep any or none",
        "A set 2 cards or more of one colour",
        "A trio 3 single cards of different colours",
        "The deck is played once; twice with 4 players",
        "Bonus of the Big Cities 8 to 15 points for each of 6",
        "Each player is given 1 locomotive. The other cards are shuffled and 7 of them dealt to each",
        "2 75 1 3 67 1 4 59 2",  # players, cards left in the deck, times it is played
        "Each player is dealt 4 of them, then 5 are turned face up.",
        "Seattle 8 Los Angeles 12 Chicago 12 Dallas 10 New York 15 Miami 8",
    ):
        assert line in text, line


def test_what_its_examples_say_is_what_the_rules_say() -> None:
    """Vectors 9, 10, 12, 18 and 20 of its rules."""
    page = shown("card-game")
    for number, cards in (
        ("C-PLACE-1", "locomotive, locomotive"),  # no set
        ("C-PLACE-2", "red, blue, locomotive"),  # no trio
        ("C-PLACE-4", "green, green, locomotive"),  # more than a green and a locomotive
    ):
        start = page.index(f'id="{number}"')
        assert f'aria-label="{cards}"' in page[start : page.index("</li>\n", start)], number
    scores = page[page.index('id="C-SCORE-2"') : page.index('id="C-SCORE-3"')]
    assert re.findall(r"(\d+) points", scores) == ["12", "22", "17"]
    result = page[page.index('id="C-END-1"') : page.index('id="C-END-2"')]
    assert re.findall(r'<td class="num"><b>(\d+)</b>', result) == ["51", "56", "6"]


def test_the_piles_of_the_examples_pay_for_what_they_say_and_no_more() -> None:
    """Vector 18: the tickets that are left out do not fit beside the others."""
    needs = {record["id"]: record["requires"] for record in described("card-game")["tickets"]}
    for pile, best, left in rulebook.PAYMENTS:
        chosen = best.split()
        assert missing(pile, [needs[ticket] for ticket in chosen]) == 0
        for ticket in left.split():
            assert missing(pile, [needs[other] for other in (*chosen, ticket)]) > 0


def missing(pile: str, needs: list[dict[str, int]]) -> int:
    """How many cards a pile lacks, locomotives being any."""
    have, wanted = Counter(pile.split()), Counter[str]()
    for need in needs:
        wanted.update(need)
    return max(0, sum((wanted - have).values()) - have["locomotive"])


def test_no_words_of_map_games_in_the_card_game() -> None:
    text = words(shown("card-game")).lower()
    assert [word for word in ("route", "ferry", "tunnel", "longest path", "last round") if word in text] == []


# All together


def test_editions_stand_side_by_side() -> None:
    page = pages.get(None, "/rules/").content.decode()
    text = words(page)
    for edition, (tickets, dealt, keep, drawn, path, trotter) in NUMBERS.items():
        name = engine.EDITIONS[edition].name
        start = f"{dealt} dealt, keep at least {keep}" + ("; 1 of the 4 is long" if name == "Europe" else "")
        row = f"{name} {tickets} {start} {drawn} drawn, keep at least 1"
        more = "3 13 18" if name == "Europe" else "– none – none – none"  # stations, ferries, tunnels
        assert re.search(rf"{row} (– )?{path} (– )?{trotter} 2–5 45 {more}", text)
        assert f'href="/rules/{edition}/"' in page
    row = "The Card Game 46 6 dealt, keep at least 1 4 drawn, keep any or none – no points – no points 2–4"
    assert row + " – none" * 4 in text  # trains, stations, ferries, tunnels


def test_rules_that_nobody_wrote_are_not_found() -> None:
    assert pages.get(None, "/rules/usa-1911/").status_code == 404


@pytest.mark.parametrize("url", ["/rules/", "/rules/usa-mega/"])
def test_rules_ask_the_database_nothing(url: str) -> None:
    assert pages.queries(None, url) == 0


@pytest.mark.parametrize("url", ["/", "/lobby/"])
def test_other_pages_lead_to_the_rules(url: str) -> None:
    page = pages.get(None, url).content.decode()
    header, footer = page.index("<header"), page.index("<footer")
    assert 'href="/rules/"' in page[header : page.index("</header>")]
    assert 'href="/rules/"' in page[footer:]


def test_the_landing_page_leads_to_the_rules_of_each_game() -> None:
    page = pages.get(None, "/").content.decode()
    assert [edition for edition in EXPECTED if f'href="/rules/{edition}/"' not in page] == []


# From a refusal to its rule


def refusals(folder: Path = ENGINE) -> Iterator[str]:
    """Every reason that the engine gives: `return "word", {...}` and IllegalAction("word")."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Return(ast.Tuple([ast.Constant(str(reason)), ast.Dict()])):
                    yield reason
                case ast.Call(ast.Name("IllegalAction"), [ast.Constant(str(reason)), *_]):
                    yield reason


def occurs(reason: str, edition: dict[str, Any]) -> bool:
    """Can an edition give this reason? Some need something that not every board has, or cards alone."""
    if not edition["routes"]:
        return reason in reasons.CARD_RULES
    if reason not in reasons.RULES:
        return False
    if reason in ("no_stations", "station_taken"):
        return bool(edition["rules"]["stations"])
    return reason != "ferry_locomotives" or any(route["locomotives"] for route in edition["routes"])


def test_every_reason_of_the_engine_has_words_and_a_rule() -> None:
    found = set(refusals())
    assert {"cards", "taken", "not_your_turn", "mixed_colours", "keep_too_few"} <= found
    assert {reason for reason in found if reason not in reasons.REASONS} == set()
    assert {reason for reason in found if reasons.rule_of(reason) is None} == set()


@each_edition
def test_the_rule_of_a_reason_stands_on_the_page(edition: str) -> None:
    page = ids(shown(edition))
    described = engine.EDITIONS[edition].describe()
    rules = {
        reason: reasons.rule_of(reason, edition=edition) for reason in refusals() if occurs(reason, described)
    }
    assert len(rules) > 10
    assert {reason: rule for reason, rule in rules.items() if rule not in page} == {}


def test_the_rule_of_a_reason_of_the_card_game_stands_on_its_page() -> None:
    page = ids(shown("card-game"))
    given = set(refusals(ENGINE / "editions/card_game")) | set(reasons.CARD_RULES)
    assert {"row_stands", "own_row", "no_set", "not_paid", "more_fits", "not_your_turn"} <= given
    rules = {reason: reasons.rule_of(reason, edition="card-game") for reason in given}
    assert {reason: rule for reason, rule in rules.items() if rule not in page} == {}


@pytest.mark.parametrize(
    ("reason", "facts", "rule"),
    [
        ("face_up_locomotive", {"place": 1}, "R-DRAW-2"),
        ("trains", {"needed": 3, "left": 2}, "R-CLAIM-2"),
        ("twin_closed", {"by": 0, "to_all": True}, "R-DOUBLE-2"),
        ("twin_closed", {"by": 0, "to_all": False}, "R-DOUBLE-1"),
        ("station_taken", {"owner": 1}, "R-STATION-1"),
        ("keep_too_few", {"needed": 2, "kept": 1}, "R-SETUP-4"),
        ("keep_too_few", {"needed": 1, "kept": 0}, "R-TICKET-1"),
        ("unheard_of", {}, None),
    ],
)
def test_the_rule_behind_a_refusal(reason: str, facts: dict[str, Any], rule: str | None) -> None:
    assert reasons.rule_of(reason, facts) == rule
    url = reasons.rule_url("usa", reason, facts)
    assert url == (rule and f"/rules/usa/#{rule}")


def test_a_game_without_rules_to_read_has_no_address_for_them() -> None:
    assert reasons.rule_url("no-such-game", "trains") is None
