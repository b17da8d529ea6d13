"""Which tickets a track pile pays for: cases A89, and every set tried. Section 9 of the Card Game's rules."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from games.engine.editions.card_game.paying import Pile, Ticket, missing
from tests.engine.build import LETTERS, counts
from tests.engine.card_table import edition

TICKETS = edition().tickets


def made_up(name: str, points: int, cards: str) -> Ticket:
    return Ticket(name, (0, 0), points, tuple(counts(cards)[:-1]), 0)


@pytest.mark.parametrize(
    ("track", "tickets", "names", "result"),
    [
        ("RRBGYL", {"A": (10, "RRBGY"), "B": (7, "RRB"), "C": (6, "GYW")}, ["B", "C"], 3),
        ("RRBGGOK", {"A": (9, "RRBGG"), "B": (6, "RRO"), "C": (5, "GGK")}, ["B", "C"], 2),
    ],
)
def test_a89_the_best_use_of_the_track(
    track: str, tickets: dict[str, tuple[int, str]], names: list[str], result: int
) -> None:
    """Taking the ticket with most points first would end at -3 and -2."""
    held = [made_up(name, *its) for name, its in tickets.items()]
    best = Pile(counts(track), held).best()
    assert [ticket.id for ticket in best] == names
    assert sum(its.points if its in best else -its.points for its in held) == result


def worse(tickets: tuple[Ticket, ...]) -> tuple[object, ...]:
    """By what suggestions are compared, the better one first."""
    ids = sorted(ticket.id for ticket in tickets)
    return -sum(its.points for its in tickets), -len(tickets), -sum(its.big for its in tickets), ids


def by_trying_all(track: list[int], tickets: list[Ticket]) -> tuple[Ticket, ...]:
    sets = (its for size in range(len(tickets) + 1) for its in combinations(tickets, size))
    return tuple(sorted(min((its for its in sets if not missing(track, its)), key=worse)))


def some_pile(chance: Random, cards: int) -> list[int]:
    """Counts of so many cards of the 96."""
    deck = [kind for kind in range(8) for _ in range(10)] + [8] * 16
    drawn = chance.sample(deck, cards)
    return [drawn.count(kind) for kind in range(len(LETTERS))]


def test_the_suggestion_is_what_trying_every_set_gives() -> None:
    chance = Random(89)
    for _ in range(150):
        tickets = sorted(chance.sample(TICKETS, chance.randrange(11)))
        track = some_pile(chance, chance.randrange(22))
        assert Pile(track, tickets).best() == by_trying_all(track, tickets)


@pytest.mark.parametrize(("tickets", "cards", "games"), [(25, 13, 6), (25, 20, 3), (46, 10, 3)])
def test_the_suggestion_for_many_tickets_is_what_tables_of_all_piles_give(
    tickets: int, cards: int, games: int
) -> None:
    """The most points by dynamic programming over all that can be left of the pile."""
    chance = Random(tickets + cards)
    for _ in range(games):
        held = chance.sample(TICKETS, tickets)
        track = some_pile(chance, cards)
        best = Pile(track, held).best()
        assert not missing(track, best)
        assert sum(ticket.points for ticket in best) == most_points(track, held)


def test_the_suggestion_of_all_tickets_and_half_of_all_cards_is_maximal() -> None:
    """More than anybody will hold; it must not take minutes either."""
    chance = Random(46)
    pile = Pile(some_pile(chance, 50), list(TICKETS))
    best = pile.best()
    assert pile.pays(best)
    assert not pile.further(best)


def most_points(track: list[int], tickets: list[Ticket]) -> int:
    """Every pile that can be left over, with the most points that lead to it."""
    piles = {tuple(track): 0}
    for ticket in tickets:
        for left, points in list(piles.items()):
            there, wild = list(left[:-1]), left[-1]
            for colour, number in enumerate(ticket.need):
                paid = min(there[colour], number)
                there[colour] -= paid
                wild -= number - paid
            if wild >= 0:
                after = (*there, wild)
                piles[after] = max(piles.get(after, 0), points + ticket.points)
    return max(piles.values())


def test_sets_that_are_listed_are_maximal_and_different() -> None:
    chance = Random(4)
    for _ in range(30):
        tickets = sorted(chance.sample(TICKETS, 8))
        pile = Pile(some_pile(chance, 9), tickets)
        listed = pile.maximal(50)
        assert len(set(listed)) == len(listed)
        sets = [its for size in range(9) for its in combinations(tickets, size)]
        assert set(listed) == {its for its in sets if pile.pays(its) and not pile.further(its)}


def test_what_is_left_of_a_pile() -> None:
    ticket = made_up("A", 10, "RRB")
    assert Pile(counts("RRRGLL"), [ticket]).left([ticket]) == counts("RGL")
