"""The four USA editions: one map, four ticket sets. They differ by the numbers of `editions.json` only."""

import json
from pathlib import Path
from typing import Any

from games.engine.board import claims, draws, scoring
from games.engine.board.edition import BoardEdition
from games.engine.board.map import Board
from games.engine.core.phase import Over, Phase, PhaseEntered
from games.engine.parts import cards, tickets, turns

CARDS = (12,) * 8 + (14,)  # of each colour, and locomotives (R-SETUP-1)
HERE = Path(__file__).parent
BONUSES = {"longest_path": scoring.longest_path, "globetrotter": scoring.globetrotter}
EVENTS = (
    turns.SeatsDrawn,
    turns.TurnBegan,
    turns.TurnPassed,
    turns.LastRoundBegan,
    turns.GameEnded,
    PhaseEntered,
    cards.DeckShuffled,
    cards.CardDrawn,
    cards.FaceUpTaken,
    cards.PlaceFilled,
    cards.RowDiscarded,
    cards.RowStays,
    tickets.TicketsShuffled,
    tickets.TicketsOffered,
    tickets.TicketsKept,
    tickets.FirstTicketsKept,
    tickets.FirstTicketsChosen,
    claims.RouteClaimed,
)


def read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def edition(board_data: dict[str, Any], numbers: dict[str, Any]) -> BoardEdition:
    """One edition of the map: its numbers, and the lists they decide."""
    board = Board(board_data, numbers["tickets"])
    phases = (
        tickets.FirstTickets(
            "first_tickets", tickets.KeepFirstTicketsChoice(numbers["keep_first"], turns.end)
        ),
        Phase(
            "turn",
            draws.FIRST,
            claims.ClaimRouteChoice(board, CARDS),
            tickets.DrawTicketsChoice(numbers["later_tickets"]),
        ),
        Phase("second_card", draws.SECOND),
        Phase("keep_tickets", tickets.KeepTicketsChoice(numbers["keep_later"], turns.end)),
        Over("over"),
    )
    return BoardEdition(
        id=numbers["id"],
        name=numbers["name"],
        board_id=board_data["id"],
        board=board,
        players=range(board_data["players"][0], board_data["players"][1] + 1),
        trains=board_data["trains"],
        stations=board_data["stations"],
        hand=4,
        cards=CARDS,
        first_tickets=numbers["first_tickets"],
        keep_first=numbers["keep_first"],
        later_tickets=numbers["later_tickets"],
        keep_later=numbers["keep_later"],
        twins_closed_up_to=3,
        last_round_at=2,
        bonuses=numbers["bonuses"],
        phases={phase.name: phase for phase in phases},
        scorers=(
            scoring.tickets,
            *(BONUSES[name](points) for name, points in numbers["bonuses"].items()),
        ),
        tie_breaks=scoring.TICKETS_THEN_PATH,
        events=EVENTS,
    )


MAP = read("board.json")
EDITIONS = [edition(MAP, numbers) for numbers in read("editions.json")]
