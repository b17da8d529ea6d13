"""The site's settings: one file for every place it runs in.

Each value that differs between places is read from an environment variable (see `.env.example`); what is not
set falls back to the embedded default, whose servers write their addresses to `var/run.json`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF

from config import env
from config.celery import app as celery_app  # noqa: F401  (so that tasks know their broker in every process)
from config.embedded import paths

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = paths.var_folder()
ENV = env.Environment()

# --- the place: address, secret, servers --------------------------------------------------------------

DEBUG = ENV.flag("DEBUG")
SITE_URL = ENV.text("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
SITE = env.site(SITE_URL)
HTTPS = SITE.scheme == "https"
BEHIND_PROXY = ENV.flag("BEHIND_PROXY")
SECRET_KEY = ENV.text("SECRET_KEY") or env.kept_secret(VAR_DIR / "secret_key")
ALLOWED_HOSTS = ENV.words("ALLOWED_HOSTS") or sorted({SITE.hostname or "", "127.0.0.1", "localhost"})
CSRF_TRUSTED_ORIGINS = [SITE_URL] if HTTPS else []

RUNNING = paths.running(VAR_DIR)
# What is asked for when nothing runs: a socket in a folder that is empty, so that the error names the reason.
NOT_RUNNING = paths.Running(
    database_url=f"postgresql:///postgres?host={VAR_DIR}/not-running",
    redis_url=f"unix://{VAR_DIR}/not-running",
)
DATABASE_URL = ENV.text("DATABASE_URL", (RUNNING or NOT_RUNNING).database_url)
REDIS_URL = env.redis(ENV.text("REDIS_URL", (RUNNING or NOT_RUNNING).redis_url))

# Is everything our own, on this machine? The supervisor names its database to the processes it starts, too.
EMBEDDED = RUNNING is not None and RUNNING.own_database and RUNNING.database_url == DATABASE_URL

DATABASES: dict[str, dict[str, Any]] = {"default": env.database(DATABASE_URL)}
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Under ASGI every request has a thread of its own, so a connection kept by a thread would never be used
# again. A pool is shared by the threads, and makes requests wait for each other before the server runs out.
# Only what serves for long gets one: a single command is done before a pool has filled.
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASE_POOL := ENV.number("DATABASE_POOL", 0):
    DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": DATABASE_POOL, "timeout": 10}

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": env.redis_next_database(REDIS_URL),
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "night-mail"},
    }
}

# --- the application ----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    # Before staticfiles: it serves the files in every environment, also under manage.py runserver.
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "allauth",
    "allauth.account",
    "csp",
    "accounts",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # A table's page shrinks to a quarter. The word against forgery in it is masked anew each time (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    # Innermost and without an async side: so Django runs all of the above and the view in one thread, where
    # it would otherwise change threads at every middleware that knows only one of the two.
    "accounts.middleware.preferences",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.context.turns_waiting",
                "accounts.notices.context.mail_failed",
            ],
        },
    },
]

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- language and time --------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- people -------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.AddEmailForm",
    "login": "accounts.forms.LoginForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "signup": "accounts.forms.SignupForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "accounts.validators.USERNAME_VALIDATORS"
ACCOUNT_USERNAME_BLACKLIST = [
    "admin",
    "administrator",
    "moderator",
    "nightmail",
    "night-mail",
    "root",
    "staff",
]
ACCOUNT_UNIQUE_EMAIL = True
# An address is asked to be confirmed, but nobody waits for a mail to play their first game.
ACCOUNT_EMAIL_VERIFICATION = ENV.text("EMAIL_VERIFICATION", "optional")
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = SITE.scheme
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
# Guessing a password stays slow. Signing up is counted per address, and a family or a club shares one.
ACCOUNT_RATE_LIMITS = {
    "login": "60/m/ip",
    "login_failed": "10/m/ip,10/5m/key",
    "signup": "30/m/ip",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "10/m/user",
    "confirm_email": "1/m/key",
    # Tests of a way to reach somebody.
    "notice_test": "10/10m/user",
    # People who press "Play now"; on one's own machine they all have the same address.
    "guest": ENV.text("GUEST_RATE", "600/h/ip" if EMBEDDED else "10/h/ip"),
}

# --- mail ---------------------------------------------------------------------------------------------

DEFAULT_FROM_EMAIL = ENV.text("EMAIL_FROM", f"Night Mail <night-mail@{SITE.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
MAIL = env.email(ENV.text("EMAIL_URL", f"outbox://{VAR_DIR / 'mail'}"))
globals().update(MAIL)
EMAIL_FILE_PATH: str = MAIL.get("EMAIL_FILE_PATH", "")
# A provider tells of mail that came back at /anymail/<provider>/tracking/, with this word: user:password.
ANYMAIL: dict[str, Any] = {**MAIL.get("ANYMAIL", {}), "WEBHOOK_SECRET": ENV.text("ANYMAIL_WEBHOOK_SECRET")}
PROVIDER_TELLS = "ANYMAIL" in MAIL and bool(ANYMAIL["WEBHOOK_SECRET"])

# --- other ways to people -----------------------------------------------------------------------------

# Addresses that people give us have to lead to the open internet, but for these: host:port, perhaps of our
# own network, perhaps without TLS.
OUTGOING_TRUSTED = frozenset(ENV.words("OUTGOING_TRUSTED"))
# What web push is signed with: 32 bytes in base64url. Without it the key comes from SECRET_KEY.
VAPID_PRIVATE_KEY = ENV.text("VAPID_PRIVATE_KEY")

# --- security -----------------------------------------------------------------------------------------

SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS and ENV.flag("SSL_REDIRECT", default=True)
# Health checks come from inside, without TLS.
SECURE_REDIRECT_EXEMPT = [r"^healthz(/notices)?$"]
# Only a proxy that always sets its headers may be trusted with them: X-Forwarded-Proto for the scheme, and
# X-Forwarded-For, without whose address everybody would share one rate limit.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)
SECURE_HSTS_SECONDS = ENV.number("HSTS_SECONDS", 31_536_000) if HTTPS else 0
# Off unless said otherwise. The first speaks for every other site under this name, which may have no https,
# for a year in each visitor's browser; the second lets anybody enter the name in lists that browsers ship.
SECURE_HSTS_INCLUDE_SUBDOMAINS = ENV.flag("HSTS_INCLUDE_SUBDOMAINS")
SECURE_HSTS_PRELOAD = ENV.flag("HSTS_PRELOAD")
# `check --deploy` wants both. It is silenced for what is off by choice, and for that alone: who asks for the
# lists is still told that they take no name without the sites under it.
SILENCED_SYSTEM_CHECKS = [] if SECURE_HSTS_PRELOAD else ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        # 'self' covers the socket too in current browsers; older ones want it named.
        "connect-src": [SELF, SITE_URL.replace("http", "ws", 1)],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "worker-src": [SELF],
    }
}

# --- the interface for programs -----------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # The key first: its WWW-Authenticate header is what makes a refusal 401 rather than 403.
        "accounts.authentication.KeyAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "NUM_PROXIES": int(BEHIND_PROXY),
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.PlainParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "games.api.errors.handler",
    "DEFAULT_THROTTLE_CLASSES": [
        "games.api.throttles.PersonThrottle",
        "games.api.throttles.StrangerThrottle",
    ],
    # Bot writers are promised 50 requests a second.
    "DEFAULT_THROTTLE_RATES": {
        "person": ENV.text("API_RATE", "100/s"),
        "stranger": ENV.text("API_RATE_STRANGER", "20/s"),
    },
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Night Mail",
    "DESCRIPTION": "Play train games with a program of your own.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# --- background work ----------------------------------------------------------------------------------

CELERY_BROKER_URL = env.celery_broker(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "night-mail"
CELERY_TASK_IGNORE_RESULT = True
# A task is run again when its worker dies; every task here may run twice.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    # One that was not begun when the next is due has nothing more to say.
    "sweep": {"task": "games.tasks.sweep", "schedule": 10.0, "options": {"expires": 10}},
    "clocks": {"task": "games.tasks.look_at_clocks", "schedule": 30.0, "options": {"expires": 30}},
    **{
        f"notices by {channel}": {
            "task": "accounts.tasks.send_notices",
            "args": [channel],
            "schedule": 10.0,
            "options": {"expires": 10},
        }
        for channel in ("mail", "push", "webhook")
    },
    "old notices": {"task": "accounts.tasks.tidy_notices", "schedule": 300.0, "options": {"expires": 300}},
    "old guests": {
        "task": "accounts.tasks.forget_old_guests",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
}

# After each game the worker looks for the turns that swung it most: minutes of a processor's time, piece by
# piece.
HINDSIGHTS = ENV.flag("HINDSIGHTS", default=True)

# --- monitoring ---------------------------------------------------------------------------------------

# Whoever brings this as a bearer's token may read /metrics; the staff may anyway.
METRICS_TOKEN = ENV.text("METRICS_TOKEN")

# --- logging: warnings and errors to stderr, never the body of a request nor the text of an error -----

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "class": "logging.Formatter" if DEBUG else "config.logs.DiscreetFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": ENV.text("LOG_LEVEL", "WARNING").upper()},
    "loggers": {
        # Django would mail errors to ADMINS, with the request's variables in them.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # Every 404 and 403 would be a warning.
        "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
        # Its own handlers would print errors whole, and addresses with the words of invitations in them.
        "uvicorn": {"handlers": [], "level": "WARNING", "propagate": True},
    },
}
