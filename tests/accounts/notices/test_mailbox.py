"""Mail without a mail server: rows, files, and the staff's Outbox."""

from __future__ import annotations

import email
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.test import Client

from accounts.models import OutgoingMail, User
from accounts.notices import mailbox, post
from tests.conftest import Hands

LINK = "https://trains.example/accounts/reset/word/"


@pytest.fixture(autouse=True)
def outbox(tmp_path: Path, settings: Any) -> Path:
    """Mail goes to the Outbox; the folder of its files, which is not there yet."""
    settings.EMAIL_BACKEND = "accounts.notices.mailbox.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path / "var" / "mail")
    return tmp_path / "var" / "mail"


def letter(identifier: str = "<1@trains.example>", **fields: Any) -> EmailMultiAlternatives:
    its = {"subject": "A new password", "body": f"Choose it here:\n{LINK}\n", "to": ["alice@example.org"]}
    message = EmailMultiAlternatives(**{**its, **fields}, headers={"Message-ID": identifier})
    message.attach_alternative("<p>Choose it <b>here</b>.</p>", "text/html")
    return message


@pytest.mark.django_db(transaction=True)
def test_a_mail_is_a_row_and_a_file(outbox: Path, hands: Hands) -> None:
    post.send(letter())
    row = OutgoingMail.objects.get()
    assert (row.recipients, row.subject, row.at) == ("alice@example.org", "A new password", hands.at)
    (file,) = outbox.iterdir()
    assert file.name.startswith("20260601-120000-")
    assert file.suffix == ".eml"
    assert email.message_from_bytes(file.read_bytes())["Subject"] == "A new password"
    assert file.stat().st_mode & 0o777 == 0o600
    assert outbox.stat().st_mode & 0o777 == 0o700


@pytest.mark.django_db(transaction=True)
def test_the_same_mail_is_kept_once(outbox: Path) -> None:
    for _ in range(2):
        post.send(letter())
    post.send(letter("<2@trains.example>"))
    assert OutgoingMail.objects.count() == 2
    assert len(list(outbox.iterdir())) == 2


@pytest.mark.django_db(transaction=True)
def test_what_is_undone_was_not_sent(outbox: Path) -> None:
    with transaction.atomic():
        post.send(letter())
        transaction.set_rollback(True)
    assert not OutgoingMail.objects.exists()
    assert not outbox.exists()


@pytest.mark.django_db(transaction=True)
def test_a_folder_that_cannot_be_written_loses_no_mail(outbox: Path) -> None:
    outbox.parent.write_text("no folder")
    post.send(letter())
    assert OutgoingMail.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_mail_is_forgotten_after_a_month(outbox: Path, hands: Hands) -> None:
    post.send(letter())
    hands.on(days=30)
    post.send(letter("<2@trains.example>"))
    assert mailbox.forget_old() == 0
    hands.on(seconds=1)
    assert mailbox.forget_old() == 1
    (file,) = outbox.iterdir()
    assert file == mailbox.path_of(OutgoingMail.objects.get())


# --- the page -----------------------------------------------------------------------------------------


@pytest.fixture
def row(db: None) -> OutgoingMail:
    return mailbox.keep(letter())


@pytest.fixture
def boss(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("Sysop", "sysop@example.org"))
    return client


@pytest.fixture
def helper(db: None) -> Client:
    """Somebody of the staff who may see everything there is to see."""
    user = User.objects.create_user("Helper", "helper@example.org", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = Client()
    client.force_login(user)
    return client


def test_a_superuser_reads_mails_and_follows_their_links(row: OutgoingMail, boss: Client) -> None:
    assert "A new password" in boss.get("/admin/accounts/outgoingmail/").content.decode()
    page = boss.get(f"/admin/accounts/outgoingmail/{row.pk}/change/").content.decode()
    assert f'<a href="{LINK}"' in page
    assert f'src="/admin/accounts/outgoingmail/{row.pk}/page/"' in page
    assert "sandbox" in page


def test_a_mail_as_a_page_can_do_nothing(row: OutgoingMail, boss: Client) -> None:
    answer = boss.get(f"/admin/accounts/outgoingmail/{row.pk}/page/")
    assert answer.content.decode().strip() == "<p>Choose it <b>here</b>.</p>"
    policy = answer["Content-Security-Policy"]
    assert {"default-src 'none'", "sandbox", "frame-ancestors 'self'"} <= set(policy.split("; "))
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


def test_others_of_the_staff_see_that_there_was_a_mail(row: OutgoingMail, helper: Client) -> None:
    page = helper.get("/admin/accounts/outgoingmail/").content.decode()
    assert "A new password" in page
    assert f"/{row.pk}/change/" not in page
    for part in ("change", "page", "history", "delete"):
        assert helper.get(f"/admin/accounts/outgoingmail/{row.pk}/{part}/").status_code == 403
    assert helper.get("/admin/accounts/outgoingmail/?message__contains=word").status_code == 400


def test_nobody_changes_a_mail(row: OutgoingMail, boss: Client) -> None:
    for part in ("add/", f"{row.pk}/delete/"):
        assert boss.get(f"/admin/accounts/outgoingmail/{part}").status_code == 403
    assert boss.post(f"/admin/accounts/outgoingmail/{row.pk}/change/", {"subject": "x"}).status_code == 403


def test_markup_in_a_text_is_shown_as_it_is(boss: Client) -> None:
    row = mailbox.keep(letter(body="<script>alert(1)</script>"))
    page = boss.get(f"/admin/accounts/outgoingmail/{row.pk}/change/").content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert(1)" not in page
