"""`manage.py play`: database, broker, web server, worker and scheduler under one parent."""

from __future__ import annotations

import argparse
import fcntl
import http.client
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import psutil

from config.embedded import paths
from config.embedded.postgres import Postgres, open_to_everybody, server_account
from config.embedded.processes import CannotStart, Child, Children, Interrupted, Program, death_signal
from config.embedded.valkey import Valkey

HOST = "127.0.0.1"
SOCKET_PATH_LIMIT = 107
"""Bytes the kernel allows for the path of a unix socket."""
POOL_SIZE = 20
"""Database connections of each of our processes; postgres.MAX_CONNECTIONS has room for all of them."""
WEB_START_LIMIT_S = 60
PREPARE_LIMIT_S = 300
DEMO_NICENESS = 5
"""The sample games wait for whoever is looking at the site already."""
SETTLED_AFTER_S = 60
"""A program that ran this long before it ended has not merely failed to start."""
MOST_QUICK_ENDS = 4
"""So often in a row may a program end sooner than that."""


def main(arguments: Sequence[str]) -> int:
    """Run the site until Ctrl-C or SIGTERM; returns the exit code."""
    options = parse(arguments)
    supervisor = Supervisor(paths.var_folder(), options.port)
    try:
        supervisor.listen_to_signals(with_parent=options.with_parent)
        supervisor.claim_folder()
        supervisor.start()
        return supervisor.watch()
    except Interrupted:
        return 0
    except CannotStart as error:
        if supervisor.children.interrupted:
            return 0  # Ctrl-C reached a program that was preparing something, too
        print(error, file=sys.stderr, flush=True)
        return 1
    finally:
        supervisor.stop()


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The command's options."""
    parser = argparse.ArgumentParser(prog="manage.py play", description="Run Night Mail on this machine.")
    parser.add_argument("--port", type=int, default=8000, help="port on 127.0.0.1 (default 8000)")
    parser.add_argument(
        "--with-parent", action="store_true", help="stop when the program that started this one dies (Linux)"
    )
    return parser.parse_args(arguments)


class Supervisor:
    """Everything that runs for one data folder."""

    def __init__(self, var: Path, port: int) -> None:
        self.var = var
        self.port = port
        self.children = Children(var / "log")
        self.lock: IO[str] | None = None
        self.folder: Path | None = None
        self.running: paths.Running | None = None
        self.at_once = False
        self.quick_ends: Counter[str] = Counter()

    # --- signals --------------------------------------------------------------------------------------

    def listen_to_signals(self, with_parent: bool) -> None:
        """Turn signals into a flag."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            signal.signal(number, self.on_signal)
        hook = death_signal(signal.SIGQUIT, parent=os.getppid()) if with_parent else None
        if hook:
            hook()

    def on_signal(self, number: int, _frame: object) -> None:
        """Remember that somebody wants us to stop."""
        self.children.interrupted = True
        self.at_once = self.at_once or number == signal.SIGQUIT

    # --- the data folder ------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """Where the site is."""
        return f"http://{HOST}:{self.port}/"

    def claim_folder(self) -> None:
        """Make the data folder ours alone; raises CannotStart when it, or the port, is somebody else's."""
        # Mail with its links, sessions, the secret: nobody else's business.
        self.var.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.lock = (self.var / "play.lock").open("w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.lock.close()
            self.lock = None
            other = paths.running(self.var)
            where = f" at {other.site_url}" if other and other.site_url else ""
            raise CannotStart(f"Night Mail is already running in this folder{where}.") from None
        # First: what was left may be what holds the port.
        remove_leftovers(self.var)
        if port_is_taken(self.port):
            raise CannotStart(f"Port {self.port} is taken: choose another one with PORT={self.port + 1}.")

    # --- starting -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start everything in order and say where the site is once it answers."""
        self.folder = runtime_folder(server_account())
        running = self.running = self.servers_to_use(self.folder)
        self.write_down()
        environment = {
            **os.environ,
            "DATABASE_URL": running.database_url,
            "REDIS_URL": running.redis_url,
            "VAR_DIR": str(self.var),
            "DATABASE_POOL": os.environ.get("DATABASE_POOL") or str(POOL_SIZE),
            "SITE_URL": os.environ.get("SITE_URL") or self.url.rstrip("/"),
        }
        self.prepare(environment)
        web = self.start_site(environment)
        running.site_url = self.url
        self.write_down()
        self.children.wait_until(lambda: site_answers(self.port), web, WEB_START_LIMIT_S, pause_s=0.05)
        print(f"Night Mail is at {self.url}", flush=True)
        if running.own_database and wants_demo():
            self.start_demo(environment)

    def servers_to_use(self, folder: Path) -> paths.Running:
        """Start what no variable names: with DATABASE_URL or REDIS_URL set, that server is not ours."""
        database_url, redis_url = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
        if not database_url:
            postgres = Postgres(self.children, self.var / "postgres", folder)
            if not (postgres.data / "PG_VERSION").exists():
                print("Preparing the data in var/ for the first time ...", flush=True)
            postgres.start()
            database_url = postgres.url
        if not redis_url:
            valkey = Valkey(self.children, self.var / "valkey", folder)
            valkey.start()
            redis_url = valkey.url
        return paths.Running(database_url, redis_url, supervisor=os.getpid(), folder=str(folder))

    def write_down(self) -> None:
        """Write down what runs, for other commands and for the next start."""
        if self.running is None:
            return
        self.running.processes = {
            child.process.pid: psutil.Process(child.process.pid).create_time()
            for child in self.children.running
            if child.alive
        }
        self.running.write(self.var)

    def prepare(self, environment: dict[str, str]) -> None:
        """Bring the tables and the static files up to date, side by side, in processes that go away again."""
        manage = [sys.executable, str(paths.ROOT / "manage.py")]
        jobs = [
            self.children.start(Program(name, [*manage, *arguments], environment=environment))
            for name, arguments in {
                "migrate": ["migrate", "--no-input", "--verbosity=0"],
                "collectstatic": ["collectstatic", "--no-input", "--verbosity=0"],
            }.items()
        ]
        for job in jobs:
            self.children.finish(job, PREPARE_LIMIT_S)

    def start_site(self, environment: dict[str, str]) -> Child:
        """Start the site's own processes; gives the web server."""
        web, *others = site_programs(self.port, environment)
        child = self.children.start(web)
        for program in others:
            self.children.start(program)
        return child

    def start_demo(self, environment: dict[str, str]) -> None:
        """Fill an empty site, or say again which sample accounts it has: beside the site, which is up."""
        command = [sys.executable, str(paths.ROOT / "manage.py"), "demo_data", "--at-start"]
        child = self.children.start(Program("demo", command, environment=environment, job=True))
        os.setpriority(os.PRIO_PROCESS, child.process.pid, DEMO_NICENESS)
        self.write_down()

    # --- running --------------------------------------------------------------------------------------

    def watch(self) -> int:
        """Wait for a signal, or for a program to end; returns the exit code."""
        while not self.children.interrupted:
            ended = self.children.ended()
            if ended and not self.let_go(ended) and not self.replace(ended):
                return 1
            time.sleep(0.1)
        return 0

    def let_go(self, ended: Child) -> bool:
        """Forget a job that has ended, as jobs do; False for what was meant to run on."""
        if not ended.program.job:
            return False
        self.children.running.remove(ended)
        self.write_down()
        if ended.process.returncode != 0:
            print(f"The sample games could not be made; {self.children.see(ended)}.", file=sys.stderr)
        return True

    def replace(self, ended: Child) -> bool:
        """Start a program that ended once more, where that can help.

        A web server, worker or scheduler is worth another try: games go on for days and nobody watches the
        terminal. One that ends right away again and again will not do better. Without the database or the
        broker nothing is left to serve, and to start those again could hide a full disk.
        """
        name = ended.program.name
        code = ended.process.returncode
        self.quick_ends[name] = self.quick_ends[name] + 1 if ended.age_s < SETTLED_AFTER_S else 0
        if name in {"postgres", "valkey"} or self.quick_ends[name] >= MOST_QUICK_ENDS:
            print(f"{name} ended ({code}), so everything stops; {self.children.see(ended)}.", file=sys.stderr)
            return False
        print(f"{name} ended ({code}) and is started again; {self.children.see(ended)}.", file=sys.stderr)
        self.children.restart(ended)
        self.write_down()
        return True

    # --- stopping -------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Stop everything and forget it; does nothing when the folder was never ours."""
        if self.lock is None:
            return
        self.children.stop(at_once=self.at_once)
        paths.forget(self.var)
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)
        self.lock.close()


def site_programs(port: int, environment: dict[str, str]) -> list[Program]:
    """The site's own processes, in the order of their start: web, worker, scheduler."""
    python = [sys.executable, "-m"]
    web = [
        "uvicorn",
        "config.asgi:application",
        "--host",
        HOST,
        "--port",
        str(port),
        "--log-level",
        "warning",
    ]
    web += ["--lifespan", "off", "--timeout-graceful-shutdown", "3"]
    celery = ["celery", "--app", "config", "--workdir", str(paths.ROOT)]
    worker = ["worker", "--pool", "threads", "--concurrency", "6", "--loglevel", "warning"]
    worker += ["--without-gossip", "--without-mingle"]
    # Not `worker --beat`: that would make the scheduler a grandchild, which nothing ends when we are killed.
    beat = ["beat", "--loglevel", "warning", "--pidfile="]
    place = {"cwd": paths.ROOT}
    return [
        Program("web", [*python, *web], environment=environment, popen=place),
        Program("worker", [*python, *celery, *worker], environment=environment, patience_s=20, popen=place),
        Program("beat", [*python, *celery, *beat], environment=environment, popen=place),
    ]


def wants_demo() -> bool:
    """Whether an empty site is to be filled: unless DEMO says no."""
    return os.environ.get("DEMO", "").strip().lower() not in {"0", "no", "false", "off"}


def port_is_taken(port: int) -> bool:
    """Whether something else listens on this port (or we may not)."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except (OSError, OverflowError):
            return True
        return False


def site_answers(port: int) -> bool:
    """Whether the site, its database and its broker answer."""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def runtime_folder(account: str | None) -> Path:
    """A new private folder for the sockets, with a short path, owned by the database's account."""
    parent = Path(tempfile.gettempdir()).resolve()
    too_long = len(os.fsencode(parent)) > SOCKET_PATH_LIMIT - 60
    if too_long or (account and not open_to_everybody(parent)):
        parent = Path("/tmp")  # noqa: S108  (mkdtemp makes a folder of our own in it)
    folder = Path(tempfile.mkdtemp(prefix="night-mail-", dir=parent))
    if account:
        shutil.chown(folder, account)
    return folder


def remove_leftovers(var: Path) -> None:
    """Clear up after a supervisor that was killed.

    On Linux the kernel has ended its children already; elsewhere they may still run, and a second database
    server on the same data, or a worker on a dead queue, must not be.
    """
    left = paths.written(var)
    if left is None:
        return
    for pid, started in left.processes.items():
        end_leftover(pid, started)
    if left.folder:
        shutil.rmtree(left.folder, ignore_errors=True)
    paths.forget(var)


def end_leftover(pid: int, started: float) -> None:
    """End the process with this id, if it still is the one that was started then."""
    try:
        process = psutil.Process(pid)
        if process.create_time() != started:
            return
        process.send_signal(signal.SIGINT if process.name() == "postgres" else signal.SIGTERM)
        process.wait(30)
    except psutil.NoSuchProcess:
        return
    except psutil.TimeoutExpired:
        raise CannotStart(f"Process {pid} is left from an earlier start and does not end.") from None
