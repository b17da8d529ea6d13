"""The site answers a browser."""

from __future__ import annotations

from playwright.sync_api import Page


def test_the_site_is_well(live_site: str, page: Page) -> None:
    response = page.goto(f"{live_site}/healthz")
    assert response is not None
    assert response.json() == {"database": True, "redis": True}


def test_signing_up_keeps_the_browsers_time_zone(live_site: str, page: Page) -> None:
    from accounts.models import User

    page.goto(f"{live_site}/accounts/signup/")
    for field, text in {
        "username": "alice",
        "email": "alice@example.org",
        "password1": "a-long-way-by-train",
        "password2": "a-long-way-by-train",
    }.items():
        page.locator(f"[name={field}]").fill(text)
    page.locator("main button[type=submit]").click()
    page.wait_for_url(lambda address: "/signup/" not in address)
    assert User.objects.get().time_zone == "Europe/Vienna"
