"""Early pytest plugin: a real PostgreSQL and a real Valkey for the run, in a short temporary folder.

Loaded with `-p tests.services_plugin`, before pytest-django reads the settings: by then the addresses of the
servers are known. The servers themselves start only when a collected test can need them.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from config.embedded.play import runtime_folder
from config.embedded.postgres import Postgres, server_account
from config.embedded.processes import Children
from config.embedded.valkey import Valkey

WITHOUT_SERVERS = ("tests/engine/", "tests/ai/")


class Services:
    """Both servers of one test run."""

    def __init__(self) -> None:
        self.var = Path(tempfile.mkdtemp(prefix="night-mail-var-"))
        self.folder = runtime_folder(server_account())
        self.children = Children(self.var / "log")
        self.postgres = Postgres(self.children, self.var / "postgres", self.folder, durable=False)
        self.valkey = Valkey(self.children, self.var / "valkey", self.folder, durable=False)

    def announce(self) -> None:
        """Tell the settings where the servers are going to be."""
        os.environ.update(
            VAR_DIR=str(self.var),
            DATABASE_URL=os.environ.get("TEST_DATABASE_URL", self.postgres.url),
            REDIS_URL=os.environ.get("TEST_REDIS_URL", self.valkey.url),
            DJANGO_SETTINGS_MODULE="tests.settings",
            SECRET_KEY="a secret for tests only",
        )

    def start(self) -> None:
        """Start what no variable names."""
        if "TEST_DATABASE_URL" not in os.environ:
            self.postgres.start()
        if "TEST_REDIS_URL" not in os.environ:
            self.valkey.start()

    def stop(self) -> None:
        """Stop both and leave nothing behind."""
        self.children.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(self.var, ignore_errors=True)


services = Services()
services.announce()


def needs_servers(item: pytest.Item) -> bool:
    """Whether a test can come near the database: those of the rules cannot."""
    return not item.nodeid.startswith(WITHOUT_SERVERS)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Start the servers once it is known what will run."""
    if not session.config.option.collectonly and any(needs_servers(item) for item in session.items):
        services.start()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop them at the end, also of a run that was interrupted."""
    services.stop()
