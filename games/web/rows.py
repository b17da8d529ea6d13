"""Lines of lists: my games and the lobby."""

import html
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import prefetch_related_objects
from django.urls import reverse

from accounts.models import User
from games import selectors
from games.models import COLOURS, Game, Invited, Move, Seat
from games.web import clocks, log, names, profile

Row = dict[str, Any]


def rows(games: Iterable[Game], user: Any) -> list[Row]:
    """One for each game; what happened last is looked up for all of them at once."""
    games = list(games)
    prefetch_related_objects(games, "seats__user", "decisions")  # nothing where a list has done so
    last = selectors.last_moves(games)
    return [row(game, user, last.get(game.pk)) for game in games]


def row(game: Game, user: Any, last: Move | None) -> Row:
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    asked = {decision.seat: decision for decision in game.decisions.all()}
    mine = next((seat for seat in seats if isinstance(user, User) and seat.user_id == user.pk), None)
    own = asked.get(mine.number) if mine and not mine.played_by_computer else None
    due = own or clocks.first_due(asked.values())
    return {
        "id": game.pk,
        "title": names.table(game),
        "edition_name": names.edition(game.edition),
        "options": [*names.agreed_briefly(game), *clocks.agreed_briefly(game)],
        "board": names.board(game.edition),
        "seats": [
            seat_row(seat, mine, to_move=seat.number in asked) | {"is_host": is_host(game, seat)}
            for seat in seats
        ],
        "seats_total": game.size,
        "seats_free": game.size - len(seats) if game.is_open else 0,
        "claims": {route: colour_of(seats, owner) for route, owner in selectors.claims(game).items()},
        "last": told(game, seats, mine, last),
        "since": since(game, own.since if own else None),
        "deadline": due.deadline if due else None,
        "clock": clocks.face(due) if due else None,
        "url": reverse("games:table", args=[game.pk]),
        "is_open": game.is_open,
        "my_turn": own is not None,
        "my_total": mine.total if mine else None,
        "won": bool(mine and mine.place == 1),
        "host_name": game.host.username if game.host else "",
        "clock_text": clocks.brief(game),
        "given_up": mine is not None and mine.is_given_up,
        "joined": mine is not None,
        "can_join": game.is_open and mine is None and len(seats) < game.size,
    }


def seat_row(seat: Seat, mine: Seat | None, *, to_move: bool = False) -> Row:
    return {
        "number": seat.number,
        "name": names.player(seat),
        "profile": profile.url(seat.user),
        "colour": seat.colour,
        "is_me": mine is not None and seat.pk == mine.pk,
        "is_bot": bool(seat.bot),
        "level": names.LEVELS[seat.bot] if seat.bot else "",
        "to_move": to_move,
        "place": seat.place,
        "total": seat.total,
    }


def void_row(game: Game, user: Any) -> Row:
    """A game that came to nothing because somebody never chose tickets, and where it goes on."""
    away = [seat for seat in game.seats.all() if seat.user_id in game.absentees]
    return {
        "title": names.table(game),
        "edition_name": names.edition(game.edition),
        "url": reverse("games:table", args=[game.pk]),
        "ended": game.ended_at,
        "who": names.listed([names.player(seat) for seat in away]) if away else "",
        "is_me": isinstance(user, User) and user.pk in game.absentees,
        "successor": names.table_number(game.successor_id) if game.successor_id else "",
        "successor_url": reverse("games:table", args=[game.successor_id]) if game.successor_id else "",
    }


def invitation_row(invited: Invited) -> Row:
    """A table to which somebody was invited by name."""
    return {
        "title": names.table(invited.game),
        "edition_name": names.edition(invited.game.edition),
        "board": names.board(invited.game.edition),
        "by": invited.by.username if invited.by else "",
        "clock_text": clocks.brief(invited.game),
        "url": reverse("games:invitation", args=[invited.game.invite]),
        "decline_url": reverse("games:decline", args=[invited.game.pk]),
    }


def places(table: Row) -> list[Row]:
    """The seats of a table before the start, free ones as empty rows at the end."""
    return [*table["seats"], *[{}] * table["seats_free"]]


def free_colours(table: Row) -> list[str]:
    taken = {seat["colour"] for seat in table["seats"]}
    return [colour for colour in COLOURS if colour not in taken]


def is_host(game: Game, seat: Seat) -> bool:
    return seat.user_id is not None and seat.user_id == game.host_id


def colour_of(seats: Iterable[Seat], number: int) -> str:
    return next(seat.colour for seat in seats if seat.number == number)


def by_deadline(row: Row) -> tuple[Any, ...]:
    """For sorting: what is due first, then what has waited longest."""
    return row["deadline"] is None, row["deadline"] or row["since"], row["id"]


def since(game: Game, asked: datetime | None) -> datetime:
    """When the row's matter began: my decision, the end, or the last move."""
    return asked or game.ended_at or game.changed_at


def told(game: Game, seats: list[Seat], mine: Seat | None, last: Move | None) -> str:
    """What somebody did in the last move, in words."""
    if last is None or game.state is None:  # it may have begun since the game was read
        return ""
    seen = selectors.at_a_glance(game, seats, mine.number if mine else None)
    lines = log.lines(seen, seen.events([last]), plain=True)
    by_somebody = [line for line in lines if line.seat is not None] or lines
    return html.unescape(by_somebody[0].noted) if by_somebody else ""
