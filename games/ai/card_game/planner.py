"""A player of the Card Game that plans: cards for its tickets, rows in time, tickets that can be paid for.

Levels differ by knobs only.
"""

from functools import cached_property
from random import Random

from games import engine
from games.ai.card_game.knobs import Knobs
from games.ai.card_game.outlook import Outlook
from games.ai.card_game.position import Position
from games.engine.editions.card_game.rows import PlaceTrains
from games.engine.editions.card_game.view import View
from games.engine.parts.cards import DECK, KINDS, LOCOMOTIVE, DrawCard
from games.engine.parts.tickets import DrawTickets, KeepTickets
from games.engine.parts.turns import NOT_YET

COLOURS = range(LOCOMOTIVE)
NEVER = float("-inf")


class Planner:
    """Plays by some knobs."""

    def __init__(self, knobs: Knobs) -> None:
        self.knobs = knobs

    def choose(self, view: View, rng: Random) -> engine.Action:
        """An action for the viewer; chance only breaks ties."""
        position = Position(self.knobs, view)
        if view.offered:
            return keep(position)
        if view.phase == "complete_tickets":
            return suggestion(view)
        actions = list(engine.choices(view))
        rng.shuffle(actions)
        return Turn(position, actions).choose()


def keep(position: Position) -> KeepTickets:
    """Of the tickets offered the best, one after the other, as long as they are likely to bring something."""
    tickets, outlook = position.view.edition.tickets, Outlook(position)
    left = sorted(position.view.offered)
    kept: list[int] = []
    while left:
        best = max(left, key=lambda number: outlook.gain(tickets[number]))
        if outlook.gain(tickets[best]) <= 0 and (kept or not must_keep(position.view)):
            break
        outlook.take(tickets[best])
        left.remove(best)
        kept.append(best)
    return KeepTickets(tuple(sorted(kept)))


def must_keep(view: View) -> bool:
    """The rules ask for one of the first tickets; and who never keeps any could go on like that for ever.

    So none are kept only in the last turn, or when there is no card that could be drawn instead.
    """
    if view.phase == "first_tickets":
        return True
    return view.turns_left == NOT_YET and (view.deck > 0 or any(card is not None for card in view.row))


def suggestion(view: View) -> engine.Action:
    """What brings most points at a scoring: to canonical search the only choice."""
    return engine.choices(view, canonical=True)[0]


class Turn:
    """One turn: place, draw tickets or draw cards, each for what it is worth."""

    def __init__(self, position: Position, actions: list[engine.Action]) -> None:
        self.position, self.view, self.knobs = position, position.view, position.knobs
        self.places = [action for action in actions if isinstance(action, PlaceTrains)]
        self.draws = [action for action in actions if isinstance(action, DrawCard)]
        self.may_draw_tickets = DrawTickets() in actions

    def choose(self) -> engine.Action:
        """A placement that is worth its turn at once; otherwise whatever is worth most."""
        if self.view.phase == "second_card":
            return self.best_draw
        place = max(self.places, key=self.of_placing, default=None)
        placing = self.of_placing(place) if place else NEVER
        if place and placing >= self.bar(place):
            return place
        drawing, tickets = self.of_drawing(), self.of_tickets()
        if tickets > max(drawing, placing, 0.0):
            return DrawTickets()
        if place and (placing > max(drawing, 0.0) or not self.draws):
            return place
        return self.best_draw if self.draws else DrawTickets()

    # Placing

    def bar(self, place: PlaceTrains) -> float:
        """What a placement must be worth while more can be gathered for it."""
        waiting = sum(self.position.hand[colour] > 1 for colour in COLOURS)
        longest = max(place.cards[:LOCOMOTIVE]) + place.cards[LOCOMOTIVE]
        if self.position.rolls_left == 0:
            return float("inf")
        in_time = self.position.rolls_left > longest + waiting + self.knobs.slack
        return self.knobs.gather * self.knobs.need * self.room if in_time else 0.0

    @cached_property
    def room(self) -> float:
        """How much of what is drawn can still be placed beside the cards in hand: all of it 1, nothing 0."""
        most = self.knobs.carry * self.position.rolls_left
        return max(0.0, 1.0 - sum(self.position.hand) / most) if most else 0.0

    def of_placing(self, place: PlaceTrains) -> float:
        """Points that the cards are likely to bring on the pile, less what is lost, and what others lose."""
        worth, locomotives = self.of_robbing(place), place.cards[LOCOMOTIVE]
        for colour in COLOURS:
            number = place.cards[colour]
            if number:
                coloured, wild = self.position.rolling(colour, number, locomotives)
                worth += self.position.value_of(colour, coloured) + wild * self.knobs.wild
                worth -= number + locomotives - coloured - wild
        return worth

    def of_robbing(self, place: PlaceTrains) -> float:
        """What is robbed would have rolled, a card each turn."""
        rows = [row for colour, row in enumerate(self.view.rows) if row and place.cards[colour]]
        cards = sum([min(row.size, self.position.rolls_left + 1) for row in rows])
        return self.knobs.rob * cards / (self.view.seats - 1)

    # Drawing

    def of_drawing(self) -> float:
        """Points expected of two more cards in hand; less and less when they come late."""
        if not self.draws:
            return NEVER
        turns = self.position.rolls_left - 1 + self.position.turns_after_scoring
        in_time = min(1.0, max(0.0, turns / self.knobs.ahead))
        if self.position.is_last_half:
            in_time *= self.room
        return 2 * in_time * max(self.blind, self.merit(self.best_draw))

    @cached_property
    def best_draw(self) -> DrawCard:
        return max(self.draws, key=self.merit)

    def merit(self, draw: DrawCard) -> float:
        """A face-up locomotive costs the other card."""
        card = None if draw.place == DECK else self.view.row[draw.place]
        if card is None:
            return self.blind
        return self.in_hand(card) - (self.blind if card == LOCOMOTIVE else 0.0)

    def in_hand(self, kind: int) -> float:
        """Value of one card more of a kind beside those in hand."""
        held = self.position.hand[kind]
        if kind == LOCOMOTIVE:
            return self.knobs.wild
        return self.position.value(kind, held) + self.knobs.together * min(held, 3)

    @cached_property
    def blind(self) -> float:
        """Value of a card off the deck."""
        unseen = self.position.unseen
        return sum([unseen[kind] * self.in_hand(kind) for kind in range(KINDS)]) / (sum(unseen) or 1)

    def of_tickets(self) -> float:
        """Points expected of drawing tickets."""
        if not self.may_draw_tickets:
            return NEVER
        return Outlook(self.position).of_drawing(must_keep=must_keep(self.view))
