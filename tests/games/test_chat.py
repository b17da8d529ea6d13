"""Talking at a table: who may, what is kept of a text, how much of it, and whom a line names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import Notice, User
from accounts.notices.kinds import Kind
from games import selectors
from games.models import ChatLine, Game
from games.services import absence, chat, lobby
from games.services.errors import BadRequest, Forbidden, KeyReused, NotOpen, NotYourSeat, TooFast
from tests import cast

if TYPE_CHECKING:
    from tests.conftest import Hands

pytestmark = pytest.mark.django_db


def say(user: User, game: Game, text: str = "hello", key: str = "") -> ChatLine:
    return chat.say(game_id=game.pk, user=user, text=text, key=key or cast.key()).line


def texts(game: Game, after: int | None = None) -> list[str]:
    return [line.text for line in selectors.chat(game, after=after)]


def named(game: Game) -> list[str]:
    """Who is told, in order."""
    rows = Notice.objects.filter(thread=f"game-{game.pk}", kind=Kind.MENTION, channel="mail")
    return list(rows.order_by("pk").values_list("user__username", flat=True))


# --- who ----------------------------------------------------------------------------------------------


def test_players_talk_and_strangers_do_not(game: Game, alice: User, bob: User, charlie: User) -> None:
    say(alice, game, "one")
    say(bob, game, "two")
    with pytest.raises(NotYourSeat):
        say(charlie, game)
    assert texts(game) == ["one", "two"]


def test_from_the_open_table_to_after_the_end(alice: User, bob: User, charlie: User) -> None:
    game = lobby.open_table(user=alice, edition="usa", size=2)
    say(alice, game, "who comes?")
    with pytest.raises(NotYourSeat):
        say(bob, game)
    lobby.join(game_id=game.pk, user=bob, invite=game.invite)
    say(bob, game, "I do")
    cast.choose_tickets(game)
    absence.resign(game_id=game.pk, user=bob)
    say(bob, game, "sorry")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, result=[], ended_at=game.created_at)
    say(alice, game, "well played")
    assert texts(game) == ["who comes?", "I do", "sorry", "well played"]


def test_whoever_leaves_an_open_table_is_a_stranger_again(alice: User, bob: User) -> None:
    game = lobby.open_table(user=alice, edition="usa", size=3)
    lobby.join(game_id=game.pk, user=bob, invite=game.invite)
    lobby.leave(game_id=game.pk, user=bob)
    with pytest.raises(NotYourSeat):
        say(bob, game)


def test_whose_seat_was_taken_over_still_talks(turn: Game, alice: User, charlie: User, bob: User) -> None:
    absence.resign(game_id=turn.pk, user=bob)
    absence.take_over(game_id=turn.pk, user=charlie)
    say(bob, turn, "take care of it")
    say(charlie, turn, "I will")
    assert len(texts(turn)) == 2


def test_guests_do_not_talk(game: Game, alice: User) -> None:
    alice.is_guest = True
    alice.save()
    with pytest.raises(Forbidden, match="Guests do not talk"):
        say(alice, game)


def test_one_person_alone_with_computers_has_no_chat(alice: User) -> None:
    game = cast.started(alice, bots=("easy", "easy"))
    with pytest.raises(NotOpen, match="Nobody else"):
        say(alice, game)
    assert not selectors.see(game_id=game.pk, user=alice).may_talk


def test_the_others_seat_may_be_of_a_deleted_account(turn: Game, alice: User, bob: User) -> None:
    say(bob, turn, "bye")
    bob.delete()
    say(alice, turn, "so long")
    gone, stayed = selectors.chat(turn)
    assert (gone.user, gone.text, stayed.user) == (None, "bye", alice)


# --- what is kept -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  hi \n", "hi"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("a\x00b\x07c\x1b[31m", "abc[31m"),
        ("a\tb", "a b"),
        ("a\n\n\n\n\nb", "a\n\nb"),
        ("a\u2028b", "a\nb"),
        ("<b>no</b> & 'so'", "<b>no</b> & 'so'"),
        ("👩‍🚒 Grüße", "👩‍🚒 Grüße"),
        ("x" * 500, "x" * 500),
        (" " * 600 + "x", "x"),
    ],
)
def test_what_is_kept(game: Game, alice: User, text: str, kept: str) -> None:
    say(alice, game, text)
    assert texts(game) == [kept]


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "\x00\x07", "\u200b\u200b", "x" * 501])
def test_what_is_not(game: Game, alice: User, text: str) -> None:
    with pytest.raises(BadRequest):
        say(alice, game, text)
    assert texts(game) == []


# --- keys ---------------------------------------------------------------------------------------------


def test_the_same_key_is_the_same_line(game: Game, alice: User, bob: User) -> None:
    first = chat.say(game_id=game.pk, user=alice, text="@bobby hi", key="k")
    again = chat.say(game_id=game.pk, user=alice, text=" @bobby hi ", key="k")
    assert (first.repeated, again.repeated, again.line) == (False, True, first.line)
    assert (texts(game), named(game)) == (["@bobby hi"], ["bobby"])
    with pytest.raises(KeyReused):
        say(alice, game, "something else", key="k")
    say(bob, game, "hi", key="k")  # of somebody else
    assert len(texts(game)) == 2


@pytest.mark.parametrize("key", ["k" * 201, "a\x00b"])
def test_a_key_is_short_and_printable(game: Game, alice: User, key: str) -> None:
    with pytest.raises(BadRequest, match="Idempotency-Key"):
        say(alice, game, key=key)
    with pytest.raises(BadRequest, match="Idempotency-Key"):
        chat.say(game_id=game.pk, user=alice, text="hi", key="")


# --- how much -----------------------------------------------------------------------------------------


def test_twenty_lines_a_minute(game: Game, alice: User, bob: User, hands: Hands) -> None:
    say(alice, game, "first", key="first")
    hands.on(seconds=20)
    for _ in range(19):
        say(alice, game)
    with pytest.raises(TooFast) as refused:
        say(alice, game)
    assert refused.value.facts["retry_after"] == 40
    say(bob, game)  # somebody else's are others
    assert chat.say(game_id=game.pk, user=alice, text="first", key="first").repeated
    hands.on(seconds=40)
    say(alice, game)
    with pytest.raises(TooFast):
        say(alice, game)


def test_three_hundred_a_day_at_one_table(game: Game, alice: User, bob: User, hands: Hands) -> None:
    ChatLine.objects.bulk_create(
        ChatLine(game=game, user=alice, text="x", at=hands.on(seconds=30)) for _ in range(300)
    )
    with pytest.raises(TooFast) as refused:
        say(alice, game)
    assert refused.value.facts["retry_after"] == 24 * 3600 - 299 * 30
    say(alice, cast.started(alice, bob))
    hands.on(days=1)
    say(alice, game)


# --- reading ------------------------------------------------------------------------------------------


def test_the_last_lines_or_the_first_after_one(
    game: Game, alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    rows = [ChatLine(game=game, user=alice, text=str(n), at=game.created_at) for n in range(201)]
    pks = [row.pk for row in ChatLine.objects.bulk_create(rows)]
    say(alice, cast.started(alice, bob), "elsewhere")
    with django_assert_num_queries(1):
        last = [(line.text, line.user and line.user.username) for line in selectors.chat(game)]
    assert last == [(str(n), "alice") for n in range(1, 201)]
    assert texts(game, after=0) == [str(n) for n in range(200)]
    assert texts(game, after=pks[198]) == ["199", "200"]
    assert texts(game, after=pks[200]) == []


# --- names --------------------------------------------------------------------------------------------


@pytest.fixture
def crowd(alice: User) -> Game:
    """Alice, and people whose names contain one another."""
    return cast.started(
        alice, cast.person("al-"), cast.person("ali"), cast.person("Ali-2"), cast.person("ali_x")
    )


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("@ali hi", ["ali"]),
        ("hi @ALI, and @ali again", ["ali"]),
        ("(@Ali-2)", ["Ali-2"]),
        ("@ali-2: @ali_x!", ["Ali-2", "ali_x"]),
        ("@ali- well", ["ali"]),
        ("@al- @ali-3 @alic @al", ["al-"]),
        ("ali, no at; mail@ali.example", []),
        ("@alié @ali.", ["ali"]),
        ("@alice that is me", []),
        ("@charlie is elsewhere", []),
        ("@ ali", []),
        ("first\n@ali_x", ["ali_x"]),
    ],
)
def test_whole_names_in_any_case(crowd: Game, alice: User, charlie: User, text: str, whom: list[str]) -> None:
    say(alice, crowd, text)
    assert sorted(named(crowd)) == sorted(whom)


def test_whoever_gave_the_seat_up_may_be_named_whoever_lost_it_not(
    turn: Game, alice: User, bob: User, charlie: User
) -> None:
    absence.resign(game_id=turn.pk, user=bob)
    say(alice, turn, "@bobby come back")
    absence.take_over(game_id=turn.pk, user=charlie)
    say(alice, turn, "@bobby @charlie")
    assert named(turn) == ["bobby", "charlie"]
