"""Child processes: started in order, watched, stopped in reverse order, and never left behind."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PR_SET_PDEATHSIG = 1


class CannotStart(Exception):
    """Something needed cannot be started; the message is one sentence for the person at the terminal."""


class Interrupted(Exception):
    """Somebody asked us to stop while we waited for something to start or to finish."""


def death_signal(number: int, parent: int | None = None) -> Callable[[], None] | None:
    """A hook to run in a fresh child, after which the kernel sends it `number` when its parent dies.

    This holds even when the parent is killed with -9. Only Linux has it; None elsewhere.
    """
    if sys.platform != "linux":
        return None
    # Loaded here, in the parent: the child must do as little as possible between fork and exec.
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    expected = os.getpid() if parent is None else parent

    def hook() -> None:
        prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)
        if os.getppid() != expected:
            # The parent died before the line above: no signal will come any more.
            os._exit(1)

    return hook


@dataclass
class Program:
    """A program to run, and how it wants to be stopped."""

    name: str
    command: Sequence[str | Path]
    stop: int = signal.SIGTERM
    """Asks it to end in good order."""
    death: int = signal.SIGKILL
    """Ends it at once, with no damage: what it gets when the supervisor dies."""
    patience_s: float = 10.0
    """How long it may take to end in good order."""
    environment: Mapping[str, str] | None = None
    popen: Mapping[str, Any] | None = None
    """More arguments for Popen: another user, another working folder."""
    job: bool = False
    """Does something and ends; what it says goes to the terminal, only its errors to the log."""


@dataclass
class Child:
    """A running program."""

    program: Program
    process: subprocess.Popen[bytes]
    started: float

    @property
    def age_s(self) -> float:
        """Seconds since it was started."""
        return time.monotonic() - self.started

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self.process.poll() is None


class Children:
    """The child processes of one supervisor."""

    def __init__(self, logs: Path) -> None:
        self.logs = logs
        self.running: list[Child] = []
        self.interrupted = False
        """Set by a signal handler: whatever waits here gives up at its next look.

        An exception out of the handler could come between the start of a child and our writing it down.
        """

    def log(self, name: str) -> Path:
        """The file with what this program printed."""
        return self.logs / f"{name}.log"

    def start(self, program: Program) -> Child:
        """Start a program and return at once."""
        self.logs.mkdir(parents=True, exist_ok=True)
        with self.log(program.name).open("ab") as log:
            process = subprocess.Popen(
                [str(part) for part in program.command],
                stdin=subprocess.DEVNULL,
                stdout=None if program.job else log,
                stderr=log,
                env=program.environment,
                # A session of its own: Ctrl-C in the terminal reaches the supervisor alone, which then stops
                # one after the other. Otherwise the database would go while the web server still needs it.
                start_new_session=True,
                preexec_fn=death_signal(program.death),  # noqa: PLW1509  (forked from a single thread)
                **(program.popen or {}),
            )
        child = Child(program, process, time.monotonic())
        self.running.append(child)
        return child

    def restart(self, child: Child) -> Child:
        """Start a program that ended once more, in its old place in the order."""
        place = self.running.index(child)
        fresh = self.start(child.program)
        self.running.pop()
        self.running[place] = fresh
        return fresh

    def wait_until(
        self, ready: Callable[[], bool], child: Child, limit_s: float, pause_s: float = 0.02
    ) -> None:
        """Wait for a program to be ready; raises CannotStart when it ends or takes too long."""
        end = time.monotonic() + limit_s
        while not ready():
            if self.interrupted:
                raise Interrupted
            if not child.alive:
                raise CannotStart(f"{child.program.name} ended as soon as it was started; {self.see(child)}.")
            if time.monotonic() > end:
                raise CannotStart(
                    f"{child.program.name} was not ready after {limit_s:.0f} s; {self.see(child)}."
                )
            time.sleep(pause_s)

    def finish(self, child: Child, limit_s: float) -> None:
        """Wait for a program to do its work and end well; raises CannotStart when it does not."""
        end = time.monotonic() + limit_s
        while child.alive:
            if self.interrupted:
                raise Interrupted
            if time.monotonic() > end:
                raise CannotStart(f"{child.program.name} did not finish; {self.see(child)}.")
            time.sleep(0.02)
        self.running.remove(child)
        if child.process.returncode != 0:
            raise CannotStart(f"{child.program.name} failed; {self.see(child)}.")

    def see(self, child: Child) -> str:
        """Where to read more."""
        return f"see {self.log(child.program.name)}"

    def ended(self) -> Child | None:
        """The first program that has ended by itself."""
        return next((child for child in self.running if not child.alive), None)

    def stop(self, at_once: bool = False) -> None:
        """Stop all programs, the last started first; returns when none is left.

        `at_once` gives up good order where it costs time, never safety: each gets its death signal.
        """
        for child in reversed(self.running):
            stop_one(child, at_once=at_once)
        self.running.clear()


def stop_one(child: Child, at_once: bool = False) -> None:
    """Stop one program and wait for it; one that does not listen is killed with its whole group."""
    if child.alive:
        child.process.send_signal(child.program.death if at_once else child.program.stop)
    try:
        child.process.wait(child.program.patience_s)
    except subprocess.TimeoutExpired:
        os.killpg(child.process.pid, signal.SIGKILL)
        child.process.wait()
