"""What a bell says: that something happened, never what (`docs/decisions`)."""

from typing import Any


def moved(game_id: int, seq: int) -> dict[str, Any]:
    return {"type": "moved", "game": str(game_id), "seq": seq}
