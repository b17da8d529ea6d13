"""`manage.py play` and `make play`: one command starts everything, and its end is the end of everything."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config import playing

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that the tests below share, so that it is made only once.

    It lies below a folder nobody else may enter, at a path too long for a socket.
    """
    private = tmp_path_factory.mktemp("private")
    private.chmod(0o700)
    return private / "a-folder-with-a-long-name" / ("x" * 60) / "var"


@pytest.fixture
def site(var: Path) -> Iterator[playing.Played]:
    """A running site for one test, ended after it if the test did not."""
    played = playing.start(var)
    yield played
    played.stop()


@pytest.fixture(scope="class")
def running(var: Path) -> Iterator[playing.Played]:
    """One running site for all tests of a class: the first start of its folder, with sample games."""
    played = playing.start(var, demo="")
    yield played
    played.stop()


def get(port: int, path: str) -> tuple[int, str]:
    """Status and body of a page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    response = connection.getresponse()
    return response.status, response.read().decode()


class TestWhileItRuns:
    """What can be seen of one running site."""

    def test_an_empty_site_fills_itself_and_says_who_there_is(
        self, running: playing.Played, var: Path
    ) -> None:
        assert running.process.stdout is not None
        said = running.process.stdout.readline()
        assert said == "Sample accounts of this folder:\n", playing.logs(var)
        said += "".join(running.process.stdout.readline() for _account in range(3))
        assert (var / "demo_accounts.json").stat().st_mode & 0o777 == 0o600
        assert (var / "log" / "demo.log").exists()
        passwords = [account["password"] for account in json.loads((var / "demo_accounts.json").read_text())]
        assert all(password in said for password in passwords)
        assert not any(password in log for password in passwords for log in playing.logs(var))

        again = playing.run(var, "demo_data")

        assert (again.returncode, again.stdout) == (0, said), again.stderr

    def test_it_says_where_it_is_and_then_answers(self, running: playing.Played) -> None:
        assert get(running.port, "/healthz") == (200, '{"database": true, "redis": true}')

    def test_static_files_are_served(self, running: playing.Played) -> None:
        status, _body = get(running.port, "/static/admin/css/base.css")
        assert status == 200

    def test_web_worker_scheduler_and_both_servers_run(self, running: playing.Played) -> None:
        commands = " ".join(" ".join(process.cmdline()) for process in running.tree())
        for program in ("postgres", "valkey-server", "uvicorn", "worker", "beat"):
            assert program in commands

    def test_other_commands_find_its_database(self, running: playing.Played, var: Path) -> None:
        made = playing.run(var, "create_token", "alice", "--create")
        assert made.returncode == 0, made.stderr

    def test_a_second_play_in_the_folder_refuses(self, running: playing.Played, var: Path) -> None:
        refused = playing.run(var, "play", "--port", str(playing.free_port()))
        assert refused.returncode == 1
        assert refused.stderr == f"Night Mail is already running in this folder at {running.url}.\n"
        assert get(running.port, "/healthz")[0] == 200


def test_ctrl_c_leaves_no_process_and_no_socket(site: playing.Played, var: Path) -> None:
    processes = site.tree()
    sockets = Path(json.loads((var / "run.json").read_text())["folder"])
    site.stop(signal.SIGINT)
    assert site.process.returncode == 0
    assert playing.left_after(processes, 0.5) == []
    assert not sockets.exists()
    assert not (var / "run.json").exists()


def test_sigterm_to_the_supervisor_alone_leaves_no_process(site: playing.Played) -> None:
    processes = site.tree()
    site.process.terminate()
    site.process.wait(playing.STOP_LIMIT_S)
    assert site.process.returncode == 0
    assert playing.left_after(processes, 0.5) == []


@on_linux
def test_started_again_the_data_is_there_even_after_kill_9(var: Path) -> None:
    first = playing.start(var)
    playing.run(var, "create_token", "bob", "--create")
    first.stop()
    killed = playing.start(var)
    known = playing.run(var, "create_token", "bob")
    assert known.returncode == 0, known.stderr
    processes = killed.tree()
    os.kill(killed.process.pid, signal.SIGKILL)
    assert playing.left_after(processes, 2) == []
    assert playing.run(var, "create_token", "bob").stderr.startswith("Nothing is running")
    again = playing.start(var)
    known = playing.run(var, "create_token", "bob")
    again.stop()
    assert known.returncode == 0, known.stderr


@on_linux
@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_killing_make_ends_what_it_started(var: Path) -> None:
    port = playing.free_port()
    played = playing.start(var, ["make", "--no-print-directory", "play", f"PORT={port}"], port)
    processes = played.tree()
    assert len(processes) > 5
    os.kill(played.process.pid, signal.SIGKILL)
    assert playing.left_after(processes, 2) == []


def test_when_the_database_dies_everything_stops_with_a_sentence(site: playing.Played) -> None:
    processes = site.tree()
    database = next(process for process in processes if process.name() == "postgres")
    database.send_signal(signal.SIGQUIT)
    site.process.wait(playing.STOP_LIMIT_S)
    assert site.process.returncode == 1
    assert site.process.stdout is not None
    assert site.process.stdout.read().startswith("postgres ended (")
    assert playing.left_after(processes, 0.5) == []


def test_a_signal_while_it_starts_ends_it_too(tmp_path: Path) -> None:
    var = tmp_path / "var"
    process = subprocess.Popen(playing.play_command(playing.free_port()), env=playing.environment(var))
    while not (var / "run.json").exists():
        assert process.poll() is None
        time.sleep(0.02)
    processes = playing.psutil.Process(process.pid).children(recursive=True)
    process.terminate()
    assert process.wait(playing.STOP_LIMIT_S) == 0
    assert playing.left_after(processes, 0.5) == []


def test_a_taken_port_is_said_before_anything_is_started(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = playing.run(tmp_path / "var", "play", "--port", str(port))
    assert refused.returncode == 1
    assert refused.stderr == f"Port {port} is taken: choose another one with PORT={port + 1}.\n"
    assert not (tmp_path / "var" / "postgres").exists()


def test_without_a_running_site_a_command_says_so(tmp_path: Path) -> None:
    lost = playing.run(tmp_path, "create_token", "alice")
    assert lost.returncode == 1
    assert (
        lost.stderr == "Nothing is running for this folder: start `make play` first, or set DATABASE_URL.\n"
    )


AS_NOBODY = ["unshare", "--user", "--map-user=65534", "--map-group=65534"]
"""Run a program as another account that still may read what is ours."""


def can_be_somebody_else() -> bool:
    """Whether this machine lets us."""
    return shutil.which("unshare") is not None and playing.succeeds([*AS_NOBODY, "true"])


@pytest.mark.skipif(os.geteuid() != 0, reason="the tests above ran as another account than root")
@pytest.mark.skipif(not can_be_somebody_else(), reason="this machine forbids user namespaces")
def test_it_runs_as_another_account_than_root(tmp_path: Path) -> None:
    port = playing.free_port()
    played = playing.start(tmp_path / "var", [*AS_NOBODY, *playing.play_command(port)], port)
    processes = played.tree()
    answer = get(played.port, "/healthz")
    played.stop()
    assert answer[0] == 200
    assert playing.left_after(processes, 0.5) == []
    # Nobody's account was switched to: the data belongs to whoever started it.
    assert (tmp_path / "var" / "postgres").stat().st_uid == os.geteuid()
