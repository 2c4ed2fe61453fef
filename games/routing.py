"""Where sockets connect."""

from django.urls import path, re_path

from games.consumers import LiveConsumer, Nowhere

websocket_urlpatterns = [
    path("ws/live/", LiveConsumer.as_asgi()),
    re_path(r"", Nowhere.as_asgi()),
]
