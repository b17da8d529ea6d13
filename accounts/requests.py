"""Types of requests."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


class PersonRequest(HttpRequest):
    """A request of somebody who is signed in, as views behind `login_required` get it."""

    user: User
