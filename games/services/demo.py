"""Sample games of the embedded default: each move chosen by the computer players' code, nothing invented."""

from collections.abc import Callable, Sequence

from accounts.models import User
from games import ai, engine, store
from games.models import Game
from games.services import bots, lobby, play

LEVEL = "normal"
MOVES = 48
"""So many moves at least are made in the games that go on."""
FINISHED = (("usa", (0, 1)), ("europe", (1, 2)), ("usa-big-cities", (2, 0)), ("card-game", (0, 2)))
"""Editions of the games that are over, and which of the people play."""
OPTIONS = {"card-game": {"look_at_track": True}}
"""Of their tables, as the form proposes them."""

Table = store.Table


def fill(people: Sequence[User]) -> None:
    """Games of three people: one waits for each of them, one is open, four are finished."""
    first, second, third = people
    waiting = begin("usa", [first, second, third], computers=1)
    play_on(waiting, until=waits_for(first))
    other = begin("usa-1910", [third, first])
    play_on(other, until=waits_for(third))
    cards = begin("card-game", [second, third], computers=1)
    play_on(cards, until=waits_for(second))
    lobby.open_table(user=second, edition="usa", size=4, bots=["normal"])
    for edition, players in FINISHED:
        play_on(begin(edition, [people[player] for player in players]), until=lambda table: False)


def begin(edition: str, people: Sequence[User], *, computers: int = 0) -> Game:
    """A game of these people and computer players that has just begun."""
    host, *others = people
    size = len(people) + computers
    game = lobby.open_table(
        user=host, edition=edition, size=size, options=OPTIONS.get(edition), bots=["normal"] * computers
    )
    for person in others:
        lobby.join(game_id=game.pk, user=person)
    return game


def waits_for(person: User) -> Callable[[Table], bool]:
    """Has the game gone on for a while, and is it this person's turn?"""

    def waits(table: Table) -> bool:
        asked = {table.seats[number].user_id for number in table.decisions}
        return table.game.seq >= MOVES and table.state.phase == "turn" and asked == {person.pk}

    return waits


def play_on(game: Game, *, until: Callable[[Table], bool]) -> None:
    """People's seats move like computer players, through the same door as people, until then or the end."""
    table = store.load(*store.snapshot(game.pk))
    while table.game.is_running and not until(table):
        table = one_move(table)


def one_move(table: Table) -> Table:
    """The first open decision is answered; gives the game after it."""
    number, decision = min(table.decisions.items())
    seat = table.seats[number]
    if seat.user is None:
        bots.play_one(game_id=table.game.pk, at_once=True)
        return store.load(*store.snapshot(table.game.pk))
    view = engine.view(table.state, number)
    action = ai.choose(view, LEVEL, bots.generator(table.game, decision))
    written = table.edition.write_action(action)
    moved = play.submit(
        game_id=table.game.pk, user=seat.user, decision=decision.name, action=written, key=decision.name
    )
    return moved.table
