"""What the door asks of an edition: numbers, phases, and the few functions of its family."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.core.chance import Rng
from games.engine.core.phase import Phase
from games.engine.core.table import Event


class Edition:
    """A game that can be played: usa, europe, card-game.

    A family (map games, the Card Game) is a subclass; an edition is an instance of it, made of
    numbers and lists.
    """

    id: str
    name: str
    players: range
    phases: Mapping[str, Phase]
    options: tuple[str, ...] = ()  # options of a table that only this edition knows

    def set_up(self, seats: int, rng: Rng, log: list[Event] | None = None) -> Any:
        """A state in which the first decision is open; its events go to `log`."""
        raise NotImplementedError

    def blank(self, seats: int) -> Any:
        """An empty table, before any event."""
        raise NotImplementedError

    def view(self, state: Any, viewer: int | None) -> Any:
        """What a seat, or a spectator (None), may see."""
        raise NotImplementedError

    def determinize(self, view: Any, rng: Rng, ticket_weights: Any = None) -> Any:
        """A state that the viewer could be looking at."""
        raise NotImplementedError

    def scores(self, state: Any) -> Sequence[Any]:
        """Score sheets in final order."""
        raise NotImplementedError

    def read_action(self, raw: Any) -> Any:
        """An action out of its JSON; raises MalformedAction, or IllegalAction for a mix of colours."""
        raise NotImplementedError

    def write_action(self, action: Any) -> dict[str, Any]:
        """The JSON of an action."""
        raise NotImplementedError

    def read_event(self, raw: dict[str, Any]) -> Event:
        """An event out of its JSON."""
        raise NotImplementedError

    def write_event(self, event: Event) -> dict[str, Any]:
        """The JSON of an event; hidden fields are null."""
        raise NotImplementedError

    def action_types(self) -> list[str]:
        """The `type` of every action there can be."""
        raise NotImplementedError

    def event_types(self) -> list[str]:
        """The `type` of every event there can be."""
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """The edition for programs: map, tickets, numbers of its rules."""
        raise NotImplementedError

    def dealing(self) -> dict[str, Any]:
        """What has to be known to deal a recorded game once more (`docs/shuffle.md`), as JSON."""
        raise NotImplementedError

    def describe_view(self, view: Any) -> dict[str, Any]:
        """A view as JSON, with names instead of numbers."""
        raise NotImplementedError

    def describe_claim(self, view: Any, route: str) -> dict[str, Any]:
        """What claiming a route would take and bring; only map games have routes."""
        raise NotImplementedError

    def describe_station(self, view: Any, city: str) -> dict[str, Any]:
        """What a station in a city would take and bring; only some map games have stations."""
        raise NotImplementedError

    def describe_scores(self, sheets: Sequence[Any]) -> list[dict[str, Any]]:
        """Score sheets as JSON."""
        raise NotImplementedError

    def dump(self, state: Any) -> dict[str, Any]:
        """The whole state as JSON, secrets included."""
        raise NotImplementedError

    def load(self, raw: dict[str, Any]) -> Any:
        """A state out of what `dump` gave, also in older forms."""
        raise NotImplementedError
