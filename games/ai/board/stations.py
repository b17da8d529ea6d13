"""Stations of the viewer: where they stand, where more may stand, and which cities a plan asks for."""

from collections.abc import Iterable
from itertools import product

from games.ai.board.atlas import Pair
from games.engine.board.view import View


class Stations:
    """Those that stand and those that are left."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        self.taken = view.stations
        self.standing = {city for city, seat in view.stations.items() if seat == view.viewer}
        self.left = view.stations_left(view.viewer)

    def serve(self, pair: Pair) -> bool:
        """Does a station stand at one of its ends?"""
        return not self.standing.isdisjoint(pair)

    def could_serve(self, pair: Pair) -> bool:
        """Stands one there, or can one be built?"""
        return self.serve(pair) or (self.left > 0 and any(city not in self.taken for city in pair))

    def needed(self, pairs: Iterable[Pair]) -> tuple[int, ...] | None:
        """The cities in which to build so that each of these routes of others has a station of its own.

        As few as can be; None when it cannot be done.
        """
        found = []
        lent = sorted(pairs)
        if len(lent) > len(self.standing) + self.left:
            return None
        for cities in product(*lent):
            new = [city for city in cities if city not in self.standing]
            if len(set(cities)) == len(cities) and len(new) <= self.left and not set(new) & set(self.taken):
                found.append(tuple(new))
        return min(found, key=lambda new: (len(new), new), default=None)
