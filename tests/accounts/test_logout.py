"""Sign out: /accounts/logout/."""

from __future__ import annotations

from django.test import Client

from accounts import guests


def test_posting_signs_out(signed_in: Client) -> None:
    assert signed_in.post("/accounts/logout/").status_code == 302
    assert "_auth_user_id" not in signed_in.session


def test_following_a_link_only_asks(signed_in: Client) -> None:
    assert signed_in.get("/accounts/logout/").status_code == 200
    assert "_auth_user_id" in signed_in.session


def test_a_guest_reads_what_it_costs_and_how_to_keep_the_games(signed_in: Client, db: None) -> None:
    browser = Client()
    browser.force_login(guests.create())
    kept = "Your games go on"
    page = browser.get("/accounts/logout/").content.decode()
    main = page[page.index("<main") :]
    assert "nobody can come back to your games" in main
    assert 'href="/accounts/signup/"' in main
    assert kept not in main
    assert kept in signed_in.get("/accounts/logout/").content.decode()
