"""A phase says who may act and with which choices; an edition is lists of them."""

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from games.engine.core.chance import Rng
from games.engine.core.table import Table, emit

Action = Any  # an instance of a choice's action class, a NamedTuple
State = Any  # of the game that owns the choice
Refusal = tuple[str, dict[str, Any]]


class Choice:
    """One thing a seat may do. `legal` is its only validator; `take` decides what happens and emits it."""

    action: ClassVar[Any]  # the class of its actions
    lists_all: ClassVar[bool] = True  # False: `legal` gives a part only, and `allows` is the rule

    def legal(self, state: State, seat: int, canonical: bool = False) -> Sequence[Action]:
        """Every legal action of this choice, ordered, no duplicates; canonical: those search needs."""
        raise NotImplementedError

    def allows(self, state: State, seat: int, action: Action) -> bool:
        """Is this action legal?"""
        return action in self.legal(state, seat)

    def refusal(self, state: State, seat: int, action: Action) -> Refusal:
        """Why `legal` does not list this action: a reason and facts in numbers."""
        raise NotImplementedError

    def take(self, state: State, seat: int, action: Action, rng: Rng) -> None:
        """Carry out an action that `legal` lists."""
        raise NotImplementedError


class Phase:
    """What may be done now: choices, in the order in which their actions are listed."""

    __slots__ = ("choice_for", "choices", "name")

    def __init__(self, name: str, *choices: Choice) -> None:
        self.name, self.choices = name, choices
        self.choice_for = {choice.action: choice for choice in choices}

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats that may decide now."""
        return (state.seat,)


class Over(Phase):
    """Nobody acts any more."""

    __slots__ = ()

    def to_act(self, state: State) -> tuple[int, ...]:
        return ()


class PhaseEntered(NamedTuple):
    """The seat to move goes on to another phase of its turn (second card, tickets to keep)."""

    seat: int
    phase: str

    @staticmethod
    def change(state: Table, seat: int, phase: str) -> None:
        state.phase = phase


def enter(state: Table, phase: str) -> None:
    emit(PhaseEntered, state, state.seat, phase)
