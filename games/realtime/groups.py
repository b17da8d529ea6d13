"""Names of the groups that are rung."""


def game(game_id: int) -> str:
    return f"game.{game_id}"


def person(user_id: int) -> str:
    return f"person.{user_id}"
