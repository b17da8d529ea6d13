"""A person's own pages, under /settings/."""

from django.urls import path

from accounts import views
from accounts.notices.views import devices, letters, preferences

app_name = "accounts"

urlpatterns = [
    path("", views.settings, name="settings"),
    path("preferences/", views.save_preferences, name="save_preferences"),
    path("sleep/", views.save_sleep, name="save_sleep"),
    path("vacation/", views.book_vacation, name="book_vacation"),
    path("vacation/<int:vacation_id>/end/", views.end_vacation, name="end_vacation"),
    path("keys/", views.create_key, name="create_key"),
    path("keys/<int:key_id>/revoke/", views.revoke_key, name="revoke_key"),
    path("calendar/", letters.new_calendar, name="new_calendar"),
    path("calendar/stop/", letters.stop_calendar, name="stop_calendar"),
    path("mail/again/", letters.try_mail_again, name="try_mail_again"),
    path("mail/test/", letters.test_mail, name="test_mail"),
    path("notices/", preferences.recent, name="notices"),
    path("notices/save/", preferences.save, name="save_notices"),
    path("push/", devices.push_device, name="push"),
    path("push/test/", devices.test_push, name="test_push"),
    path("push/<int:pk>/remove/", devices.remove_device, name="remove_device"),
    path("webhook/", devices.save_webhook, name="save_webhook"),
    path("webhook/remove/", devices.remove_webhook, name="remove_webhook"),
    path("webhook/secret/", devices.new_webhook_secret, name="new_webhook_secret"),
    path("webhook/test/", devices.test_webhook, name="test_webhook"),
]
