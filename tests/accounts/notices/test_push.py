"""Web push: whom it reaches, what is told, and what the push service in between sees."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.test import Client
from py_vapid import jwt

from accounts import guests
from accounts.models import User
from accounts.notices import devices, push
from accounts.notices.errors import Unreachable
from accounts.notices.models import PushSubscription
from accounts.services import AccountNeeded
from tests.accounts.notices.listener import Heard, Listener, listening
from tests.conftest import Hands

MESSAGE = {
    "title": "Table 214",
    "body": "Your turn.",
    "url": "https://trains.example/games/214/",
    "tag": "game-214",
}
AUTH = b"sixteen bytes..."


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass(frozen=True)
class Browser:
    """What a browser keeps to itself, and what it says when it subscribes."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def said(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"endpoint": self.endpoint, "p256dh": base64url(point), "auth": base64url(AUTH)}

    def read(self, heard: Heard) -> dict[str, str]:
        """What the message says to this browser."""
        plain = http_ece.decrypt(heard.body, private_key=self.key, auth_secret=AUTH, version="aes128gcm")
        read: dict[str, str] = json.loads(plain)
        return read


@pytest.fixture
def service(settings: Any) -> Iterator[Listener]:
    """A push service."""
    with listening() as service:
        service.status = 201
        settings.OUTGOING_TRUSTED = frozenset({service.place})
        yield service


def subscribed(user: User, service: Listener, path: str = "/a") -> Browser:
    browser = Browser(service.url + path)
    push.subscribe(user=user, **browser.said, device="Firefox on Android")
    return browser


def send(user: User, **more: Any) -> int:
    return push.send(user, message=MESSAGE, tag="game-214", **{"ttl_s": 3600, **more})


# --- what is sent -------------------------------------------------------------------------------------


def test_every_device_can_read_its_own_message(service: Listener, alice: User) -> None:
    browsers = {path: subscribed(alice, service, path) for path in ("/a", "/b")}
    assert send(alice) == 2
    assert sorted(heard.path for heard in service.heard) == ["/a", "/b"]  # at the same time
    assert [browsers[heard.path].read(heard) for heard in service.heard] == [MESSAGE] * 2


def test_who_has_no_device_is_reached_by_none(service: Listener, alice: User, charlie: User) -> None:
    subscribed(charlie, service)
    assert send(alice) == 0
    assert service.heard == []


def test_the_push_service_is_told_how_long_and_how_urgent(service: Listener, alice: User) -> None:
    subscribed(alice, service)
    send(alice, ttl_s=90, urgent=True)
    send(alice, ttl_s=-5)
    told = [[heard.headers[name] for name in ("TTL", "Urgency")] for heard in service.heard]
    assert told == [["90", "high"], ["0", "normal"]]


def test_a_topic_is_the_same_for_the_same_tag_alone_and_says_nothing(service: Listener, alice: User) -> None:
    subscribed(alice, service)
    for tag in ("game-214", "game-214", "game-215"):
        push.send(alice, message=MESSAGE, tag=tag, ttl_s=1)
    first, second, third = (heard.headers["Topic"] for heard in service.heard)
    assert first == second != third
    assert len(first) <= 32
    assert first == base64url(base64.urlsafe_b64decode(first))
    assert b"214" not in service.heard[0].body


def test_it_is_signed_for_this_push_service_and_for_a_day_at_most(
    service: Listener, alice: User, hands: Hands
) -> None:
    subscribed(alice, service)
    send(alice)
    [heard] = service.heard
    scheme, _, parts = heard.headers["Authorization"].partition(" ")
    signed = dict(part.split("=", 1) for part in parts.split(","))
    claims = jwt.decode(signed["t"], signed["k"])
    assert scheme == "vapid"
    assert signed["k"] == push.public_key()
    assert claims["aud"] == service.url
    assert 0 < claims["exp"] - hands.at.timestamp() <= 24 * 3600
    assert claims["sub"].startswith("mailto:")


def test_a_long_message_still_fits(service: Listener, alice: User) -> None:
    browser = subscribed(alice, service)
    push.send(alice, message=MESSAGE | {"body": "🚂" * 5000}, tag="game-214", ttl_s=1)
    [heard] = service.heard
    assert len(heard.body) <= 4096
    assert browser.read(heard)["body"].endswith("🚂…")


def test_a_message_is_taken_away_under_the_same_topic(service: Listener, alice: User) -> None:
    browser = subscribed(alice, service)
    send(alice)
    assert push.close(alice, "game-214") == 1
    shown, closed = service.heard
    assert browser.read(closed) == {"close": "game-214"}
    assert closed.headers["Topic"] == shown.headers["Topic"]
    assert closed.headers["TTL"] == "86400"


def test_nothing_silent_goes_to_who_would_take_the_permission_back(alice: User) -> None:
    said = Browser("https://web.push.apple.com/x").said
    PushSubscription.objects.create(user=alice, **said, made_at="2026-06-01T12:00Z")
    assert push.close(alice, "game-214") == 0


# --- devices that cannot be reached -------------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 410])
def test_a_dead_subscription_is_forgotten(status: int, service: Listener, alice: User) -> None:
    _dead, alive = (subscribed(alice, service, path) for path in ("/dead", "/alive"))
    service.statuses["/dead"] = status
    assert send(alice) == 1
    assert list(alice.push_subscriptions.values_list("endpoint", flat=True)) == [alive.endpoint]


def test_when_the_last_one_is_dead_nobody_is_reached(service: Listener, alice: User) -> None:
    subscribed(alice, service)
    service.status = 410
    assert send(alice) == 0
    assert not alice.push_subscriptions.exists()


@pytest.mark.parametrize("status", [302, 400, 403, 413, 429, 500, 503])
def test_any_other_refusal_is_tried_again(status: int, service: Listener, alice: User) -> None:
    subscribed(alice, service)
    service.status = status
    with pytest.raises(Unreachable, match=str(status)):
        send(alice)
    assert alice.push_subscriptions.get().last_sent_at is None


def test_one_device_that_took_it_is_enough(service: Listener, alice: User, hands: Hands) -> None:
    subscribed(alice, service, "/down")
    subscribed(alice, service, "/up")
    service.statuses["/down"] = 503
    assert send(alice) == 1
    assert dict(alice.push_subscriptions.values_list("endpoint", "last_sent_at")) == {
        f"{service.url}/down": None,
        f"{service.url}/up": hands.at,
    }


def test_a_device_whose_address_has_become_private_is_not_visited(
    service: Listener, alice: User, settings: Any
) -> None:
    subscribed(alice, service)
    settings.OUTGOING_TRUSTED = frozenset()
    with pytest.raises(Unreachable):
        send(alice)
    assert service.heard == []


# --- subscribing --------------------------------------------------------------------------------------


def test_a_browser_belongs_to_who_subscribed_last(service: Listener, alice: User, charlie: User) -> None:
    browser = subscribed(alice, service)
    push.subscribe(user=charlie, **browser.said)
    assert not alice.push_subscriptions.exists()
    assert charlie.push_subscriptions.get().endpoint == browser.endpoint


def test_of_more_than_ten_devices_the_oldest_goes(service: Listener, alice: User, hands: Hands) -> None:
    for number in range(11):
        subscribed(alice, service, f"/{number}")
        hands.on(minutes=1)
    kept = alice.push_subscriptions.values_list("endpoint", flat=True)
    assert list(kept) == [f"{service.url}/{number}" for number in range(1, 11)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"p256dh": ""},
        {"p256dh": "no base64url!"},
        {"p256dh": base64url(b"\x04" + b"\x01" * 64)},  # no point of the curve
        {"p256dh": base64url(b"\x04" + b"\x01" * 63)},
        {"auth": base64url(b"too short")},
        {"auth": "ü"},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "http://push.example/x"},
        {"endpoint": "https://push.example/" + "x" * 1000},
    ],
)
def test_what_no_browser_says_is_refused(wrong: dict[str, str], service: Listener, alice: User) -> None:
    with pytest.raises(ValidationError):
        push.subscribe(user=alice, **Browser(f"{service.url}/a").said | wrong)
    assert not PushSubscription.objects.exists()


def test_guests_are_not_told(service: Listener, db: None) -> None:
    with pytest.raises(AccountNeeded):
        subscribed(guests.create(), service)


# --- our key ------------------------------------------------------------------------------------------


def test_our_key_is_the_same_each_time_and_another_on_another_site(settings: Any) -> None:
    ours = push.public_key()
    assert push.public_key() == ours
    assert len(base64.urlsafe_b64decode(ours + "=")) == 65
    settings.SECRET_KEY = "of another site"
    assert push.public_key() != ours


def test_a_key_of_the_host_s_own_is_used(settings: Any) -> None:
    own = ec.generate_private_key(ec.SECP256R1())
    settings.VAPID_PRIVATE_KEY = base64url(own.private_numbers().private_value.to_bytes(32, "big"))
    point = own.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    assert push.public_key() == base64url(point)


@pytest.mark.parametrize("text", ["short", "x" * 100, "no base64url, and long enough for 32 bytes", "A" * 43])
def test_what_is_no_key_is_named_and_not_told(text: str, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = text
    with pytest.raises(ImproperlyConfigured, match="VAPID_PRIVATE_KEY") as error:
        push.public_key()
    assert text not in str(error.value)


# --- the pages ----------------------------------------------------------------------------------------

PAGE = "/settings/push/"


def post(client: Client, said: object) -> Any:
    return client.post(
        PAGE,
        json.dumps(said),
        content_type="application/json",
        headers={"User-Agent": "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"},
    )


def as_json(browser: Browser) -> dict[str, Any]:
    said = browser.said
    return {"endpoint": said.pop("endpoint"), "expirationTime": None, "keys": said}


def test_a_browser_subscribes(signed_in: Client, alice: User, service: Listener) -> None:
    assert signed_in.get(PAGE).json()["key"] == push.public_key()
    answer = post(signed_in, as_json(Browser(f"{service.url}/a")))
    device = alice.push_subscriptions.get()
    assert (answer.status_code, answer.json()) == (201, {"id": device.pk})
    assert device.device == "Firefox on Android"
    assert "Firefox on Android" in signed_in.get("/settings/").content.decode()


@pytest.mark.parametrize(
    "said", [None, [], "x", {}, {"endpoint": "x"}, {"endpoint": "x", "keys": {"p256dh": 1, "auth": "y"}}]
)
def test_what_is_no_subscription_is_refused(said: object, signed_in: Client) -> None:
    answer = post(signed_in, said)
    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_another_site_cannot_subscribe_a_browser_of_its_own(alice: User, service: Listener) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    said = as_json(Browser(f"{service.url}/a"))
    assert post(strict, said).status_code == 403
    word = strict.get(PAGE).json()["csrf"]
    answer = strict.post(
        PAGE, json.dumps(said), content_type="application/json", headers={"X-CSRFToken": word}
    )
    assert answer.status_code == 201


def test_a_guest_is_refused_on_the_page_too(client: Client, db: None, service: Listener) -> None:
    client.force_login(guests.create())
    assert post(client, as_json(Browser(f"{service.url}/a"))).status_code == 403
    assert "Push is for accounts" in client.get("/settings/").content.decode()


def test_a_device_is_removed_by_its_person_alone(
    signed_in: Client, alice: User, charlie: User, service: Listener
) -> None:
    subscribed(charlie, service, "/theirs")
    subscribed(alice, service, "/mine")
    theirs, mine = charlie.push_subscriptions.get(), alice.push_subscriptions.get()
    assert signed_in.post(f"{PAGE}{theirs.pk}/remove/").status_code == 404
    assert signed_in.post(f"{PAGE}{mine.pk}/remove/").status_code == 302
    assert list(PushSubscription.objects.all()) == [theirs]


@pytest.mark.parametrize(
    ("status", "words"), [(201, "to 1 device"), (503, "answered 503"), (410, "No device")]
)
def test_a_test_says_how_it_went(
    status: int, words: str, signed_in: Client, alice: User, service: Listener
) -> None:
    subscribed(alice, service)
    service.status = status
    assert words in signed_in.post(f"{PAGE}test/", follow=True).content.decode()


def test_tests_are_not_sent_without_end(signed_in: Client, alice: User, service: Listener) -> None:
    subscribed(alice, service)
    for _time in range(10):
        signed_in.post(f"{PAGE}test/")
    assert "Try again in some minutes" in signed_in.post(f"{PAGE}test/", follow=True).content.decode()
    assert len(service.heard) == 10


def test_the_script_that_takes_messages_stands_at_the_root(client: Client, db: None) -> None:
    script = client.get("/sw.js")
    assert script["Content-Type"].startswith("text/javascript")
    assert "no-cache" in script["Cache-Control"]
    assert '"/settings/push/"' in script.content.decode()


def test_the_site_can_be_put_on_a_home_screen(client: Client, db: None) -> None:
    manifest = client.get("/manifest.webmanifest")
    assert manifest.json()["display"] == "standalone"
    assert all(client.get(icon["src"]).status_code == 200 for icon in manifest.json()["icons"])


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Edg/150.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU like Mac OS X) Version/26.0 Safari/604.1", "Safari on iPhone"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_a_browser_is_called_what_its_person_calls_it(user_agent: str, name: str) -> None:
    assert devices.name_of(user_agent) == name
