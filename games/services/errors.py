"""What a service refuses: one exception for each meaning; `games.api.errors` makes HTTP of them."""

from typing import Any


class ServiceError(Exception):
    """A refusal that changed nothing. `code` is for programs, `detail` a sentence for people."""

    code = "bad_request"

    def __init__(self, detail: str, **facts: Any) -> None:
        super().__init__(detail)
        self.detail, self.facts = detail, facts


class BadRequest(ServiceError):
    """What was asked does not make sense."""


class Forbidden(ServiceError):
    """Not for this person."""

    code = "forbidden"


class NotYourSeat(Forbidden):
    """The person does not sit at this table."""

    code = "not_your_seat"


class TooManyGames(Forbidden):
    """A guest has begun enough for now."""


class TooFast(ServiceError):
    """Too much of it for now; the fact `retry_after` says after how many seconds it is taken."""

    code = "throttled"


class NotOpen(ServiceError):
    """The table does not take this any more, or not yet."""

    code = "not_open"


class SeatTaken(ServiceError):
    """No seat, or not this colour, is left."""

    code = "seat_taken"


class StaleDecision(ServiceError):
    """The question that was answered is no longer the open one."""

    code = "stale_decision"


class KeyReused(ServiceError):
    """The idempotency key came with another request before."""

    code = "key_reused"
