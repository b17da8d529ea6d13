"""The browser's check finds score sheets that are missing, as docs/verify.py does."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from tests.engine.test_verify import MISSING, played

if TYPE_CHECKING:
    from playwright.sync_api import Page

VERIFY = """async (record) => {
  const { verify } = await import("/static/js/verify/record.js");
  const steps = [];
  try {
    for (const { step } of verify(record, record.commitment)) steps.push(step);
  } catch (problem) {
    return [steps, problem.message];
  }
  return [steps, null];
}"""


def test_scores_that_are_missing_are_found(live_site: str, page: Page) -> None:
    record: dict[str, Any] = json.loads(played("usa", 3, "kind"))
    page.goto(f"{live_site}/rules/")
    steps = ["commitment", "before", "setup", "moves", "scores"]
    assert page.evaluate(VERIFY, record) == [steps, None]
    for change in MISSING:
        changed = copy.deepcopy(record)
        change(changed)
        assert page.evaluate(VERIFY, changed) == [steps[:-1], "difference"]
