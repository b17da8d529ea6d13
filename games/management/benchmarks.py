"""What `manage.py bench` measures, one line for each figure. `docs/performance.md` tells what they are."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from operator import methodcaller
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from games import ai, engine, store
from games.engine.board.borrowing import Borrowing
from games.engine.board.edition import BoardEdition
from games.engine.editions.card_game.edition import CardGameEdition
from games.engine.editions.card_game.paying import Pile, Search
from games.engine.parts.cards import KINDS, cards_of
from games.engine.parts.graph import Edge, Network
from games.models import Move

SEATS = (2, 4)
SAMPLES = ("usa", "europe", "card-game")  # editions whose single steps are measured
GAMES = 8  # in one batch
# Networks that 45 trains can build and whose longest trail takes long to find.
NETWORKS = {
    "hardest for plain search": (
        "little-rock saint-louis 2, nashville saint-louis 2, atlanta nashville 1, little-rock nashville 3, "
        "chicago saint-louis 2, little-rock oklahoma-city 2, kansas-city oklahoma-city 2, "
        "kansas-city saint-louis 2, nashville raleigh 3, chicago pittsburgh 3, atlanta raleigh 2, "
        "pittsburgh raleigh 2, kansas-city omaha 1, dallas oklahoma-city 2, dallas little-rock 2, "
        "dallas houston 1, new-york pittsburgh 2, houston new-orleans 2, little-rock new-orleans 3, "
        "raleigh washington 2, new-york washington 2, pittsburgh washington 2"
    ),
    "worst known of usa": (
        "atlanta charleston 2, atlanta nashville 1, atlanta raleigh 2, charleston raleigh 2, "
        "chicago pittsburgh 3, chicago saint-louis 2, dallas houston 1, dallas little-rock 2, "
        "dallas oklahoma-city 2, kansas-city oklahoma-city 2, little-rock oklahoma-city 2, "
        "little-rock saint-louis 2, montreal new-york 3, nashville pittsburgh 4, "
        "nashville raleigh 3, nashville saint-louis 2, new-york pittsburgh 2, new-york washington 2, "
        "pittsburgh raleigh 2, pittsburgh washington 2, raleigh washington 2"
    ),
    "worst known of europe": (
        "amsterdam bruxelles 1, amsterdam essen 3, amsterdam frankfurt 2, berlin essen 2, "
        "bruxelles dieppe 2, bruxelles frankfurt 2, bruxelles paris 2, budapest wien 1, "
        "budapest zagrab 2, dieppe london 2, dieppe paris 1, essen frankfurt 2, frankfurt munchen 2, "
        "frankfurt paris 3, munchen venezia 2, munchen wien 3, munchen zurich 2, paris zurich 3, "
        "roma venezia 2, venezia zagrab 2, venezia zurich 2, wien zagrab 2"
    ),
}


class Cost(NamedTuple):
    """Of one piece of work."""

    shuffles: float  # that take as long
    seconds: float


Work = Callable[[int], float]  # the number of a batch -> seconds for one piece of it


class Measure(Protocol):
    """How the costs of works are found; in turns, so that they compare."""

    def __call__(self, *works: Work) -> list[Cost]: ...


def lines(measure: Measure) -> Iterator[str]:
    """Every figure as `name: ratio to the shuffle; in seconds`."""
    for part in (random_games, planner_games, steps, trails, replays, searches):
        yield from part(measure)


def games_per(cost: Cost) -> str:
    """Of a whole game."""
    return f"{1000 / cost.shuffles:.1f} games per 1,000 shuffles; {1 / cost.seconds:,.0f} games per second"


def in_us(cost: Cost) -> str:
    return f"{cost.shuffles:.3f} shuffles; {cost.seconds * 1e6:,.1f} us"


def in_ms(cost: Cost) -> str:
    return f"{cost.shuffles:.1f} shuffles; {cost.seconds * 1e3:,.3f} ms"


def each(call: Callable[..., Any], arguments: Sequence[tuple[Any, ...]], times: int = 1) -> float:
    """Seconds for one of these calls."""
    began = perf_counter()
    for _ in range(times):
        for its in arguments:
            call(*its)
    return (perf_counter() - began) / (times * len(arguments))


# Whole games


class RandomGames:
    """Set-up, canonical list, an action picked from it, and so on, score sheets: a work that counts."""

    def __init__(self, edition: str, seats: int, *, logged: bool = False) -> None:
        self.edition, self.seats, self.logged = engine.EDITIONS[edition], seats, logged
        self.games = self.actions = 0

    def __call__(self, batch: int) -> float:
        # Other games with a log: a suggestion of the Card Game that was found once is kept.
        first = 1000 * batch + 500 * self.logged
        return each(self.play, [(Random(first + number),) for number in range(GAMES)])

    def play(self, rng: Random) -> None:
        log: list[engine.Event] | None = [] if self.logged else None
        state = self.edition.set_up(self.seats, rng, log)
        state.log, pick = log, rng.random
        while asked := engine.to_act(state):
            actions = engine.legal_actions(state, asked[0], canonical=True)
            engine.play(state, asked[0], actions[int(pick() * len(actions))], rng)
            self.actions += 1
        engine.scores(state)
        self.games += 1


def random_games(measure: Measure) -> Iterator[str]:
    """Every edition, without and with a log."""
    for edition in engine.EDITIONS:
        for seats in SEATS:
            name, bare = f"{edition}, {seats} seats", RandomGames(edition, seats)
            cost, with_log = measure(bare, RandomGames(edition, seats, logged=True))
            actions = bare.actions / bare.games
            yield f"{name}: {games_per(cost)}"
            yield (
                f"{name}, actions: {1000 * actions / cost.shuffles:,.0f} per 1,000 shuffles; "
                f"{actions / cost.seconds:,.0f} per second"
            )
            part = cost.shuffles / with_log.shuffles
            yield f"{name}, with the log: {games_per(with_log)}; {part:.2f} of without"


def planner_games(measure: Measure) -> Iterator[str]:
    """Hard against itself on the map games."""
    for edition, seats in (("usa", 2), ("usa", 4), ("europe", 2)):
        (cost,) = measure(partial(planner_game, edition, seats))
        yield f"{edition}, {seats} seats, planner: {games_per(cost)}"


def planner_game(edition: str, seats: int, batch: int) -> float:
    """Seconds for a game of which every decision is made from a view."""
    began, deal, rng = perf_counter(), Random(batch), Random(batch + 1)
    state = engine.EDITIONS[edition].set_up(seats, deal)
    while asked := engine.to_act(state):
        engine.play(state, asked[0], ai.choose(engine.view(state, asked[0]), "hard", rng, ai.AT_ONCE), deal)
    return perf_counter() - began


# Single steps


class Position(NamedTuple):
    """Somewhere in a random game, and what is done next."""

    state: engine.State
    seat: int
    action: engine.Action


@cache
def positions(edition: str, seats: int) -> list[Position]:
    """Every seventh of some games."""
    found = []
    for number in range(4):
        rng, count = Random(number), 0
        state = engine.EDITIONS[edition].set_up(seats, rng)
        while asked := engine.to_act(state):
            seat, count = asked[0], count + 1
            if count % 7 == 0:
                found.append(Position(state.clone(), seat, rng.choice(engine.legal_actions(state, seat))))
            engine.play(state, seat, rng.choice(engine.legal_actions(state, seat, canonical=True)), rng)
    return found


def steps(measure: Measure) -> Iterator[str]:
    """What search, computer players and the site do at every decision."""
    for edition in SAMPLES:
        for seats in SEATS:
            works = works_of(positions(edition, seats))
            for name, cost in zip(works, measure(*works.values()), strict=True):
                yield f"{edition}, {seats} seats, {name}: {in_us(cost)}"


def works_of(sample: Sequence[Position]) -> dict[str, Work]:
    """The steps by name."""
    asked = [(state, seat) for state, seat, _ in sample]
    views = [(engine.view(state, seat),) for state, seat in asked]

    def carried_out(do: Callable[..., Any], batch: int) -> float:
        rng = Random(batch)
        return each(do, [(state.clone(), seat, action, rng) for state, seat, action in sample])

    return {
        "clone": lambda _: each(methodcaller("clone"), [(state,) for state, _ in asked], 20),
        "legal, canonical": lambda _: each(engine.legal_actions, [(*its, True) for its in asked], 10),
        "legal, every payment": lambda _: each(engine.legal_actions, asked),
        "play": partial(carried_out, engine.play),
        "apply": partial(carried_out, engine.apply),
        "view": lambda _: each(engine.view, asked, 5),
        "choices of a view": lambda _: each(engine.choices, [(*its, True) for its in views], 5),
        "determinize": lambda batch: each(engine.determinize, [(*its, Random(batch)) for its in views]),
    }


# Longest trails


def trails(measure: Measure) -> Iterator[str]:
    """Of networks after random games, and of the hardest."""
    (cost,) = measure(lambda _: median([each(longest, [(edges,)]) for edges in random_networks()]))
    yield f"longest trail, median: {in_ms(cost)}"
    for name, network in NETWORKS.items():
        (cost,) = measure(partial(lambda edges, _: each(longest, [(edges,)]), edges_of(network)))
        yield f"longest trail, {name}: {in_ms(cost)}"


def longest(edges: Sequence[Edge]) -> int:
    """Labels and trail."""
    return Network(edges).longest_trail()[0]


@cache
def random_networks() -> list[Sequence[Edge]]:
    """What the seats of some random games have built."""
    found: list[Sequence[Edge]] = []
    for number in range(30):
        rng = Random(number)
        state = engine.EDITIONS["usa"].set_up(2, rng)
        while asked := engine.to_act(state):
            actions = engine.legal_actions(state, asked[0], canonical=True)
            engine.play(state, asked[0], rng.choice(actions), rng)
        found += [sheet.network.edges for sheet in engine.scores(state)]
    return found


def edges_of(network: str) -> list[Edge]:
    """With cities as numbers."""
    cities: dict[str, int] = {}
    edges = []
    for edge in network.split(", "):
        a, b, length = edge.split()
        edges.append((cities.setdefault(a, len(cities)), cities.setdefault(b, len(cities)), int(length)))
    return edges


# Replays


def replays(measure: Measure) -> Iterator[str]:
    """A whole game out of its rows, as `verify_games` does it."""
    for edition in SAMPLES:
        (cost,) = measure(partial(replay, edition))
        yield f"{edition}, 2 seats, replay: {in_ms(cost)}"


def replay(edition: str, batch: int) -> float:
    """Seconds from the rows of a game to its state."""
    return each(store.replay, [(engine.EDITIONS[edition], 2, {}, recorded(edition, batch % 4))])


@cache
def recorded(edition: str, number: int) -> list[Move]:
    """The rows of a random game as the database gives them, with the events of each move."""
    its, rng = engine.EDITIONS[edition], Random(number)
    state, events = engine.start(its, 2, {}, rng)
    record = [events]
    while asked := engine.to_act(state):
        action = rng.choice(engine.legal_actions(state, asked[0], canonical=True))
        record.append(engine.apply(state, asked[0], action, rng))
    return [Move(events=[its.write_event(event) for event in events]) for events in record]


# Searches that final scoring and suggestions need


def searches(measure: Measure) -> Iterator[str]:
    """The hard ones."""
    for name, work in {
        "europe, stations, hardest": borrowings,
        "card-game, tickets to complete": completions,
    }.items():
        (cost,) = measure(work)
        yield f"{name}: {in_ms(cost)}"


def borrowings(batch: int) -> float:
    """All tickets in one hand, its three stations in the busiest cities, all routes of others."""
    edition = engine.EDITIONS["europe"]
    assert isinstance(edition, BoardEdition)
    board = edition.board
    ends = Counter(city for route in board.routes for city in (route.a, route.b))
    stations = {city: 0 for city, _ in ends.most_common(edition.stations)}

    def borrow() -> None:
        Borrowing(board, [1] * len(board.routes), stations, 0).best(range(len(board.tickets)))

    return each(borrow, [()])


def completions(batch: int) -> float:
    """Of 25 tickets of the Card Game the best that a pile pays for; piles of 13 to 40 cards."""
    edition = engine.EDITIONS["card-game"]
    assert isinstance(edition, CardGameEdition)
    chance = Random(batch)
    drawn = chance.sample(cards_of(edition.cards), chance.randrange(13, 41))
    track = [drawn.count(kind) for kind in range(KINDS)]
    pile = Pile(track, chance.sample(edition.tickets, 25))
    return each(lambda: Search(pile).best(), [()])
