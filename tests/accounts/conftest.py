"""Alice has an account, Charlie another; nobody else does."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import services
from accounts.models import User

PASSWORD = "a-long-way-by-train"


@pytest.fixture(autouse=True)
def fresh_rate_limits(db: None) -> None:
    """Sign-in attempts are counted in the cache: those of one test must not refuse the next one."""
    cache.clear()


@pytest.fixture
def alice(db: None) -> User:
    """Somebody with an account."""
    return services.create_account(username="alice", email="alice@example.org", password=PASSWORD)


@pytest.fixture
def charlie(db: None) -> User:
    """Somebody else."""
    return services.create_account(username="charlie", email="charlie@example.org", password=PASSWORD)


@pytest.fixture
def signed_in(alice: User) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(alice)
    return client
