"""Ringing: from any process, through the channel layer."""

import asyncio
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NoAnswer

from games.models import Seat
from games.realtime import groups, messages

log = logging.getLogger(__name__)

AWAY = (NotConnected, NoAnswer, OSError)
PATIENCE_S = (0.25, 0.5, 1, 2, 4)
"""Waits between tries while the channel layer is away: it may be starting again."""


def moved(*, game_id: int, seq: int) -> None:
    """Tell those who look at the game, and those who have it in their list."""
    people = Seat.objects.filter(game_id=game_id, user__isnull=False).values_list("user_id", flat=True)
    names = [groups.game(game_id), *(groups.person(user_id) for user_id in people if user_id)]
    async_to_sync(_ring)(names, messages.moved(game_id, seq))


def chat(*, game_id: int, line_id: int) -> None:
    """Tell those who look at the game that somebody has said something there."""
    async_to_sync(_ring)([groups.game(game_id)], messages.chat(line_id))


def hindsight(*, game_id: int) -> None:
    """Tell those who look at a finished game that its hindsight is ready."""
    async_to_sync(_ring)([groups.game(game_id)], messages.hindsight(game_id))


async def _ring(names: list[str], message: dict[str, object]) -> None:
    """All of them once at least. A layer that stays away has lost its sockets, too: they are greeted anew."""
    for wait_s in PATIENCE_S:
        try:
            await _send(names, message)
        except AWAY:
            await asyncio.sleep(wait_s)
        else:
            return
    try:
        await _send(names, message)
    except AWAY as error:
        log.warning("Nobody was told, the channel layer is away: %s", error)


async def _send(names: list[str], message: dict[str, object]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    for name in names:
        await layer.group_send(name, {"type": "ring", "message": message})
