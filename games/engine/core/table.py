"""What every game needs and no game owns: events that change a state, and their log.

An event kind is a NamedTuple with a static `change(state, *fields)`. Its fields are facts: ints,
names, or tuples of them. `secret` tells for a field who may see it before the game is over.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

NOBODY = "nobody"
OWNER = "owner"  # the event's seat
COUNT = "count"  # the event's seat; everybody else sees how many

Event = Any  # an instance of an event kind: NamedTuple classes have no common type of their own
EventKind = Any


class Table(Protocol):
    """The part of a state that the machinery itself looks at."""

    seats: int
    phase: str
    seat: int
    log: list[Event] | None


T = TypeVar("T", bound=Table)
Kind = TypeVar("Kind", bound=type)
SECRETS: dict[type, dict[str, str]] = {}  # of each kind that has some: field -> who may see it


def secret(**fields: str) -> Callable[[Kind], Kind]:
    """Mark fields of an event kind: NOBODY, OWNER or COUNT."""

    def mark(kind: Kind) -> Kind:
        SECRETS[kind] = fields
        return kind

    return mark


def emit(kind: EventKind, *to: Any) -> None:
    """Let it happen to a state: `emit(Kind, state, *fields)`. Only for a log the event object is built.

    Taking state and fields together saves a twentieth of a game: they are passed on as they came.
    """
    kind.change(*to)
    log = to[0].log
    if log is not None:
        log.append(tuple.__new__(kind, to[1:]))  # what kind(*to[1:]) gives, in less time


def replay(state: T, events: Iterable[Event]) -> T:
    """Bring a blank state to where these events lead; no rule is asked."""
    for event in events:
        event.change(state, *event)
    return state


def masked(event: Event, viewer: int | None) -> Event:
    """The event as a seat, or a spectator (None), may see it before the game is over.

    None stands for what is hidden; a tuple of None tells at least how many.
    """
    hidden = {}
    for name, who in SECRETS.get(type(event), {}).items():
        if who == NOBODY or viewer is None or viewer != event.seat:
            hidden[name] = (None,) * len(getattr(event, name)) if who == COUNT else None
    return event._replace(**hidden) if hidden else event
