"""Notices with real workers, a real broker and a real mail server: told once, whoever is killed meanwhile."""

from __future__ import annotations

import os
import random
import socket
import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from aiosmtpd.controller import Controller
from celery import current_app
from django.utils import timezone

from accounts import clock
from accounts.models import Notice
from accounts.notices import delivery, headers, preferences
from tests import cast
from tests.faults.processes import Site

if TYPE_CHECKING:
    from aiosmtpd.smtp import SMTP, Envelope, Session

    from accounts.models import User
    from games.models import Game

TURNS, LESS = 100, 60
GAMES, MANY = 8, 60  # of which none ends in so many turns
WORKERS, SCHEDULERS = 4, 2
State = Notice.State

pytestmark = pytest.mark.django_db(transaction=True)


class Letterbox:
    """A mail server that takes everything."""

    def __init__(self) -> None:
        self.taken: list[str] = []

    async def handle_DATA(  # noqa: N802  (aiosmtpd's name)
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        self.taken.append(str(message_from_bytes(envelope.content)["Message-ID"]))
        return "250 OK"


@pytest.fixture
def letterbox() -> Iterator[Letterbox]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    box = Letterbox()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    box.url = f"smtp://127.0.0.1:{port}"  # type: ignore[attr-defined]
    yield box
    controller.stop()


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, letterbox: Letterbox) -> Iterator[Site]:
    folder = Path(os.path.realpath(tmp_path_factory.mktemp("n")))
    site = Site(
        folder,
        DJANGO_SETTINGS_MODULE="tests.faults.settings_smtp",
        EMAIL_URL=letterbox.url,  # type: ignore[attr-defined]
    )
    site.start(workers=WORKERS, schedulers=SCHEDULERS, scheduler="tests.faults.notice_scheduler")
    yield site
    site.children.stop()


@pytest.fixture
def games(alice: User, bob: User) -> list[Game]:
    return dealt(alice, bob, GAMES)


def dealt(alice: User, bob: User, number: int) -> list[Game]:
    """Tables at their first turn; what led there is not told any more, and turns are told at once."""
    games = [cast.started(alice, bob) for _ in range(number)]
    for game in games:
        cast.choose_tickets(game)
    Notice.objects.all().delete()
    for person in (alice, bob):
        preferences.change(user=person, delay_min=0, reminders="none")
    return games


def turns() -> list[Notice]:
    return list(Notice.objects.filter(kind="your_turn", channel="mail").select_related("user"))


def play(games: list[Game], site: Site, *, least: int, seconds: float = 0, kill: bool = False) -> None:
    """So many turns, or more for so many seconds; now and then a worker dies and another one comes."""
    rng = random.Random(7)
    begin = time.monotonic()
    moves = 0
    while Notice.objects.filter(kind="your_turn").count() < least or time.monotonic() < begin + seconds:
        game = rng.choice(games)
        cast.play_on(game, 1, seed=moves)
        current_app.send_task("accounts.tasks.review", args=[f"game-{game.pk}"])
        moves += 1
        time.sleep(rng.uniform(0, 0.1))
        if kill and rng.random() < 0.15:
            site.kill("worker")
            site.start_worker()


def settled() -> None:
    """Who died in the middle of a hand-over is noticed ten minutes later."""
    later = timezone.now() + timedelta(minutes=11)
    with clock.reading(lambda: later):
        delivery.settle()


def explained(letterbox: Letterbox) -> Counter[str]:
    """Each turn has one end, and mail has come of those that were sent and of no others; says how many."""
    rows = turns()
    assert len(rows) == len({(row.thread, row.matter, row.user_id) for row in rows})
    taken = Counter(letterbox.taken)
    assert not [one for one, times in taken.items() if times > 1], "told twice"
    ends: Counter[str] = Counter()
    for row in rows:
        came = taken.pop(headers.message_id(row.user, [row]), 0)
        if row.state == State.SENT and row.why == "":
            assert came == 1, f"lost: {row}"
            ends["sent"] += 1
        elif row.state == State.SENT:
            assert row.why == "no_answer"
            ends["no answer, came" if came else "no answer, did not come"] += 1
        else:
            assert (row.state, came) == (State.WITHDRAWN, 0), (row, row.state, row.why)
            assert row.why == "moved"
            ends["withdrawn"] += 1
    assert not taken, "mail of no notice"
    return ends


def all_have_an_end() -> bool:
    return not Notice.objects.filter(state=State.WAITING).exists()


def test_each_of_a_hundred_turns_ends_in_one_state_that_says_why(
    site: Site, games: list[Game], letterbox: Letterbox
) -> None:
    play(games, site, least=TURNS)
    site.until(all_have_an_end)
    time.sleep(1)  # what was sent twice comes now

    ends = explained(letterbox)

    assert sum(ends.values()) >= TURNS
    assert ends["sent"] >= 10
    assert not ends.keys() - {"sent", "withdrawn"}


def killed(site: Site, games: list[Game], letterbox: Letterbox, seconds: float) -> Counter[str]:
    play(games, site, least=LESS, seconds=seconds, kill=True)
    site.until(all_have_an_end)
    time.sleep(1)
    settled()
    ends = explained(letterbox)
    # A kill in the fraction of a millisecond between the commit and the full stop: not twice in a run.
    assert ends["no answer, did not come"] <= 1
    return ends


def test_no_mail_is_lost_or_doubled_when_workers_are_killed(
    site: Site, games: list[Game], letterbox: Letterbox
) -> None:
    ends = killed(site, games, letterbox, 0)

    assert ends["sent"] >= 10


@pytest.mark.soak
def test_nor_in_a_whole_minute_of_it(site: Site, alice: User, bob: User, letterbox: Letterbox) -> None:
    ends = killed(site, dealt(alice, bob, MANY), letterbox, 60)

    print(dict(ends))
    assert ends["sent"] >= 100
