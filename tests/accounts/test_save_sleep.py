"""Save sleeping hours: up to nine hours, or none; POST /settings/sleep/."""

from __future__ import annotations

from datetime import time

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client

from accounts import guests, services
from accounts.models import User
from tests.web import pages

URL = "/settings/sleep/"


@pytest.mark.parametrize(
    ("sleep_from", "sleep_until"),
    [(time(22), time(7)), (time(1), time(10)), (time(0), time(0, 1)), (time(23, 59), time(0)), (None, None)],
)
def test_up_to_nine_hours_also_across_midnight(
    alice: User, sleep_from: time | None, sleep_until: time | None
) -> None:
    services.save_sleep(user=alice, sleep_from=sleep_from, sleep_until=sleep_until)
    alice.refresh_from_db()
    assert (alice.sleep_from, alice.sleep_until) == (sleep_from, sleep_until)


@pytest.mark.parametrize(
    ("sleep_from", "sleep_until", "why"),
    [
        (time(22), time(7, 1), "sleep_long"),
        (time(7), time(22), "sleep_long"),
        (time(0, 1), time(0), "sleep_long"),
        (time(8), time(8), "sleep_none"),
        (time(8), None, "sleep_half"),
        (None, time(0), "sleep_half"),
    ],
)
def test_other_hours_are_refused(
    alice: User, sleep_from: time | None, sleep_until: time | None, why: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        services.save_sleep(user=alice, sleep_from=sleep_from, sleep_until=sleep_until)
    assert refused.value.code == why
    alice.refresh_from_db()
    assert (alice.sleep_from, alice.sleep_until) == (None, None)


def test_a_guest_needs_none(db: None) -> None:
    with pytest.raises(services.AccountNeeded):
        services.save_sleep(user=guests.create(), sleep_from=time(22), sleep_until=time(7))


@pytest.mark.parametrize("sleep", [(None, time(7)), (time(7), None), (time(7), time(7))])
def test_the_database_takes_both_times_or_none(alice: User, sleep: tuple[time | None, time | None]) -> None:
    with pytest.raises(IntegrityError, match="sleep_begins_and_ends"):
        User.objects.filter(pk=alice.pk).update(sleep_from=sleep[0], sleep_until=sleep[1])


# The page


def test_what_was_saved_is_shown_to_be_changed_or_taken_back(signed_in: Client, alice: User) -> None:
    assert signed_in.post(URL, {"sleep_from": "23:30", "sleep_until": "07:30"})["Location"] == "/settings/"
    page = signed_in.get("/settings/").content.decode()
    for field in ('name="sleep_from" value="23:30"', 'name="sleep_until" value="07:30"'):
        assert field in page
    signed_in.post(URL, {"sleep_from": "", "sleep_until": ""})
    alice.refresh_from_db()
    assert (alice.sleep_from, alice.sleep_until) == (None, None)


@pytest.mark.parametrize(
    ("sleep_from", "sleep_until", "why"),
    [
        ("22:00", "08:00", "That is more than 9 hours."),
        ("22:00", "", "Give both times, or leave both empty."),
        ("22:00", "22:00", "These are the same time."),
        ("late", "", "Enter a valid time."),
    ],
)
def test_the_page_says_what_is_wrong_and_keeps_what_was_typed(
    signed_in: Client, alice: User, sleep_from: str, sleep_until: str, why: str
) -> None:
    page = signed_in.post(URL, {"sleep_from": sleep_from, "sleep_until": sleep_until})
    assert page.status_code == 400
    assert why in pages.text(page)
    assert f'name="sleep_from" value="{sleep_from}"' in page.content.decode()
    alice.refresh_from_db()
    assert alice.sleep_from is None


def test_the_page_tells_a_guest_that_it_does_not_matter(db: None) -> None:
    guest = guests.create()
    page = pages.post(guest, URL, sleep_from="22:00", sleep_until="07:00")
    assert page.status_code == 403
    assert "Games of guests have no clock" in pages.text(page)
    assert "sleep_from" not in page.content.decode()


def test_who_is_not_signed_in_is_asked_to(client: Client, db: None) -> None:
    assert client.post(URL)["Location"].startswith("/accounts/login/")


def test_it_does_not_answer_to_a_link(signed_in: Client) -> None:
    assert signed_in.get(URL).status_code == 405
