"""The pages in a browser: for everybody, at every width, up to date by themselves, by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game

WIDTHS = {1440: 900, 1024: 768, 390: 844, 360: 640}
TURN_ICON = re.compile(r"/favicon-turn[.\w]*\.svg$")
IDLE_ICON = re.compile(r"/favicon[.\w]*\.svg$")
PASSWORD = "a-long-way-by-train"


def sign_in(page: Page, site: str, user: User) -> None:
    """Give the browser a session of this person."""
    from tests import cast

    session = cast.client(user).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])


# What there is to look at: each makes a state and gives who looks, and where.

State = Callable[["User", "User"], tuple["User | None", str]]


def at(game: Game, user: User | None) -> tuple[User | None, str]:
    return user, f"/games/{game.pk}/"


def landing(alice: User, bob: User) -> tuple[User | None, str]:
    return None, "/"


def rules(alice: User, bob: User) -> tuple[User | None, str]:
    return None, "/rules/usa-mega/"


def sign_up(alice: User, bob: User) -> tuple[User | None, str]:
    return None, "/accounts/signup/"


def sign_in_page(alice: User, bob: User) -> tuple[User | None, str]:
    return None, "/accounts/login/"


def no_games_yet(alice: User, bob: User) -> tuple[User | None, str]:
    return alice, "/games/"


def my_games(alice: User, bob: User) -> tuple[User | None, str]:
    from games.services import invitations, lobby

    open_tables(alice, bob)
    table = lobby.open_table(user=bob, edition="europe", size=4)
    invitations.invite(game_id=table.pk, user=bob, username="alice")
    game_over(alice, bob)
    waiting(alice, bob)
    my_turn(alice, bob)
    return alice, "/games/"


def open_tables(alice: User, bob: User) -> tuple[User | None, str]:
    from games.services import lobby

    lobby.open_table(user=alice, edition="usa-big-cities", size=5, bots=["hard", "easy"])
    lobby.open_table(user=bob, edition="usa", size=2)
    return alice, "/lobby/"


def no_open_tables(alice: User, bob: User) -> tuple[User | None, str]:
    return None, "/lobby/?seats=5"


def new_table(alice: User, bob: User) -> tuple[User | None, str]:
    return alice, "/games/new/"


def waiting_room_of_the_host(alice: User, bob: User) -> tuple[User | None, str]:
    from games.services import lobby

    game = lobby.open_table(user=alice, edition="usa", size=5, bots=["random"])
    lobby.join(game_id=game.pk, user=bob)
    return at(game, alice)


def waiting_room_of_a_stranger(alice: User, bob: User) -> tuple[User | None, str]:
    from games.services import lobby

    return at(lobby.open_table(user=alice, edition="usa", size=3), bob)


def settings(alice: User, bob: User) -> tuple[User | None, str]:
    return alice, "/settings/"


def my_notices(alice: User, bob: User) -> tuple[User | None, str]:
    """One in each state; what a mail server says may be long, and of one word."""
    from accounts.models import Notice
    from tests import cast

    cast.started(alice, bob)
    own = Notice.objects.filter(user=alice).first()
    assert own is not None
    for number, state in enumerate(Notice.State.values):
        own.pk, own.matter, own.state, own.why = None, f"{number}-0", state, "refused"
        own.why_facts = {"detail": "5.1.1/" * 20}
        own.save()
    return alice, "/settings/notices/"


def notices_for_the_staff(alice: User, bob: User) -> tuple[User | None, str]:
    my_notices(alice, bob)
    type(alice).objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    return alice, "/staff/notices/"


def about_the_table(alice: User, bob: User) -> tuple[User | None, str]:
    """Four others are waited for, one with the widest name there is, all of them too long."""
    from accounts import clock
    from tests import cast

    others = [bob, *(cast.person(name) for name in ("W" * 20, "dora", "emil"))]
    long_ago = timezone.now() - timedelta(days=4)
    with clock.reading(lambda: long_ago):
        game = cast.started(alice, *others)
        cast.keep_all(game, game.seats.get(user=alice).number)
    return alice, f"/games/{game.pk}/about/"


def first_tickets(alice: User, bob: User) -> tuple[User | None, str]:
    from tests import cast

    return at(cast.started(alice, bob), alice)


def in_the_middle(alice: User, bob: User) -> Game:
    from tests import cast

    game = cast.started(alice, bob)
    cast.play_on(game, 50)
    return game


def my_turn(alice: User, bob: User) -> tuple[User | None, str]:
    from tests import cast

    game = in_the_middle(alice, bob)
    while cast.user_of(game, game.decisions.get().seat) != alice or game.decisions.get().kind != "turn":
        cast.play_on(game, 1)
    return at(game, alice)


def waiting(alice: User, bob: User) -> tuple[User | None, str]:
    _bob, path = my_turn(bob, alice)
    return alice, path


def looking_on(alice: User, bob: User) -> tuple[User | None, str]:
    return at(in_the_middle(alice, bob), None)


def game_over(alice: User, bob: User) -> tuple[User | None, str]:
    from tests import cast

    game = cast.started(alice, bob)
    cast.play_on(game, 10_000)
    return at(game, alice)


def nowhere(alice: User, bob: User) -> tuple[User | None, str]:
    return alice, "/games/4711/"


STATES: list[State] = [
    landing, rules, sign_up, sign_in_page, no_games_yet, my_games, open_tables, no_open_tables, new_table,
    waiting_room_of_the_host, waiting_room_of_a_stranger, settings, my_notices, notices_for_the_staff,
    about_the_table, first_tickets, my_turn, waiting, looking_on, game_over, nowhere,
]  # fmt: skip


@pytest.fixture
def shown(
    live_site: str, page: Page, alice: User, bob: User, request: pytest.FixtureRequest
) -> tuple[Page, str]:
    """A page whose browser belongs to the right person, and its address."""
    user, path = request.param(alice, bob)
    if user is not None:
        sign_in(page, live_site, user)
    return page, live_site + path


each_page = pytest.mark.parametrize("shown", STATES, indirect=True, ids=lambda state: state.__name__)


def faults(page: Page) -> list[str]:
    """What axe finds, each with the first place."""
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:160]}" for fault in found]


@each_page
def test_everybody_can_use_it(shown: tuple[Page, str]) -> None:
    page, url = shown
    found: dict[str, list[str]] = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": WIDTHS[width]})
            page.goto(url)
            found[f"{width} {scheme}"] = faults(page)
    assert not any(found.values()), found


@each_page
def test_nothing_scrolls_sideways(shown: tuple[Page, str]) -> None:
    page, url = shown
    page.goto(url)
    too_wide = {}
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        too_wide[width] = page.evaluate("document.documentElement.scrollWidth") - width
    assert max(too_wide.values()) <= 0, too_wide


# Up to date by itself


def stays(page: Page) -> Callable[[], bool]:
    """Mark the page; the answer tells whether it is still the same one, not loaded again."""
    page.evaluate("window.marked = true")
    return lambda: bool(page.evaluate("window.marked === true"))


@pytest.mark.usefixtures("celery_worker")
def test_the_waiting_room_shows_who_sits_down_and_goes_to_the_board(
    live_site: str, page: Page, alice: User, bob: User, charlie: User
) -> None:
    from games.services import lobby

    game = lobby.open_table(user=alice, edition="usa", size=3)
    sign_in(page, live_site, alice)
    page.goto(f"{live_site}/games/{game.pk}/")
    is_same = stays(page)
    page.locator("label:has([name=level][value=hard])").click()
    expect(page.locator(".seatlist")).not_to_contain_text("bobby")

    lobby.join(game_id=game.pk, user=bob)

    expect(page.locator(".seatlist")).to_contain_text("bobby")
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    expect(page.locator("[name=level][value=hard]")).to_be_checked()
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    assert is_same()

    lobby.join(game_id=game.pk, user=charlie)

    expect(page.locator("main[data-table]")).to_be_visible()


@pytest.mark.parametrize("path", ["/games/", "/games/{}/"])
def test_a_page_where_nothing_happens_stays_as_it_is(
    live_site: str, page: Page, alice: User, path: str
) -> None:
    from games.services import lobby

    game = lobby.open_table(user=alice, edition="usa", size=3)
    sign_in(page, live_site, alice)
    page.goto(live_site + path.format(game.pk))
    is_same = stays(page)
    main = page.locator("main").element_handle()

    page.wait_for_timeout(2_000)

    assert is_same()
    assert main.evaluate("main => main.isConnected")


@pytest.mark.usefixtures("celery_worker")
@pytest.mark.parametrize("path", ["/games/", "/lobby/", "/games/new/"])
def test_b34_every_page_tells_that_it_is_my_turn_and_that_it_is_not(
    live_site: str, page: Page, turn: Game, path: str
) -> None:
    from tests import cast

    sign_in(page, live_site, cast.user_of(turn, 1))
    page.goto(live_site + path)
    is_same = stays(page)
    icon, lamp = page.locator("link[rel=icon]"), page.locator(".turns")
    expect(page).not_to_have_title(re.compile(r"^\("))
    expect(icon).to_have_attribute("href", IDLE_ICON)
    expect(lamp).to_be_hidden()

    draw_two(turn, seat=0)

    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(icon).to_have_attribute("href", TURN_ICON)
    expect(lamp).to_be_visible()
    expect(lamp).to_have_text("1 turn waits for you")

    draw_two(turn, seat=1)

    expect(page).not_to_have_title(re.compile(r"^\("))
    expect(icon).to_have_attribute("href", IDLE_ICON)
    expect(lamp).to_be_hidden()
    assert is_same()


@pytest.mark.usefixtures("celery_worker")
def test_b34_my_games_move_to_the_top_when_it_is_my_turn(live_site: str, page: Page, turn: Game) -> None:
    from tests import cast

    sign_in(page, live_site, cast.user_of(turn, 1))
    page.goto(f"{live_site}/games/")
    is_same = stays(page)
    expect(page.get_by_role("heading", name="Nobody waits for you.")).to_be_visible()

    draw_two(turn, seat=0)

    expect(page.get_by_role("link", name=f"Move at Table {turn.pk}")).to_be_visible()
    expect(page.get_by_role("heading", name="Nobody waits for you.")).to_have_count(0)
    assert is_same()


@pytest.mark.usefixtures("celery_worker")
def test_b34_the_table_page_tells_of_turns_at_other_tables(
    live_site: str, page: Page, turn: Game, alice: User, bob: User
) -> None:
    from tests import cast

    sign_in(page, live_site, cast.user_of(turn, 1))
    page.goto(f"{live_site}/games/{turn.pk}/")
    expect(page).not_to_have_title(re.compile(r"^\("))

    cast.started(alice, bob)

    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", TURN_ICON)


def draw_two(game: Game, *, seat: int) -> None:
    """A whole turn: two cards from the deck."""
    from tests import cast

    for _ in range(2):
        cast.answer(game, seat, {"type": "draw_card", "from": "deck"})


# Opening a table


def test_more_computer_players_than_free_seats_cannot_be_chosen(
    live_site: str, page: Page, alice: User
) -> None:
    sign_in(page, live_site, alice)
    page.goto(f"{live_site}/games/new/")
    summary = page.locator("[data-summary]")
    level = page.get_by_role("group", name="They play")
    expect(level).to_be_hidden()

    choose(page, "seats", "5")
    choose(page, "bots", "4")
    expect(level).to_be_visible()
    expect(page.get_by_text("the game begins at once")).to_be_visible()
    expect(summary).to_contain_text("Computer players4")

    choose(page, "seats", "3")
    expect(page.locator("[name=bots][value='2']")).to_be_checked()
    for number, possible in (("2", True), ("3", False), ("4", False)):
        expect(page.locator(f"[name=bots][value='{number}']")).to_be_enabled(enabled=possible)

    choose(page, "bots", "1")
    expect(page.get_by_text("Next comes a waiting room")).to_be_visible()
    page.get_by_label("Anybody may sit down").uncheck()
    expect(summary).to_contain_text("Only with the link")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".seatlist li")).to_have_count(3)


def test_what_only_the_card_game_decides_is_shown_for_it_alone(
    live_site: str, page: Page, alice: User
) -> None:
    sign_in(page, live_site, alice)
    page.goto(f"{live_site}/games/new/")
    summary, pile = page.locator("[data-summary]"), page.get_by_role("group", name="Own track pile")
    expect(pile).to_be_hidden()
    expect(summary).not_to_contain_text("Own track pile")

    choose(page, "seats", "5")
    choose(page, "edition", "card-game")
    expect(pile).to_be_visible()
    expect(summary).to_contain_text("Own track pileopen to its owner")
    expect(page.locator("[name=seats][value='4']")).to_be_checked()
    expect(page.locator("[name=seats][value='5']")).to_be_disabled()
    pile.get_by_role("checkbox").uncheck()
    expect(summary).to_contain_text("Own track pileclosed until a scoring")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".sum")).to_contain_text("closed until a scoring")


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"label:has([name={name}][value='{value}'])").click()


# Coming by a link


@pytest.fixture
def link(live_site: str, alice: User) -> str:
    """To Alice's private table."""
    from games.services import lobby

    game = lobby.open_table(user=alice, edition="usa", size=3, options={"public": False})
    return f"{live_site}/games/{game.pk}/?invite={game.invite}"


def test_who_has_no_account_comes_back_to_the_table_after_signing_up(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("link", name="Sign in to sit down").click()
    page.get_by_role("main").get_by_role("link", name="Make an account").click()
    fill_in(
        page, {"username": "dora", "email": "dora@example.org", "password1": PASSWORD, "password2": PASSWORD}
    )
    page.get_by_role("button", name="Make the account").click()
    sits_down(page, link)


def test_who_has_an_account_comes_back_to_the_table_after_signing_in(page: Page, link: str) -> None:
    from accounts import services

    services.create_account(username="dora", email="dora@example.org", password=PASSWORD)
    page.goto(link)
    page.get_by_role("link", name="Sign in to sit down").click()
    fill_in(page, {"login": "dora", "password": PASSWORD})
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    sits_down(page, link)


def fill_in(page: Page, fields: dict[str, str]) -> None:
    for name, text in fields.items():
        page.locator(f"[name={name}]").fill(text)


def sits_down(page: Page, link: str) -> None:
    page.wait_for_url(link)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seatlist .me")).to_contain_text("dora")


# By keyboard alone


def test_an_account_is_made_by_keyboard_alone(live_site: str, page: Page) -> None:
    page.goto(live_site)
    tab_to(page, page.get_by_role("main").get_by_role("link", name="Make an account"))
    page.keyboard.press("Enter")
    for name, text in {
        "username": "alice",
        "email": "alice@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }.items():
        tab_to(page, page.locator(f"[name={name}]"))
        page.keyboard.type(text)
    tab_to(page, page.get_by_role("button", name="Make the account"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()


def test_a_table_is_opened_by_keyboard_alone(live_site: str, page: Page, alice: User) -> None:
    sign_in(page, live_site, alice)
    page.goto(f"{live_site}/games/new/")
    for name, value in {"edition": "usa-1910", "seats": "4", "bots": "1", "colour": "blue"}.items():
        tab_to(page, page.locator(f"[name={name}]:checked"))
        while not page.locator(f"[name={name}][value='{value}']").is_checked():
            page.keyboard.press("ArrowRight")
    tab_to(page, page.get_by_role("button", name="Open the table"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("USA 1910")
    expect(page.locator(".seatlist li")).to_have_count(4)


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until it has the focus, which must be seen."""
    target.wait_for()
    for _ in range(40):
        if target.evaluate("element => element === document.activeElement"):
            assert target.evaluate(HAS_RING), "the focus is not to be seen"
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not get there")


# A hidden radio button shows the focus on its label.
HAS_RING = """element => [element, element.closest("label")].some(
    (one) => one && getComputedStyle(one).outlineStyle !== "none")"""


# For programs


def test_the_api_can_be_read_about(live_site: str, page: Page) -> None:
    page.goto(f"{live_site}/api/docs/")
    expect(page.locator(".opblock-summary-path", has_text="/api/games/")).not_to_have_count(0)
    page.locator(".opblock-summary-get").first.click()
    expect(page.locator(".opblock.is-open .responses-table").first).to_be_visible()
