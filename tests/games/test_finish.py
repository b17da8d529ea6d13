"""The end of a game: the result, places, and everything open."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import engine, store
from games.models import Game
from tests import cast
from tests.engine import naive

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(turn: Game) -> Game:
    cast.play_on(turn, 2_000, seed=7)
    turn.refresh_from_db()
    assert turn.is_finished
    return turn


def test_the_result_is_what_a_brute_force_scorer_says(finished: Game) -> None:
    assert finished.state is not None
    assert finished.result is not None
    expected = naive.score(finished.edition, finished.state)

    assert [(row["seat"], row["place"], row["total"]) for row in finished.result] == [
        (sheet["seat"], sheet["place"], sheet["total"]) for sheet in expected
    ]
    for row in finished.result:
        seat = finished.seats.get(number=row["seat"])
        assert (seat.place, seat.total) == (row["place"], row["total"])


def test_nothing_is_asked_any_more(finished: Game) -> None:
    assert not finished.decisions.exists()


def test_the_events_lead_to_the_stored_state(finished: Game) -> None:
    assert store.replayed(finished) == store.stored(finished)


def test_seed_and_hands_are_open_to_whoever_could_look(finished: Game, charlie: User) -> None:
    seen = cast.client(charlie).get(f"/api/games/{finished.pk}/").data

    assert engine.commitment(bytes.fromhex(seen["seed"])) == seen["commitment"]
    for seat in seen["seats"]:
        assert sum(seat["hand"].values()) == seat["cards"]
        assert len(seat["ticket_ids"]) == seat["tickets"]


def test_the_record_replays_from_its_seed(finished: Game, charlie: User) -> None:
    record = cast.client(charlie).get(f"/api/games/{finished.pk}/export/").json()
    edition = engine.EDITIONS[record["edition"]]
    seed = bytes.fromhex(record["seed"])

    state, events = engine.start(edition, record["seats"], {}, engine.SeededRng(seed, 0))
    for move in record["moves"]:
        if move["seq"]:
            action = edition.read_action(move["action"])
            events = engine.apply(state, move["seat"], action, engine.SeededRng(seed, move["seq"]))
        heads = ("seq", "n", "by", "at")
        told = [{key: value for key, value in event.items() if key not in heads} for event in move["events"]]
        written = [{"seat": move["seat"], **edition.write_event(event)} for event in events]
        assert told == written
    assert edition.describe_scores(engine.scores(state)) == record["result"]["scores"]


def test_the_record_of_a_running_game_keeps_its_secrets(turn: Game) -> None:
    record = cast.client(cast.user_of(turn, 0)).get(f"/api/games/{turn.pk}/export/").json()

    assert record["seed"] is None
    kept = {move["seat"]: move["action"] for move in record["moves"] if move["seq"]}
    assert kept[1] is None
    assert kept[0]["type"] == "keep_tickets"


def test_a_move_after_the_end_is_stale(finished: Game) -> None:
    answer = cast.client(cast.user_of(finished, 0)).post(
        f"/api/games/{finished.pk}/actions/",
        {"decision": "9-0", "action": {"type": "draw_card", "from": "deck"}},
        headers={"Idempotency-Key": "late"},
    )

    assert (answer.status_code, answer.data["code"]) == (409, "stale_decision")
    assert answer.data["game"]["status"] == "finished"


def test_the_second_card_goes_on_with_the_turns_time(turn: Game) -> None:
    before = turn.decisions.get()
    assert before.kind == "turn"

    cast.answer(turn, 0, {"type": "draw_card", "from": "deck"})

    after = turn.decisions.get()
    assert after.kind == "second_card"
    assert after.since == before.since
