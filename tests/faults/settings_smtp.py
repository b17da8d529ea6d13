"""The tests' settings with the mail server that EMAIL_URL names."""

from config import env
from tests.settings import *  # noqa: F403

globals().update(env.email(env.Environment().text("EMAIL_URL")))
