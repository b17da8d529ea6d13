"""What the template tags put into a page."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import timezone, translation

from accounts import clock
from games.web import drawing


def rendered(text: str, **context: Any) -> str:
    return Template("{% load night_mail %}" + text).render(Context(context))


def test_a_board_shows_claims_and_ticket_ends_by_classes() -> None:
    page = rendered(
        '{% board "usa" label=label claims=claims mine=mine css="dim" %}',
        label='A "board"',
        claims={"calgary--winnipeg": "green"},
        mine=["denver"],
    )
    assert '<g class="r own own-green" id="r-calgary--winnipeg"' in page
    assert '<g class="r" id="r-atlanta--miami"' in page
    assert '<g class="city mine" id="c-denver"' in page
    assert 'class="board dim"' in page
    assert 'aria-label="A &quot;board&quot;"' in page
    assert 'href="/static/boards/usa/land-light.svg"' in page


def test_a_board_shows_stations_in_their_owners_colours() -> None:
    page = rendered(
        '{% board "europe" stations=stations mine=mine %}',
        stations={"roma": "blue", "wien": "red"},
        mine=["wien", "paris"],
    )
    assert '<g class="city built own-blue" id="c-roma"' in page
    assert '<g class="city mine built own-red" id="c-wien"' in page
    assert '<g class="city mine" id="c-paris"' in page
    assert '<g class="city" id="c-berlin"' in page


def test_one_page_does_not_show_on_the_next() -> None:
    rendered('{% board "usa" claims=claims %}', claims={"calgary--winnipeg": "green"})
    assert "own-green" not in rendered('{% board "usa" %}')


def test_a_board_as_a_picture_is_one_image() -> None:
    assert 'role="img"' in rendered('{% board "usa" picture=True %}').split(">")[0]
    assert 'role="group"' in rendered('{% board "usa" %}').split(">")[0]


def test_a_board_speaks_the_language_of_the_reader() -> None:
    with translation.override("ja"):
        page = rendered('{% board "usa" %}')
        europe = rendered('{% board "europe" %}')
    assert ">シカゴ</text>" in page
    assert "Chicago" not in page
    assert ">Chicago</text>" in rendered('{% board "usa" %}')
    assert 'data-city="roma" role="img" aria-label="ローマ"' in europe
    assert "Roma" not in europe


def test_a_small_board_draws_each_owner_once_and_the_rest_thin() -> None:
    page = rendered(
        '{% mini_board "usa" claims=claims cities=cities %}',
        claims={"calgary--winnipeg": "green", "atlanta--miami": "red", "calgary--helena": "green"},
        cities=["miami"],
    )
    assert re.findall(r'<g class="(own-\w+)">', page) == ["own-red", "own-green"]
    assert page.count('class="mini-p"') == 2
    assert page.count('class="mini-city"') == 1
    assert 'href="/static/boards/usa/mini.svg#mini-usa"' in page


def test_a_game_without_a_map_has_rows_of_cards_for_a_picture() -> None:
    page = rendered('{% sample "no-map" as shown %}{% mini_board "no-map" claims=shown.claims %}')
    assert re.findall(r'<use href="#card-(\w+)"', page)[:3] == ["red", "red", "locomotive"]
    assert 'class="mini"' in page
    assert "mini-free" not in page


def test_tickets_of_a_game_without_a_map_lie_on_that_of_the_usa() -> None:
    here = rendered('{% ticket_map "no-map" "seattle" "miami" %}')
    assert here == rendered('{% ticket_map "usa" "seattle" "miami" %}')


def test_owners_of_a_small_board_differ_in_form() -> None:
    """Not by colour alone: each has another line along the middle, or none."""
    sheet = (Path(settings.BASE_DIR) / "static/css/board.css").read_text()
    forms = [
        " ".join(re.findall(rf"\.own-{colour} \.mini-p {{([^}}]*)}}", sheet)).split()
        for colour in drawing.PLAYER_COLOURS
    ]
    assert len({tuple(form) for form in forms}) == len(drawing.PLAYER_COLOURS)


@pytest.mark.parametrize("state", ["done", "open", "blocked"])
def test_a_ticket_shows_both_cities_and_its_state(state: str) -> None:
    page = rendered('{% ticket_map "usa" "denver" "el-paso" state %}', state=state)
    assert f'class="tm-line {state}"' in page
    assert page.count('class="tm-dot"') == 2


def test_a_drawing_with_a_name_is_an_image_and_one_without_is_hidden() -> None:
    assert 'role="img" aria-label="red &amp; co"' in rendered("{% card 'red' name %}", name="red & co")
    for tag in ("card 'red'", "chip 'red'", "car 'red'", "icon 'check'"):
        assert 'aria-hidden="true"' in rendered("{% " + tag + " %}")


def test_every_symbol_that_tags_can_name_is_in_the_sprite() -> None:
    sprite = rendered("{% sprite %}")
    colours = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white", "locomotive"]
    for name in [f"{kind}-{colour}" for kind in ("card", "chip") for colour in colours]:
        assert f'id="{name}"' in sprite
    for colour in ("red", "blue", "green", "yellow", "black"):
        assert f'id="p-{colour}"' in sprite


def test_the_import_map_names_every_module_and_cannot_end_its_script() -> None:
    page = rendered("{% import_map %}")
    imports = json.loads(page[page.index(">") + 1 : page.rindex("<")])["imports"]
    assert "/static/js/waiting.js" in imports
    assert "<" not in page[page.index(">") + 1 : page.rindex("</script>")]


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (timedelta(minutes=47, seconds=30), "47 min"),
        (timedelta(hours=3, minutes=12, seconds=30), "3 h 12 min"),
        (timedelta(hours=2, seconds=30), "2 h"),
        (timedelta(days=1) - timedelta(microseconds=1), "23 h 59 min"),
        (timedelta(days=1, hours=4, minutes=59), "1 day 4 h"),
        (timedelta(days=2, seconds=30), "2 days"),
        (timedelta(minutes=-5), "0 min"),
    ],
)
def test_time_left_is_said_in_its_two_largest_units(left: timedelta, text: str) -> None:
    assert rendered("{{ left|span }}", left=left) == text


def test_a_moment_is_said_as_people_say_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 3, 24, 12, tzinfo=UTC))
    said = {
        datetime(2026, 3, 24, 18, 45, tzinfo=UTC): "today 18:45",
        datetime(2026, 3, 26, 1, 30, tzinfo=UTC): "Thu 01:30",
        datetime(2026, 4, 9, 1, 30, tzinfo=UTC): "9 April",
        datetime(2025, 12, 24, 1, 30, tzinfo=UTC): "24 December 2025",
    }
    for when, text in said.items():
        assert rendered("{{ when|moment }}", when=when) == text


def test_a_departure_never_loses_its_hour() -> None:
    said = {
        datetime(2026, 3, 24, 18, 45, tzinfo=UTC): "today 18:45",
        datetime(2026, 3, 30, 1, 30, tzinfo=UTC): "Mon 01:30",
        datetime(2026, 3, 31, 1, 30, tzinfo=UTC): "Tue 31 Mar 01:30",
        datetime(2027, 1, 2, 18, 0, tzinfo=UTC): "Sat 2 Jan 2027 18:00",
    }
    with clock.reading(lambda: datetime(2026, 3, 24, 12, tzinfo=UTC)):
        for when, text in said.items():
            assert rendered("{{ when|departure }}", when=when) == text
