"""Child processes: started, watched, started again, stopped."""

from __future__ import annotations

import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from config.embedded import play
from config.embedded.processes import CannotStart, Child, Children, Interrupted, Program

STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("up", flush=True)
time.sleep(60)
"""


def sleeper(name: str = "sleeper") -> Program:
    """A program that runs until it is told to end."""
    return Program(name, [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)"])


@pytest.fixture
def children(tmp_path: Path) -> Iterator[Children]:
    """Children that are stopped after the test."""
    children = Children(tmp_path / "log")
    yield children
    children.stop(at_once=True)


def wait_until_up(children: Children, child: Child) -> None:
    """Wait for the program's first line."""
    log = children.log(child.program.name)
    children.wait_until(lambda: "up" in log.read_text(), child, limit_s=10)


def test_the_last_one_started_is_the_first_one_stopped(children: Children) -> None:
    started = [children.start(sleeper(name)) for name in ("database", "web")]
    ended = []
    for child in started:
        wait_until_up(children, child)
        wait, name = child.process.wait, child.program.name
        child.process.wait = lambda timeout, wait=wait, name=name: (wait(timeout), ended.append(name))[0]  # type: ignore[method-assign,misc]
    children.stop()
    assert ended == ["web", "database"]


def test_one_that_does_not_listen_is_killed(children: Children) -> None:
    child = children.start(Program("deaf", [sys.executable, "-c", STUBBORN], patience_s=0.3))
    wait_until_up(children, child)
    children.stop()
    assert child.process.returncode == -signal.SIGKILL


def test_one_that_ended_is_found_and_started_again_in_its_place(children: Children) -> None:
    first, second = (children.start(sleeper(name)) for name in ("first", "second"))
    assert children.ended() is None
    first.process.kill()
    first.process.wait()
    assert children.ended() is first
    again = children.restart(first)
    assert children.running == [again, second]
    assert again.alive


def test_one_that_is_not_ready_in_time_is_named(children: Children) -> None:
    child = children.start(sleeper())
    with pytest.raises(CannotStart, match=r"sleeper was not ready after 0 s; see .*/sleeper\.log"):
        children.wait_until(lambda: False, child, limit_s=0.1)


@pytest.mark.parametrize(
    ("code", "message"),
    [("raise SystemExit(3)", "job failed"), ("import time; time.sleep(9)", "job did not")],
)
def test_a_job_has_to_end_well_and_in_time(children: Children, code: str, message: str) -> None:
    job = children.start(Program("job", [sys.executable, "-c", code]))
    with pytest.raises(CannotStart, match=message):
        children.finish(job, limit_s=2)


def test_waiting_ends_when_somebody_asks_to_stop(children: Children) -> None:
    child = children.start(sleeper())
    children.interrupted = True
    with pytest.raises(Interrupted):
        children.wait_until(lambda: False, child, limit_s=60)


def supervisor(var: Path, *programs: Program) -> play.Supervisor:
    """A supervisor with nothing but these."""
    made = play.Supervisor(var, port=0)
    for program in programs:
        made.children.start(program).process.kill()
    for child in made.children.running:
        child.process.wait()
    return made


def test_a_web_server_that_ran_for_a_while_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "SETTLED_AFTER_S", 0)
    site = supervisor(tmp_path, sleeper("web"))
    ended = site.children.ended()
    assert ended is not None
    assert site.replace(ended)
    assert site.children.ended() is None
    site.children.stop(at_once=True)


@pytest.mark.parametrize(("code", "told"), [(0, ""), (1, "The sample games could not be made; see ")])
def test_a_job_that_has_ended_is_not_missed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: int, told: str
) -> None:
    site = play.Supervisor(tmp_path, port=0)
    job = Program("demo", [sys.executable, "-c", f"raise SystemExit({code})"], job=True)
    site.children.start(job).process.wait()
    ended = site.children.ended()
    assert ended is not None
    assert site.let_go(ended)
    assert capsys.readouterr().err.startswith(told)
    assert site.children.running == []


def test_a_server_that_has_ended_is_no_job_done(tmp_path: Path) -> None:
    site = supervisor(tmp_path, sleeper("web"))
    ended = site.children.ended()
    assert ended is not None
    assert not site.let_go(ended)
    assert site.children.running == [ended]


def test_one_that_ends_right_away_again_and_again_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = supervisor(tmp_path, sleeper("web"))
    for _ in range(play.MOST_QUICK_ENDS - 1):
        ended = site.children.ended()
        assert ended is not None
        assert site.replace(ended)
        site.children.running[0].process.kill()
        site.children.running[0].process.wait()
    assert site.watch() == 1
    assert "web ended (-9), so everything stops; see " in capsys.readouterr().err


def test_the_database_is_not_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "SETTLED_AFTER_S", 0)
    assert supervisor(tmp_path, sleeper("postgres")).watch() == 1


def test_what_an_earlier_start_left_is_ended(children: Children) -> None:
    child = children.start(sleeper())
    play.end_leftover(child.process.pid, psutil.Process(child.process.pid).create_time())
    assert not psutil.pid_exists(child.process.pid)


def test_a_process_with_a_reused_id_is_left_alone(children: Children) -> None:
    child = children.start(sleeper())
    play.end_leftover(child.process.pid, started=time.time() - 3600)
    assert child.alive


def test_a_process_that_has_gone_is_no_trouble() -> None:
    play.end_leftover(2**22 + 1, started=0.0)


@pytest.mark.parametrize(
    ("given", "started"),
    [
        ({"DATABASE_URL": "postgresql:///theirs"}, ["valkey"]),
        ({"REDIS_URL": "redis://theirs"}, ["postgres"]),
        ({"DATABASE_URL": "postgresql:///theirs", "REDIS_URL": "redis://theirs"}, []),
    ],
)
def test_a_server_of_somebody_else_is_used_and_none_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, str], started: list[str]
) -> None:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.setenv(name, given.get(name, ""))
    folder = play.runtime_folder(play.server_account())
    site = supervisor(tmp_path / "var")
    try:
        used = site.servers_to_use(folder)
        names = [child.program.name for child in site.children.running]
    finally:
        site.children.stop()
        shutil.rmtree(folder)
    assert names == started
    assert {"DATABASE_URL": used.database_url, "REDIS_URL": used.redis_url}.items() >= given.items()
