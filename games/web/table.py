"""The table page: what one viewer sees of a started game, ready for the templates.

Here is what every table has; board_page.py and card_page.py add what their games have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import selectors
from games.engine import COLOURS as CARD_COLOURS
from games.models import Decision, Move, Seat
from games.selectors import Seen
from games.web import absence, chat, clocks, hindsight, log, names, profile, reasons
from games.web.scores import FinalScores
from games.web.teller import Line
from games.web.templatetags.night_mail import colour_name

LOG_MOVES = 80  # so many of the last moves stand in the page's log
MOST_NAMED = 2  # in the heading, of those who are to move
Row = dict[str, Any]


class TablePage:
    """One object for the page and its panels; every property is computed once, when it is used."""

    template = "games/table.html"
    panels_template = "games/_table/panels.html"
    scores_template = "games/_table/scores.html"

    def __init__(self, seen: Seen) -> None:
        assert seen.facts is not None
        self.seen, self.game, self.facts = seen, seen.game, seen.facts
        self.edition = seen.game.edition
        self.board = names.board(self.edition)
        self.seats: dict[int, Seat] = {seat.number: seat for seat in seen.seats}

    # Who and when

    @property
    def title(self) -> str:
        return f"{names.table(self.game)} · {names.edition(self.edition)}"

    @property
    def subtitle(self) -> str:
        players = ngettext("%(number)d player", "%(number)d players", self.game.size)
        agreed = clocks.brief(self.game)
        return ", ".join(filter(None, (players % {"number": self.game.size}, agreed)))

    @property
    def tab_title(self) -> str:
        """Of the browser's tab: tells whose turn it is."""
        return (_("Your turn") if self.my_turn else self.heading) + f" · {self.title}"

    @property
    def seated(self) -> bool:
        return self.seen.seat is not None

    @property
    def over(self) -> bool:
        return self.game.is_finished

    @property
    def decision(self) -> Decision | None:
        return self.seen.decision

    @property
    def my_turn(self) -> bool:
        return self.decision is not None

    @property
    def kind(self) -> str:
        """Of my open decision; empty when I am not asked."""
        return self.decision.kind if self.decision else ""

    @property
    def choosing(self) -> bool:
        """Tickets lie before me."""
        return self.kind in ("first_tickets", "keep_tickets")

    @property
    def acting(self) -> bool:
        """I may take cards or more: only then is it said what I may not."""
        return self.kind in ("turn", "second_card")

    @property
    def is_last_turn(self) -> bool:
        return self.facts["last_round"] is not None

    def who(self, seat: int) -> str:
        return names.player(self.seats[seat])

    def other(self, seat: int) -> str | None:
        """The seat's name; None for my own, of which sentences speak differently."""
        return None if seat == self.seen.seat else self.who(seat)

    # The bar

    @property
    def heading(self) -> str:
        if self.over:
            return _("Game over")
        return self.asked if self.my_turn else self.waiting_for

    @property
    def asked(self) -> str:
        """What I am to decide."""
        if self.kind in HEADINGS:
            return HEADINGS[self.kind]()
        return _("Your last turn") if self.is_last_turn else _("Your turn")

    @property
    def waiting_for(self) -> str:
        """Whose move it is, when it is not mine; of many how many: who they are stands in their list."""
        asked = [self.who(decision.seat) for decision in self.seen.decisions]
        kinds = {decision.kind for decision in self.seen.decisions}
        who = ", ".join(asked)
        if len(asked) > MOST_NAMED:
            who = ngettext("%(number)d player", "%(number)d players", len(asked)) % {"number": len(asked)}
        if any(kind.endswith("tickets") for kind in kinds):
            words = ngettext("%(who)s is choosing tickets", "%(who)s are choosing tickets", len(asked))
        else:
            words = ngettext("%(who)s is to move", "%(who)s are to move", len(asked))
        return words % {"who": who}

    @property
    def explanation(self) -> str:
        if self.over:
            return _("Everything is open now: hands, tickets and the order of the cards.")
        if self.kind == "first_tickets":
            return self.who_has_chosen
        return self.what_to_do if self.my_turn else self.waiting_since

    @property
    def what_to_do(self) -> str:
        """Of what I am asked, a sentence under it."""
        return EXPLANATIONS.get(self.kind, str)()

    @property
    def who_has_chosen(self) -> str:
        chosen = self.game.size - len(self.seen.decisions)
        words = ngettext(
            "%(chosen)d of %(all)d has chosen. Nobody sees what you keep.",
            "%(chosen)d of %(all)d have chosen. Nobody sees what you keep.",
            chosen,
        )
        return words % {"chosen": chosen, "all": self.game.size}

    @property
    def waiting_since(self) -> str:
        if not self.seated:
            return _("You are looking on.")
        if self.absence.given_up:
            return _("A stand-in plays for you.")
        return _("This page shows it as soon as it is your turn.")

    @property
    def banner(self) -> str:
        """Over everything in the last round."""
        last = self.facts["last_round"]
        if last is None or self.over:
            return ""
        left = last["turns_left"]
        turns = ngettext("%(left)d turn is still to come.", "%(left)d turns are still to come.", left)
        return f"{self.why_last(last['triggered_by'])} {turns % {'left': left}}"

    def why_last(self, cause: int) -> str:
        """How this seat has brought the last round about."""
        raise NotImplementedError

    # Clocks and absence

    @cached_property
    def faces(self) -> dict[int, clocks.Face]:
        """What the clocks of those who are to move show, by seat."""
        shown = {decision.seat: clocks.face(decision) for decision in self.seen.decisions}
        return {seat: face for seat, face in shown.items() if face}

    @property
    def face(self) -> clocks.Face | None:
        """The clock of the bar: mine when I am to move, otherwise that of who is due first."""
        due = self.decision or clocks.first_due(self.seen.decisions)
        return self.faces.get(due.seat) if due else None

    @cached_property
    def absence(self) -> absence.Absence:
        """Whose seat is played by a stand-in, pauses, and what I may do about them."""
        return absence.Absence(self)

    # Players

    @cached_property
    def players(self) -> list[Row]:
        asked = {decision.seat for decision in self.seen.decisions}
        return [self.player(seat, to_move=number in asked) for number, seat in sorted(self.seats.items())]

    def player(self, seat: Seat, *, to_move: bool) -> Row:
        facts = self.facts["seats"][seat.number]
        choosing = self.facts["phase"] == "first_tickets"
        own = self.facts["you"]["tickets"] if seat.number == self.seen.seat else []
        return {
            "number": seat.number,
            "name": names.player(seat),
            "profile": profile.url(seat.user),
            "colour": seat.colour,
            "is_me": seat.number == self.seen.seat,
            "level": names.LEVELS[seat.bot] if seat.bot else "",
            "to_move": to_move,
            "cards": facts["cards"],
            "tickets": (len(own) or "–") if choosing else facts["tickets"],
            "points": facts["points"],
            "last": self.doing(seat.number, to_move=to_move),
            "clock": self.faces.get(seat.number),
            "state": self.absence.state_of(seat),
        }

    def doing(self, seat: int, *, to_move: bool) -> str:
        """What this player did last, or is at."""
        if self.facts["phase"] == "first_tickets":
            return _("is choosing") if to_move else _("has chosen")
        return self.last_of.get(seat, "")

    @cached_property
    def last_of(self) -> dict[int, str]:
        return {line.seat: line.brief for line in self.lines if line.seat is not None and line.short}

    # Own cards and tickets

    @property
    def hand(self) -> list[Row]:
        """Colours that I hold, in the order of the cards."""
        held = self.facts["you"]["hand"]
        return [
            {"colour": colour, "number": held[colour], "pile": min(held[colour], 3)}
            for colour in CARD_COLOURS
            if colour in held
        ]

    @property
    def hand_size(self) -> int:
        return sum(self.facts["you"]["hand"].values())

    @cached_property
    def tickets(self) -> list[Row]:
        return [self.ticket(raw) for raw in self.facts["you"]["tickets"]]

    @cached_property
    def offered(self) -> list[Row]:
        return [self.ticket(raw) for raw in self.facts["you"]["offered"]]

    def ticket(self, raw: Mapping[str, Any]) -> Row:
        """One of mine, and how it stands."""
        raise NotImplementedError

    @staticmethod
    def points_of(tickets: Iterable[Row]) -> int:
        return sum(ticket["points"] for ticket in tickets)

    @property
    def fewest_to_keep(self) -> int:
        """The smallest set among the legal ones."""
        return min(len(action["tickets"]) for action in self.legal if action["type"] == "keep_tickets")

    @property
    def what_tickets_do(self) -> str:
        """What it means to keep one."""
        return _("What you connect counts for you, what you do not counts against you.")

    # What may be done

    @cached_property
    def legal(self) -> list[dict[str, Any]]:
        return self.seen.legal()

    @property
    def acts(self) -> list[Row]:
        """Buttons of the bar: what may be done now, by an action or in a panel of its own."""
        return [self.act_draw]

    @property
    def act_draw(self) -> Row:
        return self.act("cards", self.deck["say"], possible=self.deck["possible"], action=self.deck["action"])

    @property
    def act_tickets(self) -> Row:
        possible = self.ticket_deck["possible"]
        return self.act("ticket", _("Draw tickets"), possible=possible, panel="tickets")

    def act(
        self, icon: str, words: str, *, possible: bool = True, panel: str = "", action: Any = None
    ) -> Row:
        url = self.decide_url(panel) if panel else ""
        return {"icon": icon, "words": words, "possible": possible, "url": url, "action": action}

    def may(self, action: dict[str, Any]) -> bool:
        return action in self.legal

    @cached_property
    def draws(self) -> list[Row]:
        """The face-up row, its five places."""
        return [self.place(place, card) for place, card in enumerate(self.facts["face_up"])]

    def place(self, place: int, card: str | None) -> Row:
        action = {"type": "draw_card", "from": place}
        return {
            "card": card,
            "name": short_name(card) if card else "",
            "action": action,
            "possible": card is not None and self.may(action),
            "why": self.why_not(action) if card and self.acting else "",
            "rule_url": self.rule_url(action) if card and self.acting else None,
            "say": self.say_take(card) if card else "",
        }

    def say_take(self, card: str) -> str:
        """What pressing the card does."""
        if card == "locomotive" and self.kind == "turn":
            return _("Take the locomotive: it ends your turn")
        return _("Take %(colour)s") % {"colour": colour_name(card)}

    @cached_property
    def deck(self) -> Row:
        action = {"type": "draw_card", "from": "deck"}
        return {
            "number": self.facts["deck"],
            "action": action,
            "possible": self.may(action),
            "why": self.why_not(action) if self.acting else "",
            "say": _("Draw from the deck"),
        }

    @cached_property
    def ticket_deck(self) -> Row:
        action = {"type": "draw_tickets"}
        return {
            "number": self.facts["ticket_deck"],
            "action": action,
            "possible": self.may(action),
            "why": self.why_not(action) if self.acting else "",
            "rule_url": self.rule_url(action),
        }

    @property
    def tickets_drawn(self) -> int:
        """How many I would see: as many as the edition says, or what is left."""
        return min(self.later_tickets["drawn"], int(self.facts["ticket_deck"]))

    @property
    def may_keep_none(self) -> bool:
        """Of tickets drawn in the course of the game."""
        return self.later_tickets["keep"] == 0

    @property
    def later_tickets(self) -> Mapping[str, int]:
        """How many are drawn, and how many of them kept at least."""
        return names.later_tickets(self.edition)

    @property
    def discards(self) -> list[Row]:
        held = self.facts["discards"]
        return [
            {"colour": colour, "name": colour_name(colour), "number": held[colour]}
            for colour in CARD_COLOURS
            if colour in held
        ]

    @property
    def discards_size(self) -> int:
        return sum(self.facts["discards"].values())

    def why_not(self, action: dict[str, Any]) -> str:
        """A sentence; empty when it is possible."""
        if not self.seated or self.may(action):
            return ""
        refused = self.seen.refusal(action)
        return reasons.sentence(*refused, self.other) if refused else ""

    def rule_url(self, action: dict[str, Any]) -> str | None:
        """Where the rule can be read that does not allow it; None when it is possible."""
        refused = self.seen.refusal(action) if self.seated else None
        return reasons.rule_url(self.edition, *refused) if refused else None

    def decide_url(self, what: str, which: str = "") -> str:
        url = reverse("games:decide", args=[self.game.pk, what])
        return f"{url}?id={which}" if which else url

    # The log

    @cached_property
    def moves(self) -> list[Move]:
        """The last ones."""
        return selectors.latest_moves(self.game, LOG_MOVES)

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """Of the last moves."""
        return self.seen.events(self.moves)

    @cached_property
    def lines(self) -> list[Line]:
        return log.lines(self.seen, self.events)

    @property
    def days(self) -> list[log.Day]:
        return log.days(self.lines)

    @property
    def my_last_move(self) -> int:
        """Its number; of whoever looks on, the last but one of the game."""
        if not self.seated:
            return self.game.seq - 1
        return max((move.seq for move in self.moves if move.seat == self.seen.seat), default=0)

    @property
    def news(self) -> list[str]:
        """What the others have done since my last move, the oldest first."""
        told = [line for line in self.lines if line.seq > self.my_last_move and line.short]
        return [
            _("%(who)s %(did)s.") % {"who": self.who(line.seat), "did": line.brief}
            for line in sorted(told, key=lambda line: line.seq)
            if line.seat not in (None, self.seen.seat)
        ]

    @property
    def position(self) -> Row:
        """The state of the page, for its modules."""
        return {
            "seq": self.game.seq,
            "seat": self.seen.seat,
            "decision": self.decision.name if self.decision else None,
            "kind": self.kind,
            "title": self.tab_title,
            "myTurn": self.my_turn,
            "over": not self.game.is_running,
        }

    # The chat

    @cached_property
    def chat(self) -> chat.Chat | None:
        """What the players said; None for whoever may not talk here."""
        return chat.of(self.seen)

    # The end

    @cached_property
    def final(self) -> FinalScores:
        return FinalScores(self.seen)

    @cached_property
    def hindsight(self) -> hindsight.Comment | None:
        """What the computer says of it; None where it says nothing."""
        return hindsight.of(self.seen)


HEADINGS = {
    "first_tickets": lambda: _("First tickets"),
    "keep_tickets": lambda: _("Your new tickets"),
    "second_card": lambda: _("One more card"),
}
EXPLANATIONS = {
    "keep_tickets": lambda: _("You have seen them, so this cannot be taken back."),
    "second_card": lambda: _("The second card ends your turn; a face-up locomotive cannot be the second."),
}


def short_name(card: str) -> str:
    """A colour's name that fits under a small card."""
    return pgettext("short", "loco") if card == "locomotive" else colour_name(card)
