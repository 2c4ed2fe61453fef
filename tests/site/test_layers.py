"""Channel layers: one message to each of several groups, whichever layer is configured."""

import asyncio

import pytest


def message(text):
    return {"type": "nudge", "topic": text, "number": 7}


async def heard(layer, channel):
    """What waits in a channel by now, in its order."""
    found = []
    while True:
        try:
            async with asyncio.timeout(0.3):
                found.append(await layer.receive(channel))
        except TimeoutError:
            return found


@pytest.fixture
async def channels(channel_layer):
    """Of three sockets: the first two in group one, the last two in group two."""
    names = [await channel_layer.new_channel() for _ in range(3)]
    for group, name in (("one", 0), ("one", 1), ("two", 1), ("two", 2)):
        await channel_layer.group_add(group, names[name])
    return names


class TestSendToGroups:
    async def test_it_sends_to_everybody_in_each_group(self, channel_layer, channels):
        sent = {"one": message("a"), "two": message("b"), "nobody": message("c")}
        await channel_layer.send_to_groups(sent)

        found = [await heard(channel_layer, channel) for channel in channels]
        texts = [sorted(one["topic"] for one in got) for got in found]
        assert texts == [["a"], ["a", "b"], ["b"]]

    async def test_it_keeps_the_order(self, channel_layer, channels):
        for texts in ("ab", "ba"):
            sent = dict(zip(("one", "two"), map(message, texts), strict=True))
            await channel_layer.send_to_groups(sent)

        found = await heard(channel_layer, channels[1])
        assert [one["topic"] for one in found] == ["a", "b", "b", "a"]

    async def test_it_leaves_the_message_as_it_was(self, channel_layer, channels):
        await channel_layer.send_to_groups({"one": message("a")})

        assert await heard(channel_layer, channels[0]) == [message("a")]

    async def test_it_sends_the_same_twice_as_two(self, channel_layer, channels):
        for _ in range(2):
            await channel_layer.send_to_groups({"one": message("a")})

        assert await heard(channel_layer, channels[0]) == [message("a"), message("a")]

    async def test_it_sends_to_nobody_who_has_left(self, channel_layer, channels):
        await channel_layer.group_discard("one", channels[0])
        await channel_layer.send_to_groups({"one": message("a")})

        assert await heard(channel_layer, channels[0]) == []
        assert await heard(channel_layer, channels[1]) == [message("a")]

    async def test_it_does_as_much_as_sending_to_one_after_the_other(self, channel_layer, channels):
        await channel_layer.group_send("one", message("a"))
        await channel_layer.group_send("two", message("b"))

        assert await heard(channel_layer, channels[1]) == [message("a"), message("b")]
