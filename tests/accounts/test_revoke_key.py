"""Revoke a key: POST /settings/keys/<id>/revoke/."""

from __future__ import annotations

from django.test import Client

from accounts import services
from accounts.models import ApiKey, Scope, User


def make_key(user: User) -> ApiKey:
    row, _key = services.create_key(user=user, name="bot", scope=Scope.READ)
    return row


def url(key: ApiKey) -> str:
    return f"/settings/keys/{key.pk}/revoke/"


def test_it_is_revoked(signed_in: Client, alice: User) -> None:
    key = make_key(alice)
    assert signed_in.post(url(key))["Location"] == "/settings/"
    key.refresh_from_db()
    assert key.revoked_at is not None


def test_the_second_time_there_is_nothing_to_revoke(signed_in: Client, alice: User) -> None:
    key = make_key(alice)
    signed_in.post(url(key))
    key.refresh_from_db()
    first = key.revoked_at
    assert signed_in.post(url(key)).status_code == 404
    key.refresh_from_db()
    assert key.revoked_at == first


def test_nobody_revokes_somebody_elses(signed_in: Client, charlie: User) -> None:
    key = make_key(charlie)
    assert signed_in.post(url(key)).status_code == 404
    key.refresh_from_db()
    assert key.revoked_at is None


def test_a_link_revokes_nothing(signed_in: Client, alice: User) -> None:
    assert signed_in.get(url(make_key(alice))).status_code == 405


def test_who_is_not_signed_in_is_asked_to(client: Client, alice: User) -> None:
    key = make_key(alice)
    assert client.post(url(key))["Location"].startswith("/accounts/login/")
