"""What a bell says: that something happened, never what (`docs/decisions`)."""

from typing import Any


def moved(game_id: int, seq: int) -> dict[str, Any]:
    return {"type": "moved", "game": str(game_id), "seq": seq}


def chat(line_id: int) -> dict[str, Any]:
    return {"type": "chat", "id": str(line_id)}


def hindsight(game_id: int) -> dict[str, Any]:
    return {"type": "hindsight", "game": str(game_id)}
