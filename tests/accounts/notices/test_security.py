"""What changes the safety of an account is told: once, at once, and to whoever had the account before.

All of it through the pages that people use.
"""

from __future__ import annotations

import re
from datetime import time
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site
from django.core import mail
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client

from accounts import services
from accounts.models import Scope, User
from accounts.notices import preferences, webhook
from accounts.notices.errors import Unreachable
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import Notice, Volume, Webhook
from tests.accounts.conftest import PASSWORD
from tests.conftest import Hands
from tests.notices.post_office import Office

NEW = "the-last-train-home"
HERE, THERE = "alice@example.org", "alice@elsewhere.example"


@pytest.fixture
def office(hands: Hands) -> Office:
    return Office(hands)


@pytest.fixture
def silent(alice: User) -> User:
    """Alice wants to hear nothing: it is noon, within her quiet hours."""
    preferences.change(user=alice, pace="off", quiet_from=time(10), quiet_until=time(15), delay_min=60)
    preferences.set_volume(user=alice, thread="account", level=Volume.Level.MUTED)
    return alice


@pytest.fixture
def addressed(alice: User) -> User:
    """As after signing up and confirming."""
    EmailAddress.objects.create(user=alice, email=HERE, primary=True, verified=True)
    return alice


def change_password(client: Client) -> Any:
    return client.post(
        "/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    )


def at_addresses(client: Client, what: str, address: str) -> None:
    """One of the buttons of the page of mail addresses."""
    answer = client.post("/accounts/email/", {f"action_{what}": "", "email": address})
    assert answer.status_code == 302


def confirm(client: Client) -> None:
    """Follow the link in the last mail."""
    found = re.search(r"/accounts/confirm-email/\S+", str(mail.outbox[-1].body))
    assert found is not None
    client.post(found[0])


def letters(office: Office) -> list[tuple[str, str]]:
    """What leaves now about accounts: to whom, and the subject."""
    return [(letter.to[0], str(letter.subject)) for letter in office.sweep()]


# --- passwords ----------------------------------------------------------------------------------------


def test_a_changed_password_is_told_once_and_at_once_whatever_is_off(
    signed_in: Client, silent: User, office: Office
) -> None:
    assert change_password(signed_in).status_code == 302

    assert letters(office) == [(HERE, "Night Mail: Your password was changed")]
    assert letters(office) == []
    assert len(mail.outbox) == 1  # allauth has said nothing besides


def test_allauth_does_not_tell_the_same_again() -> None:
    assert getattr(site, "ACCOUNT_EMAIL_NOTIFICATIONS", False) is False


def test_a_forgotten_password_that_was_replaced_is_told(client: Client, alice: User, office: Office) -> None:
    client.post("/accounts/password/reset/", {"email": HERE})
    found = re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[0].body))
    assert found is not None
    form = client.get(found[0], follow=True).redirect_chain[-1][0]
    assert client.post(form, {"password1": NEW, "password2": NEW}).status_code == 302

    assert letters(office) == [(HERE, "Night Mail: Your password was changed")]
    assert len(mail.outbox) == 2


def test_a_first_password_is_told(client: Client, office: Office) -> None:
    """Of an account that was made in the terminal."""
    dora = services.create_account(username="dora", email="dora@example.org")
    client.force_login(dora)
    answer = client.post("/accounts/password/set/", {"password1": NEW, "password2": NEW})
    assert answer.status_code == 302

    assert letters(office) == [("dora@example.org", "Night Mail: Your password was changed")]


def test_a_password_that_was_refused_is_not_told(signed_in: Client, alice: User) -> None:
    form = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    assert signed_in.post("/accounts/password/change/", form).status_code == 200

    assert not Notice.objects.exists()


# --- addresses ----------------------------------------------------------------------------------------


def test_signing_up_is_not_told(client: Client, db: None) -> None:
    form = {"username": "dora", "email": "dora@example.org", "password1": NEW, "password2": NEW}
    assert client.post("/accounts/signup/", form).status_code == 302
    confirm(client)

    assert not Notice.objects.exists()


def test_the_first_address_of_an_account_is_not_told(client: Client, db: None) -> None:
    dora = services.create_account(username="dora")
    client.force_login(dora)
    at_addresses(client, "add", "dora@example.org")
    confirm(client)

    dora.refresh_from_db()
    assert dora.email == "dora@example.org"
    assert not Notice.objects.exists()


def test_an_added_address_is_told_to_the_one_before(
    signed_in: Client, addressed: User, silent: User, office: Office
) -> None:
    at_addresses(signed_in, "add", THERE)
    assert [letter.to for letter in mail.outbox] == [[THERE]]  # which is asked to confirm, and that is all

    assert letters(office) == [
        (HERE, "Night Mail: The mail address alice@elsewhere.example was added to your account")
    ]


def test_mail_that_goes_elsewhere_is_told_to_the_address_before(
    signed_in: Client, addressed: User, silent: User, office: Office
) -> None:
    EmailAddress.objects.create(user=addressed, email=THERE, verified=True)
    at_addresses(signed_in, "primary", THERE)
    addressed.refresh_from_db()
    assert addressed.email == THERE

    [letter] = office.sweep()
    assert (letter.to, letter.subject) == (
        [HERE],
        "Night Mail: Mail to you now goes to alice@elsewhere.example",
    )
    assert "If you cannot sign in any more, write to whoever runs this site." in letter.body


def test_a_thief_in_a_hurry_does_not_get_the_mail_about_it(
    signed_in: Client, addressed: User, office: Office
) -> None:
    """What was told before the address changed goes to the address of then, though it leaves later."""
    EmailAddress.objects.create(user=addressed, email=THERE, verified=True)
    change_password(signed_in)
    at_addresses(signed_in, "primary", THERE)
    at_addresses(signed_in, "remove", HERE)

    [letter] = office.sweep()

    assert letter.to == [HERE]
    for sentence in (
        "Your password was changed",
        "Mail to you now goes to alice@elsewhere.example",
        "The mail address alice@example.org was removed from your account",
    ):
        assert sentence in " ".join(str(letter.body).split())


def test_of_an_account_made_by_hand_the_address_stays_where_it_was(
    signed_in: Client, alice: User, office: Office
) -> None:
    """It is not in allauth's list yet: a second one that is confirmed must not take its place in silence."""
    at_addresses(signed_in, "add", THERE)
    confirm(signed_in)
    alice.refresh_from_db()
    assert alice.email == HERE

    at_addresses(signed_in, "primary", THERE)
    alice.refresh_from_db()
    assert alice.email == THERE
    assert {to for to, _subject in letters(office)} == {HERE}


def test_the_same_address_again_changes_nothing(signed_in: Client, addressed: User) -> None:
    at_addresses(signed_in, "primary", HERE)

    assert not Notice.objects.exists()


def test_a_removed_address_hears_of_it(
    signed_in: Client, addressed: User, silent: User, office: Office
) -> None:
    EmailAddress.objects.create(user=addressed, email=THERE, verified=True)
    at_addresses(signed_in, "remove", THERE)

    assert letters(office) == [
        (THERE, "Night Mail: The mail address alice@elsewhere.example was removed from your account")
    ]


def test_the_last_address_hears_of_its_removal(signed_in: Client, addressed: User, office: Office) -> None:
    at_addresses(signed_in, "remove", HERE)
    addressed.refresh_from_db()
    assert addressed.email == ""

    assert [to for to, _subject in letters(office)] == [HERE]


def test_an_address_that_was_never_confirmed_hears_nothing(
    signed_in: Client, addressed: User, office: Office
) -> None:
    """It may be a stranger's."""
    EmailAddress.objects.create(user=addressed, email=THERE)
    at_addresses(signed_in, "remove", THERE)

    assert [to for to, _subject in letters(office)] == [HERE]


def test_another_address_is_tried_though_mail_to_the_one_before_came_back(
    signed_in: Client, addressed: User, hands: Hands
) -> None:
    preferences.mail_failed(user=addressed, why="550 no such user", at=hands.at)
    EmailAddress.objects.create(user=addressed, email=THERE, verified=True)
    at_addresses(signed_in, "primary", THERE)

    assert preferences.of(addressed).mail_failed_at is None


# --- keys, webhooks -----------------------------------------------------------------------------------


def test_a_key_is_told_when_it_is_made_and_not_when_it_is_revoked(
    signed_in: Client, silent: User, office: Office
) -> None:
    signed_in.post("/settings/keys/", {"name": "my bot", "scope": "play"})
    assert letters(office) == [(HERE, "Night Mail: A key for programs was made: my bot")]

    signed_in.post(f"/settings/keys/{silent.api_keys.get().pk}/revoke/")
    assert letters(office) == []


def test_a_key_that_is_made_in_the_terminal_is_told(silent: User, office: Office) -> None:
    call_command("create_token", "alice", name="from the terminal", stdout=StringIO())

    assert letters(office) == [(HERE, "Night Mail: A key for programs was made: from the terminal")]


def test_a_webhook_that_is_switched_off_is_told(
    silent: User, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = Webhook.objects.create(user=silent, url="https://program.example/")
    monkeypatch.setattr(webhook.outgoing, "post", lambda *_, **__: 500)
    for _time in range(20):
        with pytest.raises(Unreachable):
            webhook.send(hook, {"delivery": "1"})

    [letter] = office.sweep()
    assert (letter.to, letter.subject) == (
        [HERE],
        "Night Mail: Your webhook was switched off after 20 failures",
    )
    assert "You can switch it on again in your settings." in letter.body
    assert "password" not in letter.body


# --- what cannot be switched off ----------------------------------------------------------------------


def test_mail_about_the_account_cannot_be_switched_off(
    signed_in: Client, alice: User, office: Office
) -> None:
    """Neither by the form, whatever is posted, nor by a link: there is none."""
    signed_in.post("/settings/notices/save/", {"pace": "off", "security-mail": "", "delay_min": "2"})
    preferences.switch(user=alice, kind=Kind.SECURITY, channel=Channel.MAIL, on=False)
    change_password(signed_in)

    [letter] = office.sweep()
    assert "List-Unsubscribe" not in letter.extra_headers
    assert "List-Unsubscribe-Post" not in letter.extra_headers
    assert "/stop/" not in whole(letter)
    assert "Such mail cannot be switched off." in whole(letter)


def whole(letter: EmailMessage) -> str:
    """Text and HTML, with lines as they were before mail wrapped them."""
    html = " ".join(str(part.content) for part in letter.alternatives)  # type: ignore[attr-defined]
    return " ".join(f"{letter.body} {html}".split())


def test_several_at_once_are_one_mail(signed_in: Client, alice: User, office: Office) -> None:
    change_password(signed_in)
    services.create_key(user=alice, name="my bot", scope=Scope.READ)

    [letter] = office.sweep()

    assert letter.subject == "Night Mail: Your account has changed"
    assert "Your password was changed" in letter.body
    assert "A key for programs was made: my bot" in letter.body


def test_guests_are_told_nothing_and_have_nowhere_to_be(client: Client, db: None) -> None:
    guest = User.objects.create_user("Guest-1234", is_guest=True)
    client.force_login(guest)
    for path in ("/accounts/password/change/", "/accounts/password/set/", "/accounts/email/"):
        assert client.post(path, {}).status_code == 302

    assert not Notice.objects.exists()


def test_a_name_of_a_key_adds_no_header(alice: User, office: Office) -> None:
    services.create_key(user=alice, name="bot\r\nBcc: eve@example.org", scope=Scope.READ)

    [letter] = office.sweep()

    assert "\n" not in letter.subject
    assert letter.message()["Bcc"] is None
    assert letter.recipients() == [HERE]
