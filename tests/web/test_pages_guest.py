"""Playing without an account, from the front page to the account that keeps the games."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import selectors
from games.models import Game
from games.services import bots, lobby, play
from games.services.errors import Forbidden
from tests import cast
from tests.web import pages

pytestmark = pytest.mark.django_db

PASSWORD = "a long sentence"
ACCOUNT = {"username": "dora", "email": "dora@example.org", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture(autouse=True)
def fresh_rate_limits(db: None) -> None:
    """Guests and sign-ups are counted there."""
    cache.clear()


@pytest.fixture
def browser() -> Client:
    """A browser that has just begun a game as a guest."""
    client = Client()
    assert client.post("/play/", {"time_zone": "Europe/Vienna"}).status_code == 302
    return client


@pytest.fixture
def guest(browser: Client) -> User:
    return User.objects.get(is_guest=True)


@pytest.fixture
def own(guest: User) -> Game:
    """The guest's game."""
    return Game.objects.get(seats__user=guest)


def seated(game: Game) -> list[str]:
    """Who sits there."""
    return sorted(seat.user.username if seat.user else seat.bot for seat in game.seats.all())


def has_game(client: Client, game: Game) -> bool:
    """Is the game in this browser's list?"""
    return f'href="/games/{game.pk}/"' in client.get("/games/").content.decode()


# Beginning


@pytest.mark.parametrize("chosen", [{"look_at_track": "on"}, {}])
def test_a_guest_decides_what_only_the_card_game_asks(browser: Client, chosen: dict[str, str]) -> None:
    assert 'name="look_at_track"' in browser.get("/games/new/").content.decode()
    browser.post("/play/", {"edition": "card-game", **chosen})

    game = Game.objects.get(edition="card-game")
    assert game.is_running
    assert game.options["look_at_track"] == bool(chosen)


def test_one_press_leads_to_the_board() -> None:
    client = Client()
    front = client.get("/").content.decode()
    assert 'action="/play/"' in front
    assert front.count('class="btn go big"') == 1

    answer = client.post("/play/")

    game = Game.objects.get()
    assert answer.url == pages.at(game)
    assert 'data-table="' in client.get(answer.url).content.decode()
    assert (game.is_running, game.edition, game.public) == (True, "usa", False)
    assert sorted(seat.bot for seat in game.seats.all()) == ["", "normal"]


def test_the_form_needs_its_token(db: None) -> None:
    assert Client(enforce_csrf_checks=True).post("/play/").status_code == 403
    assert Client().get("/play/").status_code == 405
    assert not User.objects.exists()


def test_who_has_an_account_plays_with_it(alice: User) -> None:
    answer = pages.post(alice, "/play/")
    assert seated(Game.objects.get()) == ["alice", "normal"]
    assert answer.url == pages.at(Game.objects.get())
    assert User.objects.count() == 1


def test_from_one_address_come_ten_guests_in_an_hour(settings: object) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "10/h/ip"}  # type: ignore[attr-defined]
    answers = [Client().post("/play/") for _guest in range(11)]

    assert [answer.status_code for answer in answers] == [302] * 10 + [429]
    assert "The platform is full." in pages.text(answers[-1])
    assert User.objects.count() == Game.objects.count() == 10


def test_a_guest_has_only_so_many_games_running(
    browser: Client, guest: User, own: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST_OF_A_GUEST", 3)
    answers = [browser.post("/play/") for _game in range(3)]

    assert [answer.status_code for answer in answers] == [302, 302, 429]
    told = pages.text(answers[-1])
    assert "You have 3 games running" in told
    assert "Make an account" in told
    assert Game.objects.count() == 3

    Game.objects.filter(pk=own.pk).update(status=Game.Status.CANCELLED, ended_at=timezone.now())
    assert browser.post("/play/").status_code == 302


def test_an_account_has_as_many_as_it_likes(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_OF_A_GUEST", 1)
    assert [pages.post(alice, "/play/").status_code for _game in range(2)] == [302, 302]


def test_a_guest_makes_moves(browser: Client, guest: User, own: Game) -> None:
    while bots.play_one(game_id=own.pk):
        pass
    seat = own.seats.get(user=guest).number
    decision = own.decisions.get(seat=seat).name
    url = f"/api/games/{own.pk}/"
    action = browser.get(url).json()["you"]["legal"][0]
    answer = browser.post(
        f"{url}actions/",
        {"decision": decision, "action": action},
        content_type="application/json",
        headers={"Idempotency-Key": "one"},
    )
    assert answer.status_code == 201


# What guests may and may not


def test_the_header_offers_an_account(browser: Client, own: Game, alice: User) -> None:
    for url in ("/games/", pages.at(own), "/lobby/"):
        page = browser.get(url).content.decode()
        assert f'href="/accounts/signup/?next={url}"' in page
        assert "Keep your games: make an account" in page
    assert "Keep your games" not in pages.get(alice, "/games/").content.decode()


def test_a_guest_begins_another_game(browser: Client) -> None:
    assert "Guests play against the computer." in pages.text(browser.get("/games/new/"))
    browser.post("/play/", {"edition": "usa-mega"})
    assert Game.objects.count() == 2
    assert Game.objects.latest("pk").edition == "usa-mega"
    assert User.objects.count() == 1


def test_an_edition_that_is_not_there_is_told(browser: Client) -> None:
    answer = browser.post("/play/", {"edition": "moon"})
    assert pages.messages(answer) == ["There is no edition moon."]
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("size", "levels", "public"), [(2, ["easy"], True), (3, ["easy"], False), (2, [], False)]
)
def test_a_guest_opens_no_table_for_people(guest: User, size: int, levels: list[str], public: bool) -> None:
    with pytest.raises(Forbidden, match="Make an account"):
        lobby.open_table(user=guest, edition="usa", size=size, options={"public": public}, bots=levels)


def test_a_guest_sits_down_at_nobodys_table(browser: Client, alice: User) -> None:
    table = lobby.open_table(user=alice, edition="usa", size=2)
    invitation = f"/invitations/{table.invite}/"
    for url, sign_up in ((pages.at(table), "Make an account to sit down"), (invitation, "Make an account")):
        page = browser.get(url)
        assert f'href="/accounts/signup/?next={url}">{sign_up}' in page.content.decode()
        assert "Your colour" not in pages.text(page)

    for url in (pages.at(table, "join/"), f"{invitation}accept/"):
        assert pages.messages(browser.post(url))[-1].startswith("Guests play against the computer.")
    answer = browser.post(f"/api/games/{table.pk}/join/", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert seated(table) == ["alice"]


def test_nobody_else_sees_a_guests_game(own: Game, charlie: User) -> None:
    assert pages.get(charlie, pages.at(own)).status_code == 403
    assert own not in selectors.visible_to(charlie)


# Keeping the games


def test_after_signing_up_the_games_are_still_there(browser: Client, own: Game) -> None:
    answer = browser.post("/accounts/signup/", ACCOUNT)
    assert pages.messages(answer)[0] == "Your games are kept."
    assert seated(own) == ["dora", "normal"]
    assert has_game(browser, own)


def test_signing_in_takes_the_games_along(browser: Client, own: Game, alice: User) -> None:
    answer = browser.post("/accounts/login/", {"login": "alice", "password": PASSWORD})

    assert pages.messages(answer) == ["Your games are kept."]
    own.refresh_from_db()
    assert (seated(own), own.host) == (["alice", "normal"], alice)
    assert has_game(browser, own)
    assert not User.objects.filter(is_guest=True).exists()


def sign_in(browser: Client, alice: User) -> None:
    browser.post("/accounts/login/", {"login": alice.username, "password": PASSWORD})


def link_in_the_mail() -> str:
    """The path of the only link in the latest mail."""
    (path,) = re.findall(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    return str(path)


def test_where_addresses_must_be_confirmed_the_games_come_along_afterwards(
    browser: Client, own: Game, alice: User, settings: Any
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    sign_in(browser, alice)
    assert seated(own) != ["alice", "normal"]
    browser.get(link_in_the_mail())
    browser.post(link_in_the_mail())

    sign_in(browser, alice)

    assert seated(own) == ["alice", "normal"]
    assert has_game(browser, own)


def test_a_guest_who_confirms_somebodys_address_stays_at_the_table(
    browser: Client, own: Game, alice: User
) -> None:
    address = EmailAddress.objects.create(user=alice, email=alice.email)
    link = f"/accounts/confirm-email/{EmailConfirmationHMAC(address).key}/"

    assert "Confirm it" in pages.text(browser.get(link))
    browser.post(link)

    address.refresh_from_db()
    assert address.verified
    assert has_game(browser, own)


def test_a_guest_who_sets_a_lost_password_takes_the_games_along(
    browser: Client, own: Game, alice: User
) -> None:
    browser.post("/accounts/password/reset/", {"email": alice.email})
    form = browser.get(link_in_the_mail())
    new = "a new long sentence"
    browser.post(form.url, {"password1": new, "password2": new})
    assert has_game(browser, own)

    browser.post("/accounts/login/", {"login": "alice", "password": new})

    assert seated(own) == ["alice", "normal"]


def test_where_the_account_sits_already_a_stand_in_plays_on(guest: User, own: Game, alice: User) -> None:
    own.seats.filter(user=None).update(user=alice, bot="")

    guests.hand_over(guest_id=guest.pk, account=alice)

    assert seated(own) == ["", "alice"]
    assert own.seats.get(user=None).played_by_computer


def test_the_account_plays_on_where_the_guest_stopped(guest: User, own: Game, alice: User) -> None:
    guests.hand_over(guest_id=guest.pk, account=alice)
    seat = own.seats.get(user=alice).number
    action = selectors.see(game_id=own.pk, user=alice).legal()[0]
    moved = play.submit(
        game_id=own.pk, user=alice, decision=own.decisions.get(seat=seat).name, action=action, key=cast.key()
    )
    assert moved.move.seat == seat


def test_who_was_no_guest_is_told_nothing_of_games(alice: User) -> None:
    told = pages.messages(Client().post("/accounts/signup/", ACCOUNT))
    assert "Your games are kept." not in told
    assert pages.messages(Client().post("/accounts/login/", {"login": "alice", "password": PASSWORD})) == []


# Being forgotten


def test_with_a_guest_go_the_games_that_nobody_else_plays(guest: User, own: Game, alice: User) -> None:
    shared = cast.started(alice, bots=("easy",))
    shared.seats.exclude(user=alice).update(user=guest, bot="")
    User.objects.filter(pk=guest.pk).update(last_login=timezone.now() - timedelta(days=31))

    assert guests.forget_old() == 1

    assert list(Game.objects.all()) == [shared]
    assert seated(shared) == ["", "alice"]
