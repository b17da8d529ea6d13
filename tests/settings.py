"""The site's settings with what tests need otherwise: quick hashes, no built files, no mail."""

from config.settings import *  # noqa: F403
from config.settings import STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Serve straight from the source folders: no collectstatic before a test.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Looking back on a game takes minutes: only its own tests do.
HINDSIGHTS = False
