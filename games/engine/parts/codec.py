"""Names of cards and tickets, and what every game writes with them: actions, events, counts of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.core.codec import NUMBERS, Coder, KindCodec, each, named, type_name
from games.engine.core.edition import Edition
from games.engine.core.errors import MalformedAction, short
from games.engine.parts.cards import DECK, KIND_NAMES, PLACES
from games.engine.parts.scoring import Sheet

Json = dict[str, Any]
SHEET_PARTS = ("longest_path", "globetrotter", "stations", "big_cities")  # null where there is no such part


class PartsCodec:
    """The names of one edition at work. A family adds its own fields, views and states.

    events: kinds; fields, event_coders: of actions and events, beside those that all games have.
    """

    card = named(KIND_NAMES)

    def __init__(
        self,
        edition: Edition,
        tickets: Iterable[str],
        events: Iterable[Any],
        *,
        fields: Mapping[str, tuple[str, Coder]],
        event_coders: Mapping[str, Coder],
    ) -> None:
        tickets = tuple(tickets)
        self.ticket, self.ticket_ids = named(tickets), set(tickets)
        self.actions = {
            type_name(choice.action): choice.action
            for phase in edition.phases.values()
            for choice in phase.choices
        }
        self.action_fields: dict[str, tuple[str, Coder]] = {  # field of an action -> its name outside
            "place": ("from", Coder(self.write_place, self.read_place)),
            "tickets": ("tickets", Coder(each(self.ticket).write, self.read_tickets)),
            **fields,
        }
        self.events = KindCodec(
            events,
            {
                "card": self.card,
                "deck": each(self.card),
                "tickets": each(self.ticket),
                "ticket_deck": each(self.ticket),
                "order": NUMBERS,
                "numbers": NUMBERS,
                **event_coders,
            },
        )

    # Actions

    def write_action(self, action: Any) -> Json:
        written = {"type": type_name(type(action))}
        for name, value in zip(action._fields, action, strict=True):
            key, coder = self.action_fields[name]
            written[key] = coder.write(value)
        return written

    def read_action(self, raw: Any) -> Any:
        """Raises MalformedAction; IllegalAction for cards of mixed colours."""
        if not isinstance(raw, dict):
            raise MalformedAction("no_object")
        name = raw.get("type")
        kind = self.actions.get(name) if isinstance(name, str) else None
        if kind is None:
            raise MalformedAction("no_such_action", type=short(name))
        fields = [self.action_fields[field] for field in kind._fields]
        if {*raw} != {"type", *[key for key, _ in fields]}:
            raise MalformedAction("no_such_action", type=short(name))
        return kind(*[coder.read(raw[key]) for key, coder in fields])

    def write_place(self, place: int) -> int | str:
        return "deck" if place == DECK else place

    def read_place(self, place: Any) -> int:
        if place == "deck":
            return DECK
        if isinstance(place, bool) or not isinstance(place, int) or place not in range(PLACES):
            raise MalformedAction("no_such_place")
        return place

    def read_tickets(self, names: Any) -> tuple[int, ...]:
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise MalformedAction("no_list_of_tickets")
        for name in names:
            if name not in self.ticket_ids:
                raise MalformedAction("no_such_ticket", ticket=short(name))
        if len(set(names)) < len(names):
            raise MalformedAction("ticket_twice")
        return tuple(sorted(self.ticket.read(name) for name in names))

    # What is shown

    def counts(self, cards: Iterable[int]) -> dict[str, int]:
        """{"red": 2, ...} without zeroes."""
        return {name: number for name, number in zip(KIND_NAMES, cards, strict=True) if number}

    def read_counts(self, counts: Mapping[str, int]) -> list[int]:
        return [counts.get(name, 0) for name in KIND_NAMES]

    def row(self, row: Sequence[int | None]) -> list[str | None]:
        """Cards of the face-up row, by place."""
        return [None if card is None else self.card.write(card) for card in row]

    def read_row(self, names: Sequence[str | None]) -> list[int | None]:
        return [None if name is None else self.card.read(name) for name in names]

    def sheet(self, sheet: Sheet) -> Json:
        return {
            "seat": sheet.seat,
            "place": sheet.place,
            "total": sheet.total,
            "routes": sheet.routes,
            "tickets": [
                {"id": self.ticket.write(ticket), "points": points, "completed": completed}
                for ticket, points, completed in sheet.tickets
            ],
            **dict.fromkeys(SHEET_PARTS),
            **{name: self.part(part) for name, part in sheet.parts.items()},
            "tie_break": sheet.tie_break,
        }

    def part(self, part: Any) -> Any:
        """A part of a score sheet."""
        raise NotImplementedError
