"""The shapes of answers, for the schema that programs are generated from."""

from typing import Any, get_args

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from games import clocks, engine
from games.models import COLOURS, Move
from games.models import Game as GameRow
from games.models import Pause as PauseRow
from games.models import Seat as SeatRow
from games.web import reasons

EDITION_LINE = ("id", "name", "board", "players", "options")
Shape = serializers.Serializer[Any]


def counts(**kwargs: Any) -> serializers.DictField:
    """Numbers of cards by colour."""
    return serializers.DictField(child=serializers.IntegerField(), **kwargs)


class EditionLine(Shape):
    id = serializers.CharField()
    name = serializers.CharField()
    board = serializers.CharField(allow_null=True, help_text="null: there is no board")
    players = serializers.ListField(child=serializers.IntegerField())
    options = serializers.ListField(child=serializers.CharField())


class EditionWhole(EditionLine):
    rules = serializers.DictField()
    cities = serializers.ListField(child=serializers.DictField())
    routes = serializers.ListField(child=serializers.DictField())
    tickets = serializers.ListField(child=serializers.DictField())
    colours = serializers.ListField(child=serializers.CharField(), required=False)
    big_cities = serializers.ListField(child=serializers.DictField(), required=False)


class Still(Shape):
    """A clock that stands."""

    why = serializers.ChoiceField(get_args(clocks.Why))
    until = serializers.DateTimeField()


class Pause(Shape):
    """All clocks of the game stand, or somebody asks for that; people by their seats."""

    asked_by = serializers.IntegerField(allow_null=True)
    days = serializers.IntegerField()
    state = serializers.ChoiceField(PauseRow.State.values)
    answer_by = serializers.DateTimeField(help_text="no answer until then is a yes")
    begins = serializers.DateTimeField(allow_null=True)
    ends = serializers.DateTimeField(allow_null=True)
    agreed = serializers.ListField(child=serializers.IntegerField())


class Decision(Shape):
    id = serializers.CharField()
    seat = serializers.IntegerField()
    kind = serializers.ChoiceField(
        ["first_tickets", "turn", "second_card", "keep_tickets", "tunnel", "complete_tickets"]
    )
    since = serializers.DateTimeField()
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="of the turn, with its reserve; null without a clock or for a computer"
    )
    left_s = serializers.IntegerField(
        allow_null=True, help_text="seconds until the deadline, counted while the clock runs"
    )
    turn_until = serializers.DateTimeField(allow_null=True, help_text="from then on the reserve is eaten")
    still = Still(allow_null=True, help_text="why the clock stands now; null while it runs")


class Seat(Shape):
    number = serializers.IntegerField()
    user = serializers.CharField(allow_null=True)
    bot = serializers.CharField(allow_null=True)
    state = serializers.ChoiceField(SeatRow.State.values)
    away_until = serializers.DateTimeField(allow_null=True, help_text="end of a vacation that goes on")
    reserve_s = serializers.IntegerField(
        allow_null=True, help_text="what was left of the reserve when its turn began"
    )
    colour = serializers.ChoiceField(COLOURS)
    cards = serializers.IntegerField(required=False)
    tickets = serializers.IntegerField(required=False)
    offered = serializers.IntegerField(required=False)
    trains = serializers.IntegerField(required=False, allow_null=True)
    stations = serializers.IntegerField(required=False, allow_null=True)
    points = serializers.IntegerField(required=False)
    known = counts(required=False)
    completed = serializers.ListField(child=serializers.CharField(), required=False)
    hand = counts(required=False)
    ticket_ids = serializers.ListField(child=serializers.CharField(), required=False)
    track = counts(required=False)


class TicketStation(Shape):
    """What completes an unfinished ticket: a station that stands, or one more, borrowing a route."""

    city = serializers.CharField()
    route = serializers.CharField()
    built = serializers.BooleanField()


class Ticket(Shape):
    id = serializers.CharField()
    cities = serializers.ListField(child=serializers.CharField())
    points = serializers.IntegerField()
    long = serializers.BooleanField()
    done = serializers.BooleanField(allow_null=True, help_text="null: the track pile may not be looked at")
    missing = serializers.IntegerField(allow_null=True)
    blocked = serializers.BooleanField()
    station = TicketStation(allow_null=True)
    requires = counts(required=False)
    lacks = counts(required=False, allow_null=True)


class Action(Shape):
    type = serializers.ChoiceField(
        sorted({name for edition in engine.EDITIONS.values() for name in edition.action_types()})
    )
    route = serializers.CharField(required=False)
    city = serializers.CharField(required=False)
    cards = counts(required=False)
    tickets = serializers.ListField(child=serializers.CharField(), required=False)

    def get_fields(self) -> dict[str, Any]:
        # `from` is a word of the language.
        return {**super().get_fields(), "from": serializers.JSONField(required=False)}


class You(Shape):
    seat = serializers.IntegerField()
    hand = counts()
    tickets = Ticket(many=True)
    offered = Ticket(many=True)
    track = counts(required=False, allow_null=True)
    decision = serializers.CharField(allow_null=True)
    legal = Action(many=True, required=False)
    legal_complete = serializers.BooleanField(required=False)


class Tunnel(Shape):
    """A payment on the table, the cards turned up for it, and how many more are due."""

    seat = serializers.IntegerField()
    route = serializers.CharField()
    paid = counts()
    turned_up = serializers.ListField(child=serializers.CharField())
    due = serializers.IntegerField()


class Row(Shape):
    """A row of a station in the Card Game; its locomotives lie on top."""

    colour = serializers.CharField()
    coloured = serializers.IntegerField()
    locomotives = serializers.IntegerField()


class CardTable(Shape):
    """The Card Game's table, by seat: rows of stations, sizes of track piles."""

    stations = serializers.ListField(child=serializers.ListField(child=Row()))
    tracks = serializers.ListField(child=serializers.IntegerField())


class BigCity(Shape):
    """Points for most completed tickets that name the city, and how many each seat has."""

    city = serializers.CharField()
    points = serializers.IntegerField()
    completed = serializers.ListField(child=serializers.IntegerField())


class GameHead(Shape):
    id = serializers.CharField()
    edition = serializers.CharField()
    options = serializers.DictField()
    status = serializers.ChoiceField(GameRow.Status.values)
    size = serializers.IntegerField()
    host = serializers.CharField(allow_null=True)
    seq = serializers.IntegerField()
    seats = Seat(many=True)
    decisions = Decision(many=True)


class GameSummary(GameHead):
    created_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class Game(GameHead):
    invite = serializers.CharField(required=False)
    invite_until = serializers.DateTimeField(required=False)
    pause = Pause(allow_null=True)
    successor = serializers.CharField(
        allow_null=True, help_text="the new table of a game that was cancelled because somebody never came"
    )
    phase = serializers.CharField(required=False)
    turn = serializers.IntegerField(required=False, allow_null=True)
    you = You(allow_null=True)
    board = serializers.DictField(required=False, allow_null=True)
    table = CardTable(required=False, allow_null=True)
    scorings = serializers.IntegerField(required=False)
    big_cities = BigCity(many=True, required=False)
    face_up = serializers.ListField(child=serializers.CharField(allow_null=True), required=False)
    deck = serializers.IntegerField(required=False)
    discards = counts(required=False)
    ticket_deck = serializers.IntegerField(required=False)
    tunnel = Tunnel(required=False, allow_null=True)
    last_round = serializers.DictField(required=False, allow_null=True)
    result = serializers.DictField(allow_null=True)
    commitment = serializers.CharField(allow_null=True)
    seed = serializers.CharField(required=False)


class Event(Shape):
    seq = serializers.IntegerField()
    n = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    by = serializers.ChoiceField(Move.By.values)
    at = serializers.DateTimeField()
    type = serializers.ChoiceField(
        sorted({name for edition in engine.EDITIONS.values() for name in edition.event_types()})
    )


class Answered(Shape):
    events = Event(many=True)
    game = Game()


class EventsPage(Shape):
    events = Event(many=True)
    next = serializers.IntegerField(allow_null=True)


class Refused(Shape):
    """Why not: a reason, the number of its rule on the page of rules, and facts that depend on the reason."""

    code = serializers.ChoiceField(["illegal_action"])
    detail = serializers.CharField()
    reason = serializers.ChoiceField(list(reasons.REASONS))
    rule = serializers.CharField(allow_null=True)


class Checked(Shape):
    legal = serializers.BooleanField()
    reason = serializers.CharField(required=False)
    rule = serializers.CharField(required=False, allow_null=True, help_text="R-DRAW-2")


class ChatLine(Shape):
    id = serializers.CharField(help_text="greater than those of earlier lines")
    seat = serializers.IntegerField(allow_null=True, help_text="null: of somebody who has no seat any more")
    who = serializers.CharField(allow_null=True, help_text="null: the account is deleted")
    text = serializers.CharField()
    at = serializers.DateTimeField()


class Chat(Shape):
    lines = ChatLine(many=True)


class Dealing(Shape):
    """Cards ([kind, number]) and tickets before they are shuffled, and how many are dealt."""

    cards = serializers.ListField(child=serializers.ListField())
    hand = serializers.IntegerField()
    tickets = serializers.ListField(child=serializers.CharField())
    long_tickets = serializers.ListField(child=serializers.CharField())
    first_long = serializers.IntegerField()
    first_tickets = serializers.IntegerField()
    first_rest = serializers.ChoiceField(["under", "out", "shuffled"])
    later_tickets = serializers.IntegerField()
    given = serializers.IntegerField(required=False)
    second_hand = serializers.IntegerField(required=False)
    tunnels = serializers.ListField(child=serializers.CharField())


class Record(Shape):
    schema = serializers.IntegerField()
    edition = serializers.CharField()
    options = serializers.DictField()
    seats = serializers.IntegerField()
    seed = serializers.CharField(allow_null=True)
    commitment = serializers.CharField()
    dealing = Dealing()
    moves = serializers.ListField(child=serializers.DictField())
    result = serializers.DictField(allow_null=True)


class Reliability(Shape):
    """Turns on a clock, the last hundred; an absence counts once, in however many games."""

    share = serializers.FloatField(
        allow_null=True, help_text="made in time, 0 to 1; null for fewer than ten turns"
    )
    counted = serializers.IntegerField()
    typical_s = serializers.IntegerField(
        allow_null=True, help_text="median seconds to answer, counted while the clock runs"
    )


class GamesPlayed(Shape):
    """Public games; for oneself all."""

    running = serializers.IntegerField()
    finished = serializers.IntegerField()


class Player(Shape):
    username = serializers.CharField()
    member_since = serializers.DateField()
    away_until = serializers.DateTimeField(allow_null=True, help_text="end of a vacation that goes on")
    reliability = Reliability()
    games = GamesPlayed()


GamesPage = inline_serializer(
    "GamesPage",
    {
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": GameSummary(many=True),
    },
)
