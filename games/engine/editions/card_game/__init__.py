"""The Card Game: stations of cards instead of a map. It shares the core and the parts with the map games."""

import json
from pathlib import Path
from typing import NamedTuple

from games.engine.core.chance import Rng
from games.engine.core.phase import Over, Phase, PhaseEntered
from games.engine.core.table import emit
from games.engine.editions.card_game import completing, draws, rows
from games.engine.editions.card_game.edition import CardGameEdition
from games.engine.editions.card_game.paying import Ticket
from games.engine.editions.card_game.state import State
from games.engine.parts import cards, tickets, turns
from games.engine.parts.cards import COLOURS, KIND_NAMES, KINDS, LOCOMOTIVE

DATA = json.loads((Path(__file__).parent / "cards.json").read_text(encoding="utf-8"))
CITIES = [city["id"] for city in DATA["cities"]]
BIG_CITIES = {CITIES.index(its["city"]): its["points"] for its in DATA["big_cities"]}
TICKETS = [
    Ticket(
        its["id"],
        (CITIES.index(its["cities"][0]), CITIES.index(its["cities"][1])),
        its["points"],
        tuple([its["requires"].get(colour, 0) for colour in COLOURS]),
        sum(BIG_CITIES.get(CITIES.index(city), 0) for city in its["cities"]),
    )
    for its in DATA["tickets"]
]
FIRST_TICKETS, KEEP_FIRST = 6, 1
LATER_TICKETS, KEEP_LATER = 4, 0


# Setting up (section 2)


class LocomotiveGiven(NamedTuple):
    """Everybody has one before the cards are shuffled."""

    seat: int

    @staticmethod
    def change(state: State, seat: int) -> None:
        state.hands[seat * KINDS + LOCOMOTIVE] += 1
        state.known[seat * KINDS + LOCOMOTIVE] += 1


def give_locomotives(state: State, rng: Rng) -> None:
    for seat in range(state.seats):
        emit(LocomotiveGiven, state, seat)


def shuffle_cards(state: State, rng: Rng) -> None:
    """All but those that were given."""
    left = list(state.edition.cards)
    left[LOCOMOTIVE] -= state.seats * state.edition.given
    cards.shuffle_in(state, left, rng)


def shuffle_tickets(state: State, rng: Rng) -> None:
    tickets.shuffle(state, range(len(state.edition.tickets)), rng)


def deal_cards(state: State, rng: Rng) -> None:
    for seat in range(state.seats):
        for _ in range(state.edition.dealt):
            cards.draw(state, seat, rng)


def turn_up_row(state: State, rng: Rng) -> None:
    draws.fill_row(state)


def deal_tickets(state: State, rng: Rng) -> None:
    for seat in range(state.seats):
        tickets.offer(state, seat, state.edition.first_tickets)


def begin(state: State, rng: Rng) -> None:
    """All have chosen: what they refused is shuffled into the ticket deck, and the first turn begins."""
    tickets.shuffle(state, sorted(state.ticket_deck), rng)
    turns.end(state, rng)


PHASES = (
    tickets.FirstTickets("first_tickets", tickets.KeepFirstTicketsChoice(KEEP_FIRST, begin)),
    Phase("turn", draws.FIRST, rows.PlaceTrainsChoice(), tickets.DrawTicketsChoice(LATER_TICKETS)),
    Phase("second_card", draws.SECOND, draws.StopDrawingChoice()),
    Phase("keep_tickets", tickets.KeepTicketsChoice(KEEP_LATER, turns.end)),
    completing.CompletingTickets("complete_tickets", completing.CompleteTicketsChoice()),
    Over("over"),
)
EVENTS = (
    turns.SeatsDrawn,
    turns.TurnBegan,
    turns.TurnPassed,
    turns.LastRoundBegan,
    turns.GameEnded,
    PhaseEntered,
    LocomotiveGiven,
    cards.DeckShuffled,
    cards.CardDrawn,
    cards.FaceUpTaken,
    cards.PlaceFilled,
    tickets.TicketsShuffled,
    tickets.TicketsOffered,
    tickets.TicketsKept,
    tickets.FirstTicketsKept,
    tickets.FirstTicketsChosen,
    rows.CardsRolled,
    rows.TrainsPlaced,
    rows.RowRobbed,
    completing.ScoringBegan,
    completing.CompletionChosen,
    completing.TicketsCompleted,
    completing.CardsGathered,
)
SETTING_UP = (
    turns.draw_seats,
    give_locomotives,
    shuffle_cards,
    shuffle_tickets,
    deal_cards,
    turn_up_row,
    deal_tickets,
)
EDITIONS = [
    CardGameEdition(
        id=DATA["id"],
        name=DATA["name"],
        data=DATA,
        players=range(DATA["players"][0], DATA["players"][1] + 1),
        cards=tuple([DATA["cards"][kind] for kind in KIND_NAMES]),
        given=1,
        dealt=7,
        second_hand=4,
        second_half_from=4,
        first_tickets=FIRST_TICKETS,
        keep_first=KEEP_FIRST,
        later_tickets=LATER_TICKETS,
        keep_later=KEEP_LATER,
        cities=CITIES,
        tickets=TICKETS,
        big_cities=BIG_CITIES,
        phases={phase.name: phase for phase in PHASES},
        events=EVENTS,
        setting_up=SETTING_UP,
        first_rest=tickets.put_under,
    )
]
