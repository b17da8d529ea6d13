"""Leaving a running game, coming back, resigning, taking over, pauses: what the pages tell and do."""

from __future__ import annotations

import re
from datetime import date

import pytest

from accounts import services as accounts
from accounts.models import User
from games.models import Game, Move, Pause, Seat
from games.services import absence, deadlines, pauses
from games.web import names
from tests import cast
from tests.conftest import Hands
from tests.games.over_days import begun, leave_one_card
from tests.web import pages
from tests.web.test_pages_table import MOST_QUERIES, position

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hands")]

TAKE_BACK = "Take my seat back"
TAKE_OVER = "Take over this seat"


@pytest.fixture
def going(alice: User, bob: User) -> Game:
    """A game of Alice and Bob on the usual clock, tickets chosen: two days a turn, a reserve of four."""
    game = cast.started(alice, bob)
    cast.choose_tickets(game)
    return game


def seat_of(game: Game, user: User) -> Seat:
    return game.seats.get(user=user)


def other(game: Game, user: User) -> User:
    """Who sits at the table, too."""
    seat = game.seats.exclude(user=user).get()
    assert seat.user is not None
    return seat.user


def on_turn(game: Game) -> User:
    return cast.user_of(game, game.decisions.get().seat)


def sweep(game: Game) -> None:
    """What the site does by itself when a deadline has passed."""
    assert deadlines.time_up(game_id=game.pk)


def looks(user: User | None, game: Game, what: str = "") -> str:
    return pages.text(pages.get(user, pages.at(game, what)))


# Leaving and coming back


def test_who_leaves_is_told_how_to_come_back_and_the_others_who_plays(
    going: Game, alice: User, bob: User
) -> None:
    about = looks(alice, going, "decide/about/")
    assert "A stand-in plays your seat on. You can take it back twice." in about

    response = pages.post(alice, pages.at(going, "leave/"), running="1")

    assert response.url == pages.at(going)
    assert seat_of(going, alice).state == Seat.State.ABANDONED
    page = looks(alice, going)
    assert "A stand-in plays your seat. You can take it back twice." in page
    assert TAKE_BACK in page
    assert '<span class="absent">a stand-in plays</span>' in pages.get(bob, pages.at(going)).content.decode()
    assert TAKE_BACK not in looks(bob, going)
    assert "a stand-in plays your seat" in pages.text(pages.get(alice, "/games/"))


def test_one_press_takes_the_seat_back_and_says_how_often_more(going: Game, alice: User) -> None:
    for told in ("You can take it back twice.", "You can take it back once more."):
        absence.leave(game_id=going.pk, user=alice)
        assert told in looks(alice, going)
        response = pages.post(alice, pages.at(going, "reclaim/"))
        assert response.url == pages.at(going)
        assert pages.messages(response) == ["You play yourself again."]
        assert seat_of(going, alice).state == Seat.State.ACTIVE
        assert TAKE_BACK not in looks(alice, going)

    absence.leave(game_id=going.pk, user=alice)
    page = looks(alice, going)
    assert "You cannot take it back any more." in page
    assert TAKE_BACK not in page
    refused = pages.post(alice, pages.at(going, "reclaim/"))
    assert "more is not possible" in pages.messages(refused)[0]


def test_a_waiting_room_left_too_late_gives_no_seat_away(going: Game, alice: User) -> None:
    """The page of an open table was still shown when the last seat was taken."""
    response = pages.post(alice, pages.at(going, "leave/"))

    assert seat_of(going, alice).state == Seat.State.ACTIVE
    assert pages.messages(response) != []


def test_nothing_is_asked_of_who_has_left(going: Game) -> None:
    mover = on_turn(going)
    absence.leave(game_id=going.pk, user=mover)
    page = pages.get(mover, pages.at(going)).content.decode()
    assert "A stand-in plays for you." in page
    assert "data-decide" not in page.split('data-panel="acts"')[1].split("</nav>")[0]
    assert pages.get(mover, "/games/").context["deciding"] == []


# Resigning


def test_resigning_takes_a_second_step_that_says_what_it_means(going: Game, alice: User) -> None:
    panel = pages.get(alice, pages.at(going, "decide/about/")).content.decode()
    assert pages.at(going, "decide/resign/") in panel
    assert f'action="{pages.at(going, "resign/")}"' not in panel

    second = looks(alice, going, "decide/resign/")
    assert "A stand-in plays your seat to the end. You cannot take it back." in second
    assert "In the ranking you stand behind all who stay" in second
    assert looks(alice, going, "about/resign/").count("Resign for good") == 2

    pages.post(alice, pages.at(going, "resign/"))
    assert seat_of(going, alice).state == Seat.State.RESIGNED
    page = looks(alice, going)
    assert "You have resigned. A stand-in plays your seat to the end." in page
    assert TAKE_BACK not in page
    assert "has resigned: a stand-in plays" in looks(other(going, alice), going)


def test_who_cannot_resign_is_shown_no_way_to_it(going: Game, alice: User, charlie: User) -> None:
    for person in (charlie, None):
        assert "Resign" not in looks(person, going, "about/")
        assert pages.get(person, pages.at(going, "about/resign/")).status_code == 404
    absence.resign(game_id=going.pk, user=alice)
    assert pages.get(alice, pages.at(going, "decide/resign/")).status_code == 404


# Taking over


def test_somebody_else_may_take_over_a_seat_that_was_given_up(
    going: Game, alice: User, charlie: User
) -> None:
    assert TAKE_OVER not in looks(charlie, going)
    absence.leave(game_id=going.pk, user=alice)
    number = seat_of(going, alice).number
    for person in (None, alice, other(going, alice)):
        assert TAKE_OVER not in looks(person, going)
    assert TAKE_OVER in looks(charlie, going)

    response = pages.post(charlie, pages.at(going, "takeover/"), seat=number)

    assert pages.messages(response) == ["This seat is yours now."]
    assert going.seats.get(number=number).user == charlie
    assert "Your hand" in looks(charlie, going)


def test_where_the_table_says_so_nobody_takes_over(alice: User, bob: User, charlie: User) -> None:
    game = cast.started(alice, bob, open_seats=False)
    absence.resign(game_id=game.pk, user=alice)

    assert TAKE_OVER not in looks(charlie, game)
    refused = pages.post(charlie, pages.at(game, "takeover/"))
    assert pages.messages(refused) == ["At this table nobody takes over a seat."]


@pytest.mark.parametrize("what", ["resign/", "reclaim/", "takeover/", "pause/", "pause/answer/"])
def test_forms_are_for_who_is_signed_in(going: Game, what: str) -> None:
    assert pages.goes_to_sign_in(pages.post(None, pages.at(going, what)), pages.at(going))
    assert pages.get(None, pages.at(going, what)).status_code == 405


@pytest.mark.parametrize("what", ["resign/", "reclaim/", "pause/", "pause/answer/"])
def test_a_stranger_is_refused(going: Game, charlie: User, what: str) -> None:
    response = pages.post(charlie, pages.at(going, what), days=3, agrees="yes")
    assert pages.messages(response) == ["You do not sit at this table."]


# Missed turns


def test_after_a_missed_turn_the_player_is_told_and_all_see_who_made_it(going: Game, hands: Hands) -> None:
    late = on_turn(going)
    hands.on(days=6, seconds=1)
    sweep(going)

    page = looks(late, going)
    assert "Your time was up: the computer made this turn for you." in page
    assert "If you miss the next one too, a stand-in plays your seat." in page
    last = Move.objects.filter(game=going, seat=seat_of(going, late).number).latest("seq")
    assert last.by == Move.By.STAND_IN
    watcher = pages.get(other(going, late), pages.at(going)).content.decode()
    assert '<span class="tag">stand-in</span>' in watcher
    assert "Your time was up" not in watcher
    assert '<span class="absent">missed the last turn</span>' in watcher
    assert "(stand-in)" in pages.text(pages.get(late, "/games/"))


def test_what_people_do_themselves_has_no_note(going: Game, alice: User) -> None:
    cast.play_on(going, 4)
    page = pages.get(alice, pages.at(going)).content.decode()
    assert "stand-in</span>" not in page
    assert "by the rules</span>" not in page


# Vacation


def test_others_see_until_when_a_player_is_away(going: Game, alice: User, bob: User, hands: Hands) -> None:
    accounts.book_vacation(user=alice, first_day=date(2026, 6, 1), last_day=date(2026, 6, 10))
    for person in (alice, bob, None):
        assert "away until Thu 11 Jun 00:00" in looks(person, going)
    hands.on(days=10)
    assert "away until" not in looks(bob, going)


# Pauses


def test_a_pause_is_asked_for_answered_and_runs(going: Game, alice: User) -> None:
    bob = other(going, alice)
    response = pages.post(alice, pages.at(going, "pause/"), days="3")
    assert pages.messages(response) == ["Asked. The pause begins when all agree."]
    pause = Pause.objects.get()
    assert (pause.days, pause.asked_by) == (3, alice)

    asked = "alice asks for a pause of 3 days. No answer until Tue 12:00 is a yes."
    assert asked in looks(bob, going)
    assert asked in looks(bob, going, "decide/about/")
    assert "Agree to the pause" not in looks(alice, going)
    about = looks(alice, going, "decide/about/")
    assert "You ask for a pause of 3 days." in about
    assert "Not answered yet: bobby." in about

    pages.post(bob, pages.at(going, "pause/answer/"), agrees="yes")
    for person in (alice, bob, None):
        assert "The game pauses until Thu 12:00. All clocks stand still." in looks(person, going)
    assert "Agree to the pause" not in looks(bob, going)


def test_one_no_refuses_it(going: Game, alice: User) -> None:
    bob = other(going, alice)
    pauses.ask(game_id=going.pk, user=alice, days=3)
    pages.post(bob, pages.at(going, "pause/answer/"), agrees="no")
    assert Pause.objects.get().state == Pause.State.REFUSED
    assert "asks for a pause" not in looks(bob, going)
    assert "Ask for a pause" in looks(bob, going, "about/")


@pytest.mark.parametrize("days", ["0", "15", "", "many"])
def test_a_pause_lasts_one_to_fourteen_days(going: Game, alice: User, days: str) -> None:
    response = pages.post(alice, pages.at(going, "pause/"), days=days)
    assert pages.messages(response) == ["A pause lasts 1 to 14 days."]
    assert not Pause.objects.exists()


def test_only_days_that_are_left_are_offered(going: Game, alice: User, hands: Hands) -> None:
    pauses.ask(game_id=going.pk, user=alice, days=10)
    pauses.answer(game_id=going.pk, user=other(going, alice), agrees=True)
    hands.on(days=11)
    page = pages.get(alice, pages.at(going, "decide/about/")).content.decode()
    assert re.findall(r'<option value="(\d+)"', page) == ["1", "2", "3", "4"]


def test_when_no_days_are_left_the_page_says_so(going: Game, alice: User, hands: Hands) -> None:
    pauses.ask(game_id=going.pk, user=alice, days=14)
    pauses.answer(game_id=going.pk, user=other(going, alice), agrees=True)
    hands.on(days=15)
    page = looks(alice, going, "decide/about/")
    assert "You have asked for all the days that you may." in page
    assert "Ask for a pause" not in page


def test_without_a_clock_there_is_nothing_to_pause(alice: User, bob: User) -> None:
    game = cast.started(alice, bob, clock=None)
    about = looks(alice, game, "about/")
    assert "There is no clock" in about
    assert "Ask for a pause" not in about


# Somebody never came


@pytest.fixture
def void(alice: User, bob: User, charlie: User, hands: Hands) -> Game:
    """Bob let the choice of first tickets pass."""
    game = cast.started(alice, bob, charlie)
    for user in (alice, charlie):
        cast.keep_all(game, seat_of(game, user).number)
    hands.on(days=6, seconds=1)
    sweep(game)
    return Game.objects.get(pk=game.pk)


def test_a_game_to_which_somebody_never_came_tells_so_and_leads_to_the_new_table(
    void: Game, alice: User, bob: User
) -> None:
    assert void.successor_id
    page = pages.get(alice, pages.at(void))
    assert "bobby did not come: no tickets were chosen in time." in pages.text(page)
    assert pages.at(Game(pk=void.successor_id)) in page.content.decode()
    assert "Leave" not in pages.text(page)
    assert "You did not come" in looks(bob, void)
    assert pages.get(alice, pages.at(void, "verify/")).context["seed"]


def test_my_games_mention_it_for_two_weeks(void: Game, alice: User, hands: Hands) -> None:
    def mentioned() -> bool:
        return "bobby did not come" in pages.text(pages.get(alice, "/games/"))

    assert mentioned()
    hands.on(days=13, hours=23)
    assert mentioned()
    hands.on(hours=2)
    assert not mentioned()


def test_a_page_that_was_open_loads_the_news(void: Game, alice: User) -> None:
    """Its module loads the whole page anew where the game does not go on."""
    assert position(pages.get(alice, pages.at(void, "panels/")))["over"] is True


# Queries


def test_absences_and_pauses_take_few_queries(alice: User, bob: User, charlie: User) -> None:
    game = cast.started(alice, bob, charlie)
    cast.choose_tickets(game)
    accounts.book_vacation(user=bob, first_day=date(2026, 6, 1), last_day=date(2026, 6, 3))
    pauses.ask(game_id=game.pk, user=bob, days=2)
    absence.leave(game_id=game.pk, user=charlie)
    for person in (alice, bob, charlie, None):
        for what in ("", "panels/", "decide/about/"):
            assert pages.queries(person, pages.at(game, what)) <= MOST_QUERIES, what


def test_who_has_seen_cards_of_this_table_is_not_asked_to_take_over(
    alice: User, bob: User, charlie: User
) -> None:
    going = cast.started(alice, bob)
    cast.choose_tickets(going)
    absence.leave(game_id=going.pk, user=alice)
    absence.take_over(game_id=going.pk, user=charlie)
    absence.leave(game_id=going.pk, user=charlie)

    assert "Take over this seat" not in looks(alice, going)
    assert "Take over this seat" not in looks(bob, going)
    assert "Take over this seat" in looks(cast.person("dora"), going)


def test_a_turn_that_the_site_made_by_the_rules_says_so_in_the_log(alice: User, bob: User) -> None:
    game = begun(alice, bob)
    leave_one_card(game)

    log = looks(cast.user_of(game, 0), game).split("What happened")[1]
    assert names.by("rule") in log.split(". ")[0] + log.split(". ")[1]
