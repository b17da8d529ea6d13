"""`manage.py arena hard normal`: computer players against each other, on paired deals."""

from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import ceil
from statistics import fmean
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import ai, engine
from games.ai import arena

PLAYERS = ", ".join([*ai.PLANNING, *ai.YARDSTICKS])
MANY = 200  # blocks
FEWEST = 20  # blocks before a sequential test may stop


class Command(BaseCommand):
    """Play blocks and tell what came of them."""

    help = "Let a computer player play others, each deal once with it in every seat; without a rival itself."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who, what, how often."""
        parser.add_argument("first", type=name, metavar="A", help=f"{PLAYERS}; knobs: hard:hoard=20,haste=2")
        parser.add_argument("rival", type=name, metavar="B", nargs="?", help="who sits in all other seats")
        parser.add_argument("--edition", default="usa", choices=sorted(engine.EDITIONS))
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME", help="an option of the table that is on"
        )
        parser.add_argument("--seats", type=int, default=2)
        number = parser.add_mutually_exclusive_group()
        number.add_argument("--blocks", type=int, help="of as many games as there are seats; 200 without")
        number.add_argument("--games", type=int, help="the same in games, rounded up to whole blocks")
        deals = parser.add_mutually_exclusive_group()
        deals.add_argument(
            "--seeds",
            choices=arena.SEEDS,
            default="tune",
            help="deals to search, to choose, or to report with",
        )
        deals.add_argument("--seed", type=int, metavar="N", help="deals of your own, others for each number")
        parser.add_argument("--start", type=int, default=0, metavar="N", help="leave out the first N deals")
        parser.add_argument("--jobs", type=int, default=1, help="processes")
        parser.add_argument(
            "--bar",
            type=float,
            metavar="PERCENT",
            help="stop when it is known whether A wins as much or half",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, then a line for each figure."""
        edition = engine.EDITIONS[options["edition"]]
        unknown = sorted(set(options["option"]) - set(edition.options))
        if unknown:
            raise CommandError(f"{edition.id} has no option {unknown[0]}.")
        if options["seats"] not in edition.players:
            raise CommandError(f"{edition.id} is for {edition.players[0]} to {edition.players[-1]} players.")
        match = arena.Match(
            first=options["first"],
            rival=options["rival"],
            edition=edition.id,
            options=tuple(options["option"]),
            seats=options["seats"],
            seeds=options["seeds"] if options["seed"] is None else f"seed {options['seed']}",
        )
        number = number_of_blocks(match, options)
        if number < 1 or options["jobs"] < 1 or options["start"] < 0:
            raise CommandError("There must be a block at least, a process, and no deal before the first.")
        try:
            for line in told(match, number, options):
                self.stdout.write(line)
        except (TypeError, ValueError) as error:  # a knob that this family does not have
            raise CommandError(str(error)) from error


def name(text: str) -> str:
    """A player as `games.ai.player` reads it."""
    try:
        ai.player(text)
    except (KeyError, ValueError):
        raise ArgumentTypeError(f"{text!r} is none of {PLAYERS}, nor one of these with knobs") from None
    return text


def number_of_blocks(match: arena.Match, options: Mapping[str, Any]) -> int:
    """How many blocks are to be played."""
    games: int | None = options["games"]
    blocks: int | None = options["blocks"]
    if games is not None:
        return ceil(games / len(match.tables()))
    return MANY if blocks is None else blocks


def told(match: arena.Match, number: int, options: Mapping[str, Any]) -> Iterator[str]:
    """The lines."""
    blocks, shares = [], []
    for found in arena.played(match, number, options["jobs"], options["start"]):
        blocks.append(found)
        shares.append(arena.share(found))
        bar = options["bar"]
        if bar and len(blocks) >= FEWEST and arena.verdict(shares, bar / 100) is not None:
            break
    games = len(match.tables())
    rival = f" against {match.rival}" if match.rival else ""
    start = f" from {options['start']}" if options["start"] else ""
    deals = f"seeds {match.seeds}" if match.seeds in arena.SEEDS else match.seeds
    yield (
        f"{' '.join([match.edition, *match.options])}, {match.seats} seats: {match.first}{rival}, "
        f"{len(blocks)} block{'s'[: len(blocks) > 1]} of {games} game{'s'[: games > 1]}, {deals}{start}"
    )
    if match.rival:
        low, high = arena.interval(shares)
        yield f"wins: {100 * fmean(shares):.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f} %)"
    if options["bar"]:
        better = arena.verdict(shares, options["bar"] / 100)
        yield {None: "not yet known", True: f"{options['bar']:g} % or more", False: "no better"}[better]
    outcomes = [its for found in blocks for game in found for its in game]
    for player in dict.fromkeys(its.player for its in outcomes):
        yield from summary([its for its in outcomes if its.player == player])


def summary(outcomes: Sequence[arena.Outcome]) -> Iterator[str]:
    """Of one player."""

    def average(field: str) -> float:
        return fmean(getattr(its, field) for its in outcomes)

    scores = sorted(its.score for its in outcomes)
    tenth, last = scores[len(scores) // 10], scores[-1 - len(scores) // 10]
    yield (
        f"{outcomes[0].player}: mean score {average('score'):.1f} ({tenth} to {last}), "
        f"margin {average('margin'):+.1f}, "
        f"{average('turns'):.1f} turns, {average('completed'):.2f} of {average('tickets'):.2f} tickets"
    )
    actions: Counter[str] = Counter()
    for its in outcomes:
        actions.update(its.actions)
    yield "  " + ", ".join(f"{number / len(outcomes):.1f} {kind}" for kind, number in sorted(actions.items()))
    seconds = sorted(chain.from_iterable(its.seconds for its in outcomes))
    half, most, nearly, all_ = (
        1000 * seconds[int(part * (len(seconds) - 1))] for part in (0.5, 0.95, 0.99, 1)
    )
    yield f"  decisions: {half:.2f} ms median, {most:.1f} ms 95 %, {nearly:.1f} ms 99 %, {all_:.0f} ms most"
