"""People and keys in the admin."""

from __future__ import annotations

from datetime import time

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, Permission
from django.test import Client

from accounts import services
from accounts.models import Scope, User
from tests.accounts.times import at, day
from tests.web import pages


@pytest.fixture
def staff(db: None) -> Client:
    """The browser of somebody who runs the site."""
    client = Client()
    client.force_login(User.objects.create_superuser("Sysop", "sysop@example.org"))
    return client


def helper(*rights: str) -> Client:
    """The browser of somebody of the staff who is no superuser and may do so much."""
    user = User.objects.create_user("Helper", "helper@example.org", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("page", ["user/", "user/add/", "apikey/"])
def test_its_pages_open(staff: Client, page: str) -> None:
    assert staff.get(f"/admin/accounts/{page}").status_code == 200


def test_nobody_makes_a_key_for_somebody_else(staff: Client) -> None:
    assert staff.get("/admin/accounts/apikey/add/").status_code == 403


def test_it_does_not_show_what_a_key_is_known_by(staff: Client, alice: User) -> None:
    row, _key = services.create_key(user=alice, name="bot", scope=Scope.READ)
    page = staff.get(f"/admin/accounts/apikey/{row.pk}/change/").content.decode()
    assert "bot" in page
    assert row.digest not in page


def test_who_is_not_staff_is_sent_away(signed_in: Client) -> None:
    assert signed_in.get("/admin/")["Location"].startswith("/admin/login/")


def test_it_cannot_be_asked_what_a_key_is_known_by(staff: Client, alice: User) -> None:
    row, _key = services.create_key(user=alice, name="bot", scope=Scope.READ)
    answer = staff.get(f"/admin/accounts/apikey/?digest__startswith={row.digest[0]}")
    assert answer.status_code == 400


def test_it_shows_no_password_and_sets_none(staff: Client, alice: User) -> None:
    page = staff.get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()
    assert "alice@example.org" in page
    kind, *_, salt_and_hash = alice.password.split("$", 1)
    assert kind not in page
    assert salt_and_hash[:6] not in page
    assert staff.get(f"/admin/accounts/user/{alice.pk}/password/").status_code == 403


def test_the_address_that_resets_a_password_is_not_changed_by_others(staff: Client, alice: User) -> None:
    form = {
        "username": "alicia",
        "email": "mine@example.org",
        "time_zone": "UTC",
        "language": "en",
        "is_active": "on",
    }
    assert staff.post(f"/admin/accounts/user/{alice.pk}/change/", form).status_code == 302
    alice.refresh_from_db()
    assert (alice.username, alice.email) == ("alicia", "alice@example.org")
    assert staff.get("/admin/account/emailaddress/add/").status_code == 403


def test_it_shows_clock_habits_and_changes_none(staff: Client, alice: User) -> None:
    services.save_sleep(user=alice, sleep_from=time(23, 30), sleep_until=time(7, 30))
    with at("2027-01-05 12:00"):
        services.book_vacation(user=alice, first_day=day("4-2"), last_day=day("4-11"))
    url = f"/admin/accounts/user/{alice.pk}/change/"
    page = pages.text(staff.get(url))
    for words in ("11:30 p.m.", "7:30 a.m.", "2027-04-02 – 2027-04-11"):
        assert words in page

    form = {"username": "alice", "time_zone": "UTC", "language": "en", "sleep_from": "", "sleep_until": ""}
    assert staff.post(url, form).status_code == 302
    alice.refresh_from_db()
    assert alice.sleep_from == time(23, 30)


def test_people_are_found_by_name_and_address(staff: Client, alice: User, bob: User) -> None:
    for sought in ("alic", "alice@example.org"):
        page = staff.get(f"/admin/accounts/user/?q={sought}").content.decode()
        assert "alice@example.org" in page
        assert "bobby@example.org" not in page


def test_who_is_deactivated_is_out_at_once_until_activated(staff: Client, alice: User) -> None:
    _row, key = services.create_key(user=alice, name="bot", scope=Scope.READ)
    browser, program = Client(), {"Authorization": f"Token {key}"}
    browser.force_login(alice)
    sysop = User.objects.get(username="Sysop")

    chosen = {"action": "deactivate", "_selected_action": [alice.pk, sysop.pk]}
    page = staff.post("/admin/accounts/user/", chosen, follow=True).content.decode()

    assert "1 account deactivated." in page
    assert browser.get("/settings/").status_code == 302
    assert Client().get("/api/games/", headers=program).status_code == 401

    staff.post("/admin/accounts/user/", chosen | {"action": "activate"})
    assert browser.get("/settings/").status_code == 200
    assert Client().get("/api/games/", headers=program).status_code == 200


# Staff below superuser


def act(client: Client, action: str, *people: User) -> None:
    chosen = {"action": action, "_selected_action": [person.pk for person in people]}
    client.post("/admin/accounts/user/", chosen)


def active(*people: User) -> list[bool]:
    return [User.objects.get(pk=person.pk).is_active for person in people]


@pytest.fixture
def sysop(staff: Client) -> User:
    return User.objects.get(username="Sysop")


def test_who_may_only_look_changes_nobody(alice: User) -> None:
    client = helper("view_user")
    act(client, "deactivate", alice)
    assert active(alice) == [True]
    assert client.post(f"/admin/accounts/user/{alice.pk}/change/", {"username": "x"}).status_code == 403


def test_only_a_superuser_deactivates_and_activates_one(staff: Client, sysop: User, alice: User) -> None:
    client = helper("view_user", "change_user")
    act(client, "deactivate", alice, sysop)
    assert active(alice, sysop) == [False, True]

    other = User.objects.create_superuser("Other", "other@example.org")
    act(staff, "deactivate", other)
    act(client, "activate", other)
    assert active(other) == [False]
    act(staff, "activate", other)
    assert active(other) == [True]


def test_staff_do_not_touch_a_superuser(sysop: User) -> None:
    client = helper("view_user", "change_user", "delete_user")
    page = f"/admin/accounts/user/{sysop.pk}"
    assert client.get(f"{page}/change/").status_code == 200
    assert client.post(f"{page}/change/", {"username": "x"}).status_code == 403
    assert client.post(f"{page}/delete/", {"post": "yes"}).status_code == 403
    client.post(
        "/admin/accounts/user/", {"action": "delete_selected", "_selected_action": [sysop.pk], "post": "yes"}
    )
    assert active(sysop) == [True]


def test_staff_give_nobody_rights_themselves_least_of_all(staff: Client, alice: User) -> None:
    client = helper("view_user", "change_user")
    everything = Group.objects.create(name="everything")
    form = {"time_zone": "UTC", "language": "en", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
    for person in (alice, User.objects.get(username="Helper")):
        url = f"/admin/accounts/user/{person.pk}/change/"
        sent = form | {"username": person.username, "groups": [everything.pk]}
        assert client.post(url, sent).status_code == 302
        person.refresh_from_db()
        assert (person.is_superuser, person.groups.count()) == (False, 0)
    assert not alice.is_staff

    staff.post(f"/admin/accounts/user/{alice.pk}/change/", form | {"username": "alice"})
    alice.refresh_from_db()
    assert (alice.is_staff, alice.is_superuser) == (True, True)


def test_who_may_only_look_confirms_no_address(staff: Client, alice: User) -> None:
    address = EmailAddress.objects.create(user=alice, email=alice.email)
    chosen = {"action": "make_verified", "_selected_action": [address.pk]}
    for client, verified in ((helper("view_emailaddress"), False), (staff, True)):
        client.post("/admin/account/emailaddress/", chosen)
        address.refresh_from_db()
        assert address.verified is verified
