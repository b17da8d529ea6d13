"""`Authorization: Token <key>`."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import override_settings
from django.urls import path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

from accounts import services
from accounts.models import ApiKey, Scope, User


class WhoAmI(APIView):
    """Says who asks, and with what right."""

    def get(self, request: Request) -> Response:
        scope = request.auth.scope if isinstance(request.auth, ApiKey) else None
        return Response({"user": request.user.username, "scope": scope})


class Members(WhoAmI):
    """The same, for people with an account."""

    def get(self, request: Request) -> Response:
        if not request.user.is_authenticated:
            self.permission_denied(request)
        return super().get(request)


urlpatterns = [path("who/", WhoAmI.as_view()), path("members/", Members.as_view())]

pytestmark = pytest.mark.usefixtures("routes")


@pytest.fixture
def routes():
    """These two pages instead of the site's."""
    with override_settings(ROOT_URLCONF=__name__):
        yield


@pytest.fixture
def made(alice: User) -> tuple[ApiKey, str]:
    """A key of Alice's."""
    return services.create_key(user=alice, name="bot", scope=Scope.PLAY)


def ask(header: str | None, url: str = "/who/"):
    return APIClient().get(url, headers={} if header is None else {"authorization": header})


def test_a_key_acts_for_its_person_and_brings_its_scope(made: tuple[ApiKey, str]) -> None:
    response = ask(f"Token {made[1]}")
    assert response.json() == {"user": "alice", "scope": "play"}


def test_without_a_key_one_is_a_visitor(db: None) -> None:
    assert ask(None).json() == {"user": "", "scope": None}


def test_a_visitor_is_refused_with_401_and_told_how(db: None) -> None:
    response = ask(None, "/members/")
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize("header", ["Token", "Token a b", "Token nm_wrong", "Token \xff"])
def test_a_bad_key_is_refused_even_where_visitors_may_look(db: None, header: str) -> None:
    response = ask(header)
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Token"


def test_another_kind_of_authorization_is_not_ours(db: None) -> None:
    assert ask("Basic YTpi").status_code == 200


def test_a_revoked_key_is_refused(made: tuple[ApiKey, str], alice: User) -> None:
    services.revoke_key(user=alice, key_id=made[0].pk)
    assert ask(f"Token {made[1]}").status_code == 401


def test_a_key_of_a_closed_account_is_refused(made: tuple[ApiKey, str], alice: User) -> None:
    alice.is_active = False
    alice.save()
    assert ask(f"Token {made[1]}").status_code == 401


def used_at(key: ApiKey) -> dt.datetime | None:
    key.refresh_from_db()
    return key.last_used_at


def test_its_use_is_noted(made: tuple[ApiKey, str]) -> None:
    ask(f"Token {made[1]}")
    seen = used_at(made[0])
    assert seen is not None
    assert timezone.now() - seen < dt.timedelta(seconds=30)


def test_its_use_is_noted_at_most_once_a_minute(made: tuple[ApiKey, str]) -> None:
    for age, noted in ((59, False), (61, True)):
        before = timezone.now() - dt.timedelta(seconds=age)
        ApiKey.objects.update(last_used_at=before)
        ask(f"Token {made[1]}")
        assert (used_at(made[0]) != before) is noted
