"""What can go wrong between us and a person: said by the outlets, decided on by `delivery`."""

from __future__ import annotations


class Unreachable(Exception):
    """Not now: the same is tried again later. `why` is the other side's answer, or the network's."""

    def __init__(self, why: str, *, hopeless: bool = False) -> None:
        """`hopeless`: the other side says no for good, though not of the person: a few tries are enough."""
        super().__init__(why)
        self.why, self.hopeless = why, hopeless


class Refused(Exception):
    """Never: trying again would end the same. `why` as above."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class NoAnswer(Exception):
    """All of it was handed over, and then nothing came back: it may have arrived, and is not sent again."""
