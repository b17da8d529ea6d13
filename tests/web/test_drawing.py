"""The layout of every board, measured; and what is drawn from it."""

import json
import math
import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.web import drawing
from tests.web import geometry

ROOT = Path(settings.BASE_DIR)
BOARDS = sorted(path.parent.name for path in (ROOT / "static/boards").glob("*/layout.json"))
SVG = "{http://www.w3.org/2000/svg}"
STYLESHEET = (ROOT / "static/css/variables.css").read_text(encoding="utf-8")

CLEARANCE = 3  # between different things; within one route and between the rows of a double it is 2
CLOSE = 2
MARKER = 9  # outer radius
EDGE_OF_TUNNEL = 1.5  # stands out all round
LABEL_HEIGHT = 17
BASELINE_TO_MIDDLE = 5.6
# Widths of the letters of Source Sans 3 Semibold at 1000 units to the em, and the share that is added to them
# because a system's own type may run wider.
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SMALL = (
    *(520, 565, 463, 566, 509, 318, 520, 558, 264, 266, 528, 273, 850),
    *(561, 552, 566, 566, 370, 432, 359, 557, 500, 757, 486, 499, 447),
)
LARGE = (
    *(573, 606, 583, 632, 541, 518, 636, 667, 288, 503, 609, 511, 843),
    *(658, 680, 594, 680, 603, 554, 550, 653, 544, 822, 549, 515, 555),
)
WIDTHS = {
    **dict(zip(LETTERS, SMALL, strict=True)),
    **dict(zip(LETTERS.upper(), LARGE, strict=True)),
    " ": 200,
    ".": 279,
}
WIDER = 1.04


class Laid:
    """A board's data and layout, with the shapes that are measured."""

    def __init__(self, name: str) -> None:
        self.layout: dict[str, Any] = json.loads((ROOT / f"static/boards/{name}/layout.json").read_text())
        self.board: dict[str, Any] = json.loads(
            (ROOT / f"games/engine/editions/{name}/board.json").read_text()
        )
        self.routes = {route["id"]: route for route in self.board["routes"]}
        self.cities = {city["id"]: city for city in self.board["cities"]}
        self.slots = [
            (route, self.slot(route, slot)) for route in self.routes for slot in self.layout["routes"][route]
        ]
        self.markers = {city: (place["x"], place["y"]) for city, place in self.layout["cities"].items()}
        self.labels = {city: self.label(city) for city in self.cities}

    def slot(self, route: str, slot: dict[str, float]) -> geometry.Polygon:
        size = self.layout["slot"]
        more = 2 * EDGE_OF_TUNNEL if self.routes[route]["tunnel"] else 0
        return geometry.rectangle(
            slot["x"], slot["y"], size["length"] + more, size["width"] + more, slot["angle"]
        )

    def label(self, city: str) -> geometry.Polygon:
        """The box that the name needs in whatever language it is longest."""
        label = self.layout["cities"][city]["label"]
        names = self.cities[city]["names"]
        width = max(
            sum(WIDTHS.get(letter, 560) for letter in self.cities[city]["name"]) * 17 / 1000 * WIDER + 2,
            *(16 * len(names[language]) + 1 for language in names if language.startswith("zh")),
            13 * len(names.get("ja", "")) + 1,
        )
        middle = label["x"] + {"start": 0.5, "middle": 0, "end": -0.5}[label["anchor"]] * width
        return geometry.rectangle(middle, label["y"] - BASELINE_TO_MIDDLE, width, LABEL_HEIGHT)

    def line(self, route: str) -> list[tuple[geometry.Point, geometry.Point]]:
        points = drawing.centre_line(self.routes[route], self.layout)  # type: ignore[arg-type]
        return list(pairwise((point.x, point.y) for point in points))

    def twins(self, one: str, other: str) -> bool:
        return set(self.routes[one]["cities"]) == set(self.routes[other]["cities"])

    def inside(self, polygon: geometry.Polygon, margin: float) -> bool:
        return all(
            margin <= x <= self.layout["width"] - margin and margin <= y <= self.layout["height"] - margin
            for x, y in polygon
        )


def near(one: geometry.Polygon, other: geometry.Polygon) -> bool:
    """Whether two shapes are close enough to be worth measuring."""
    return math.dist(one[0], other[0]) < 300


@pytest.fixture(scope="module", params=BOARDS)
def laid(request: pytest.FixtureRequest) -> Laid:
    return Laid(request.param)


# ---------- the layout ----------


def test_every_route_and_city_has_its_place_and_no_other(laid: Laid) -> None:
    assert set(laid.layout["routes"]) == set(laid.routes)
    assert set(laid.layout["cities"]) == set(laid.cities)


def test_a_route_has_as_many_slots_as_it_is_long(laid: Laid) -> None:
    for route in laid.routes.values():
        assert len(laid.layout["routes"][route["id"]]) == route["length"], route["id"]


def test_slots_run_in_order_from_the_first_city_to_the_second(laid: Laid) -> None:
    for route in laid.routes.values():
        start, end = (laid.markers[city] for city in route["cities"])
        stops = [start, *((slot["x"], slot["y"]) for slot in laid.layout["routes"][route["id"]]), end]
        way = sum(math.dist(a, b) for a, b in pairwise(stops))
        assert way < 1.25 * math.dist(start, end) + 10, route["id"]


def test_the_first_row_of_a_double_lies_on_the_left(laid: Laid) -> None:
    for route in laid.routes.values():
        if not route["id"].endswith("--1"):
            continue
        other = laid.routes[route["id"].removesuffix("1") + "2"]
        assert other["cities"] == route["cities"]
        (ax, ay), (bx, by) = (laid.markers[city] for city in route["cities"])
        one, two = (drawing._middle(laid.layout["routes"][row["id"]]) for row in (route, other))
        assert (bx - ax) * (two.y - one.y) - (by - ay) * (two.x - one.x) > 0, route["id"]


def test_slots_keep_clear_of_one_another(laid: Laid) -> None:
    for (one, here), (other, there) in combinations(laid.slots, 2):
        if near(here, there):
            least = CLOSE if one == other or laid.twins(one, other) else CLEARANCE
            assert geometry.distance(here, there) >= least, (one, other)


def test_slots_keep_clear_of_markers_and_of_the_frame(laid: Laid) -> None:
    for route, slot in laid.slots:
        assert laid.inside(slot, CLEARANCE), route
        for city, marker in laid.markers.items():
            if math.dist(marker, slot[0]) < 100:
                assert geometry.point_to_polygon(marker, slot) - MARKER >= CLEARANCE, (route, city)


def test_names_fit_in_every_language(laid: Laid) -> None:
    for city, label in laid.labels.items():
        assert laid.inside(label, CLEARANCE), city
        for route, slot in laid.slots:
            if near(label, slot):
                assert geometry.distance(label, slot) >= CLEARANCE, (city, route)
        for other, marker in laid.markers.items():
            assert geometry.point_to_polygon(marker, label) - MARKER >= CLEARANCE, (city, other)
    for (city, here), (other, there) in combinations(laid.labels.items(), 2):
        if near(here, there):
            assert geometry.distance(here, there) >= CLEARANCE, (city, other)


def test_no_route_crosses_another(laid: Laid) -> None:
    lines = {route: laid.line(route) for route in laid.routes}
    for one, other in combinations(laid.routes, 2):
        assert not any(geometry.cross(here, there) for here in lines[one] for there in lines[other]), (
            one,
            other,
        )


def test_the_distance_of_polygons_is_right() -> None:
    square = geometry.rectangle(0, 0, 2, 2)
    assert geometry.distance(square, geometry.rectangle(5, 0, 2, 2)) == pytest.approx(3)
    assert geometry.distance(square, geometry.rectangle(0, 4, 2, 2, 45)) == pytest.approx(3 - math.sqrt(2))
    assert geometry.distance(square, geometry.rectangle(1.5, 1.5, 2, 2)) == 0
    assert geometry.point_to_polygon((4, 5), square) == pytest.approx(5)
    assert geometry.cross(((0, 0), (2, 2)), ((0, 2), (2, 0)))
    assert not geometry.cross(((0, 0), (2, 2)), ((0, 0), (2, 0)))


# ---------- the drawing ----------


@pytest.fixture(scope="module")
def drawn(laid: Laid) -> ET.Element:
    return ET.fromstring(drawing.draw_board(laid.board, laid.layout))  # type: ignore[arg-type]  # noqa: S314


def groups(svg: ET.Element, css_class: str) -> dict[str, ET.Element]:
    found = [group for group in svg.iter(f"{SVG}g") if css_class in group.get("class", "").split()]
    return {group.get("id", "")[2:]: group for group in found}


def uses(element: ET.Element) -> list[ET.Element]:
    return [use for use in element.iter(f"{SVG}use") if use.get("class") is None]


def points(path: str) -> list[geometry.Point]:
    return [(x, y) for (x, y) in (map(float, pair.split()) for pair in path[1:].split("L"))]


def test_the_files_on_disk_are_what_would_be_drawn_now() -> None:
    for name in BOARDS:
        call_command("draw_board", name, "--check")


@pytest.mark.parametrize("board", BOARDS)
def test_a_file_that_would_change_fails_the_check(board: str, tmp_path: Path, settings: Any) -> None:
    for file in (
        f"static/boards/{board}/layout.json",
        "static/css/variables.css",
        f"games/engine/editions/{board}/board.json",
    ):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text((ROOT / file).read_text(encoding="utf-8"), encoding="utf-8")
    settings.BASE_DIR = tmp_path
    with pytest.raises(CommandError, match=r"board\.svg"):
        call_command("draw_board", board, "--check")
    assert not (tmp_path / f"static/boards/{board}/board.svg").exists()
    call_command("draw_board", board)
    call_command("draw_board", board, "--check")


def test_a_board_weighs_less_than_120_kilobytes(laid: Laid) -> None:
    folder = ROOT / "static/boards" / laid.layout["board"]
    for name in ("board.svg", "land-light.svg", "land-dark.svg"):
        assert (folder / name).stat().st_size < 120_000, name


def test_every_route_is_drawn_with_its_slots_in_order(laid: Laid, drawn: ET.Element) -> None:
    drawn_routes = groups(drawn, "r")
    assert set(drawn_routes) == set(laid.routes)
    for route, group in drawn_routes.items():
        expected = [
            f"translate({drawing.number(slot['x'])} {drawing.number(slot['y'])})"
            f"rotate({drawing.number(slot['angle'])})"
            for slot in laid.layout["routes"][route]
        ]
        assert [use.get("transform") for use in uses(group)] == expected
        assert [group.get("data-from"), group.get("data-to")] == laid.routes[route]["cities"]
        assert group.get("data-route") == route


def test_every_city_is_drawn_and_named(laid: Laid, drawn: ET.Element) -> None:
    assert set(groups(drawn, "city")) == set(laid.cities)
    labels = next(group for group in drawn if group.get("class") == "b-labels")
    assert {text.get("data-city"): text.text for text in labels} == {
        city: data["name"] for city, data in laid.cities.items()
    }


def test_ids_are_unique(drawn: ET.Element) -> None:
    ids = [element.get("id") for element in drawn.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_every_slot_has_a_glyph_but_a_grey_one(laid: Laid, drawn: ET.Element) -> None:
    for route, group in groups(drawn, "r").items():
        colour = laid.routes[route]["colour"]
        for use in uses(group):
            symbol = drawn.find(f".//*[@id='{use.get('href', '')[1:]}']")
            assert symbol is not None
            glyph = symbol.find(f".//{SVG}g[@class='g-{colour}']")
            ferry = laid.routes[route]["locomotives"] > 0
            assert (glyph is not None and len(glyph) > 0) == (colour != "grey") or ferry, route


def test_a_claimed_train_reaches_from_marker_to_marker(laid: Laid, drawn: ET.Element) -> None:
    for route, group in groups(drawn, "r").items():
        line = group.find(f"{SVG}g[@class='hit']/{SVG}path")
        assert line is not None
        couplers = [use for use in group if use.get("class") in ("cpo", "cpi")]
        assert [use.get("href") for use in couplers] == [f"#{line.get('id')}"] * 2
        way = points(line.get("d", ""))
        start, end = (laid.markers[city] for city in laid.routes[route]["cities"])
        assert math.dist(way[0], start) < 1
        assert math.dist(way[-1], end) < 1
        assert len(way) == 2 + 2 * laid.routes[route]["length"]


def test_every_kind_of_slot_can_turn_into_a_car(drawn: ET.Element) -> None:
    definitions = drawn.find(f"{SVG}defs")
    assert definitions is not None
    car = definitions[0]
    assert (car.get("id"), car.get("class")) == ("o", "taken")
    assert [part.get("class") for part in car] == ["rim", "body", None]
    for kind in definitions[1:]:
        if kind.get("id") != "h":
            assert [kind[0].get("class"), kind[1].get("href")] == ["free", "#o"]


def test_no_colour_stands_in_the_board_itself(drawn: ET.Element) -> None:
    for element in drawn.iter():
        assert element.get("fill") is None
        assert element.get("stroke") is None
        assert element.get("style") is None


def test_the_small_board_has_every_route(laid: Laid) -> None:
    paths = json.loads((ROOT / f"static/boards/{laid.layout['board']}/mini.json").read_text())
    assert set(paths) == set(laid.routes)
    for route, path in paths.items():
        assert len(points(path)) == laid.routes[route]["length"] + 2
        assert all(0 <= x <= 320 and 0 <= y <= 320 for x, y in points(path))


# ---------- ferries, tunnels and stations ----------

FERRIES = {"usa": 0, "europe": 13}  # A44
TUNNELS = {"usa": 0, "europe": 18}


def kinds(drawn: ET.Element) -> dict[str, list[str]]:
    """Route -> the drawing of each of its slots, in order."""
    return {
        route: [use.get("href", "")[1:] for use in uses(group)] for route, group in groups(drawn, "r").items()
    }


def test_every_ferry_shows_its_locomotives_and_no_other_route_does(laid: Laid, drawn: ET.Element) -> None:
    shown = {route: slots.count("f-locomotive") for route, slots in kinds(drawn).items()}
    assert shown == {route: data["locomotives"] for route, data in laid.routes.items()}
    assert sum(number > 0 for number in shown.values()) == FERRIES[laid.layout["board"]]


def test_exactly_the_tunnels_have_the_edge_of_a_tunnel(laid: Laid, drawn: ET.Element) -> None:
    edged = {
        kind.get("id")
        for kind in drawn.iter(f"{SVG}g")
        if any("tun" in part.get("class", "").split() for part in kind.iter(f"{SVG}rect"))
    }
    tunnels = {route for route, slots in kinds(drawn).items() if set(slots) <= edged}
    assert tunnels == {route for route, data in laid.routes.items() if data["tunnel"]}
    assert len(tunnels) == TUNNELS[laid.layout["board"]]


def test_a_house_waits_in_every_city_where_stations_are_built(laid: Laid, drawn: ET.Element) -> None:
    for city, group in groups(drawn, "city").items():
        houses = [use for use in group if use.get("class") == "house"]
        assert len(houses) == (1 if laid.board["stations"] else 0), city
        assert group.get("aria-label") == (laid.cities[city]["name"] if houses else None)
    assert (drawn.find(f".//{SVG}g[@id='h']") is not None) == (laid.board["stations"] > 0)


def test_a_station_hides_no_name(laid: Laid) -> None:
    corners = [tuple(map(float, pair.split())) for pair in re.findall(r"[-\d.]+ [-\d.]+", drawing.HOUSE)]
    eave, peak, other_eave, _notch, foot, other_foot, _other_notch = corners
    for city, (x, y) in laid.markers.items() if laid.board["stations"] else ():
        house = [(x + right, y + down) for right, down in (eave, peak, other_eave, foot, other_foot)]
        for label in laid.labels.values():
            assert geometry.distance(house, label) > 0, city


# ---------- ferries and tunnels, on a board made up for it ----------


def made_up(**route: Any) -> tuple[drawing.BoardData, drawing.Layout]:
    """Two cities and one route between them, straight from left to right."""
    data: drawing.RouteData = {
        "id": "a--b",
        "cities": ["a", "b"],
        "length": 4,
        "colour": "grey",
        "tunnel": False,
        "locomotives": 0,
    }
    data.update(**route)
    length = data["length"]
    board: drawing.BoardData = {
        "id": "made-up",
        "name": "Made up",
        "stations": 0,
        "cities": [
            {"id": "a", "name": "A & <B>", "names": {}},
            {"id": "b", "name": "B", "names": {}},
        ],
        "routes": [data],
    }
    label: drawing.Label = {"x": 0, "y": 0, "anchor": "start"}
    layout: drawing.Layout = {
        "board": "made-up",
        "width": 600,
        "height": 400,
        "slot": {"length": 42, "width": 14},
        "cities": {
            "a": {"x": 20, "y": 200, "label": label},
            "b": {"x": 60 + 50 * length, "y": 200, "label": label},
        },
        "routes": {"a--b": [{"x": 65 + 50 * index, "y": 200, "angle": 0} for index in range(length)]},
        "land": ["M0 0l600 0 0 400-600 0z"],
        "borders": [],
        "lakes": [],
    }
    return board, layout


@pytest.mark.parametrize(
    ("length", "locomotives", "slots"),
    [(2, 1, [0]), (2, 2, [0, 1]), (3, 1, [1]), (4, 1, [1]), (4, 2, [1, 2]), (6, 2, [2, 3]), (7, 2, [2, 3])],
)
def test_a_ferry_carries_its_locomotives_in_the_middle(
    length: int, locomotives: int, slots: list[int]
) -> None:
    board, layout = made_up(length=length, locomotives=locomotives)
    svg = ET.fromstring(drawing.draw_board(board, layout))  # noqa: S314
    drawn = kinds(svg)["a--b"]
    assert [index for index, kind in enumerate(drawn) if kind == "f-locomotive"] == slots
    assert drawn.count("f-wave") == length - locomotives
    assert "ferry, " in groups(svg, "r")["a--b"].get("aria-label", "")


def test_a_tunnel_has_a_double_edge_and_its_glyph() -> None:
    board, layout = made_up(colour="blue", tunnel=True)
    svg = ET.fromstring(drawing.draw_board(board, layout))  # noqa: S314
    tunnel = svg.find(f".//{SVG}g[@id='t-blue']/{SVG}g[@class='free']")
    assert tunnel is not None
    _bed, outer, inner, glyph = tunnel
    assert [outer.get("class"), inner.get("class")] == ["f-blue tun", "f-blue tun2"]
    assert [outer.get("width"), outer.get("height")] == ["42", "14"]
    assert [inner.get("width"), inner.get("height")] == ["40", "12"]
    assert glyph.get("class") == "g-blue"
    assert groups(svg, "r")["a--b"].get("aria-label") == "A & <B> to B, 4 long, blue, tunnel"


def test_the_hit_lines_of_a_double_move_apart_and_that_of_a_single_stays() -> None:
    board, layout = made_up(id="a--b--1")
    layout["routes"] = {"a--b--1": layout["routes"]["a--b"]}
    assert drawing.hit_shift(board["routes"][0], board, layout) == (0, 0)
    other = board["routes"][0].copy()
    other["id"] = "a--b--2"
    board["routes"].append(other)
    layout["routes"]["a--b--2"] = [{**slot, "y": slot["y"] + 18} for slot in layout["routes"]["a--b--1"]]
    assert drawing.hit_shift(board["routes"][0], board, layout) == (0, -drawing.ROW_SHIFT)
    assert drawing.hit_shift(board["routes"][1], board, layout) == (0, drawing.ROW_SHIFT)


def test_a_line_follows_slots_that_point_backwards() -> None:
    board, layout = made_up(length=1)
    layout["cities"]["a"]["x"], layout["cities"]["b"]["x"] = 110, 20
    assert [round(point.x) for point in drawing.centre_line(board["routes"][0], layout)] == [110, 86, 44, 20]


# ---------- small parts ----------


@pytest.mark.parametrize(
    ("value", "text"), [(12, "12"), (12.04, "12"), (0.5, ".5"), (-0.5, "-.5"), (-0.04, "0"), (0, "0")]
)
def test_a_number_is_written_short(value: float, text: str) -> None:
    assert drawing.number(value) == text


def test_a_relative_path_is_read() -> None:
    assert drawing.parse_path("M1 2l3-4 0.5 0.5zM0 0l1 1") == [
        [(1, 2), (4, -2), (4.5, -1.5)],
        [(0, 0), (1, 1)],
    ]


def test_simplifying_keeps_what_stands_out() -> None:
    line = [drawing.Point(*point) for point in [(0, 0), (1, 0.1), (2, 0), (3, 5), (4, 0)]]
    assert drawing.simplify(line, 0.5) == [(0, 0), (2, 0), (3, 5), (4, 0)]


def test_the_land_is_drawn_in_the_colours_of_its_theme(laid: Laid) -> None:
    for theme in ("light", "dark"):
        colours = drawing.palette(STYLESHEET, theme)
        land = drawing.draw_land(laid.layout, colours)  # type: ignore[arg-type]
        for role in ("sea", "shore", "land", "coast", "border"):
            assert f'"{colours[role]}"' in land, (theme, role)


def test_a_lamp_stands_on_its_route_and_covers_no_symbol(laid: Laid) -> None:
    """At the end of a slot or in the middle of the gap after it."""
    length = laid.layout["slot"]["length"]
    for identity, route in laid.routes.items():
        lamp = drawing.lamp_place(drawing.centre_line(route, laid.layout))
        slots = [(slot["x"], slot["y"]) for slot in laid.layout["routes"][identity]]
        steps = [math.dist(here, there) for here, there in pairwise(slots)]
        away = min(math.dist(lamp, slot) for slot in slots)
        assert length * 0.45 < away <= max(steps, default=length) / 2 + 1, identity
