"""The rules once more, written from the rules page as plainly as can be and slow.

All of it works on the JSON of a state and of its edition: no table of the engine is asked.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
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
        "cities": {city["id"] for city in described["cities"]},
    }


def text(action: Json) -> str:
    """An action as a text that is the same for the same action."""
    if "tickets" in action:
        action = {**action, "tickets": sorted(action["tickets"])}
    return json.dumps(action, sort_keys=True)


# What is legal


def legal(edition: str, state: Json, seat: int) -> set[str]:
    """Every legal action of a seat (R-TURN, R-DRAW, R-CLAIM, R-TUNNEL, R-TICKET, R-STATION-1, R-SETUP-4)."""
    numbers = NUMBERS[edition]
    if state["phase"] == "first_tickets":
        waiting = not state["tickets"][seat]
        return set(keeps(state["offered"][seat], numbers.keep_first)) if waiting else set()
    if state["phase"] == "over" or state["seat"] != seat:
        return set()
    if state["phase"] == "keep_tickets":
        return set(keeps(state["offered"][seat], numbers.keep_later))
    if state["phase"] == "tunnel":
        return {text(action) for action in answers_to_a_tunnel(state, seat)}
    second = state["phase"] == "second_card"
    found = set(draws(state, second=second))
    if not second:
        found |= {text(claim) for claim in claims(edition, state, seat)}
        found |= {text(station) for station in stations(edition, state, seat)}
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
    """R-CLAIM-1, R-CLAIM-2, R-DOUBLE, R-FERRY-1."""
    for name, route in board(edition)["routes"].items():
        if open_to(edition, state, seat, name) and route["length"] <= state["trains"][seat]:
            colours = COLOURS if route["colour"] == "grey" else (route["colour"],)
            for cards in payments(state["hands"][seat], colours, route["length"], route["locomotives"]):
                yield {"type": "claim_route", "route": name, "cards": cards}


def payments(hand: Json, colours: Iterable[str], number: int, locomotives_due: int = 0) -> Iterator[Json]:
    """So many cards of one of the colours and locomotives, of these at least so many (R-CLAIM-1)."""
    if hand.get("locomotive", 0) >= number:
        yield {"locomotive": number}
    for colour in colours:
        for coloured in range(1, number + 1):
            locomotives = number - coloured
            enough = hand.get(colour, 0) >= coloured and hand.get("locomotive", 0) >= locomotives
            if enough and locomotives >= locomotives_due:
                cards = {colour: coloured, "locomotive": locomotives}
                yield {kind: count for kind, count in cards.items() if count}


def answers_to_a_tunnel(state: Json, seat: int) -> Iterator[Json]:
    """R-TUNNEL-2, R-TUNNEL-3; what is due is counted anew (R-TUNNEL-1)."""
    tunnel = state["tunnel"]
    colours = set(tunnel["paid"]) - {"locomotive"}
    due = sum(card in {*colours, "locomotive"} for card in tunnel["turned_up"])
    assert due == tunnel["due"] > 0
    yield {"type": "decline_tunnel"}
    for cards in payments(state["hands"][seat], colours, due):
        yield {"type": "pay_tunnel", "cards": cards}


def stations(edition: str, state: Json, seat: int) -> Iterator[Json]:
    """R-STATION-1: in any city that has none, the first for one card, the second for two, ..."""
    built = list(state["stations"].values()).count(seat)
    if built == NUMBERS[edition].stations:
        return
    for city in board(edition)["cities"] - set(state["stations"]):
        for cards in payments(state["hands"][seat], COLOURS, built + 1):
            yield {"type": "build_station", "city": city, "cards": cards}


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
        if "cards" in read:
            colours = set(read["cards"]) - {"locomotive"}
            key = (read["type"], read.get("route"), read.get("city"), *colours)
            locomotives = read["cards"].get("locomotive", 0)
        fewest[key] = min(fewest.get(key, (locomotives, action)), (locomotives, action))
    return {action for _, action in fewest.values()}


# What is conserved


def cards_everywhere(state: Json) -> Counter[str]:
    """All cards: hands, row, deck, discards, a tunnel's (A10)."""
    there = Counter(state["deck"]) + Counter(state["discards"])
    there += Counter(card for card in state["row"] if card is not None)
    for hand in state["hands"]:
        there += Counter(hand)
    if state["tunnel"]:
        there += Counter(state["tunnel"]["paid"]) + Counter(state["tunnel"]["turned_up"])
    return there


def tickets_everywhere(state: Json) -> list[str]:
    """All tickets: in deck and box, kept, offered. While choosing, kept first tickets are still offered."""
    held: set[str] = set()
    number = 0
    for kept, offered in zip(state["tickets"], state["offered"], strict=True):
        mine = {*kept, *offered}
        number += len(mine)
        held |= mine
    assert len(held) == number, "one ticket on two seats"
    return sorted([*held, *state["ticket_deck"], *state["box"]])


def spaces(edition: str, state: Json, seat: int) -> list[int]:
    """Lengths of the routes a seat owns."""
    routes = board(edition)["routes"]
    return [routes[name]["length"] for name, owner in state["owner"].items() if owner == seat]


def conserved(edition: str, state: Json) -> None:
    """Cards, tickets, trains and points are what they have to be."""
    assert cards_everywhere(state) == Counter({**dict.fromkeys(COLOURS, 12), "locomotive": 14})
    assert tickets_everywhere(state) == sorted(board(edition)["tickets"])
    long_ones = {name for name, ticket in board(edition)["tickets"].items() if "long" in ticket["sets"]}
    assert not long_ones & set(state["ticket_deck"])
    assert (state["tunnel"] is not None) == (state["phase"] == "tunnel")
    for seat in range(state["seats"]):
        assert list(state["stations"].values()).count(seat) <= NUMBERS[edition].stations
        assert len(long_ones & {*state["tickets"][seat], *state["offered"][seat]}) <= NUMBERS[edition].long
    for hand in state["hands"]:
        assert min(hand.values(), default=1) > 0
    for seat in range(state["seats"]):
        mine = spaces(edition, state, seat)
        assert state["trains"][seat] == 45 - sum(mine) >= 0
        assert state["points"][seat] == sum(POINTS[length] for length in mine)
        known = state["known"][seat]
        assert all(number <= state["hands"][seat].get(kind, 0) for kind, number in known.items())


def public_tickets(state: Json) -> set[str]:
    """Tickets that everybody may see: none before the end."""
    return set()


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
            + 4 * sheet["unused"]
        )
    for sheet in sheets:
        better = [other for other in sheets if rank(edition, other) > rank(edition, sheet)]
        sheet["place"] = 1 + len(better)
        sheet["tie_break"] = tie_break(edition, sheet, sheets)
    return sorted(sheets, key=lambda sheet: (sheet["place"], sheet["seat"]))


def rank(edition: str, sheet: Json) -> tuple[int, ...]:
    """R-END-5."""
    return (sheet["total"], *(sheet_number for _, sheet_number in questions(edition, sheet)))


def questions(edition: str, sheet: Json) -> list[tuple[str, int]]:
    """What is asked of those with the same total, one after the other: more is better (R-END-5)."""
    if edition == "europe":
        express = int(sheet["path_bonus"] > 0)
        return [("tickets", sheet["completed"]), ("stations", sheet["unused"]), ("express", express)]
    return [("tickets", sheet["completed"]), ("longest_path", sheet["trail"])]


def tie_break(edition: str, sheet: Json, sheets: Sequence[Json]) -> str | None:
    """The last thing that had to be looked at to tell it from others of the same total."""
    others = [
        other for other in sheets if other["seat"] != sheet["seat"] and other["total"] == sheet["total"]
    ]
    asked = None
    for question, answer in questions(edition, sheet):
        if not others:
            return asked
        asked = question
        others = [other for other in others if dict(questions(edition, other))[question] == answer]
    return "shared" if others else asked


def sheet_of(edition: str, state: Json, seat: int) -> Json:
    """One seat's own part."""
    its = board(edition)
    edges = edges_of(edition, [name for name, owner in state["owner"].items() if owner == seat])
    done = best_tickets(edition, state, seat, edges)
    tickets = {name: (its["tickets"][name]["points"], name in done) for name in state["tickets"][seat]}
    return {
        "seat": seat,
        "routes": sum(POINTS[length] for _, _, length in edges),
        "tickets": tickets,
        "completed": len(done),
        "trail": longest_trail(edges),
        "unused": NUMBERS[edition].stations - list(state["stations"].values()).count(seat),
    }


def edges_of(edition: str, names: Iterable[str]) -> list[Edge]:
    """These routes as edges."""
    routes = board(edition)["routes"]
    return [(*routes[name]["cities"], routes[name]["length"]) for name in names]


def best_tickets(edition: str, state: Json, seat: int, edges: Sequence[Edge]) -> set[str]:
    """Tickets completed when every way to use the stations has been tried (R-STATION-2)."""
    routes, tickets = board(edition)["routes"], board(edition)["tickets"]
    others = [name for name, owner in state["owner"].items() if owner != seat]
    choices = [
        [None, *(name for name in others if city in routes[name]["cities"])]
        for city, owner in state["stations"].items()
        if owner == seat
    ]
    best: tuple[int, set[str]] = (-1, set())
    for borrowed in product(*choices):
        with_these = [*edges, *edges_of(edition, [name for name in borrowed if name])]
        done = joined_tickets(edition, state["tickets"][seat], with_these)
        points = sum(tickets[name]["points"] for name in done)
        if (points, len(done)) > (best[0], len(best[1])):
            best = points, done
    return best[1]


def joined_tickets(edition: str, names: Iterable[str], edges: Sequence[Edge]) -> set[str]:
    """Those whose cities these edges join."""
    tickets = board(edition)["tickets"]
    ends = {name: tickets[name]["cities"] for name in names}
    from_here = {a: reached(a, edges) for a, _ in ends.values()}
    return {name for name, (a, b) in ends.items() if b in from_here[a]}


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
        same_stations(edition, state, sheet, its)
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


def same_stations(edition: str, state: Json, sheet: Json, right: Json) -> None:
    """Are the unused ones counted, and do the routes that the sheet names complete what it says?"""
    if not NUMBERS[edition].stations:
        assert sheet["stations"] is None
        return
    its = sheet["stations"]
    assert (its["unused"], its["bonus"]) == (right["unused"], 4 * right["unused"])
    for city, name in its["borrowed"].items():
        assert state["stations"][city] == sheet["seat"] != state["owner"][name]
        assert city in board(edition)["routes"][name]["cities"]
    own = [name for name, owner in state["owner"].items() if owner == sheet["seat"]]
    edges = edges_of(edition, [*own, *its["borrowed"].values()])
    done = joined_tickets(edition, right["tickets"], edges)
    assert done == {line["id"] for line in sheet["tickets"] if line["completed"]}
    for city in its["borrowed"]:  # none of them is named for nothing
        fewer = [name for other, name in its["borrowed"].items() if other != city]
        assert joined_tickets(edition, right["tickets"], edges_of(edition, [*own, *fewer])) < done
