"""What follows a change: it cannot undo it, and keeps nobody waiting."""

import asyncio
import random
import threading

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from django.test import Client

from games import events, positions
from tests.factories import GameFactory, some_turn

NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture
def no_layer(settings):
    """A channel layer whose Redis does not answer."""
    backend = "channels_redis.core.RedisChannelLayer"
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": backend, "CONFIG": {"hosts": [NOWHERE]}}}
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()


@pytest.mark.django_db(transaction=True)
class TestOutOfReach:
    def test_it_lets_a_turn_stand(self, no_layer, alice, bob):
        game = GameFactory(users=[alice, bob])
        client = Client()
        client.force_login(alice)
        _seat, moves = some_turn(positions.load(game), random.Random(1))

        answer = client.post(f"/games/{game.pk}/", {"ply": game.ply, "moves": " ".join(moves)})

        assert answer.status_code == 302
        assert game.players.get(user=alice).turns == 1


class TestServerThatStops:
    def test_it_keeps_no_view_waiting(self):
        begun, stopped, ended = threading.Event(), threading.Event(), threading.Event()

        def view():
            begun.set()
            stopped.wait()
            events._send({events.LOBBY: events.CHANGED})
            ended.set()

        loop = asyncio.new_event_loop()
        server = threading.Thread(target=loop.run_forever)
        server.start()
        asyncio.run_coroutine_threadsafe(sync_to_async(view)(), loop)
        begun.wait()
        loop.call_soon_threadsafe(loop.stop)
        server.join()
        stopped.set()

        try:
            assert ended.wait(10)
        finally:
            loop.run_until_complete(asyncio.sleep(0.1))
            loop.close()
