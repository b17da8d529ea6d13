"""A person's own pages, under /settings/."""

from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.settings, name="settings"),
    path("preferences/", views.save_preferences, name="save_preferences"),
    path("keys/", views.create_key, name="create_key"),
    path("keys/<int:key_id>/revoke/", views.revoke_key, name="revoke_key"),
]
