"""HTTP and WebSocket in one application."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "botanik_site.settings")
http = get_asgi_application()  # loads the apps, which the routes below import

from botanik_site.turnstile import Turnstile  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402

application = Turnstile(
    ProtocolTypeRouter(
        {
            "http": http,
            "websocket": AllowedHostsOriginValidator(
                AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
            ),
        }
    )
)
