"""The table page, its panels, and the panel for one decision."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import engine, selectors
from games.models import Game
from games.services import lobby
from games.web import names
from tests import cast
from tests.web import pages

pytestmark = pytest.mark.django_db

PANELS = "panels/"
MOST_QUERIES = 13


@pytest.fixture
def private(alice: User, bob: User) -> Game:
    """A game of Alice and Bob that nobody else may see."""
    table = lobby.open_table(user=alice, edition="usa", size=2, options={"public": False})
    return lobby.join(game_id=table.pk, user=bob, invite=table.invite)


def position(response: Any) -> dict[str, Any]:
    """What the page tells its board."""
    found = re.search(
        r'<script id="position" type="application/json">(.*?)</script>', response.content.decode()
    )
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


def mover(game: Game) -> User:
    return cast.user_of(game, min(cast.table(game).decisions))


def waiter(game: Game) -> User:
    return next(seat.user for seat in game.seats.all() if seat.user and seat.user != mover(game))


# Who sees it


@pytest.mark.parametrize("what", ["", PANELS, "decide/routes/", "decide/tickets/"])
def test_a_public_game_is_shown_to_everybody(turn: Game, charlie: User, what: str) -> None:
    for user in (mover(turn), waiter(turn), charlie, None):
        assert pages.get(user, pages.at(turn, what)).status_code == 200


@pytest.mark.parametrize("what", ["", PANELS, "decide/routes/", "decide/tickets/"])
def test_a_private_game_is_shown_to_its_players_alone(
    private: Game, alice: User, charlie: User, what: str
) -> None:
    url = pages.at(private, what)
    assert pages.get(alice, url).status_code == 200
    for user in (charlie, None):
        for address in (url, f"{url}?invite={private.invite}"):
            response = pages.get(user, address)
            assert response.status_code == 403
            assert "Not with this ticket." in pages.text(response)


@pytest.mark.parametrize("what", ["", PANELS, "decide/routes/", "decide/route/?id=atlanta-miami"])
def test_an_unknown_game_has_a_page_that_says_so(alice: User, what: str) -> None:
    response = pages.get(alice, f"/games/4711/{what}")
    assert response.status_code == 404
    assert "The line ends here." in pages.text(response)


@pytest.mark.parametrize("what", ["", PANELS, "decide/routes/"])
def test_it_is_only_looked_at(turn: Game, alice: User, what: str) -> None:
    assert pages.post(alice, pages.at(turn, what)).status_code == 405


# What it tells


def test_it_tells_whose_turn_it_is(turn: Game, charlie: User) -> None:
    on_turn = pages.get(mover(turn), pages.at(turn))
    assert position(on_turn)["myTurn"] is True
    assert "Your turn" in pages.text(on_turn)
    for user in (waiter(turn), charlie, None):
        page = pages.get(user, pages.at(turn))
        assert position(page)["myTurn"] is False
        assert f"{mover(turn).username} is to move" in pages.text(page)


def test_the_panels_tell_the_same_as_the_page(turn: Game) -> None:
    for user in (mover(turn), waiter(turn), None):
        page, panels = (pages.get(user, pages.at(turn, what)) for what in ("", PANELS))
        assert position(page) == position(panels)


@pytest.fixture
def rich(turn: Game) -> Game:
    """Somebody is to move and can pay for a route."""
    while not legal_claims(turn):
        cast.play_on(turn, 1)
    return turn


def legal_claims(game: Game) -> set[str]:
    """Routes that who is to move may claim."""
    table = cast.table(game)
    legal = map(table.edition.write_action, engine.legal_actions(table.state, min(table.decisions)))
    return {action["route"] for action in legal if action["type"] == "claim_route"}


def test_routes_are_lit_for_who_is_to_move_alone(rich: Game, charlie: User) -> None:
    assert set(position(pages.get(mover(rich), pages.at(rich)))["payable"]) == legal_claims(rich)
    for user in (waiter(rich), charlie, None):
        assert position(pages.get(user, pages.at(rich)))["payable"] == []


def test_what_was_claimed_since_my_last_move_is_marked(rich: Game) -> None:
    claimer, other = mover(rich), waiter(rich)
    cast.play_on(rich, 1)  # rather a claim than a card
    rich.refresh_from_db()
    (route,) = selectors.claims(rich)

    assert position(pages.get(other, pages.at(rich)))["fresh"] == [route]
    assert position(pages.get(None, pages.at(rich)))["fresh"] == [route]
    assert position(pages.get(claimer, pages.at(rich)))["fresh"] == []
    cast.answer(rich, min(cast.table(rich).decisions), {"type": "draw_card", "from": "deck"})
    assert position(pages.get(None, pages.at(rich)))["fresh"] == []
    assert position(pages.get(other, pages.at(rich)))["fresh"] == []


def test_another_game_that_waits_is_offered(turn: Game, alice: User, bob: User) -> None:
    other = cast.started(alice, bob)
    assert f'href="{pages.at(other)}"' in pages.get(waiter(turn), pages.at(turn)).content.decode()
    assert f'href="{pages.at(other)}"' not in pages.get(None, pages.at(turn)).content.decode()


# The panel for one decision


def payable(game: Game) -> str:
    return str(position(pages.get(mover(game), pages.at(game)))["payable"][0])


def test_on_turn_a_payable_route_offers_its_payments(rich: Game) -> None:
    route = payable(rich)
    response = pages.get(mover(rich), pages.at(rich, f"decide/route/?id={route}"))

    assert names.route("usa", route) in pages.text(response)
    assert 'name="pay"' in response.content.decode()
    assert 'type="submit"' in response.content.decode()


def test_out_of_turn_a_route_tells_why_not(rich: Game) -> None:
    response = pages.get(waiter(rich), pages.at(rich, f"decide/route/?id={payable(rich)}"))

    assert names.route("usa", payable(rich)) in pages.text(response)
    assert 'name="pay"' not in response.content.decode()
    assert 'type="submit"' not in response.content.decode()


def test_a_spectator_sees_a_route_without_payments(rich: Game, charlie: User) -> None:
    for user in (charlie, None):
        response = pages.get(user, pages.at(rich, f"decide/route/?id={payable(rich)}"))
        assert response.status_code == 200
        assert 'name="pay"' not in response.content.decode()


@pytest.mark.parametrize("query", ["", "?id=", "?id=mars-venus", "?id=%00", "?id=../../etc"])
def test_an_unknown_route_is_not_found(turn: Game, query: str) -> None:
    assert pages.get(mover(turn), pages.at(turn, f"decide/route/{query}")).status_code == 404


def test_an_unknown_panel_is_not_found(turn: Game) -> None:
    assert pages.get(mover(turn), pages.at(turn, "decide/everything/")).status_code == 404


def listed(user: User | None, game: Game) -> tuple[set[str], set[str]]:
    """The list of routes: the track that each pair opens, of those to be paid and of the others."""
    page = pages.get(user, pages.at(game, "decide/routes/")).content.decode()
    payable, others = page.split("data-when-searching")
    payable_ids, other_ids = (
        set(re.findall(r"decide/route/\?id=([\w.-]+)", part)) for part in (payable, others)
    )
    return payable_ids, other_ids


def pair(route: str) -> tuple[str, ...]:
    return tuple(names.routes("usa")[route]["cities"])


def test_the_list_of_routes_holds_all_pairs_those_that_can_be_paid_first(rich: Game, charlie: User) -> None:
    lit = position(pages.get(mover(rich), pages.at(rich)))["payable"]
    payable, others = listed(mover(rich), rich)
    assert {pair(route) for route in payable} == {pair(route) for route in lit}
    assert payable <= set(lit)  # it opens at a track that can be paid
    assert len(payable) + len(others) == 78  # pairs of cities on this board (A44)
    for user in (waiter(rich), charlie, None):
        nothing, everything = listed(user, rich)
        assert (len(nothing), len(everything)) == (0, 78)


def hold(game: Game, cards: dict[str, int]) -> None:
    """The mover's hand is another one."""
    game.refresh_from_db()
    assert game.state is not None
    game.state["hands"][min(cast.table(game).decisions)] = cards
    game.save(update_fields=["state"])


def test_the_list_of_routes_says_what_helps_a_ticket(turn: Game) -> None:
    """With six of each colour every route of a ticket's shortest way can be paid."""
    hold(turn, dict.fromkeys(engine.COLOURS, 6))
    listed = pages.text(pages.get(mover(turn), pages.at(turn, "decide/routes/")))
    (first, *_rest) = cast.table(turn).edition.describe_view(
        engine.view(cast.table(turn).state, min(cast.table(turn).decisions))
    )["you"]["tickets"]
    assert f"nearer to {names.ticket('usa', first['id'])}" in listed


def test_the_list_of_routes_says_why_not(turn: Game) -> None:
    hold(turn, {"red": 1})
    mine, others = (
        pages.text(pages.get(user, pages.at(turn, "decide/routes/"))) for user in (mover(turn), waiter(turn))
    )
    assert "1 of 2: one more fitting card or locomotive needed." in mine
    assert "It is not your turn." in others
    assert "nearer to" not in others


def test_tickets_are_drawn_on_turn_alone(turn: Game, charlie: User) -> None:
    on_turn = pages.get(mover(turn), pages.at(turn, "decide/tickets/")).content.decode()
    assert 'type="submit"' in on_turn
    for user in (waiter(turn), charlie, None):
        assert 'type="submit"' not in pages.get(user, pages.at(turn, "decide/tickets/")).content.decode()


# Secrets; that nothing of others is told is looked at in tests/secrets


def own_secrets(game: Game, seat: int) -> tuple[set[str], set[str]]:
    """Ids and names of the tickets that this seat holds or looks at."""
    state, edition = cast.table(game).state, cast.table(game).edition
    held = [*state.tickets[seat], *state.offered[seat]]
    ids = {edition.board.tickets[ticket].id for ticket in held}  # type: ignore[attr-defined]
    return ids, {names.ticket(game.edition, ticket) for ticket in ids}


def test_my_own_tickets_are_on_my_page(turn: Game) -> None:
    _ids, titles = own_secrets(turn, 0)
    page = pages.text(pages.get(cast.user_of(turn, 0), pages.at(turn)))
    assert all(title in page for title in titles)


def test_a_spectator_has_no_hand(rich: Game, charlie: User) -> None:
    assert 'class="hand' in pages.get(mover(rich), pages.at(rich)).content.decode()
    for user in (charlie, None):
        for what in ("", PANELS):
            page = pages.get(user, pages.at(rich, what)).content.decode()
            assert 'class="grp' not in page
            assert 'class="hand' not in page


def test_the_colour_of_a_card_drawn_blind_is_told_to_its_owner_alone(turn: Game, charlie: User) -> None:
    cast.answer(turn, 0, {"type": "draw_card", "from": "deck"})
    lines = {
        user: log_of(pages.get(user, pages.at(turn)))[0]
        for user in (cast.user_of(turn, 0), cast.user_of(turn, 1), charlie)
    }

    assert "chip-" in lines[cast.user_of(turn, 0)]
    for user in (cast.user_of(turn, 1), charlie):
        assert "drew a card from the deck" in lines[user]
        assert "chip-" not in lines[user]


def log_of(response: Any) -> list[str]:
    """Lines of the log, the newest first."""
    page = response.content.decode()
    return [line for line in re.findall(r"(?s)<li\b[^>]*>.*?</li>", page) if "drew" in line]


def test_when_it_is_over_everything_is_open(alice: User, bob: User) -> None:
    game = cast.started(alice, bob)
    cast.play_on(game, 10_000)
    _ids, titles = own_secrets(game, 0)

    for user in (alice, bob, None):
        page = pages.text(pages.get(user, pages.at(game)))
        assert "Game over" in page
        assert all(title in page for title in titles)


# Queries


@pytest.mark.parametrize("what", ["", PANELS, "decide/routes/", "decide/tickets/"])
def test_a_page_takes_few_queries_and_no_more_in_a_longer_game(turn: Game, what: str) -> None:
    def counts() -> list[int]:
        people = (mover(turn), waiter(turn), None)
        return [pages.queries(user, pages.at(turn, what)) for user in people]

    at_first = counts()
    cast.play_on(turn, 60)
    assert counts() == at_first
    assert max(at_first) <= MOST_QUERIES


def test_whoever_comes_by_the_link_of_a_notice_signs_in_first_and_is_led_there(
    turn: Game, alice: User
) -> None:
    """B16: also at a table that everybody may look at."""
    answer = Client().get(f"/games/{turn.pk}/?mine")
    assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next=/games/{turn.pk}/")

    browser = Client()
    form = {"login": "alice", "password": "a long sentence", "next": f"/games/{turn.pk}/"}
    answer = browser.post("/accounts/login/", form)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{turn.pk}/")
    assert browser.get(f"/games/{turn.pk}/?mine").status_code == 200
