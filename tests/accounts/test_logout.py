"""Sign out: /accounts/logout/."""

from __future__ import annotations

from django.test import Client


def test_posting_signs_out(signed_in: Client) -> None:
    assert signed_in.post("/accounts/logout/").status_code == 302
    assert "_auth_user_id" not in signed_in.session


def test_following_a_link_only_asks(signed_in: Client) -> None:
    assert signed_in.get("/accounts/logout/").status_code == 200
    assert "_auth_user_id" in signed_in.session
