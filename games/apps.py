from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell accounts, which know nothing of games, what there is to do about people's seats and clocks."""
        from accounts import registry  # noqa: PLC0415  (models are there only now)
        from accounts.notices import subjects  # noqa: PLC0415
        from games.services import guests  # noqa: PLC0415
        from games.services import vacations as clocks_of_vacations  # noqa: PLC0415
        from games.web import notices, vacations  # noqa: PLC0415

        registry.hand_overs.append(guests.hand_over)
        registry.tidy_ups.append(guests.tidy_up)
        registry.before_vacation.append(vacations.uncovered)
        subjects.register("game", notices.Games())
        registry.vacation_ended.append(clocks_of_vacations.run_again)
