"""Addresses of the API."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.routers import SimpleRouter

from games.api import schema, views  # noqa: F401  (schema registers itself)

app_name = "api"

router = SimpleRouter()
router.register("editions", views.EditionViewSet, basename="edition")
router.register("games", views.GameViewSet, basename="game")
router.register("players", views.PlayerViewSet, basename="player")

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
    *router.urls,
    path("<path:path>", views.nothing_here),
]
