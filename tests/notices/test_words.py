"""What notices of games say, to each person, and what they must not say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accounts import clock
from accounts.models import Notice, User
from accounts.notices import letters
from accounts.notices.kinds import Kind
from accounts.notices.subjects import Story
from games import notices as truth
from games.models import Game, Seat
from games.services import absence, deadlines, invitations, lobby, nudges, pauses
from games.web.notices import Games
from tests import cast
from tests.notices.post_office import thread
from tests.web.test_words import Reader, bracketed, outside  # noqa: F401  (a fixture, and what it is for)

if TYPE_CHECKING:
    from tests.conftest import Hands

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hands")]

A_DAY = {"per_decision_s": 24 * 3600, "reserve_s": 0}
EDITIONS = {
    "usa": "USA · 2 players",
    "usa-big-cities": "USA Big Cities · 2 players",
    "europe": "Europe · 2 players",
    "card-game": "The Card Game · 2 players",
}


def started(*people: User, edition: str = "usa", clock: Any = A_DAY, **options: Any) -> Game:
    """In their first tickets."""
    return cast.started(*people, edition=edition, clock=clock, **options)


def begun(*people: User, **options: Any) -> Game:
    """In the first turn."""
    game = started(*people, **options)
    cast.choose_tickets(game)
    return game


def mover(game: Game) -> User:
    return cast.user_of(game, game.decisions.get().seat)


def other_than(user: User, game: Game) -> User:
    return next(seat.user for seat in game.seats.all() if seat.user not in (None, user))


def row(user: User, game: Game, kind: Kind, ending: str = "") -> Notice:
    """The person's last notice of this kind."""
    rows = Notice.objects.filter(user=user, thread=thread(game), kind=kind, channel="mail")
    return rows.filter(matter__endswith=ending).latest("pk")


def story(user: User, game: Game, *rows: Notice) -> Story:
    with letters.speaking_to(user):
        return Games().story(user, thread(game), list(rows))


def said(user: User, game: Game, kind: Kind, ending: str = "") -> Story:
    return story(user, game, row(user, game, kind, ending))


def words(told: Story) -> tuple[str, str, list[str], str]:
    return told.subject, told.heading, list(told.lead), told.short


# --- turns --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_turn(edition: str, alice: User, bob: User) -> None:
    game = begun(alice, bob, edition=edition)
    user = mover(game)

    told = said(user, game, Kind.YOUR_TURN)

    assert words(told) == (
        f"Your turn at Table {game.pk} until Tue 12:00",
        f"Your turn, {user.username}",
        [],
        "Your turn until Tue 12:00.",
    )
    assert (told.name, told.about, told.is_turn) == (f"Table {game.pk}", EDITIONS[edition], True)
    assert (told.path, told.button) == (f"/games/{game.pk}/?mine", "Go to the table")
    assert told.foot == ["If you do not move in time, the computer makes this turn for you."]


def test_a_turn_without_a_clock(alice: User, bob: User) -> None:
    game = begun(alice, bob, clock=None)
    user = mover(game)

    told = said(user, game, Kind.YOUR_TURN)

    assert words(told) == (f"Your turn at Table {game.pk}", f"Your turn, {user.username}", [], "Your turn.")
    assert told.foot == []


def test_a_turn_where_the_first_miss_costs_the_seat(alice: User, bob: User) -> None:
    game = begun(alice, bob, clock={**A_DAY, "strict": True})

    told = said(mover(game), game, Kind.YOUR_TURN)

    assert told.foot == ["If you do not move in time, you lose the seat to a stand-in; you may take it back."]


@pytest.mark.parametrize("edition", EDITIONS)
def test_first_tickets(edition: str, alice: User, bob: User) -> None:
    game = started(alice, bob, edition=edition)

    told = said(alice, game, Kind.YOUR_TURN)

    assert words(told) == (
        f"Table {game.pk} has begun: choose your tickets until Tue 12:00",
        "Choose your first tickets, alice",
        [],
        "Your turn until Tue 12:00.",
    )
    assert told.foot == ["If you do not choose in time, the game is called off."]


def test_first_tickets_without_a_clock(alice: User, bob: User) -> None:
    game = started(alice, bob, clock=None)

    assert said(alice, game, Kind.YOUR_TURN).subject == f"Table {game.pk} has begun: choose your tickets"


@pytest.mark.parametrize("which", ["half", "fifth"])
def test_a_reminder(which: str, alice: User, bob: User) -> None:
    game = begun(alice, bob)
    user = mover(game)

    assert words(said(user, game, Kind.REMINDER, f"/{which}")) == (
        f"Reminder: your turn at Table {game.pk} until Tue 12:00",
        f"It is still your turn, {user.username}",
        [],
        "Your turn until Tue 12:00.",
    )


def test_a_nudge(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    user = mover(game)
    waits = other_than(user, game)
    hands.on(hours=13)
    nudges.nudge(game_id=game.pk, user=waits)

    assert words(said(user, game, Kind.REMINDER, "/nudge")) == (
        f"{waits.username} asks for your move at Table {game.pk}",
        f"Your turn, {user.username}",
        [f"{waits.username} waits for you."],
        f"{waits.username} waits for you. Your turn until Tue 12:00.",
    )


def test_of_another_week_the_day_is_named(alice: User, bob: User) -> None:
    """Seven days on it is Monday again, and "Mon" would be today."""
    game = begun(alice, bob, clock={"per_decision_s": 7 * 24 * 3600, "reserve_s": 0})

    told = said(mover(game), game, Kind.YOUR_TURN)

    assert told.subject == f"Your turn at Table {game.pk} until Mon 8 Jun 12:00"


def test_times_are_the_readers(alice: User, bob: User) -> None:
    for person in (alice, bob):
        person.time_zone = "America/New_York"
        person.save()
    game = begun(alice, bob)

    assert said(mover(game), game, Kind.YOUR_TURN).short == "Your turn until Tue 08:00."


def test_turns_in_a_list(alice: User, bob: User) -> None:
    tickets = started(alice, bob, edition="europe")
    move = begun(alice, bob)
    user = mover(move)

    listed = {turn.thread: (turn.title, turn.what, turn.path) for turn in Games().turns(user)}

    assert listed == {
        f"game-{tickets.pk}": (
            f"Table {tickets.pk}, Europe",
            "choose your first tickets",
            f"/games/{tickets.pk}/?mine",
        ),
        f"game-{move.pk}": (f"Table {move.pk}, USA", "make your move", f"/games/{move.pk}/?mine"),
    }


# --- the game -----------------------------------------------------------------------------------------


def test_the_start(alice: User, bob: User, charlie: User) -> None:
    game = started(alice, bob, charlie)
    order = [seat.user.username if seat.user != bob else "you" for seat in game.seats.order_by("number")]

    assert words(said(bob, game, Kind.GAME_STARTED)) == (
        f"Table {game.pk} has begun",
        f"Table {game.pk} has begun",
        [f"Play goes in this order: {order[0]}, {order[1]} and {order[2]}."],
        "The game has begun. Your turn until Tue 12:00.",
    )


def over(game: Game, *totals: int) -> dict[str, Any]:
    """Finish it with these points of seats 0, 1, ...; who has the most wins. Gives names by seat."""
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    sheets = [
        {"seat": seat, "total": totals[seat], "place": 1 + sum(total > totals[seat] for total in totals)}
        for seat in order
    ]
    game.decisions.all().delete()
    Game.objects.filter(pk=game.pk).update(status="finished", result=sheets, ended_at=clock.now())
    return {seat.number: seat.user for seat in game.seats.all()}


def finished(user: User, game: Game) -> Notice:
    kind = Kind.GAME_FINISHED
    return Notice(user=user, thread=thread(game), made_at=clock.now(), matter="end", kind=kind)


def end(user: User, game: Game) -> Story:
    return story(user, game, finished(user, game))


def test_the_end(alice: User, bob: User, charlie: User) -> None:
    game = begun(alice, bob, charlie)
    first, second, third = over(game, 120, 96, -3).values()

    won, lost, last = (end(user, game) for user in (first, second, third))

    assert words(won) == (
        f"Table {game.pk} is over: you win with 120 points",
        f"Table {game.pk} is over",
        [f"The result: you 120, {second.username} 96, {third.username} −3."],
        f"The result: you 120, {second.username} 96, {third.username} −3.",
    )
    assert lost.subject == f"Table {game.pk} is over: {first.username} wins with 120 points"
    assert last.lead == [f"The result: {first.username} 120, {second.username} 96, you −3."]
    assert (won.is_turn, won.facts, won.foot) == (False, [], [])


def test_a_win_that_is_shared(alice: User, bob: User, charlie: User) -> None:
    game = begun(alice, bob, charlie)
    first, second, third = over(game, 1, 1, 0).values()

    assert end(first, game).subject == (
        f"Table {game.pk} is over: you and {second.username} share the win with 1 point"
    )
    assert end(third, game).subject == (
        f"Table {game.pk} is over: {first.username} and {second.username} share the win with 1 point"
    )


def called_off(game: Game, hands: Hands, *staying: User) -> None:
    for user in staying:
        cast.keep_all(game, Seat.objects.get(game=game, user=user).number)
    hands.on(hours=24)
    deadlines.time_up(game_id=game.pk)


def test_called_off_because_somebody_never_came(alice: User, bob: User, charlie: User, hands: Hands) -> None:
    game = started(alice, bob, charlie)
    called_off(game, hands, alice, charlie)
    game.refresh_from_db()
    assert game.successor_id is not None

    stayed, absent = (said(user, game, Kind.GAME_FINISHED) for user in (alice, bob))

    assert words(stayed) == (
        f"Table {game.pk} was called off",
        f"Table {game.pk} was called off",
        [
            "bobby never chose first tickets, so the game does not count.",
            f"It begins anew at Table {game.successor_id}, where you have a seat.",
        ],
        "bobby never chose first tickets, so the game does not count.",
    )
    assert words(absent) == (
        f"Table {game.pk} was called off",
        f"Table {game.pk} was called off",
        ["You never chose first tickets, so the game does not count."],
        "You never chose first tickets, so the game does not count.",
    )


def test_called_off_and_nobody_is_left(alice: User, bob: User, hands: Hands) -> None:
    game = started(alice, bob)
    called_off(game, hands)

    told = said(alice, game, Kind.GAME_FINISHED)

    assert told.lead == ["You never chose first tickets, so the game does not count."]


def test_an_invitation(alice: User, bob: User) -> None:
    game = lobby.open_table(user=alice, edition="europe", size=4, bots=["easy"])
    invitations.invite(game_id=game.pk, user=alice, username="bobby")

    told = said(bob, game, Kind.INVITATION)

    assert words(told) == (
        f"alice invites you to Table {game.pk}",
        f"alice invites you to Table {game.pk}",
        ["2 seats are free."],
        "alice invites you to this table.",
    )
    assert told.path == f"/invitations/{game.invite}/"
    assert told.about == "Europe · 4 players"


# --- seats and deadlines ------------------------------------------------------------------------------


def test_a_missed_turn_and_then_a_stand_in(alice: User, bob: User, hands: Hands) -> None:
    game = begun(alice, bob)
    user = mover(game)
    other = other_than(user, game)
    hands.on(hours=24)
    deadlines.time_up(game_id=game.pk)

    assert words(said(user, game, Kind.SEAT_CHANGED)) == (
        f"You missed a turn at Table {game.pk}",
        f"You missed a turn at Table {game.pk}",
        ["The computer made this one turn for you. After a second miss in a row it plays on."],
        "You missed a turn, and the computer made it for you.",
    )
    missed = row(user, game, Kind.SEAT_CHANGED)

    while mover(game) != user:
        cast.play_on(game, 1)
    hands.on(hours=24)
    deadlines.time_up(game_id=game.pk)

    assert words(said(user, game, Kind.SEAT_CHANGED)) == (
        f"A stand-in plays for you at Table {game.pk}",
        f"A stand-in plays for you at Table {game.pk}",
        ["Your time was up. At the table you can take the seat back."],
        "Your time was up, and a stand-in plays for you.",
    )
    name = user.username
    assert words(said(other, game, Kind.SEAT_CHANGED))[:3] == (
        f"A stand-in plays for {name} at Table {game.pk}",
        f"A stand-in plays for {name} at Table {game.pk}",
        [f"The time of {name} was up. A stand-in plays on until {name} comes back."],
    )
    # The first of the two is not told any more, and there would be no words for it.
    assert not truth.verdicts(user, [missed], hands.at)[missed.pk].holds


def test_leaving_coming_back_resigning_and_taking_over(
    alice: User, bob: User, charlie: User, hands: Hands
) -> None:
    game = begun(alice, bob, charlie, public=True)
    dora = cast.person("dora")
    table = f"Table {game.pk}"
    others = [user for user in (alice, charlie) if user != mover(game)]

    absence.leave(game_id=game.pk, user=bob)
    told = said(others[0], game, Kind.SEAT_CHANGED)
    assert words(told) == (
        f"bobby has left {table}",
        f"bobby has left {table}",
        ["A stand-in plays on until bobby comes back."],
        "bobby has left.",
    )
    absence.reclaim(game_id=game.pk, user=bob)
    told = said(others[0], game, Kind.SEAT_CHANGED)
    assert words(told) == (f"bobby is back at {table}", f"bobby is back at {table}", [], "bobby is back.")

    absence.resign(game_id=game.pk, user=bob)
    told = said(others[0], game, Kind.SEAT_CHANGED)
    assert words(told) == (
        f"bobby has resigned at {table}",
        f"bobby has resigned at {table}",
        ["A stand-in plays on."],
        "bobby has resigned.",
    )
    absence.take_over(game_id=game.pk, user=dora)
    told = said(others[0], game, Kind.SEAT_CHANGED)
    assert words(told) == (
        f"dora plays on for bobby at {table}",
        f"dora plays on for bobby at {table}",
        [],
        "dora plays on for bobby.",
    )
    assert words(said(bob, game, Kind.SEAT_CHANGED)) == (
        f"dora plays on for you at {table}",
        f"dora plays on for you at {table}",
        ["The seat that you gave up is now dora's."],
        "dora plays on for you.",
    )
    assert not Notice.objects.filter(user=dora, kind=Kind.SEAT_CHANGED).exists()


def test_news_to_whoever_has_the_turn_says_both(alice: User, bob: User, charlie: User) -> None:
    game = begun(alice, bob, charlie)
    user = mover(game)
    leaves = other_than(user, game)
    absence.leave(game_id=game.pk, user=leaves)

    assert said(user, game, Kind.SEAT_CHANGED).short == (
        f"{leaves.username} has left. Your turn until Tue 12:00."
    )


def test_a_pause_asked_for_and_begun(alice: User, bob: User) -> None:
    game = begun(alice, bob)
    user = mover(game)
    asks = other_than(user, game)
    table = f"Table {game.pk}"
    pauses.ask(game_id=game.pk, user=asks, days=2)

    assert words(said(user, game, Kind.DEADLINE_MOVED)) == (
        f"{asks.username} asks for a pause of 2 days at {table}",
        f"{asks.username} asks for a pause of 2 days at {table}",
        ["If you do not answer until Tuesday 2 June, 12:00 (UTC), that counts as a yes."],
        f"{asks.username} asks for a pause of 2 days. Your turn until Tue 12:00.",
    )

    pauses.answer(game_id=game.pk, user=user, agrees=True)

    assert words(said(user, game, Kind.DEADLINE_MOVED)) == (
        f"{table} pauses until Wed 12:00",
        f"{table} pauses until Wed 12:00",
        [
            "All clocks stand still until Wednesday 3 June, 12:00 (UTC).",
            "Your turn now ends on Thursday 4 June, 12:00 (UTC).",
        ],
        "All clocks stand still until Wed 12:00. Your turn until Thu 12:00.",
    )
    assert words(said(asks, game, Kind.DEADLINE_MOVED))[2:] == (
        ["All clocks stand still until Wednesday 3 June, 12:00 (UTC)."],
        "All clocks stand still until Wed 12:00.",
    )


def test_a_pause_that_was_refused(alice: User, bob: User) -> None:
    game = begun(alice, bob)
    user = mover(game)
    asks = other_than(user, game)
    pauses.ask(game_id=game.pk, user=asks, days=1)
    assert "a pause of 1 day at" in said(user, game, Kind.DEADLINE_MOVED).subject
    pauses.answer(game_id=game.pk, user=user, agrees=False)

    assert words(said(asks, game, Kind.DEADLINE_MOVED)) == (
        f"No pause at Table {game.pk}",
        f"No pause at Table {game.pk}",
        ["The pause that you asked for was refused."],
        "The pause that you asked for was refused.",
    )


def mention(user: User, game: Game, who: str) -> Notice:
    fields = {"made_at": clock.now(), "matter": "chat-1", "kind": Kind.MENTION, "facts": {"who": who}}
    return Notice(user=user, thread=thread(game), **fields)


def test_a_mention(alice: User, bob: User) -> None:
    game = begun(alice, bob)
    user = mover(game)
    other = other_than(user, game)

    assert words(story(other, game, mention(other, game, user.username))) == (
        f"{user.username} wrote to you at Table {game.pk}",
        f"{user.username} wrote to you at Table {game.pk}",
        [],
        f"{user.username} wrote to you.",
    )


def test_of_several_the_turn_comes_first_and_nothing_is_lost(alice: User, bob: User, charlie: User) -> None:
    game = begun(alice, bob, charlie)
    user = mover(game)
    leaves = other_than(user, game)
    absence.leave(game_id=game.pk, user=leaves)
    rows = [row(user, game, Kind.SEAT_CHANGED), row(user, game, Kind.YOUR_TURN)]

    told = story(user, game, *rows)

    assert told.subject == f"Your turn at Table {game.pk} until Tue 12:00"
    assert told.lead == [f"A stand-in plays on until {leaves.username} comes back."]
    assert told.kinds == ["your_turn", "seat_changed"]


def test_a_table_that_is_not_theirs_any_more_shows_nothing_of_itself(alice: User, bob: User) -> None:
    """Somebody plays on in Bob's seat, and strangers may not look on."""
    game = begun(alice, bob, spectators=False)
    absence.resign(game_id=game.pk, user=bob)
    notice = row(alice, game, Kind.SEAT_CHANGED)
    notice.user = bob
    Seat.objects.filter(game=game, user=bob).update(user=cast.person("dora"))

    told = story(bob, game, notice)

    assert (told.happened, told.facts, told.is_turn) == ([], [], False)


# --- what must not be said ----------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_hidden_changes_no_word(edition: str, alice: User, bob: User) -> None:
    """Other cards and tickets in both hands and in the deck: neither subject nor body tells them apart."""
    game = begun(alice, bob, edition=edition)
    cast.play_on(game, 4)
    while game.decisions.get().kind != "turn":
        cast.play_on(game, 1)
    user = mover(game)
    notice = row(user, game, Kind.YOUR_TURN)
    before = story(user, game, notice)

    hide_otherwise(game)

    assert story(user, game, notice) == before


def hide_otherwise(game: Game) -> None:
    """As many cards in each hand and track as before, all of them locomotives; the tickets change hands."""
    game.refresh_from_db()
    state: Any = game.state
    before = repr(state)
    for pile in ("deck", "ticket_deck"):
        if pile in state:
            state[pile] = state[pile][::-1]
    state["tickets"] = state["tickets"][::-1]
    for seat, hand in enumerate(state["hands"]):
        number = sum(hand.values())
        state["hands"][seat] = {"locomotive": number}
    for seat, track in enumerate(state.get("tracks", ())):
        state["tracks"][seat] = {"locomotive": sum(track.values())} if track else track
    assert repr(state) != before
    game.save(update_fields=["state"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_body_names_no_ticket_and_no_card_of_the_hand(edition: str, alice: User, bob: User) -> None:
    game = begun(alice, bob, edition=edition)
    user = mover(game)
    told = story(user, game, row(user, game, Kind.YOUR_TURN))
    text = repr((told.subject, told.short, told.heading, told.lead, told.happened, told.facts, told.foot))
    face_up = {card for card in cast.table(game).game.state["row"] if card}

    for colour in {"red", "orange", "yellow", "green", "blue", "purple", "black", "white"} - face_up:
        assert colour not in text


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_word_is_translated(edition: str, alice: User, bob: User, charlie: User, hands: Hands) -> None:
    table = lobby.open_table(user=alice, edition=edition, size=3)
    invitations.invite(game_id=table.pk, user=alice, username="bobby")
    first = started(alice, bob, charlie, edition=edition)
    first_rows = check_all(table) | check_all(first)
    game = begun(alice, bob, charlie, edition=edition)
    cast.play_on(game, 6)
    user = mover(game)
    other = other_than(user, game)
    hands.on(hours=13)
    nudges.nudge(game_id=game.pk, user=other)
    pauses.ask(game_id=game.pk, user=user, days=2)
    pauses.answer(game_id=game.pk, user=other, agrees=False)
    pauses.ask(game_id=game.pk, user=other, days=2)
    absence.leave(game_id=game.pk, user=other)
    absence.reclaim(game_id=game.pk, user=other)
    absence.resign(game_id=game.pk, user=other)
    called_off(first, hands)
    kinds = first_rows | check_all(game) | check_all(first)
    over(game, 9, 9, 1)
    for person in (alice, bob, charlie):
        check(person, game, mention(person, game, "alice"))
        check(person, game, finished(person, game))

    assert kinds == set(Kind) - {Kind.SECURITY, Kind.MENTION}


def check_all(game: Game) -> set[str]:
    """All that was told of the game; gives the kinds."""
    rows = list(Notice.objects.filter(thread=thread(game), channel="mail").select_related("user"))
    for notice in rows:
        if notice.kind != Kind.GAME_FINISHED or Game.objects.get(pk=game.pk).is_void:
            check(notice.user, game, notice)
    return {notice.kind for notice in rows}


def check(user: User, game: Game, notice: Notice) -> None:
    told = story(user, game, notice)
    columns = [*told.happened, *told.facts]
    texts = [told.name, told.subject, told.heading, told.short, told.about, told.button, *told.lead]
    texts += [told.happened_title, *told.foot, *(text for column in columns for text in column)]
    letter = letters.letter(user, told, [notice])
    [html] = [str(part.content) for part in letter.alternatives]  # type: ignore[attr-defined]
    reader = Reader()
    reader.feed(html)
    texts += [str(letter.body), *reader.said]
    assert [word for text in texts for word in outside(text)] == [], notice


# --- names of people ----------------------------------------------------------------------------------


def test_a_name_adds_no_header_and_no_element(alice: User, bob: User, hands: Hands) -> None:
    """No form takes such a one; one that came about otherwise would do no harm."""
    game = begun(alice, bob)
    user = mover(game)
    other = other_than(user, game)
    hands.on(hours=13)
    nudges.nudge(game_id=game.pk, user=other)
    notice = row(user, game, Kind.REMINDER, "/nudge")
    notice.facts["who"] = "<b>\r\nBcc: e@e.org"

    letter = letters.letter(user, story(user, game, notice), [notice])

    assert letter.recipients() == [user.email]
    assert letter.message()["Bcc"] is None
    assert "\n" not in letter.subject
    assert letter.subject.startswith("<b> Bcc: e@e.org asks for your move")
    [html] = [str(part.content) for part in letter.alternatives]  # type: ignore[attr-defined]
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


def test_a_name_cannot_have_such_letters(alice: User) -> None:
    for name in ("a\r\nBcc: eve@example.org", "<b>", "a%(table)s", "a b"):
        alice.username = name
        with pytest.raises(Exception, match="Use letters"):
            alice.full_clean()
