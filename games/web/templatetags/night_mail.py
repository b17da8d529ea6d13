"""Template tags for what is drawn: boards, cards, cars, icons; and the map of the site's own modules.

Names for screen readers come in translated; a drawing without one is hidden from them.
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from django import template
from django.conf import settings
from django.template.context import Context
from django.templatetags.static import static
from django.utils import formats, timezone
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext, pgettext

from accounts import clock
from games.web import drawing

register = template.Library()

CARD_VIEW = "0 0 60 84"
PICTURE = (
    (24, 22, "red red locomotive"),
    (190, 22, "black black"),
    (24, 112, "blue blue blue blue"),
    (216, 112, "yellow"),
)
"""Rows of cards, for a game without a map: where each begins, and its cards."""
TICKETS_MAP = "usa"
"""On this map tickets of a game without one are drawn: it has all their cities."""


@register.simple_tag
def sprite() -> SafeString:
    """The symbols that cards, chips, cars and icons use: once in a page, before them."""
    return mark_safe(_text(_root() / "templates/_partials/sprite.svg"))  # noqa: S308  our own file


@register.simple_tag
def icon(name: str, label: str = "", css: str = "") -> SafeString:
    """A line icon in the colour of the text around it."""
    return _symbol(f"i-{name}", f"i {css}".strip(), label)


@register.simple_tag
def card(colour: str, label: str = "", css: str = "") -> SafeString:
    """A card: a route colour, `locomotive`, or a back: `back` (train cards), `tback` (tickets)."""
    return _symbol(f"card-{colour}", f"card {css}".strip(), label, view=CARD_VIEW)


@register.simple_tag
def chip(colour: str, label: str = "") -> SafeString:
    """A card in a line of text: a route colour, `grey`, or `locomotive`."""
    return _symbol(f"chip-{colour}", "chip", label)


@register.simple_tag
def car(colour: str, label: str = "", css: str = "") -> SafeString:
    """A player's train car, with the player's pattern."""
    return _symbol("car", f"car own-{colour} {css}".strip(), label)


@register.simple_tag
def board(
    name: str,
    label: str = "",
    claims: Mapping[str, str] | None = None,
    mine: Iterable[str] = (),
    stations: Mapping[str, str] | None = None,
    css: str = "",
    picture: bool = False,
) -> SafeString:
    """A board to draw on by classes, city and route names in the reader's language.

    `claims` gives the colour of each claimed route's owner, `mine` the cities at the ends of the
    reader's tickets, `stations` the colour of the owner of each city's station, `css` further classes
    of the whole. A `picture` is one image to screen readers, where a board to play on is a group of routes.
    """
    text = _localised_board(name, get_language() or settings.LANGUAGE_CODE)
    for route, colour in (claims or {}).items():
        text = text.replace(
            f'class="r" id="r-{route}"', f'class="r own own-{escape(colour)}" id="r-{route}"', 1
        )
    for city in mine:
        text = text.replace(f'class="city" id="c-{city}"', f'class="city mine" id="c-{city}"', 1)
    for city, colour in (stations or {}).items():
        text = text.replace(f'" id="c-{city}"', f' built own-{escape(colour)}" id="c-{city}"', 1)
    if css:
        text = text.replace('class="board"', f'class="board {escape(css)}"', 1)
    if picture:
        text = text.replace('role="group"', 'role="img"', 1)
    if label:
        text = re.sub(
            r'(<svg[^>]*? aria-label=")[^"]*', lambda found: found[1] + escape(label), text, count=1
        )
    return mark_safe(text)  # noqa: S308  our own drawing; what was put in is escaped


@register.simple_tag
def mini_board(name: str, claims: Mapping[str, str] | None = None, cities: Iterable[str] = ()) -> SafeString:
    """The small board of lists: free routes thin, claimed ones in their owners' colours, cities as dots.

    Of a game without a map it is a picture of its rows of cards, the same for all.
    """
    if not _has_map(name):
        return _mini_rows()
    claims = claims or {}
    paths = _mini_paths(name)
    layout = _layout(name)
    free = "".join(line for route, line in paths.items() if route not in claims)
    trains = []
    for colour in drawing.PLAYER_COLOURS:
        line = "".join(paths[route] for route, owner in claims.items() if owner == colour and route in paths)
        if line:
            trains.append((colour, line, line, line))
    return format_html(
        '<svg class="mini" viewBox="0 0 320 {height}" aria-hidden="true">{land}'
        '<path class="mini-free" d="{free}"/>{trains}{cities}</svg>',
        height=drawing.mini_height(layout),
        land=_mini_land(name),
        free=free,
        trains=format_html_join(
            "",
            '<g class="own-{}"><path class="mini-o" d="{}"/><path class="mini-i" d="{}"/>'
            '<path class="mini-p" d="{}"/></g>',
            trains,
        ),
        cities=format_html_join(
            "",
            '<circle class="mini-city" cx="{}" cy="{}" r="5"/>',
            ((round(point.x), round(point.y)) for point in (_mini_point(city, layout) for city in cities)),
        ),
    )


@register.simple_tag
def ticket_map(name: str, start: str, end: str, state: str = "open") -> SafeString:
    """The small map on a ticket: both cities and a line between them, which is its state.

    `state` is `done` (solid), `open` (dashed) or `blocked` (dashed, red).
    """
    name = name if _has_map(name) else TICKETS_MAP
    layout = _layout(name)
    one, two = _mini_point(start, layout), _mini_point(end, layout)
    width = max(abs(one.x - two.x) + 60, (abs(one.y - two.y) + 60) * 1.5, 180)
    left, top = (one.x + two.x - width) / 2, (one.y + two.y - width / 1.5) / 2
    dots = (
        (drawing.number(point.x), drawing.number(point.y), drawing.number(width * 0.04))
        for point in (one, two)
    )
    return format_html(
        '<svg class="map" viewBox="{} {} {} {}" aria-hidden="true">{}'
        '<path class="tm-line {}" d="{}"/>{}</svg>',
        *(round(value) for value in (left, top, width, width / 1.5)),
        _mini_land(name),
        state,
        drawing.path([one, two]),
        format_html_join("", '<circle class="tm-dot" cx="{}" cy="{}" r="{}"/>', dots),
    )


@register.simple_tag
def sample(name: str, edition: str = "") -> dict[str, Any]:
    """An invented position for pictures: `claims` and `cities` of an edition, empty if there is none."""
    if not _has_map(name):
        return {}
    samples = cast(dict[str, dict[str, Any]], _json(_board_folder(name) / "sample.json"))
    return samples.get(edition or name, {"claims": {}})


@register.filter(name="json")
def as_json(value: Any) -> str:
    """For a data attribute; escaped there like any text."""
    return json.dumps(value, separators=(",", ":"))


@register.filter
def minus(number: int) -> str:
    """A number with a real minus sign."""
    return f"{number}".replace("-", "−")


@register.filter
def signed(number: int) -> str:
    """A gain or a loss: +9, −12, 0."""
    return minus(number) if number <= 0 else f"+{number}"


@register.filter
def words(text: str) -> list[str]:
    """The words of a text, to loop over."""
    return text.split()


@register.filter
def span(length: timedelta) -> str:
    """How long, in the two largest units: '47 min', '3 h 12 min', '2 days 6 h'."""
    minutes = max(0, length // timedelta(minutes=1))
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        counted = ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
        return counted + (" " + gettext("%(count)s h") % {"count": hours} if hours else "")
    if hours:
        counted = gettext("%(count)s h") % {"count": hours}
        return counted + (" " + gettext("%(count)s min") % {"count": minutes} if minutes else "")
    return gettext("%(count)s min") % {"count": minutes}


@register.filter
def moment(when: datetime) -> str:
    """A time as people say it: 'today 18:45', 'Tue 21:10', '9 March'."""
    local, today = timezone.localtime(when), timezone.localdate(clock.now())
    hour = formats.time_format(local, "H:i")
    days = (local.date() - today).days
    if days == 0:
        return gettext("today %(time)s") % {"time": hour}
    if abs(days) < 7:
        return f"{formats.date_format(local, 'D')} {hour}"
    return formats.date_format(local, "j F" if local.year == today.year else "j F Y")


@register.filter
def departure(when: datetime) -> str:
    """When something is due, never without the hour: 'today 18:45', 'Tue 21:10', 'Tue 9 Mar 21:10'."""
    local, today = timezone.localtime(when), timezone.localdate(clock.now())
    if abs((local.date() - today).days) < 7:
        return moment(when)
    day = formats.date_format(local, "D j M" if local.year == today.year else "D j M Y")
    return f"{day} {formats.time_format(local, 'H:i')}"


@register.filter
def instant(when: datetime) -> str:
    """A time that means the same whenever it is read: '9 March 2027, 18:45 CET'."""
    local = timezone.localtime(when)
    return f"{formats.date_format(local, 'j F Y')}, {formats.time_format(local, 'H:i')} {local:%Z}"


@register.simple_tag(takes_context=True)
def import_map(context: Context) -> SafeString:
    """Tells the browser the full address of each of the site's own modules: before the first module script.

    Modules import one another by relative addresses, which the manifest's hashes would otherwise break.
    """
    folder = _root() / "static"
    names = sorted(path.relative_to(folder).as_posix() for path in (folder / "js").rglob("*.js"))
    imports = {f"{settings.STATIC_URL}{name}": static(name) for name in names}
    nonce = getattr(context.get("request"), "csp_nonce", "")
    text = json.dumps({"imports": imports}).replace("<", "\\u003c")
    return format_html('<script type="importmap" nonce="{}">{}</script>', nonce, mark_safe(text))  # noqa: S308


def _symbol(name: str, css: str, label: str, view: str = "") -> SafeString:
    return format_html(
        '<svg class="{}"{}{}><use href="#{}"/></svg>',
        css,
        format_html(' viewBox="{}"', view) if view else "",
        format_html(' role="img" aria-label="{}"', label) if label else mark_safe(' aria-hidden="true"'),
        name,
    )


@register.filter
def colour_name(colour: str) -> str:
    """A route or card colour in the reader's language."""
    return {
        "red": pgettext("card", "red"),
        "orange": pgettext("card", "orange"),
        "yellow": pgettext("card", "yellow"),
        "green": pgettext("card", "green"),
        "blue": pgettext("card", "blue"),
        "purple": pgettext("card", "purple"),
        "black": pgettext("card", "black"),
        "white": pgettext("card", "white"),
        "grey": pgettext("card", "grey"),
        "locomotive": pgettext("card", "locomotive"),
    }[colour]


def _mini_rows() -> SafeString:
    return format_html(
        '<svg class="mini" viewBox="0 0 320 200" aria-hidden="true">{}</svg>',
        format_html_join(
            "",
            '<use href="#card-{}" x="{}" y="{}" width="48" height="67"/>',
            (
                (card, left + 26 * place, top)
                for left, top, cards in PICTURE
                for place, card in enumerate(cards.split())
            ),
        ),
    )


def _mini_land(name: str) -> SafeString:
    height = drawing.mini_height(_layout(name))
    return format_html(
        '<use class="mini-land" href="{}#mini-{}" width="320" height="{}"/>',
        static(f"boards/{name}/mini.svg"),
        name,
        height,
    )


def _mini_point(city: str, layout: drawing.Layout) -> drawing.Point:
    scale = drawing.MINI_WIDTH / layout["width"]
    place = layout["cities"][city]
    return drawing.Point(place["x"] * scale, place["y"] * scale)


@lru_cache(maxsize=64)
def _localised_board(name: str, language: str) -> str:
    """The drawn board with land, city names and route names for one language (the active one)."""
    data = _board_data(name)
    text = _text(_board_folder(name) / "board.svg")
    for land in ("land-light.svg", "land-dark.svg"):
        text = text.replace(f'href="{land}"', f'href="{static(f"boards/{name}/{land}")}"')
    cities = {city["id"]: city["names"].get(language, city["name"]) for city in data["cities"]}
    labels = {route["id"]: _route_label(route, cities) for route in data["routes"]}
    text = re.sub(
        r'(<text data-city="([^"]+)"[^>]*>)[^<]*',
        lambda found: found[1] + escape(cities[found[2]]),
        text,
    )
    text = re.sub(
        r'(<g [^>]*data-city="([^"]+)"[^>]*? aria-label=")[^"]*',
        lambda found: found[1] + escape(cities[found[2]]),
        text,
    )
    return re.sub(
        r'(data-route="([^"]+)"[^>]*? aria-label=")[^"]*',
        lambda found: found[1] + escape(labels[found[2]]),
        text,
    )


def _route_label(route: drawing.RouteData, cities: Mapping[str, str]) -> str:
    start, end = (cities[city] for city in route["cities"])
    facts = {"start": start, "end": end, "length": route["length"], "colour": colour_name(route["colour"])}
    if route["tunnel"]:
        return gettext("%(start)s to %(end)s, %(length)s long, %(colour)s, tunnel") % facts
    if route["locomotives"]:
        return gettext("%(start)s to %(end)s, %(length)s long, ferry, at least %(count)s locomotives") % {
            **facts,
            "count": route["locomotives"],
        }
    return gettext("%(start)s to %(end)s, %(length)s long, %(colour)s") % facts


def _root() -> Path:
    return Path(settings.BASE_DIR)


def _board_folder(name: str) -> Path:
    return _root() / f"static/boards/{name}"


@lru_cache(maxsize=16)
def _has_map(name: str) -> bool:
    return (_board_folder(name) / "layout.json").is_file()


@lru_cache(maxsize=64)
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@lru_cache(maxsize=16)
def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _board_data(name: str) -> drawing.BoardData:
    return cast(drawing.BoardData, _json(_root() / f"games/engine/editions/{name}/board.json"))


def _layout(name: str) -> drawing.Layout:
    return cast(drawing.Layout, _json(_board_folder(name) / "layout.json"))


def _mini_paths(name: str) -> dict[str, str]:
    return cast(dict[str, str], _json(_board_folder(name) / "mini.json"))
