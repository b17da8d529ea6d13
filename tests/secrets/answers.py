"""Asking, and what of an answer may differ from one time to the next."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.test import Client

from games import engine
from games.web import names

if TYPE_CHECKING:
    from accounts.models import User
    from tests.secrets.addresses import Ask
    from tests.secrets.games import Played

NEW_EACH_TIME = (
    re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"'),
    re.compile(rb'data-csrf="[^"]*"'),
    re.compile(rb'"csrf": "[^"]*"'),
    re.compile(rb'nonce="[^"]*"'),
    re.compile(rb'name="once" value="[^"]*"'),  # the word by which a form is known
)
HEADERS = ("Content-Type", "Location", "ETag", "Allow", "Retry-After")
CARDS_TOLD = 7  # so many cards in the deck's order are no coincidence
SEED_TOLD = 20  # and so many signs of the seed
Answer = tuple[int, dict[str, str | None], bytes]


def browser(user: User | None, **options: Any) -> Client:
    client = Client(**options)
    if user is not None:
        client.force_login(user)
    return client


def ask(client: Client, question: Ask) -> Any:
    """The site's answer. Whatever it changed is undone, so that the next one finds the same rows."""
    send = getattr(client, question.method)
    more: dict[str, Any] = {"headers": {"Idempotency-Key": question.key}}
    if question.json is not None:
        more |= {"data": json.dumps(question.json), "content_type": "application/json"}
    elif question.method == "post":
        more |= {"data": question.form}
    with transaction.atomic():
        answer = send(question.path, **more)
        transaction.set_rollback(True)
    return answer


def answers(user: User | None, questions: Iterable[Ask]) -> list[Answer]:
    """All that one person is told, in the order of the questions."""
    client = browser(user)
    return [plain(ask(client, question)) for question in questions]


def plain(answer: Any) -> Answer:
    """Status, headers and bytes without what is made anew for each answer."""
    body = answer.content
    for made_anew in NEW_EACH_TIME:
        body = made_anew.sub(b"", body)
    headers = {name: answer.get(name) for name in HEADERS}
    return answer.status_code, headers, body


def text(answer: Answer) -> str:
    """What an answer tells; of a record without all its tickets in the order in which they are shuffled."""
    body = answer[2].decode()
    if '"dealing"' not in body:
        return html.unescape(body)
    record = json.loads(body)
    del record["dealing"]
    return json.dumps(record)


def leaks(told: str, played: Played, viewer: int | None) -> set[str]:
    """Secrets of a running game that stand in a text: names of tickets, order of the decks, the seed."""
    return {
        *ticket_names(told, played, viewer),
        *(word for word in seeds(played.play.seed) if word in told),
        *decks(told, played),
    }


def ticket_names(told: str, played: Played, viewer: int | None) -> set[str]:
    """Tickets that stand there by id or by name, but those that the viewer was shown in this game."""
    edition = played.play.edition
    own = played.seen_tickets(viewer)
    of_routes = {names.route(edition.id, route) for route in names.routes(edition.id)}
    secret = [ticket["id"] for ticket in edition.describe()["tickets"] if ticket["id"] not in own]
    by_id = set(re.findall(r"[\w.-]+", told)).intersection(secret)
    titles = {names.ticket(edition.id, ticket) for ticket in secret} - of_routes
    return by_id | {title for title in titles if title in told}


def seeds(seed: bytes) -> set[str]:
    """Ways to write the seed; of each so much of its beginning as is no coincidence."""
    encoded = [base64.b64encode(seed), base64.urlsafe_b64encode(seed), base64.b85encode(seed)]
    whole = [seed.hex(), seed.hex().upper(), str(int.from_bytes(seed, "big")), repr(seed)]
    return {word[:SEED_TOLD] for word in (*whole, *(word.decode() for word in encoded))}


def decks(told: str, played: Played) -> set[str]:
    """Runs of cards in the order of the deck, by name or number, from either end."""
    deck = played.play.state.deck
    found = set()
    for order in (deck, deck[::-1]):
        if len(order) < CARDS_TOLD or len(set(order[:CARDS_TOLD])) == 1:
            continue
        run = order[:CARDS_TOLD]
        by_name = "".join(engine.COLOURS[card] for card in run)
        if by_name in re.sub(r"[^a-z]", "", told):
            found.add(by_name)
        by_number = ",".join(str(card) for card in run)
        if by_number in told.replace(" ", ""):
            found.add(by_number)
    return found
