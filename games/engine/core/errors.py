"""What can go wrong at the engine's door."""

from typing import Any


class IllegalAction(Exception):
    """An action that the rules refuse.

    `reason` is a stable word that programs may switch on, `facts` says why in numbers. The state
    that refused is unchanged.
    """

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(reason, facts)
        self.reason, self.facts = reason, facts


class MalformedAction(ValueError):
    """An action that cannot be read at all: no such type, field, route, card or ticket."""
