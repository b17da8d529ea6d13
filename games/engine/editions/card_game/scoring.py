"""Final result: tickets, Big Cities, order. Section 10."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.engine.parts import scoring as parts
from games.engine.parts.scoring import Criterion, Sheet, TicketScore

if TYPE_CHECKING:
    from games.engine.editions.card_game.state import State
    from games.engine.editions.card_game.view import View


class CityScore(NamedTuple):
    """One Big City for one seat."""

    city: int
    completed: int  # tickets that name it
    bonus: int


class BigCities(NamedTuple):
    """All of them, in the edition's order."""

    cities: tuple[CityScore, ...]

    @property
    def bonus(self) -> int:
        return sum(its.bonus for its in self.cities)

    @property
    def won(self) -> int:
        return sum(its.bonus > 0 for its in self.cities)


TIE_BREAKS: tuple[Criterion, ...] = (
    ("tickets", lambda sheet: sheet.completed),
    ("big_cities", lambda sheet: sheet.parts["big_cities"].won),
)


def in_city(state: State | View, seat: int, city: int) -> int:
    """How many completed tickets of a seat name this city."""
    return sum(city in state.edition.tickets[number].cities for number in state.completed[seat])


def scores(state: State) -> list[Sheet]:
    """The sheets in final order: every ticket still in hand counts against its owner."""
    edition, seats = state.edition, range(state.seats)
    sheets = [Sheet(seat) for seat in seats]
    numbers = {city: [in_city(state, seat, city) for seat in seats] for city in edition.big_cities}
    for seat, sheet in enumerate(sheets):
        for number in state.completed[seat]:
            sheet.tickets.append(TicketScore(number, edition.tickets[number].points, True))
        for number in state.tickets[seat]:
            sheet.tickets.append(TicketScore(number, -edition.tickets[number].points, False))
        cities = []
        for city, points in edition.big_cities.items():
            its, most = numbers[city][seat], max(numbers[city])
            cities.append(CityScore(city, its, points if its and its == most else 0))
        sheet.add(BigCities(tuple(cities)))
    return parts.in_final_order(sheets, TIE_BREAKS)
