"""Addresses of allauth that differ for guests; included before allauth's own."""

from allauth.account import views
from django.urls import path

from accounts.entrance import account_needed, sign_in, sign_up

urlpatterns = [
    path("signup/", sign_up, name="account_signup"),
    path("login/", sign_in, name="account_login"),
    path("email/", account_needed(views.email), name="account_email"),
    path("password/change/", account_needed(views.password_change), name="account_change_password"),
    path("password/set/", account_needed(views.password_set), name="account_set_password"),
]
