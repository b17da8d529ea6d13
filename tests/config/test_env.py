"""Settings from environment variables."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from config import env


@pytest.mark.parametrize(("word", "value"), [("1", True), ("Yes", True), ("off", False), ("", False)])
def test_a_flag_is_a_word(word: str, value: bool) -> None:
    assert env.Environment({"FLAG": word}).flag("FLAG") is value


def test_a_flag_of_another_word_names_its_variable() -> None:
    with pytest.raises(ImproperlyConfigured, match="DEBUG must be yes or no, not 'perhaps'"):
        env.Environment({"DEBUG": "perhaps"}).flag("DEBUG")


def test_a_number_that_is_none_names_its_variable() -> None:
    with pytest.raises(ImproperlyConfigured, match="POOL must be a whole number, not 'many'"):
        env.Environment({"POOL": "many"}).number("POOL", 1)


def test_words_are_separated_by_commas() -> None:
    assert env.Environment({"HOSTS": "a.example, b.example,"}).words("HOSTS") == ["a.example", "b.example"]


def test_a_blank_variable_counts_as_unset() -> None:
    assert env.Environment({"NAME": "  "}).text("NAME", "default") == "default"


def test_a_database_with_everything() -> None:
    settings = env.database("postgresql://al%40ice:p%3Aw@db.example:5433/trains?sslmode=require")
    assert settings == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "trains",
        "USER": "al@ice",
        "PASSWORD": "p:w",
        "HOST": "db.example",
        "PORT": 5433,
        "OPTIONS": {"sslmode": "require"},
    }


def test_a_database_behind_a_unix_socket() -> None:
    settings = env.database("postgresql:///trains?host=/run/pg&user=alice")
    assert (settings["HOST"], settings["USER"], settings["OPTIONS"]) == ("/run/pg", "alice", {})


@pytest.mark.parametrize(
    "url", ["mysql://root:hidden@db/x", "postgresql://u:hidden@db", "postgresql://u:hidden@db:x/y"]
)
def test_a_bad_database_is_refused_without_showing_its_password(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL") as refusal:
        env.database(url)
    assert "hidden" not in str(refusal.value)


@pytest.mark.parametrize(
    ("url", "cache", "broker"),
    [
        ("redis://h:6379", "redis://h:6379/1", "redis://h:6379"),
        ("rediss://:pw@h/2", "rediss://:pw@h/3", "rediss://:pw@h/2"),
        ("unix:///run/s", "unix:///run/s?db=1", "redis+socket:///run/s?virtual_host=0"),
        ("unix:///run/s?db=4", "unix:///run/s?db=5", "redis+socket:///run/s?virtual_host=4"),
    ],
)
def test_one_redis_for_cache_and_broker(url: str, cache: str, broker: str) -> None:
    assert env.redis_next_database(env.redis(url)) == cache
    assert env.celery_broker(url) == broker


@pytest.mark.parametrize("url", ["http://h", "unix://", ""])
def test_a_bad_redis_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        env.redis(url)


def test_mail_over_smtp_with_tls() -> None:
    settings = env.email("smtp+tls://alice:p%40w@mail.example")
    assert settings["EMAIL_HOST"] == "mail.example"
    assert settings["EMAIL_PORT"] == 587
    assert settings["EMAIL_HOST_PASSWORD"] == "p@w"
    assert settings["EMAIL_USE_TLS"]
    assert not settings["EMAIL_USE_SSL"]


def test_mail_as_files() -> None:
    assert env.email("file:///var/mail%20box")["EMAIL_FILE_PATH"] == "/var/mail box"


def test_mail_for_the_outbox() -> None:
    settings = env.email("outbox:///site/var/mail")
    assert settings["EMAIL_BACKEND"] == "accounts.notices.mailbox.EmailBackend"
    assert settings["EMAIL_FILE_PATH"] == "/site/var/mail"


def test_mail_through_a_provider() -> None:
    settings = env.email("anymail://mailgun?api_key=k%26y&sender_domain=mg.example.org")
    assert settings["EMAIL_BACKEND"] == "anymail.backends.mailgun.EmailBackend"
    assert settings["ANYMAIL"] == {"MAILGUN_API_KEY": "k&y", "MAILGUN_SENDER_DOMAIN": "mg.example.org"}


@pytest.mark.parametrize("provider", sorted(env.PROVIDERS - {"amazon_ses"}))
def test_each_provider_is_one_that_can_be_used(provider: str) -> None:
    # Of Amazon's the library needs another one, which whoever uses it installs.
    import_string(env.email(f"anymail://{provider}?api_key=key")["EMAIL_BACKEND"])


def test_an_unknown_provider_is_refused_without_showing_its_key() -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL") as refusal:
        env.email("anymail://pigeon?api_key=hidden")
    assert "hidden" not in str(refusal.value)


def test_bad_mail_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        env.email("pigeon://loft")


@pytest.mark.parametrize("url", ["trains.example", "https://trains.example/path", "https://", "https://h:x"])
def test_a_site_is_a_scheme_and_a_host(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SITE_URL"):
        env.site(url)


def test_a_secret_is_made_once_and_kept_private(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    first = env.kept_secret(path)
    assert len(first) >= 50
    assert path.stat().st_mode & 0o777 == 0o600
    assert env.kept_secret(path) == first
    assert list(path.parent.iterdir()) == [path]
