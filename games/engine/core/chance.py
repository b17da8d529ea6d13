"""Chance comes in as an argument: something that shuffles.

A game's own shuffles come from its secret seed, so that a repeated request cannot draw again and a
finished game can be checked in any language (`docs/shuffle.md`). Search brings its own generator.
"""

from hashlib import sha256
from typing import Any, Protocol

WORD = 2**32


class Rng(Protocol):
    """What the rules ask of chance."""

    def shuffle(self, x: list[Any], /) -> None:
        """Put a list into an order of which each is equally likely, in place."""


class SeededRng:
    """The shuffles of one move of one game.

    Numbers are the 32-bit big-endian words of SHA-256(seed, seq, counter), seq and counter being
    eight bytes big-endian and counter starting at 0 for each move.
    """

    def __init__(self, seed: bytes, seq: int) -> None:
        self._prefix = seed + seq.to_bytes(8, "big")
        self._counter = 0
        self._words: list[int] = []  # of the current block, the next one last

    def shuffle(self, x: list[Any], /) -> None:
        """Fisher and Yates, from the end: item i changes places with one of 0..i."""
        for i in range(len(x) - 1, 0, -1):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]

    def _below(self, bound: int) -> int:
        """A number of 0..bound-1; words of the last, incomplete range are thrown away."""
        limit = WORD - WORD % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._prefix + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -1, -4)]
        return self._words.pop()


def commitment(seed: bytes) -> str:
    """What is published of a seed before the game is over: hex SHA-256 of its bytes."""
    return sha256(seed).hexdigest()
