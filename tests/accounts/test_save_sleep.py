"""Save sleeping hours: up to nine hours, or none."""

from __future__ import annotations

from datetime import time

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts import guests, services
from accounts.models import User


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
