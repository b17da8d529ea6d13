"""The Card Game as JSON, with names for numbers: actions, events, views, score sheets, whole states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from games.engine.core.codec import Coder, each, named
from games.engine.editions.card_game.completing import pile
from games.engine.editions.card_game.paying import Ticket, missing
from games.engine.editions.card_game.rows import SET, TRIO, Row, robbed_by, rows_of
from games.engine.editions.card_game.scoring import BigCities, in_city
from games.engine.editions.card_game.state import State
from games.engine.editions.card_game.view import View
from games.engine.parts.cards import COLOURS, KIND_NAMES, KINDS, PLACES, cards_of
from games.engine.parts.codec import Json, PartsCodec
from games.engine.parts.payments import read_cards
from games.engine.parts.turns import NOT_YET

if TYPE_CHECKING:
    from games.engine.editions.card_game.edition import CardGameEdition

SCHEMA = 1  # of dumped states


class CardGameCodec(PartsCodec):
    """The names of the edition at work."""

    def __init__(self, edition: CardGameEdition) -> None:
        self.of = edition
        self.city = named(edition.cities)
        self.colour = named(COLOURS)
        super().__init__(
            edition,
            [ticket.id for ticket in edition.tickets],
            edition.events,
            fields={"cards": ("cards", Coder(self.counts, self.read_cards))},
            event_coders={"cards": each(self.card), "track": each(self.card), "rows": each(self.colour)},
        )

    def read_cards(self, raw: object) -> tuple[int, ...]:
        """KINDS counts; raises MalformedAction."""
        return tuple(read_cards(raw))

    # What is shown

    def edition(self) -> Json:
        edition = self.of
        rules = {
            "trains": 0,
            "stations": 0,
            "station_points": 0,
            "route_points": {},
            "bonuses": {},
            "hand": edition.given + edition.dealt,
            "given": edition.given,
            "dealt": edition.dealt,
            "cards": self.counts(edition.cards),
            "face_up": PLACES,
            "first_tickets": {"dealt": edition.first_tickets, "keep": edition.keep_first, "long": 0},
            "later_tickets": {"drawn": edition.later_tickets, "keep": edition.keep_later},
            "set": SET,
            "trio": TRIO,
            "second_half_from": edition.second_half_from,
            "second_hand": edition.second_hand,
        }
        return {
            "id": edition.id,
            "name": edition.name,
            "board": None,
            "players": [edition.players.start, edition.players.stop - 1],
            "options": list(edition.options),
            "rules": rules,
            "colours": list(COLOURS),
            "cities": edition.data["cities"],
            "routes": [],
            "tickets": edition.data["tickets"],
            "big_cities": edition.data["big_cities"],
        }

    def dealing(self) -> Json:
        """Cards and tickets before they are shuffled, in that order, and how many are dealt."""
        edition = self.of
        return {
            "cards": [list(pair) for pair in zip(KIND_NAMES, edition.cards, strict=True)],
            "given": edition.given,
            "hand": edition.dealt,
            "second_hand": edition.second_hand,
            "tickets": [ticket.id for ticket in edition.tickets],
            "long_tickets": [],
            "first_long": 0,
            "first_tickets": edition.first_tickets,
            "first_rest": "shuffled",
            "later_tickets": edition.later_tickets,
            "tunnels": [],
        }

    def tickets(self, view: View, numbers: Sequence[int], beside: Sequence[int] = ()) -> list[Json]:
        """Own tickets, with what the own track pile still lacks where it may be looked at.

        beside: others that the same pile would pay for. When the game is over nothing is paid any more.
        """
        over = view.phase == "over"
        track = None if over else view.track
        done: set[str] = set()
        if track is not None:
            done = {ticket.id for ticket in pile(view, track, [*numbers, *beside]).best()}
        return [self.ticket_line(track, self.of.tickets[number], done, over=over) for number in numbers]

    def ticket_line(
        self, track: tuple[int, ...] | None, ticket: Ticket, done: set[str], *, over: bool
    ) -> Json:
        line: Json = {
            "id": ticket.id,
            "cities": [self.city.write(city) for city in ticket.cities],
            "points": ticket.points,
            "long": False,
            "requires": self.colours(ticket.need),
            "done": False if over else None,
            "missing": None,
            "lacks": None,
            "blocked": False,
            "station": None,
        }
        if track is not None:
            lacks = [max(0, its - have) for its, have in zip(ticket.need, track, strict=False)]
            line["done"] = ticket.id in done
            line["missing"], line["lacks"] = missing(track, [ticket]), self.colours(lacks)
        return line

    def colours(self, need: Iterable[int]) -> dict[str, int]:
        """{"red": 2, ...} of counts without locomotives."""
        return self.counts([*need, 0])

    def placing(self, view: View, cards: Mapping[str, int]) -> Json:
        """The rows that placing cards would make, legal or not, and the row it would rob."""
        assert view.viewer is not None
        its = cards_of(self.read_cards(cards))
        robs = robbed_by(view.rows, view.viewer, its)
        return {
            "rows": [self.row_of(colour, row) for colour, row in rows_of(view.viewer, its).items()],
            "robs": [{"seat": row.seat, **self.row_of(colour, row)} for colour, row in robs.items()],
        }

    def completing(self, view: View, tickets: Sequence[str]) -> Json:
        """What completing these tickets of the hand, payable or not, would bring and leave."""
        assert view.viewer is not None
        assert view.track is not None
        numbers = self.read_tickets(list(tickets))
        its, chosen = pile(view, view.track, view.tickets), [self.of.tickets[number] for number in numbers]
        lacking, completed = missing(view.track, chosen), {*view.completed[view.viewer], *numbers}
        return {
            "points": sum(ticket.points for ticket in chosen),
            "left": {} if lacking else self.counts(its.left(chosen)),
            "short": lacking,
            "fits": [] if lacking else [ticket.id for ticket in its.further(chosen)],
            "big_cities": [
                {
                    "city": self.city.write(city),
                    "points": points,
                    "completed": sum(city in self.of.tickets[number].cities for number in completed),
                }
                for city, points in self.of.big_cities.items()
            ],
            "suggested": [ticket.id for ticket in its.best()],
        }

    def row_of(self, colour: int, row: Row) -> Json:
        return {
            "colour": self.colour.write(colour),
            "coloured": row.coloured,
            "locomotives": row.locomotives,
        }

    def stations(self, rows: Sequence[Row | None], seats: int) -> list[list[Json]]:
        """By seat: its rows, by colour."""
        return [
            [self.row_of(colour, row) for colour, row in enumerate(rows) if row and row.seat == seat]
            for seat in range(seats)
        ]

    def view(self, view: View) -> Json:
        last_round = None
        if view.turns_left != NOT_YET:
            waits = view.phase in ("complete_tickets", "over")
            turns_left = 0 if waits else view.turns_left + 1
            last_round = {"triggered_by": view.last_round_by, "turns_left": turns_left}
        not_in_a_turn = ("first_tickets", "complete_tickets", "over")
        return {
            "phase": view.phase,
            "turn": None if view.phase in not_in_a_turn else view.seat,
            "seats": [self.seat(view, seat) for seat in range(view.seats)],
            "you": self.own(view),
            "board": None,
            "table": {
                "stations": self.stations(view.rows, view.seats),
                "tracks": list(view.track_sizes),
            },
            "face_up": self.row(view.row),
            "deck": view.deck,
            "discards": self.counts(view.discards),
            "ticket_deck": view.ticket_deck,
            "tunnel": None,
            "last_round": last_round,
            "scorings": view.scorings - (view.phase == "complete_tickets"),
            "big_cities": [
                {
                    "city": self.city.write(city),
                    "points": points,
                    "completed": [in_city(view, seat, city) for seat in range(view.seats)],
                }
                for city, points in self.of.big_cities.items()
            ],
        }

    def seat(self, view: View, seat: int) -> Json:
        shown = {
            "number": seat,
            "cards": view.hand_sizes[seat],
            "tickets": view.ticket_sizes[seat],
            "offered": view.offered_sizes[seat],
            "trains": None,
            "stations": None,
            "points": sum(self.of.tickets[number].points for number in view.completed[seat]),
            "known": self.counts(view.known[seat]),
            "completed": [self.ticket.write(number) for number in view.completed[seat]],
        }
        if view.hands is not None and view.all_tickets is not None and view.all_tracks is not None:
            shown["hand"] = self.counts(view.hands[seat])
            shown["ticket_ids"] = [self.ticket.write(ticket) for ticket in view.all_tickets[seat]]
            shown["track"] = self.counts(view.all_tracks[seat])
        return shown

    def own(self, view: View) -> Json | None:
        if view.viewer is None or view.hand is None:
            return None
        # First tickets stay laid out until all have chosen; whoever has chosen is not asked any more.
        offered = view.offered if view.viewer in view.to_act else ()
        return {
            "seat": view.viewer,
            "hand": self.counts(view.hand),
            "tickets": self.tickets(view, view.tickets),
            "offered": self.tickets(view, offered, beside=view.tickets),
            "track": None if view.track is None else self.counts(view.track),
        }

    def part(self, part: BigCities) -> list[Json]:
        """A part of a score sheet: a line for each Big City."""
        return [
            {"city": self.city.write(its.city), "completed": its.completed, "bonus": its.bonus}
            for its in part.cities
        ]

    # Whole states

    def dump(self, state: State) -> Json:
        """By names, so that the data file may be put in another order while games run."""
        ticket = self.ticket.write

        def by_seat(counts: Sequence[int]) -> list[dict[str, int]]:
            return [self.counts(counts[at : at + KINDS]) for at in range(0, len(counts), KINDS)]

        def of_seats(tickets: Iterable[Iterable[int]]) -> list[list[str]]:
            return [[ticket(number) for number in its] for its in tickets]

        return {
            "schema": SCHEMA,
            "seats": state.seats,
            "options": {"look_at_track": state.look_at_track, "auto_complete": state.auto_complete},
            "phase": state.phase,
            "order": list(state.order),
            "seat": state.seat,
            "turns_left": state.turns_left,
            "last_round_by": state.last_round_by,
            "scorings": state.scorings,
            "deck": [self.card.write(number) for number in state.deck],
            "discards": self.counts(state.discards),
            "row": self.row(state.row),
            "hands": by_seat(state.hands),
            "known": by_seat(state.known),
            "stations": self.stations(state.rows, state.seats),
            "tracks": by_seat(state.tracks),
            "ticket_deck": [ticket(number) for number in state.ticket_deck],
            "tickets": of_seats(state.tickets),
            "offered": of_seats(state.offered),
            "completed": of_seats(state.completed),
            "chosen": [None if its is None else [ticket(number) for number in its] for its in state.chosen],
        }

    def load(self, raw: Json) -> State:
        """Raises ValueError for a schema that this program does not know."""
        if raw["schema"] != SCHEMA:
            raise ValueError(f"state of schema {raw['schema']}, known is {SCHEMA}")
        ticket = self.ticket.read

        def of_seats(tickets: Iterable[Iterable[str]]) -> list[tuple[int, ...]]:
            return [tuple([ticket(name) for name in its]) for its in tickets]

        def flat(hands: Iterable[Mapping[str, int]]) -> list[int]:
            return [count for hand in hands for count in self.read_counts(hand)]

        state = State(self.of, raw["seats"], raw["options"])
        state.phase, state.seat, state.order = raw["phase"], raw["seat"], tuple(raw["order"])
        state.turns_left, state.last_round_by = raw["turns_left"], raw["last_round_by"]
        state.scorings = raw["scorings"]
        state.deck = [self.card.read(name) for name in raw["deck"]]
        state.discards, state.row = self.read_counts(raw["discards"]), self.read_row(raw["row"])
        state.hands, state.known, state.tracks = flat(raw["hands"]), flat(raw["known"]), flat(raw["tracks"])
        for seat, rows in enumerate(raw["stations"]):
            for row in rows:
                colour = self.colour.read(row["colour"])
                state.rows[colour] = Row(seat, row["coloured"], row["locomotives"])
        state.ticket_deck = [ticket(name) for name in raw["ticket_deck"]]
        state.tickets, state.offered = of_seats(raw["tickets"]), of_seats(raw["offered"])
        state.completed = of_seats(raw["completed"])
        chosen = raw["chosen"]
        state.chosen = [None if its is None else tuple([ticket(name) for name in its]) for its in chosen]
        return state
