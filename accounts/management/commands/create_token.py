"""`manage.py create_token USERNAME`: an API key for a program, from the terminal."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from accounts import services
from accounts.models import Scope, User
from accounts.validators import USERNAME_VALIDATORS


class Command(BaseCommand):
    """Prints the key alone on the last line."""

    help = "Makes an API key for a person and prints it alone on the last line."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose key, and what it may do."""
        parser.add_argument("username")
        parser.add_argument("--create", action="store_true", help="make the account first if there is none")
        parser.add_argument("--scope", choices=Scope.values, default=Scope.PLAY)
        parser.add_argument("--name", default="create_token", help="what the settings page calls the key")

    def handle(self, *args: Any, username: str, create: bool, scope: str, name: str, **options: Any) -> None:
        """Make it."""
        user = User.objects.filter(username__iexact=username).first()
        if user is None and not create:
            raise CommandError(f"There is no account named {username}; --create makes one.")
        if user is None:
            user = self.make_account(username)
        try:
            _row, key = services.create_key(user=user, name=name, scope=Scope(scope))
        except services.AccountNeeded:
            raise CommandError(f"{username} is a guest: only accounts have keys.") from None
        self.stdout.write(key)

    def make_account(self, username: str) -> User:
        """An account without a password: only its keys get in until somebody sets one."""
        try:
            for validate in USERNAME_VALIDATORS:
                validate(username)
        except ValidationError as error:
            raise CommandError(f"{username} cannot be a name: {' '.join(error.messages)}") from None
        return services.create_account(username=username)
