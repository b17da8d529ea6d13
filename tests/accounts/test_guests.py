"""Guests: people who play before they have an account."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import guests, registry, services, tasks
from accounts.models import ApiKey, Scope, User
from accounts.validators import USERNAME_VALIDATORS
from tests.accounts.conftest import PASSWORD

ACCOUNT = {"username": "dora", "email": "dora@example.org", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def guest(db: None) -> User:
    return guests.create(time_zone="Europe/Vienna")


@pytest.fixture
def browser(guest: User) -> Client:
    """The guest's browser."""
    client = Client()
    client.force_login(guest)
    return client


def signed_in_at(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def here_again_after(guest: User, browser: Client, **away: int) -> User:
    """The guest comes back after having been away."""
    User.objects.filter(pk=guest.pk).update(last_login=timezone.now() - timedelta(**away))
    browser.get("/games/")
    return User.objects.get(pk=guest.pk)


# Being one


def test_a_guest_has_a_valid_name_and_no_password(guest: User) -> None:
    for validate in USERNAME_VALIDATORS:
        validate(guest.username)
    assert guest.username.startswith("Guest-")
    assert (guest.is_guest, guest.has_usable_password(), guest.email) == (True, False, "")
    assert guest.time_zone == "Europe/Vienna"


def test_names_get_a_digit_more_where_they_are_taken(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests.secrets, "randbelow", lambda limit: 7)
    names = [guests.create().username for _guest in range(3)]
    assert names == ["Guest-0007", "Guest-00007", "Guest-000007"]


def test_an_account_may_have_taken_the_name_in_another_case(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.create_account(username="GUEST-0007")
    monkeypatch.setattr(guests.secrets, "randbelow", lambda limit: 7)
    assert guests.create().username == "Guest-00007"


@pytest.mark.parametrize("zone", ["", "Europe/Atlantis"])
def test_an_unknown_time_zone_stops_no_guest(db: None, zone: str) -> None:
    assert guests.create(time_zone=zone).time_zone == "UTC"


def test_a_guest_makes_no_keys(guest: User, browser: Client) -> None:
    assert "Keys are for accounts." in browser.get("/settings/").content.decode()
    page = browser.post("/settings/keys/", {"name": "my bot", "scope": "play"})
    assert (page.status_code, "Keys are for accounts." in page.content.decode()) == (403, True)
    with pytest.raises(services.AccountNeeded):
        services.create_key(user=guest, name="bot", scope=Scope.READ)
    with pytest.raises(CommandError, match="is a guest"):
        call_command("create_token", guest.username)
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize("page", ["email/", "password/set/", "password/change/"])
def test_a_guest_does_not_become_half_an_account(guest: User, browser: Client, page: str) -> None:
    fields = {"email": "x@example.org", "action_add": "", "password1": PASSWORD, "password2": PASSWORD}
    assert browser.post(f"/accounts/{page}", fields)["Location"] == "/accounts/signup/"
    guest.refresh_from_db()
    assert not guest.has_usable_password()
    assert not EmailAddress.objects.exists()


# Signing up


def test_signing_up_makes_an_account_of_the_same_row(guest: User, browser: Client) -> None:
    assert browser.get("/accounts/signup/").status_code == 200

    answer = browser.post("/accounts/signup/", ACCOUNT | {"time_zone": "Asia/Tokyo", "next": "/games/7/"})

    assert answer["Location"] == "/games/7/"
    user = User.objects.get()
    assert (user.pk, user.username, user.email) == (guest.pk, "dora", "dora@example.org")
    assert (user.is_guest, user.time_zone, user.check_password(PASSWORD)) == (False, "Asia/Tokyo", True)
    assert signed_in_at(browser) == str(guest.pk)
    assert EmailAddress.objects.get().user == user


@pytest.mark.parametrize("wrong", [{"username": "ALICE"}, {"email": "alice@example.org"}, {"password2": "x"}])
def test_a_refused_sign_up_leaves_the_guest(
    guest: User, browser: Client, alice: User, wrong: dict[str, str]
) -> None:
    assert browser.post("/accounts/signup/", ACCOUNT | wrong).status_code == 200
    assert User.objects.get(pk=guest.pk).is_guest
    assert signed_in_at(browser) == str(guest.pk)


def test_in_another_browser_nothing_is_left_of_the_guest_who_signed_up(guest: User, browser: Client) -> None:
    other = Client()
    other.force_login(guest)
    browser.post("/accounts/signup/", ACCOUNT)
    assert other.get("/games/").status_code == 302


def test_where_addresses_must_be_confirmed_a_guest_confirms_too(
    guest: User, browser: Client, settings: Any
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    browser.post("/accounts/signup/", ACCOUNT)
    assert not User.objects.get(pk=guest.pk).is_guest
    assert browser.get("/games/").status_code == 302


def test_an_account_is_led_past_the_pages_for_coming_in(signed_in: Client) -> None:
    for page in ("signup", "login"):
        assert signed_in.get(f"/accounts/{page}/").status_code == 302


# Signing in


def test_signing_in_ends_the_guest(guest: User, browser: Client, alice: User) -> None:
    assert browser.get("/accounts/login/").status_code == 200

    browser.post("/accounts/login/", {"login": "alice", "password": PASSWORD})

    assert list(User.objects.all()) == [alice]
    assert signed_in_at(browser) == str(alice.pk)


def test_a_refused_sign_in_leaves_the_guest(guest: User, browser: Client, alice: User) -> None:
    browser.post("/accounts/login/", {"login": "alice", "password": "wrong"})
    assert User.objects.filter(pk=guest.pk).exists()
    assert signed_in_at(browser) == str(guest.pk)


def test_nobody_is_handed_over_who_has_an_account_by_now(guest: User, alice: User) -> None:
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    guests.hand_over(guest_id=guest.pk, account=alice)
    assert User.objects.filter(pk=guest.pk).exists()


# Staying away


def test_who_was_here_within_thirty_days_stays(guest: User, browser: Client) -> None:
    here_again_after(guest, browser, days=29)
    assert browser.session.get_expiry_age() > timedelta(days=29).total_seconds()
    tasks.forget_old_guests()
    assert User.objects.filter(pk=guest.pk).exists()


def test_a_visit_is_noted_once_a_day(guest: User, browser: Client) -> None:
    assert here_again_after(guest, browser, hours=25).last_login > timezone.now() - timedelta(hours=1)  # type: ignore[operator]
    assert here_again_after(guest, browser, hours=23).last_login < timezone.now() - timedelta(hours=22)  # type: ignore[operator]


def test_who_was_not_is_forgotten_but_no_account_is(guest: User, alice: User) -> None:
    User.objects.update(last_login=timezone.now() - timedelta(days=31))
    assert guests.forget_old() == 1
    assert list(User.objects.all()) == [alice]
    assert guests.forget_old() == 0


def test_one_who_cannot_be_removed_keeps_no_other_one(
    db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    old = [guests.create() for _guest in range(3)]
    User.objects.update(last_login=timezone.now() - timedelta(days=31))

    def tidy_up(*, guest: User) -> None:
        if guest == old[1]:
            raise KeyError("a hand of cards")

    monkeypatch.setattr(registry, "tidy_ups", [tidy_up])

    assert guests.forget_old() == 2
    assert list(User.objects.all()) == [old[1]]
    assert caplog.messages == [f"guest {old[1].pk} cannot be removed: KeyError"]
