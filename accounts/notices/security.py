"""What happens to a person's account, told to them: a subject of its own, and what writes its notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from allauth.account import signals
from allauth.account.models import EmailAddress
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import clock
from accounts.models import User
from accounts.notices import ledger, preferences
from accounts.notices.kinds import Kind
from accounts.notices.models import Notice
from accounts.notices.subjects import HOLDS, Story, Turn, Verdict

THREAD = "account"

SENTENCES: Mapping[str, str | Promise] = {
    "password": gettext_lazy("Your password was changed"),
    "address_added": gettext_lazy("The mail address %(address)s was added to your account"),
    "address_changed": gettext_lazy("Mail to you now goes to %(address)s"),
    "address_removed": gettext_lazy("The mail address %(address)s was removed from your account"),
    "key_made": gettext_lazy("A key for programs was made: %(name)s"),
    "webhook_off": gettext_lazy("Your webhook was switched off after %(failures)s failures"),
}


class Account:
    """The subject whose thread is `account`."""

    def verdicts(self, user: User, notices: Sequence[Notice], now: datetime) -> dict[int, Verdict]:
        """What has happened to an account has happened."""
        return {notice.pk: HOLDS for notice in notices}

    def story(self, user: User, thread: str, notices: Sequence[Notice]) -> Story:
        told = [(when(notice.made_at), sentence(notice)) for notice in notices]
        subject = sentence(notices[-1]) if len(notices) == 1 else _("Your account has changed")
        return Story(
            thread=thread,
            name=_("Your account"),
            subject=_("Night Mail: %(what)s") % {"what": subject},
            heading=subject,
            short=f"{subject}.",
            lead=lead(user, notices),
            path=reverse("accounts:settings"),
            button=_("Go to your settings"),
            happened_title=_("What happened"),
            happened=told,
            kinds=[Kind.SECURITY],
        )

    def turns(self, user: User) -> list[Turn]:
        return []

    def names(self, threads: Sequence[str]) -> dict[str, tuple[str, str]]:
        return {thread: (_("Your account"), reverse("accounts:settings")) for thread in threads}


def sentence(notice: Notice) -> str:
    """What happened, without a full stop."""
    return str(str(SENTENCES[notice.facts["what"]]) % notice.facts)


def lead(user: User, notices: Sequence[Notice]) -> list[str]:
    """What there is to do."""
    if {notice.facts["what"] for notice in notices} == {"webhook_off"}:
        return [_("You can switch it on again in your settings.")]
    sentences = [
        _("If that was you, there is nothing to do."),
        _("If it was not, change your password now, and revoke the keys you do not know."),
    ]
    if any(notice.facts.get(ledger.TO, user.email) != user.email for notice in notices):
        sentences.append(_("If you cannot sign in any more, write to whoever runs this site."))
    return sentences


def when(at: datetime) -> str:
    local = timezone.localtime(at)
    return f"{formats.date_format(local, 'D j M')} {formats.time_format(local, 'H:i')}"


def tell(user: User, what: str, *, to: str = "", **facts: Any) -> None:
    """The person hears of it at once, whatever they have chosen: by mail to this or their present address.

    What they do against others (a key revoked) or for themselves alone (a device, a webhook, a calendar, none
    of which hears more than everybody at the table knows) is not told.
    """
    now = clock.now()
    said = {"what": what, **facts}
    if address := to or user.email:
        said[ledger.TO] = address
    ledger.tell([ledger.News([user.pk], Kind.SECURITY, THREAD, f"{what}-{now.isoformat()}", now, said)])


def password_changed(user: User, **_: Any) -> None:
    tell(user, "password")


def address_added(user: User, email_address: EmailAddress, **_: Any) -> None:
    """Not of the first: that is signing up."""
    if EmailAddress.objects.filter(user=user).count() > 1:
        tell(user, "address_added", address=email_address.email)


def address_changed(
    user: User, to_email_address: EmailAddress, from_email_address: EmailAddress | None = None, **_: Any
) -> None:
    """Told to the address before: whoever takes an account over has the new one."""
    ledger.plan_again(user=user)  # there was none, perhaps
    if from_email_address is None or from_email_address == to_email_address:
        return
    if preferences.of(user).mail_failed_at is not None:
        preferences.try_mail_again(user=user)  # that was about the other address
    tell(user, "address_changed", to=from_email_address.email, address=to_email_address.email)


def address_removed(user: User, email_address: EmailAddress, **_: Any) -> None:
    """Told to the address itself, unless it was never shown to be theirs: strangers hear nothing from us."""
    theirs = email_address.verified or email_address.primary
    tell(user, "address_removed", to=email_address.email if theirs else "", address=email_address.email)


RECEIVERS: Mapping[Any, Callable[..., None]] = {
    signals.password_changed: password_changed,
    signals.password_reset: password_changed,
    signals.password_set: password_changed,
    signals.email_added: address_added,
    signals.email_changed: address_changed,
    signals.email_removed: address_removed,
}


def listen() -> None:
    """From now on what allauth does to accounts is told."""
    for signal, receiver in RECEIVERS.items():
        signal.connect(receiver, dispatch_uid=f"notices.{receiver.__name__}")
