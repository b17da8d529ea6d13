"""The settings, as they come out for a site on the internet."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.test import Client

from config.embedded.paths import ROOT

PRODUCTION = {
    "SECRET_KEY": "a-key-of-more-than-fifty-characters-with-0123456789-in-it",
    "SITE_URL": "https://trains.example",
    "DATABASE_URL": "postgresql://site@db/site",
    "REDIS_URL": "redis://redis/0",
    "EMAIL_URL": "smtp+tls://mail.example",
    "DJANGO_SETTINGS_MODULE": "config.settings",
}


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command with the variables of a production site."""
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=os.environ | PRODUCTION | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def deployed(**variables: str) -> subprocess.CompletedProcess[str]:
    """What the deployment check finds."""
    return manage("check", "--deploy", "--fail-level", "WARNING", **variables)


def example() -> dict[str, str]:
    """The variables of .env.example; a host has put in a secret."""
    lines = (ROOT / ".env.example").read_text().splitlines()
    pairs = (line.split("=", 1) for line in lines if line and not line.startswith("#"))
    return {name: value or PRODUCTION.get(name, "") for name, value in pairs}


@pytest.mark.parametrize("variables", [{}, example()], ids=["few variables", "those of .env.example"])
def test_the_deployment_check_finds_nothing_and_says_nothing(variables: dict[str, str]) -> None:
    checked = deployed(**variables)
    assert checked.returncode == 0, checked.stderr
    assert checked.stderr == ""
    assert checked.stdout.startswith("System check identified no issues")


def test_whoever_asks_for_the_lists_of_browsers_is_told_what_they_need() -> None:
    checked = deployed(HSTS_PRELOAD="yes")
    assert checked.returncode != 0
    assert "security.W005" in checked.stderr
    assert deployed(HSTS_PRELOAD="yes", HSTS_INCLUDE_SUBDOMAINS="yes").stdout.startswith(
        "System check identified no issues (0 silenced)"
    )


def test_the_check_is_not_silenced_for_other_faults() -> None:
    checked = deployed(SECRET_KEY="short", HSTS_SECONDS="0")
    assert "security.W009" in checked.stderr
    assert "security.W004" in checked.stderr


def test_a_bad_variable_is_named() -> None:
    refused = manage("check", SITE_URL="trains.example")
    assert refused.returncode != 0
    assert "SITE_URL must start with" in refused.stderr


def test_pages_run_no_script_and_load_nothing_from_elsewhere(db: None, client: Client) -> None:
    policy = client.get("/healthz")["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'self'"
    assert rules["style-src"] == "'self'"
    assert "unsafe" not in policy
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"


def test_behind_a_proxy_rate_limits_count_the_real_address() -> None:
    names = "s.ALLAUTH_TRUSTED_PROXY_COUNT, s.REST_FRAMEWORK['NUM_PROXIES']"
    show = ["shell", "--no-imports", "-c", f"from django.conf import settings as s; print({names})"]
    assert manage(*show).stdout == "0 0\n"
    assert manage(*show, BEHIND_PROXY="yes").stdout == "1 1\n"


def test_a_provider_has_an_address_to_report_to_once_it_has_a_password() -> None:
    ask = "from django.urls import reverse; print(reverse('anymail:mailgun_tracking_webhook'))"
    provider = "anymail://mailgun?api_key=key&sender_domain=mg.example.org"
    told = manage("shell", "-c", ask, EMAIL_URL=provider, ANYMAIL_WEBHOOK_SECRET="user:password")
    assert told.stdout.splitlines()[-1] == "/anymail/mailgun/tracking/"
    assert "NoReverseMatch" in manage("shell", "-c", ask, EMAIL_URL=provider).stderr
