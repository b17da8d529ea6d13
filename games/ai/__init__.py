"""Computer players: stateless functions of what a seat may see."""

from games.ai.base import LEVELS, PLANNING, YARDSTICKS, choose, player

__all__ = ["LEVELS", "PLANNING", "YARDSTICKS", "choose", "player"]
