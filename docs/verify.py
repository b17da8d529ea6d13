#!/usr/bin/env python3
"""Check that a finished game of Night Mail was dealt from its seed. Needs nothing but Python.

    python3 verify.py export.json [--commitment HEX]
    ... | python3 verify.py

`export.json` is what `GET /api/games/ID/export/` gives. With --commitment, the one that you wrote down when
the game began, you need not even believe the export about that.

Deals the whole game once more, written from docs/shuffle.md and not from the site's code: the turn order, the
decks, every card dealt, drawn and turned up, every reshuffle, every ticket. What players chose (which card,
which route, which tickets) is taken from the record. Prints what was checked. The exit code is 0 when all of
it is so, 1 at the first difference, 2 when the record cannot be checked.
"""

import argparse
import json
import sys
from hashlib import sha256
from itertools import zip_longest

PLACES = 5  # of the face-up row
TOO_MANY = 3  # locomotives in it (R-DRAW-6)
MOST_RENEWALS = 3
TURNED_UP = 3  # for a tunnel
LOCOMOTIVE = "locomotive"
KINDS = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white", LOCOMOTIVE]
# Events that tell where cards and tickets are, and their fields; all others are left aside.
DEALING = {
    "seats_drawn": ("order",),
    "deck_shuffled": ("deck",),
    "tickets_shuffled": ("ticket_deck",),
    "long_tickets_shuffled": ("tickets",),
    "card_drawn": ("seat", "card"),
    "face_up_taken": ("seat", "place", "card"),
    "place_filled": ("place", "card"),
    "row_discarded": (),
    "row_stays": (),
    "tickets_offered": ("seat", "tickets"),
    "long_tickets_offered": ("seat", "tickets"),
    "tickets_kept": ("seat", "tickets"),
    "first_tickets_kept": ("seat", "tickets"),
    "first_tickets_chosen": ("numbers",),
    "route_claimed": ("seat", "route", "cards"),
    "tunnel_tried": ("seat", "route", "cards"),
    "tunnel_card_turned_up": ("seat", "card", "counts"),
    "tunnel_paid": ("seat", "cards"),
    "tunnel_declined": ("seat", "route"),
    "station_built": ("seat", "city", "cards"),
    "locomotive_given": ("seat",),
    "trains_placed": ("seat", "cards"),
    "cards_gathered": (),
}


class CannotCheck(Exception):
    """The record lacks something, or is of a game that this program does not know."""


class Difference(Exception):
    """The first place where the record is not what comes from the seed. seq: of the move, or None."""

    def __init__(self, seq, expected, found):
        super().__init__(seq, expected, found)
        self.seq, self.expected, self.found = seq, expected, found


# --- chance: docs/shuffle.md ---------------------------------------------------------------------------


def words(seed, seq):
    """The numbers of a move: 32 bits each, without end."""
    counter = 0
    while True:
        block = sha256(seed + seq.to_bytes(8, "big") + counter.to_bytes(8, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def shuffled(things, numbers):
    """A list shuffled with the next numbers."""
    things = list(things)
    for last in range(len(things) - 1, 0, -1):
        limit = 2**32 // (last + 1) * (last + 1)
        number = next(number for number in numbers if number < limit)
        other = number % (last + 1)
        things[last], things[other] = things[other], things[last]
    return things


# --- dealing -------------------------------------------------------------------------------------------


class Dealer:
    """Deals a game again, move by move. Each move gives the events that it has to have."""

    def __init__(self, seed, seats, dealing):
        self.seed, self.seats, self.dealing = seed, seats, dealing
        self.kinds = [kind for kind, _number in dealing["cards"]]
        self.deck = []  # top last
        self.discards = dict.fromkeys(self.kinds, 0)
        self.row = [None] * PLACES
        self.ticket_deck = []  # top first
        self.hands = [dict.fromkeys(self.kinds, 0) for _ in range(seats)]
        self.offered = [[] for _ in range(seats)]
        self.tickets = [[] for _ in range(seats)]
        self.choosing = set(range(seats))  # who has not kept first tickets yet
        self.tunnel = None  # (route, cards laid, cards turned up)
        self.events = []
        self.numbers = iter(())

    def move(self, seq, seat, action):
        """The events of a move: [{type, ...}]."""
        self.events, self.numbers = [], words(self.seed, seq)
        if seq == 0:
            self.set_up()
            return self.events
        does = self.actions().get(action["type"])
        if does is None:
            raise CannotCheck(f"move {seq}: this program does not know the action {action['type']}")
        does(seat, action)
        return self.events

    def actions(self):
        """What each action does."""
        return {
            "draw_card": self.draw_card,
            "claim_route": self.claim_route,
            "pay_tunnel": self.pay_tunnel,
            "decline_tunnel": self.decline_tunnel,
            "build_station": self.build_station,
            "draw_tickets": self.draw_tickets,
            "keep_tickets": self.keep_tickets,
        }

    def tell(self, kind, **fields):
        self.events.append({"type": kind, **fields})

    def set_up(self):
        self.tell("seats_drawn", order=shuffled(range(self.seats), self.numbers))
        self.shuffle_deck(dict(self.dealing["cards"]))
        self.ticket_deck = shuffled(self.dealing["tickets"], self.numbers)
        self.tell("tickets_shuffled", ticket_deck=list(self.ticket_deck))
        long_tickets = shuffled(self.dealing.get("long_tickets", ()), self.numbers)
        if long_tickets:
            self.tell("long_tickets_shuffled", tickets=list(long_tickets))
        for seat in range(self.seats):
            for _ in range(self.dealing["hand"]):
                self.draw(seat)
        self.fill_row()
        for seat in range(self.seats if long_tickets else 0):
            number = self.dealing["first_long"]
            self.offered[seat], long_tickets = long_tickets[:number], long_tickets[number:]
            self.tell("long_tickets_offered", seat=seat, tickets=list(self.offered[seat]))
        for seat in range(self.seats):
            self.offer(seat, self.dealing["first_tickets"])

    def shuffle_deck(self, counts):
        self.deck = shuffled([kind for kind in self.kinds for _ in range(counts[kind])], self.numbers)
        self.discards = dict.fromkeys(self.kinds, 0)
        self.tell("deck_shuffled", deck=list(self.deck))

    def top(self):
        """The card off the top of the deck, after a reshuffle if need be; None when there is none."""
        if not self.deck and any(self.discards.values()):
            self.shuffle_deck(self.discards)
        return self.deck.pop() if self.deck else None

    def draw(self, seat):
        card = self.top()
        self.tell("card_drawn", seat=seat, card=card)
        if card is not None:
            self.hands[seat][card] += 1

    def turn_up(self, place):
        card = self.top()
        if card is not None:
            self.row[place] = card
            self.tell("place_filled", place=place, card=card)

    def fill_row(self):
        for place in range(PLACES):
            if self.row[place] is None:
                self.turn_up(place)
        self.renew_row()

    def renew_row(self):
        """Three locomotives or more: another row, within the bounds of R-DRAW-6."""
        renewals = 0
        while self.row.count(LOCOMOTIVE) >= TOO_MANY:
            if renewals == MOST_RENEWALS or not self.renewing_can_help():
                self.tell("row_stays")
                return
            for card in filter(None, self.row):
                self.discards[card] += 1
            self.row = [None] * PLACES
            self.tell("row_discarded")
            for place in range(PLACES):
                self.turn_up(place)
            renewals += 1

    def renewing_can_help(self):
        """Could any layout of all cards outside hands show fewer than three locomotives?"""
        pool = self.deck + [card for card in self.row if card is not None]
        pool += [kind for kind in self.kinds for _ in range(self.discards[kind])]
        others = sum(card != LOCOMOTIVE for card in pool)
        return min(PLACES, len(pool)) - others < TOO_MANY

    def offer(self, seat, number):
        shown, self.ticket_deck = self.ticket_deck[:number], self.ticket_deck[number:]
        self.offered[seat] += shown
        self.tell("tickets_offered", seat=seat, tickets=shown)

    def all_have_chosen(self):
        """Where first tickets go that nobody keeps."""
        for seat in range(self.seats):
            if self.dealing.get("first_rest") == "out":
                self.offered[seat] = []  # out of the game
            else:
                self.put_under(seat)

    def put_under(self, seat):
        """The rest of what was offered goes under the ticket deck, in the order drawn."""
        self.ticket_deck += [ticket for ticket in self.offered[seat] if ticket not in self.tickets[seat]]
        self.offered[seat] = []

    def held(self, seat, cards):
        """Of these cards the kinds that the seat has so many of: all, if the record is in order."""
        return {kind: number for kind, number in cards.items() if self.hands[seat][kind] >= number}

    def spend(self, seat, cards):
        """From the hand to the discards; empty places of the row are filled then."""
        for kind, number in cards.items():
            self.hands[seat][kind] -= number
            self.discards[kind] += number
        if None in self.row:
            self.fill_row()

    # What players do

    def draw_card(self, seat, action):
        if action["from"] == "deck":
            self.draw(seat)
            return
        place = action["from"]
        card = self.row[place]
        self.tell("face_up_taken", seat=seat, place=place, card=card)
        if card is not None:
            self.hands[seat][card] += 1
        self.row[place] = None
        self.turn_up(place)
        self.renew_row()

    def claim_route(self, seat, action):
        if action["route"] in self.dealing.get("tunnels", ()):
            self.try_tunnel(seat, action)
        else:
            self.claim(seat, action["route"], action["cards"])

    def claim(self, seat, route, cards):
        cards = self.held(seat, cards)
        self.tell("route_claimed", seat=seat, route=route, cards=cards)
        self.spend(seat, cards)

    def try_tunnel(self, seat, action):
        """What is laid is in no hand and not among the discards when these are shuffled."""
        laid, route, turned_up = self.held(seat, action["cards"]), action["route"], []
        self.tell("tunnel_tried", seat=seat, route=route, cards=laid)
        for kind, number in laid.items():
            self.hands[seat][kind] -= number
        due = 0
        for _ in range(TURNED_UP):
            card = self.top()
            if card is not None:
                turned_up.append(card)
                counts = card == LOCOMOTIVE or card in laid
                self.tell("tunnel_card_turned_up", seat=seat, card=card, counts=counts)
                due += counts
        self.tunnel = route, laid, turned_up
        if not due:
            self.pay_tunnel(seat, {"cards": {}})

    def leave_tunnel(self, seat):
        """What was laid goes back to the hand, what was turned up to the discards; gives route and laid."""
        route, laid, turned_up = self.tunnel
        for kind, number in laid.items():
            self.hands[seat][kind] += number
        for card in turned_up:
            self.discards[card] += 1
        self.tunnel = None
        return route, laid

    def pay_tunnel(self, seat, action):
        """The extra cards are spent with those that were laid."""
        extra = self.held(seat, action["cards"])
        self.tell("tunnel_paid", seat=seat, cards=extra)
        route, laid = self.leave_tunnel(seat)
        cards = {kind: laid.get(kind, 0) + extra.get(kind, 0) for kind in self.kinds}
        self.claim(seat, route, {kind: number for kind, number in cards.items() if number})

    def decline_tunnel(self, seat, _action):
        self.tell("tunnel_declined", seat=seat, route=self.tunnel[0])
        self.leave_tunnel(seat)
        self.spend(seat, {})

    def build_station(self, seat, action):
        cards = self.held(seat, action["cards"])
        self.tell("station_built", seat=seat, city=action["city"], cards=cards)
        self.spend(seat, cards)

    def draw_tickets(self, seat, _action):
        self.offer(seat, self.dealing["later_tickets"])

    def keep_tickets(self, seat, action):
        kept = [ticket for ticket in action["tickets"] if ticket in self.offered[seat]]
        first = seat in self.choosing
        self.tickets[seat] += kept
        self.tell("first_tickets_kept" if first else "tickets_kept", seat=seat, tickets=kept)
        if not first:
            self.put_under(seat)
            return
        self.choosing.remove(seat)
        if not self.choosing:
            self.tell("first_tickets_chosen", numbers=[len(tickets) for tickets in self.tickets])
            self.all_have_chosen()


class CardGameDealer(Dealer):
    """The Card Game: a deck is played once, and in a game of four all cards but hands once more."""

    def __init__(self, seed, seats, dealing):
        super().__init__(seed, seats, dealing)
        self.emptied_by = None  # the seat that drew or turned up the last card

    def actions(self):
        return {
            "draw_card": self.draw_card,
            "stop_drawing": self.nothing_is_dealt,
            "place_trains": self.place_trains,
            "draw_tickets": self.draw_tickets,
            "keep_tickets": self.keep_tickets,
            "complete_tickets": self.nothing_is_dealt,
        }

    def move(self, seq, seat, action, gathered=False):
        """gathered: the record says that with this move the cards were gathered for the second half."""
        had_cards = bool(self.deck)
        super().move(seq, seat, action)
        if had_cards and not self.deck:
            self.emptied_by = seat
        if gathered:
            self.begin_second_half()
        return self.events

    def set_up(self):
        self.tell("seats_drawn", order=shuffled(range(self.seats), self.numbers))
        cards = dict(self.dealing["cards"])
        for seat in range(self.seats):
            self.tell("locomotive_given", seat=seat)
            self.hands[seat][LOCOMOTIVE] += self.dealing["given"]
            cards[LOCOMOTIVE] -= self.dealing["given"]
        self.shuffle_deck(cards)
        self.ticket_deck = shuffled(self.dealing["tickets"], self.numbers)
        self.tell("tickets_shuffled", ticket_deck=list(self.ticket_deck))
        for seat in range(self.seats):
            for _ in range(self.dealing["hand"]):
                self.draw(seat)
        self.fill_row()
        for seat in range(self.seats):
            self.offer(seat, self.dealing["first_tickets"])

    def top(self):
        return self.deck.pop() if self.deck else None

    def renew_row(self):
        """Locomotives in the row change nothing."""

    def all_have_chosen(self):
        """What nobody keeps is shuffled back into the deck."""
        super().all_have_chosen()
        self.ticket_deck = shuffled(sorted(self.ticket_deck), self.numbers)
        self.tell("tickets_shuffled", ticket_deck=list(self.ticket_deck))

    def nothing_is_dealt(self, _seat, _action):
        pass

    def place_trains(self, seat, action):
        cards = self.held(seat, action["cards"])
        for kind, number in cards.items():
            self.hands[seat][kind] -= number
        self.tell(
            "trains_placed", seat=seat, cards=[kind for kind in self.kinds for _ in range(cards.get(kind, 0))]
        )

    def begin_second_half(self):
        """All cards but those in hands make the new deck; then some for each, one at a time, and the row."""
        if self.emptied_by is None:
            raise TypeError("the deck has not been played")
        self.tell("cards_gathered")
        self.row = [None] * PLACES
        held = {kind: sum(hand[kind] for hand in self.hands) for kind in self.kinds}
        self.shuffle_deck({kind: number - held[kind] for kind, number in self.dealing["cards"]})
        last, self.emptied_by = self.emptied_by, None
        for _ in range(self.dealing["second_hand"]):
            for place in range(1, self.seats + 1):
                if self.deck:
                    self.draw((last + place) % self.seats)
        self.fill_row()


# --- comparing -----------------------------------------------------------------------------------------


def dealt(events):
    """Of a move's events those that deal, with their fields alone."""
    return [
        {"type": event["type"], **{name: event.get(name) for name in DEALING[event["type"]]}}
        for event in events
        if event["type"] in DEALING
    ]


def compare(seq, expected, found):
    """Both lists of events are the same. Raises Difference with the first that is not."""
    for one, other in zip_longest(expected, found):
        if one != other:
            raise Difference(seq, one, other)


def verify(record, commitment=None):
    """Give a line for each step that is in order. Raises Difference, or CannotCheck."""
    if record.get("seed") is None:
        raise CannotCheck("this game is not over: its seed is still secret")
    if "dealing" not in record:
        raise CannotCheck("this export does not say what was dealt (dealing): fetch it again")
    seed, dealing = bytes.fromhex(record["seed"]), record["dealing"]

    for promised in filter(None, (commitment, record["commitment"])):
        compare(None, [{"commitment": promised}], [{"commitment": sha256(seed).hexdigest()}])
    yield f"the seed has the commitment {record['commitment']}"

    # How many there are is told, for people to look at. Another order might have been made to fit.
    kinds = [kind for kind, _number in dealing["cards"]]
    compare(None, [{"kinds": KINDS}], [{"kinds": kinds}])
    for pile in ("tickets", "long_tickets"):
        tickets = dealing.get(pile, [])
        compare(None, [{pile: sorted(tickets)}], [{pile: tickets}])
    cards = ", ".join(f"{number} {kind}" for kind, number in dealing["cards"])
    tickets = len(dealing["tickets"]) + len(dealing.get("long_tickets", []))
    yield f"before the shuffles: {cards}; {tickets} tickets"

    dealer = (CardGameDealer if "given" in dealing else Dealer)(seed, record["seats"], dealing)
    events = [deal_again(dealer, seq, move) for seq, move in enumerate(record["moves"])]
    last = record["moves"][-1]["events"]
    compare(len(events) - 1, ["game_ended"], [event["type"] for event in last[-1:]])
    yield f"set-up: turn order {events[0][0]['order']}, {counted(events[0])}"
    yield f"moves 1 to {len(events) - 1}: {counted([event for move in events[1:] for event in move])}"

    # What nobody is told of would otherwise count as the same.
    scores = (record.get("result") or {}).get("scores", [])
    told = sorted(sheet["seat"] for sheet in scores)
    compare(None, [{"seats in the scores": list(range(record["seats"]))}], [{"seats in the scores": told}])
    for sheet in scores:
        kept, scored = dealer.tickets[sheet["seat"]], [ticket["id"] for ticket in sheet["tickets"]]
        compare(None, [{"tickets": sorted(kept)}], [{"tickets": sorted(scored)}])
    yield "the tickets in the scores are those that were kept"


def deal_again(dealer, seq, move):
    """One move compared; gives its events that deal. Raises Difference, or CannotCheck."""
    found = dealt(move["events"])
    compare(seq, [{"seq": seq}], [{"seq": move["seq"]}])
    gathered = {"gathered": True} if {"type": "cards_gathered"} in found else {}
    try:
        expected = dealer.move(seq, move["seat"], move["action"], **gathered)
    except (LookupError, TypeError, AttributeError):
        raise Difference(seq, "an action that can be carried out", move["action"]) from None
    compare(seq, expected, found)
    return found


def counted(events):
    """How much was dealt, in words."""
    types = [event["type"] for event in events]
    shown = ("tickets_offered", "long_tickets_offered")
    tickets = sum(len(event["tickets"]) for event in events if event["type"] in shown)
    return (
        f"{types.count('card_drawn')} cards off the deck, {types.count('face_up_taken')} out of the row, "
        f"{types.count('place_filled')} turned up, {types.count('deck_shuffled')} decks shuffled, "
        f"{tickets} tickets shown"
    )


def as_hex(text):
    """What somebody wrote down, as this program writes it."""
    return text.strip().lower()


def main():
    """Check one record; gives the exit code."""
    parser = argparse.ArgumentParser(
        description="Check that a finished game of Night Mail was dealt from its seed."
    )
    parser.add_argument("export", nargs="?", type=argparse.FileType(encoding="utf-8"), default=sys.stdin)
    parser.add_argument("--commitment", type=as_hex, help="the one that was shown when the game began")
    options = parser.parse_args()
    try:
        for line in verify(json.load(options.export), options.commitment):
            print("ok  ", line)
    except Difference as difference:
        where = "the record as a whole" if difference.seq is None else f"move {difference.seq}"
        print(f"DIFFERENCE in {where}")
        print("  expected:", json.dumps(difference.expected))
        print("  found:   ", json.dumps(difference.found))
        return 1
    except (CannotCheck, LookupError, TypeError, ValueError, AttributeError) as reason:
        print("CANNOT CHECK:", reason if isinstance(reason, CannotCheck) else repr(reason))
        return 2
    print("Not checked: that the moves were allowed, that the points are right, and what the clock says.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
