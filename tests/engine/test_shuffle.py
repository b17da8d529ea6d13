"""Shuffles as `docs/shuffle.md` describes them, written anew from that page and held against the engine."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games import engine
from tests.engine.build import BLIND, act, position
from tests.engine.table import COLOURS

PAGE = (Path(__file__).parents[2] / "docs" / "shuffle.md").read_text(encoding="utf-8")
SEED = bytes(range(32))


def words(seed: bytes, seq: int) -> Iterator[int]:
    """Numbers of 32 bits for one move."""
    counter = 0
    while True:
        block = hashlib.sha256(seed + seq.to_bytes(8, "big") + counter.to_bytes(8, "big")).hexdigest()
        yield from (int(block[at : at + 8], 16) for at in range(0, 64, 8))
        counter += 1


def shuffled(things: list[Any], numbers: Iterator[int]) -> list[Any]:
    """A list shuffled with the next numbers."""
    things = list(things)
    for last in range(len(things) - 1, 0, -1):
        choices = last + 1
        fair = 2**32 // choices * choices
        number = next(number for number in numbers if number < fair)
        things[last], things[number % choices] = things[number % choices], things[last]
    return things


def vectors(title: str) -> list[str]:
    """The lines of one block of the page."""
    found = re.search(rf"### {title}\n.*?```\n(.*?)```", PAGE, re.DOTALL)
    assert found, title
    return found[1].split("\n")[:-1]


def test_the_page_has_the_words_of_its_seed() -> None:
    assert vectors("Seed") == [SEED.hex()]
    numbers = words(SEED, 0)
    assert vectors("Words") == [f"{next(numbers):08x}" for _ in range(9)]
    assert vectors("Commitment") == [hashlib.sha256(SEED).hexdigest()] == [engine.commitment(SEED)]


def test_the_page_has_two_shuffles_of_one_move() -> None:
    numbers = words(SEED, 7)
    lines = [" ".join(map(str, shuffled(list(range(10)), numbers))) for _ in range(2)]
    assert vectors("Two shuffles") == lines
    rng = engine.SeededRng(SEED, 7)
    for line in lines:
        things = list(range(10))
        rng.shuffle(things)
        assert " ".join(map(str, things)) == line


def test_the_page_has_a_set_up() -> None:
    numbers = words(SEED, 0)
    order = shuffled([0, 1, 2], numbers)
    cards = shuffled([*(colour for colour in COLOURS for _ in range(12)), *["locomotive"] * 14], numbers)
    tickets = shuffled([ticket["id"] for ticket in engine.EDITIONS["usa"].describe()["tickets"]], numbers)
    assert vectors("Set-up") == [
        "order: " + " ".join(map(str, order)),
        "cards, the first ten off the top: " + " ".join(cards[:-11:-1]),
        "tickets, the first four off the top: " + " ".join(tickets[:4]),
    ]


MAPS = [name for name in engine.EDITIONS if engine.EDITIONS[name].describe()["routes"]]


@pytest.mark.parametrize("edition", MAPS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_set_up_follows_from_the_seed(edition: str, seats: int) -> None:
    its = engine.EDITIONS[edition]
    described = its.describe()
    seed = hashlib.sha256(f"{edition} {seats}".encode()).digest()
    numbers = words(seed, 0)
    order = shuffled(list(range(seats)), numbers)
    cards = shuffled([*(colour for colour in COLOURS for _ in range(12)), *["locomotive"] * 14], numbers)
    long_ones = [ticket["id"] for ticket in described["tickets"] if "long" in ticket["sets"]]
    others = [ticket["id"] for ticket in described["tickets"] if ticket["id"] not in long_ones]
    tickets, long_tickets = shuffled(others, numbers), shuffled(long_ones, numbers)

    _, events = engine.start(its, seats, {}, engine.SeededRng(seed, 0))
    lines = [its.write_event(event) for event in events]
    assert lines[0] == {"type": "seats_drawn", "order": order}
    assert lines[1] == {"type": "deck_shuffled", "deck": cards}
    assert lines[2] == {"type": "tickets_shuffled", "ticket_deck": tickets}
    drawn = [line["card"] for line in lines if line["type"] == "card_drawn"]
    assert drawn == cards[::-1][: 4 * seats]
    assert [line["seat"] for line in lines if line["type"] == "card_drawn"] == [
        seat for seat in range(seats) for _ in range(4)
    ]
    first = [line["card"] for line in lines if line["type"] == "place_filled"][:5]
    assert first == cards[::-1][4 * seats : 4 * seats + 5]
    first = described["rules"]["first_tickets"]
    dealt = first["dealt"] - first["long"]
    offered = [line["tickets"] for line in lines if line["type"] == "tickets_offered"]
    assert offered == [tickets[seat * dealt : (seat + 1) * dealt] for seat in range(seats)]
    if long_ones:
        assert lines[3] == {"type": "long_tickets_shuffled", "tickets": long_tickets}
        offered = [line["tickets"] for line in lines if line["type"] == "long_tickets_offered"]
        assert offered == [[ticket] for ticket in long_tickets[:seats]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_set_up_of_the_card_game_follows_from_the_seed(seats: int) -> None:
    """One locomotive each is given out before the others are shuffled with the coloured cards."""
    its = engine.EDITIONS["card-game"]
    seed = hashlib.sha256(f"card-game {seats}".encode()).digest()
    numbers = words(seed, 0)
    order = shuffled(list(range(seats)), numbers)
    left = [*(colour for colour in COLOURS for _ in range(10)), *["locomotive"] * (16 - seats)]
    cards = shuffled(left, numbers)
    tickets = shuffled(sorted(ticket["id"] for ticket in its.describe()["tickets"]), numbers)

    state, events = engine.start(its, seats, {}, engine.SeededRng(seed, 0))
    lines = [its.write_event(event) for event in events]
    assert lines[0] == {"type": "seats_drawn", "order": order}
    assert lines[1 : seats + 1] == [{"type": "locomotive_given", "seat": seat} for seat in range(seats)]
    assert lines[seats + 1] == {"type": "deck_shuffled", "deck": cards}
    assert lines[seats + 2] == {"type": "tickets_shuffled", "ticket_deck": tickets}
    drawn = [(line["seat"], line["card"]) for line in lines if line["type"] == "card_drawn"]
    assert drawn == [(at // 7, card) for at, card in enumerate(cards[::-1][: 7 * seats])]
    filled = [line["card"] for line in lines if line["type"] == "place_filled"]
    assert filled == cards[::-1][7 * seats : 7 * seats + 5]
    offered = [line["tickets"] for line in lines if line["type"] == "tickets_offered"]
    assert offered == [tickets[seat * 6 : seat * 6 + 6] for seat in range(seats)]

    # When all have chosen, what nobody keeps goes back in the order of the alphabet and is shuffled.
    for seat in range(seats):
        keep = engine.legal_actions(state, seat)[0]
        events = engine.apply(state, seat, keep, engine.SeededRng(seed, seat + 1))
    kept = {ticket for tickets_of in state.tickets for ticket in tickets_of}
    names = [ticket["id"] for ticket in its.describe()["tickets"]]
    back = sorted(name for number, name in enumerate(names) if number not in kept)
    again = next(its.write_event(event) for event in events if type(event).__name__ == "TicketsShuffled")
    assert again == {"type": "tickets_shuffled", "ticket_deck": shuffled(back, words(seed, seats))}


def test_a_reshuffle_begins_with_the_discards_in_order_of_colour() -> None:
    state = position(deck="", discards="LWKPBGYORRL")
    in_order = ["red", "red", "orange", "yellow", "green", "blue", "purple", "black", "white"]
    expected = shuffled([*in_order, "locomotive", "locomotive"], words(SEED, 41))
    events = engine.apply(state, 0, BLIND, engine.SeededRng(SEED, 41))
    assert state.edition.write_event(events[0]) == {"type": "deck_shuffled", "deck": expected}
    assert state.edition.write_event(events[1])["card"] == expected[-1]


def test_another_move_of_the_same_game_is_shuffled_otherwise() -> None:
    decks = set()
    for seq in (41, 42):
        state = position(deck="", discards="WWWWKKKKPPPPBBBBGGGG")
        engine.apply(state, 0, BLIND, engine.SeededRng(SEED, seq))
        decks.add(tuple(state.deck))
    assert len(decks) == 2


def test_numbers_of_the_incomplete_last_range_are_thrown_away() -> None:
    class Words(engine.SeededRng):
        given = [2**32 - 1, 5]  # 2**32 is no multiple of 3: the last number of all is unfair

        def _word(self) -> int:
            return self.given.pop(0)

    assert Words(SEED, 0)._below(3) == 2


def test_an_event_of_a_shuffle_needs_no_chance_to_be_replayed() -> None:
    state = position(deck="", discards="WWKK")
    again = state.clone()
    for event in act(state, BLIND):
        event.change(again, *event)
    assert again == state
