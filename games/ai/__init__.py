"""Computer players: stateless functions of what a seat may see."""

from games.ai.base import LEVELS, PLAYERS, choose

__all__ = ["LEVELS", "PLAYERS", "choose"]
