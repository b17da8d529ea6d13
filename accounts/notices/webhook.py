"""Webhooks: a program of a person's is told, in JSON that we sign (docs/webhooks.md)."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from accounts.notices import ledger, outgoing
from accounts.notices.errors import Refused, Unreachable
from accounts.notices.kinds import Kind
from accounts.notices.models import Webhook, new_word
from accounts.services import AccountNeeded

MOST_FAILURES = 20
"""After so many in a row a webhook is switched off."""
VERSION = "v1"
MOST_WORDS = 100


def send(hook: Webhook, payload: Mapping[str, Any]) -> str:
    """Hand a payload over, and note how that went; gives the status of the answer as text.

    `payload["delivery"]` is the same each time that the same is sent again. Raises Unreachable where it was
    not taken, and Refused where it never can be: an address that we do not go to, or a redirect.
    """
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    try:
        status = outgoing.post(hook.url, body=body, headers=_headers(hook, payload, body))
        _refuse_status(status)
    except (Unreachable, Refused) as problem:
        _note_failure(hook, problem.why)
        raise
    _note(hook, str(status), failures=0)
    return str(status)


def sign(secret: str, timestamp: str, body: bytes) -> str:
    """What proves that we wrote this then: HMAC-SHA256 in hexadecimal."""
    return hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()


def save_hook(*, user: User, url: str) -> Webhook:
    """Tell this address from now on; the secret stays.

    Raises ValidationError for an address that we do not go to, AccountNeeded for guests.
    """
    if user.is_guest:
        raise AccountNeeded
    try:
        outgoing.check(url)
    except (Refused, Unreachable) as problem:
        raise ValidationError(problem.why) from None
    fresh = {"url": url, "on": True, "failures": 0, "last_at": None, "last_status": ""}
    return Webhook.objects.update_or_create(user=user, defaults=fresh)[0]


def new_secret(*, user: User) -> bool:
    """Sign with another secret from now on; False when there is no webhook."""
    return Webhook.objects.filter(user=user).update(secret=new_word()) == 1


def remove_hook(*, user: User) -> bool:
    """Tell the person's program no more; False when there was none."""
    return Webhook.objects.filter(user=user).delete()[0] == 1


def test_hook(*, user: User) -> str:
    """Send a test; gives the status. Raises as `send` does, Refused where there is no webhook."""
    hook = Webhook.objects.filter(user=user).first()
    if hook is None:
        raise Refused(_("There is no webhook."))
    test = {
        "delivery": f"test-{secrets.token_hex(8)}",
        "kind": "test",
        "thread": "account",
        "matter": "test",
        "text": _("A test of your webhook."),
        "url": settings.SITE_URL + reverse("accounts:settings"),
        "deadline": None,
        "at": clock.now().isoformat().replace("+00:00", "Z"),
    }
    return send(hook, test)


def _headers(hook: Webhook, payload: Mapping[str, Any], body: bytes) -> dict[str, str]:
    timestamp = str(int(clock.now().timestamp()))
    return {
        "Content-Type": "application/json",
        "User-Agent": f"Night-Mail (+{settings.SITE_URL})",
        "Night-Mail-Delivery": str(payload["delivery"]),
        "Night-Mail-Timestamp": timestamp,
        "Night-Mail-Signature": f"{VERSION}={sign(hook.secret, timestamp, body)}",
    }


def _refuse_status(status: int) -> None:
    """Anything but an answer that says: taken."""
    if 300 <= status < 400:
        raise Refused(_("It answered %(status)d: redirects are not followed.") % {"status": status})
    if not 200 <= status < 300:
        raise Unreachable(_("It answered %(status)d.") % {"status": status})


@transaction.atomic
def _note_failure(hook: Webhook, why: str) -> None:
    """One more; after too many the webhook is switched off, and the person told by other means."""
    # Lock first: two workers may have failed at the same moment. Meanwhile the address may be another one.
    row = Webhook.objects.select_for_update().filter(pk=hook.pk, url=hook.url).first()
    if row is None:
        return
    _note(row, why, failures=row.failures + 1)
    if row.on and row.failures + 1 >= MOST_FAILURES:
        _switch_off(row)


def _note(hook: Webhook, status: str, *, failures: int) -> None:
    own = Webhook.objects.filter(pk=hook.pk, url=hook.url)
    own.update(last_at=clock.now(), last_status=status[:MOST_WORDS], failures=failures)


def _switch_off(hook: Webhook) -> None:
    now = clock.now()
    Webhook.objects.filter(pk=hook.pk).update(on=False)
    off = ledger.News(
        [hook.user_id],
        kind=Kind.SECURITY,
        thread="account",
        matter=f"webhook-off-{now:%Y%m%dT%H%M%S}",
        at=now,
        facts={"what": "webhook_off", "failures": MOST_FAILURES, "url": hook.url},
    )
    ledger.tell([off])
