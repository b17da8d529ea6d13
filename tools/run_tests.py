"""Run the tests: the browser's and after them those of the bare rules beside all others, on two cores.

Playwright keeps an event loop running in the main thread, which pytest-asyncio cannot have, so the two never
share a process. Each starts servers of its own. With arguments only what they name is run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import IO

from tests.browser import find_browser

BROWSER_TESTS = "tests/browser"
BARE_TESTS = ("tests/engine", "tests/ai")  # that need no database


def main(arguments: Sequence[str]) -> int:
    """Run them; returns the exit code."""
    if not arguments:
        return run_all()
    if any(BROWSER_TESTS in argument for argument in arguments):
        browser = find_browser.find_or_fetch()
        return missing_browser() if browser is None else run_in(browser, arguments)
    return pytest(arguments)


def run_all() -> int:
    """Both at once; what the second says is shown when the first is through."""
    browser = find_browser.find_or_fetch()
    with tempfile.TemporaryFile("w+") as said, ThreadPoolExecutor(1) as beside:
        second = beside.submit(run_beside, browser, said)
        code = pytest(["-q", *(f"--ignore={folder}" for folder in (BROWSER_TESTS, *BARE_TESTS))])
        second_code = second.result()
        said.seek(0)
        print(f"\nIn the browser, and the bare rules:\n{said.read()}", flush=True)
    return (missing_browser() if browser is None else 0) or code or second_code


def run_beside(browser: find_browser.Browser | None, output: IO[str]) -> int:
    """What runs beside the rest: first the tests that mostly wait."""
    code = run_in(browser, ["-q", BROWSER_TESTS], output) if browser else 0
    return pytest(["-q", *BARE_TESTS], output) or code


def pytest(arguments: Sequence[str], output: IO[str] | None = None, **environment: str) -> int:
    """Run pytest in a process of its own."""
    command = [sys.executable, "-m", "pytest", *arguments]
    done = subprocess.run(command, env=os.environ | environment, stdout=output, stderr=output, check=False)
    return done.returncode


def run_in(browser: find_browser.Browser, arguments: Sequence[str], output: IO[str] | None = None) -> int:
    """Run tests that need this browser."""
    return pytest(arguments, output, CHROMIUM=str(browser.path), **browser.environment)


def missing_browser() -> int:
    """Say last that there was none, where it cannot be overlooked; an error where one is required."""
    required = os.environ.get("REQUIRE_BROWSER") == "1"
    print("\nNo Chromium was found and none could be fetched. Name one: CHROMIUM=/path/to/chromium make test")
    print(f"{'FAILED' if required else 'SKIPPED'}: the browser tests DID NOT RUN", flush=True)
    return 1 if required else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
