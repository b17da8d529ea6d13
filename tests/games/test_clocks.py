"""The arithmetic of clocks, by hand and against a minute-by-minute count of what people would say."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.clocks import Calendar, Rules, Stand, Still, Turn, instant

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BERLIN, NEW_YORK, LORD_HOWE, SHANGHAI = ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Shanghai",
)
NIGHT = (time(23), time(7))


def at(text: str) -> datetime:
    """An instant of UTC."""
    return datetime.fromisoformat(f"{text}Z")


def turn(since: str, hours: float, reserve: float = 0, **calendar: object) -> Turn:
    return Turn(at(since), hours * HOUR, reserve * HOUR, Calendar(**calendar))  # type: ignore[arg-type]


# Both nights of each zone in which the clocks are changed, in 2026, and one where they never are.
# 3 waking hours before the night, the rest after 7 in the morning.
NIGHTS = [
    # zone, since, deadline of 12 waking hours
    (BERLIN, "2026-03-28T19:00", "2026-03-29T14:00"),  # 20:00 CET; 7:00 CEST is 5:00Z, and nine hours
    (BERLIN, "2026-10-24T18:00", "2026-10-25T15:00"),  # 20:00 CEST; 7:00 CET is 6:00Z
    (NEW_YORK, "2026-03-08T01:00", "2026-03-08T20:00"),  # 20:00 EST; 7:00 EDT is 11:00Z
    (NEW_YORK, "2026-11-01T00:00", "2026-11-01T21:00"),  # 20:00 EDT; 7:00 EST is 12:00Z
    (LORD_HOWE, "2026-04-04T09:00", "2026-04-05T05:30"),  # 20:00 at +11; 7:00 at +10:30 is 20:30Z
    (LORD_HOWE, "2026-10-03T09:30", "2026-10-04T05:00"),  # 20:00 at +10:30; 7:00 at +11 is 20:00Z
    (SHANGHAI, "2026-03-28T12:00", "2026-03-29T08:00"),  # 20:00; 7:00 is 23:00Z
]


@pytest.mark.parametrize(("zone", "since", "deadline"), NIGHTS)
def test_a_clock_stands_while_its_owner_sleeps_also_in_the_nights_when_clocks_change(
    zone: str, since: str, deadline: str
) -> None:
    asked = turn(since, 12, zone=zone, sleep=NIGHT)

    assert asked.deadline == at(deadline)
    assert asked.used(at(deadline)) == 12 * HOUR
    assert asked.reading(at(since) + 3 * HOUR).left == 9 * HOUR
    assert asked.reading(at(deadline) - 9 * HOUR).left == 9 * HOUR  # all the night long


def test_a_day_stays_24_hours_when_the_clocks_change() -> None:
    asked = turn("2024-03-30T20:00", 24, zone="Europe/Paris")  # B18

    assert asked.deadline == at("2024-03-31T20:00")
    assert asked.deadline.astimezone(ZoneInfo("Europe/Paris")).isoformat() == "2024-03-31T22:00:00+02:00"
    assert asked.deadline.astimezone(ZoneInfo(NEW_YORK)).isoformat() == "2024-03-31T16:00:00-04:00"


def test_a_weekend_lasts_from_midnight_to_midnight_in_the_persons_zone() -> None:
    friday_evening = "2026-03-27T17:00"  # 18:00 in Berlin: 6 hours until the weekend, which has 47
    asked = turn(friday_evening, 24, zone=BERLIN, weekends=True)

    assert asked.deadline == at("2026-03-30T16:00")  # Monday began at 22:00Z on Sunday, and 18 hours
    assert asked.reading(at("2026-03-28T09:00")).still == Still("weekend", at("2026-03-29T22:00"))
    assert asked.reading(at("2026-03-28T09:00")).left == 18 * HOUR


def test_a_night_that_meets_a_weekend_is_one_time_of_rest() -> None:
    asked = turn("2026-03-27T17:00", 24, zone=BERLIN, weekends=True, sleep=NIGHT)

    # Friday 18 to 23 are five hours; Monday at 7 is 5:00Z, 16 hours until 23:00, and 3 more on Tuesday.
    assert asked.deadline == at("2026-03-31T08:00")
    assert asked.reading(at("2026-03-27T22:30")).still == Still("sleep", at("2026-03-30T05:00"))
    assert asked.reading(at("2026-03-28T22:30")).still == Still("weekend", at("2026-03-30T05:00"))


def test_rest_that_begins_where_other_rest_ends_is_one() -> None:
    asked = turn("2026-03-27T17:00", 24, zone=BERLIN, weekends=True, sleep=(time(0), time(6)))

    # Sunday ends at 22:00Z, when the clocks have been put forward; Monday begins with six hours of sleep.
    assert asked.reading(at("2026-03-28T12:00")).still == Still("weekend", at("2026-03-30T04:00"))


def test_a_vacation_that_ends_early_leaves_what_was_left() -> None:
    away = Stand(at("2026-06-01T00:00"), at("2026-06-11T00:00"), "vacation")
    later = Stand(at("2026-06-20T00:00"), at("2026-06-22T00:00"), "vacation")
    asked = Turn(at("2026-05-31T12:00"), 36 * HOUR, 0 * HOUR, Calendar(breaks=(away, later)))
    back = at("2026-06-03T00:00")

    shorter = asked.without_break(away, back).without_break(later, back)

    assert asked.reading(back).left == shorter.reading(back).left == 24 * HOUR
    assert shorter.deadline == back + 24 * HOUR
    assert shorter.calendar.breaks == (Stand(away.begins, back, "vacation"),)


def test_a_pause_keeps_what_is_left(at_hand: Turn) -> None:
    begins = at("2026-06-02T06:00")  # 30 of 36 hours are left: B21
    assert at_hand.reading(begins).left == 30 * HOUR

    paused = at_hand.with_break(Stand(begins, begins + 48 * HOUR, "pause"))

    assert [paused.reading(begins + hours * HOUR).left for hours in (0, 1, 47, 48)] == [30 * HOUR] * 4
    assert paused.reading(begins + 49 * HOUR).left == 29 * HOUR
    assert paused.deadline == at_hand.deadline + 48 * HOUR
    assert paused.reading(begins + HOUR).still == Still("pause", begins + 48 * HOUR)
    again = paused.with_break(Stand(begins + 50 * HOUR, begins + 60 * HOUR, "pause"))
    assert again.reading(begins + 60 * HOUR).left == 28 * HOUR


@pytest.fixture
def at_hand() -> Turn:
    return turn("2026-06-02T00:00", 36)


def test_the_reserve_is_eaten_by_overrun_alone() -> None:
    asked = turn("2026-06-01T00:00", 24, 48)

    early, late = asked.reading(at("2026-06-01T20:00")), asked.reading(at("2026-06-02T10:00"))

    assert (early.turn_left, early.reserve_left, early.left) == (4 * HOUR, 48 * HOUR, 52 * HOUR)
    assert (late.turn_left, late.reserve_left, late.left) == (0 * HOUR, 38 * HOUR, 38 * HOUR)
    assert early.turn_until == at("2026-06-02T00:00")
    assert early.deadline == late.deadline == at("2026-06-04T00:00")
    assert asked.reserve_after(at("2026-06-02T00:00")) == 48 * HOUR
    assert asked.reserve_after(at("2026-06-02T10:00")) == 38 * HOUR
    assert asked.reserve_after(at("2026-06-30T00:00")) == 0 * HOUR


def test_it_is_soon_when_less_than_a_fifth_is_left() -> None:
    asked = turn("2026-06-01T00:00", 40, 10)

    assert not asked.reading(at("2026-06-02T16:00")).soon  # 10 of 50 hours
    assert asked.reading(at("2026-06-02T16:00") + timedelta(seconds=1)).soon


def test_after_the_deadline_nothing_is_left_and_nothing_stands() -> None:
    asked = turn("2026-06-01T12:00", 2, zone=BERLIN, sleep=NIGHT)

    shown = asked.reading(at("2026-06-02T02:00"))  # four in the morning there

    assert (shown.left, shown.still, shown.soon) == (0 * HOUR, None, True)


@pytest.mark.parametrize(
    ("zone", "day", "wall", "utc"),
    [
        (BERLIN, "2026-03-29", "01:59", "2026-03-29T00:59"),
        (BERLIN, "2026-03-29", "02:00", "2026-03-29T01:00"),  # 2 to 3 is skipped: all of it is that instant
        (BERLIN, "2026-03-29", "02:30", "2026-03-29T01:00"),
        (BERLIN, "2026-03-29", "03:00", "2026-03-29T01:00"),
        (BERLIN, "2026-10-25", "02:30", "2026-10-25T00:30"),  # the first of two
        (BERLIN, "2026-10-25", "03:00", "2026-10-25T02:00"),
        (LORD_HOWE, "2026-10-04", "02:10", "2026-10-03T15:30"),  # 2:00 to 2:30 is skipped
        (LORD_HOWE, "2026-04-05", "01:45", "2026-04-04T14:45"),  # the first of two
        ("Asia/Beirut", "2026-03-29", "00:00", "2026-03-28T22:00"),  # a day without a midnight
        ("Pacific/Apia", "2011-12-30", "12:00", "2011-12-30T10:00"),  # a day that never was
    ],
)
def test_what_the_clocks_on_the_walls_skip_or_show_twice(zone: str, day: str, wall: str, utc: str) -> None:
    assert instant(zone, date.fromisoformat(day), time.fromisoformat(wall)) == at(utc)


def test_rules_and_turns_are_read_as_they_were_written() -> None:
    break_ = Stand(at("2026-06-03T00:00"), at("2026-06-05T10:00"), "vacation")
    asked = turn(
        "2026-06-01T00:00:00.000001", 24, 47.5, zone=BERLIN, sleep=NIGHT, weekends=True, breaks=(break_,)
    )

    assert Turn.read(asked.write()) == asked
    option = {
        "per_decision_s": 43200,
        "reserve_s": 7,
        "weekends_stop": True,
        "vacation_counts": False,
        "strict": True,
    }
    assert Rules.read(option) == Rules(12 * HOUR, timedelta(seconds=7), True, False, True)


# Against people who look at their own clock on the wall, minute by minute

MINUTE = timedelta(minutes=1)
AROUND_A_CHANGE = {
    BERLIN: ("2026-03-27T00:00", "2026-10-23T00:00"),
    NEW_YORK: ("2026-03-06T00:00", "2026-10-30T00:00"),
    LORD_HOWE: ("2026-04-03T00:00", "2026-10-02T00:00"),
    SHANGHAI: ("2026-03-27T00:00", "2026-10-23T00:00"),
}
LONGEST = 4 * 24 * 60  # minutes that are counted


def rests(calendar: Calendar, moment: datetime) -> bool:
    """Would the person say: I sleep, it is the weekend, I am away?"""
    local = moment.astimezone(ZoneInfo(calendar.zone))
    wall = local.time()
    if calendar.sleep:
        begins, ends = calendar.sleep
        if (begins <= wall < ends) if begins < ends else (wall >= begins or wall < ends):
            return True
    if calendar.weekends and local.weekday() >= 5:
        return True
    return any(stand.begins <= moment < stand.ends for stand in calendar.breaks)


def waking(calendar: Calendar, start: datetime, minutes: int) -> int:
    return sum(not rests(calendar, start + number * MINUTE) for number in range(minutes))


@st.composite
def calendars(draw: st.DrawFn) -> tuple[Calendar, datetime]:
    """Somebody's calendar and an instant, up to four days before or in a night when clocks change there.

    Nights do not begin or end in the hours that are skipped or shown twice: for those see above.
    """
    zone = draw(st.sampled_from(ZONES))
    start = at(draw(st.sampled_from(AROUND_A_CHANGE[zone]))) + draw(st.integers(0, LONGEST)) * MINUTE
    falls = st.integers(21 * 60, 24 * 60 - 1)
    wakes = st.integers(3 * 60, 6 * 60)
    sleep = draw(
        st.none()
        | st.tuples(falls, wakes).map(
            lambda pair: (time(pair[0] // 60, pair[0] % 60), time(pair[1] // 60, pair[1] % 60))
        )
    )
    breaks = []
    for why in draw(st.lists(st.sampled_from(["vacation", "pause"]), max_size=3)):
        begins = start + draw(st.integers(-600, LONGEST)) * MINUTE
        breaks.append(Stand(begins, begins + draw(st.integers(1, 2000)) * MINUTE, why))  # type: ignore[arg-type]
    return Calendar(zone, sleep, draw(st.booleans()), tuple(breaks)), start


@given(calendars(), st.integers(0, LONGEST))
def test_a_clock_runs_in_exactly_the_minutes_in_which_nothing_lets_it_stand(
    drawn: tuple[Calendar, datetime], minutes: int
) -> None:
    calendar, start = drawn

    run = calendar.running(start, start + minutes * MINUTE)

    assert run == waking(calendar, start, minutes) * MINUTE
    assert calendar.running(start, calendar.after(start, run)) == run
    assert (calendar.still(start) is not None) == rests(calendar, start)


@given(calendars(), st.integers(1, 3000), st.lists(st.tuples(st.integers(0, 600), st.integers(0, 900))))
def test_through_pauses_asked_at_any_time_what_is_left_never_grows_and_never_jumps(
    drawn: tuple[Calendar, datetime], budget: int, steps: list[tuple[int, int]]
) -> None:
    calendar, now = drawn
    asked = Turn(now, budget * MINUTE, 2 * budget * MINUTE, calendar)
    left = asked.reading(now).left
    assume(left == 3 * budget * MINUTE)

    for minutes, pause in steps:
        then = now + minutes * MINUTE + timedelta(microseconds=minutes)
        shown = asked.reading(then)
        assert timedelta(0) <= left - shown.left <= then - now
        assert (shown.left > timedelta(0)) == (then < shown.deadline)
        if pause:
            asked = asked.with_break(Stand(then, then + pause * MINUTE, "pause"))
            assert asked.reading(then).left == shown.left
            assert asked.reading(then + pause * MINUTE).left == shown.left
        left, now = shown.left, then
