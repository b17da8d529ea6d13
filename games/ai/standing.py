"""What a score is worth: chances to win."""

from collections.abc import Sequence
from math import exp

SCALE = 18.0
"""Points of difference that make the chances of two players e to 1."""


def chances(scores: Sequence[float]) -> list[float]:
    """By seat, with these scores. Less rough than who has won: two points more are hardly more than luck."""
    best = max(scores)
    weights = [exp((score - best) / SCALE) for score in scores]
    return [weight / sum(weights) for weight in weights]
