"""Invitations by name: from the waiting room of a table, in the list of whoever was invited."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import guests
from accounts.models import Notice, User
from accounts.notices.kinds import Kind
from games.models import Game, Invited
from games.services import lobby
from tests import cast
from tests.conftest import Hands
from tests.web import pages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hands")]

NOT_THE_HOST = "Only the host of the table may do that."


@pytest.fixture
def room(alice: User) -> Game:
    """Alice's table for three, for people with the link only."""
    return lobby.open_table(user=alice, edition="usa", size=3, options={"public": False})


def invite(host: User, game: Game, name: str) -> list[str]:
    """What the site says."""
    return pages.messages(pages.post(host, pages.at(game, "invite/"), username=name))


def decline(user: User | None, game: Game) -> Any:
    return pages.post(user, pages.at(game, "decline/"))


def invited_to(user: User) -> list[str]:
    """Tables in the list of a person's invitations."""
    return [row["title"] for row in pages.get(user, "/games/").context["invitations"]]


def waiting_room(user: User, game: Game) -> str:
    return pages.text(pages.get(user, pages.at(game)))


# Inviting


def test_somebody_is_invited_told_and_named_in_the_waiting_room(room: Game, alice: User, bob: User) -> None:
    assert "Invited:" not in waiting_room(alice, room)

    assert invite(alice, room, "bobby") == ["bobby is invited."]

    assert "Invited: bobby." in waiting_room(alice, room)
    told = Notice.objects.get(kind=Kind.INVITATION)
    assert (told.user, told.thread, told.due_at) == (bob, f"game-{room.pk}", told.made_at)
    assert told.facts == {"host": "alice"}


@pytest.mark.parametrize("name", ["BOBBY", " bobby "])
def test_a_name_is_found_as_people_write_it(room: Game, alice: User, bob: User, name: str) -> None:
    assert invite(alice, room, name) == ["bobby is invited."]


def test_nobody_is_invited_to_a_table_twice(room: Game, alice: User, bob: User) -> None:
    invite(alice, room, "bobby")
    assert invite(alice, room, "bobby") == ["bobby has been invited already."]

    decline(bob, room)
    assert invite(alice, room, "bobby") == ["bobby has been invited already."]
    assert Invited.objects.count() == Notice.objects.filter(kind=Kind.INVITATION).count() == 1


def test_twenty_are_invited_in_a_day_whatever_the_table(room: Game, alice: User, hands: Hands) -> None:
    other = lobby.open_table(user=alice, edition="europe", size=3)
    for number in range(21):
        cast.person(f"guest{number}")
    for number in range(20):
        said = invite(alice, (room, other)[number % 2], f"guest{number}")
        assert said == [f"guest{number} is invited."]
    enough = ["You have invited 20 people today. That is enough for one day."]
    assert invite(alice, room, "guest20") == enough

    hands.on(hours=23, minutes=59)
    assert invite(alice, room, "guest20") == enough
    hands.on(minutes=1)
    assert invite(alice, room, "guest20") == ["guest20 is invited."]


def test_one_person_is_asked_three_times_a_day_at_most(alice: User, bob: User, hands: Hands) -> None:
    rooms = [lobby.open_table(user=alice, edition="usa", size=2) for _ in range(4)]
    for room in rooms[:3]:
        assert invite(alice, room, "bobby") == ["bobby is invited."]
    assert invite(alice, rooms[3], "bobby") == ["You have asked bobby often enough today."]
    hands.on(hours=24)
    assert invite(alice, rooms[3], "bobby") == ["bobby is invited."]


@pytest.mark.parametrize("name", ["nobody", "", "   ", "n\x00body", "n" * 3000])
def test_an_unknown_name_is_told(room: Game, alice: User, name: str) -> None:
    shown = " ".join(name.split())[:40]
    assert invite(alice, room, name) == [f"Nobody here is called {shown}."]
    assert not Invited.objects.exists()


def test_guests_and_closed_accounts_are_nobody(room: Game, alice: User, bob: User) -> None:
    guest = guests.create()
    User.objects.filter(pk=bob.pk).update(is_active=False)
    for name in (guest.username, "bobby"):
        assert invite(alice, room, name) == [f"Nobody here is called {name}."]


def test_who_sits_there_is_not_invited(room: Game, alice: User, bob: User) -> None:
    lobby.join(game_id=room.pk, user=bob, invite=room.invite)
    for name in ("alice", "bobby"):
        assert invite(alice, room, name) == [f"{name} sits at this table already."]


def test_only_the_host_invites(room: Game, bob: User, charlie: User) -> None:
    lobby.join(game_id=room.pk, user=bob, invite=room.invite)
    assert "Invite by name" not in waiting_room(bob, room)
    for user in (bob, charlie):
        assert invite(user, room, "charlie") == [NOT_THE_HOST]
    assert not Invited.objects.exists()
    assert pages.goes_to_sign_in(
        pages.post(None, pages.at(room, "invite/"), username="charlie"), pages.at(room)
    )


def test_without_a_link_that_works_nobody_is_invited(room: Game, alice: User, bob: User) -> None:
    lobby.withdraw_link(game_id=room.pk, user=alice)
    assert "Invite by name" not in waiting_room(alice, room)
    assert invite(alice, room, "bobby") == [
        "The link of this table does not work any more. Make a new one first."
    ]


def test_to_a_game_that_has_begun_nobody_is_invited(alice: User, bob: User, charlie: User) -> None:
    assert invite(alice, cast.started(alice, bob), "charlie") == ["This table is no longer open."]


# Being invited


def test_the_list_of_games_shows_it_and_leads_to_a_seat(room: Game, alice: User, bob: User) -> None:
    invite(alice, room, "bobby")

    page = pages.get(bob, "/games/")
    assert "alice invites you. 2 days a turn, reserve 4 days" in pages.text(page)
    link = f"/invitations/{room.invite}/"
    assert f'<a href="{link}">Table {room.pk} · USA</a>' in page.content.decode()
    response = pages.post(bob, f"{link}accept/", colour="blue")

    assert response.url == pages.at(room)
    assert room.seats.filter(user=bob).exists()
    assert invited_to(bob) == []
    assert "Invited:" not in waiting_room(alice, room)


def test_others_do_not_see_it(room: Game, alice: User, bob: User, charlie: User) -> None:
    invite(alice, room, "bobby")
    assert invited_to(charlie) == invited_to(alice) == []
    lobby.join(game_id=room.pk, user=charlie, invite=room.invite)
    assert "bobby" not in waiting_room(charlie, room)


def test_no_thanks_takes_it_away(room: Game, alice: User, bob: User) -> None:
    invite(alice, room, "bobby")

    assert decline(bob, room).url == "/games/"

    assert invited_to(bob) == []
    assert "Invited:" not in waiting_room(alice, room)
    declined = Invited.objects.get().declined_at
    decline(bob, room)  # a second press changes nothing
    assert Invited.objects.get().declined_at == declined


def test_the_link_still_seats_whoever_has_declined(room: Game, alice: User, bob: User) -> None:
    invite(alice, room, "bobby")
    decline(bob, room)
    assert pages.post(bob, f"/invitations/{room.invite}/accept/").url == pages.at(room)


def test_nobody_declines_for_somebody_else(room: Game, alice: User, bob: User, charlie: User) -> None:
    invite(alice, room, "bobby")
    decline(charlie, room)
    assert pages.goes_to_sign_in(decline(None, room), pages.at(room, "decline/"))
    assert pages.get(bob, pages.at(room, "decline/")).status_code == 405
    assert invited_to(bob) == [f"Table {room.pk}"]


def test_a_withdrawn_link_takes_invitations_along_and_a_new_one_brings_them_back(
    room: Game, alice: User, bob: User
) -> None:
    invite(alice, room, "bobby")
    lobby.withdraw_link(game_id=room.pk, user=alice)
    assert invited_to(bob) == []

    fresh = lobby.new_link(game_id=room.pk, user=alice).invite
    assert fresh != room.invite
    assert f"/invitations/{fresh}/" in pages.get(bob, "/games/").content.decode()


def test_tables_that_have_begun_or_closed_invite_nobody(room: Game, alice: User, bob: User) -> None:
    invite(alice, room, "bobby")
    closed = lobby.open_table(user=alice, edition="europe", size=2)
    invite(alice, closed, "bobby")
    assert invited_to(bob) == [f"Table {closed.pk}", f"Table {room.pk}"]  # the latest first

    lobby.leave(game_id=closed.pk, user=alice)
    lobby.join(game_id=room.pk, user=cast.person("charlie"), invite=room.invite)
    lobby.start(game_id=room.pk, user=alice)
    assert invited_to(bob) == []


def test_whose_host_has_gone_it_is_still_an_invitation(room: Game, alice: User, bob: User) -> None:
    invite(alice, room, "bobby")
    lobby.join(game_id=room.pk, user=cast.person("charlie"), invite=room.invite)
    Invited.objects.update(by=None)
    assert "You are invited." in pages.text(pages.get(bob, "/games/"))


def test_many_invitations_take_as_many_queries_as_one(room: Game, alice: User, bob: User) -> None:
    invite(alice, room, "bobby")
    one = pages.queries(bob, "/games/")
    for edition in ("usa", "europe", "usa-mega"):
        invite(alice, lobby.open_table(user=alice, edition=edition, size=3), "bobby")
    assert pages.queries(bob, "/games/") == one
