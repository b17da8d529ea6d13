"""Addresses of the sockets."""

from django.urls import path, re_path

from games.realtime import consumers

websocket_urlpatterns = [
    path("ws/games/<int:game_id>/", consumers.GameConsumer.as_asgi()),
    path("ws/me/", consumers.MeConsumer.as_asgi()),
    re_path("", consumers.Nowhere.as_asgi()),
]
