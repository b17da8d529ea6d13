"""A yardstick: plays like hard, but takes what others seem to need as soon as it can pay for it."""

from random import Random

from games import engine
from games.ai import levels
from games.ai.board import atlas, belief
from games.ai.board.knobs import Knobs
from games.ai.board.planner import Planner
from games.engine.board.claims import ClaimRoute
from games.engine.board.view import View

IN_SIGHT = 0.5
"""How likely somebody must need a link for it to be taken."""


def choose(view: View, rng: Random) -> engine.Action:
    """The claim that hurts most if one does, else what hard would do."""
    return block(view) or Planner(levels.knobs(Knobs, view.edition.id, "hard", view.seats)).choose(view, rng)


def block(view: View) -> ClaimRoute | None:
    """Of what somebody else seems to need the likeliest that can be paid for."""
    if view.phase != "turn":
        return None
    needed = wanted_by_others(view)
    link_of = atlas.of(view.edition.board).link_of
    blocks = [
        action
        for action in engine.choices(view, canonical=True)
        if isinstance(action, ClaimRoute) and needed.get(link_of[action.route], 0.0) >= IN_SIGHT
    ]
    return max(
        blocks, key=lambda claim: (needed[link_of[claim.route]], -claim.cards.locomotives), default=None
    )


def wanted_by_others(view: View) -> dict[int, float]:
    """By link: how likely the others, taken together, need it."""
    needed: dict[int, float] = {}
    for seat in range(view.seats):
        if seat != view.viewer:
            for link, share in belief.needed(view, seat).items():
                needed[link] = needed.get(link, 0.0) + share
    return needed
