"""Where refusals become HTTP: `{code, detail, ...facts}`; programs switch on `code`."""

from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games import engine, selectors
from games.models import Game
from games.services.errors import ServiceError, TooFast
from games.web import reasons

STATUS = {
    "bad_request": 400,
    "forbidden": 403,
    "not_your_seat": 403,
    "not_open": 409,
    "seat_taken": 409,
    "stale_decision": 409,
    "key_reused": 409,
    "throttled": 429,
}
FRAMEWORK_CODES = {400: "bad_request", 401: "not_authenticated", 429: "throttled"}


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Any refusal as an answer of one form; None for what is a fault of ours."""
    match error:
        case ServiceError():
            return of_a_service(error)
        case engine.IllegalAction():
            detail = _("The rules do not allow this now.")
            edition = selectors.edition_id(int(context["kwargs"]["game_id"]))
            refusal = {"reason": error.reason, "rule": reasons.rule_of(error.reason, error.facts, edition)}
            return answer(422, "illegal_action", detail, **refusal, **error.facts)
        case Game.DoesNotExist() | Http404() | exceptions.NotFound():
            return answer(404, "not_found", _("There is no such thing here."))
        case PermissionDenied() | exceptions.PermissionDenied():
            return answer(403, "forbidden", str(error) or _("You may not do that."))
        case exceptions.ValidationError():
            return answer(400, "bad_request", first_sentence(error.detail), fields=error.detail)
    return of_the_framework(error, context)


def of_a_service(error: ServiceError) -> Response:
    """The refusal in its own words; what came too fast says when to come again."""
    response = answer(STATUS[error.code], error.code, error.detail, **error.facts)
    if isinstance(error, TooFast):
        response["Retry-After"] = str(error.facts["retry_after"])
    return response


def of_the_framework(error: Exception, context: dict[str, Any]) -> Response | None:
    """Signed out, too fast, unreadable body: the framework's answer and headers, in our form."""
    if isinstance(error, RequestDataTooBig):
        return answer(413, "bad_request", _("The body is too large."))
    response = exception_handler(error, context)
    if response is not None:
        code = FRAMEWORK_CODES.get(response.status_code, getattr(error, "default_code", "error"))
        detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
        response.data = {"code": code, "detail": detail}
    return response


def answer(status_code: int, code: str, detail: str, **facts: Any) -> Response:
    return Response({"code": code, "detail": detail, **facts}, status=status_code)


def first_sentence(detail: Any) -> str:
    """The first of a serializer's complaints, with the field that it is about."""
    if isinstance(detail, dict):
        field, inner = next(iter(detail.items()))
        return f"{field}: {first_sentence(inner)}"
    if isinstance(detail, list):
        return first_sentence(detail[0])
    return str(detail)
