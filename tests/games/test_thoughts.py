"""The line in which the thoughts of bots stand."""

from datetime import timedelta

import pytest
from celery import current_app
from celery.signals import before_task_publish
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from kombu import Queue

from games.models import Player
from games.services import bots, thoughts
from tests.factories import GameFactory, TableFactory, play_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def places():
    """Where thoughts joined the line, by their games."""
    found = {}

    def note(body, properties, **_):
        (game_id, _ply, _seat), *_rest = body
        found[game_id] = properties["priority"]

    before_task_publish.connect(note, sender="games.tasks.play_bot_turn")
    yield found
    before_task_publish.disconnect(note, sender="games.tasks.play_bot_turn")


@pytest.fixture
def seats():
    """For which seats thoughts joined the line."""
    found = []

    def note(body, **_):
        (_game_id, _ply, seat), *_rest = body
        found.append(seat)

    before_task_publish.connect(note, sender="games.tasks.play_bot_turn")
    yield found
    before_task_publish.disconnect(note, sender="games.tasks.play_bot_turn")


@pytest.fixture
def begin(django_capture_on_commit_callbacks):
    """Begin a game, and play until the bot has the word; with what follows the commits."""

    def begin(slug, user):
        with django_capture_on_commit_callbacks(execute=True):
            game = bots.challenge(slug=slug, user=user)
            if game.players.get(user=user).has_word:
                play_turns(game, 1)
        return str(game.pk)

    return begin


def length():
    """How many stand in the line, which is empty afterwards."""
    with current_app.connection_for_read() as link:
        line = current_app.amqp.queues[thoughts.LINE](link)
        return len(list(iter(lambda: line.get(no_ack=True), None)))


class TestSeveralBots:
    def test_it_stands_behind_what_waits_for_the_person_and_not_for_another_bot(
        self, places, nursery, alice, bob, django_capture_on_commit_callbacks
    ):
        pip, yew = bots.bot_user("pip"), bots.bot_user("yew")
        for person in (alice, bob):
            with django_capture_on_commit_callbacks(execute=True):
                TableFactory(users=[pip, yew, person], ruleset="nursery")

        assert list(places.values()) == [0, 0]


class TestPlace:
    def test_it_is_in_front_for_a_newcomer_however_many_games_another_plays(
        self, places, begin, alice, bob
    ):
        many = [begin("yew", alice) for _ in range(12)]
        mine = begin("pip", bob)

        assert [places[game] for game in many] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9]
        assert places[mine] == 0

    def test_it_is_before_bots_that_search_for_one_that_does_not(self, places, begin, alice, bob):
        slow, quick = begin("hazel", alice), begin("bramble", bob)

        assert places[quick] < places[slow]

    def test_it_does_not_count_games_that_are_over(self, places, begin, alice):
        Player.objects.filter(game=begin("pip", alice)).update(
            is_playing=False, word_since=None, deadline_at=None
        )

        assert places[begin("pip", alice)] == 0

    def test_it_costs_nothing_where_nobody_plays_a_bot(self, alice, bob):
        game = GameFactory(users=[alice, bob])
        with CaptureQueriesContext(connection) as captured:
            play_turns(game, 1)

        assert not [query for query in captured if "COUNT(" in query["sql"]]


class TestBroker:
    def test_it_hands_out_first_who_stands_in_front(self):
        """Whatever the broker is, memory or Redis."""
        with current_app.connection_for_write() as link, link.channel() as channel:
            line = Queue("a-line-of-a-test", routing_key="a-line-of-a-test")(channel)
            line.declare()
            producer = link.Producer(channel)
            for name, place in [("late", 9), ("second", 1), ("first", 0), ("later", 9)]:
                producer.publish(name, routing_key=line.name, priority=place)

            got = [line.get(no_ack=True).payload for _ in range(4)]

        assert got == ["first", "second", "late", "later"]


class TestRenewing:
    @pytest.fixture
    def silent(self, begin, alice, bob):
        """Bots that have said nothing for a while."""
        games = [begin("yew", alice), begin("yew", alice), begin("pip", bob)]
        long_ago = timezone.now() - timedelta(minutes=5)
        thoughts.wanted().update(word_since=long_ago)
        return games

    def test_it_queues_each_thought_once_however_often_it_is_asked_for(self, silent):
        for _ in range(4):
            bots.wake_stalled()

        assert length() <= len(silent)

    def test_it_gives_each_its_place_anew(self, silent, places):
        places.clear()

        bots.wake_stalled()

        assert [places[game] for game in silent] == [1, 2, 0]

    def test_it_queues_one_for_each_seat(self, seedlings, alice, seats):
        users = [alice, bots.bot_user("pip"), bots.bot_user("bramble")]
        TableFactory(users=users, ruleset="seedlings")
        thoughts.wanted().update(word_since=timezone.now() - timedelta(minutes=5))

        bots.wake_stalled()

        assert sorted(seats) == [1, 2]

    def test_it_leaves_the_line_alone_while_no_bot_is_silent(self, begin, alice, places):
        begin("yew", alice)
        places.clear()

        bots.wake_stalled()

        assert places == {}
