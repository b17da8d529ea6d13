"""A table before the start: looking at it, sitting down, getting up, computer players, starting."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.services import lobby
from tests.web import pages

pytestmark = pytest.mark.django_db

FORMS = ("join/", "leave/", "start/", "bots/", "seats/0/remove/", "link/new/", "link/withdraw/")


@pytest.fixture
def public(alice: User) -> Game:
    """Alice's table for three."""
    return lobby.open_table(user=alice, edition="usa", size=3)


@pytest.fixture
def private(alice: User) -> Game:
    """Alice's table for three, with the link only."""
    return lobby.open_table(user=alice, edition="usa", size=3, options={"public": False})


def with_link(game: Game) -> str:
    return pages.at(game, f"?invite={game.invite}")


def seated(game: Game) -> list[str]:
    """Who sits there, by seat."""
    return [seat.user.username if seat.user else seat.bot for seat in game.seats.all()]


def buttons(response: Any) -> set[str]:
    """What one can do on this page."""
    words = (
        "Sit down", "Add a computer player", "Free this seat", "Start the game", "Leave the table",
        "Leave and close the table", "Sign in to sit down", "New link", "Withdraw the link",
    )  # fmt: skip
    found = pages.text(response)
    return {
        word
        for word in words
        if word in found.replace("Sign in to sit down" if word == "Sit down" else "\0", "")
    }


# Looking


def test_the_host_may_add_computers_start_with_two_and_close(public: Game, alice: User) -> None:
    response = pages.get(alice, pages.at(public))

    assert buttons(response) == {
        "Add a computer player", "Start the game", "Leave and close the table",
        "New link", "Withdraw the link",
    }  # fmt: skip
    assert "Two players are needed to begin: send the link" in pages.text(response)
    assert "Start the game</button>" in response.content.decode()
    assert 'class="btn go big" disabled' in response.content.decode()


def test_a_guest_may_leave(public: Game, alice: User, bob: User) -> None:
    lobby.join(game_id=public.pk, user=bob)

    assert buttons(pages.get(bob, pages.at(public))) == {"Leave the table"}
    assert "Leave the table" in buttons(pages.get(alice, pages.at(public)))


def test_a_stranger_may_sit_down(public: Game, charlie: User) -> None:
    assert buttons(pages.get(charlie, pages.at(public))) == {"Sit down"}


def test_who_is_signed_out_is_led_to_sign_in_and_back(public: Game) -> None:
    response = pages.get(None, with_link(public))
    assert buttons(response) == {"Sign in to sit down"}
    assert (
        f"/accounts/login/?next=/games/{public.pk}/%3Finvite%3D{public.invite}" in response.content.decode()
    )


def test_the_link_for_friends_is_shown_to_the_seated_alone(public: Game, alice: User, charlie: User) -> None:
    link = f"http://testserver/invitations/{public.invite}/"

    assert link in pages.get(alice, pages.at(public)).content.decode()
    for user in (charlie, None):
        assert public.invite not in pages.get(user, pages.at(public)).content.decode()


def test_a_private_table_is_shown_to_the_seated_and_with_its_link(
    private: Game, alice: User, charlie: User
) -> None:
    assert pages.get(alice, pages.at(private)).status_code == 200
    for user in (charlie, None):
        assert pages.get(user, with_link(private)).status_code == 200
        for wrong in ("", "?invite=", "?invite=guess", "?invite=é"):
            assert pages.get(user, pages.at(private, wrong)).status_code == 403


def test_a_table_that_is_not_there_has_a_page_that_says_so(alice: User) -> None:
    response = pages.get(alice, "/games/4711/")
    assert response.status_code == 404
    assert "The line ends here." in pages.text(response)


def test_before_the_start_there_is_nothing_to_decide(public: Game, alice: User) -> None:
    for what in ("panels/", "decide/routes/", "decide/route/?id=atlanta-miami"):
        assert pages.get(alice, pages.at(public, what)).status_code == 404


# Forms in general


@pytest.mark.parametrize("form", FORMS)
def test_forms_are_only_sent(public: Game, alice: User, form: str) -> None:
    assert pages.get(alice, pages.at(public, form)).status_code == 405


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_no_table_lead_nowhere(alice: User, form: str) -> None:
    assert pages.post(alice, f"/games/4711/{form}").status_code == 404


@pytest.mark.parametrize("form", FORMS)
def test_who_is_signed_out_comes_back_to_the_table_after_signing_in(public: Game, form: str) -> None:
    assert pages.goes_to_sign_in(pages.post(None, pages.at(public, form)), pages.at(public))
    assert pages.goes_to_sign_in(
        pages.post(None, pages.at(public, form), invite=public.invite), with_link(public)
    )
    assert seated(public) == ["alice"]


@pytest.mark.parametrize("form", FORMS)
def test_forms_need_their_token(public: Game, alice: User, form: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(pages.at(public, form)).status_code == 403


@pytest.mark.parametrize("form", FORMS)
def test_a_running_game_takes_none_of_them(game: Game, alice: User, form: str) -> None:
    before = (seated(game), game.seq)
    response = pages.post(alice, pages.at(game, form))

    assert response.url == pages.at(game)
    assert pages.messages(response) == (
        # Who sits there already has what they ask for.
        [] if form in ("start/", "join/") else ["This table is no longer open."]
    )
    assert (seated(game), Game.objects.get().seq) == before


# Sitting down


def test_somebody_sits_down_in_the_chosen_colour(public: Game, bob: User) -> None:
    response = pages.post(bob, pages.at(public, "join/"), colour="black")

    assert response.url == pages.at(public)
    assert public.seats.get(user=bob).colour == "black"


def test_sitting_down_twice_takes_one_seat(public: Game, bob: User) -> None:
    for _ in range(2):
        response = pages.post(bob, pages.at(public, "join/"))
    assert pages.messages(response) == []
    assert seated(public) == ["alice", "bobby"]


def test_a_colour_that_is_taken_is_told(public: Game, alice: User, bob: User) -> None:
    taken = public.seats.get(user=alice).colour
    response = pages.post(bob, pages.at(public, "join/"), colour=taken)

    assert pages.messages(response) == ["Somebody has this colour already."]
    assert seated(public) == ["alice"]


def test_with_the_link_one_sits_down_at_a_private_table(private: Game, bob: User) -> None:
    page = pages.get(bob, with_link(private)).content.decode()
    assert f'name="invite" value="{private.invite}"' in page

    response = pages.post(bob, pages.at(private, "join/"), invite=private.invite)

    assert response.url == pages.at(private)
    assert seated(private) == ["alice", "bobby"]


def test_without_the_link_nobody_sits_down_at_a_private_table(private: Game, bob: User) -> None:
    response = pages.post(bob, pages.at(private, "join/"))

    assert response.url == "/lobby/"
    assert pages.messages(response) == ["This table is for those who have its link."]
    assert seated(private) == ["alice"]


def test_a_wrong_link_opens_no_private_table(private: Game, bob: User) -> None:
    pages.post(bob, pages.at(private, "join/"), invite="guess")
    assert seated(private) == ["alice"]


def test_refused_at_a_private_table_one_keeps_its_link(private: Game, alice: User, bob: User) -> None:
    taken = private.seats.get(user=alice).colour
    client = pages.browser(bob)

    response = client.post(pages.at(private, "join/"), {"invite": private.invite, "colour": taken})

    assert response.url == with_link(private)
    assert "Somebody has this colour already." in pages.text(client.get(response.url))


def test_the_last_seat_starts_the_game(public: Game, alice: User, bob: User, charlie: User) -> None:
    for user in (bob, charlie):
        pages.post(user, pages.at(public, "join/"))

    assert Game.objects.get().is_running
    assert "data-table" in pages.get(alice, pages.at(public)).content.decode()


def test_at_a_full_table_nobody_else_sits_down(game: Game, charlie: User) -> None:
    response = pages.post(charlie, pages.at(game, "join/"))
    assert pages.messages(response) == ["All seats are taken: the game has begun."]
    assert "charlie" not in seated(game)


# Getting up


def test_a_guest_gets_up(public: Game, bob: User) -> None:
    lobby.join(game_id=public.pk, user=bob)
    pages.post(bob, pages.at(public, "leave/"))
    assert seated(public) == ["alice"]


def test_after_the_host_the_next_person_is_host(public: Game, alice: User, bob: User) -> None:
    lobby.join(game_id=public.pk, user=bob)
    pages.post(alice, pages.at(public, "leave/"))

    assert Game.objects.get().host == bob
    assert "Start the game" in buttons(pages.get(bob, pages.at(public)))
    assert buttons(pages.get(alice, pages.at(public))) == {"Sit down"}


def test_after_the_last_person_the_table_is_closed(public: Game, alice: User, bob: User) -> None:
    response = pages.post(alice, pages.at(public, "leave/"))
    assert pages.messages(response) == ["The table is closed: nobody sat there any more."]

    assert Game.objects.get().status == "cancelled"
    room = pages.get(bob, pages.at(public))
    assert "This table was closed before it began." in pages.text(room)
    assert buttons(room) == set()


def test_getting_up_twice_is_told(public: Game, bob: User) -> None:
    lobby.join(game_id=public.pk, user=bob)
    pages.post(bob, pages.at(public, "leave/"))
    assert pages.messages(pages.post(bob, pages.at(public, "leave/"))) == ["You do not sit at this table."]


def test_from_a_private_table_one_leaves_to_the_lobby(private: Game, bob: User) -> None:
    lobby.join(game_id=private.pk, user=bob, invite=private.invite)
    assert pages.post(bob, pages.at(private, "leave/")).url == "/lobby/"


# Computer players


def test_the_levels_are_those_of_a_new_table(public: Game, alice: User) -> None:
    for url in (pages.at(public), "/games/new/"):
        page = pages.get(alice, url).content.decode()
        assert re.findall(r'name="level"\s+value="(\w+)"', page) == ["easy", "normal", "hard"]


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "random"])
def test_the_host_seats_a_computer(public: Game, alice: User, level: str) -> None:
    response = pages.post(alice, pages.at(public, "bots/"), level=level)

    assert seated(public) == ["alice", level]
    assert response.url == pages.at(public)
    assert "Free this seat" in buttons(pages.get(alice, pages.at(public)))


def test_a_level_that_is_not_there_is_told(public: Game, alice: User) -> None:
    for fields in ({"level": "perfect"}, {}):
        response = pages.post(alice, pages.at(public, "bots/"), **fields)
        assert pages.messages(response)[0].startswith("There is no computer player")
    assert seated(public) == ["alice"]


def test_the_host_frees_a_computers_seat_once(public: Game, alice: User) -> None:
    lobby.add_bot(game_id=public.pk, user=alice, level="easy")

    assert pages.messages(pages.post(alice, pages.at(public, "seats/1/remove/"))) == []
    assert seated(public) == ["alice"]
    again = pages.post(alice, pages.at(public, "seats/1/remove/"))
    assert pages.messages(again) == ["There is no computer player on seat 1."]


def test_a_persons_seat_is_not_freed(public: Game, alice: User, bob: User) -> None:
    lobby.join(game_id=public.pk, user=bob)
    pages.post(alice, pages.at(public, "seats/1/remove/"))
    assert seated(public) == ["alice", "bobby"]


@pytest.mark.parametrize("form", ["bots/", "seats/1/remove/", "start/", "link/new/", "link/withdraw/"])
def test_a_guest_is_not_the_host(public: Game, alice: User, bob: User, form: str) -> None:
    game = lobby.open_table(user=alice, edition="usa", size=4, bots=["easy"])
    lobby.join(game_id=game.pk, user=bob)

    response = pages.post(bob, pages.at(game, form), level="easy")

    assert pages.messages(response) == ["Only the host of the table may do that."]
    assert seated(game) == ["alice", "easy", "bobby"]
    assert Game.objects.get(pk=game.pk).is_open


# Starting


def test_the_host_starts_with_two(public: Game, alice: User, bob: User) -> None:
    lobby.join(game_id=public.pk, user=bob)

    assert pages.post(alice, pages.at(public, "start/")).url == pages.at(public)
    game = Game.objects.get()
    assert (game.is_running, game.size) == (True, 2)


def test_nobody_starts_alone(public: Game, alice: User) -> None:
    response = pages.post(alice, pages.at(public, "start/"))

    assert pages.messages(response) == ["Two players are needed to begin."]
    assert Game.objects.get().is_open


def test_a_stranger_does_not_start(public: Game, charlie: User) -> None:
    response = pages.post(charlie, pages.at(public, "start/"))
    assert pages.messages(response) == ["You do not sit at this table."]


def test_starting_twice_deals_once(public: Game, alice: User, bob: User) -> None:
    lobby.join(game_id=public.pk, user=bob)
    pages.post(alice, pages.at(public, "start/"))
    seed = Game.objects.get().seed

    assert pages.messages(pages.post(alice, pages.at(public, "start/"))) == []
    assert Game.objects.get().seed == seed


def test_the_room_takes_few_queries_for_any_number_of_seats(public: Game, alice: User, bob: User) -> None:
    alone = pages.queries(alice, pages.at(public))
    lobby.join(game_id=public.pk, user=bob)
    assert pages.queries(alice, pages.at(public)) == alone <= 12
