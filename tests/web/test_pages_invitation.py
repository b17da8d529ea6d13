"""The page behind a table's link, and the link's life."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games import selectors
from games.models import Game
from games.services import lobby
from tests import cast
from tests.web import pages

pytestmark = pytest.mark.django_db

NEW_ACCOUNT = {
    "username": "dora",
    "email": "dora@example.org",
    "password1": "a-long-way-by-train",
    "password2": "a-long-way-by-train",
}
GONE = "This link leads to no table."


@pytest.fixture
def private(alice: User) -> Game:
    """Alice's table for three, with the link only."""
    return lobby.open_table(user=alice, edition="usa", size=3, options={"public": False})


@pytest.fixture
def full(alice: User, bob: User) -> Game:
    """Alice's game with Bob, which began."""
    return cast.started(alice, bob)


def link(game: Game, what: str = "") -> str:
    return f"/invitations/{game.invite}/{what}"


def run_out(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(invite_until=timezone.now())


def tells_nothing(response: Any, status: int) -> bool:
    """Is it the page of a link that leads nowhere, without a word about the table?"""
    page = response.content.decode()
    return (response.status_code, GONE in page, "alice" in page) == (status, True, False)


# Looking


def test_anybody_with_the_link_sees_what_is_played_and_with_whom(private: Game, bob: User) -> None:
    lobby.add_bot(game_id=private.pk, user=private.host, level="hard")  # type: ignore[arg-type]
    for user in (bob, None):
        response = pages.get(user, link(private))
        assert 'href="/rules/usa/"' in response.content.decode()
        page = pages.text(response)
        for words in (
            "alice invites you to play", "USA. Coast to coast with thirty tickets.", "1 of 3 free",
            "computer, hard", "Clock 2 days a turn, reserve 4 days", "Ranking does not count",
            "Who may watch the players alone",
        ):  # fmt: skip
            assert words in page


def test_the_link_s_end_is_told_in_the_readers_zone(private: Game, bob: User) -> None:
    until = datetime.fromisoformat("2030-01-15T17:45:00+00:00")
    Game.objects.update(invite_until=until)
    User.objects.filter(pk=bob.pk).update(time_zone="Europe/Vienna")

    assert "This link works until 15 January 2030, 18:45 CET." in pages.text(pages.get(bob, link(private)))
    assert "This link works until 15 January 2030, 17:45 UTC." in pages.text(pages.get(None, link(private)))


def test_looking_seats_nobody(private: Game, bob: User) -> None:
    pages.get(bob, link(private))
    assert pages.get(bob, link(private, "accept/")).status_code == 405
    assert private.seats.count() == 1


def test_who_sits_there_is_led_to_the_table(private: Game, full: Game, alice: User) -> None:
    run_out(private)
    for game in (private, full):
        assert pages.get(alice, link(game)).url == pages.at(game)


def test_a_game_that_has_begun_says_so(full: Game, charlie: User) -> None:
    page = pages.get(charlie, link(full))
    assert "All seats are taken: the game has begun." in pages.text(page)
    assert f'href="{pages.at(full)}">Watch the game' in page.content.decode()
    assert "accept/" not in page.content.decode()


def test_a_private_game_that_has_begun_is_not_to_be_watched(private: Game, bob: User, charlie: User) -> None:
    lobby.join(game_id=private.pk, user=bob, invite=private.invite)
    lobby.start(game_id=private.pk, user=private.host)  # type: ignore[arg-type]
    cast.choose_tickets(private)
    while not selectors.claims(Game.objects.get()):
        cast.play_on(private, 1)

    page = pages.get(charlie, link(private))

    assert "the game has begun" in pages.text(page)
    assert "Watch" not in pages.text(page)
    assert "mini-o" not in page.content.decode()  # nor where whose trains are


def test_the_page_takes_few_queries(private: Game, bob: User, charlie: User) -> None:
    alone = pages.queries(charlie, link(private))
    lobby.join(game_id=private.pk, user=bob, invite=private.invite)
    assert pages.queries(charlie, link(private)) == alone <= 9


# Sitting down


def test_the_link_seats_in_the_chosen_colour(private: Game, bob: User) -> None:
    assert f'action="{link(private, "accept/")}"' in pages.get(bob, link(private)).content.decode()

    response = pages.post(bob, link(private, "accept/"), colour="black")

    assert response.url == pages.at(private)
    assert private.seats.get(user=bob).colour == "black"


def test_a_refusal_is_told_on_the_page_of_the_link(private: Game, bob: User) -> None:
    client = pages.browser(bob)
    response = client.post(link(private, "accept/"), {"colour": "red"})

    assert response.url == link(private)
    assert "Somebody has this colour already." in pages.text(client.get(response.url))


def test_who_comes_too_late_reads_that_the_seats_are_taken(full: Game, charlie: User) -> None:
    response = pages.post(charlie, link(full, "accept/"))
    assert response.url == link(full)
    assert pages.messages(response) == ["All seats are taken: the game has begun."]


def test_who_is_signed_out_comes_back_after_signing_in(private: Game) -> None:
    assert pages.goes_to_sign_in(pages.post(None, link(private, "accept/")), link(private))


@pytest.mark.parametrize("by_way_of", ["signup", "login"])
def test_a_new_account_comes_back_to_the_invitation(private: Game, by_way_of: str) -> None:
    cache.clear()  # sign-ups are counted there
    client = pages.browser(None)
    href = f"/accounts/{by_way_of}/?next={link(private)}"
    assert href in client.get(link(private)).content.decode()
    form = client.get(href).content.decode()
    if by_way_of == "login":
        assert f'href="/accounts/signup/?next={link(private).replace("/", "%2F")}"' in form
        form = client.get(f"/accounts/signup/?next={link(private)}").content.decode()
    assert f'name="next" value="{link(private)}"' in form

    response = client.post("/accounts/signup/", NEW_ACCOUNT | {"next": link(private)})

    assert response.url == link(private)
    assert "Sit down" in pages.text(client.get(response.url))


# The link's life


def test_a_link_works_for_two_weeks(private: Game) -> None:
    assert private.invite_until is not None
    assert abs(private.invite_until - private.created_at - timedelta(days=14)) < timedelta(minutes=1)


def test_a_link_that_has_run_out_leads_nowhere(private: Game, bob: User) -> None:
    run_out(private)

    for user in (bob, None):
        assert tells_nothing(pages.get(user, link(private)), 410)
        assert pages.get(user, pages.at(private, f"?invite={private.invite}")).status_code == 403
    assert pages.post(bob, link(private, "accept/")).url == link(private)
    pages.post(bob, pages.at(private, "join/"), invite=private.invite)
    answer = cast.client(bob).post(f"/api/games/{private.pk}/join/", {"invite": private.invite})
    assert (answer.status_code, answer.data["code"]) == (403, "forbidden")
    assert private.seats.count() == 1


def test_a_withdrawn_link_leads_nowhere_until_there_is_a_new_one(
    private: Game, alice: User, bob: User
) -> None:
    old = link(private)
    pages.post(alice, pages.at(private, "link/withdraw/"))

    assert tells_nothing(pages.get(bob, old), 410)
    assert pages.get(bob, pages.at(private, f"?invite={private.invite}")).status_code == 403
    room = pages.get(alice, pages.at(private))
    assert "The host has withdrawn it." in pages.text(room)
    assert private.invite not in room.content.decode()

    pages.post(alice, pages.at(private, "link/new/"))

    private.refresh_from_db()
    assert tells_nothing(pages.get(bob, old), 404)
    assert f"http://testserver{link(private)}" in pages.get(alice, pages.at(private)).content.decode()
    assert pages.post(bob, link(private, "accept/")).url == pages.at(private)


def test_a_new_link_works_for_two_weeks_again(private: Game, alice: User) -> None:
    run_out(private)
    assert "It worked until" in pages.text(pages.get(alice, pages.at(private)))

    pages.post(alice, pages.at(private, "link/new/"))

    private.refresh_from_db()
    assert private.invite_until is not None
    assert private.invite_until > timezone.now() + timedelta(days=13)


def test_programs_get_the_link_while_it_works(private: Game, alice: User) -> None:
    url = f"/api/games/{private.pk}/"
    assert cast.client(alice).get(url).data["invite"] == private.invite
    lobby.withdraw_link(game_id=private.pk, user=alice)
    assert "invite" not in cast.client(alice).get(url).data


def test_the_link_of_a_closed_table_leads_nowhere(private: Game, alice: User, bob: User) -> None:
    lobby.leave(game_id=private.pk, user=alice)
    assert tells_nothing(pages.get(bob, link(private)), 410)


@pytest.mark.parametrize("word", ["guess", "a" * 200])
def test_an_unknown_word_leads_nowhere(private: Game, bob: User, word: str) -> None:
    for user in (bob, None):
        assert tells_nothing(pages.get(user, f"/invitations/{word}/"), 404)
    assert pages.post(bob, f"/invitations/{word}/accept/").url == f"/invitations/{word}/"
