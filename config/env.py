"""Settings that come from outside: environment variables, read by type; errors name the variable."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, parse_qsl, unquote, urlencode, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"", "0", "false", "no", "off"})

POSTGRES_SCHEMES = frozenset({"postgres", "postgresql"})
REDIS_SCHEMES = frozenset({"redis", "rediss", "unix"})
EMAIL_SCHEMES = {
    "smtp": "django.core.mail.backends.smtp.EmailBackend",
    "smtp+tls": "django.core.mail.backends.smtp.EmailBackend",
    "smtps": "django.core.mail.backends.smtp.EmailBackend",
    "console": "django.core.mail.backends.console.EmailBackend",
    "file": "django.core.mail.backends.filebased.EmailBackend",
    "outbox": "accounts.notices.mailbox.EmailBackend",
    "anymail": "anymail.backends.{provider}.EmailBackend",
}
PROVIDERS = frozenset(
    {
        *("amazon_ses", "brevo", "mailersend", "mailgun", "mailjet", "mailtrap", "mandrill", "postal"),
        *("postmark", "resend", "scaleway", "sendgrid", "sparkpost", "unisender_go"),
    }
)
"""Those that django-anymail knows."""


class Environment:
    """Reads typed values from a mapping of variables (by default the process's own)."""

    def __init__(self, variables: Mapping[str, str] | None = None) -> None:
        self.variables = os.environ if variables is None else variables

    def text(self, name: str, default: str = "") -> str:
        """The variable's text, or the default when it is unset or blank."""
        return self.variables.get(name, "").strip() or default

    def flag(self, name: str, default: bool = False) -> bool:
        """A yes or no; raises ImproperlyConfigured on any other word."""
        word = self.text(name, "1" if default else "0").lower()
        if word in TRUE:
            return True
        if word in FALSE:
            return False
        raise ImproperlyConfigured(f"{name} must be yes or no, not {word!r}.")

    def number(self, name: str, default: int) -> int:
        """A whole number; raises ImproperlyConfigured on anything else."""
        text = self.text(name, str(default))
        try:
            return int(text)
        except ValueError:
            raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}.") from None

    def words(self, name: str, default: str = "") -> list[str]:
        """A list separated by commas, without empty entries."""
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]


def _port(name: str, url: SplitResult) -> int | None:
    try:
        return url.port
    except ValueError:
        raise ImproperlyConfigured(f"{name} has a port that is no number.") from None


def _parse(name: str, url: str, schemes: frozenset[str]) -> SplitResult:
    parts = urlsplit(url)
    if parts.scheme not in schemes:
        # The address itself may hold a password: never print it.
        raise ImproperlyConfigured(f"{name} must start with {', '.join(sorted(s + '://' for s in schemes))}.")
    return parts


def database(url: str, name: str = "DATABASE_URL") -> dict[str, Any]:
    """Django's settings for `postgresql://user:password@host:port/database?option=value`.

    A unix socket is named by its folder: `postgresql:///database?host=/folder&user=somebody`.
    """
    parts = _parse(name, url, POSTGRES_SCHEMES)
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    database_name = unquote(parts.path.lstrip("/"))
    if not database_name:
        raise ImproperlyConfigured(f"{name} names no database.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": database_name,
        "USER": options.pop("user", None) or unquote(parts.username or ""),
        "PASSWORD": options.pop("password", None) or unquote(parts.password or ""),
        "HOST": options.pop("host", None) or parts.hostname or "",
        "PORT": options.pop("port", None) or _port(name, parts) or "",
        "OPTIONS": options,
    }


def redis(url: str, name: str = "REDIS_URL") -> str:
    """The address, checked: `redis://host:port/0`, `rediss://...` or `unix:///path/of/the/socket`."""
    parts = _parse(name, url, REDIS_SCHEMES)
    _port(name, parts)
    if parts.scheme == "unix" and not parts.path.strip("/"):
        raise ImproperlyConfigured(f"{name} names no socket.")
    return url


def redis_next_database(url: str) -> str:
    """The same server's next database: clearing the cache must not empty the task queue."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    in_path = parts.path.strip("/")
    number = int(query.get("db") or (in_path if parts.scheme != "unix" and in_path.isdigit() else 0)) + 1
    if parts.scheme == "unix":
        # By hand: urlunsplit drops the empty host of unix:///path.
        return f"unix://{parts.netloc}{parts.path}?{urlencode({**query, 'db': number})}"
    query.pop("db", None)
    return parts._replace(path=f"/{number}", query=urlencode(query)).geturl()


def celery_broker(url: str) -> str:
    """The same server in Celery's spelling: a unix socket is `redis+socket`, a database a `virtual_host`."""
    if not url.startswith("unix://"):
        return url
    parts = urlsplit(url)
    number = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{parts.netloc}{parts.path}?virtual_host={number}"


def email(url: str, name: str = "EMAIL_URL") -> dict[str, Any]:
    """Django's EMAIL_* settings for `smtp+tls://user:password@host:587`, `file:///folder` ...

    A provider is `anymail://mailgun?api_key=...&sender_domain=...`, with the settings that django-anymail
    names for it; `outbox:///folder` keeps mail for the staff's pages and as files.
    """
    parts = _parse(name, url, frozenset(EMAIL_SCHEMES))
    if parts.scheme == "anymail":
        return _provider(parts, name)
    settings: dict[str, Any] = {"EMAIL_BACKEND": EMAIL_SCHEMES[parts.scheme]}
    if parts.scheme in ("file", "outbox"):
        settings["EMAIL_FILE_PATH"] = unquote(parts.path)
    elif parts.scheme.startswith("smtp"):
        settings |= {
            "EMAIL_HOST": parts.hostname or "localhost",
            "EMAIL_PORT": _port(name, parts) or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme],
            "EMAIL_HOST_USER": unquote(parts.username or ""),
            "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
            "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
            "EMAIL_USE_SSL": parts.scheme == "smtps",
            # A mail server that hangs must not hold a worker for ever.
            "EMAIL_TIMEOUT": 20,
        }
    return settings


def _provider(parts: SplitResult, name: str) -> dict[str, Any]:
    """The settings for sending through a provider."""
    provider = parts.hostname or ""
    if provider not in PROVIDERS:
        # Only the part that should name it: what follows holds keys.
        raise ImproperlyConfigured(
            f"{name} must name one of {', '.join(sorted(PROVIDERS))} after anymail://."
        )
    options = {f"{provider}_{option}".upper(): value for option, value in parse_qsl(parts.query)}
    backend = EMAIL_SCHEMES["anymail"].format(provider=provider)
    return {"EMAIL_BACKEND": backend, "ANYMAIL": options}


def site(url: str, name: str = "SITE_URL") -> SplitResult:
    """The address under which people reach the site: scheme and host, nothing after it."""
    parts = _parse(name, url, frozenset({"http", "https"}))
    if not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise ImproperlyConfigured(f"{name} must be a scheme and a host, such as https://trains.example.org.")
    _port(name, parts)
    return parts


def kept_secret(path: Path) -> str:
    """The secret in this file; made at random the first time, readable by its owner only."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            # A link, not a rename: of two commands started together the first one's secret stays.
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()
