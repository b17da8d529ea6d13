"""How a hand can be laid in the turns that are left, and what it is worth as a whole.

A row rolls one card each turn: of a set of five laid with four turns to come a card is lost. So a hand is
worth less the later one begins to lay it, and a card that makes a long row longer costs no further turn.
"""

from collections.abc import Sequence

from games.ai.card_game.position import Position
from games.engine.editions.card_game.rows import SET, TRIO
from games.engine.parts.cards import KINDS, LOCOMOTIVE

COLOURS = range(LOCOMOTIVE)
NOTHING = (0,) * KINDS


class Schedule:
    """For one position: the turns after this one, in each of which something may be laid and still roll."""

    def __init__(self, position: Position) -> None:
        self.knobs = position.knobs
        self.turns = max(0, position.rolls_left - 1)
        self.sums = position.sums
        # By colour: the first of these turns in which no own row of it stands any more.
        own = [row if row and row.seat == position.mine else None for row in position.view.rows]
        self.busy = [row.size - 1 if row else 0 for row in own]

    def worth(self, hand: Sequence[int], laid: Sequence[int] = NOTHING) -> float:
        """Points that this hand brings when laying begins in the next turn, whatever is worth most first.

        laid: KINDS counts of what is laid in this turn. Each further placement costs a turn.
        """
        return Laying(self, hand, laid).worth()


class Laying:
    """One hand being laid, turn by turn."""

    def __init__(self, schedule: Schedule, hand: Sequence[int], laid: Sequence[int]) -> None:
        self.sums, self.turns = schedule.sums, schedule.turns
        self.cost, self.wild = schedule.knobs.turn, schedule.knobs.wild
        self.left, self.locomotives = list(hand[:LOCOMOTIVE]), hand[LOCOMOTIVE]
        self.done, self.busy = list(laid[:LOCOMOTIVE]), schedule.busy[:]
        trio = sum(laid) == TRIO and max(laid) == 1 and not laid[LOCOMOTIVE]
        for colour in COLOURS:
            if laid[colour]:
                self.busy[colour] = 0 if trio else sum(laid) - 1

    def worth(self) -> float:
        """Points, less what the turns of all placements cost."""
        total, room = 0.0, 0  # for locomotives beside sets that are shorter than there are turns
        for turn in range(self.turns):
            rolls = self.turns - turn
            free = [colour for colour in COLOURS if self.left[colour] and self.busy[colour] <= turn]
            trio, trio_worth = self.best_trio(free)
            colour, set_worth = self.best_set(free, rolls)
            if trio_worth > max(set_worth, self.cost):
                for its in trio:
                    self.lay(its, 1, turn)
                total += trio_worth - self.cost
            elif set_worth > self.cost:
                room += max(0, rolls - self.left[colour])
                total += set_worth - self.cost
                self.lay(colour, self.left[colour], turn)
            elif max(self.busy) <= turn:
                break
        return total + self.wild * min(self.locomotives, room)

    def lay(self, colour: int, number: int, turn: int) -> None:
        self.left[colour] -= number
        self.done[colour] += number
        self.busy[colour] = turn + number

    def best_set(self, free: Sequence[int], rolls: int) -> tuple[int, float]:
        """Of all cards of a colour; what cannot roll any more brings nothing."""
        best, most = -1, 0.0
        for colour in free:
            number = self.left[colour]
            if number >= SET:
                worth = self.added(colour, min(number, rolls))
                if worth > most:
                    best, most = colour, worth
        return best, most

    def best_trio(self, free: Sequence[int]) -> tuple[Sequence[int], float]:
        if len(free) < TRIO:
            return (), 0.0
        singles = sorted([(self.added(colour, 1), colour) for colour in free], reverse=True)[:TRIO]
        return [colour for _, colour in singles], sum([worth for worth, _ in singles])

    def added(self, colour: int, number: int) -> float:
        """What so many cards bring beside those of the colour that were laid before."""
        sums, done = self.sums[colour], self.done[colour]
        return sums[done + number] - sums[done]
