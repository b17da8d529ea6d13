"""The palette: told apart by every eye, readable on its ground, and named in one file only."""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest
from django.conf import settings

from games.web import drawing

ROOT = Path(settings.BASE_DIR)
STYLESHEET = (ROOT / "static/css/variables.css").read_text(encoding="utf-8")
LEAST = 16  # CIEDE2000 between any two colours that mean different things

Triple = tuple[float, float, float]

# Machado, Oliveira, Fernandes (2009), severity 1, on linear RGB.
EYES: dict[str, list[Triple]] = {
    "usual": [(1, 0, 0), (0, 1, 0), (0, 0, 1)],
    "protanopia": [
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ],
    "deuteranopia": [
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ],
    "tritanopia": [
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ],
}


def linear(colour: str) -> Triple:
    """#rrggbb as linear RGB, 0 to 1."""
    channels = (int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def times(matrix: list[Triple], vector: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return one, two, three


def seen(colour: str, eyes: str) -> Triple:
    """A colour as L*a*b* (D65), as these eyes see it."""
    red, green, blue = (max(0.0, min(1.0, channel)) for channel in times(EYES[eyes], linear(colour)))
    x, y, z = times(
        [
            (0.4124564, 0.3575761, 0.1804375),
            (0.2126729, 0.7151522, 0.0721750),
            (0.0193339, 0.1191920, 0.9503041),
        ],
        (red, green, blue),
    )

    def f(t: float) -> float:
        return math.cbrt(t) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29

    fx, fy, fz = f(x / 0.95047), f(y), f(z / 1.08883)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000 (Sharma, Wu, Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    dh = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    big_dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2 if c1 * c2 == 0 else (h1 + dh / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(hm - 30))
        + 0.24 * math.cos(math.radians(2 * hm))
        + 0.32 * math.cos(math.radians(3 * hm + 6))
        - 0.20 * math.cos(math.radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rotation = -2 * math.sqrt(cm**7 / (cm**7 + 25**7))
    rotation *= math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2))))
    parts = (l2 - l1) / sl, (c2 - c1) / sc, big_dh / sh
    return math.sqrt(sum(part**2 for part in parts) + rotation * parts[1] * parts[2])


def contrast(one: str, other: str) -> float:
    """Contrast ratio of WCAG."""
    lights = sorted(
        sum(share * channel for share, channel in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))
        for colour in (one, other)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_of_colours_is_that_of_the_published_examples(
    one: Triple, other: Triple, expected: float
) -> None:
    assert difference(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(
    ("kind", "names"), [("route", drawing.ROUTE_COLOURS), ("player", drawing.PLAYER_COLOURS)]
)
def test_colours_are_told_apart(kind: str, names: tuple[str, ...], eyes: str) -> None:
    colours = drawing.palette(STYLESHEET, "light")
    for one, other in combinations(names, 2):
        apart = difference(seen(colours[f"{kind}-{one}"], eyes), seen(colours[f"{kind}-{other}"], eyes))
        assert apart >= LEAST, (one, other)


def test_routes_and_players_look_the_same_in_both_themes() -> None:
    light, dark = (drawing.palette(STYLESHEET, theme) for theme in ("light", "dark"))
    for name in light:
        if name.startswith(("route-", "player-", "glyph-")):
            assert light[name] == dark[name]


def test_a_glyph_can_be_read_on_its_colour() -> None:
    colours = drawing.palette(STYLESHEET, "light")
    for name in drawing.GLYPHS:
        if name != "grey":
            assert contrast(colours[f"route-{name}"], colours[f"glyph-{name}"]) >= 4.5, name


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        ("ink", "paper", 4.5),
        ("ink", "sheet", 4.5),
        ("ink", "lamp-soft", 4.5),
        ("ink-2", "paper", 4.5),
        ("ink-2", "sheet", 4.5),
        ("ink-3", "paper", 4.5),
        ("ink-3", "sheet", 4.5),
        ("ink-3", "lamp-soft", 4.5),
        ("link", "paper", 4.5),
        ("link", "sheet", 4.5),
        ("on-enamel", "enamel", 4.5),
        ("on-lamp", "lamp", 4.5),
        ("red", "paper", 4.5),
        ("red", "sheet", 4.5),
        ("red", "red-soft", 4.5),
        ("red", "lamp-soft", 4.5),
        ("on-red", "red", 4.5),
        ("green", "sheet", 4.5),
        ("ticket-ink", "ticket", 4.5),
        ("ticket-ink-2", "ticket", 4.5),
        ("night-ink", "night", 4.5),
        ("night-2", "night", 4.5),
        ("label", "land", 4.5),
        ("label", "sea", 4.5),
        ("rule-strong", "sheet", 3),
        ("rule-strong", "paper", 3),
        ("focus", "paper", 3),
        ("focus-on-night", "night", 3),
    ],
)
def test_words_can_be_read(theme: str, ink: str, ground: str, least: float) -> None:
    colours = drawing.palette(STYLESHEET, theme)
    assert contrast(colours[ink], colours[ground]) >= least


def test_dark_by_choice_and_dark_by_the_device_are_the_same() -> None:
    device, choice = (
        dict(re.findall(r"--([\w-]+):\s*([^;]+);", block.split("}")[0]))
        for block in re.split(r':root:not\(\[data-theme="light"\]\)|:root\[data-theme="dark"\]', STYLESHEET)[
            1:
        ]
    )
    assert device
    assert device == choice


def test_colours_are_named_in_one_file_only() -> None:
    named = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(")
    others = [
        *(path for path in (ROOT / "static/css").glob("*.css") if path.name != "variables.css"),
        *(ROOT / "static/js").rglob("*.js"),
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "templates").rglob("*.svg"),
    ]
    for path in others:
        if "emails" not in path.parts:
            text = re.sub(r"(?:href=\"|url\(\"?)#[\w-]+", "", path.read_text(encoding="utf-8"))
            assert not named.findall(text), path
