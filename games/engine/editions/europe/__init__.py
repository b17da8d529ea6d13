"""Europe: ferries, tunnels and stations. The USA's lists, one more choice and phase, other scorers."""

import json
from pathlib import Path

from games.engine.board import lists, scoring, stations, tunnels
from games.engine.board.map import Board
from games.engine.core.phase import Phase
from games.engine.parts import cards, tickets, turns

MAP = json.loads((Path(__file__).parent / "board.json").read_text(encoding="utf-8"))
STATION_POINTS = 4  # of each never built
NUMBERS = {
    "id": "europe",
    "name": "Europe",
    "first_long": 1,
    "first_tickets": 3,
    "keep_first": 2,
    "later_tickets": 3,
    "keep_later": 1,
    "bonuses": {"longest_path": 10},
    "station_points": STATION_POINTS,
}
BOARD = Board(MAP, "regular", "long")
EVENTS = (
    *lists.EVENTS,
    tickets.LongTicketsShuffled,
    tickets.LongTicketsOffered,
    tunnels.TunnelTried,
    tunnels.TunnelCardTurnedUp,
    tunnels.TunnelPaid,
    tunnels.TunnelDeclined,
    stations.StationBuilt,
)
SETTING_UP = (
    turns.draw_seats,
    lists.shuffle_cards,
    lists.shuffle_tickets,
    lists.shuffle_long_tickets,
    lists.deal_cards,
    cards.fill_row,
    lists.deal_long_tickets,
    lists.deal_tickets,
)
PHASES = (
    *lists.phases(
        NUMBERS,
        tunnels.ClaimRouteChoice(BOARD, lists.CARDS),
        stations.BuildStationChoice(len(BOARD.cities)),
    ),
    Phase("tunnel", tunnels.PayTunnelChoice(), tunnels.DeclineTunnelChoice()),
)
EDITIONS = [
    lists.edition(
        MAP,
        BOARD,
        NUMBERS,
        phases=PHASES,
        scorers=(scoring.stations(STATION_POINTS), scoring.tickets, *lists.bonus_scorers(NUMBERS)),
        tie_breaks=scoring.TICKETS_STATIONS_EXPRESS,
        events=EVENTS,
        setting_up=SETTING_UP,
        first_rest=tickets.put_away,
    )
]
