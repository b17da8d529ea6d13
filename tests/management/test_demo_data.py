"""`manage.py demo_data`: people and games to look at, on the embedded default alone."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts import demo, guests, services
from accounts.models import User
from games import selectors
from games.models import Game, Move
from games.services import demo as games
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def var(tmp_path: Path, settings: Any) -> Path:
    """The folder of an embedded site."""
    settings.EMBEDDED, settings.VAR_DIR = True, tmp_path
    return tmp_path


@pytest.fixture
def one_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """One finished game of two, by quick players, is enough."""
    monkeypatch.setattr(games, "LEVEL", "easy")
    monkeypatch.setattr(games, "FINISHED", games.FINISHED[1:2])


@pytest.fixture
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accounts alone: what is played does not matter here."""
    monkeypatch.setattr(games, "fill", lambda people: None)


def run(*arguments: str) -> str:
    """What the command says."""
    out = StringIO()
    call_command("demo_data", *arguments, stdout=out)
    return out.getvalue()


def passwords(said: str) -> dict[str, str]:
    """Name -> password as they stand in the terminal."""
    return {line.split()[0]: line.split()[1] for line in said.splitlines()[1:]}


@pytest.mark.usefixtures("one_finished")
def test_it_fills_the_site_with_people_and_games_once(var: Path) -> None:
    said = run()

    assert said.splitlines()[0] == "Sample accounts of this folder:"
    people = {name: User.objects.get(username=name) for name in ("Odile", "Tomasz", "Ines")}
    for name, password in passwords(said).items():
        assert people[name].check_password(password)
    assert [user.username for user in people.values() if user.is_staff] == ["Odile"]

    waiting, other, cards = Game.objects.filter(status="running").order_by("pk")
    assert [game.pk for game in selectors.waiting_for(people["Odile"])] == [waiting.pk]
    assert sorted(seat.user.username if seat.user else seat.bot for seat in waiting.seats.all()) == [
        "Ines", "Odile", "Tomasz", "normal",
    ]  # fmt: skip
    assert [game.pk for game in selectors.waiting_for(people["Ines"])] == [other.pk]
    assert [game.pk for game in selectors.waiting_for(people["Tomasz"])] == [cards.pk]
    assert (cards.edition, cards.options["look_at_track"]) == ("card-game", True)
    assert min(waiting.seq, other.seq, cards.seq) >= 48
    assert selectors.claims(waiting)
    (table,) = selectors.open_tables()
    assert table.host == people["Tomasz"]
    finished = Game.objects.get(status="finished")
    assert {seat.place for seat in finished.seats.all()} == {1, 2}
    assert set(Move.objects.filter(game=finished).values_list("by", flat=True)) == {"rule", "human"}
    call_command("verify_games", "--all", stdout=StringIO())

    before = (User.objects.count(), Game.objects.count(), Move.objects.count())
    assert run() == run("--at-start") == said
    assert (User.objects.count(), Game.objects.count(), Move.objects.count()) == before


def test_the_finished_games_are_of_different_editions() -> None:
    editions = [edition for edition, _players in games.FINISHED]
    assert len(editions) == len(set(editions)) == 4


@pytest.mark.usefixtures("no_games")
def test_passwords_are_made_up_and_kept_for_the_owner_alone(var: Path) -> None:
    first = passwords(run())
    User.objects.all().delete()
    second = passwords(run())

    assert len({*first.values(), *second.values()}) == 6
    file = var / demo_file()
    assert file.stat().st_mode & 0o777 == 0o600
    assert {account["name"]: account["password"] for account in json.loads(file.read_text())} == second


def demo_file() -> str:
    from games.management.commands.demo_data import FILE

    return FILE


def test_a_password_is_three_words_of_six_letters() -> None:
    words = demo.password().split("-")
    assert [len(word) for word in words] == [6, 6, 6]


@pytest.mark.usefixtures("no_games")
def test_a_password_that_was_changed_is_told_no_longer(var: Path) -> None:
    old = passwords(run())["Odile"]
    odile = User.objects.get(username="Odile")
    odile.set_password("another one")
    odile.save()

    said = run()

    assert old not in said
    assert "Odile   with a password of its own" in said


@pytest.mark.usefixtures("no_games")
def test_a_site_with_people_is_filled_only_on_demand(var: Path) -> None:
    guests.create()
    cast.person("alice")

    assert run("--at-start") == ""
    assert not User.objects.filter(username="Odile").exists()
    run()
    assert User.objects.filter(username="Odile").exists()


@pytest.mark.usefixtures("no_games")
def test_guests_alone_do_not_stop_the_first_start(var: Path) -> None:
    guests.create()
    assert "Odile" in run("--at-start")


@pytest.mark.usefixtures("no_games")
def test_somebody_elses_account_is_left_alone(var: Path) -> None:
    services.create_account(username="Ines", password="her own")
    with pytest.raises(CommandError, match="Ines: accounts of these names are here already"):
        run()
    assert User.objects.count() == 1
    assert not (var / demo_file()).exists()


def test_half_of_it_is_nothing(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(people: object) -> None:
        raise OSError

    with monkeypatch.context() as broken:
        broken.setattr(games, "fill", fail)
        with pytest.raises(OSError):  # noqa: PT011
            run()
    assert not User.objects.exists()
    monkeypatch.setattr(games, "fill", lambda people: None)
    assert len(passwords(run())) == 3


def test_elsewhere_it_refuses(settings: Any) -> None:
    settings.EMBEDDED = False
    for arguments in ((), ("--at-start",)):
        with pytest.raises(CommandError, match="only in the database that `make play` brings along"):
            run(*arguments)
    assert not User.objects.exists()
