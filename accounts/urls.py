"""A person's own pages, under /settings/."""

from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.settings, name="settings"),
    path("preferences/", views.save_preferences, name="save_preferences"),
    path("sleep/", views.save_sleep, name="save_sleep"),
    path("vacation/", views.book_vacation, name="book_vacation"),
    path("vacation/<int:vacation_id>/end/", views.end_vacation, name="end_vacation"),
    path("keys/", views.create_key, name="create_key"),
    path("keys/<int:key_id>/revoke/", views.revoke_key, name="revoke_key"),
]
