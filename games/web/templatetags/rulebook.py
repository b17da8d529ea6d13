"""Template tags of the rules: a numbered rule, a reference to one, and what is drawn beside them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from games.web import drawing, names, rulebook
from games.web.templatetags.night_mail import _layout, card, colour_name

register = template.Library()

SLOT: drawing.SlotSize = {"length": 46, "width": 15}
STEP = 54  # from slot to slot
ASIDE, ABOVE = 175, 45  # left and right of the cities of a picture there is room for their names


@register.simple_tag
def rules_url(edition: str) -> str:
    """The page of an edition's rules; empty when it has none yet."""
    return rulebook.url(edition) or ""


@register.simple_block_tag
def rule(content: str, number: str) -> SafeString:
    """A rule of a list; its number is its anchor, and a link to itself."""
    return format_html(
        '<li class="rule" id="{0}"><a class="rule-no" href="#{0}">{0}</a><div>{1}</div></li>', number, content
    )


@register.simple_tag
def ref(number: str) -> SafeString:
    """A link to another rule of the page."""
    return format_html('<a class="rule-ref" href="#{0}">{0}</a>', number)


@register.simple_tag
def cards(colours: str, css: str = "") -> SafeString:
    """Cards side by side as one picture, named for screen readers: "red red locomotive"."""
    kinds = colours.split()
    return format_html(
        '<span class="pay {}" role="img" aria-label="{}">{}</span>',
        css,
        ", ".join(card_name(kind) for kind in kinds),
        format_html_join("", "{}", ((card(kind),) for kind in kinds)),
    )


@register.simple_tag
def track(
    colour: str, length: int, owner: str = "", tunnel: bool = False, locomotives: int = 0
) -> SafeString:
    """A route, straight: its free slots, or the train of the player who owns it.

    `locomotives` above 0 makes it a ferry.
    """
    route: drawing.RouteData = {
        "id": "",
        "cities": [],
        "colour": colour,
        "length": length,
        "tunnel": tunnel,
        "locomotives": locomotives,
    }
    looks = [
        drawing.draw_car(SLOT) if owner else drawing.free_slot(kind, SLOT)
        for kind in drawing.slot_symbols(route)
    ]
    slots = format_html_join(
        "",
        '<g transform="translate({} 0)">{}</g>',
        ((STEP * place, mark_safe(look)) for place, look in enumerate(looks)),  # noqa: S308  our own drawing
    )
    return format_html(
        '<svg class="track{}" viewBox="-28 -12 {} 24" role="img" aria-label="{}">{}</svg>',
        f" own-{owner}" if owner else "",
        STEP * length + 2,
        track_name(route, owner),
        slots,
    )


@register.simple_tag
def station(owner: str) -> SafeString:
    """A player's station."""
    label = gettext("a station of the %(owner)s player") % {"owner": names.COLOURS[owner]}
    return format_html(
        '<svg class="station own-{}" viewBox="-14 -14 28 26" role="img" aria-label="{}">{}</svg>',
        owner,
        label,
        house(),
    )


def house() -> SafeString:
    return mark_safe(drawing.draw_station())  # noqa: S308  our own drawing


@register.simple_tag
def network(
    edition: str,
    routes: str,
    owner: str,
    lit: str = "",
    borrowed: str = "",
    lender: str = "",
    station: str = "",
) -> SafeString:
    """A piece of the map with the trains of one player; `lit` are the routes of a path.

    Routes are ids with blanks between them; `borrowed` is one route of another player, `lender`, and
    `station` the city whose station borrows it. What the picture shows has to be said in words beside it.
    """
    layout = _layout(names.board(edition))
    trains = [(route, owner, route in lit.split()) for route in routes.split()]
    if borrowed:
        trains.append((borrowed, lender, False))
    records = {route: names.routes(edition)[route] for route, _, _ in trains}
    cities = list(dict.fromkeys(city for record in records.values() for city in record["cities"]))
    return format_html(
        '<svg class="network" viewBox="{}" aria-hidden="true">{}{}{}{}</svg>',
        frame([layout["cities"][city] for city in cities]),
        format_html_join(
            "", "{}", ((train(records[route], layout, whose, is_lit),) for route, whose, is_lit in trains)
        ),
        format_html_join(
            "",
            '<circle class="mk" cx="{0}" cy="{1}" r="7.9"/><circle class="dot" cx="{0}" cy="{1}" r="3.1"/>',
            ((layout["cities"][city]["x"], layout["cities"][city]["y"]) for city in cities),
        ),
        house_at(layout["cities"][station], owner) if station else "",
        labels({city: layout["cities"][city]["label"] for city in cities}, names.cities(edition)),
    )


def house_at(place: drawing.Place, owner: str) -> SafeString:
    """A station where the board has it."""
    return format_html(
        '<g class="own-{}" transform="translate({} {})">{}</g>', owner, place["x"], place["y"], house()
    )


def frame(places: Sequence[drawing.Place]) -> str:
    """The viewBox around some cities and their names."""
    xs, ys = [place["x"] for place in places], [place["y"] for place in places]
    left, top, width, height = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    return f"{left - ASIDE:.0f} {top - ABOVE:.0f} {width + 2 * ASIDE:.0f} {height + 2 * ABOVE:.0f}"


def train(record: Any, layout: drawing.Layout, owner: str, lit: bool) -> SafeString:
    """A claimed route where it lies on the map, drawn as the board draws it."""
    line = drawing.path(drawing.centre_line(record, layout), 0)
    return format_html(
        '<g class="r own own-{}{}">{}{}</g>',
        owner,
        " long" if lit else "",
        format_html_join(
            "", '<path class="{}" d="{}"/>', ((layer, line) for layer in ("halo", "band", "cpo", "cpi"))
        ),
        format_html_join(
            "",
            '<g transform="translate({} {})rotate({})">{}</g>',
            (
                (slot["x"], slot["y"], slot["angle"], mark_safe(drawing.draw_car(layout["slot"])))  # noqa: S308
                for slot in layout["routes"][record["id"]]
            ),
        ),
    )


def labels(places: Mapping[str, drawing.Label], words: Mapping[str, str]) -> SafeString:
    """City names where the board has them."""
    texts = ((place["anchor"], place["x"], place["y"], words[city]) for city, place in places.items())
    return format_html(
        '<g class="b-labels">{}</g>',
        format_html_join("", '<text class="{}" x="{}" y="{}">{}</text>', texts),
    )


def track_name(route: drawing.RouteData, owner: str) -> str:
    """What a drawn track shows, for screen readers."""
    facts: dict[str, Any] = {"length": route["length"], "colour": colour_name(route["colour"])}
    if owner:
        facts["owner"] = names.COLOURS[owner]
        return gettext("a %(colour)s route, %(length)s long, with the trains of the %(owner)s player") % facts
    if route["locomotives"]:
        return ngettext(
            "a free ferry, %(length)s long, with %(count)s locomotive",
            "a free ferry, %(length)s long, with %(count)s locomotives",
            route["locomotives"],
        ) % {**facts, "count": route["locomotives"]}
    if route["tunnel"]:
        return gettext("a free %(colour)s tunnel, %(length)s long") % facts
    return gettext("a free %(colour)s route, %(length)s long") % facts


def card_name(kind: str) -> str:
    """Also of a card that lies face down."""
    return gettext("a face-down card") if kind in ("back", "tback") else colour_name(kind)
