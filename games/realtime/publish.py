"""Ringing: from any process, through the channel layer."""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games.models import Seat
from games.realtime import groups, messages


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
    layer = get_channel_layer()
    assert layer is not None
    for name in names:
        await layer.group_send(name, {"type": "ring", "message": message})
