"""Webhooks: what a person's program is told, how it knows us, and what happens when it does not listen."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import guests
from accounts.models import User
from accounts.notices import webhook
from accounts.notices.errors import Refused, Unreachable
from accounts.notices.kinds import Kind
from accounts.notices.models import Notice, Webhook
from accounts.services import AccountNeeded
from config.embedded.paths import ROOT
from tests.accounts.notices.listener import Heard, Listener, listening
from tests.conftest import Hands

PAYLOAD = {"delivery": "77", "kind": "your_turn", "thread": "game-214", "text": "Table 214: Your turn, Zoë."}


@pytest.fixture
def program(settings: Any) -> Iterator[Listener]:
    """A program of Alice's."""
    with listening() as program:
        settings.OUTGOING_TRUSTED = frozenset({program.place})
        yield program


@pytest.fixture
def hook(program: Listener, alice: User) -> Webhook:
    return webhook.save_hook(user=alice, url=f"{program.url}/hook")


def fail(hook: Webhook, times: int = 1) -> None:
    for _time in range(times):
        with pytest.raises(Unreachable):
            webhook.send(hook, PAYLOAD)


def documented(heard: Heard, secret: str, now: float) -> bool:
    """What the example in docs/webhooks.md says of a request."""
    [example] = re.findall(r"```python\n(.*?)```", (ROOT / "docs/webhooks.md").read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)  # noqa: S102
    verdict: bool = names["is_from_night_mail"](secret, heard.headers, heard.body, now)
    return verdict


# --- what is sent -------------------------------------------------------------------------------------


def test_the_payload_arrives_signed(hook: Webhook, program: Listener, hands: Hands) -> None:
    assert webhook.send(hook, PAYLOAD) == "204"
    [heard] = program.heard
    now = str(int(hands.at.timestamp()))
    expected = hmac.new(hook.secret.encode(), now.encode() + b"." + heard.body, hashlib.sha256).hexdigest()
    assert json.loads(heard.body) == PAYLOAD
    assert heard.path == "/hook"
    assert heard.headers["Night-Mail-Timestamp"] == now
    assert heard.headers["Night-Mail-Signature"] == f"v1={expected}"
    assert heard.headers["Night-Mail-Delivery"] == "77"
    assert heard.headers["User-Agent"].startswith("Night-Mail (+http")
    assert heard.headers["Content-Type"] == "application/json"


def test_the_example_in_the_documents_knows_ours_from_others(
    hook: Webhook, program: Listener, hands: Hands
) -> None:
    webhook.send(hook, PAYLOAD)
    [heard] = program.heard
    now = hands.at.timestamp()
    forged = Heard(heard.path, heard.headers, heard.body.replace(b"214", b"215"))
    unsigned = Heard(heard.path, {**heard.headers, "Night-Mail-Signature": ""}, heard.body)
    assert documented(heard, hook.secret, now)
    assert not documented(heard, "another secret", now)
    assert not documented(forged, hook.secret, now)
    assert not documented(unsigned, hook.secret, now)
    assert not documented(heard, hook.secret, now + 301)


def test_how_it_went_is_kept(hook: Webhook, program: Listener, hands: Hands) -> None:
    webhook.send(hook, PAYLOAD)
    hook.refresh_from_db()
    assert (hook.last_at, hook.last_status, hook.failures) == (hands.at, "204", 0)
    program.status = 500
    fail(hook)
    hook.refresh_from_db()
    assert (hook.last_status, hook.failures) == ("It answered 500.", 1)
    program.status = 200
    webhook.send(hook, PAYLOAD)
    hook.refresh_from_db()
    assert (hook.last_status, hook.failures) == ("200", 0)


@pytest.mark.parametrize("status", [400, 404, 410, 429, 500, 503])
def test_what_is_not_taken_is_tried_again(status: int, hook: Webhook, program: Listener) -> None:
    program.status = status
    with pytest.raises(Unreachable, match=str(status)):
        webhook.send(hook, PAYLOAD)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_refused(status: int, hook: Webhook, program: Listener) -> None:
    program.status = status
    program.headers["Location"] = f"{program.url}/elsewhere"
    with pytest.raises(Refused, match="redirects"):
        webhook.send(hook, PAYLOAD)
    assert [heard.path for heard in program.heard] == ["/hook"]


def test_an_address_that_has_become_private_is_refused(
    hook: Webhook, program: Listener, settings: Any
) -> None:
    settings.OUTGOING_TRUSTED = frozenset()
    Webhook.objects.update(url="https://127.0.0.1/")
    hook.refresh_from_db()
    with pytest.raises(Refused):
        webhook.send(hook, PAYLOAD)
    assert Webhook.objects.get().failures == 1
    assert program.heard == []


# --- when it fails for long ---------------------------------------------------------------------------


def test_after_twenty_failures_in_a_row_it_is_switched_off_and_its_person_told_once(
    hook: Webhook, program: Listener, alice: User, hands: Hands
) -> None:
    program.status = 500
    fail(hook, times=19)
    assert Webhook.objects.get().on
    assert not Notice.objects.exists()
    fail(hook, times=2)
    assert not Webhook.objects.get().on
    [notice] = Notice.objects.filter(channel="mail")
    assert (notice.user, notice.kind, notice.thread) == (alice, Kind.SECURITY, "account")
    assert not Notice.objects.filter(channel="webhook").exists()


def test_one_that_is_taken_in_between_begins_the_count_anew(hook: Webhook, program: Listener) -> None:
    program.status = 500
    fail(hook, times=19)
    program.status = 200
    webhook.send(hook, PAYLOAD)
    program.status = 500
    fail(hook, times=19)
    assert Webhook.objects.get().on


def test_failures_of_an_address_given_up_do_not_count(hook: Webhook, program: Listener, alice: User) -> None:
    program.status = 500
    webhook.save_hook(user=alice, url=f"{program.url}/new")
    fail(hook)
    now = Webhook.objects.get()
    assert (now.failures, now.last_status) == (0, "")


def test_saving_it_switches_it_on_again(hook: Webhook, alice: User) -> None:
    Webhook.objects.update(on=False, failures=20, last_status="It answered 500.")
    again = webhook.save_hook(user=alice, url=hook.url)
    assert (again.on, again.failures, again.last_status) == (True, 0, "")
    assert again.secret == hook.secret


# --- changing it --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    ["https://127.0.0.1/", "https://10.0.0.1/", "http://93.184.215.14/", "https://a:b@93.184.215.14/", "x"],
)
def test_an_address_that_we_do_not_go_to_is_refused_at_once(url: str, alice: User) -> None:
    with pytest.raises(ValidationError):
        webhook.save_hook(user=alice, url=url)
    assert not Webhook.objects.exists()


def test_guests_have_none(program: Listener, db: None) -> None:
    with pytest.raises(AccountNeeded):
        webhook.save_hook(user=guests.create(), url=program.url)


def test_a_new_secret_signs_from_then_on(hook: Webhook, alice: User, charlie: User) -> None:
    assert webhook.new_secret(user=alice)
    assert Webhook.objects.get().secret != hook.secret
    assert not webhook.new_secret(user=charlie)


# --- the pages ----------------------------------------------------------------------------------------

PAGE = "/settings/webhook/"


def page(signed_in: Client) -> str:
    return signed_in.get("/settings/").content.decode()


def test_it_is_saved_shown_and_removed(signed_in: Client, alice: User, program: Listener) -> None:
    assert signed_in.post(PAGE, {"url": program.url}).status_code == 302
    hook = Webhook.objects.get(user=alice)
    assert hook.url == program.url
    assert hook.secret in page(signed_in)
    signed_in.post(f"{PAGE}secret/")
    assert hook.secret not in page(signed_in)
    signed_in.post(f"{PAGE}remove/")
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("url", ["", "https://10.0.0.1/", "x" * 501])
def test_what_is_wrong_stands_beside_the_field(url: str, signed_in: Client) -> None:
    answer = signed_in.post(PAGE, {"url": url})
    assert answer.status_code == 400
    assert answer.context["webhook_form"].errors["url"]
    assert not Webhook.objects.exists()


def test_a_test_is_sent_and_its_status_shown(signed_in: Client, hook: Webhook, program: Listener) -> None:
    program.status = 202
    assert "The answer: 202" in signed_in.post(f"{PAGE}test/", follow=True).content.decode()
    sent = json.loads(program.heard[0].body)
    assert sent["kind"] == "test"
    assert sent["delivery"] == program.heard[0].headers["Night-Mail-Delivery"]
    program.status = 503
    told = signed_in.post(f"{PAGE}test/", follow=True).content.decode()
    assert "The test was not taken. It answered 503." in told


def test_without_a_webhook_a_test_says_so(signed_in: Client) -> None:
    assert "There is no webhook" in signed_in.post(f"{PAGE}test/", follow=True).content.decode()


def test_when_it_was_switched_off_the_page_says_why_and_switches_it_on(
    signed_in: Client, hook: Webhook
) -> None:
    Webhook.objects.update(on=False, failures=20, last_status="It answered 503.")
    told = page(signed_in)
    assert "Switched off after 20 failures" in told
    assert "It answered 503." in told
    signed_in.post(PAGE, {"url": hook.url})
    assert Webhook.objects.get().on
    assert "Switched off" not in page(signed_in)


def test_nobody_sees_or_changes_that_of_another(signed_in: Client, charlie: User, program: Listener) -> None:
    theirs = webhook.save_hook(user=charlie, url=f"{program.url}/theirs")
    assert theirs.url not in page(signed_in)
    for what in ("secret/", "remove/", "test/"):
        signed_in.post(f"{PAGE}{what}")
    assert Webhook.objects.get() == theirs
    assert Webhook.objects.get().secret == theirs.secret
    assert program.heard == []


@pytest.mark.parametrize("what", ["", "secret/", "remove/", "test/"])
def test_who_is_not_signed_in_is_asked_to(what: str, client: Client, db: None) -> None:
    assert client.post(f"{PAGE}{what}")["Location"].startswith("/accounts/login/")
