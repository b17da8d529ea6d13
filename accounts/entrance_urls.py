"""Addresses of allauth that differ for guests; included before allauth's own."""

from allauth.account import views
from django.urls import path, re_path

from accounts.entrance import account_needed, confirm_address, new_password, sign_in, sign_up

urlpatterns = [
    path("signup/", sign_up, name="account_signup"),
    path("login/", sign_in, name="account_login"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", confirm_address, name="account_confirm_email"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        new_password,
        name="account_reset_password_from_key",
    ),
    path("email/", account_needed(views.email), name="account_email"),
    path("password/change/", account_needed(views.password_change), name="account_change_password"),
    path("password/set/", account_needed(views.password_set), name="account_set_password"),
]
