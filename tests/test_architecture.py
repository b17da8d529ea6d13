"""Imports run one way: the contracts hold, and each of them can fail."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.embedded.paths import ROOT

LINT_IMPORTS = Path(sys.executable).parent / "lint-imports"
PACKAGES = ("config", "games", "accounts")

# Contract, a file, and an import that it may not have.
OFFENCES = [
    ("site", "accounts/services.py", "import games.models"),
    ("site", "games/models.py", "import config.env"),
    ("games", "games/models.py", "import games.selectors"),
    ("games", "games/selectors.py", "import games.services"),
    ("games", "games/services/__init__.py", "import games.realtime"),
    ("games", "games/engine/__init__.py", "import games.ai"),
    ("games", "games/newcomer.py", ""),
    ("engine", "games/engine/parts/cards.py", "import games.engine.board"),
    ("engine", "games/engine/core/__init__.py", "import games.engine.parts"),
    ("editions", "games/engine/editions/usa/__init__.py", "import games.engine.editions.elsewhere"),
    ("pure", "games/engine/core/codec.py", "import django.utils.timezone"),
    ("pure", "games/clocks.py", "import django.utils.timezone"),
    ("games", "games/timing.py", "import games.store"),
    ("ai", "games/ai/__init__.py", "import games.models"),
    ("store", "games/api/__init__.py", "import games.store"),
    ("store", "games/web/__init__.py", "from games import store"),
    ("engine-door", "games/tasks.py", "import games.engine"),
]


def contracts() -> configparser.ConfigParser:
    """The contracts as they are written."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / ".importlinter")
    return parser


def names() -> set[str]:
    """The contracts' short names."""
    prefix = "importlinter:contract:"
    return {section.removeprefix(prefix) for section in contracts().sections() if section.startswith(prefix)}


def lint(folder: Path, *contract: str) -> subprocess.CompletedProcess[str]:
    """Check the contracts, or one of them, for the code in a folder."""
    chosen = [argument for name in contract for argument in ("--contract", name)]
    return subprocess.run(
        [LINT_IMPORTS, "--no-logo", "--no-cache", *chosen],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The code once more, to break it there."""
    folder = tmp_path_factory.mktemp("copy")
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "*.json")
        )
    shutil.copy(ROOT / ".importlinter", folder)
    elsewhere = folder / "games/engine/editions/elsewhere/__init__.py"
    elsewhere.parent.mkdir()
    elsewhere.touch()
    return folder


def test_the_code_keeps_all_contracts() -> None:
    result = lint(ROOT)
    assert result.returncode == 0, result.stdout


def test_every_contract_is_broken_below() -> None:
    assert {contract for contract, *_rest in OFFENCES} == names()


@pytest.mark.parametrize(("contract", "file", "offence"), OFFENCES)
def test_an_offence_is_caught(copy: Path, contract: str, file: str, offence: str) -> None:
    path = copy / file
    before = path.read_text() if path.exists() else None
    path.write_text(f"{before or ''}\n{offence}\n")
    try:
        result = lint(copy, contract)
    finally:
        if before is None:
            path.unlink()
        else:
            path.write_text(before)
    assert result.returncode == 1
    assert " BROKEN" in result.stdout, result.stdout


@pytest.mark.parametrize(("module", "contract"), [("games.ratings", "pure"), ("games.notices", "store")])
def test_a_module_that_has_come_is_named_in_its_contract(module: str, contract: str) -> None:
    path = ROOT / module.replace(".", "/")
    if path.is_dir() or path.with_suffix(".py").exists():
        sources = contracts()[f"importlinter:contract:{contract}"]["source_modules"]
        assert module in sources.split()


@pytest.mark.parametrize(
    "line",
    ["import random", "from random import shuffle", "from datetime import datetime\nnow = datetime.now()"],
)
def test_lint_bans_chance_and_clocks_in_the_engine_alone(line: str) -> None:
    def complaints(name: str) -> str:
        command = [
            Path(sys.executable).parent / "ruff",
            "check",
            "--stdin-filename",
            name,
            "--select",
            "TID251",
            "-",
        ]
        return subprocess.run(
            command, cwd=ROOT, input=line, capture_output=True, text=True, check=False
        ).stdout

    assert "TID251" in complaints("games/engine/core/table.py")
    assert "TID251" not in complaints("games/ai/bots.py")


def test_nobody_but_the_one_clock_asks_what_time_it_is() -> None:
    asked = re.compile(
        r"\b(timezone|datetime|dt\.datetime)\.(now|utcnow|today)\(|localdate\(\)|localtime\(\)"
    )
    asking = {
        path.relative_to(ROOT).as_posix()
        for package in ("accounts", "games")
        for path in (ROOT / package).rglob("*.py")
        if asked.search(path.read_text())
    }

    assert asking == {"accounts/clock.py"}
