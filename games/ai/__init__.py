"""Computer players: stateless functions of what a seat may see."""

from games.ai.base import LEVELS, choose

__all__ = ["LEVELS", "choose"]
