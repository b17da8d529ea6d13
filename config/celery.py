"""Celery's application: `celery -A config worker`, `celery -A config beat`."""

from __future__ import annotations

import os

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("night_mail")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["accounts", "games"])


def keep_logging(**_: object) -> None:
    """With a receiver Celery leaves the log to Django's settings: its own would print errors whole."""


setup_logging.connect(keep_logging)
