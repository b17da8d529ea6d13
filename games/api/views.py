"""The API: parse, call one service or selector, answer."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import status, viewsets
from rest_framework.decorators import action, api_view, permission_classes
from rest_framework.exceptions import NotAuthenticated, NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from accounts.models import User
from games import engine, selectors
from games.api import present, serializers, shapes
from games.api.permissions import SignedInToChange
from games.models import Game
from games.services import absence, chat, lobby, nudges, pauses, play
from games.services.errors import BadRequest, StaleDecision
from games.web import reasons

EVENTS_PAGE = 500
KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description="1 to 200 characters; the same key with the same body makes the move only once.",
)


def person(request: Request) -> User:
    """Who asks; raises NotAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def parsed(serializer: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    """The checked fields; raises DRF's ValidationError."""
    form = serializer(data=data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


@extend_schema_view(
    list=extend_schema(responses=shapes.EditionLine(many=True)),
    retrieve=extend_schema(responses=shapes.EditionWhole),
)
class EditionViewSet(viewsets.ViewSet):
    """The games that can be played here."""

    permission_classes = (AllowAny,)
    lookup_field = "edition_id"
    lookup_value_regex = "[a-z0-9-]+"

    def list(self, request: Request) -> Response:
        """Every edition with its numbers of players."""
        lines = [edition.describe() for edition in engine.EDITIONS.values()]
        return Response([{name: line[name] for name in shapes.EDITION_LINE} for line in lines])

    def retrieve(self, request: Request, edition_id: str) -> Response:
        """One edition: cities, routes, its tickets, the numbers of its rules."""
        if edition_id not in engine.EDITIONS:
            raise NotFound
        return Response(engine.EDITIONS[edition_id].describe())


class PlayerViewSet(viewsets.ViewSet):
    """People who play here."""

    permission_classes = (AllowAny,)
    lookup_field = "username"
    lookup_value_regex = "[A-Za-z0-9_-]+"

    @extend_schema(responses=shapes.Player)
    def retrieve(self, request: Request, username: str) -> Response:
        """How a person answers, and how much they play; of guests nothing is shown."""
        try:
            shown = selectors.profile(username=username, viewer=request.user)
        except User.DoesNotExist:
            raise NotFound from None
        return Response(present.profile(shown))


@extend_schema(exclude=True)
@api_view(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
@permission_classes([AllowAny])
def nothing_here(request: Request, path: str) -> Response:
    """Any other address under /api/: refused in the API's own form."""
    raise NotFound


class GamesPage(CursorPagination):
    """Newest first."""

    ordering = "-id"
    page_size = 30

    def paginate_queryset(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().paginate_queryset(*args, **kwargs)
        except ValueError:  # a cursor that we did not write
            raise NotFound from None


class GameViewSet(viewsets.ViewSet):
    """Tables and games."""

    permission_classes = (SignedInToChange,)
    lookup_field = "game_id"
    lookup_value_regex = "[0-9]{1,18}"

    @extend_schema(parameters=[serializers.GamesQuery], responses=shapes.GamesPage)
    def list(self, request: Request) -> Response:
        """Public games and one's own, newest first."""
        query = parsed(serializers.GamesQuery, request.query_params)
        games = selectors.visible_to(request.user)
        if query.get("mine"):
            games = games.filter(seats__user=person(request))
        if query.get("status"):
            games = games.filter(status=query["status"])
        if query.get("edition"):
            games = games.filter(edition=query["edition"])
        pages = GamesPage()
        page = pages.paginate_queryset(games, request)
        away = selectors.on_vacation(page or ())
        return pages.get_paginated_response([present.summary(game, away) for game in page or ()])

    @extend_schema(request=serializers.NewTable, responses={201: shapes.Game})
    def create(self, request: Request) -> Response:
        """A new table, with the caller seated as its host."""
        asked = parsed(serializers.NewTable, request.data)
        game = lobby.open_table(
            user=person(request),
            edition=asked["edition"],
            size=asked["seats"],
            options=asked["options"],
            colour=asked.get("colour"),
        )
        return self.shown(request, game.pk, status.HTTP_201_CREATED)

    @extend_schema(parameters=[serializers.GameQuery], responses=shapes.Game)
    def retrieve(self, request: Request, game_id: str) -> Response:
        """The game as the caller may see it."""
        query = parsed(serializers.GameQuery, request.query_params)
        seen = selectors.see(game_id=int(game_id), user=request.user, invite=query.get("invite"))
        return Response(present.game(seen, legal=query["legal"]))

    @extend_schema(request=serializers.Join, responses=shapes.Game)
    @action(detail=True, methods=["post"])
    def join(self, request: Request, game_id: str) -> Response:
        """Sit down; the last free seat starts the game."""
        asked = parsed(serializers.Join, request.data)
        lobby.join(
            game_id=int(game_id), user=person(request), invite=asked.get("invite"), colour=asked.get("colour")
        )
        return self.shown(request, int(game_id))

    @extend_schema(request=serializers.Nothing, responses=shapes.GameSummary)
    @action(detail=True, methods=["post"])
    def leave(self, request: Request, game_id: str) -> Response:
        """Get up from an open table, or let a stand-in play on in a running game."""
        parsed(serializers.Nothing, request.data)
        absence.leave(game_id=int(game_id), user=person(request))
        game = selectors.listed().get(pk=game_id)
        return Response(present.summary(game, selectors.on_vacation([game])))

    @extend_schema(request=serializers.Nothing, responses=shapes.Game)
    @action(detail=True, methods=["post"])
    def resign(self, request: Request, game_id: str) -> Response:
        """Give the seat up for good; a stand-in plays it on."""
        parsed(serializers.Nothing, request.data)
        absence.resign(game_id=int(game_id), user=person(request))
        return self.shown(request, int(game_id))

    @extend_schema(request=serializers.Nothing, responses=shapes.Game)
    @action(detail=True, methods=["post"])
    def reclaim(self, request: Request, game_id: str) -> Response:
        """Take the own abandoned seat back, twice at most."""
        parsed(serializers.Nothing, request.data)
        absence.reclaim(game_id=int(game_id), user=person(request))
        return self.shown(request, int(game_id))

    @extend_schema(request=serializers.TakeOver, responses=shapes.Game)
    @action(detail=True, methods=["post"])
    def takeover(self, request: Request, game_id: str) -> Response:
        """Sit down on a seat that somebody has given up, where the table allows it."""
        asked = parsed(serializers.TakeOver, request.data)
        absence.take_over(game_id=int(game_id), user=person(request), **asked)
        return self.shown(request, int(game_id))

    @extend_schema(request=serializers.AskForPause, responses=shapes.Game)
    @action(detail=True, methods=["post"])
    def pause(self, request: Request, game_id: str) -> Response:
        """Ask for a pause, or answer one that is asked for."""
        asked = parsed(serializers.AskForPause, request.data)
        if "days" in asked:
            pauses.ask(game_id=int(game_id), user=person(request), days=asked["days"])
        else:
            pauses.answer(game_id=int(game_id), user=person(request), agrees=asked["agree"])
        return self.shown(request, int(game_id))

    @extend_schema(request=serializers.Nudge, responses=shapes.Game)
    @action(detail=True, methods=["post"])
    def nudge(self, request: Request, game_id: str) -> Response:
        """Say to whoever is asked that one waits: once in a turn, after half of its time."""
        asked = parsed(serializers.Nudge, request.data)
        nudges.nudge(game_id=int(game_id), user=person(request), **asked)
        return self.shown(request, int(game_id))

    @extend_schema(parameters=[serializers.ChatQuery], responses=shapes.Chat)
    @action(detail=True, methods=["get"], url_path="chat", url_name="chat")
    def read_chat(self, request: Request, game_id: str) -> Response:
        """What the players said: the last 200 lines, or the first 200 after one; for themselves alone."""
        query = parsed(serializers.ChatQuery, request.query_params)
        user = person(request)
        game = Game.objects.defer("state", "seed").get(pk=game_id)
        seats = list(game.seats.all())
        chat.must_be_allowed(game, seats, user)
        lines = selectors.chat(game, after=query.get("after"))
        return Response({"lines": [present.chat_line(line, seats) for line in lines]})

    @extend_schema(
        parameters=[KEY_HEADER],
        request=serializers.Say,
        responses={200: shapes.ChatLine, 201: shapes.ChatLine},
    )
    @read_chat.mapping.post
    def say(self, request: Request, game_id: str) -> Response:
        """Say a line to the players of the table; `@name` tells that player."""
        asked = parsed(serializers.Say, request.data)
        key = request.headers.get("Idempotency-Key", "")
        said = chat.say(game_id=int(game_id), user=person(request), key=key, **asked)
        answer = present.chat_line(said.line, said.seats)
        return Response(answer, status.HTTP_200_OK if said.repeated else status.HTTP_201_CREATED)

    @extend_schema(request=serializers.Nothing, responses=shapes.Game)
    @action(detail=True, methods=["post"])
    def start(self, request: Request, game_id: str) -> Response:
        """The host begins with those who are there."""
        parsed(serializers.Nothing, request.data)
        lobby.start(game_id=int(game_id), user=person(request))
        return self.shown(request, int(game_id))

    @extend_schema(request=serializers.NewBot, responses={201: shapes.Game})
    @action(detail=True, methods=["post"])
    def seats(self, request: Request, game_id: str) -> Response:
        """The host seats a computer player."""
        asked = parsed(serializers.NewBot, request.data)
        lobby.add_bot(game_id=int(game_id), user=person(request), level=asked["bot"])
        return self.shown(request, int(game_id), status.HTTP_201_CREATED)

    @extend_schema(request=None, responses=shapes.Game)
    @action(detail=True, methods=["delete"], url_path=r"seats/(?P<number>[0-9]{1,2})")
    def remove_seat(self, request: Request, game_id: str, number: str) -> Response:
        """The host removes a computer player."""
        lobby.remove_bot(game_id=int(game_id), user=person(request), number=int(number))
        return self.shown(request, int(game_id))

    @extend_schema(
        parameters=[KEY_HEADER],
        request=serializers.ActionRequest,
        responses={200: shapes.Answered, 201: shapes.Answered, 422: shapes.Refused},
    )
    @action(detail=True, methods=["post"])
    def actions(self, request: Request, game_id: str) -> Response:
        """Answer the open decision."""
        asked = parsed(serializers.ActionRequest, request.data)
        key = request.headers.get("Idempotency-Key", "")
        try:
            submission = play.submit(game_id=int(game_id), user=person(request), key=key, **asked)
        except StaleDecision as stale:
            raise self.with_fresh_game(request, int(game_id), stale) from stale
        seen = selectors.seen_at(submission.table, submission.seat)
        answer = {"events": seen.events([submission.move]), "game": present.game(seen, legal=True)}
        return Response(answer, status.HTTP_200_OK if submission.repeated else status.HTTP_201_CREATED)

    @extend_schema(request=serializers.ActionRequest, responses=shapes.Checked)
    @action(detail=True, methods=["post"])
    def check(self, request: Request, game_id: str) -> Response:
        """Would this action be taken? Changes nothing."""
        asked = parsed(serializers.ActionRequest, request.data)
        try:
            refused = play.check(game_id=int(game_id), user=person(request), **asked)
        except StaleDecision as stale:
            raise self.with_fresh_game(request, int(game_id), stale) from stale
        if refused is None:
            return Response({"legal": True})
        rule = reasons.rule_of(refused.reason, refused.facts, selectors.edition_id(int(game_id)))
        return Response({"legal": False, "reason": refused.reason, "rule": rule, **refused.facts})

    @extend_schema(parameters=[serializers.EventsQuery], responses=shapes.EventsPage)
    @action(detail=True, methods=["get"])
    def events(self, request: Request, game_id: str) -> Response:
        """What happened after a move, in whole moves of about 500 events, as the caller may see it."""
        query = parsed(serializers.EventsQuery, request.query_params)
        seen = selectors.see(game_id=int(game_id), user=request.user)
        found: list[dict[str, Any]] = []
        for move in selectors.moves(seen.game, after=query["after"], most=EVENTS_PAGE):
            events = seen.events([move])
            if found and len(found) + len(events) > EVENTS_PAGE:
                break
            found += events
        more = bool(found) and found[-1]["seq"] < seen.game.seq
        return Response({"events": found, "next": found[-1]["seq"] if more else None})

    @extend_schema(responses=shapes.Record)
    @action(detail=True, methods=["get"])
    def export(self, request: Request, game_id: str) -> Response:
        """The record of a started game; with its seed and secrets when it is over."""
        seen = selectors.see(game_id=int(game_id), user=request.user)
        if seen.game.started_at is None:
            raise BadRequest(_("This game has not begun: there is nothing to record."))
        return Response(selectors.record(seen))

    def shown(self, request: Request, game_id: int, status_code: int = status.HTTP_200_OK) -> Response:
        """The game as it is now, for the one who changed it."""
        seen = selectors.see(game_id=game_id, user=request.user)
        return Response(present.game(seen, legal=True), status_code)

    def with_fresh_game(self, request: Request, game_id: int, stale: StaleDecision) -> StaleDecision:
        """Somebody who is behind gets the game along with the refusal."""
        seen = selectors.see(game_id=game_id, user=request.user)
        return StaleDecision(stale.detail, **stale.facts, game=present.game(seen, legal=True))
