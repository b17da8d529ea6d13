"""The channel layer goes away while somebody rings."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from channels.layers import get_channel_layer
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from games import tasks
from games.models import FailedTask, Game
from games.realtime import groups, publish
from tests.faults.processes import Site

pytestmark = pytest.mark.django_db

GAME = 7


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, settings: object) -> Iterator[Site]:
    site = Site(Path(os.path.realpath(tmp_path_factory.mktemp("f"))))
    site.start_broker()
    settings.CHANNEL_LAYERS = {  # type: ignore[attr-defined]
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {"hosts": [site.valkey.url]},
        }
    }
    yield site
    site.children.stop()


def test_a_bell_waits_for_a_layer_that_starts_again(site: Site) -> None:
    async def listens() -> str:
        layer = get_channel_layer()
        assert layer is not None
        channel = await layer.new_channel()
        await layer.group_add(groups.game(GAME), channel)
        return str(channel)

    async def hears(channel: str) -> object:
        layer = get_channel_layer()
        assert layer is not None
        return await asyncio.wait_for(layer.receive(channel), 10)

    channel = asyncio.run(listens())
    site.kill("broker")
    ringing = threading.Thread(target=publish.hindsight, kwargs={"game_id": GAME})
    ringing.start()
    time.sleep(0.4)
    site.start_broker()
    ringing.join()

    message = asyncio.run(hears(channel))
    assert isinstance(message, dict)
    assert message["message"] == {"type": "hindsight", "game": str(GAME)}


@pytest.mark.django_db(transaction=True)
def test_a_socket_ends_with_its_layer_so_that_its_page_is_greeted_anew(
    site: Site, live_site: str, game: Game
) -> None:
    address = f"{live_site.replace('http', 'ws')}/ws/games/{game.pk}/"
    with connect(address, origin=live_site) as socket:  # type: ignore[arg-type]
        assert json.loads(socket.recv(10))["type"] == "hello"
        site.kill("broker")
        with pytest.raises(ConnectionClosed):
            socket.recv(10)


def test_a_layer_that_stays_away_is_a_line_in_the_log_and_no_failed_task(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(publish, "PATIENCE_S", (0.01, 0.01))
    site.kill("broker")
    with caplog.at_level(logging.WARNING, "games.realtime.publish"):
        tasks.push_hindsight.apply(args=[GAME])
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert not FailedTask.objects.exists()
