"""Every problem with an action that cannot be read has its words."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from games import engine
from games.services.malformed import PROBLEMS, malformed_words


def test_every_problem_of_the_engine_has_words() -> None:
    sources = (Path(settings.BASE_DIR) / "games/engine").rglob("*.py")
    raised = {
        problem for path in sources for problem in re.findall(r'MalformedAction\("(\w+)"', path.read_text())
    }

    assert raised == set(PROBLEMS)


def test_the_words_name_what_was_found() -> None:
    problem = engine.MalformedAction("no_such_route", route="'mars--venus'")

    assert malformed_words(problem) == "route: there is no route 'mars--venus'."
