"""Computer players: stateless functions of what a seat may see."""

from games.ai.base import AT_ONCE, LEVELS, PLANNING, YARDSTICKS, choose, player

__all__ = ["AT_ONCE", "LEVELS", "PLANNING", "YARDSTICKS", "choose", "player"]
