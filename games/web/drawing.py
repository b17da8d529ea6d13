"""Drawings of a board, as SVG texts: pure functions of the board's data and its layout.

A board is drawn once. Each route's group holds both of its looks, free and claimed, and the page
chooses between them by classes alone (`static/css/board.css`). The measures stand in
`docs/board-layout.md`; colours come from `static/css/variables.css`.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple, TypedDict

ROUTE_COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white", "grey")
PLAYER_COLOURS = ("red", "blue", "green", "yellow", "black")
MINI_WIDTH = 320
# The rows of a double lie 18 apart, the invisible lines that can be clicked are 26 wide (board.css):
# moved apart by this, the two lines meet halfway between the rows.
ROW_SHIFT = 4

LOCOMOTIVE = (
    '<path fill-rule="evenodd" d="M-8.2 2.9V-4.2H-2.6V-1.6H2.4V-4.4H5V-1.6H6.2Q8-1.6 8 .4V2.9Z'
    'M-6.6-2.8V-.9H-4.2V-2.8Z"/><circle cx="-5.2" cy="3.4" r="1.9"/><circle cx="-.2" cy="3.4" r="1.9"/>'
    '<circle cx="4.9" cy="3.4" r="1.9"/>'
)
WAVE = '<path class="wave" d="M-10 0q2.5-3 5 0t5 0 5 0 5 0"/>'
# A station: eaves, roof, walls. It keeps clear of every name (names begin 13.5 from their city's centre).
HOUSE = "M-12.6 -.4L0 -12.4L12.6 -.4L10 1.4L10 10.6L-10 10.6L-10 1.4Z"
GLYPHS = {
    "red": '<path d="M0-4.2L4.2 3.4H-4.2Z"/>',
    "orange": '<circle r="3.7"/>',
    "yellow": '<path d="M0-4.8L1.25-1.6 4.6-1.5 1.95.6 2.85 3.9 0 2 -2.85 3.9 -1.95.6 -4.6-1.5 -1.25-1.6Z"/>',
    "green": '<rect x="-3.4" y="-3.4" width="6.8" height="6.8"/>',
    "blue": '<circle cx="-4.3" r="2.4"/><circle cx="4.3" r="2.4"/>',
    "purple": '<path fill-rule="evenodd" d="M0-4.3a4.3 4.3 0 1 0 .01 0ZM0-2.1a2.1 2.1 0 1 1-.01 0Z"/>',
    "black": '<path d="M-1.3-4.2H1.3V-1.3H4.2V1.3H1.3V4.2H-1.3V1.3H-4.2V-1.3H-1.3Z"/>',
    "white": '<path d="M-6.2-3.6h2.2v7.2h-2.2zM-1.1-3.6h2.2v7.2h-2.2zM4-3.6h2.2v7.2h-2.2z"/>',
    "grey": "",
}


class CityData(TypedDict):
    """A city of the board data; `names` holds it in other languages."""

    id: str
    name: str
    names: dict[str, str]


class RouteData(TypedDict):
    """A route of the board data. `locomotives` above 0 makes it a ferry."""

    id: str
    cities: list[str]
    length: int
    colour: str
    tunnel: bool
    locomotives: int


class BoardData(TypedDict):
    """What a drawing needs of `games/engine/editions/<edition>/board.json`."""

    id: str
    name: str
    stations: int
    cities: list[CityData]
    routes: list[RouteData]


class Slot(TypedDict):
    """Centre of one slot, and how it is turned, in degrees clockwise."""

    x: float
    y: float
    angle: float


class Label(TypedDict):
    """Where a city's name stands: anchor point on the baseline and SVG `text-anchor`."""

    x: float
    y: float
    anchor: str


class Place(TypedDict):
    """Centre of a city's marker, and its label."""

    x: float
    y: float
    label: Label


class SlotSize(TypedDict):
    """One size for all slots of a board."""

    length: float
    width: float


class Layout(TypedDict):
    """`static/boards/<board>/layout.json`, in units of the drawing."""

    board: str
    width: int
    height: int
    slot: SlotSize
    cities: dict[str, Place]
    routes: dict[str, list[Slot]]
    land: list[str]
    borders: list[str]
    lakes: list[str]


class Point(NamedTuple):
    """A point of the drawing, y downwards."""

    x: float
    y: float


def draw_files(board: BoardData, layout: Layout, stylesheet: str) -> dict[str, str]:
    """Everything that lies in `static/boards/<board>/` but the layout: file name -> text.

    `stylesheet` is the text of variables.css, for the two lands that are pictures of their own.
    """
    return {
        "board.svg": draw_board(board, layout),
        "land-light.svg": draw_land(layout, palette(stylesheet, "light")),
        "land-dark.svg": draw_land(layout, palette(stylesheet, "dark")),
        "mini.svg": draw_mini(layout),
        "mini.json": json.dumps(mini_paths(board, layout), indent=0, separators=(",", ":")) + "\n",
    }


def palette(stylesheet: str, theme: str) -> dict[str, str]:
    """The custom properties of variables.css in one theme, without their dashes."""
    light = stylesheet[: stylesheet.index("@media")]
    found = dict(re.findall(r"--([\w-]+):\s*([^;]+);", light))
    if theme == "dark":
        dark = stylesheet.index(':root[data-theme="dark"]')
        found |= re.findall(r"--([\w-]+):\s*([^;]+);", stylesheet[dark : stylesheet.index("}", dark)])
    return found


# ---------- the board ----------


def draw_board(board: BoardData, layout: Layout) -> str:
    """The board to put into a page: slots, trains, markers and labels over two pictures of the land."""
    width, height = layout["width"], layout["height"]
    names = {city["id"]: city["name"] for city in board["cities"]}
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {width} {height}" role="group"'
        f' aria-label="{escape(board["name"])}">'
    )
    parts = [
        opening,
        f"<defs>{draw_slots(board, layout)}</defs>",
        f'<image class="land-light" href="land-light.svg" width="{width}" height="{height}"/>',
        f'<image class="land-dark" href="land-dark.svg" width="{width}" height="{height}"/>',
        '<g class="b-routes">',
        *(draw_route(index, route, board, layout, names) for index, route in enumerate(board["routes"])),
        '</g><g class="b-lines"></g><g class="b-labels">',
        *(draw_label(city, layout["cities"][city["id"]]) for city in board["cities"]),
        '</g><g class="b-cities">',
        *(draw_city(city, board, layout) for city in board["cities"]),
        '</g><g class="b-marks"></g>',
        f'<rect class="sheet-edge" x=".75" y=".75" width="{width - 1.5}" height="{height - 1.5}"/></svg>',
    ]
    return "\n".join(parts) + "\n"


def draw_route(
    index: int, route: RouteData, board: BoardData, layout: Layout, names: Mapping[str, str]
) -> str:
    """One route with all its layers, bottom to top: hit line, band, couplers, slots that turn into cars."""
    start, end = route["cities"]
    slots = layout["routes"][route["id"]]
    line = centre_line(route, layout)
    shift = hit_shift(route, board, layout)
    moved = f' transform="translate({number(shift.x)} {number(shift.y)})"' if shift != Point(0, 0) else ""
    attributes = (
        f'class="r" id="r-{route["id"]}" data-route="{route["id"]}" data-from="{start}" data-to="{end}"'
        f' data-length="{route["length"]}" data-colour="{route["colour"]}" role="img"'
        f' aria-label="{escape(route_name(route, names))}"'
    )
    layers = "".join(f'<use class="{layer}" href="#l{index}"/>' for layer in ("halo", "band", "cpo", "cpi"))
    cars = "".join(
        f'<use href="#{symbol}" transform="translate({number(slot["x"])} {number(slot["y"])})'
        f'rotate({number(slot["angle"])})"/>'
        for symbol, slot in zip(slot_symbols(route), slots, strict=True)
    )
    hit = f'<g class="hit"{moved}><path id="l{index}" d="{path(line, 0)}"/></g>'
    lamp = lamp_place(line)
    signal = f'<circle class="pip" cx="{number(lamp.x)}" cy="{number(lamp.y)}" r="6"/>'
    return f"<g {attributes}>{hit}{layers}{cars}{signal}</g>"


def route_name(route: RouteData, names: Mapping[str, str]) -> str:
    """A route in words, in English: 'Atlanta to Miami, 5 long, blue'."""
    start, end = (names[city] for city in route["cities"])
    words = [f"{start} to {end}", f"{route['length']} long", route["colour"]]
    if route["tunnel"]:
        words.append("tunnel")
    if route["locomotives"]:
        words.append(f"ferry, {route['locomotives']} locomotive{'s' if route['locomotives'] > 1 else ''}")
    return ", ".join(words)


def slot_symbols(route: RouteData) -> list[str]:
    """Which drawing each slot of a route uses, in order."""
    if route["locomotives"]:
        engines = ferry_locomotives(route["length"], route["locomotives"])
        return ["f-locomotive" if index in engines else "f-wave" for index in range(route["length"])]
    return [f"{'t' if route['tunnel'] else 's'}-{route['colour']}"] * route["length"]


def ferry_locomotives(length: int, locomotives: int) -> range:
    """The slots of a ferry that carry a locomotive: those in the middle, the earlier ones first."""
    first = (length - locomotives) // 2
    return range(first, first + locomotives)


def centre_line(route: RouteData, layout: Layout) -> list[Point]:
    """From marker to marker: the first city, both ends of every slot, the last city."""
    start, end = (layout["cities"][city] for city in route["cities"])
    line = [Point(start["x"], start["y"])]
    for slot in layout["routes"][route["id"]]:
        line += _slot_ends(slot, layout["slot"]["length"], nearest_to=line[-1])
    return [*line, Point(end["x"], end["y"])]


def lamp_place(line: Sequence[Point]) -> Point:
    """Where the lamp of a route that can be paid stands: in the gap between two slots nearest to the middle.

    `line` as centre_line gives it. The one slot of a short route has its lamp at its first end, so that the
    symbol of its colour stays in sight.
    """
    slots = (len(line) - 2) // 2
    gap = 2 * (slots // 2)  # index of the slot end before the gap; the first city for a single slot
    before, after = (line[1], line[1]) if slots == 1 else (line[gap], line[gap + 1])
    return Point((before.x + after.x) / 2, (before.y + after.y) / 2)


def _slot_ends(slot: Slot, length: float, nearest_to: Point) -> list[Point]:
    """Both ends of a slot, the one to be reached first in front: angles do not tell the direction."""
    turn = math.radians(slot["angle"])
    dx, dy = math.cos(turn) * length / 2, math.sin(turn) * length / 2
    ends = [Point(slot["x"] - dx, slot["y"] - dy), Point(slot["x"] + dx, slot["y"] + dy)]
    return sorted(ends, key=lambda end: math.dist(end, nearest_to))


def hit_shift(route: RouteData, board: BoardData, layout: Layout) -> Point:
    """How far a route's hit line lies beside its slots: away from the other row of a double."""
    twins = [other for other in board["routes"] if set(other["cities"]) == set(route["cities"])]
    others = [other for other in twins if other["id"] != route["id"]]
    if not others:
        return Point(0, 0)
    here, there = (_middle(layout["routes"][row["id"]]) for row in (route, others[0]))
    apart = math.dist(here, there)
    return Point((here.x - there.x) / apart * ROW_SHIFT, (here.y - there.y) / apart * ROW_SHIFT)


def _middle(slots: Sequence[Slot]) -> Point:
    return Point(sum(slot["x"] for slot in slots) / len(slots), sum(slot["y"] for slot in slots) / len(slots))


def draw_slots(board: BoardData, layout: Layout) -> str:
    """The drawings that are used again and again.

    Every kind of slot the board needs, the car that covers each when claimed, the house of a station.
    """
    size = layout["slot"]
    kinds = dict.fromkeys(symbol for route in board["routes"] for symbol in slot_symbols(route))
    slots = (
        f'<g id="{kind}"><g class="free">{free_slot(kind, size)}</g><use href="#o"/></g>' for kind in kinds
    )
    house = f'<g id="h">{draw_station()}</g>' if board["stations"] else ""
    return f'<g id="o" class="taken">{draw_car(size)}</g>' + "".join(slots) + house


def draw_car(size: SlotSize) -> str:
    """A train car: rim, body in the player's colour, pattern. The pattern's fill is inherited."""
    length, width = size["length"], size["width"]
    return (
        rectangle("rim", length + 3.2, width + 3.2, 4.2)
        + rectangle("body", length + 0.8, width + 0.8, 3.4)
        + rectangle("", length - 6, width - 4, 1.5)
    )


def draw_station() -> str:
    """A station's house about its city's centre: rim, body in the player's colour, pattern as on a car."""
    return (
        f'<path class="house-rim" d="{HOUSE}"/><path class="body" d="{HOUSE}"/>'
        '<path d="M-8.4.4L0-7.6 8.4.4V9H-8.4Z"/>'
    )


def free_slot(kind: str, size: SlotSize) -> str:
    """A slot that nobody has claimed; its kind as slot_symbols names it."""
    length, width = size["length"], size["width"]
    style, _, colour = kind.partition("-")
    bed = rectangle("bed", length + 5, width + 5, 6)
    scale = number(width / 14, 2)
    if style == "f":
        face = rectangle("f-grey fer", length - 1.2, width - 1.2, 6)
        engine = f'<g class="ferink" transform="translate(0 -.3)scale({scale})">{LOCOMOTIVE}</g>'
        return bed + face + (engine if colour == "locomotive" else WAVE)
    glyph = f'<g class="g-{colour}" transform="scale({scale})">{GLYPHS[colour]}</g>' if GLYPHS[colour] else ""
    if style == "t":
        outer = rectangle(f"f-{colour} tun", length, width, 2.5)
        return bed + outer + rectangle(f"f-{colour} tun2", length - 2, width - 2, 2) + glyph
    return bed + rectangle(f"f-{colour} edge", length - 1, width - 1, 3) + glyph


def draw_label(city: CityData, place: Place) -> str:
    """A city's name beside its marker."""
    label = place["label"]
    anchor = f' class="{label["anchor"]}"' if label["anchor"] != "start" else ""
    where = f'x="{number(label["x"])}" y="{number(label["y"])}"'
    return f'<text data-city="{city["id"]}" {where}{anchor}>{escape(city["name"])}</text>'


def draw_city(city: CityData, board: BoardData, layout: Layout) -> str:
    """A city's marker, with the ring and the large name that only a city of the viewer's tickets shows.

    Where there are stations a city can be asked about, and holds the house that may come to stand in it.
    """
    place = layout["cities"][city["id"]]
    where = f'transform="translate({number(place["x"])} {number(place["y"])})"'
    asked, spot, house = "", "", ""
    if board["stations"]:
        asked = f' data-city="{city["id"]}" role="img" aria-label="{escape(city["name"])}"'
        spot, house = '<circle class="spot" r="13"/>', '<use class="house" href="#h"/>'
    return (
        f'<g class="city" id="c-{city["id"]}" {where}{asked}>{spot}'
        f'<circle class="ring" r="15"/><circle class="mk" r="7.9"/><circle class="dot" r="3.1"/>{house}'
        f"{_large_label(city, place, layout)}</g>"
    )


def _large_label(city: CityData, place: Place, layout: Layout) -> str:
    """The name for small screens, 46 units high: above the marker, or below it at the upper edge."""
    half = 13 * len(city["name"]) + 12
    y = -26 if place["y"] > 80 else 62
    where, anchor = "", "middle"
    if place["x"] < half:
        where, anchor = 'x="-14" ', "start"
    elif place["x"] > layout["width"] - half:
        where, anchor = 'x="14" ', "end"
    return f'<text data-city="{city["id"]}" {where}y="{y}" class="big {anchor}">{escape(city["name"])}</text>'


# ---------- the ground and the small board ----------


def draw_land(layout: Layout, colours: Mapping[str, str]) -> str:
    """The ground of a board as a picture of its own, so that browsers keep it between pages."""
    width, height = layout["width"], layout["height"]
    land = f'd="{"".join(layout["land"])}"'
    glow = f'fill="none" stroke="{colours["shore"]}" stroke-width="16" stroke-linejoin="round"'
    coast = f'stroke="{colours["coast"]}" stroke-width="1.1" stroke-linejoin="round" fill-rule="evenodd"'
    borders = f'fill="none" stroke="{colours["border"]}" opacity=".8" d="{"".join(layout["borders"])}"'
    lakes = f'fill="{colours["sea"]}" fill-rule="evenodd" stroke="{colours["coast"]}" stroke-width=".9"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="{colours["sea"]}"/>'
        f'<path {glow} {land}/><path fill="{colours["land"]}" {coast} {land}/>'
        f'<path {borders}/><path {lakes} d="{"".join(layout["lakes"])}"/></svg>\n'
    )


def draw_mini(layout: Layout) -> str:
    """The land in 320 units, for lists and tickets: `mini.svg#mini-<board>`.

    It is used from other documents, so its colours are inherited: `fill` is the land, `color` the water.
    """
    height = mini_height(layout)
    land = "".join(path(ring, 0) + "Z" for ring in _mini_rings(layout["land"], layout))
    lakes = "".join(path(ring, 0) + "Z" for ring in _mini_rings(layout["lakes"], layout))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg">'
        f'<symbol id="mini-{layout["board"]}" viewBox="0 0 {MINI_WIDTH} {height}">'
        f'<path fill-rule="evenodd" d="{land}"/><path fill="currentColor" fill-rule="evenodd" d="{lakes}"/>'
        f"</symbol></svg>\n"
    )


def mini_height(layout: Layout) -> int:
    """Height of the small board when it is 320 wide."""
    return round(layout["height"] * MINI_WIDTH / layout["width"])


def mini_paths(board: BoardData, layout: Layout) -> dict[str, str]:
    """Each route as a path of the small board: city, slot centres, city."""
    scale = MINI_WIDTH / layout["width"]
    paths = {}
    for route in board["routes"]:
        start, end = (layout["cities"][city] for city in route["cities"])
        places: list[Place | Slot] = [start, *layout["routes"][route["id"]], end]
        paths[route["id"]] = path([Point(place["x"] * scale, place["y"] * scale) for place in places], 0)
    return paths


def _mini_rings(outlines: Iterable[str], layout: Layout) -> list[list[Point]]:
    scale = MINI_WIDTH / layout["width"]
    rings = []
    for outline in outlines:
        for ring in parse_path(outline):
            small = simplify([Point(point.x * scale, point.y * scale) for point in ring], 0.7)
            if len(small) > 3:
                rings.append(small)
    return rings


def parse_path(text: str) -> list[list[Point]]:
    """The sub-paths of a path made of `M` and relative `l` segments, as absolute points."""
    rings = []
    for part in text.split("M")[1:]:
        values = [float(value) for value in re.findall(r"-?\d*\.?\d+", part)]
        x, y = 0.0, 0.0
        ring = []
        for dx, dy in zip(values[::2], values[1::2], strict=True):
            x, y = x + dx, y + dy
            ring.append(Point(x, y))
        rings.append(ring)
    return rings


def simplify(points: Sequence[Point], tolerance: float) -> list[Point]:
    """Fewer points, none of those left out further than `tolerance` from the line (Douglas, Peucker)."""
    if len(points) < 3:
        return list(points)
    first, last = points[0], points[-1]
    distances = [_distance_to_line(point, first, last) for point in points[1:-1]]
    far = max(range(len(distances)), key=distances.__getitem__)
    if distances[far] <= tolerance:
        return [first, last]
    return simplify(points[: far + 2], tolerance)[:-1] + simplify(points[far + 1 :], tolerance)


def _distance_to_line(point: Point, first: Point, last: Point) -> float:
    length = math.dist(first, last)
    if length == 0:
        return math.dist(point, first)
    return abs((last.x - first.x) * (first.y - point.y) - (first.x - point.x) * (last.y - first.y)) / length


# ---------- writing SVG ----------


def number(value: float, digits: int = 1) -> str:
    """A coordinate as short as it can be: 12, -.5, 7.3."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    text = re.sub(r"^(-?)0\.", r"\1.", text)
    return "0" if text in ("-0", "") else text


def path(points: Iterable[Point], digits: int = 1) -> str:
    """An open path through the points."""
    return "M" + "L".join(f"{number(point.x, digits)} {number(point.y, digits)}" for point in points)


def rectangle(css_class: str, length: float, width: float, radius: float) -> str:
    """A rounded rectangle about the origin."""
    styled = f'class="{css_class}" ' if css_class else ""
    return (
        f'<rect {styled}x="{number(-length / 2)}" y="{number(-width / 2)}"'
        f' width="{number(length)}" height="{number(width)}" rx="{number(radius)}"/>'
    )
