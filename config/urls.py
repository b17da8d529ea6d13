"""Every address of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from config.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("settings/", include("accounts.urls")),
    path("api/", include("games.api.urls")),
    path("", include("games.web.urls")),
]

handler403 = "games.web.errors.forbidden"
handler404 = "games.web.errors.not_found"
