"""A player of the Card Game that plans: cards for its tickets, rows in time, tickets that can be paid for.

Each turn it compares what it may do by what that brings at once and what the hand is worth afterwards.

Levels differ by knobs only.
"""

from functools import cached_property, partial
from operator import itemgetter
from random import Random

from games import engine
from games.ai import chance, lookahead
from games.ai.card_game.knobs import Knobs
from games.ai.card_game.outlook import Outlook
from games.ai.card_game.position import Position
from games.ai.card_game.schedule import Schedule
from games.engine.editions.card_game.rows import PlaceTrains
from games.engine.editions.card_game.view import View
from games.engine.parts.cards import DECK, KINDS, LOCOMOTIVE, DrawCard
from games.engine.parts.tickets import DrawTickets, KeepTickets
from games.engine.parts.turns import NOT_YET

COLOURS = range(LOCOMOTIVE)
CANDIDATES = 4  # that are looked at by playouts
BREADTH = 8  # placements that are looked at together with what is left


class Planner:
    """Plays by some knobs."""

    def __init__(self, knobs: Knobs) -> None:
        self.knobs = knobs

    def choose(self, view: View, rng: Random, deadline: float | None = None) -> engine.Action:
        """An action for the viewer; chance breaks ties, and deals the unseen cards of playouts.

        At the deadline, a time of `time.monotonic()`, it is what the plan says.
        """
        position = Position(self.knobs, view)
        if view.phase != "turn" or not self.knobs.playouts or not position.is_endgame:
            return self.by_plan(position, rng)
        worth = partial(lookahead.playout, self, view)
        candidates = self.turn(position, rng).ranked()[:CANDIDATES]
        return lookahead.best(candidates, worth, self.knobs.playouts, rng, deadline)

    def planned(self, view: View, rng: Random) -> engine.Action:
        """The same without playouts."""
        return self.by_plan(Position(self.knobs, view), rng)

    def by_plan(self, position: Position, rng: Random) -> engine.Action:
        if position.view.offered:
            return keep(position)
        if position.view.phase == "complete_tickets":
            return suggestion(position.view)
        return self.turn(position, rng).choose()

    def turn(self, position: Position, rng: Random) -> "Turn":
        """What may be done, so that chance breaks ties."""
        return Turn(position, chance.shuffled(engine.choices(position.view), rng))


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
    """One turn: cards, tickets or a placement, each for what it brings and what can be laid afterwards."""

    def __init__(self, position: Position, actions: list[engine.Action]) -> None:
        self.position, self.view, self.knobs = position, position.view, position.knobs
        self.places = [action for action in actions if isinstance(action, PlaceTrains)]
        self.draws = [action for action in actions if isinstance(action, DrawCard)]
        self.may_draw_tickets = DrawTickets() in actions
        self.schedule = Schedule(position)

    def choose(self) -> engine.Action:
        return self.best_draw if self.view.phase == "second_card" else self.ranked()[0]

    def ranked(self) -> list[engine.Action]:
        """What is worth most first; cards before tickets before a placement, when they are worth the same."""
        worth: list[tuple[float, engine.Action]] = []
        if self.draws:
            worth.append((self.of_drawing() + self.later, self.best_draw))
        if self.may_draw_tickets:
            worth.append((self.of_tickets() + self.later, DrawTickets()))
        worth += [(self.with_rest(place), place) for place in self.best_places()]
        return [action for _, action in sorted(worth, key=itemgetter(0), reverse=True)]

    @cached_property
    def later(self) -> float:
        """What the hand is worth when nothing is laid now."""
        return self.schedule.worth(self.position.hand)

    @cached_property
    def early(self) -> float:
        """How far a turn still counts: wholly 1 while many follow, 0 when nothing more can come of it."""
        if not self.position.is_last_half:
            return 1.0
        return min(1.0, self.schedule.turns / self.knobs.ahead)

    # Placing

    def best_places(self) -> list[PlaceTrains]:
        """Those that are worth most by themselves."""
        return sorted(self.places, key=self.of_placing, reverse=True)[:BREADTH]

    def with_rest(self, place: PlaceTrains) -> float:
        """What placing these cards brings, and the others later."""
        left = [held - laid for held, laid in zip(self.position.hand, place.cards, strict=True)]
        return self.of_placing(place) + self.schedule.worth(left, place.cards)

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
        cards = sum([its for its, laid in zip(self.robbed, place.cards, strict=False) if laid])
        return self.knobs.rob * cards / (self.view.seats - 1)

    @cached_property
    def robbed(self) -> list[int]:
        """By colour: cards that would still roll of the row that stands."""
        most = self.position.rolls_left + 1
        return [min(row.size, most) if row else 0 for row in self.view.rows]

    # Drawing

    def of_drawing(self) -> float:
        """Points expected of two more cards in hand."""
        return 2 * max(self.blind, self.merit(self.best_draw))

    @cached_property
    def best_draw(self) -> DrawCard:
        return max(self.draws, key=self.merit)

    def merit(self, draw: DrawCard) -> float:
        """A face-up locomotive costs the other card."""
        card = None if draw.place == DECK else self.view.row[draw.place]
        if card is None:
            return self.blind
        return self.in_hand[card] - (self.blind if card == LOCOMOTIVE else 0.0)

    @cached_property
    def in_hand(self) -> list[float]:
        """By kind: what one card more is worth beside those in hand."""
        return [self.of_one_more(kind) for kind in range(KINDS)]

    def of_one_more(self, kind: int) -> float:
        """What it adds to what can be laid; a share of its value at least, for there may come more of it."""
        hand = list(self.position.hand)
        held, hand[kind] = hand[kind], hand[kind] + 1
        added = self.schedule.worth(hand) - self.later
        value = self.position.value(kind, held)
        return max(added, self.knobs.keep * self.early * value)

    @cached_property
    def blind(self) -> float:
        """Value of a card off the deck."""
        unseen, worth = self.position.unseen, self.in_hand
        return sum([unseen[kind] * worth[kind] for kind in range(KINDS)]) / (sum(unseen) or 1)

    # Tickets

    def of_tickets(self) -> float:
        """Points expected of drawing tickets, less what the turn is worth."""
        points = Outlook(self.position).of_drawing(must_keep=must_keep(self.view))
        return points - self.knobs.look * self.early
