"""What the settings page shows of push and webhook, and what a browser is called."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.forms import focus_if_wrong
from accounts.models import User
from accounts.notices import push, webhook
from accounts.notices.models import Webhook

# Each by a word in what it says of itself; the first that fits, for most name their ancestors too.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


class WebhookForm(forms.Form):
    """Where a person's program listens. Whether we go there is for `accounts.notices.outgoing` to say."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=Webhook._meta.get_field("url").max_length,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
    )


def context(user: User, webhook_form: WebhookForm | None = None) -> dict[str, Any]:
    """For `accounts/_push.html` and `accounts/_webhook.html`. Two queries."""
    hook = Webhook.objects.filter(user=user).first()
    form = webhook_form or WebhookForm(initial={"url": hook.url if hook else ""})
    focus_if_wrong(form)
    return {
        "devices": list(user.push_subscriptions.all()),
        "hook": hook,
        "most_failures": webhook.MOST_FAILURES,
        "push_key": push.public_key(),
        "webhook_form": form,
    }


def name_of(user_agent: str) -> str:
    """What its person would call a browser, by its User-Agent: `Firefox on Android`; empty where unknown."""
    browser = next((name for word, name in BROWSERS.items() if word in user_agent), "")
    system = next((name for word, name in SYSTEMS.items() if word in user_agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system
