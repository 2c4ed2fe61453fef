"""HTTP and WebSocket in one application."""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "botanik_site.settings")
django.setup(set_prefix=False)  # loads the apps, which the imports below need

from botanik_site.handlers import OneThreadHandler, at_root  # noqa: E402
from botanik_site.reach import reach  # noqa: E402
from botanik_site.turnstile import Turnstile  # noqa: E402
from games import measures  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402

reach.hurry()
measures.SOCKETS.set(0)  # a former process may have had the same number
site = ProtocolTypeRouter(
    {
        "http": OneThreadHandler(),
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)
application = Turnstile(at_root(site))
