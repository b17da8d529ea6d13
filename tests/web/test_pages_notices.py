"""How a person is told: the settings' form, what became of each notice, nudges, and the volume of a table."""

from __future__ import annotations

import re
from datetime import time, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache

from accounts import guests, services
from accounts.models import Notice, User
from accounts.notices import delivery, preferences
from accounts.notices.kinds import Channel, Kind
from accounts.notices.models import NoticeChoice, NoticePreferences, Volume
from games.models import Game
from games.services import absence, nudges
from tests import cast
from tests.conftest import Hands
from tests.web import pages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hands")]

SETTINGS = "/settings/"
SAVE = "/settings/notices/save/"
MINE = "/settings/notices/"
CELLS = {f"{kind}:{channel}" for kind in Kind for channel in Channel}
OFF = {"mention:mail", "deadline_moved:push", "security:push", "security:webhook"}
LOCKED = "security:mail"
USUAL = {"pace": "at_once", "daily_at": "08:00", "delay_min": "2", "reminders": "both"}
DAY = {"per_decision_s": 24 * 3600, "reserve_s": 0}
QUIET_BOTH = "Quiet hours have a beginning and an end."


def ticked(response: Any) -> set[str]:
    """Kinds and channels whose boxes are ticked."""
    boxes = re.findall(r'<input type="checkbox" name="(\w+:\w+)"([^>]*)>', response.content.decode())
    return {name for name, marks in boxes if "checked" in marks}


def chosen(response: Any) -> dict[str, str]:
    """What holds in the rows of choices of which one holds."""
    page = response.content.decode().split('id="notices"')[1].split('id="devices"')[0]
    return dict(re.findall(r'<input type="radio"\s+name="(\w+)"\s+value="(\w+)" checked', page))


def save(user: User, *on: str, **fields: str) -> Any:
    return pages.post(user, SAVE, **{**USUAL, **dict.fromkeys(on, "on"), **fields})


def nothing_is_kept(user: User) -> bool:
    stored = (NoticePreferences, NoticeChoice)
    return not any(model.objects.filter(user=user).exists() for model in stored)


# The settings


def test_whoever_has_chosen_nothing_sees_what_holds_by_default(alice: User) -> None:
    page = pages.get(alice, SETTINGS)

    assert ticked(page) == CELLS - OFF - {LOCKED}
    assert chosen(page) == {"pace": "at_once", "delay_min": "2", "reminders": "both"}
    assert 'name="daily_at" value="08:00"' in page.content.decode()
    assert nothing_is_kept(alice)


def test_mail_about_the_account_has_no_box_and_stays_on(alice: User) -> None:
    assert f'name="{LOCKED}"' not in pages.get(alice, SETTINGS).content.decode()
    assert "always on" in pages.get(alice, SETTINGS).content.decode()

    save(alice)

    wish = preferences.wishes([alice.pk])[alice.pk]
    assert wish.wants(Kind.SECURITY, Channel.MAIL)
    assert not any(wish.wants(*cell.split(":")) for cell in CELLS - {LOCKED})


def test_everything_is_kept_by_one_press(alice: User) -> None:
    fields = {
        "pace": "daily", "daily_at": "18:30", "quiet_from": "22:00", "quiet_until": "07:00",
        "delay_min": "60", "reminders": "last",
    }  # fmt: skip
    response = save(alice, "your_turn:mail", "mention:mail", **fields)

    assert (response.url, pages.messages(response)) == ("/settings/#notices", ["Saved."])
    page = pages.get(alice, SETTINGS)
    assert ticked(page) == {"your_turn:mail", "mention:mail"}
    assert chosen(page) == {"pace": "daily", "delay_min": "60", "reminders": "last"}
    own = NoticePreferences.objects.get(user=alice)
    assert (own.daily_at, own.quiet, own.delay) == (time(18, 30), (time(22), time(7)), timedelta(hours=1))


def test_only_what_differs_is_kept_so_that_new_defaults_hold(alice: User) -> None:
    usual = CELLS - OFF - {LOCKED}
    save(alice, *usual, "mention:mail")
    assert list(NoticeChoice.objects.values_list("kind", "channel", "on")) == [("mention", "mail", True)]

    save(alice, *usual)
    assert not NoticeChoice.objects.exists()


def test_quiet_hours_are_given_up_by_emptying_both(alice: User) -> None:
    save(alice, quiet_from="22:00", quiet_until="07:00")
    save(alice, quiet_from="", quiet_until="")
    assert preferences.of(alice).quiet is None


@pytest.mark.parametrize(
    ("fields", "words", "field"),
    [
        ({"quiet_from": "22:00"}, QUIET_BOTH, "quiet_until"),
        ({"quiet_until": "07:00"}, QUIET_BOTH, "quiet_from"),
        (
            {"quiet_from": "07:00", "quiet_until": "07:00"},
            "Quiet hours end at another time than they begin.",
            "quiet_until",
        ),
        ({"daily_at": ""}, "This field is required.", "daily_at"),
        ({"quiet_from": "25:00", "quiet_until": "07:00"}, "Enter a valid time.", "quiet_from"),
    ],
)
def test_what_cannot_be_is_said_where_it_stands(
    alice: User, fields: dict[str, str], words: str, field: str
) -> None:
    """Nothing is kept, what was ticked still is, and the browser goes there."""
    response = save(alice, "mention:mail", **fields)

    assert response.status_code == 400
    assert pages.text(response).count(words) == 1
    assert ticked(response) == {"mention:mail"}
    [focused] = re.findall("<[^>]* autofocus[^>]*>", response.content.decode())
    assert f'name="{field}"' in focused
    assert nothing_is_kept(alice)


@pytest.mark.parametrize("wrong", [{"pace": "hourly!"}, {"delay_min": "3"}, {"reminders": ""}])
def test_what_the_form_does_not_offer_is_refused(alice: User, wrong: dict[str, str]) -> None:
    assert save(alice, **wrong).status_code == 400
    assert nothing_is_kept(alice)


def test_what_waits_leaves_as_it_says_now(alice: User, bob: User, hands: Hands) -> None:
    """Monday noon: the turn would be told at two minutes past, by the hour it is told at one."""
    cast.started(alice, bob)
    save(alice, "your_turn:mail", pace="hourly")
    due = {row.user_id: row.due_at for row in Notice.objects.filter(kind=Kind.YOUR_TURN)}
    assert due == {alice.pk: hands.at + timedelta(hours=1), bob.pk: hands.at + timedelta(minutes=2)}


def test_guests_have_nothing_to_be_told_of() -> None:
    guest = guests.create()
    page = pages.get(guest, SETTINGS)
    assert ticked(page) == set()
    assert "there is nothing to be told of" in pages.text(page)

    assert save(guest, "your_turn:mail").status_code == 403
    assert nothing_is_kept(guest)


def test_the_once_a_day_is_in_ones_own_zone(alice: User) -> None:
    services.save_preferences(user=alice, time_zone="Europe/Lisbon", language="en")
    assert "Your time zone: Europe/Lisbon." in pages.text(pages.get(alice, SETTINGS))


@pytest.mark.parametrize("url", [SAVE, MINE])
def test_strangers_are_asked_to_sign_in(url: str) -> None:
    response = pages.get(None, url) if url == MINE else pages.post(None, url)
    assert pages.goes_to_sign_in(response, url)


# A mail to try


def test_a_test_mail_goes_to_the_address_that_the_page_names(alice: User) -> None:
    cache.clear()  # tests are counted there
    page = pages.get(alice, SETTINGS).content.decode()
    assert "alice@example.org" in page.split('id="notices"')[1].split("Send a test mail")[0]
    assert '<button type="submit" class="btn small" form="mail-test">' in page
    assert '<form id="mail-test" method="post" action="/settings/mail/test/">' in page

    response = pages.post(alice, "/settings/mail/test/")

    assert pages.messages(response) == ["A test is on its way to alice@example.org."]
    assert [letter.to for letter in mail.outbox] == [["alice@example.org"]]


def test_whoever_has_no_address_can_add_one(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(email="")
    page = pages.get(alice, SETTINGS)
    assert "You have no mail address" in pages.text(page)
    assert "Send a test mail" not in pages.text(page)


def test_a_site_without_a_mail_server_says_so_and_who_may_read_where_mail_is(
    alice: User, settings: Any
) -> None:
    assert "no mail server" not in pages.text(pages.get(alice, SETTINGS))
    settings.EMAIL_BACKEND = "accounts.notices.mailbox.EmailBackend"
    assert "This site has no mail server" in pages.text(pages.get(alice, SETTINGS))
    assert "Outbox" not in pages.text(pages.get(alice, SETTINGS))

    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    assert "Read it in the Outbox" in pages.text(pages.get(alice, SETTINGS))


# My notices


def notice(user: User, at: Any, state: str, why: str = "", **more: Any) -> Notice:
    """Of a turn at table 7, by mail, unless it says otherwise; it ended two minutes after it was made."""
    row: dict[str, Any] = {
        "kind": Kind.YOUR_TURN, "channel": Channel.MAIL, "thread": "game-7",
        "matter": f"{Notice.objects.count()}-0", "wanted_at": at + timedelta(minutes=2),
        "due_at": at + timedelta(minutes=2), "changed_at": at + timedelta(minutes=2),
    }  # fmt: skip
    return Notice.objects.create(user=user, made_at=at, state=state, why=why, **{**row, **more})


def lines(user: User) -> list[str]:
    """The rows of the page, each as one reads it."""
    rows = re.findall(r"(?s)<tr.*?</tr>", pages.get(user, MINE).content.decode())
    texts = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]
    return [text for text in texts if not text.startswith("time what")]


def test_each_has_a_state_and_why_in_words(alice: User, hands: Hands) -> None:
    at = hands.at - timedelta(hours=1, minutes=57)
    detail = {"detail": "550 unknown"}
    rows: list[tuple[str, str, dict[str, Any], str]] = [
        ("sent", "", {}, "sent today 10:04"),
        ("sent", "no_answer", {}, "sent today 10:04 handed over; the answer of the other side is not known"),
        ("handed_over", "", {}, "handed over today 10:04"),
        ("withdrawn", "moved", {}, "withdrawn you had already moved"),
        ("withdrawn", "off", {}, "withdrawn you have switched this off"),
        ("failed", "refused", detail, "failed refused: 550 unknown"),
        ("failed", "given_up", {"tries": 5, **detail}, "failed given up after 5 tries: 550 unknown"),
    ]
    for number, (state, why, facts, _words) in enumerate(rows):
        notice(alice, at - timedelta(seconds=number + 1), state, why, why_facts=facts)

    told = [line.split(" mail ", 1)[1] for line in lines(alice)]
    assert told == [words for *_row, words in rows]


def test_what_waits_says_until_when_and_why(alice: User, hands: Hands) -> None:
    until = hands.at + timedelta(hours=9)
    notice(alice, hands.at, "waiting", "quiet", due_at=until)
    assert lines(alice) == ["12:00 Your turn game-7 mail waiting until today 21:00 your quiet hours"]


def test_reminders_and_nudges_say_which(alice: User, hands: Hands) -> None:
    for number, which in enumerate(("half", "fifth", "nudge")):
        at = hands.at - timedelta(hours=1, seconds=number)
        notice(alice, at, "sent", kind=Kind.REMINDER, matter=f"17-0/{which}", channel=Channel.PUSH)
    assert [line.split(" game-7 ")[0] for line in lines(alice)] == [
        "11:00 Reminder: half of the time",
        "10:59 Reminder: a fifth of the time",
        "10:59 Nudge",
    ]


def test_reminders_that_never_came_due_are_left_out(alice: User, bob: User, hands: Hands) -> None:
    """A day for each turn: half of it is over at midnight. One plays at noon, the other late at night."""
    game = cast.started(alice, bob, clock=DAY)
    for person, hours in ((alice, 0), (bob, 13)):
        hands.on(hours=hours)
        cast.keep_all(game, game.seats.get(user=person).number)
        delivery.review(thread=f"game-{game.pk}")

    def reminders(user: User) -> list[str]:
        return [line for line in lines(user) if "Reminder" in line]

    assert Notice.objects.filter(user=alice, kind=Kind.REMINDER, matter__startswith="0-").count() == 2
    assert reminders(alice) == []
    [half] = reminders(bob)
    assert "half of the time" in half
    assert half.endswith("withdrawn you had already moved")


def test_they_stand_under_the_days_of_ones_own_zone(alice: User, hands: Hands) -> None:
    """Noon in UTC is 21:00 in Tokyo; four hours later it is Tuesday there."""
    services.save_preferences(user=alice, time_zone="Asia/Tokyo", language="en")
    notice(alice, hands.at, "sent")
    notice(alice, hands.at + timedelta(hours=4), "sent")
    page = pages.text(pages.get(alice, MINE))
    assert page.index("Tuesday 2 June") < page.index("01:00") < page.index("Monday 1 June")
    assert page.index("Monday 1 June") < page.index("21:00")


def test_one_sees_ones_own_alone_and_the_last_fifty(alice: User, bob: User, hands: Hands) -> None:
    for number in range(51):
        notice(alice, hands.at - timedelta(minutes=number), "sent")
    assert lines(bob) == []
    assert "Nothing yet." in pages.text(pages.get(bob, MINE))
    assert len(lines(alice)) == 50
    assert lines(alice)[0].startswith("12:00")


def test_a_table_is_named_and_leads_there(alice: User, bob: User) -> None:
    game = cast.started(alice, bob)
    page = pages.get(alice, MINE).content.decode()
    assert f'<a href="{pages.at(game)}">Table {game.pk}</a>' in page


def test_the_list_takes_as_many_queries_for_many(alice: User, bob: User, hands: Hands) -> None:
    cast.started(alice, bob)
    few = pages.queries(alice, MINE)
    for _time in range(3):
        cast.started(alice, bob)
    assert pages.queries(alice, MINE) == few <= 6


# At the table: who is waited for


@pytest.fixture
def waiting(alice: User, bob: User) -> Game:
    """A day for each turn, from noon: Alice has chosen her first tickets, Bob has not."""
    game = cast.started(alice, bob, clock=DAY)
    cast.keep_all(game, game.seats.get(user=alice).number)
    return game


def about(user: User | None, game: Game) -> str:
    return pages.text(pages.get(user, pages.at(game, "about/")))


def nudge(user: User, game: Game, **fields: Any) -> list[str]:
    return pages.messages(pages.post(user, pages.at(game, "nudge/"), **fields))


def test_the_panel_says_from_when_on_who_is_waited_for_can_be_nudged(
    waiting: Game, alice: User, hands: Hands
) -> None:
    assert "bobby can be nudged from Tue 00:00 on" in about(alice, waiting)
    assert nudge(alice, waiting) == ["Half of the time is not over yet: you may nudge from 2 June, 00:00 on."]

    hands.on(hours=12)
    page = pages.get(alice, pages.at(waiting, "about/")).content.decode()
    assert 'aria-label="Nudge bobby"' in page
    assert nudge(alice, waiting) == ["bobby hears that you wait."]

    assert "bobby nudged today 00:00" in about(alice, waiting)
    assert 'aria-label="Nudge' not in pages.get(alice, pages.at(waiting, "about/")).content.decode()
    assert nudge(alice, waiting) == ["This turn was nudged already: once is enough."]


def test_only_those_who_wait_are_shown_whom_for(waiting: Game, bob: User, hands: Hands) -> None:
    hands.on(hours=12)
    for reader in (bob, cast.person("charlie"), None):
        assert "Waited for" not in about(reader, waiting)


def test_whoever_has_left_waits_for_nobody(alice: User, bob: User, charlie: User, hands: Hands) -> None:
    game = cast.started(alice, bob, charlie, clock=DAY)
    cast.keep_all(game, game.seats.get(user=alice).number)
    hands.on(hours=12)
    absence.leave(game_id=game.pk, user=alice)
    assert "Waited for" not in about(alice, game)
    assert "A stand-in plays your seat" in nudge(alice, game, seat=game.seats.get(user=bob).number)[0]


def test_of_several_each_is_nudged_for_themselves(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = cast.started(alice, bob, charlie, clock=DAY)
    cast.keep_all(game, game.seats.get(user=alice).number)
    hands.on(hours=12)
    assert nudge(alice, game) == ["Say which seat."]
    assert nudge(alice, game, seat=game.seats.get(user=charlie).number) == ["charlie hears that you wait."]
    page = pages.get(alice, pages.at(game, "about/")).content.decode()
    assert re.findall('aria-label="(Nudge [a-z]+)"', page) == ["Nudge bobby"]


def test_many_are_counted_in_the_heading_and_named_beside_it(alice: User, bob: User, charlie: User) -> None:
    game = cast.started(alice, bob, charlie, cast.person("dora"), clock=DAY)
    cast.keep_all(game, game.seats.get(user=alice).number)
    heading = re.findall(r"<h1[^>]*>(.*?)</h1>", pages.get(alice, pages.at(game)).content.decode())
    assert heading == ["3 players are choosing tickets"]


# At the table: how much one hears


def volume(user: User | None, game: Game) -> str | None:
    """What is chosen there; None where nothing can be."""
    page = pages.get(user, pages.at(game, "about/")).content.decode()
    found = re.findall(r'name="level" value="(\w*)" checked', page)
    return found[0] if found else None


def test_a_table_is_muted_made_louder_and_as_usual_again(waiting: Game, alice: User, bob: User) -> None:
    assert volume(alice, waiting) == ""
    for level in ("muted", "loud"):
        response = pages.post(alice, pages.at(waiting, "volume/"), level=level)
        assert (response.url, pages.messages(response)) == (pages.at(waiting), ["Saved."])
        assert volume(alice, waiting) == level
    assert volume(bob, waiting) == ""

    pages.post(alice, pages.at(waiting, "volume/"), level="")
    assert volume(alice, waiting) == ""
    assert not Volume.objects.exists()


def test_who_does_not_sit_there_has_nothing_to_choose(waiting: Game, charlie: User) -> None:
    assert volume(charlie, waiting) is None
    assert volume(None, waiting) is None
    response = pages.post(charlie, pages.at(waiting, "volume/"), level="muted")
    assert pages.messages(response) == ["You do not sit at this table."]
    assert not Volume.objects.exists()


def test_no_other_volume_is_kept(waiting: Game, alice: User) -> None:
    response = pages.post(alice, pages.at(waiting, "volume/"), level="deafening")
    assert pages.messages(response) == ["A table is muted, louder, or as usual."]
    assert not Volume.objects.exists()


def test_alone_with_computers_and_without_a_clock_there_is_nothing_to_hear(alice: User) -> None:
    game = cast.started(alice, bots=("easy",), clock=None)
    assert volume(alice, game) is None
    assert "Waited for" not in about(alice, game)


def test_the_panel_takes_as_many_queries_for_many(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    one = cast.started(alice, bob, clock=DAY)
    four = cast.started(alice, bob, charlie, cast.person("dora"), cast.person("emil"), clock=DAY)
    for game in (one, four):
        cast.keep_all(game, game.seats.get(user=alice).number)
    hands.on(hours=12)
    for game in (one, four):
        nudges.nudge(game_id=game.pk, user=alice, seat=game.seats.get(user=bob).number)
    few = pages.queries(alice, pages.at(one, "about/"))
    assert pages.queries(alice, pages.at(four, "about/")) == few
