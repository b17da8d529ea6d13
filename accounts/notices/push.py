"""Web push: short messages to the browsers that a person has asked to be told in.

A message is encrypted for the one browser that it goes to, and signed with our key (VAPID), so that the push
service in between reads nothing and takes nothing from others in our name.
"""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.utils import parseaddr
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from py_vapid import jwt

from accounts import clock
from accounts.models import User
from accounts.notices import outgoing
from accounts.notices.errors import Refused, Unreachable
from accounts.notices.models import PushSubscription
from accounts.services import AccountNeeded

MOST_DEVICES = 10
MOST_ADDRESS, MOST_NAME = 1000, 80
DAY_S = 24 * 60 * 60
TIMEOUT_S = 5
GONE = frozenset({404, 410})
SIGNED_FOR = dt.timedelta(hours=12)
MOST_SIGNS = {"title": 100, "body": 300}
"""A push service takes 4 KB, encrypted."""
NEVER_SILENT = frozenset({"web.push.apple.com"})
"""Who takes the permission back from a site after a few messages that show nothing."""


def public_key() -> str:
    """What a browser has to know of our key when it subscribes, in base64url."""
    point = (
        _private_key()
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return _base64url(point)


def subscribe(*, user: User, endpoint: str, p256dh: str, auth: str, device: str = "") -> PushSubscription:
    """From now on this browser is told what concerns the person, and no longer what concerned another one.

    `endpoint`, `p256dh` and `auth` are what the browser says. Of more than ten devices the oldest are told no
    more. Raises ValidationError for what no browser says, AccountNeeded for guests.
    """
    if user.is_guest:
        raise AccountNeeded
    _validate(endpoint, p256dh, auth)
    fresh = {
        "user": user,
        "p256dh": p256dh,
        "auth": auth,
        "device": device[:MOST_NAME],
        "made_at": clock.now(),
        "last_sent_at": None,
    }
    # Only now: a transaction should not wait for the name of the push service to be looked up.
    with transaction.atomic():
        subscription, _made = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=fresh)
        too_many = user.push_subscriptions.order_by("-made_at", "-pk")[MOST_DEVICES:]
        PushSubscription.objects.filter(pk__in=[each.pk for each in too_many]).delete()
    return subscription


def forget(*, user: User, subscription_id: int) -> bool:
    """One of the person's browsers is told no more; False when it is not theirs."""
    return user.push_subscriptions.filter(pk=subscription_id).delete()[0] == 1


def send(user: User, *, message: Mapping[str, str], tag: str, ttl_s: int, urgent: bool = False) -> int:
    """Show a message on all devices of a person; gives how many took it.

    `message` has `title`, `body`, `url` and `tag`. A newer one of the same tag takes the place of an older
    one, shown or not. Whoever is offline gets it until `ttl_s` seconds have gone.
    Raises Unreachable where there are devices, and none of them can be reached now.
    """
    short = {name: Truncator(message[name]).chars(most) for name, most in MOST_SIGNS.items()}
    return _send(list(user.push_subscriptions.all()), {**message, **short}, tag, ttl_s, urgent=urgent)


def close(user: User, tag: str) -> int:
    """Take away what devices show of this tag; gives how many were told so. Raises as `send` does."""
    devices = [
        each for each in user.push_subscriptions.all() if urlsplit(each.endpoint).hostname not in NEVER_SILENT
    ]
    return _send(devices, {"close": tag}, tag, DAY_S, urgent=False)


def _send(
    devices: list[PushSubscription], message: Mapping[str, str], tag: str, ttl_s: int, *, urgent: bool
) -> int:
    """To all devices at the same time; those that are gone for good are forgotten."""
    if not devices:
        return 0
    with ThreadPoolExecutor(max_workers=len(devices)) as pool:  # so the slowest one is all that takes time
        answers = list(pool.map(lambda device: _post(device, message, tag, ttl_s, urgent=urgent), devices))
    reached, failures = [], []
    for device, answer in zip(devices, answers, strict=True):
        if answer in GONE:
            device.delete()
        elif isinstance(answer, int) and 200 <= answer < 300:
            reached.append(device.pk)
        elif isinstance(answer, int):
            failures.append(_("The push service answered %(status)d.") % {"status": answer})
        else:
            failures.append(answer)
    PushSubscription.objects.filter(pk__in=reached).update(last_sent_at=clock.now())
    if failures and not reached:
        raise Unreachable(failures[-1])
    return len(reached)


def _post(
    device: PushSubscription, message: Mapping[str, str], tag: str, ttl_s: int, *, urgent: bool
) -> int | str:
    """The status of the push service's answer, or why there is none. Asks nothing of the database."""
    try:
        return outgoing.post(
            device.endpoint,
            body=_encrypted(device, message),
            headers=_headers(device.endpoint, tag, ttl_s, urgent=urgent),
            timeout_s=TIMEOUT_S,
        )
    except (Unreachable, Refused) as problem:
        return problem.why


def _headers(endpoint: str, tag: str, ttl_s: int, *, urgent: bool) -> dict[str, str]:
    return {
        "Authorization": _signature(endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, ttl_s)),
        # The same for the same tag, and nothing that the push service could read in it.
        "Topic": _base64url(hashlib.sha256(tag.encode()).digest())[:32],
        "Urgency": "high" if urgent else "normal",
    }


def _signature(endpoint: str) -> str:
    """That it is us who send something to this push service (RFC 8292)."""
    service = urlsplit(endpoint)
    claims = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int((clock.now() + SIGNED_FOR).timestamp()),
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    return f"vapid t={jwt.sign(claims, _private_key())},k={public_key()}"


def _encrypted(device: PushSubscription, message: Mapping[str, str]) -> bytes:
    """For the eyes of this browser alone (RFC 8291)."""
    encrypted: bytes = http_ece.encrypt(
        json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode(),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(device.p256dh),
        auth_secret=_bytes(device.auth),
        version="aes128gcm",
    )
    return encrypted


def _private_key() -> ec.EllipticCurvePrivateKey:
    """Ours: of the setting, or one that follows from the site's secret, the same in every process."""
    if not settings.VAPID_PRIVATE_KEY:
        return _key_of(salted_hmac("accounts.notices.push", "vapid", algorithm="sha256").digest())
    with suppress(ValueError):
        raw = _bytes(settings.VAPID_PRIVATE_KEY)
        if len(raw) == 32:
            return _key_of(raw)
    raise ImproperlyConfigured("VAPID_PRIVATE_KEY must be 32 bytes in base64url.")


def _key_of(raw: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())


def _validate(endpoint: str, p256dh: str, auth: str) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        fits = len(_bytes(p256dh)) == 65 and len(_bytes(auth)) == 16
    except ValueError:
        fits = False
    if not fits or len(endpoint) > MOST_ADDRESS or not (endpoint.isascii() and endpoint.isprintable()):
        raise ValidationError(_("This is not what a browser says when it subscribes."))
    try:
        outgoing.check(endpoint)
    except (Refused, Unreachable) as problem:
        raise ValidationError(problem.why) from None


def _bytes(text: str) -> bytes:
    """Raises ValueError for what is no base64url; the padding may be left out."""
    bare = text.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars="-_", validate=True)


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
