"""A person's own pages, under /settings/."""

app_name = "accounts"

urlpatterns: list = []
