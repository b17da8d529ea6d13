"""A broker of its own, schedulers and workers, each a process that can be killed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
from django.db import connection

from config.embedded.processes import Children, Program
from config.embedded.valkey import Valkey

LIMIT_S = 90


class Site:
    """Of workers and schedulers as many as a test asks for."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.children = Children(folder / "log")
        self.valkey = Valkey(self.children, folder / "valkey", folder, durable=True)
        self.numbers = iter(range(1000))
        self.running: dict[str, psutil.Process] = {}
        self.more = environment

    def start(self, *, workers: int, schedulers: int, scheduler: str) -> None:
        self.start_broker()
        for _ in range(workers):
            self.start_worker()
        for _ in range(schedulers):
            self.run("scheduler", "-m", scheduler)

    def start_broker(self) -> None:
        known = {child.pid for child in psutil.Process().children()}
        self.valkey.start()
        (self.running["broker"],) = (c for c in psutil.Process().children() if c.pid not in known)

    def start_worker(self) -> None:
        name = f"{next(self.numbers)}@here"
        self.run("worker", "-m", "celery", "-A", "config", "worker", "--pool", "solo", "-n", name)

    def run(self, kind: str, *arguments: str) -> None:
        name = f"{kind}-{next(self.numbers)}"
        program = Program(name=name, command=[sys.executable, *arguments], environment=self.environment())
        child = self.children.start(program)
        self.running[name] = psutil.Process(child.process.pid)

    def environment(self) -> dict[str, str]:
        here = connection.settings_dict
        url = f"postgresql:///{here['NAME']}?host={here['HOST']}&user={here['USER']}"
        settings = {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "SECRET_KEY": os.environ["SECRET_KEY"],
            **self.more,
        }
        return {"DATABASE_URL": url, "REDIS_URL": self.valkey.url, **settings}

    def kill(self, kind: str) -> None:
        """The oldest of that kind, at once."""
        name = next(name for name in self.running if name.startswith(kind))
        process = self.running.pop(name)
        process.kill()
        process.wait(10)

    def said(self) -> str:
        logs = sorted(self.children.logs.glob("*.log"))
        return "\n".join(f"{path.name}: {path.read_text()[-800:]}" for path in logs)

    def until(self, look: Callable[[], bool]) -> None:
        """Wait for it; what the processes have said where it does not come."""
        end = time.monotonic() + LIMIT_S
        while not look():
            assert time.monotonic() < end, self.said()
            time.sleep(0.02)
