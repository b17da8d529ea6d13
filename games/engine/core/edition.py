"""What the door asks of an edition: numbers, phases, and the few functions of its family."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from games.engine.core.chance import Rng
from games.engine.core.codec import KindCodec
from games.engine.core.phase import Phase
from games.engine.core.table import Event, masked

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})


class Codec(Protocol):
    """What a family writes and reads as JSON, with names instead of numbers."""

    events: KindCodec

    @property
    def actions(self) -> Mapping[str, Any]: ...
    def read_action(self, raw: Any) -> Any: ...
    def write_action(self, action: Any) -> dict[str, Any]: ...
    def edition(self) -> dict[str, Any]: ...
    def dealing(self) -> dict[str, Any]: ...
    def view(self, view: Any) -> dict[str, Any]: ...
    def sheet(self, sheet: Any) -> dict[str, Any]: ...
    def dump(self, state: Any) -> dict[str, Any]: ...
    def load(self, raw: dict[str, Any]) -> Any: ...


class Edition:
    """A game that can be played: usa, europe, card-game.

    A family (map games, the Card Game) is a subclass; an edition is an instance of it, made of
    numbers and lists.
    """

    id: str
    name: str
    players: range
    phases: Mapping[str, Phase]
    setting_up: Sequence[Callable[[Any, Rng], None]]  # one step after the other
    options: tuple[str, ...] = ()  # options of a table that only this edition knows, each on or off

    @property
    def codec(self) -> Codec:
        """The names of this edition at work."""
        raise NotImplementedError

    def set_up(
        self,
        seats: int,
        rng: Rng,
        log: list[Event] | None = None,
        options: Mapping[str, Any] = NO_OPTIONS,
    ) -> Any:
        """A state in which the first decision is open, by the edition's steps; its events go to `log`."""
        state = self.blank(seats, options)
        state.log = log
        for step in self.setting_up:
            step(state, rng)
        state.log = None
        return state

    def blank(self, seats: int, options: Mapping[str, Any] = NO_OPTIONS) -> Any:
        """An empty table, before any event."""
        raise NotImplementedError

    def view(self, state: Any, viewer: int | None) -> Any:
        """What a seat, or a spectator (None), may see."""
        raise NotImplementedError

    def seen_by(self, state: Any, event: Event, viewer: int | None, *, fresh: bool) -> Event:
        """The event with what this viewer may not see of a game that goes on hidden.

        fresh: the viewer still remembers it (`memory`).
        """
        return masked(event, viewer)

    def memory(self, state: Any, viewer: int | None) -> tuple[int | None, int] | None:
        """What happened how long ago is no longer `fresh`; None where nothing is forgotten.

        (seat, number): everything before so many turns of that seat, or of any seat (None), counted
        back from the newest one, which may still go on.
        """
        return None

    def forgets_own(self, state: Any) -> bool:
        """Are even the viewer's own doings forgotten?"""
        return False

    def asked(self, view: Any) -> Any:
        """A state with all that the viewer's own choices depend on, and nothing that it does not see."""
        raise NotImplementedError

    def determinize(self, view: Any, rng: Rng, ticket_weights: Any = None) -> Any:
        """A state that the viewer could be looking at."""
        raise NotImplementedError

    def scores(self, state: Any) -> Sequence[Any]:
        """Score sheets in final order."""
        raise NotImplementedError

    # As JSON

    def read_action(self, raw: Any) -> Any:
        """An action out of its JSON; raises MalformedAction, or IllegalAction for a mix of colours."""
        return self.codec.read_action(raw)

    def write_action(self, action: Any) -> dict[str, Any]:
        """The JSON of an action."""
        return self.codec.write_action(action)

    def read_event(self, raw: dict[str, Any]) -> Event:
        """An event out of its JSON."""
        return self.codec.events.read(raw)

    def write_event(self, event: Event) -> dict[str, Any]:
        """The JSON of an event; hidden fields are null."""
        return self.codec.events.write(event)

    def action_types(self) -> list[str]:
        """The `type` of every action there can be."""
        return list(self.codec.actions)

    def event_types(self) -> list[str]:
        """The `type` of every event there can be."""
        return list(self.codec.events.kinds)

    def describe(self) -> dict[str, Any]:
        """The edition for programs: map, tickets, numbers of its rules."""
        return self.codec.edition()

    def dealing(self) -> dict[str, Any]:
        """What has to be known to deal a recorded game once more (`docs/shuffle.md`)."""
        return self.codec.dealing()

    def describe_view(self, view: Any) -> dict[str, Any]:
        """A view."""
        return self.codec.view(view)

    def describe_claim(self, view: Any, route: str) -> dict[str, Any]:
        """What claiming a route would take and bring; only map games have routes."""
        raise NotImplementedError

    def describe_station(self, view: Any, city: str) -> dict[str, Any]:
        """What a station in a city would take and bring; only some map games have stations."""
        raise NotImplementedError

    def describe_placing(self, view: Any, cards: Mapping[str, int]) -> dict[str, Any]:
        """What placing cards would make, and whom it would rob; only the Card Game has rows."""
        raise NotImplementedError

    def describe_completing(self, view: Any, tickets: Sequence[str]) -> dict[str, Any]:
        """What completing these tickets would bring and leave; only the Card Game asks for it."""
        raise NotImplementedError

    def describe_scores(self, sheets: Sequence[Any]) -> list[dict[str, Any]]:
        """Score sheets."""
        return [self.codec.sheet(sheet) for sheet in sheets]

    def dump(self, state: Any) -> dict[str, Any]:
        """The whole state, secrets included."""
        return self.codec.dump(state)

    def load(self, raw: dict[str, Any]) -> Any:
        """A state out of what `dump` gave, also in older forms."""
        return self.codec.load(raw)
