"""The engine's door: the rules of every edition, as plain functions.

States, events and actions are made of small integers; names appear in the JSON that an edition reads
and writes (`core.edition`). Nothing here knows the web, the database or the clock.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.core import table
from games.engine.core.chance import Rng, SeededRng, commitment
from games.engine.core.edition import Edition
from games.engine.core.errors import IllegalAction, MalformedAction
from games.engine.core.phase import Action, Refusal, State
from games.engine.core.table import Event
from games.engine.editions import EDITIONS
from games.engine.parts.cards import KIND_NAMES as COLOURS
from games.engine.parts.turns import TurnBegan

__all__ = [
    "COLOURS",
    "EDITIONS",
    "Action",
    "Edition",
    "Event",
    "IllegalAction",
    "MalformedAction",
    "Refusal",
    "Rng",
    "SeededRng",
    "State",
    "apply",
    "choices",
    "commitment",
    "determinize",
    "forgets",
    "forgets_own",
    "is_over",
    "legal_actions",
    "lists_all",
    "play",
    "refusal",
    "remembered",
    "replay",
    "scores",
    "seen_by",
    "start",
    "to_act",
    "view",
]


def start(edition: Edition, seats: int, options: Mapping[str, Any], rng: Rng) -> tuple[State, list[Event]]:
    """A new game and the events of its set-up (R-SETUP).

    Raises ValueError for a number of seats that the edition does not take, or an option that it
    does not know.
    """
    if seats not in edition.players:
        raise ValueError(f"{edition.id} is for {edition.players[0]} to {edition.players[-1]} players")
    unknown = set(options) - set(edition.options)
    if unknown:
        raise ValueError(f"{edition.id} has no option {min(unknown)}")
    events: list[Event] = []
    return edition.set_up(seats, rng, events, options), events


def to_act(state: State) -> tuple[int, ...]:
    """Seats that may decide now; () when the game is over."""
    seats: tuple[int, ...] = state.edition.phases[state.phase].to_act(state)
    return seats


def is_over(state: State) -> bool:
    return not to_act(state)


def legal_actions(state: State, seat: int, canonical: bool = False) -> Sequence[Action]:
    """Every legal action of a seat, ordered, no duplicates; () when it is not to act.

    canonical: without payments that lay more locomotives than a colour needs, for search.
    Of sets of tickets to complete only some are listed (`lists_all`).
    """
    phase = state.edition.phases[state.phase]
    actions: list[Action] = []
    if seat in phase.to_act(state):
        for choice in phase.choices:
            actions += choice.legal(state, seat, canonical)
    return actions


def lists_all(state: State) -> bool:
    """Does `legal_actions` hold everything that is legal now?"""
    return all(choice.lists_all for choice in state.edition.phases[state.phase].choices)


def refusal(state: State, seat: int, action: Action) -> Refusal | None:
    """None when the action is legal, else (reason, facts): why not, in numbers."""
    if seat not in to_act(state):
        return "not_your_turn", {}
    choice = state.edition.phases[state.phase].choice_for.get(type(action))
    if choice is None:
        return "wrong_phase", {"phase": state.phase}
    if choice.allows(state, seat, action):
        return None
    refused: Refusal = choice.refusal(state, seat, action)
    return refused


def play(state: State, seat: int, action: Action, rng: Rng) -> None:
    """Carry out an action that came from the list: no question asked, no log kept."""
    state.edition.phases[state.phase].choice_for[type(action)].take(state, seat, action, rng)


def apply(state: State, seat: int, action: Action, rng: Rng) -> list[Event]:
    """The checked `play`: changes the state and gives the events.

    Raises IllegalAction, and the state is as before.
    """
    refused = refusal(state, seat, action)
    if refused:
        raise IllegalAction(refused[0], **refused[1])
    events: list[Event] = []
    state.log = events
    try:
        play(state, seat, action, rng)
    finally:
        state.log = None
    return events


def view(state: State, viewer: int | None) -> Any:
    """What a seat, or a spectator (None), may see; everything once the game is over."""
    return state.edition.view(state, viewer)


def seen_by(state: State, event: Event, viewer: int | None, *, fresh: bool = True) -> Event:
    """The event with what this viewer may not see hidden; `state` tells whether the game is over.

    fresh: it happened within the viewer's `memory`; most editions forget nothing.
    """
    if is_over(state):
        return event
    seen: Event = state.edition.seen_by(state, event, viewer, fresh=fresh)
    return seen


def forgets(state: State) -> bool:
    """Do players of this table lose sight of what happened some turns ago (Card Game, R12)?"""
    return not is_over(state) and state.edition.memory(state, None) is not None


def forgets_own(state: State) -> bool:
    """Even of what they did themselves?"""
    return not is_over(state) and bool(state.edition.forgets_own(state))


def remembered(state: State, newest_first: Iterable[Event], viewer: int | None) -> int:
    """How many of these events, counted from the newest, are within the viewer's memory."""
    memory = state.edition.memory(state, viewer)
    number = 0
    for event in newest_first:
        number += 1
        if memory and isinstance(event, TurnBegan) and memory[0] in (None, event.seat):
            memory = memory[0], memory[1] - 1
            if memory[1] == 0:
                break
    return number


def choices(view: Any, canonical: bool = False) -> Sequence[Action]:
    """What the viewer may do: the `legal_actions` of every state that looks to it like this."""
    return legal_actions(view.edition.asked(view), view.viewer, canonical)


def determinize(view: Any, rng: Rng, ticket_weights: Any = None) -> State:
    """A state that the viewer could be looking at: `view(determinize(v, rng), v.viewer) == v`."""
    return view.edition.determinize(view, rng, ticket_weights)


def scores(state: State) -> Sequence[Any]:
    """Score sheets in final order (R-END-2 to R-END-6)."""
    sheets: Sequence[Any] = state.edition.scores(state)
    return sheets


def replay(edition: Edition, seats: int, options: Mapping[str, Any], events: Iterable[Event]) -> State:
    """The state to which these events lead; no rule is asked."""
    return table.replay(edition.blank(seats, options), events)
