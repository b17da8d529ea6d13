"""Write golden games that are not there yet: `python -m tests.engine.make_golden`.

A golden game is a record of what was played, kept for good: one that is there is never written anew.
When the rules are found wrong and a record with them, take it away by hand and say so in the commit.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from games import ai, engine
from games.engine.board.claims import ClaimRoute
from games.engine.board.stations import BuildStation
from games.engine.board.tunnels import DeclineTunnel, PayTunnel
from games.engine.parts.cards import DrawCard
from games.engine.parts.tickets import DrawTickets, KeepTickets

FOLDER = Path(__file__).parent / "golden"
Player = Callable[[Any, int, Random], engine.Action]
# Who plays: seat by seat, again from the beginning when there are more seats.
CAST = ("hard", "random", "normal", "easy")


def main() -> None:
    """Write what is missing."""
    FOLDER.mkdir(exist_ok=True)
    for name, write in wanted():
        path = FOLDER / f"{name}.json"
        if path.exists():
            print(f"{name}: is there, left as it is")
            continue
        path.write_text(compact(write()) + "\n", encoding="utf-8")
        print(f"{name}: {path.stat().st_size:,} bytes")


def wanted() -> Iterator[tuple[str, Callable[[], dict[str, Any]]]]:
    """Names of the golden games, and how each is made."""
    for edition in engine.EDITIONS.values():
        for seats in edition.players:
            name = f"{edition.id}-{seats}"
            player = by_cast if edition.describe()["routes"] else by_kind
            yield (
                name,
                lambda edition=edition, seats=seats, name=name, player=player: record(
                    edition, seats, name, player
                ),
            )
    for option in engine.EDITIONS["card-game"].options:
        yield (
            f"card-game-4-{option}",
            lambda option=option: record(
                engine.EDITIONS["card-game"], 4, f"card-game-4-{option}", by_kind, {option: True}
            ),
        )
    yield "usa-3-all-pass", lambda: record(engine.EDITIONS["usa"], 3, "usa-3-all-pass", Together())
    for name, (seats, player, is_it) in EUROPE.items():
        yield (
            name,
            lambda name=name, seats=seats, player=player, is_it=is_it: first(seats, name, player, is_it),
        )


def first(seats: int, name: str, player: Player, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first of many games of Europe that ends in a certain way."""
    for number in count():
        found = record(engine.EDITIONS["europe"], seats, f"{name} {number}", player)
        if is_it(found):
            return found
    raise AssertionError


def compact(record: dict[str, Any]) -> str:
    """JSON with one move a line: small, and a difference can be read."""
    moves = ",\n".join(json.dumps(move, separators=(",", ":")) for move in record["moves"])
    rest = json.dumps({**record, "moves": "MOVES"}, separators=(",", ":"))
    return rest.replace('"MOVES"', f"[\n{moves}\n]")


def record(
    edition: engine.Edition, seats: int, name: str, player: Player, options: dict[str, bool] | None = None
) -> dict[str, Any]:
    """A whole game as it would be exported."""
    options = options or {}
    seed = sha256(f"golden {name}".encode()).digest()
    chance = Random(name)
    state, events = engine.start(edition, seats, options, engine.SeededRng(seed, 0))
    moves = [move(edition, 0, None, None, events)]
    while asked := engine.to_act(state):
        seat = chance.choice(asked)
        action = player(state, seat, chance)
        seq = len(moves)
        events = engine.apply(state, seat, action, engine.SeededRng(seed, seq))
        moves.append(move(edition, seq, seat, action, events))
    return {
        "schema": 1,
        "edition": edition.id,
        "options": options,
        "seats": seats,
        "seed": seed.hex(),
        "commitment": engine.commitment(seed),
        "moves": moves,
        "result": {"scores": edition.describe_scores(engine.scores(state))},
    }


def move(
    edition: engine.Edition,
    seq: int,
    seat: int | None,
    action: engine.Action,
    events: list[engine.Event],
) -> dict[str, Any]:
    """One move of the record."""
    return {
        "seq": seq,
        "seat": seat,
        "action": None if action is None else edition.write_action(action),
        "events": [edition.write_event(event) for event in events],
    }


def by_kind(state: Any, seat: int, chance: Random, *liked: type) -> engine.Action:
    """One of the kinds of actions, a liked one if there is any, then one action of it."""
    actions: dict[type, list[engine.Action]] = {}
    for action in engine.legal_actions(state, seat):
        actions.setdefault(type(action), []).append(action)
    kinds = [kind for kind in liked if kind in actions] or sorted(actions, key=lambda kind: kind.__name__)
    return chance.choice(actions[chance.choice(kinds)])


def by_cast(state: Any, seat: int, chance: Random) -> engine.Action:
    """A computer player of the cast; payments of all kinds by whoever plays at random."""
    level = CAST[seat % len(CAST)]
    if level != "random":
        return ai.choose(engine.view(state, seat), level, chance)
    return by_kind(state, seat, chance)


def as_many_stations_as_the_seat(state: Any, seat: int, chance: Random) -> engine.Action:
    """Seat 0 builds none, seat 3 all three; otherwise claims whenever there is one."""
    if state.edition.stations - state.stations_left(seat) < seat and chance.random() < 0.3:
        return by_kind(state, seat, chance, BuildStation)
    return by_kind(state, seat, chance, *BUILDING)


def builder(state: Any, seat: int, chance: Random) -> engine.Action:
    """Claims whenever it can."""
    return by_kind(state, seat, chance, *BUILDING)


def decliner(state: Any, seat: int, chance: Random) -> engine.Action:
    """The same, and takes back what it laid for a tunnel."""
    return by_kind(state, seat, chance, *BUILDING, DeclineTunnel)


BUILDING = (ClaimRoute, DrawCard, KeepTickets, PayTunnel)


def digger(state: Any, seat: int, chance: Random) -> engine.Action:
    """Draws cards until there are no more, then tries tunnels with what it holds."""
    if len(state.deck) + sum(state.discards) > chance.randrange(5):
        return by_kind(state, seat, chance, DrawCard, KeepTickets)
    routes = state.edition.board.routes
    tunnels = [
        action
        for action in engine.legal_actions(state, seat)
        if isinstance(action, ClaimRoute) and routes[action.route].tunnel
    ]
    return chance.choice(tunnels) if tunnels else by_kind(state, seat, chance, *BUILDING)


def express_tied(record: dict[str, Any]) -> bool:
    """Two share the European Express."""
    return sum(sheet["longest_path"]["bonus"] > 0 for sheet in record["result"]["scores"]) == 2


def stations_none_to_three(record: dict[str, Any]) -> bool:
    """Each number of stations is used by one, and a borrowed route completes a ticket."""
    its = [sheet["stations"] for sheet in record["result"]["scores"]]
    return {sheet["unused"] for sheet in its} == {0, 1, 2, 3} and any(sheet["borrowed"] for sheet in its)


def failed_in_the_last_turn(record: dict[str, Any]) -> bool:
    """The game ends with a tunnel that is not built, which could not be paid."""
    types = [event["type"] for event in record["moves"][-1]["events"]]
    return types == ["tunnel_declined", "game_ended"]


def deck_exhausted(record: dict[str, Any]) -> bool:
    """A tunnel for which fewer than three cards were left, and one that had the deck shuffled."""
    tried = [
        [event["type"] for event in move["events"]]
        for move in record["moves"]
        if move["events"][0]["type"] == "tunnel_tried"
    ]
    few = any(types.count("tunnel_card_turned_up") < 3 for types in tried)
    within = any(
        "deck_shuffled"
        in types[types.index("tunnel_card_turned_up") : rindex(types, "tunnel_card_turned_up")]
        for types in tried
        if "tunnel_card_turned_up" in types
    )
    return few and within


def rindex(things: list[str], thing: str) -> int:
    """The last place of it."""
    return len(things) - 1 - things[::-1].index(thing)


# Ways in which a game of Europe can end: seats, who plays, and what has to be so.
EUROPE: dict[str, tuple[int, Player, Callable[[dict[str, Any]], bool]]] = {
    "europe-3-express-tied": (3, builder, express_tied),
    "europe-4-stations": (4, as_many_stations_as_the_seat, stations_none_to_three),
    "europe-2-tunnel-failed-last": (2, decliner, failed_in_the_last_turn),
    "europe-3-deck-exhausted": (3, digger, deck_exhausted),
}


class Together:
    """Three players who bring it about that nobody can do anything (R-END-7).

    Each lays 42 of its 45 trains, so that the last round does not begin and nobody is left a route of
    three or fewer; then all cards and all tickets are drawn.
    """

    def __init__(self) -> None:
        self.shares: list[set[int]] = []

    def __call__(self, state: Any, seat: int, chance: Random) -> engine.Action:
        """A claim of one's share, a card, a ticket: what comes first."""
        self.shares = self.shares or share_out(state.edition.board)
        actions = engine.legal_actions(state, seat, canonical=True)
        claims = [action for action in actions if isinstance(action, ClaimRoute)]
        mine = [action for action in claims if action.route in self.shares[seat]]
        if mine:
            return min(mine, key=lambda action: action.cards.locomotives)
        draws = [action for action in actions if isinstance(action, DrawCard)]
        if draws:
            return chance.choice(draws)
        drawing = [action for action in actions if isinstance(action, DrawTickets)]
        return (drawing or actions)[0]


def share_out(board: Any) -> list[set[int]]:
    """For each of three seats routes of 42 trains: all pairs up to three long, and some of four."""
    pairs = [place for place, route in enumerate(board.routes) if route.twin is None or route.twin > place]
    pairs.sort(key=lambda place: board.routes[place].length)
    short = [place for place in pairs if board.routes[place].length <= 3]
    fours = [place for place in pairs if board.routes[place].length == 4]
    spare = 3 * 42 - sum(board.routes[place].length for place in short)
    assert spare % 4 == 0
    shares: list[set[int]] = [set(), set(), set()]
    left = [42, 42, 42]
    for place in reversed(short + fours[: spare // 4]):
        seat = max(range(3), key=left.__getitem__)
        shares[seat].add(place)
        left[seat] -= board.routes[place].length
    assert left == [0, 0, 0]
    return [with_twins(board, share) for share in shares]


def with_twins(board: Any, share: set[int]) -> set[int]:
    """Either track of a double route will do: with three players the other one is closed then."""
    twins = {board.routes[place].twin for place in share}
    return share | (twins - {None})


if __name__ == "__main__":
    main()
