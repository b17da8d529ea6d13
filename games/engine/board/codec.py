"""Map games as JSON, with names for numbers: actions, events, views, score sheets, whole states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.board import progress
from games.engine.board.claims import POINTS, ClaimRoute, nearest_payment, own
from games.engine.board.draws import DECK, DrawCard
from games.engine.board.scoring import Sheet
from games.engine.board.state import State
from games.engine.board.view import View
from games.engine.core.codec import NUMBERS, Coder, KindCodec, each, named, type_name
from games.engine.core.errors import MalformedAction, short
from games.engine.parts.cards import KIND_NAMES, KINDS, PLACES
from games.engine.parts.payments import read_payment, write_payment
from games.engine.parts.tickets import DrawTickets, KeepTickets
from games.engine.parts.turns import NOT_YET

if TYPE_CHECKING:
    from games.engine.board.edition import BoardEdition

SCHEMA = 1  # of dumped states
Json = dict[str, Any]


class BoardCodec:
    """The names of one edition at work."""

    def __init__(self, edition: BoardEdition) -> None:
        self.of = edition
        board = edition.board
        self.card = named(KIND_NAMES)
        self.route = named(route.id for route in board.routes)
        self.ticket = named(ticket.id for ticket in board.tickets)
        self.route_ids = {route.id for route in board.routes}
        self.ticket_ids = {ticket.id for ticket in board.tickets}
        self.events = KindCodec(
            edition.events,
            {
                "card": self.card,
                "cards": Coder(write_payment, read_payment),
                "deck": each(self.card),
                "route": self.route,
                "tickets": each(self.ticket),
                "ticket_deck": each(self.ticket),
                "order": NUMBERS,
                "numbers": NUMBERS,
            },
        )

    # Actions

    def write_action(self, action: Any) -> Json:
        match action:
            case DrawCard(place):
                return {"type": "draw_card", "from": "deck" if place == DECK else place}
            case ClaimRoute(route, cards):
                written = {"route": self.route.write(route), "cards": write_payment(cards)}
                return {"type": "claim_route", **written}
            case KeepTickets(tickets):
                return {"type": "keep_tickets", "tickets": [self.ticket.write(ticket) for ticket in tickets]}
        return {"type": type_name(type(action))}

    def read_action(self, raw: Any) -> Any:
        """Raises MalformedAction; IllegalAction for cards of mixed colours."""
        if not isinstance(raw, dict):
            raise MalformedAction("no_object")
        match raw:
            case {"type": "draw_card", "from": place, **rest} if not rest:
                return DrawCard(self.read_place(place))
            case {"type": "claim_route", "route": route, "cards": cards, **rest} if not rest:
                if not isinstance(route, str) or route not in self.route_ids:
                    raise MalformedAction("no_such_route", route=short(route))
                return ClaimRoute(self.route.read(route), read_payment(cards))
            case {"type": "draw_tickets", **rest} if not rest:
                return DrawTickets()
            case {"type": "keep_tickets", "tickets": tickets, **rest} if not rest:
                return KeepTickets(self.read_tickets(tickets))
        raise MalformedAction("no_such_action", type=short(raw.get("type")))

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

    def counts(self, cards: Any) -> dict[str, int]:
        """{"red": 2, ...} without zeroes."""
        return {name: number for name, number in zip(KIND_NAMES, cards, strict=True) if number}

    def edition(self) -> Json:
        edition = self.of
        rules = {
            "trains": edition.trains,
            "stations": edition.stations,
            "hand": edition.hand,
            "cards": self.counts(edition.cards),
            "first_tickets": {"dealt": edition.first_tickets, "keep": edition.keep_first},
            "later_tickets": {"drawn": edition.later_tickets, "keep": edition.keep_later},
            "bonuses": dict(edition.bonuses),
            "route_points": {length: POINTS[length] for length in range(1, edition.board.longest + 1)},
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
            "tickets": [ticket.id for ticket in edition.board.tickets],
            "first_tickets": edition.first_tickets,
            "later_tickets": edition.later_tickets,
        }

    def tickets(self, view: View, numbers: tuple[int, ...], *, if_claimed: int | None = None) -> list[Json]:
        """Own tickets with their progress on the board, as it stands or with one route more."""
        assert view.viewer is not None
        open_routes, owner = view.open_routes(view.viewer), list(view.owner)
        if if_claimed is not None:
            owner[if_claimed] = view.viewer
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
                    "done": how.done,
                    "missing": how.missing,
                    "blocked": how.blocked,
                }
            )
        return shown

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
            "board": {"claims": claims, "stations": {}, "closed": self.closed(view)},
            "face_up": [None if card is None else self.card.write(card) for card in view.row],
            "deck": view.deck,
            "discards": self.counts(view.discards),
            "ticket_deck": view.ticket_deck,
            "tunnel": None,
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
            "stations": self.of.stations,
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

    def sheet(self, sheet: Sheet) -> Json:
        path, trotter = sheet.longest_path, sheet.globetrotter
        return {
            "seat": sheet.seat,
            "place": sheet.place,
            "total": sheet.total,
            "routes": sheet.routes,
            "tickets": [
                {"id": self.ticket.write(ticket), "points": points, "completed": completed}
                for ticket, points, completed in sheet.tickets
            ],
            "longest_path": path
            and {
                "length": path.length,
                "routes": [self.route.write(route) for route in path.routes],
                "bonus": path.bonus,
            },
            "globetrotter": trotter and {"completed": trotter.completed, "bonus": trotter.bonus},
            "stations": None,
            "big_cities": None,
            "tie_break": sheet.tie_break,
        }

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
            "row": [None if number is None else card(number) for number in state.row],
            "hands": [self.counts(state.hand(seat)) for seat in range(state.seats)],
            "known": [self.counts(state.known[at : at + KINDS]) for at in range(0, len(state.known), KINDS)],
            "trains": state.trains[:],
            "points": state.points[:],
            "owner": {route(number): seat for number, seat in enumerate(state.owner) if seat is not None},
            "ticket_deck": [ticket(number) for number in state.ticket_deck],
            "tickets": [[ticket(number) for number in kept] for kept in state.tickets],
            "offered": [[ticket(number) for number in offered] for offered in state.offered],
        }

    def load(self, raw: Json) -> State:
        """Raises ValueError for a schema that this program does not know."""
        if raw["schema"] != SCHEMA:
            raise ValueError(f"state of schema {raw['schema']}, known is {SCHEMA}")
        ticket, card = self.ticket.read, self.card.read
        state = State(self.of, raw["seats"])
        state.phase, state.seat, state.order = raw["phase"], raw["seat"], tuple(raw["order"])
        state.turns_left, state.last_round_by = raw["turns_left"], raw["last_round_by"]
        state.deck = [card(name) for name in raw["deck"]]
        state.discards = self.read_counts(raw["discards"])
        state.row = [None if name is None else card(name) for name in raw["row"]]
        state.hands = [count for hand in raw["hands"] for count in self.read_counts(hand)]
        state.known = [count for hand in raw["known"] for count in self.read_counts(hand)]
        state.trains, state.points = raw["trains"][:], raw["points"][:]
        for name, seat in raw["owner"].items():
            own(state, seat, self.route.read(name))
        state.ticket_deck = [ticket(name) for name in raw["ticket_deck"]]
        state.tickets = [tuple([ticket(name) for name in kept]) for kept in raw["tickets"]]
        state.offered = [tuple([ticket(name) for name in offered]) for offered in raw["offered"]]
        return state

    def read_counts(self, counts: dict[str, int]) -> list[int]:
        return [counts.get(name, 0) for name in KIND_NAMES]
