"""The laws in the long run: many games of every edition and number of seats. `make soak`."""

from __future__ import annotations

import json
from random import Random

import pytest

from games import engine
from tests.engine import hidden, naive
from tests.engine.books import book
from tests.engine.playing import TEMPERS, Game, Moment
from tests.engine.test_laws import ALL_TABLES, Table, look_on, viewers, written
from tests.engine.test_trails import longest, random_network

pytestmark = pytest.mark.soak
GAMES = 625  # at each table, of which there are twenty-six


@ALL_TABLES
def test_many_games_obey_the_laws(table: Table) -> None:
    for number in range(GAMES):
        temper = sorted(TEMPERS)[number % len(TEMPERS)]
        try:
            one_game(table, seed=number, temper=temper)
        except Exception as error:
            error.add_note(f"seed {number}, temper {temper}")
            raise


def one_game(table: Table, seed: int, temper: str) -> None:
    """A game; counts after every action, the dear laws now and then."""
    edition, seats, options = table
    game, pick = Game(*table, seed), Random(seed)
    silent = edition.set_up(seats, game.rng(0), options=options)
    for moment in game.moments(temper):
        book(edition).conserved(edition.id, edition.dump(moment.state))
        assert silent == moment.state
        if pick.random() < 0.05:
            look_closely(edition, moment, pick)
        engine.play(silent, moment.seat, moment.action, game.rng(moment.seq))
    assert silent == game.state
    state = edition.dump(game.state)
    book(edition).conserved(edition.id, state)
    book(edition).same_score(edition.id, state, edition.describe_scores(engine.scores(game.state)))
    lines = [json.dumps(edition.write_event(event)) for event in game.events]
    assert engine.replay(edition, seats, options, map(edition.read_event, map(json.loads, lines))) == silent


def look_closely(edition: engine.Edition, moment: Moment, pick: Random) -> None:
    """Lists, dumps and views at one decision."""
    state = edition.dump(moment.state)
    listed = written(edition, moment.legal)
    assert len(set(listed)) == len(listed)
    short = written(edition, engine.legal_actions(moment.state, moment.seat, canonical=True))
    if engine.lists_all(moment.state):
        assert set(listed) == book(edition).legal(edition.id, state, moment.seat)
        assert set(short) == book(edition).canonical(listed)
    else:
        assert short == listed[:1]
    assert edition.load(json.loads(json.dumps(state))) == moment.state
    for viewer in viewers(moment.state):
        view = engine.view(moment.state, viewer)
        assert engine.view(engine.determinize(view, pick), viewer) == view
        other = hidden.otherwise(moment.state, viewer, pick)
        assert engine.view(other, viewer) == view
        look_on(moment, other, viewer)


def test_many_random_networks_are_as_long_as_every_walk_says() -> None:
    for seed in range(5000):
        edges = random_network(Random(seed), size=16)
        assert longest(edges) == naive.longest_trail(edges)
