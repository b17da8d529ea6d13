"""Start `manage.py play` for a test, look at its processes, and end it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from config.embedded.paths import ROOT

START_LIMIT_S = 60
STOP_LIMIT_S = 30
NOT_OURS = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY", "SITE_URL", "DATABASE_POOL")


def environment(var: Path, demo: str = "0") -> dict[str, str]:
    """Variables as in a fresh terminal, with the data folder of the test; sample games only on demand."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    return kept | {"VAR_DIR": str(var), "PYTHONUNBUFFERED": "1", "DEMO": demo, "HINDSIGHTS": "0"}


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def play_command(port: int) -> list[str]:
    """What starts the site."""
    return [sys.executable, str(ROOT / "manage.py"), "play", "--port", str(port)]


@dataclass
class Played:
    """A running site."""

    process: subprocess.Popen[str]
    port: int
    said: list[str]

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}/"

    def tree(self) -> list[psutil.Process]:
        """The first process and all below it."""
        first = psutil.Process(self.process.pid)
        return [first, *first.children(recursive=True)]

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop it the way a terminal does, by a signal to its whole group."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)
        self.process.wait(STOP_LIMIT_S)


def start(
    var: Path, command: Sequence[str] | None = None, port: int | None = None, demo: str = "0"
) -> Played:
    """Start the site and wait for the line that says where it is."""
    port = port or free_port()
    process = subprocess.Popen(
        list(command or play_command(port)),
        cwd=ROOT,
        env=environment(var, demo),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        process_group=0,
    )
    played = Played(process, port, [])
    end = time.monotonic() + START_LIMIT_S
    assert process.stdout is not None
    for line in process.stdout:
        played.said.append(line.rstrip("\n"))
        if played.url in line or time.monotonic() > end:
            break
    assert played.said[-1:] == [f"Night Mail is at {played.url}"], played.said + logs(var)
    return played


def logs(var: Path) -> list[str]:
    """What the programs printed, for the message of a failed test."""
    return [f"{path.name}: {path.read_text()[-2000:]}" for path in sorted((var / "log").glob("*.log"))]


def run(var: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run another command of manage.py for the same data folder."""
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment(var), capture_output=True, text=True, timeout=60, check=False
    )


def left_after(processes: Sequence[psutil.Process], seconds: float) -> list[str]:
    """Those that still run after so many seconds; returns at once when none does."""
    _gone, alive = psutil.wait_procs(processes, timeout=seconds)
    return [" ".join(process.cmdline()) for process in alive if process.status() != psutil.STATUS_ZOMBIE]


def succeeds(command: Sequence[str]) -> bool:
    """Whether a command ends well."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
