"""Notices with a clock that stands: what is due leaves when a test says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.notices.post_office import Office

if TYPE_CHECKING:
    from tests.conftest import Hands


@pytest.fixture
def office(db: None, hands: Hands) -> Iterator[Office]:
    """Where mail leaves; nobody is remembered to have looked or to have been told."""
    from django.core.cache import cache

    cache.clear()
    yield Office(hands)
    cache.clear()
