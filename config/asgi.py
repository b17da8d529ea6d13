"""The site as an ASGI application: pages and API over HTTP, the doorbell over WebSockets."""

from __future__ import annotations

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# WhiteNoise hands its files over in one piece, which suits their size; Django warns about every one of them.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

# First: it sets Django up, and the routes below import models.
django_application = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402

from accounts.sockets import KeyMiddleware, ProgramsNeedNoOrigin  # noqa: E402
from games.realtime.routing import websocket_urlpatterns  # noqa: E402

sockets = AuthMiddlewareStack(KeyMiddleware(URLRouter(websocket_urlpatterns)))

application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": ProgramsNeedNoOrigin(sockets, checked=AllowedHostsOriginValidator(sockets)),
    }
)
