"""Run the tests: everything but the browser's in one process, then the browser's in another.

Playwright keeps an event loop running in the main thread, which pytest-asyncio cannot have, so the two never
share a process. With arguments only what they name is run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

from tests.browser import find_browser

BROWSER_TESTS = "tests/browser"
NO_TESTS_COLLECTED = 5


def main(arguments: Sequence[str]) -> int:
    """Run them; returns the exit code."""
    if arguments:
        with_browser = any(BROWSER_TESTS in argument for argument in arguments)
        return run_in_browser(arguments) if with_browser else pytest(arguments)
    code = pytest(["-q", f"--ignore={BROWSER_TESTS}"])
    return code or run_in_browser(["-q", BROWSER_TESTS])


def pytest(arguments: Sequence[str], **environment: str) -> int:
    """Run pytest in a process of its own."""
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, env=os.environ | environment, check=False).returncode


def run_in_browser(arguments: Sequence[str]) -> int:
    """Run tests that need a browser; without one say so last, where it cannot be overlooked."""
    browser = find_browser.find_or_fetch()
    if browser is not None:
        return pytest(arguments, CHROMIUM=str(browser.path), **browser.environment)
    required = os.environ.get("REQUIRE_BROWSER") == "1"
    print("\nNo Chromium was found and none could be fetched. Name one: CHROMIUM=/path/to/chromium make test")
    print(f"{'FAILED' if required else 'SKIPPED'}: the browser tests DID NOT RUN", flush=True)
    return 1 if required else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
