from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """What happens to accounts is told to their people, and mail that comes back is heard of."""
        from accounts.notices import bounces, security, subjects  # noqa: PLC0415  (models are there only now)

        subjects.register(security.THREAD, security.Account())
        security.listen()
        bounces.listen()
