"""How fast one caller may ask: generous, against programs that run wild."""

from rest_framework.throttling import AnonRateThrottle, UserRateThrottle


class PersonThrottle(UserRateThrottle):
    """All requests of one person, by key or browser."""

    scope = "person"


class StrangerThrottle(AnonRateThrottle):
    """All requests from one address without an account."""

    scope = "stranger"
