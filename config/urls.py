"""Every address of the site."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy

from accounts.notices.views import devices, letters, staff
from config.health import healthz

# The staff sign in like everybody, where guessing is slow.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = gettext_lazy("Night Mail, for the staff")

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("sw.js", devices.service_worker, name="service_worker"),
    path("manifest.webmanifest", devices.manifest, name="manifest"),
    path("healthz/notices", staff.health, name="health_of_notices"),
    path("metrics", staff.metrics, name="metrics"),
    path("staff/notices/", staff.page, name="staff_notices"),
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.entrance_urls")),
    path("accounts/", include("allauth.account.urls")),
    path("settings/", include("accounts.urls")),
    path("calendar/<str:word>.ics", letters.calendar, name="calendar"),
    path("stop/<str:token>/", letters.stop, name="stop"),
    path("api/", include("games.api.urls")),
    path("", include("games.web.urls")),
]

if settings.PROVIDER_TELLS:
    urlpatterns.insert(0, path("anymail/", include("anymail.urls")))

handler403 = "games.web.errors.forbidden"
handler404 = "games.web.errors.not_found"
