"""The rules once more, written from the rules page as plainly as can be and slow.

All of it works on the JSON of a state and of its edition: no table of the engine is asked.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from games import engine
from tests.engine.table import COLOURS, NUMBERS, POINTS

Json = dict[str, Any]
Edge = tuple[str, str, int]


@cache
def board(edition: str) -> Json:
    """The edition as programs get it: routes, tickets, and other tracks between the same cities, by id."""
    described = engine.EDITIONS[edition].describe()
    between: dict[tuple[str, ...], list[str]] = {}
    for route in described["routes"]:
        between.setdefault(tuple(sorted(route["cities"])), []).append(route["id"])
    return {
        "routes": {route["id"]: route for route in described["routes"]},
        "twins": {name: {*names} - {name} for names in between.values() for name in names},
        "tickets": {ticket["id"]: ticket for ticket in described["tickets"]},
    }


def text(action: Json) -> str:
    """An action as a text that is the same for the same action."""
    if "tickets" in action:
        action = {**action, "tickets": sorted(action["tickets"])}
    return json.dumps(action, sort_keys=True)


# What is legal


def legal(edition: str, state: Json, seat: int) -> set[str]:
    """Every legal action of a seat (R-TURN, R-DRAW, R-CLAIM, R-TICKET, R-SETUP-4)."""
    numbers = NUMBERS[edition]
    if state["phase"] == "first_tickets":
        waiting = not state["tickets"][seat]
        return set(keeps(state["offered"][seat], numbers.keep_first)) if waiting else set()
    if state["phase"] == "over" or state["seat"] != seat:
        return set()
    if state["phase"] == "keep_tickets":
        return set(keeps(state["offered"][seat], numbers.keep_later))
    second = state["phase"] == "second_card"
    found = set(draws(state, second=second))
    if not second:
        found |= {text(claim) for claim in claims(edition, state, seat)}
        if state["ticket_deck"]:
            found.add(text({"type": "draw_tickets"}))
    return found


def keeps(offered: Sequence[str], least: int) -> Iterator[str]:
    """At least so many of those offered, or all if there are fewer."""
    for size in range(min(least, len(offered)), len(offered) + 1):
        for kept in combinations(offered, size):
            yield text({"type": "keep_tickets", "tickets": list(kept)})


def draws(state: Json, *, second: bool) -> Iterator[str]:
    """R-DRAW-1, R-DRAW-2, R-DRAW-5."""
    for place, card in enumerate(state["row"]):
        if card is not None and not (second and card == "locomotive"):
            yield text({"type": "draw_card", "from": place})
    if state["deck"] or state["discards"]:
        yield text({"type": "draw_card", "from": "deck"})


def claims(edition: str, state: Json, seat: int) -> Iterator[Json]:
    """R-CLAIM-1, R-CLAIM-2, R-DOUBLE."""
    hand = state["hands"][seat]
    for name, route in board(edition)["routes"].items():
        length = route["length"]
        if not open_to(edition, state, seat, name) or length > state["trains"][seat]:
            continue
        if hand.get("locomotive", 0) >= length:
            yield {"type": "claim_route", "route": name, "cards": {"locomotive": length}}
        for colour in COLOURS if route["colour"] == "grey" else (route["colour"],):
            for coloured in range(1, length + 1):
                locomotives = length - coloured
                enough = hand.get(colour, 0) >= coloured and hand.get("locomotive", 0) >= locomotives
                if enough and locomotives >= route["locomotives"]:
                    cards = {colour: coloured, "locomotive": locomotives}
                    cards = {kind: number for kind, number in cards.items() if number}
                    yield {"type": "claim_route", "route": name, "cards": cards}


def open_to(edition: str, state: Json, seat: int, name: str) -> bool:
    """May the seat claim this route, if it can pay (R-DOUBLE-1, R-DOUBLE-2)?"""
    owner = state["owner"]
    if name in owner:
        return False
    twins = [owner[other] for other in board(edition)["twins"][name] if other in owner]
    return not twins or (state["seats"] >= 4 and seat not in twins)


def canonical(actions: Iterable[str]) -> set[str]:
    """Of all ways to pay for a route with one colour only that with fewest locomotives."""
    fewest: dict[Any, tuple[int, str]] = {}
    for action in actions:
        read = json.loads(action)
        key: Any = action
        locomotives = 0
        if read["type"] == "claim_route":
            colours = set(read["cards"]) - {"locomotive"}
            key = (read["route"], *colours)
            locomotives = read["cards"].get("locomotive", 0)
        fewest[key] = min(fewest.get(key, (locomotives, action)), (locomotives, action))
    return {action for _, action in fewest.values()}


# What is conserved


def cards_everywhere(state: Json) -> Counter[str]:
    """All cards: hands, row, deck, discards (A10)."""
    there = Counter(state["deck"]) + Counter(state["discards"])
    there += Counter(card for card in state["row"] if card is not None)
    for hand in state["hands"]:
        there += Counter(hand)
    return there


def tickets_everywhere(state: Json) -> list[str]:
    """All tickets: in the deck, kept, offered. While choosing, kept first tickets are still offered."""
    held: set[str] = set()
    number = 0
    for kept, offered in zip(state["tickets"], state["offered"], strict=True):
        mine = {*kept, *offered}
        number += len(mine)
        held |= mine
    assert len(held) == number, "one ticket on two seats"
    return sorted([*held, *state["ticket_deck"]])


def spaces(edition: str, state: Json, seat: int) -> list[int]:
    """Lengths of the routes a seat owns."""
    routes = board(edition)["routes"]
    return [routes[name]["length"] for name, owner in state["owner"].items() if owner == seat]


def conserved(edition: str, state: Json) -> None:
    """Cards, tickets, trains and points are what they have to be."""
    assert cards_everywhere(state) == Counter({**dict.fromkeys(COLOURS, 12), "locomotive": 14})
    assert tickets_everywhere(state) == sorted(board(edition)["tickets"])
    for hand in state["hands"]:
        assert min(hand.values(), default=1) > 0
    for seat in range(state["seats"]):
        mine = spaces(edition, state, seat)
        assert state["trains"][seat] == 45 - sum(mine) >= 0
        assert state["points"][seat] == sum(POINTS[length] for length in mine)
        known = state["known"][seat]
        assert all(number <= state["hands"][seat].get(kind, 0) for kind, number in known.items())


# What it is worth in the end


def score(edition: str, state: Json) -> list[Json]:
    """Score sheets in final order (R-END-2 to R-END-6), by brute force."""
    numbers = NUMBERS[edition]
    sheets = [sheet_of(edition, state, seat) for seat in range(state["seats"])]
    longest = max(sheet["trail"] for sheet in sheets)
    most = max(sheet["completed"] for sheet in sheets)
    for sheet in sheets:
        has_longest = longest > 0 and sheet["trail"] == longest
        has_most = most > 0 and sheet["completed"] == most
        sheet["path_bonus"] = None if numbers.longest_path is None else numbers.longest_path * has_longest
        sheet["trotter_bonus"] = None if numbers.globetrotter is None else numbers.globetrotter * has_most
        sheet["total"] = (
            sheet["routes"]
            + sum(points if done else -points for points, done in sheet["tickets"].values())
            + (sheet["path_bonus"] or 0)
            + (sheet["trotter_bonus"] or 0)
        )
    for sheet in sheets:
        better = [other for other in sheets if rank(other) > rank(sheet)]
        sheet["place"] = 1 + len(better)
        sheet["tie_break"] = tie_break(sheet, sheets)
    return sorted(sheets, key=lambda sheet: (sheet["place"], sheet["seat"]))


def rank(sheet: Json) -> tuple[int, int, int]:
    """R-END-5 for the USA editions."""
    return sheet["total"], sheet["completed"], sheet["trail"]


def tie_break(sheet: Json, sheets: Sequence[Json]) -> str | None:
    """The last thing that had to be looked at to tell it from others of the same total."""
    others = [
        other for other in sheets if other["seat"] != sheet["seat"] and other["total"] == sheet["total"]
    ]
    if not others:
        return None
    if any(rank(other) == rank(sheet) for other in others):
        return "shared"
    same_tickets = [other for other in others if other["completed"] == sheet["completed"]]
    return "longest_path" if same_tickets else "tickets"


def sheet_of(edition: str, state: Json, seat: int) -> Json:
    """One seat's own part."""
    its = board(edition)
    edges: list[Edge] = [
        (*its["routes"][name]["cities"], its["routes"][name]["length"])
        for name, owner in state["owner"].items()
        if owner == seat
    ]
    tickets = {}
    for name in state["tickets"][seat]:
        a, b = its["tickets"][name]["cities"]
        tickets[name] = (its["tickets"][name]["points"], b in reached(a, edges))
    return {
        "seat": seat,
        "routes": sum(POINTS[length] for _, _, length in edges),
        "tickets": tickets,
        "completed": sum(done for _, done in tickets.values()),
        "trail": longest_trail(edges),
    }


def reached(start: str, edges: Sequence[Edge]) -> set[str]:
    """Cities that one can travel to, by flood fill."""
    cities, grown = {start}, True
    while grown:
        more = {city for a, b, _ in edges if a in cities or b in cities for city in (a, b)}
        grown = not more <= cities
        cities |= more
    return cities


def longest_trail(edges: Sequence[Edge]) -> int:
    """The length of the longest walk that uses no edge twice: every walk is tried."""
    around: dict[str, list[tuple[int, str, int]]] = {}
    for number, (a, b, length) in enumerate(edges):
        around.setdefault(a, []).append((1 << number, b, length))
        around.setdefault(b, []).append((1 << number, a, length))

    def from_here(city: str, used: int) -> int:
        best = 0
        for edge, there, length in around[city]:
            if not used & edge:
                best = max(best, length + from_here(there, used | edge))
        return best

    return max((from_here(city, 0) for city in around), default=0)


def is_trail(edges: Sequence[Edge]) -> bool:
    """Can these edges be walked in one go? Joined, and at most two cities of odd degree."""
    if not edges:
        return True
    degree: Counter[str] = Counter()
    for a, b, _ in edges:
        degree.update((a, b))
    odd = [city for city, number in degree.items() if number % 2]
    return len(odd) <= 2 and reached(edges[0][0], edges) == set(degree)


def shortest(routes: Iterable[Mapping[str, Any]], start: str, goal: str) -> int:
    """Fewest trains between two cities, by relaxing every route until nothing changes."""
    far = {start: 0}
    changed = True
    while changed:
        changed = False
        for route in routes:
            for a, b in (route["cities"], route["cities"][::-1]):
                if a in far and far[a] + route["length"] < far.get(b, 10**6):
                    far[b] = far[a] + route["length"]
                    changed = True
    return far[goal]


def same_score(edition: str, state: Json, sheets: Sequence[Json]) -> None:
    """Are these score sheets what brute force finds?"""
    right = score(edition, state)
    assert [sheet["seat"] for sheet in sheets] == [sheet["seat"] for sheet in right]
    for sheet, its in zip(sheets, right, strict=True):
        assert (sheet["place"], sheet["total"], sheet["routes"], sheet["tie_break"]) == (
            its["place"],
            its["total"],
            its["routes"],
            its["tie_break"],
        )
        assert {line["id"]: (line["points"], line["completed"]) for line in sheet["tickets"]} == {
            name: (points if done else -points, done) for name, (points, done) in its["tickets"].items()
        }
        same_path(edition, state, sheet, its)
        same_trotter(sheet, its)


def same_path(edition: str, state: Json, sheet: Json, right: Json) -> None:
    """Is the longest path as long as it should be, and can it be walked?"""
    if right["path_bonus"] is None:
        assert sheet["longest_path"] is None
        return
    path = sheet["longest_path"]
    assert (path["length"], path["bonus"]) == (right["trail"], right["path_bonus"])
    routes = board(edition)["routes"]
    assert all(state["owner"][name] == sheet["seat"] for name in path["routes"])
    assert len(set(path["routes"])) == len(path["routes"])
    edges = [(*routes[name]["cities"], routes[name]["length"]) for name in path["routes"]]
    assert is_trail(edges)
    assert sum(length for _, _, length in edges) == path["length"]


def same_trotter(sheet: Json, right: Json) -> None:
    """Is the Globetrotter's bonus where it belongs?"""
    if right["trotter_bonus"] is None:
        assert sheet["globetrotter"] is None
        return
    assert sheet["globetrotter"] == {"completed": right["completed"], "bonus": right["trotter_bonus"]}
