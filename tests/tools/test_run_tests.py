"""`make test`: which processes run, and what is said when there is no browser."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import pytest

from tests.browser import find_browser
from tools import run_tests

CHROMIUM = find_browser.Browser(Path("/opt/chromium"), {"FONTCONFIG_FILE": "/opt/fonts.conf"})


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
    """Every run of pytest, with its arguments and variables, none of them real."""
    noted: list[tuple[list[str], dict[str, str]]] = []

    def note(arguments: list[str], output: IO[str] | None = None, **variables: str) -> int:
        noted.append((list(arguments), variables))
        if output:
            output.write("54 passed")
        return 0

    monkeypatch.setattr(run_tests, "pytest", note)
    monkeypatch.setattr(find_browser, "find_or_fetch", lambda: CHROMIUM)
    monkeypatch.delenv("REQUIRE_BROWSER", raising=False)
    return noted


def test_the_browser_tests_and_those_of_the_rules_run_beside_all_others_each_once(
    runs: list, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_tests.main([]) == 0
    others = next(its for its, _ in runs if "--ignore=tests/browser" in its)
    browser, rules = (run for run in runs if run[0] != others)
    assert capsys.readouterr().out.count("54 passed") == 2
    assert others == ["-q", "--ignore=tests/browser", "--ignore=tests/engine", "--ignore=tests/ai"]
    assert rules == (["-q", "tests/engine", "tests/ai"], {})
    assert browser[0] == ["-q", "tests/browser"]
    assert browser[1] == {"CHROMIUM": "/opt/chromium", "FONTCONFIG_FILE": "/opt/fonts.conf"}


@pytest.mark.parametrize("failing", ["tests/browser", "tests/ai", "--ignore=tests/ai"])
def test_a_failure_anywhere_is_a_failure(runs: list, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    monkeypatch.setattr(run_tests, "pytest", lambda its, *_, **__: 1 if failing in its else 0)
    assert run_tests.main([]) == 1


def test_arguments_narrow_the_run(runs: list) -> None:
    run_tests.main(["tests/engine", "-x"])
    assert runs == [(["tests/engine", "-x"], {})]


def test_without_a_browser_the_last_line_says_so(
    runs: list, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(find_browser, "find_or_fetch", lambda: None)
    assert run_tests.main([]) == 0
    assert not any("tests/browser" in its for its, _ in runs)
    assert (["-q", "tests/engine", "tests/ai"], {}) in runs
    assert capsys.readouterr().out.splitlines()[-1] == "SKIPPED: the browser tests DID NOT RUN"


def test_where_a_browser_is_required_its_lack_is_a_failure(
    runs: list, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_browser, "find_or_fetch", lambda: None)
    monkeypatch.setenv("REQUIRE_BROWSER", "1")
    assert run_tests.main([]) == 1
