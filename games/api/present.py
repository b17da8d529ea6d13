"""A game as JSON, as one viewer sees it (docs: the public contract)."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from games import selectors
from games.models import ChatLine, Decision, Game, Seat
from games.selectors import Profile, Seen

Json = dict[str, Any]
UNBEGUN_OWN: Json = {"hand": {}, "tickets": [], "offered": []}


def decision(row: Decision) -> Json:
    """Times are those of the whole turn; what is left counts only while the clock runs."""
    shown = row.reading()
    return {
        "id": row.name,
        "seat": row.seat,
        "kind": row.kind,
        "since": row.since,
        "deadline": row.deadline,
        "left_s": int(shown.left.total_seconds()) if shown else None,
        "turn_until": shown.turn_until if shown else None,
        "still": {"why": shown.still.why, "until": shown.still.until} if shown and shown.still else None,
    }


def seat(row: Seat, away_until: datetime | None = None) -> Json:
    """Whoever is on vacation is away, and until then."""
    away = away_until is not None and row.state == Seat.State.ACTIVE
    return {
        "number": row.number,
        "user": row.user.username if row.user else None,
        "bot": row.bot or None,
        "state": Seat.State.AWAY if away else row.state,
        "away_until": away_until,
        "reserve_s": None if row.reserve is None else int(row.reserve.total_seconds()),
        "colour": row.colour,
    }


def pause(seen: Seen) -> Json | None:
    """The pause that is asked for or goes on."""
    if seen.pause is None:
        return None
    row, names = seen.pause, {seat.user_id: seat.number for seat in seen.seats if seat.user_id}
    answers = {names[who]: agrees for who, agrees in seen.pause_answers.items() if who in names}
    return {
        "asked_by": None if row.asked_by_id is None else names.get(row.asked_by_id),
        "days": row.days,
        "state": row.state,
        "answer_by": row.answer_by,
        "begins": row.begins,
        "ends": row.ends,
        "agreed": sorted(number for number, agrees in answers.items() if agrees),
    }


def summary(game: Game, away: Mapping[int, datetime]) -> Json:
    """A line of a list; `away` says who is on vacation, and until when."""
    return {
        "id": str(game.pk),
        "edition": game.edition,
        "options": game.options,
        "status": game.status,
        "size": game.size,
        "host": game.host.username if game.host else None,
        "seq": game.seq,
        "seats": [
            seat(row, away.get(row.user_id) if row.user_id and game.is_running else None)
            for row in game.seats.all()
        ],
        "decisions": [decision(row) for row in game.decisions.all()],
        "created_at": game.created_at,
        "changed_at": game.changed_at,
    }


def game(seen: Seen, *, legal: bool) -> Json:
    """The game as its viewer may see it; `legal` adds what the viewer may do."""
    row, facts = seen.game, seen.facts
    head = {
        "id": str(row.pk),
        "edition": row.edition,
        "options": row.options,
        "status": row.status,
        "size": row.size,
        "host": row.host.username if row.host else None,
        "seq": row.seq,
        "decisions": [decision(row) for row in seen.decisions],
        "commitment": row.commitment or None,
        "pause": pause(seen),
        "successor": str(row.successor_id) if row.successor_id else None,
    }
    if seen.seat is not None and row.is_open and selectors.link_works(row):
        head |= {"invite": row.invite, "invite_until": row.invite_until}
    if facts is None:
        seats = [seat(row) for row in seen.seats]
        return {**head, "seats": seats, "you": own(seen, None, legal=legal), "result": None}
    table = {name: value for name, value in facts.items() if name not in ("seats", "you")}
    seats = [seat(row, seen.away_until.get(row.number)) | facts["seats"][row.number] for row in seen.seats]
    result = row.result and {"scores": row.result}
    game = {**head, "seats": seats, "you": own(seen, facts["you"], legal=legal), **table, "result": result}
    if seen.is_opened:
        game["seed"] = seen.seed
    return game


def chat_line(line: ChatLine, seats: Iterable[Seat]) -> Json:
    """What somebody said, at a table with these seats."""
    own = (row.number for row in seats if row.user_id is not None and row.user_id == line.user_id)
    return {
        "id": str(line.pk),
        "seat": next(own, None),
        "who": line.user.username if line.user else None,
        "text": line.text,
        "at": line.at,
    }


def own(seen: Seen, facts: Json | None, *, legal: bool) -> Json | None:
    """What only the viewer sees; None for a spectator."""
    if seen.seat is None:
        return None
    asked = seen.decision
    you = {"seat": seen.seat, **(facts or UNBEGUN_OWN), "decision": asked.name if asked else None}
    if legal:
        you |= {"legal": seen.legal() if asked else [], "legal_complete": seen.lists_all}
    return you


def profile(shown: Profile) -> Json:
    """A person as the viewer may see them."""
    reliability = shown.reliability
    typical = reliability.typical
    return {
        "username": shown.user.username,
        "member_since": shown.user.date_joined.date(),
        "away_until": shown.away_until,
        "reliability": {
            "share": reliability.share,
            "counted": reliability.counted,
            "typical_s": None if typical is None else int(typical.total_seconds()),
        },
        "games": {"running": shown.running, "finished": shown.finished},
    }
