"""Sockets: doorbells from the server to the client, who may say that somebody looks, and nothing else."""

from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from accounts.notices import looking
from games import selectors
from games.realtime import groups
from games.services import outbox

FORBIDDEN = 4403
SIGNED_OUT = 4401
NOT_FOUND = 4404
HERE, GONE = "here", "gone"
NOT_OFTENER_S = 5


class Doorbell(AsyncJsonWebsocketConsumer):
    """Joins one group and passes on what is rung there."""

    group: str | None = None

    async def ring(self, event: dict[str, Any]) -> None:
        await self.send_json(event["message"])

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **_: Any) -> None:
        """The socket never takes moves. What a client says is not even read, but for one word at a table."""

    async def listen(self, group: str) -> None:
        self.group = group
        await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        # Who missed bells before this one hears it now: read after joining, so that none falls between.
        await self.send_json(await self.greeting())

    async def greeting(self) -> dict[str, Any]:
        return {"type": "hello"}

    async def refuse(self, code: int) -> None:
        """Accept first: only then does a browser learn the code."""
        await self.accept()
        await self.close(code)

    async def disconnect(self, code: int) -> None:
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)


class GameConsumer(Doorbell):
    """ws/games/<id>/?invite=: for everybody who may see the game."""

    said, said_at = "", 0.0

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **_: Any) -> None:
        """HERE: the page is visible and its reader there, so no mail is sent about it. GONE: not any more."""
        user, now = self.scope["user"], monotonic()
        if text_data not in (HERE, GONE) or not user.is_authenticated:
            return
        if text_data == self.said and now - self.said_at < NOT_OFTENER_S:
            return
        self.said, self.said_at = text_data, now
        note = sync_to_async(looking.note if text_data == HERE else looking.left)
        await note(user_id=user.pk, thread=outbox.thread(self.game_id))

    async def connect(self) -> None:
        if await self.may_see():
            await self.listen(groups.game(self.game_id))
        else:
            await self.refuse(FORBIDDEN)

    async def ring(self, event: dict[str, Any]) -> None:
        """Asked anew each time: a person may have left, a table have closed to spectators as it began."""
        if await self.may_see():
            await super().ring(event)
        else:
            await self.close(FORBIDDEN)

    async def greeting(self) -> dict[str, Any]:
        """With the last move and the last line said: whose page shows both need not fetch anything."""
        seq, line = await database_sync_to_async(selectors.latest)(self.game_id)
        return {**await super().greeting(), "seq": seq, "chat": line and str(line)}

    @property
    def game_id(self) -> int:
        return int(self.scope["url_route"]["kwargs"]["game_id"])

    async def may_see(self) -> bool:
        invites = parse_qs(self.scope["query_string"].decode("latin-1")).get("invite")
        invite = invites[0] if invites else None
        may_see = database_sync_to_async(selectors.may_see)
        return bool(await may_see(game_id=self.game_id, user=self.scope["user"], invite=invite))


class Nowhere(Doorbell):
    """Any other address."""

    async def connect(self) -> None:
        await self.refuse(NOT_FOUND)


class MeConsumer(Doorbell):
    """ws/me/: for the list of one's own games."""

    async def connect(self) -> None:
        user = self.scope["user"]
        if user.is_authenticated:
            await self.listen(groups.person(user.pk))
        else:
            await self.refuse(SIGNED_OUT)
