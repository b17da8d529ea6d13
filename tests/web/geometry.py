"""Exact distances between convex polygons, small enough to be believed."""

import math
from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]
Polygon = Sequence[Point]


def rectangle(x: float, y: float, length: float, width: float, degrees: float = 0) -> Polygon:
    """The corners of a rectangle about its centre, in order."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners = [(-length, -width), (length, -width), (length, width), (-length, width)]
    return [(x + (cos * a - sin * b) / 2, y + (sin * a + cos * b) / 2) for a, b in corners]


def distance(one: Polygon, other: Polygon) -> float:
    """How far apart two convex polygons are; 0 if they touch or overlap."""
    if overlap(one, other):
        return 0
    corners = [(point, edge) for point in one for edge in edges(other)]
    corners += [(point, edge) for point in other for edge in edges(one)]
    return min(point_to_segment(point, *edge) for point, edge in corners)


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether no straight line parts them: it would have to run along one of their edges."""
    for (ax, ay), (bx, by) in [*edges(one), *edges(other)]:
        across = (by - ay, ax - bx)
        first = [x * across[0] + y * across[1] for x, y in one]
        second = [x * across[0] + y * across[1] for x, y in other]
        if max(first) < min(second) or max(second) < min(first):
            return False
    return True


def edges(polygon: Polygon) -> list[tuple[Point, Point]]:
    return list(pairwise([*polygon, polygon[0]]))


def point_to_segment(point: Point, start: Point, end: Point) -> float:
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    if length == 0:
        return math.dist(point, start)
    share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / length
    share = max(0, min(1, share))
    return math.dist(point, (start[0] + share * along[0], start[1] + share * along[1]))


def point_to_polygon(point: Point, polygon: Polygon) -> float:
    """How far a point lies outside a convex polygon; 0 inside."""
    if overlap([point], polygon):
        return 0
    return min(point_to_segment(point, *edge) for edge in edges(polygon))


def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two segments cross within both of them; a common end does not count."""

    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    if {a, b} & {c, d}:
        return False
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
