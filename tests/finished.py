"""Games that are over, played in memory and put into the rows; they wait to be looked back on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from accounts import clock
from games import engine
from games.models import Game, Hindsight, Move
from games.services import play
from tests.secrets.games import Played

if TYPE_CHECKING:
    from accounts.models import User
    from games.selectors import Swing


def game(edition: str, *people: User, seed: int = 1) -> Game:
    """Of these people and a computer player."""
    played = Played(edition, *people, seed=seed)
    played.play.play_out("builder")
    played.put_down()
    its = played.game
    its.result = played.play.edition.describe_scores(engine.scores(played.play.state))
    its.status, its.ended_at = Game.Status.FINISHED, its.changed_at
    its.save(update_fields=("result", "status", "ended_at"))
    begin(its)
    return its


def nearly(edition: str, person: User, seed: int = 1) -> tuple[Game, Callable[[], object]]:
    """One before its last move, against a computer player, and what makes that move."""
    played = Played(edition, person, seed=seed)
    end = len(Played(edition, person, seed=seed).play.play_out("builder").moves) - 1
    last = next(moment for moment in played.play.moments("builder") if moment.seq == end)
    played.put_down()
    decision = played.game.decisions.get(seat=last.seat).name

    def move() -> object:
        if last.seat == 0:
            written = played.play.edition.write_action(last.action)
            return play.submit(
                game_id=played.game.pk, user=person, decision=decision, action=written, key="last"
            )
        return play.submit_for_computer(
            game_id=played.game.pk, seat=last.seat, decision=decision, action=last.action, by=Move.By.BOT
        )

    return played.game, move


def begin(game: Game) -> None:
    """Looking back on it."""
    Hindsight.objects.create(game=game, begun_at=clock.now(), touched_at=clock.now())


def tell(game: Game, *swings: Swing) -> None:
    """These turns have swung it."""
    told = {"schema": 1, "swings": [swing._asdict() for swing in swings]}
    Hindsight.objects.filter(game=game).update(swings=told, ready_at=clock.now())
