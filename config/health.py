"""Whether the site can serve: asked by the supervisor, a container's health check or a monitor."""

from __future__ import annotations

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from redis.exceptions import RedisError


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when database and broker answer, else 503; says which one does not, and nothing more."""
    answers = {"database": database_answers(), "redis": redis_answers()}
    return JsonResponse(answers, status=200 if all(answers.values()) else 503)


def database_answers() -> bool:
    """Whether the database takes a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def redis_answers() -> bool:
    """Whether the broker's server takes a command."""
    try:
        cache.get("healthz")
    except (RedisError, OSError):
        return False
    return True
