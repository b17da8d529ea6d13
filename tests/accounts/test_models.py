"""What the database itself does not let in."""

from __future__ import annotations

import pytest
from django.db import IntegrityError

from accounts import services
from accounts.models import ApiKey, User


def test_names_differ_in_more_than_case(alice: User) -> None:
    with pytest.raises(IntegrityError, match="username_unique_in_any_case"):
        services.create_account(username="Alice")


def test_addresses_differ_in_more_than_case(alice: User) -> None:
    with pytest.raises(IntegrityError, match="email_unique_in_any_case"):
        services.create_account(username="bob", email="Alice@example.org")


def test_any_number_of_accounts_has_no_address(db: None) -> None:
    services.create_account(username="bob")
    services.create_account(username="dora")


def test_a_key_has_a_known_scope(alice: User) -> None:
    with pytest.raises(IntegrityError, match="api_key_scope_known"):
        ApiKey.objects.create(user=alice, name="x", scope="all", digest="1")
