"""The embedded database server: where its programs and its data may lie."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded import postgres
from config.embedded.play import runtime_folder
from config.embedded.processes import CannotStart, Children

as_root = pytest.mark.skipif(
    os.geteuid() != 0 or sys.platform != "linux", reason="only root changes accounts"
)


@pytest.fixture
def children(tmp_path: Path) -> Iterator[Children]:
    """Children that are stopped after the test."""
    children = Children(tmp_path / "log")
    yield children
    children.stop()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for sockets."""
    path = runtime_folder(postgres.server_account())
    yield path
    postgres.shutil.rmtree(path)


def make(children: Children, data: Path, folder: Path) -> postgres.Postgres:
    return postgres.Postgres(children, data, folder, durable=False)


@as_root
def test_where_others_cannot_reach_the_programs_it_runs_a_copy(
    children: Children, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "open_to_everybody", lambda path: False)
    tmp_path.chmod(0o700)
    server = make(children, tmp_path / "data", folder)
    server.start()
    assert server.bin.is_relative_to(folder)
    assert server.answers()


@as_root
def test_data_of_another_account_is_taken_over(children: Children, folder: Path, tmp_path: Path) -> None:
    server = make(children, tmp_path / "data", folder)
    server.initialise()
    for path in [server.data, *server.data.rglob("*")]:
        os.chown(path, 0, 0)
    server.start()
    assert server.answers()


def test_an_interrupted_first_start_is_begun_again(children: Children, folder: Path, tmp_path: Path) -> None:
    server = make(children, tmp_path / "data", folder)
    server.data.mkdir()
    (server.data / "base").mkdir()
    server.start()
    assert server.answers()


def test_a_failed_first_start_says_why_and_leaves_nothing(
    children: Children, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "USER", "pg_reserved")
    server = make(children, tmp_path / "data", folder)
    with pytest.raises(CannotStart, match="PostgreSQL could not make its data folder: "):
        server.start()
    assert not server.data.exists()


def test_a_server_that_ends_at_once_is_named_with_its_log(
    children: Children, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = make(children, tmp_path / "data", folder)
    server.initialise()
    monkeypatch.setattr(postgres, "MAX_CONNECTIONS", -1)
    with pytest.raises(CannotStart, match=r"postgres ended as soon as it was started; see .*/postgres\.log"):
        server.start()
