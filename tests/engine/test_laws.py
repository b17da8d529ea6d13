"""What every edition obeys, with any number of seats and any options, whatever is played."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from games import engine
from tests.engine import hidden, naive, naive_card_game
from tests.engine.books import book
from tests.engine.playing import TEMPERS, Game, Moment

Table = tuple[engine.Edition, int, dict[str, bool]]


def tables() -> Iterator[Any]:
    """Every edition with every number of seats; each option alone with most seats, all with fewest."""
    for edition in engine.EDITIONS.values():
        fewest, most = edition.players[0], edition.players[-1]
        chosen = [(seats, ()) for seats in edition.players]
        chosen += [(most, (option,)) for option in edition.options]
        chosen += [(fewest, edition.options)] if edition.options else []
        for seats, its in chosen:
            options = {name: name in its for name in edition.options}
            yield pytest.param((edition, seats, options), id="-".join([edition.id, str(seats), *its]))


TABLES = list(tables())
ALL_TABLES = pytest.mark.parametrize("table", TABLES)


def games(number: int) -> Callable[[Any], Any]:
    """So many games at each table, each by another seed, all tempers in turn; the same in every run.

    Not drawn by Hypothesis: a seed has no simpler form that fails too.
    """

    def decorate(test: Any) -> Any:
        its = zlib.crc32(test.__name__.encode())
        cases = [
            pytest.param(*table.values, its + 1000 * place + game, tempers[(its + place + game) % 5])
            for place, table in enumerate(TABLES)
            for game in range(number)
        ]
        return pytest.mark.parametrize(("table", "seed", "temper"), cases, ids=name_of)(test)

    tempers = sorted(TEMPERS)
    return decorate


def name_of(value: Any) -> str:
    """A table, seed or temper in the name of a test."""
    return f"{value[0].id}-{value[1]}" if isinstance(value, tuple) else str(value)


def some_moments(table: Table, seed: int, temper: str, share: float) -> Iterator[Moment]:
    """A part of the decisions of a whole game, picked at random."""
    pick = Random(seed + 1)
    for moment in Game(*table, seed).moments(temper):
        if pick.random() < share:
            yield moment


def written(edition: engine.Edition, actions: Any) -> list[str]:
    """Actions as texts."""
    return [naive.text(edition.write_action(action)) for action in actions]


def viewers(state: Any) -> list[int | None]:
    """Everybody who may look: the seats, and a spectator."""
    return [*range(state.seats), None]


# Acting


@games(1)
def test_somebody_can_always_act_until_the_game_is_over(table: Table, seed: int, temper: str) -> None:
    game = Game(*table, seed).play_out(temper)  # it asserts that there are actions, and not too many
    assert engine.is_over(game.state)
    for seat in range(game.seats):
        assert engine.legal_actions(game.state, seat) == []
        assert engine.legal_actions(game.state, seat, canonical=True) == []


@games(1)
def test_the_list_is_what_the_rules_give(table: Table, seed: int, temper: str) -> None:
    edition = table[0]
    for moment in some_moments(table, seed, temper, 0.15):
        state = edition.dump(moment.state)
        for seat in range(state["seats"]):
            listed = written(edition, engine.legal_actions(moment.state, seat))
            assert len(set(listed)) == len(listed)
            if engine.lists_all(moment.state):
                assert set(listed) == book(edition).legal(edition.id, state, seat)
            else:
                some_sets_of_tickets(state, seat, listed)


def some_sets_of_tickets(state: dict[str, Any], seat: int, listed: list[str]) -> None:
    """Those listed at a scoring may all be completed; of a small hand they are all there are, up to fifty."""
    if state["chosen"][seat] is not None:
        assert not listed
        return
    track, held = state["tracks"][seat], state["tickets"][seat]
    assert 0 < len(listed) <= 50
    for action in listed:
        assert naive_card_game.may_complete(track, held, json.loads(action)["tickets"])
    if len(held) <= 8:
        every = set(naive_card_game.completions(state, seat))
        assert set(listed) == every or len(listed) == 50 < len(every)
        assert json.loads(listed[0])["tickets"] == naive_card_game.best(track, held)


@games(1)
def test_the_canonical_list_is_the_list_without_needless_locomotives(
    table: Table, seed: int, temper: str
) -> None:
    edition = table[0]
    for moment in some_moments(table, seed, temper, 0.15):
        short = engine.legal_actions(moment.state, moment.seat, canonical=True)
        listed = written(edition, short)
        assert len(set(listed)) == len(listed)
        if engine.lists_all(moment.state):
            assert set(listed) == book(edition).canonical(written(edition, moment.legal))
        else:
            assert listed == written(edition, moment.legal)[:1]  # the suggestion
        order = {action: place for place, action in enumerate(written(edition, moment.legal))}
        others = [order[action] for action in listed if "claim_route" not in action]
        assert others == sorted(others)


@games(1)
def test_every_listed_action_applies(table: Table, seed: int, temper: str) -> None:
    pick = Random(seed)
    for moment in some_moments(table, seed, temper, 0.06):
        for action in pick.sample(list(moment.legal), min(12, len(moment.legal))):
            assert engine.refusal(moment.state, moment.seat, action) is None
            assert engine.apply(moment.state.clone(), moment.seat, action, Random(0))


@games(1)
def test_no_other_action_applies_and_a_refused_one_changes_no_byte(
    table: Table, seed: int, temper: str
) -> None:
    edition, pick = table[0], Random(seed)
    for moment in some_moments(table, seed, temper, 0.06):
        before = json.dumps(edition.dump(moment.state))
        for seat in range(moment.state.seats):
            listed = set(written(edition, engine.legal_actions(moment.state, seat)))
            for action in out_of_the_blue(edition, pick, moment):
                if written(edition, [action])[0] in listed or may_complete(moment.state, seat, action):
                    continue
                refused = engine.refusal(moment.state, seat, action)
                assert refused is not None
                with pytest.raises(engine.IllegalAction) as caught:
                    engine.apply(moment.state, seat, action, Random(0))
                assert (caught.value.reason, caught.value.facts) == refused
                json.dumps(refused)  # facts are plain values
        assert json.dumps(edition.dump(moment.state)) == before
        assert moment.state.log is None


def may_complete(state: Any, seat: int, action: engine.Action) -> bool:
    """Is this a set of tickets that the rules allow, though it is not listed?"""
    kept, name = state.edition.dump(state), type(action).__name__
    if name != "CompleteTickets" or seat not in engine.to_act(state) or engine.lists_all(state):
        return False
    chosen = state.edition.write_action(action)["tickets"]
    held = set(kept["tickets"][seat])
    return set(chosen) <= held and naive_card_game.may_complete(kept["tracks"][seat], held, chosen)


def out_of_the_blue(edition: engine.Edition, pick: Random, moment: Moment) -> Iterator[engine.Action]:
    """Actions that can be read, and now and then are even legal."""
    board = naive.board(edition.id)
    state = edition.dump(moment.state)
    colour = pick.choice(engine.COLOURS)
    cards = {colour: pick.randrange(8), "locomotive": pick.randrange(4)}
    tickets = pick.sample(sorted(board["tickets"]), pick.randrange(5))
    offered = [ticket for ticket in state["offered"][moment.seat] if pick.random() < 0.4]
    for raw in (
        {"type": "draw_card", "from": "deck"},
        {"type": "draw_card", "from": pick.randrange(5)},
        {"type": "draw_tickets"},
        {"type": "keep_tickets", "tickets": tickets},
        {"type": "keep_tickets", "tickets": offered},
    ):
        yield edition.read_action(raw)
    if not board["routes"]:
        held = [ticket for ticket in state["tickets"][moment.seat] if pick.random() < 0.4]
        for raw in (
            {"type": "place_trains", "cards": cards},
            {"type": "place_trains", "cards": {colour: 1, "locomotive": 1}},
            {"type": "place_trains", "cards": dict.fromkeys(pick.sample(engine.COLOURS, 3), 1)},
            {"type": "stop_drawing"},
            {"type": "complete_tickets", "tickets": tickets},
            {"type": "complete_tickets", "tickets": held},
        ):
            yield edition.read_action(raw)
        return
    route = pick.choice(sorted(board["routes"]))
    for raw in (
        {"type": "claim_route", "route": route, "cards": cards},
        {"type": "claim_route", "route": route, "cards": {colour: board["routes"][route]["length"]}},
    ):
        yield edition.read_action(raw)
    if naive.NUMBERS[edition.id].stations:
        for raw in (
            {"type": "build_station", "city": pick.choice(sorted(board["cities"])), "cards": cards},
            {"type": "build_station", "city": pick.choice(sorted(board["cities"])), "cards": {colour: 1}},
            {"type": "pay_tunnel", "cards": cards},
            {"type": "pay_tunnel", "cards": {"locomotive": pick.randrange(4)}},
            {"type": "decline_tunnel"},
        ):
            yield edition.read_action(raw)


@ALL_TABLES
def test_every_action_is_the_same_after_writing_and_reading(table: Table) -> None:
    edition = table[0]
    for moment in some_moments(table, 5, "kind", 0.1):
        for action in moment.legal:
            assert edition.read_action(json.loads(json.dumps(edition.write_action(action)))) == action


# Facts


@games(1)
def test_the_events_lead_to_the_same_state(table: Table, seed: int, temper: str) -> None:
    edition, seats, options = table
    game = Game(*table, seed)
    for moment in game.moments(temper):
        if moment.seq % 100 == 0:
            assert engine.replay(edition, seats, options, game.events) == game.state
    assert engine.replay(edition, seats, options, game.events) == game.state
    lines = [json.dumps(edition.write_event(event)) for event in game.events]
    read = [edition.read_event(json.loads(line)) for line in lines]
    assert read == game.events
    assert [type(event) for event in read] == [type(event) for event in game.events]
    assert {json.loads(line)["type"] for line in lines} <= set(edition.event_types())
    assert engine.replay(edition, seats, options, read) == game.state


@games(1)
def test_a_state_that_was_written_and_read_is_the_same(table: Table, seed: int, temper: str) -> None:
    edition = table[0]
    for moment in some_moments(table, seed, temper, 0.15):
        kept = edition.dump(moment.state)
        assert edition.load(kept) == moment.state
        read = edition.load(json.loads(json.dumps(kept)))
        assert read == moment.state
        assert engine.legal_actions(read, moment.seat) == moment.legal
        assert edition.dump(read) == kept


@games(1)
def test_a10_c13_cards_trains_tickets_and_points_are_conserved(table: Table, seed: int, temper: str) -> None:
    game = Game(*table, seed)
    for moment in game.moments(temper):
        book(game.edition).conserved(game.edition.id, game.edition.dump(moment.state))
    book(game.edition).conserved(game.edition.id, game.edition.dump(game.state))


@games(1)
def test_the_same_seed_and_actions_give_the_same_events(table: Table, seed: int, temper: str) -> None:
    game = Game(*table, seed).play_out(temper)
    again = Game(*table, seed)
    for seq, (seat, action, events) in enumerate(game.moves):
        if seat is None:
            assert events == again.events
        else:
            assert engine.apply(again.state, seat, action, again.rng(seq)) == events
    assert again.state == game.state


@games(1)
def test_playing_with_a_log_and_without_is_one_path(table: Table, seed: int, temper: str) -> None:
    game = Game(*table, seed)
    silent = game.edition.set_up(game.seats, game.rng(0), options=game.options)
    for moment in game.moments(temper):
        assert silent == moment.state
        engine.play(silent, moment.seat, moment.action, game.rng(moment.seq))
    assert silent == game.state
    assert silent.log is None


@games(1)
def test_a_clone_shares_nothing(table: Table, seed: int, temper: str) -> None:
    for moment in some_moments(table, seed, temper, 0.1):
        before = json.dumps(table[0].dump(moment.state))
        clone = moment.state.clone()
        assert clone == moment.state
        mutable = [slot for slot in type(clone).__slots__ if isinstance(getattr(clone, slot), list)]
        assert all(getattr(clone, slot) is not getattr(moment.state, slot) for slot in mutable)
        for _ in range(3):
            for seat in engine.to_act(clone)[:1]:
                engine.play(clone, seat, engine.legal_actions(clone, seat)[-1], Random(0))
        assert json.dumps(table[0].dump(moment.state)) == before


# Secrets


@games(2)
def test_what_a_viewer_cannot_see_makes_no_difference_to_it(table: Table, seed: int, temper: str) -> None:
    pick = Random(seed)
    for moment in some_moments(table, seed, temper, 0.1):
        for viewer in viewers(moment.state):
            other = hidden.otherwise(moment.state, viewer, pick)
            assert engine.view(other, viewer) == engine.view(moment.state, viewer)
            assert engine.to_act(other) == engine.to_act(moment.state)
            if viewer is not None:
                assert engine.legal_actions(other, viewer) == engine.legal_actions(moment.state, viewer)
            look_on(moment, other, viewer)


TELLING = {
    "TurnPassed",  # tells everybody that a hand can pay nothing (R-TURN-1)
    "ScoringBegan",  # opens a track pile to its owner (Card Game, section 8)
    "TicketsCompleted",  # and to everybody
}


def look_on(moment: Moment, other: Any, viewer: int | None) -> None:
    """The same move in both states looks the same to the viewer."""
    mine, its = moment.state.clone(), other
    action = moment.action
    theirs = engine.legal_actions(other, moment.seat)
    if moment.seat != viewer and type(action).__name__ == "CompleteTickets":
        action_there = theirs[0]  # which ones is hidden, and how many, until all have chosen
    elif moment.seat != viewer and type(action).__name__ == "KeepTickets":
        # Which tickets others keep is hidden, and how many of the first ones until all have chosen.
        if moment.state.phase != "first_tickets" or len(engine.to_act(moment.state)) == 1:
            theirs = [keep for keep in theirs if len(keep.tickets) == len(action.tickets)]
        action_there = theirs[-1]
    elif action in theirs:
        action_there = action
    else:
        return  # paid with cards that the other state has elsewhere
    events = engine.apply(mine, moment.seat, action, Random(7))
    events_there = engine.apply(its, moment.seat, action_there, Random(7))
    if engine.is_over(mine) or engine.is_over(its):
        return  # then everything is open
    if {type(event).__name__ for event in [*events, *events_there]} & TELLING:
        return
    assert [engine.seen_by(mine, event, viewer) for event in events] == [
        engine.seen_by(its, event, viewer) for event in events_there
    ]
    assert engine.view(mine, viewer) == engine.view(its, viewer)


@games(1)
def test_a_determinized_state_looks_like_the_view_it_came_from(table: Table, seed: int, temper: str) -> None:
    edition, pick = table[0], Random(seed)
    for moment in some_moments(table, seed, temper, 0.06):
        for viewer in viewers(moment.state):
            view = engine.view(moment.state, viewer)
            guess = engine.determinize(view, pick)
            assert engine.view(guess, viewer) == view
            book(edition).conserved(edition.id, edition.dump(guess))
            if viewer is not None:
                assert engine.legal_actions(guess, viewer) == engine.legal_actions(moment.state, viewer)


@games(1)
def test_what_a_view_allows_is_what_is_legal(table: Table, seed: int, temper: str) -> None:
    for moment in some_moments(table, seed, temper, 0.1):
        for viewer in viewers(moment.state):
            view = engine.view(moment.state, viewer)
            for canonical in (False, True):
                legal = [] if viewer is None else engine.legal_actions(moment.state, viewer, canonical)
                assert engine.choices(view, canonical) == legal


@games(1)
def test_a_guessed_state_can_be_played_to_its_end(table: Table, seed: int, temper: str) -> None:
    pick = Random(seed)
    for moment in some_moments(table, seed, temper, 0.01):
        guess = engine.determinize(engine.view(moment.state, moment.seat), pick)
        for _ in range(5000):
            for seat in engine.to_act(guess):
                engine.play(guess, seat, pick.choice(engine.legal_actions(guess, seat, True)), pick)
        assert engine.is_over(guess)


@games(1)
def test_no_secret_leaves_while_the_game_goes_on(table: Table, seed: int, temper: str) -> None:
    game = Game(*table, seed)
    tickets = set(naive.board(game.edition.id)["tickets"])
    remembered = game.options.get("look_at_track", True)  # else `known` is not told (R12)
    told = 0
    public = Public(game.seats)
    for moment in game.moments(temper):
        fresh = [event for _, _, events in game.moves[told:] for event in events]
        told = len(game.moves)
        for event in fresh:
            public.note(game.edition.write_event(engine.seen_by(game.state, event, None)))
        for viewer in viewers(moment.state) if moment.seq % 16 == 1 else ():
            state = game.edition.dump(moment.state)
            own = set() if viewer is None else {*state["tickets"][viewer], *state["offered"][viewer]}
            shown = game.edition.describe_view(engine.view(moment.state, viewer))
            everybody = book(game.edition).public_tickets(state)
            assert texts(shown["you"]) & tickets <= own
            assert texts({**shown, "you": None, "board": None}) & tickets <= everybody
            for seat, its in enumerate(shown["seats"]):
                assert not {"hand", "ticket_ids", "track"} & its.keys()
                known = {colour: number for colour, number in public.known[seat].items() if number}
                assert its["known"] == (known if remembered else {})
        for viewer in (None, moment.seat, (moment.seat + 1) % game.seats):
            for event in fresh:
                seen = game.edition.write_event(engine.seen_by(moment.state, event, viewer))
                assert hides(seen, viewer)
                assert seen.keys() == game.edition.write_event(event).keys()


class Public:
    """Which cards each seat holds for all to see, from public events: what it lays was seen first."""

    def __init__(self, seats: int) -> None:
        self.known = [dict.fromkeys(engine.COLOURS, 0) for _ in range(seats)]
        self.laid: dict[str, int] = {}  # for a tunnel

    def note(self, event: dict[str, Any]) -> None:
        """Cards of a tunnel come back to the hand, seen by all, then are spent or kept (R-TUNNEL-5)."""
        match event["type"]:
            case "face_up_taken":
                self.known[event["seat"]][event["card"]] += 1
            case "locomotive_given":
                self.known[event["seat"]]["locomotive"] += 1
            case "trains_placed":
                held = self.known[event["seat"]]
                for colour in event["cards"]:
                    held[colour] = max(0, held[colour] - 1)
            case "tunnel_tried" | "route_claimed" | "station_built":
                held = self.known[event["seat"]]
                for colour, number in event["cards"].items():
                    held[colour] = max(0, held[colour] - number)
                self.laid = event["cards"]
            case "tunnel_paid" | "tunnel_declined":
                for colour, number in self.laid.items():
                    self.known[event["seat"]][colour] += number


def texts(value: Any) -> set[str]:
    """Every text in some JSON, keys too."""
    if isinstance(value, dict):
        return {*value, *(found for its in value.values() for found in texts(its))}
    if isinstance(value, list):
        return {found for its in value for found in texts(its)}
    return {value} if isinstance(value, str) else set()


def hides(event: dict[str, Any], viewer: int | None) -> bool:
    """Is nothing in this event that the viewer may not know (rules, section 5)?"""
    mine = viewer is not None and event.get("seat") == viewer
    match event["type"]:
        case "deck_shuffled" | "tickets_shuffled" | "long_tickets_shuffled":
            return next(value for name, value in event.items() if name != "type") is None
        case "card_drawn":
            return (event["card"] is not None) == mine
        case "first_tickets_kept" | "completion_chosen":  # not even how many (R-SETUP-4)
            return (event["tickets"] is not None) == mine
        case "tickets_offered" | "long_tickets_offered" | "tickets_kept":
            return all((ticket is not None) == mine for ticket in event["tickets"])
    return True


FORGETFUL = [its for its in TABLES if "look_at_track" in its.values[0][2]]


@pytest.mark.parametrize("table", FORGETFUL)
def test_r12_no_colour_of_an_earlier_turn_is_told(table: Table) -> None:
    """What each viewer is told names colours from the beginning of its previous turn on, and no earlier.

    Who may look at the own track pile is told all of what it did itself.
    """
    game = Game(*table, 12)
    for moment in game.moments("builder"):
        if moment.seq % 9:
            continue
        for viewer in viewers(moment.state):
            told = engine.remembered(moment.state, reversed(game.events), viewer)
            old, new = game.events[: len(game.events) - told], game.events[len(game.events) - told :]
            assert turns_of(new, viewer) <= 2 if viewer is not None else turns_of(new, None) <= game.seats + 1
            if table[2]["look_at_track"]:
                old = [event for event in old if getattr(event, "seat", None) not in (viewer, None)]
            seen = [engine.seen_by(moment.state, event, viewer, fresh=False) for event in old]
            written_down = [game.edition.write_event(event) for event in seen]
            for event in written_down:
                assert not texts({**event, "type": None}) & {*engine.COLOURS}
            assert not old or type(new[0]).__name__ == "TurnBegan"


def turns_of(events: list[engine.Event], viewer: int | None) -> int:
    """How many turns of a seat, or of all, begin in these events."""
    began = [event.seat for event in events if type(event).__name__ == "TurnBegan"]
    return len(began) if viewer is None else began.count(viewer)


@ALL_TABLES
def test_everything_is_open_when_the_game_is_over(table: Table) -> None:
    game = Game(*table, 3).play_out("kind")
    state = game.edition.dump(game.state)
    for viewer in (None, 0):
        shown = game.edition.describe_view(engine.view(game.state, viewer))
        assert [seat["hand"] for seat in shown["seats"]] == state["hands"]
        assert [seat["ticket_ids"] for seat in shown["seats"]] == state["tickets"]
        if "tracks" in state:
            assert [seat["track"] for seat in shown["seats"]] == state["tracks"]
        assert [engine.seen_by(game.state, event, viewer) for event in game.events] == game.events


# The end


@games(1)
def test_the_score_is_what_brute_force_finds(table: Table, seed: int, temper: str) -> None:
    game = Game(*table, seed).play_out(temper)
    state = game.edition.dump(game.state)
    sheets = game.edition.describe_scores(engine.scores(game.state))
    book(game.edition).same_score(game.edition.id, state, sheets)


# The door


@ALL_TABLES
def test_a_wrong_number_of_seats_and_an_unknown_option_are_refused(table: Table) -> None:
    edition = table[0]
    for seats in (0, 1, edition.players[-1] + 1):
        with pytest.raises(ValueError, match="players"):
            engine.start(edition, seats, {}, Random(0))
    with pytest.raises(ValueError, match="no option"):
        engine.start(edition, edition.players[0], {"moon": True}, Random(0))


def test_the_engine_loads_no_django_and_no_random() -> None:
    program = (
        "import sys; before = set(sys.modules); import games.engine; "
        "print(' '.join(name for name in set(sys.modules) - before))"
    )
    loaded = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    roots = {name.partition(".")[0] for name in loaded.stdout.split()}
    assert not roots & {"django", "random", "secrets", "time", "datetime", "uuid", "rest_framework", "celery"}
    assert "games" in roots
