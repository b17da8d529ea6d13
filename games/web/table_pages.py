"""Which page shows a game that has begun: one with a board, or one of cards alone."""

from games.selectors import Seen
from games.web import names
from games.web.board_page import BoardPage
from games.web.card_page import CardPage
from games.web.table import TablePage


def page(seen: Seen) -> TablePage:
    """The table as this viewer sees it."""
    return BoardPage(seen) if names.has_routes(seen.game.edition) else CardPage(seen)
