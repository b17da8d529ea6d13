"""Building stations. R-STATION-1; what they bring at the end is `borrowing`'s."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from games.engine.board.claims import end_turn, payment_refusal, spend_payment
from games.engine.board.map import GREY, Price
from games.engine.board.state import State
from games.engine.board.view import View
from games.engine.core.chance import Rng
from games.engine.core.phase import Choice, Refusal
from games.engine.core.table import emit
from games.engine.parts.cards import LOCOMOTIVE
from games.engine.parts.payments import Payment, sizes


class BuildStation(NamedTuple):
    """Action: lay these cards for a station in this city."""

    city: int
    cards: Payment


class StationBuilt(NamedTuple):
    """Cards to the discards; the city is taken for good."""

    seat: int
    city: int
    cards: Payment

    @staticmethod
    def change(state: State, seat: int, city: int, cards: Payment) -> None:
        spend_payment(state, seat, cards)
        state.stations = {**state.stations, city: seat}


def price_of_next(state: State | View, seat: int) -> Price:
    """The first costs one card, the second two, the third three of one colour."""
    return Price(GREY, state.edition.stations - state.stations_left(seat) + 1, 0)


class BuildStationChoice(Choice):
    """R-STATION-1. Actions are made on first use and shared."""

    action = BuildStation

    def __init__(self, cities: int) -> None:
        """`cities`: how many there are."""
        self.cities = range(cities)
        self._paid = cache(self.paid)
        self._payable = cache(self.payable)

    def paid(self, payment: Payment) -> list[BuildStation]:
        """For each city a station with this payment."""
        return [BuildStation(city, payment) for city in self.cities]

    def payable(self, number: int, kind: int, held: int, locomotives: int) -> list[list[BuildStation]]:
        """For each payment of so many cards, with so many of a kind in hand, a station in each city."""
        return [
            self._paid(Payment(kind, coloured, number - coloured))
            for coloured in sizes(kind, held, locomotives, number, 0)
        ]

    def legal(self, state: State, seat: int, canonical: bool = False) -> Sequence[BuildStation]:
        """By payment, then by city; canonical: of each colour only the payment with fewest locomotives."""
        left = state.stations_left(seat)
        if not left:
            return ()
        number, hand = state.edition.stations - left + 1, state.hand(seat)
        most = 1 if canonical else None
        taken = sorted(state.stations, reverse=True)
        found: list[BuildStation] = []
        for kind, held in enumerate(hand):
            for paid in self._payable(number, kind, held, hand[LOCOMOTIVE])[:most] if held else ():
                stations = paid[:]
                for city in taken:
                    del stations[city]
                found += stations
        return found

    def refusal(self, state: State, seat: int, action: BuildStation) -> Refusal:
        if not state.stations_left(seat):
            return "no_stations", {"left": 0}
        if action.city in state.stations:
            return "station_taken", {"owner": state.stations[action.city]}
        return payment_refusal(price_of_next(state, seat), state.hand(seat), action.cards)

    def take(self, state: State, seat: int, action: BuildStation, rng: Rng) -> None:
        emit(StationBuilt, state, seat, *action)
        end_turn(state, rng)
