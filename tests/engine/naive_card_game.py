"""The Card Game once more, written from its rules page as plainly as can be and slow.

Like `naive` it works on the JSON of a state and of the edition, and asks no table of the engine.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from games import engine
from tests.engine.naive import keeps, text
from tests.engine.table import COLOURS

Json = dict[str, Any]
BIG_CITIES = {"seattle": 8, "los-angeles": 12, "chicago": 12, "dallas": 10, "new-york": 15, "miami": 8}


@cache
def tickets() -> dict[str, Json]:
    """The edition's tickets by id."""
    return {ticket["id"]: ticket for ticket in engine.EDITIONS["card-game"].describe()["tickets"]}


# What is legal


def legal(edition: str, state: Json, seat: int) -> set[str]:
    """Every legal action of a seat but at a scoring, where `completions` has them (sections 3 to 6)."""
    if state["phase"] == "first_tickets":
        waiting = not state["tickets"][seat]
        return set(keeps(state["offered"][seat], 1)) if waiting else set()
    assert state["phase"] != "complete_tickets"
    if state["phase"] == "over" or state["seat"] != seat:
        return set()
    if state["phase"] == "keep_tickets":
        return set(keeps(state["offered"][seat], 0))
    second = state["phase"] == "second_card"
    found = set(draws(state, second=second))
    if second:
        found.add(text({"type": "stop_drawing"}))
    else:
        found |= {text({"type": "place_trains", "cards": cards}) for cards in placements(state, seat)}
        if state["ticket_deck"]:
            found.add(text({"type": "draw_tickets"}))
    return found


def draws(state: Json, *, second: bool) -> Iterator[str]:
    """Section 4: no discard pile comes back."""
    for place, card in enumerate(state["row"]):
        if card is not None and not (second and card == "locomotive"):
            yield text({"type": "draw_card", "from": place})
    if state["deck"]:
        yield text({"type": "draw_card", "from": "deck"})


def row_of(state: Json, seat: int, colour: str) -> int:
    """How many cards the row of a colour has in a station; 0 when there is none."""
    rows = [row for row in state["stations"][seat] if row["colour"] == colour]
    assert len(rows) <= 1
    return sum(row["coloured"] + row["locomotives"] for row in rows)


def placements(state: Json, seat: int) -> Iterator[Json]:
    """Section 5: sets (B1), then trios (B2)."""
    hand, others = state["hands"][seat], [its for its in range(state["seats"]) if its != seat]
    for colour in COLOURS:
        for coloured in range(1, hand.get(colour, 0) + 1):
            for locomotives in range(hand.get("locomotive", 0) + 1):
                size = coloured + locomotives
                robs = all(size > row_of(state, its, colour) for its in others)
                if size >= 2 and not row_of(state, seat, colour) and robs:
                    yield {colour: coloured} | ({"locomotive": locomotives} if locomotives else {})
    for three in combinations([colour for colour in COLOURS if hand.get(colour)], 3):
        if not any(row_of(state, its, colour) for its in range(state["seats"]) for colour in three):
            yield dict.fromkeys(three, 1)


def paid(track: Mapping[str, int], names: Iterable[str]) -> bool:
    """Section 9: what is missing in colours is made up by locomotives."""
    need: Counter[str] = Counter()
    for name in names:
        need += Counter(tickets()[name]["requires"])
    return sum((need - Counter(track)).values()) <= track.get("locomotive", 0)


def completions(state: Json, seat: int) -> Iterator[str]:
    """Sets that the pile pays for and to which no further ticket can be added (R13); for small hands."""
    track, held = state["tracks"][seat], state["tickets"][seat]
    for size in range(len(held) + 1):
        for chosen in combinations(held, size):
            if may_complete(track, held, chosen):
                yield text({"type": "complete_tickets", "tickets": list(chosen)})


def may_complete(track: Mapping[str, int], held: Iterable[str], chosen: Sequence[str]) -> bool:
    rest = set(held) - set(chosen)
    return paid(track, chosen) and not any(paid(track, [*chosen, name]) for name in rest)


def best(track: Mapping[str, int], held: Sequence[str]) -> list[str]:
    """The suggestion by trying every set (section 9)."""
    sets = [sorted(its) for size in range(len(held) + 1) for its in combinations(held, size)]
    return min((its for its in sets if paid(track, its)), key=worse)


def worse(names: Sequence[str]) -> tuple[Any, ...]:
    """By what suggestions are compared, the better one first."""
    ends = [city for name in names for city in tickets()[name]["cities"]]
    big = sum(BIG_CITIES.get(city, 0) for city in ends)
    return -sum(tickets()[name]["points"] for name in names), -len(names), -big, list(names)


def canonical(actions: Iterable[str]) -> set[str]:
    """Of sets of a colour only that with most coloured cards, then fewest locomotives."""
    found: dict[Any, tuple[tuple[int, int], str]] = {}
    for action in actions:
        cards = json.loads(action).get("cards")
        key: Any = action
        rank = (0, 0)
        if cards and len(set(cards) - {"locomotive"}) == 1:
            (key,) = set(cards) - {"locomotive"}
            rank = (-cards[key], cards.get("locomotive", 0))
        found[key] = min(found.get(key, (rank, action)), (rank, action))
    return {action for _, action in found.values()}


# What is conserved


def cards_everywhere(state: Json) -> Counter[str]:
    """All cards: hands, row, deck, discards, stations, track piles (A83)."""
    there = Counter(state["deck"]) + Counter(state["discards"])
    there += Counter(card for card in state["row"] if card is not None)
    for pile in [*state["hands"], *state["tracks"]]:
        there += Counter(pile)
    for row in (row for station in state["stations"] for row in station):
        there += Counter({row["colour"]: row["coloured"], "locomotive": row["locomotives"]})
    return there


def conserved(edition: str, state: Json) -> None:
    """Cards and tickets are what they have to be, and no two stations have a row of one colour."""
    assert cards_everywhere(state) == Counter({**dict.fromkeys(COLOURS, 10), "locomotive": 16})
    held = [{*state["tickets"][seat], *state["offered"][seat]} for seat in range(state["seats"])]
    everywhere = [*state["ticket_deck"], *(name for its in [*held, *state["completed"]] for name in its)]
    assert sorted(everywhere) == sorted(tickets())
    rows = [row for station in state["stations"] for row in station]
    assert len({row["colour"] for row in rows}) == len(rows)
    assert all(row["coloured"] >= 1 or row["locomotives"] >= 1 for row in rows)
    assert all(min(row["coloured"], row["locomotives"]) >= 0 for row in rows)
    for seat, known in enumerate(state["known"]):
        assert all(number <= state["hands"][seat].get(kind, 0) for kind, number in known.items())


def public_tickets(state: Json) -> set[str]:
    """Tickets that everybody may see: those completed at a scoring that is behind."""
    return {name for its in state["completed"] for name in its}


# What it is worth in the end (section 10)


def score(edition: str, state: Json) -> list[Json]:
    """By place: seat, total, tickets, big cities, tie_break."""
    seats = range(state["seats"])
    in_city = {
        city: [sum(city in tickets()[name]["cities"] for name in state["completed"][seat]) for seat in seats]
        for city in BIG_CITIES
    }
    sheets = []
    for seat in seats:
        won = {
            city: points
            for city, points in BIG_CITIES.items()
            if in_city[city][seat] and in_city[city][seat] == max(in_city[city])
        }
        lines = {name: tickets()[name]["points"] for name in state["completed"][seat]}
        lines |= {name: -tickets()[name]["points"] for name in state["tickets"][seat]}
        sheets.append(
            {
                "seat": seat,
                "total": sum(lines.values()) + sum(won.values()),
                "tickets": lines,
                "completed": len(state["completed"][seat]),
                "big_cities": {city: (in_city[city][seat], won.get(city, 0)) for city in BIG_CITIES},
                "won": len(won),
            }
        )
    for sheet in sheets:
        better = [its for its in sheets if rank(its) > rank(sheet)]
        sheet["place"] = 1 + len(better)
        sheet["tie_break"] = tie_break(sheet, sheets)
    return sorted(sheets, key=lambda its: (its["place"], its["seat"]))


def rank(sheet: Json) -> tuple[int, int, int]:
    return sheet["total"], sheet["completed"], sheet["won"]


def tie_break(sheet: Json, sheets: Sequence[Json]) -> str | None:
    """The last question that is needed to tell it from those with the same total."""
    answers = []
    for other in sheets:
        if other is sheet or other["total"] != sheet["total"]:
            continue
        if other["completed"] != sheet["completed"]:
            answers.append(0)
        else:
            answers.append(1 if other["won"] != sheet["won"] else 2)
    return ("tickets", "big_cities", "shared")[max(answers)] if answers else None


def same_score(edition: str, state: Json, sheets: Sequence[Json]) -> None:
    """Are these score sheets what is found here?"""
    right = score(edition, state)
    assert [sheet["seat"] for sheet in sheets] == [its["seat"] for its in right]
    for sheet, its in zip(sheets, right, strict=True):
        for name in ("place", "total", "tie_break"):
            assert sheet[name] == its[name]
        assert sheet["routes"] == 0
        assert {line["id"]: line["points"] for line in sheet["tickets"]} == its["tickets"]
        assert all(line["completed"] == (line["points"] > 0) for line in sheet["tickets"])
        cities = {line["city"]: (line["completed"], line["bonus"]) for line in sheet["big_cities"]}
        assert cities == its["big_cities"]
