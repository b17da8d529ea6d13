"""`manage.py bench`: what the rules and the computer players cost, each as a ratio. `docs/performance.md`."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand

from games import ai, engine
from games.engine.board.borrowing import Borrowing
from games.engine.board.edition import BoardEdition
from games.engine.editions.card_game.edition import CardGameEdition
from games.engine.editions.card_game.paying import Pile, Search
from games.engine.parts.cards import KINDS, cards_of
from games.engine.parts.graph import Network

SHUFFLES = 120  # in one batch of the reference
EDITION = "usa"
# The network on which plain search is slowest: 236,013 steps. Its longest trail has 42 of the 45 trains.
HARDEST = (
    "little-rock saint-louis 2, nashville saint-louis 2, atlanta nashville 1, little-rock nashville 3, "
    "chicago saint-louis 2, little-rock oklahoma-city 2, kansas-city oklahoma-city 2, "
    "kansas-city saint-louis 2, nashville raleigh 3, chicago pittsburgh 3, atlanta raleigh 2, "
    "pittsburgh raleigh 2, kansas-city omaha 1, dallas oklahoma-city 2, dallas little-rock 2, "
    "dallas houston 1, new-york pittsburgh 2, houston new-orleans 2, little-rock new-orleans 3, "
    "raleigh washington 2, new-york washington 2, pittsburgh washington 2"
)

Work = Callable[[int], int]  # the number of a batch -> how many pieces of work were done


class Command(BaseCommand):
    """Measure each figure against the same reference, in turns with it."""

    help = "Run the benchmarks of docs/performance.md."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How thoroughly."""
        parser.add_argument("--quick", action="store_true", help="few batches: does it run at all?")

    def handle(self, *args: Any, **options: Any) -> None:
        """For each figure what was measured, and as its last line the ratio."""
        runs, batches = (1, 1) if options["quick"] else (5, 12)
        for name, unit, inverse, work in figures():
            work(-1)  # warm: tables are built on first use
            ratios, seconds, reference = measured(work, runs, batches)
            value = median(ratios)
            each = f"{seconds * 1e6:,.1f} us each, one shuffle {reference * 1e6:.1f} us"
            self.stdout.write(
                f"  {each}; runs {shown(min(ratios), inverse)} to {shown(max(ratios), inverse)}"
            )
            self.stdout.write(f"{name}: {shown(value, inverse)} {unit}")


def shown(ratio: float, inverse: bool) -> str:
    """How many in the time of 1,000 shuffles, or how many shuffles one takes."""
    return f"{1000 / ratio:.2f}" if inverse else f"{ratio:.3f}"


def measured(work: Work, runs: int, batches: int) -> tuple[list[float], float, float]:
    """Of each run how many shuffles one piece of work takes; and the last run's seconds of both.

    Batches of both take turns, so that a busy machine slows both alike.
    """
    ratios = []
    for run in range(runs):
        reference = spent = done = 0.0
        for batch in range(batches):
            reference += shuffles()
            began = perf_counter()
            done += work(run * batches + batch)
            spent += perf_counter() - began
            reference += shuffles()
        one, shuffle = spent / done, reference / (2 * batches)
        ratios.append(one / shuffle)
    return ratios, one, shuffle


def shuffles() -> float:
    """Seconds for one shuffle of the 110 cards, the reference of all figures."""
    rng, cards = Random(1), list(range(110))
    began = perf_counter()
    for _ in range(SHUFFLES):
        rng.shuffle(cards)
    return (perf_counter() - began) / SHUFFLES


def figures() -> Iterator[tuple[str, str, bool, Work]]:
    """Name, unit, whether it counts pieces in 1,000 shuffles, and the work."""
    many, one = "games per 1,000 shuffles", "shuffles"
    yield "random_games_2_seats", many, True, partial(random_games, 2)
    yield "random_games_4_seats", many, True, partial(random_games, 4)
    yield "clone", one, False, clones
    yield "longest_trail_hardest", one, False, trails
    yield "stations_hardest", one, False, borrowings
    yield "legal_actions_every_payment", one, False, listings
    yield "tickets_to_complete", one, False, completions
    for level in ("easy", "normal", "hard"):
        yield f"decision_{level}", one, False, partial(decisions, level)


def random_games(seats: int, batch: int, games: int = 10) -> int:
    """Whole games through the door, by actions picked at random from the canonical list."""
    for number in range(games):
        random_game(seats, Random(1000 * batch + number))
    return games


def random_game(seats: int, rng: Random) -> None:
    """Set-up, play and score."""
    pick = rng.random
    state = engine.EDITIONS[EDITION].set_up(seats, rng)
    while asked := engine.to_act(state):
        actions = engine.legal_actions(state, asked[0], canonical=True)
        engine.play(state, asked[0], actions[int(pick() * len(actions))], rng)
    engine.scores(state)


def midgame(seats: int, seed: int) -> engine.State:
    """The beginning of a turn about halfway through a random game."""
    rng = Random(seed)
    state, done = engine.EDITIONS[EDITION].set_up(seats, rng), 0
    while done < 30 * seats or state.phase != "turn":
        seat = engine.to_act(state)[0]
        engine.play(state, seat, rng.choice(engine.legal_actions(state, seat, canonical=True)), rng)
        done += 1
    return state


MIDGAMES: dict[int, engine.State] = {}


def some_midgame(batch: int) -> engine.State:
    """One of a few, made once."""
    number = batch % 6
    if number not in MIDGAMES:
        MIDGAMES[number] = midgame(2 + number % 3, number)
    return MIDGAMES[number]


def clones(batch: int, number: int = 500) -> int:
    """Copies of a position."""
    state = some_midgame(batch)
    for _ in range(number):
        state.clone()
    return number


def trails(batch: int, number: int = 20) -> int:
    """The hardest longest trail."""
    edges = hardest()
    for _ in range(number):
        length, _ = Network(edges).longest_trail()
    assert length == 42
    return number


def hardest() -> list[tuple[int, int, int]]:
    """Its edges with cities as numbers."""
    cities: dict[str, int] = {}
    edges = []
    for edge in HARDEST.split(", "):
        a, b, length = edge.split()
        edges.append((cities.setdefault(a, len(cities)), cities.setdefault(b, len(cities)), int(length)))
    return edges


def borrowings(batch: int, number: int = 2) -> int:
    """All tickets in one hand, its three stations in the busiest cities, all routes of others."""
    edition = engine.EDITIONS["europe"]
    assert isinstance(edition, BoardEdition)
    board = edition.board
    ends = Counter(city for route in board.routes for city in (route.a, route.b))
    stations = {city: 0 for city, _ in ends.most_common(edition.stations)}
    for _ in range(number):
        best = Borrowing(board, [1] * len(board.routes), stations, 0).best(range(len(board.tickets)))
    assert len(best) == edition.stations
    return number


def completions(batch: int, number: int = 2) -> int:
    """Of 25 tickets of the Card Game the best that a pile pays for; piles of 13 to 40 cards."""
    edition = engine.EDITIONS["card-game"]
    assert isinstance(edition, CardGameEdition)
    chance = Random(batch)
    cards = cards_of(edition.cards)
    for _ in range(number):
        drawn = chance.sample(cards, chance.randrange(13, 41))
        track = [drawn.count(kind) for kind in range(KINDS)]
        Search(Pile(track, chance.sample(edition.tickets, 25))).best()
    return number


def listings(batch: int, number: int = 20) -> int:
    """Everything legal, as a page asks for it."""
    state = some_midgame(batch)
    for _ in range(number):
        engine.legal_actions(state, state.seat)
    return number


def decisions(level: str, batch: int) -> int:
    """A whole game of a computer player against itself, made up of decisions."""
    deal, rng = Random(batch), Random(batch + 1)
    state, done = engine.EDITIONS[EDITION].set_up(2, deal), 0
    while asked := engine.to_act(state):
        engine.play(state, asked[0], ai.choose(engine.view(state, asked[0]), level, rng), deal)
        done += 1
    return done
