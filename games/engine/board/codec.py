"""Map games as JSON, with names for numbers: actions, events, views, score sheets, whole states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.board import progress
from games.engine.board.borrowing import Borrowing
from games.engine.board.claims import POINTS, ClaimRoute, nearest_payment, own
from games.engine.board.scoring import PARTS
from games.engine.board.state import State
from games.engine.board.stations import BuildStation, price_of_next
from games.engine.board.tunnels import Tunnel
from games.engine.board.view import View
from games.engine.core.codec import Coder, KindCodec, each, named
from games.engine.core.errors import MalformedAction, short
from games.engine.parts.cards import KIND_NAMES, KINDS
from games.engine.parts.codec import Json, PartsCodec
from games.engine.parts.payments import read_payment, write_payment
from games.engine.parts.tickets import put_away
from games.engine.parts.turns import NOT_YET

if TYPE_CHECKING:
    from games.engine.board.edition import BoardEdition

SCHEMA = 2  # of dumped states
NEW_IN: dict[int, Json] = {2: {"stations": {}, "tunnel": None, "box": []}}  # and what it means in older ones


class BoardCodec(PartsCodec):
    """The names of one edition at work."""

    def __init__(self, edition: BoardEdition) -> None:
        self.of = edition
        board = edition.board
        self.route = named(route.id for route in board.routes)
        self.city = named(board.cities)
        self.city_ids = set(board.cities)
        self.route_ids = {route.id for route in board.routes}
        super().__init__(
            edition,
            [ticket.id for ticket in board.tickets],
            edition.events,
            fields={
                "route": ("route", Coder(self.route.write, self.read_route)),
                "city": ("city", Coder(self.city.write, self.read_city)),
                "cards": ("cards", Coder(write_payment, read_payment)),
            },
            event_coders={
                "cards": Coder(write_payment, read_payment),
                "route": self.route,
                "city": self.city,
            },
        )
        self.parts = KindCodec(
            PARTS,
            {
                "routes": each(self.route),
                "borrowed": Coder(self.write_borrowed, self.read_borrowed),
            },
        )

    def write_borrowed(self, borrowed: dict[int, int]) -> dict[str, str]:
        return {self.city.write(city): self.route.write(route) for city, route in borrowed.items()}

    def read_borrowed(self, borrowed: dict[str, str]) -> dict[int, int]:
        return {self.city.read(city): self.route.read(route) for city, route in borrowed.items()}

    # Names in actions

    def read_route(self, name: Any) -> int:
        if not isinstance(name, str) or name not in self.route_ids:
            raise MalformedAction("no_such_route", route=short(name))
        return int(self.route.read(name))

    def read_city(self, name: Any) -> int:
        if not isinstance(name, str) or name not in self.city_ids:
            raise MalformedAction("no_such_city", city=short(name))
        return int(self.city.read(name))

    # What is shown

    def edition(self) -> Json:
        edition = self.of
        rules = {
            "trains": edition.trains,
            "stations": edition.stations,
            "hand": edition.hand,
            "cards": self.counts(edition.cards),
            "first_tickets": {
                "dealt": edition.first_long + edition.first_tickets,
                "keep": edition.keep_first,
                "long": edition.first_long,
            },
            "later_tickets": {"drawn": edition.later_tickets, "keep": edition.keep_later},
            "bonuses": dict(edition.bonuses),
            "station_points": edition.station_points,
            "route_points": {length: POINTS[length] for length in edition.board.lengths},
            "last_round_at": edition.last_round_at,
            "twins_closed_up_to": edition.twins_closed_up_to,
        }
        players = [edition.players.start, edition.players.stop - 1]
        head = {"id": edition.id, "name": edition.name, "board": edition.board_id, "players": players}
        return {**head, "options": list(edition.options), "rules": rules, **edition.board.data}

    def dealing(self) -> Json:
        """Cards and tickets before they are shuffled, in that order, and how many are dealt."""
        edition = self.of
        return {
            "cards": [list(pile) for pile in zip(KIND_NAMES, edition.cards, strict=True)],
            "hand": edition.hand,
            "tickets": [self.ticket.write(ticket) for ticket in edition.board.regular_tickets],
            "long_tickets": [self.ticket.write(ticket) for ticket in edition.board.long_tickets],
            "first_long": edition.first_long,
            "first_tickets": edition.first_tickets,
            "first_rest": "out" if edition.first_rest is put_away else "under",
            "later_tickets": edition.later_tickets,
            "tunnels": [route.id for route in edition.board.routes if route.tunnel],
        }

    def tickets(
        self,
        view: View,
        numbers: tuple[int, ...],
        *,
        if_claimed: int | None = None,
        if_built: int | None = None,
    ) -> list[Json]:
        """Own tickets with their progress on the board, as it stands or with one route or station more."""
        assert view.viewer is not None
        open_routes, owner, stations = view.open_routes(view.viewer), list(view.owner), dict(view.stations)
        if if_claimed is not None:
            owner[if_claimed] = view.viewer
        if if_built is not None:
            stations[if_built] = view.viewer
        helps = self.helps(view, owner, stations, numbers)
        shown = []
        for number in numbers:
            ticket = self.of.board.tickets[number]
            how = progress.of_ticket(self.of.board, owner, open_routes, view.viewer, number)
            cities = [self.of.board.cities[ticket.a], self.of.board.cities[ticket.b]]
            shown.append(
                {
                    "id": ticket.id,
                    "cities": cities,
                    "points": ticket.points,
                    "long": number in self.of.board.long_tickets,
                    "done": how.done,
                    "missing": how.missing,
                    "blocked": how.blocked,
                    "station": helps.get(number),
                }
            )
        return shown

    def helps(
        self, view: View, owner: list[int | None], stations: dict[int, int], tickets: tuple[int, ...]
    ) -> dict[int, Json]:
        """Unfinished ticket -> the station that completes it or, built in a free city, would."""
        if not self.of.stations:
            return {}
        assert view.viewer is not None
        borrowing = Borrowing(self.of.board, owner, stations, view.viewer)
        left = self.of.stations - list(stations.values()).count(view.viewer)
        free = [city for city in range(len(self.of.board.cities)) if left and city not in stations]
        return {
            ticket: {
                "city": self.city.write(its.city),
                "route": self.route.write(its.route),
                "built": its.built,
            }
            for ticket, its in progress.by_stations(borrowing, tickets, free).items()
        }

    def claim(self, view: View, route: str) -> Json:
        """What claiming a route would take and bring, to tell before it is asked for.

        `nearest`: the claim with the cards of the hand that come nearest to paying it (it pays if
        anything does); `tickets`: own tickets as they would stand then.
        """
        assert view.hand is not None
        number = self.route.read(route)
        price = self.of.board.prices[self.of.board.routes[number].price]
        nearest = ClaimRoute(number, nearest_payment(price, view.hand))
        return {
            "nearest": self.write_action(nearest),
            "tickets": self.tickets(view, view.tickets, if_claimed=number),
        }

    def station(self, view: View, city: str) -> Json:
        """What a station in a city would take and bring, as `claim` tells it of a route.

        `nearest` is null where the seat has no station left.
        """
        assert view.hand is not None
        assert view.viewer is not None
        number, nearest = self.city.read(city), None
        if view.stations_left(view.viewer):
            payment = nearest_payment(price_of_next(view, view.viewer), view.hand)
            nearest = self.write_action(BuildStation(number, payment))
        return {"nearest": nearest, "tickets": self.tickets(view, view.tickets, if_built=number)}

    def tunnel(self, tunnel: Tunnel | None) -> Json | None:
        """The payment on the table and what it met (R-TUNNEL-5)."""
        return tunnel and {
            "seat": tunnel.seat,
            "route": self.route.write(tunnel.route),
            "paid": write_payment(tunnel.cards),
            "turned_up": [self.card.write(card) for card in tunnel.turned_up],
            "due": tunnel.due,
        }

    def view(self, view: View) -> Json:
        last_round = None
        if view.turns_left != NOT_YET:
            turns_left = 0 if view.phase == "over" else view.turns_left + 1
            last_round = {"triggered_by": view.last_round_by, "turns_left": turns_left}
        claims = {
            self.route.write(route): owner for route, owner in enumerate(view.owner) if owner is not None
        }
        return {
            "phase": view.phase,
            "turn": None if view.phase in ("first_tickets", "over") else view.seat,
            "seats": [self.seat(view, seat) for seat in range(view.seats)],
            "you": self.own(view),
            "board": {
                "claims": claims,
                "stations": {self.city.write(city): seat for city, seat in sorted(view.stations.items())},
                "closed": self.closed(view),
            },
            "table": None,
            "face_up": self.row(view.row),
            "deck": view.deck,
            "discards": self.counts(view.discards),
            "ticket_deck": view.ticket_deck,
            "tunnel": self.tunnel(view.tunnel),
            "last_round": last_round,
        }

    def closed(self, view: View) -> list[str]:
        """Routes that nobody owns and the viewer, or for a spectator nobody, may claim (R-DOUBLE)."""
        seats = range(view.seats) if view.viewer is None else (view.viewer,)
        open_routes = {route for seat in seats for route in view.open_routes(seat)}
        free = (route for route, owner in enumerate(view.owner) if owner is None)
        return [self.route.write(route) for route in free if route not in open_routes]

    def seat(self, view: View, seat: int) -> Json:
        shown = {
            "number": seat,
            "cards": view.hand_sizes[seat],
            "tickets": view.ticket_sizes[seat],
            "offered": view.offered_sizes[seat],
            "trains": view.trains[seat],
            "stations": view.stations_left(seat),
            "points": view.points[seat],
            "known": self.counts(view.known[seat]),
            "completed": [],
        }
        if view.hands is not None and view.all_tickets is not None:
            shown["hand"] = self.counts(view.hands[seat])
            shown["ticket_ids"] = [self.ticket.write(ticket) for ticket in view.all_tickets[seat]]
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
            "offered": self.tickets(view, offered),
        }

    def part(self, part: Any) -> Json:
        """A part of a score sheet."""
        written = self.parts.write(part)
        del written["type"]
        return written

    # Whole states

    def dump(self, state: State) -> Json:
        """By names, so that a data file may be put in another order while games run."""
        ticket, card, route = self.ticket.write, self.card.write, self.route.write
        return {
            "schema": SCHEMA,
            "seats": state.seats,
            "phase": state.phase,
            "order": list(state.order),
            "seat": state.seat,
            "turns_left": state.turns_left,
            "last_round_by": state.last_round_by,
            "deck": [card(number) for number in state.deck],
            "discards": self.counts(state.discards),
            "row": self.row(state.row),
            "hands": [self.counts(state.hand(seat)) for seat in range(state.seats)],
            "known": [self.counts(state.known[at : at + KINDS]) for at in range(0, len(state.known), KINDS)],
            "trains": state.trains[:],
            "points": state.points[:],
            "owner": {route(number): seat for number, seat in enumerate(state.owner) if seat is not None},
            "stations": {self.city.write(city): seat for city, seat in state.stations.items()},
            "tunnel": self.tunnel(state.tunnel),
            "ticket_deck": [ticket(number) for number in state.ticket_deck],
            "tickets": [[ticket(number) for number in kept] for kept in state.tickets],
            "offered": [[ticket(number) for number in offered] for offered in state.offered],
            "box": [ticket(number) for number in state.box],
        }

    def load(self, raw: Json) -> State:
        """Raises ValueError for a schema that this program does not know."""
        if raw["schema"] not in range(1, SCHEMA + 1):
            raise ValueError(f"state of schema {raw['schema']}, known are 1 to {SCHEMA}")
        for schema in range(raw["schema"] + 1, SCHEMA + 1):
            raw = {**NEW_IN[schema], **raw}
        ticket, card = self.ticket.read, self.card.read
        state = State(self.of, raw["seats"])
        state.phase, state.seat, state.order = raw["phase"], raw["seat"], tuple(raw["order"])
        state.turns_left, state.last_round_by = raw["turns_left"], raw["last_round_by"]
        state.deck = [card(name) for name in raw["deck"]]
        state.discards = self.read_counts(raw["discards"])
        state.row = self.read_row(raw["row"])
        state.hands = [count for hand in raw["hands"] for count in self.read_counts(hand)]
        state.known = [count for hand in raw["known"] for count in self.read_counts(hand)]
        state.trains, state.points = raw["trains"][:], raw["points"][:]
        for name, seat in raw["owner"].items():
            own(state, seat, self.route.read(name))
        state.stations = {self.city.read(name): seat for name, seat in raw["stations"].items()}
        state.tunnel = self.read_tunnel(raw["tunnel"])
        state.ticket_deck = [ticket(name) for name in raw["ticket_deck"]]
        state.tickets = [tuple([ticket(name) for name in kept]) for kept in raw["tickets"]]
        state.offered = [tuple([ticket(name) for name in offered]) for offered in raw["offered"]]
        state.box = tuple([ticket(name) for name in raw["box"]])
        return state

    def read_tunnel(self, raw: Json | None) -> Tunnel | None:
        if raw is None:
            return None
        turned_up = tuple([self.card.read(name) for name in raw["turned_up"]])
        route, cards = self.route.read(raw["route"]), read_payment(raw["paid"])
        return Tunnel(raw["seat"], route, cards, turned_up, raw["due"])
