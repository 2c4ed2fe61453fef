"""Which topics a tab can watch."""

import re
from collections.abc import Sequence
from uuid import UUID

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games import events
from games.boards import games_for_two
from games.models import Line
from games.selectors import tables, talk

# A live check's id is 128 random bits made for one tab: who knows it may watch it.
LIVE_CHECK = re.compile(r"check\.[0-9a-f]{32}")
GAME = re.compile(r"(?:game|review)\.([0-9a-f]{32})")
ROOMS = {"talk": Line.Room.PLAYERS, "gallery": Line.Room.SPECTATORS}
TALK = re.compile(r"(talk|gallery)\.([0-9a-f]{32})")
MOST_TOPICS = 8


def may_watch(topics: Sequence[str], user: User | AnonymousUser) -> bool:
    """Whether somebody may watch all of `topics` over one socket."""
    return 0 < len(topics) <= MOST_TOPICS and all(_may_watch(topic, user) for topic in topics)


def _may_watch(topic: str, user: User | AnonymousUser) -> bool:
    if topic == events.LOBBY or LIVE_CHECK.fullmatch(topic):
        return True
    if topic in {events.ladder_topic(game.slug) for game in games_for_two()}:
        return True
    if game := GAME.fullmatch(topic):
        return tables.may_watch(UUID(game[1]), user)
    if room := TALK.fullmatch(topic):
        return talk.may_hear(UUID(room[2]), ROOMS[room[1]], user)
    return isinstance(user, User) and topic == events.user_topic(user.pk)
