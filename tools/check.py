"""Everything that can be checked without running the site: `make check`, and `make fix` for what repairs.

All checks run, also after one has failed, so that one run shows everything.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
MANAGE = [sys.executable, "-W", "ignore", "manage.py"]


@dataclass(frozen=True)
class Check:
    """One program that says whether something is in order."""

    name: str
    command: list[str | Path]
    fix: list[str | Path] | None = None


CHECKS = [
    Check("lint", [BIN / "ruff", "check", "--quiet"], [BIN / "ruff", "check", "--fix", "--quiet"]),
    Check("format", [BIN / "ruff", "format", "--check", "--quiet"], [BIN / "ruff", "format", "--quiet"]),
    Check("types", [BIN / "mypy"]),
    Check("imports", [BIN / "lint-imports", "--no-logo", "--cache-dir", ".import_linter_cache"]),
    Check("settings", [*MANAGE, "check", "--fail-level", "WARNING"]),
    Check("migrations", [*MANAGE, "makemigrations", "--check", "--dry-run"]),
    # Not djlint's formatter: it needs several runs to agree with itself and moves blanks between words.
    Check("template lint", [BIN / "djlint", "--lint", "--quiet", "templates"]),
    Check("translations", [sys.executable, "-m", "tools.check_templates"]),
    Check("addresses", [sys.executable, "-m", "tools.check_addresses"]),
]


def main() -> int:
    """Run all checks, or all repairs and then all checks; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fix", action="store_true", help="repair first what can be repaired")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as var:
        # Settings of no site in particular: a check neither needs nor makes anything in var/.
        environment = {**os.environ, "SECRET_KEY": "only for checks", "VAR_DIR": var}
        if options.fix:
            for check in CHECKS:
                run(check.fix, environment)
        failed = [check.name for check in CHECKS if not passes(check, environment)]
    print(f"\nFAILED: {', '.join(failed)}" if failed else "\nAll checks passed.")
    return 1 if failed else 0


def run(
    command: list[str | Path] | None, environment: dict[str, str]
) -> subprocess.CompletedProcess[str] | None:
    """Run a program and keep what it says; None when there is nothing to run."""
    if command is None:
        return None
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def passes(check: Check, environment: dict[str, str]) -> bool:
    """Run one check and say how it went; shows what it says only when it fails."""
    began = time.monotonic()
    result = run(check.command, environment)
    passed = result is not None and result.returncode == 0
    print(f"{'ok    ' if passed else 'FAILED'} {check.name} ({time.monotonic() - began:.1f} s)", flush=True)
    if result and not passed:
        print(result.stdout, flush=True)
    return passed


if __name__ == "__main__":
    sys.exit(main())
