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
    """An action that cannot be read at all: no such type, field, route, card or ticket.

    `problem` is a stable word, `facts` says what was found; the words for people are the services'.
    """

    def __init__(self, problem: str, **facts: Any) -> None:
        super().__init__(problem, facts)
        self.problem, self.facts = problem, facts


def short(value: Any) -> str:
    """What came in, to say again in a refusal, but not all of it."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
