"""A person's page: how they answer, how much they play, and who sees what of it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from accounts import guests, services
from accounts.models import User
from games.models import Answer, Game, Seat
from games.services import lobby
from games.web.profile import roughly
from tests import cast
from tests.web import pages

if TYPE_CHECKING:
    from tests.conftest import Hands

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def answers(user: User, game: Game, pattern: str, took: timedelta = HOUR) -> None:
    """One for each letter, one after another: `y` in time, `n` missed."""
    begun = timezone.now()
    Answer.objects.bulk_create(
        Answer(
            user=user,
            game=game,
            seat=0,
            turn_seq=1000 + number,
            since=begun,
            at=begun + number * HOUR,
            took=took,
            in_time=letter == "y",
        )
        for number, letter in enumerate(pattern)
    )


def end(game: Game) -> None:
    """As if it were over: playing it to its end takes a while."""
    game.decisions.all().delete()
    Game.objects.filter(pk=game.pk).update(status="finished", result=[], ended_at=timezone.now())


def figures(response: Any) -> list[tuple[str, str]]:
    """The numbers of a page, with what they count."""
    return [(str(row["number"]), row["words"]) for row in response.context["page"].figures]


# Whose page there is


@pytest.mark.parametrize("name", ["alice", "Alice", "ALICE"])
def test_everybody_finds_a_person_by_name_in_any_case(alice: User, bob: User, name: str) -> None:
    User.objects.filter(pk=alice.pk).update(date_joined="2025-10-14T12:00:00Z")
    for reader in (None, bob, alice):
        response = pages.get(reader, f"/players/{name}/")
        assert response.status_code == 200
        assert "<h1>alice</h1>" in response.content.decode()
        assert "Here since October 2025." in pages.text(response)


@pytest.mark.parametrize("name", ["nobody", "al", "alice%00", "alice.", "%C3%84lice"])
def test_an_unknown_name_is_not_found(alice: User, name: str) -> None:
    assert pages.get(None, f"/players/{name}/").status_code == 404


def test_guests_and_closed_accounts_have_no_page(alice: User, bob: User) -> None:
    guest = User.objects.create(username="Guest-1234", is_guest=True)
    User.objects.filter(pk=bob.pk).update(is_active=False)

    assert guests.is_guest(guest)
    for reader in (None, alice, guest):
        assert pages.get(reader, "/players/guest-1234/").status_code == 404
        assert pages.get(reader, "/players/bobby/").status_code == 404


def test_the_page_is_only_looked_at(alice: User) -> None:
    assert pages.post(alice, "/players/alice/").status_code == 405


def test_mail_address_and_time_zone_stay_private(alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Shanghai")

    words = pages.get(bob, "/players/alice/").content.decode()

    assert "example.org" not in words
    assert "Shanghai" not in words


# Turns in time


@pytest.mark.parametrize(
    ("pattern", "percent", "counted", "words"),
    [
        ("y" * 10, "100 %", 10, "Always in time."),
        ("y" * 29 + "n", "96 %", 30, "Nearly always in time."),  # 96.7
        ("y" * 17 + "n", "94 %", 18, "Mostly in time."),  # 94.4
        ("y" * 9 + "n" * 10 + "y" * 10, "95 %", 20, "Nearly always in time."),  # a weekend away in ten games
        ("y" * 59 + "n" + "y" * 99, "99 %", 100, "Nearly always in time."),
        ("y" * 8 + "nyn" + "y", "83 %", 12, "Mostly in time."),  # 83.3
        ("ny" * 10, "50 %", 20, "Often too late."),
        ("ny" * 42 + "y" * 16, "58 %", 100, "Often too late."),  # 0.58 * 100 is less than 58 for a machine
    ],
)
def test_the_share_of_turns_in_time_is_told_as_a_number_and_in_words(
    game: Game, alice: User, pattern: str, percent: str, counted: int, words: str
) -> None:
    answers(alice, game, pattern)

    response = pages.get(None, "/players/alice/")

    assert figures(response)[:2] == [
        (percent, f"of the last {counted} turns in time"),
        ("1 h", "usual time to answer"),
    ]
    assert words in pages.text(response)
    assert "New here" not in pages.text(response)


@pytest.mark.parametrize("pattern", ["", "y" * 9, "n" * 30])
def test_of_a_newcomer_nothing_is_said(game: Game, alice: User, pattern: str) -> None:
    answers(alice, game, pattern)

    response = pages.get(None, "/players/alice/")

    assert "New here: fewer than ten turns on a clock so far." in pages.text(response)
    assert "%" not in pages.text(response)
    assert "usual time" not in pages.text(response)


@pytest.mark.parametrize(
    ("took", "words"),
    [
        (timedelta(seconds=20), "1 min"),
        (timedelta(minutes=47), "47 min"),
        (timedelta(hours=5, minutes=12), "5 h"),
        (timedelta(hours=5, minutes=40), "6 h"),
        (timedelta(hours=23, minutes=50), "1 day"),
        (timedelta(hours=30, minutes=10), "1 day 6 h"),
    ],
)
def test_the_usual_time_to_answer_is_told_roughly(took: timedelta, words: str) -> None:
    assert roughly(took) == words


def test_the_usual_time_is_the_middle_one_of_the_answers(game: Game, alice: User) -> None:
    answers(alice, game, "y" * 6, took=2 * HOUR)
    other = cast.started(alice, cast.person("odile"))
    answers(alice, other, "y" * 5, took=50 * HOUR)

    assert figures(pages.get(None, "/players/alice/"))[1] == ("2 h", "usual time to answer")


# Games


def test_others_see_how_many_public_games_there_are_and_oneself_all(alice: User, bob: User) -> None:
    cast.started(alice, bob)
    cast.started(alice, bob, public=False)
    end(cast.started(alice, bob))
    for _ in range(2):
        end(cast.started(alice, bob, public=False))
    left = cast.started(alice, bob)
    Seat.objects.filter(game=left, user=alice).update(state=Seat.State.ABANDONED)

    for reader in (None, bob):
        response = pages.get(reader, "/players/alice/")
        assert figures(response) == [("1", "public game finished"), ("1", "public game going on")]
        assert "Settings" not in pages.text(response).split("Here since")[1]
    own = pages.get(alice, "/players/alice/")
    assert figures(own) == [("3", "games finished"), ("2", "games going on")]
    assert "Others see only your public games counted." in pages.text(own)


def test_an_open_table_is_no_game_yet(alice: User) -> None:
    lobby.open_table(user=alice, edition="usa", size=3)

    assert figures(pages.get(None, "/players/alice/")) == [
        ("0", "public games finished"),
        ("0", "public games going on"),
    ]


# Vacation


def test_the_page_says_until_when_a_person_is_away(alice: User, hands: Hands) -> None:
    today = hands.at.date()
    services.book_vacation(user=alice, first_day=today, last_day=today + timedelta(days=2))

    assert "Away until Thu 00:00" in pages.text(pages.get(None, "/players/alice/"))
    hands.on(days=3)
    assert "Away" not in pages.text(pages.get(None, "/players/alice/"))


# Links to it

LINK = re.compile(r'href="/players/([^"/]+)/"')


def linked(response: Any) -> list[str]:
    """Whose pages this page leads to."""
    return LINK.findall(response.content.decode())


def test_names_at_an_open_table_and_on_an_invitation_lead_to_their_pages(alice: User, bob: User) -> None:
    table = lobby.open_table(user=alice, edition="usa", size=4, bots=["easy"])
    lobby.join(game_id=table.pk, user=bob)

    for url in (pages.at(table), f"/invitations/{table.invite}/"):
        assert linked(pages.get(None, url)) == ["alice", "bobby"]


def test_a_closed_account_is_named_and_leads_nowhere(alice: User, bob: User) -> None:
    table = lobby.open_table(user=alice, edition="usa", size=4)
    lobby.join(game_id=table.pk, user=bob)
    User.objects.filter(pk=bob.pk).update(is_active=False)

    response = pages.get(None, pages.at(table))

    assert linked(response) == ["alice"]
    assert "bobby" in pages.text(response)


def test_the_settings_lead_to_the_own_page_which_a_guest_does_not_have(alice: User) -> None:
    guest = User.objects.create(username="Guest-1234", is_guest=True)

    assert linked(pages.get(alice, "/settings/")) == ["alice"]
    assert linked(pages.get(guest, "/settings/")) == []


def test_the_panel_about_a_table_leads_to_its_people(alice: User, bob: User) -> None:
    game = cast.started(alice, bob, bots=("easy",))

    assert sorted(linked(pages.get(bob, pages.at(game, "about/")))) == ["alice", "bobby"]


@pytest.mark.parametrize("edition", ["usa", "card-game"])
def test_the_final_scores_lead_to_the_players(alice: User, bob: User, edition: str) -> None:
    game = cast.started(alice, bob, edition=edition)
    cast.play_on(game, 10_000)

    assert sorted(linked(pages.get(None, pages.at(game)))) == ["alice", "bobby"]


# Queries


def test_the_page_takes_as_many_queries_for_many_games_and_turns_as_for_none(alice: User, bob: User) -> None:
    none = pages.queries(bob, "/players/alice/")
    answers(alice, cast.started(alice, bob), "yn" * 60)
    cast.started(bob, alice)

    assert pages.queries(bob, "/players/alice/") == none <= 8
