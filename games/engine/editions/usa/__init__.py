"""The four USA editions: one map, four ticket sets. They differ by the numbers of `editions.json` only."""

import json
from pathlib import Path
from typing import Any

from games.engine.board import claims, lists, scoring
from games.engine.board.edition import BoardEdition
from games.engine.board.map import Board
from games.engine.parts import tickets

HERE = Path(__file__).parent


def read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def edition(board_data: dict[str, Any], record: dict[str, Any]) -> BoardEdition:
    """One edition of the map: its numbers, and the lists they decide."""
    numbers = {name: number for name, number in record.items() if name != "tickets"}
    board = Board(board_data, record["tickets"])
    return lists.edition(
        board_data,
        board,
        numbers,
        phases=lists.phases(numbers, claims.ClaimRouteChoice(board, lists.CARDS)),
        scorers=(scoring.tickets, *lists.bonus_scorers(numbers)),
        tie_breaks=scoring.TICKETS_THEN_PATH,
        events=lists.EVENTS,
        setting_up=lists.SETTING_UP,
        first_rest=tickets.put_under,
    )


MAP = read("board.json")
EDITIONS = [edition(MAP, record) for record in read("editions.json")]
