"""Sample accounts of the embedded default, with passwords made up for this one folder."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from accounts import services
from accounts.models import User

NAMES = ("Odile", "Tomasz", "Ines")
STAFF = "Odile"
WORDS = 3
SYLLABLES = 3
CONSONANTS = "bdfghjklmnprstvwz"
VOWELS = "aeiou"


@dataclass(frozen=True)
class Sample:
    """What is kept of a sample account, for whoever reads the terminal."""

    name: str
    password: str
    is_staff: bool = False


def make(path: Path) -> list[User]:
    """The sample accounts, in the order of NAMES; their passwords are kept in this file."""
    samples = [Sample(name, password(), is_staff=name == STAFF) for name in NAMES]
    keep(samples, path)
    return [account(sample) for sample in samples]


def account(sample: Sample) -> User:
    """The sample as a row; who is staff may do everything."""
    address = f"{sample.name.lower()}@example.org"
    user = services.create_account(username=sample.name, email=address, password=sample.password)
    user.is_staff = user.is_superuser = sample.is_staff
    user.save(update_fields=["is_staff", "is_superuser"])
    return user


def password() -> str:
    """Three words that nobody guesses and everybody can type: 57 bits."""
    return "-".join("".join(syllable() for _syllable in range(SYLLABLES)) for _word in range(WORDS))


def syllable() -> str:
    return secrets.choice(CONSONANTS) + secrets.choice(VOWELS)


def keep(samples: list[Sample], path: Path) -> None:
    """Write them down, whole or not at all, for the owner of the folder alone."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump([asdict(sample) for sample in samples], file, indent=1)
    fresh.replace(path)


def kept(path: Path) -> list[Sample]:
    """The samples that were made for this folder; none when there is no file."""
    try:
        return [Sample(**fields) for fields in json.loads(path.read_text())]
    except FileNotFoundError:
        return []


def present(path: Path) -> Iterator[tuple[User, str | None]]:
    """Sample accounts that are still there, with the password, or None where it has been changed."""
    people = {user.username: user for user in User.objects.filter(username__in=NAMES)}
    for sample in kept(path):
        if sample.name in people:
            user = people[sample.name]
            yield user, sample.password if user.check_password(sample.password) else None
