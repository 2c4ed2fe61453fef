"""The one socket of a tab."""

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.refusals import Refusal
from botanik_site.asgi import application
from games import events, measures
from games.services import endings, turns
from tests.factories import GameFactory, UserFactory, play_turns

pytestmark = pytest.mark.django_db(transaction=True)

TOPIC = f"check.{'0a' * 16}"
OTHER = f"check.{'0b' * 16}"
OURS = b"http://localhost"


def socket(query, *, path="/ws/live/", origin=OURS, cookie=b""):
    headers = [(b"origin", origin)] if origin else []
    headers += [(b"cookie", cookie)] if cookie else []
    return WebsocketCommunicator(application, f"{path}?{query}", headers=headers)


class TestConnecting:
    @pytest.mark.parametrize(
        "query",
        [
            "",
            "topic=",
            "topic=game.1",
            "topic=check.short",
            f"topic={TOPIC}x",
            f"topic={TOPIC.upper()}",
            f"topic={TOPIC}%0A",
            "topic=%FF%FE",
            f"topic={TOPIC}&topic=game.1",
            "&".join(f"topic=check.{number:032x}" for number in range(9)),
        ],
    )
    async def test_it_is_refused_for_topics_one_may_not_watch(self, channel_layer, query):
        connected, code = await socket(query).connect()

        assert (connected, code) == (False, 4403)

    @pytest.mark.parametrize("origin", [b"http://evil.example", b"null", b""])
    async def test_it_is_refused_from_another_site(self, channel_layer, origin):
        connected, _ = await socket(f"topic={TOPIC}", origin=origin).connect()

        assert not connected

    async def test_it_is_refused_at_an_address_that_does_not_exist(self, channel_layer):
        connected, code = await socket("", path="/ws/elsewhere/").connect()

        assert (connected, code) == (False, 4404)


class TestListening:
    async def test_it_passes_on_the_topic_and_the_number_alone(self, channel_layer):
        tab = socket(f"topic={TOPIC}")
        await tab.connect()

        await channel_layer.group_send(
            events.group_name(TOPIC), {"type": "nudge", "topic": TOPIC, "number": 7}
        )

        assert await tab.receive_json_from() == {"topic": TOPIC, "number": 7}
        await tab.disconnect()

    async def test_it_watches_several_topics_over_one_socket(self, channel_layer):
        tab = socket(f"topic={TOPIC}&topic={OTHER}&topic={TOPIC}")
        await tab.connect()

        for topic in (TOPIC, OTHER):
            await channel_layer.group_send(
                events.group_name(topic), {"type": "nudge", "topic": topic, "number": 1}
            )

        assert [(await tab.receive_json_from())["topic"] for _ in range(2)] == [TOPIC, OTHER]
        assert await tab.receive_nothing()
        await tab.disconnect()

    async def test_it_has_room_for_a_burst_that_nobody_reads_yet(self, channel_layer):
        channel = await channel_layer.new_channel()

        for number in range(1000):
            await channel_layer.send(channel, {"type": "nudge", "number": number})

        assert (await channel_layer.receive(channel))["number"] == 0

    async def test_it_loses_nothing_in_a_burst(self, channel_layer):
        tab = socket(f"topic={TOPIC}")
        await tab.connect()

        for number in range(1000):
            await channel_layer.group_send(
                events.group_name(TOPIC), {"type": "nudge", "topic": TOPIC, "number": number}
            )

        heard = [(await tab.receive_json_from(timeout=10))["number"] for _ in range(1000)]
        assert heard == list(range(1000))
        await tab.disconnect()


class TestTooManyNudges:
    @pytest.fixture
    def narrow_layer(self, settings, request):
        """Where one message may wait for each who listens."""
        layer = settings.CHANNEL_LAYERS["default"]
        narrow = {**layer, "CONFIG": {**layer["CONFIG"], "capacity": 1}}
        settings.CHANNEL_LAYERS = {"default": narrow}
        return request.getfixturevalue("channel_layer")

    async def test_it_counts_those_that_there_was_no_room_for(self, narrow_layer):
        before = measures.NUDGES_DROPPED.collect()[0].samples[0].value
        group = events.group_name(TOPIC)
        await narrow_layer.group_add(group, await narrow_layer.new_channel())

        for number in range(3):
            message = {"type": "nudge", "topic": TOPIC, "number": number}
            await narrow_layer.group_send(group, message)

        assert measures.NUDGES_DROPPED.collect()[0].samples[0].value == before + 2


class TestTalking:
    @pytest.mark.parametrize("text", ["hello", '{"type": "nudge"}', "x" * 10_000])
    async def test_it_hangs_up_on_a_tab_that_talks(self, channel_layer, text):
        tab = socket(f"topic={TOPIC}")
        await tab.connect()

        await tab.send_to(text_data=text)

        assert await tab.receive_output() == {"type": "websocket.close", "code": 4400}


def cookies_of(user):
    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}".encode()


@database_sync_to_async
def table_of(**wish):
    users = [UserFactory(username=name) for name in ("alice", "bob", "charlie")]
    game = GameFactory(users=users[:2], **wish)
    return game, {user.username: (user, cookies_of(user)) for user in users}


async def may_watch(topic, cookie=b""):
    tab = socket(f"topic={topic}", cookie=cookie)
    connected, code = await tab.connect()
    if connected:
        await tab.disconnect()
    return connected or code


class TestTopics:
    async def test_it_lets_everybody_watch_a_public_game(self, channel_layer):
        game, people = await table_of()

        assert await may_watch(events.game_topic(game.pk)) is True
        assert await may_watch(events.game_topic(game.pk), people["charlie"][1]) is True

    async def test_it_lets_the_two_alone_watch_a_private_game(self, channel_layer):
        game, people = await table_of(is_private=True)
        topic = events.game_topic(game.pk)

        assert await may_watch(topic, people["alice"][1]) is True
        assert await may_watch(topic, people["bob"][1]) is True
        assert await may_watch(topic, people["charlie"][1]) == 4403
        assert await may_watch(topic) == 4403

    async def test_it_lets_a_person_watch_their_own_list_alone(self, channel_layer):
        _game, people = await table_of()
        topic = events.user_topic(people["alice"][0].pk)

        assert await may_watch(topic, people["alice"][1]) is True
        assert await may_watch(topic, people["bob"][1]) == 4403
        assert await may_watch(topic) == 4403

    async def test_it_lets_everybody_watch_the_lobby(self, channel_layer):
        assert await may_watch("lobby") is True

    async def test_it_does_not_know_a_game_that_does_not_exist(self, channel_layer):
        assert await may_watch(f"game.{'0' * 32}") == 4403


class TestTurns:
    async def test_it_nudges_the_table_and_both_players_with_the_ply_and_nothing_else(
        self, channel_layer
    ):
        game, people = await table_of()
        bob, cookie = people["bob"]
        topics = [events.game_topic(game.pk), events.user_topic(bob.pk)]
        tab = socket("&".join(f"topic={topic}" for topic in topics), cookie=cookie)
        await tab.connect()

        await database_sync_to_async(play_turns)(game, 1)

        heard = [await tab.receive_json_from() for _ in topics]
        assert heard == [
            {"topic": topics[0], "number": game.ply},
            {"topic": topics[1], "number": 0},
        ]
        await tab.disconnect()

    async def test_it_has_no_number_where_something_else_has_changed(self, channel_layer):
        game, people = await table_of(turns=2)
        bob, cookie = people["bob"]
        tab = socket(f"topic={events.game_topic(game.pk)}", cookie=cookie)
        await tab.connect()

        await database_sync_to_async(endings.resign)(game_id=game.pk, user=bob)

        assert (await tab.receive_json_from())["number"] == events.CHANGED
        await tab.disconnect()

    async def test_it_says_nothing_of_a_turn_that_was_refused(self, channel_layer):
        game, people = await table_of()
        tab = socket(f"topic={events.game_topic(game.pk)}")
        await tab.connect()

        with pytest.raises(Refusal):
            await database_sync_to_async(turns.submit)(
                game_id=game.pk, user=people["alice"][0], moves=["hello"], ply=game.ply
            )

        assert await tab.receive_nothing()
        await tab.disconnect()
