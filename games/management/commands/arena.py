"""`manage.py arena hard normal`: computer players against each other, on paired deals."""

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean, stdev
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import ai, engine

SEATS = (0, 1)
WIDTH = 1.96  # standard errors on either side: 95 %


@dataclass
class Record:
    """What one player achieved."""

    level: str
    wins: float = 0.0  # a shared first place is half a win
    scores: list[int] = field(default_factory=list)
    seconds: float = 0.0
    decisions: int = 0

    def line(self) -> str:
        """Wins, mean score, time."""
        points, each = mean(self.scores), 1000 * self.seconds / self.decisions
        return f"{self.level}: {self.wins:g} wins, mean score {points:.1f}, {each:.2f} ms per decision"


class Command(BaseCommand):
    """Play games and count."""

    help = "Let two computer players play each other for two seats, each deal twice with seats changed."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who, what, how often."""
        parser.add_argument("a", choices=sorted(ai.PLAYERS), metavar="A", help=", ".join(sorted(ai.PLAYERS)))
        parser.add_argument("b", choices=sorted(ai.PLAYERS), metavar="B")
        parser.add_argument("--edition", default="usa", choices=sorted(engine.EDITIONS))
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME", help="an option of the table that is on"
        )
        parser.add_argument("--games", type=int, default=200, help="an even number: two of each deal")
        parser.add_argument("--seed", type=int, default=1, help="other seeds are other deals")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the blocks; the interval is over blocks, for the games of one deal are not independent."""
        blocks = options["games"] // 2
        if blocks < 1:
            raise CommandError("At least 2 games are needed: each deal is played twice.")
        players = (Record(options["a"]), Record(options["b"]))
        edition = engine.EDITIONS[options["edition"]]
        on = dict.fromkeys(options["option"], True)
        unknown = sorted(on.keys() - set(edition.options))
        if unknown:
            raise CommandError(f"{edition.id} has no option {unknown[0]}.")
        shares = [block(edition, on, players, options["seed"], number) for number in range(blocks)]
        title = " ".join([edition.id, *on])
        self.stdout.write(f"{title}, {2 * blocks} games on {blocks} deals, seed {options['seed']}")
        for player in players:
            self.stdout.write(player.line())
        share, low, high = (100 * value for value in (mean(shares), *interval(shares)))
        self.stdout.write(f"{players[0].level} wins {share:.1f} % (95 %: {low:.1f} to {high:.1f} %)")


def block(
    edition: engine.Edition,
    options: Mapping[str, bool],
    players: tuple[Record, Record],
    seed: int,
    number: int,
) -> float:
    """One deal, played twice; gives the first player's share of the wins."""
    before = players[0].wins
    play(edition, options, players, seed, number)
    play(edition, options, players[::-1], seed, number)
    return (players[0].wins - before) / 2


def play(
    edition: engine.Edition,
    options: Mapping[str, bool],
    players: Sequence[Record],
    seed: int,
    number: int,
) -> None:
    """One game; seat 0 is the first of these players. Each has a generator of its own."""
    deal = Random(f"{seed}/{number}").randbytes(32)
    generators = [Random(f"{seed}/{number}/{seat}") for seat in SEATS]
    state, _ = engine.start(edition, len(SEATS), options, engine.SeededRng(deal, 0))
    seq = 0
    while asked := engine.to_act(state):
        seq += 1
        seat = asked[0]
        player = players[seat]
        began = perf_counter()
        action = ai.choose(engine.view(state, seat), player.level, generators[seat])
        player.seconds += perf_counter() - began
        player.decisions += 1
        engine.play(state, seat, action, engine.SeededRng(deal, seq))
    count(engine.scores(state), players)


def count(sheets: Sequence[Any], players: Sequence[Record]) -> None:
    """Points for both, the win to the first place."""
    first = [sheet for sheet in sheets if sheet.place == 1]
    for sheet in sheets:
        players[sheet.seat].scores.append(sheet.total)
    for sheet in first:
        players[sheet.seat].wins += 1 / len(first)


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """Where the mean of such shares lies with 95 %; everywhere if there is only one."""
    if len(shares) < 2:
        return 0.0, 1.0
    error = WIDTH * stdev(shares) / len(shares) ** 0.5
    return max(0.0, mean(shares) - error), min(1.0, mean(shares) + error)
