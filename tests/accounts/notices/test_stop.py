"""Stopping mail by the link at its end, signed out, as people and mail programs do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.notices import preferences, stop
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import NoticeChoice, NoticePreferences, Volume
from tests.web import pages

pytestmark = pytest.mark.django_db

Pace = NoticePreferences.Pace


@pytest.fixture
def link(alice: User) -> str:
    """Of a mail about her turn at table 214."""
    return stop.path(alice, kinds=["your_turn"], thread="game-214")


def wants(user: User, kind: Kind, channel: Channel = Channel.MAIL) -> bool:
    return preferences.wishes([user.pk])[user.pk].wants(kind, channel)


def stranger() -> Client:
    """A browser that checks what Django's test client lets pass."""
    return Client(enforce_csrf_checks=True)


def press(link: str, **fields: str) -> Any:
    return stranger().post(link, fields)


def test_looking_changes_nothing(link: str, alice: User) -> None:
    page = stranger().get(link)
    assert page.status_code == 200
    assert "Mail for alice" in pages.text(page)
    assert stranger().head(link).status_code == 200
    assert wants(alice, Kind.YOUR_TURN)
    assert not NoticeChoice.objects.exists()
    assert not Volume.objects.exists()
    assert not NoticePreferences.objects.exists()


def test_a_kind_is_stopped_by_mail_alone_and_taken_back(link: str, alice: User) -> None:
    page = press(link, what="kinds")
    assert "You get no more mail about: Your turn." in pages.text(page)
    assert not wants(alice, Kind.YOUR_TURN)
    assert wants(alice, Kind.YOUR_TURN, Channel.PUSH)
    assert wants(alice, Kind.REMINDER)
    assert '<input type="hidden" name="before" value="your_turn">' in page.content.decode()
    press(link, what="kinds", undo="yes", before="your_turn")
    assert wants(alice, Kind.YOUR_TURN)


def test_one_click_of_a_mail_program_stops_the_kinds_of_the_mail(alice: User) -> None:
    link = stop.path(alice, kinds=["your_turn", "reminder"])
    answer = press(link, **{"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not answer.cookies
    assert not wants(alice, Kind.YOUR_TURN)
    assert not wants(alice, Kind.REMINDER)
    assert wants(alice, Kind.INVITATION)


def test_a_table_is_muted_and_heard_again(link: str, alice: User) -> None:
    press(link, what="thread")
    assert Volume.objects.get().level == Volume.Level.MUTED
    press(link, what="thread", undo="yes", before="")
    assert not Volume.objects.exists()


def test_a_loud_table_is_loud_again(link: str, alice: User) -> None:
    preferences.set_volume(user=alice, thread="game-214", level=Volume.Level.LOUD)
    page = press(link, what="thread")
    before = re.search(r'name="before" value="(\w*)"', page.content.decode())
    assert before
    press(link, what="thread", undo="yes", before=before[1])
    assert Volume.objects.get().level == Volume.Level.LOUD


@pytest.mark.parametrize(
    ("before", "after"), [("daily", Pace.DAILY), ("off", Pace.AT_ONCE), ("x", Pace.AT_ONCE)]
)
def test_all_mail_is_stopped_and_taken_back(link: str, alice: User, before: str, after: Pace) -> None:
    preferences.change(user=alice, pace=Pace.DAILY)
    page = press(link, what="all")
    assert "You get no more mail about games." in pages.text(page)
    assert preferences.of(alice).pace == Pace.OFF
    press(link, what="all", undo="yes", before=before)
    assert preferences.of(alice).pace == after


def test_twice_is_once(link: str, alice: User) -> None:
    for _ in range(2):
        assert press(link, what="kinds").status_code == 200
    assert NoticeChoice.objects.count() == 1


def test_word_of_ones_account_is_not_stopped(alice: User) -> None:
    press(stop.path(alice, kinds=["security", "your_turn"]), what="kinds")
    assert wants(alice, Kind.SECURITY)
    assert not wants(alice, Kind.YOUR_TURN)


@pytest.mark.parametrize("fields", [{}, {"what": "everything"}])
def test_what_is_no_button_of_the_page_is_refused(link: str, alice: User, fields: dict[str, str]) -> None:
    assert press(link, **fields).status_code == 400
    assert wants(alice, Kind.YOUR_TURN)


def test_a_digest_is_about_no_table(alice: User) -> None:
    link = stop.path(alice, kinds=["your_turn"])
    assert "Mute this table" not in pages.text(stranger().get(link))
    assert press(link, what="thread").status_code == 400
    assert not Volume.objects.exists()


def test_a_link_that_is_not_whole_says_so_and_does_nothing(link: str, alice: User) -> None:
    for broken in (link[:-3] + "/", "/stop/guess/", link.replace(":", ":x", 1)):
        assert "This link is not whole." in pages.text(stranger().get(broken))
        assert press(broken, what="all").status_code == 404
    assert not NoticePreferences.objects.exists()


def test_the_link_of_somebody_who_is_gone(link: str, alice: User) -> None:
    alice.is_active = False
    alice.save()
    assert stranger().get(link).status_code == 404


def test_it_is_for_the_person_of_the_mail_whoever_is_signed_in(link: str, alice: User, charlie: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(charlie)
    client.post(link, {"what": "kinds"})
    assert not wants(alice, Kind.YOUR_TURN)
    assert wants(charlie, Kind.YOUR_TURN)
