"""A player's games as one queue."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.clocks import TimeControl
from games.selectors import queues
from games.services import absences, endings
from tests.factories import GameFactory, TableFactory

pytestmark = pytest.mark.django_db


def ids(entries):
    return [entry.game.pk for entry in entries]


class TestQueue:
    def test_it_puts_the_most_urgent_first_and_then_what_waits_for_others(self, alice, bob):
        slow = GameFactory(users=[alice, bob], time=TimeControl("turn", 7))
        urgent = GameFactory(users=[alice, bob], time=TimeControl("turn", 1))
        theirs = GameFactory(users=[bob, alice])

        queue = queues.queue_of(alice)

        assert ids(queue.mine) == [urgent.pk, slow.pk]
        assert ids(queue.theirs) == [theirs.pk]

    def test_it_leaves_out_what_is_over(self, alice, bob):
        game = GameFactory(users=[alice, bob])
        endings.abort(game_id=game.pk, user=alice)

        queue = queues.queue_of(alice)

        assert (queue.mine, queue.theirs) == ([], [])
        assert ids(queues.finished_games(alice)) == [game.pk]

    def test_it_shows_when_an_opponent_is_back(self, alice, bob):
        GameFactory(users=[bob, alice])
        back = timezone.now() + timedelta(days=3)
        absences.book(user=bob, starts_at=timezone.now(), ends_at=back)

        assert queues.queue_of(alice).theirs[0].away_until == back

    def test_it_does_not_cap_what_it_shows(self, alice, bob):
        for _ in range(12):
            GameFactory(users=[alice, bob])

        assert len(queues.queue_of(alice).mine) == 12


class TestNext:
    def test_it_leads_to_the_most_urgent_game(self, client, alice, bob):
        GameFactory(users=[alice, bob], time=TimeControl("turn", 7))
        urgent = GameFactory(users=[alice, bob], time=TimeControl("turn", 1))
        client.force_login(alice)

        assert client.get("/play/next/")["Location"] == f"/games/{urgent.pk}/"

    def test_it_passes_over_the_game_one_looks_at(self, alice, bob):
        other = GameFactory(users=[alice, bob], time=TimeControl("turn", 7))
        this = GameFactory(users=[alice, bob], time=TimeControl("turn", 1))

        assert queues.next_game(alice, but=this.pk) == other.pk

    def test_it_leads_home_where_nothing_waits(self, client, alice):
        client.force_login(alice)

        assert client.get("/play/next/")["Location"] == "/play/"

    def test_it_leads_a_visitor_to_the_lobby(self, client, db):
        assert client.get("/play/next/")["Location"] == "/play/"


class TestNames:
    """Which of the games it is."""

    def test_it_is_said_in_the_lists_where_there_are_several(self, client, nursery, alice, bob):
        TableFactory(users=[alice, bob], ruleset="nursery")
        GameFactory(users=[bob, alice])
        client.force_login(alice)

        page = client.get("/play/").content.decode()

        assert '<span class="which">Nursery</span>' in page
        assert '<span class="which">Botanik</span>' in page

    def test_it_is_not_said_where_there_is_no_other(self, client, sole_game, alice, bob):
        GameFactory(users=[alice, bob])
        client.force_login(alice)

        assert 'class="which"' not in client.get("/play/").content.decode()


def test_it_says_who_has_until_when(client, alice, bob):
    game = GameFactory(users=[alice, bob])
    for person, words in ((alice, "you have until"), (bob, "alice has until")):
        client.force_login(person)
        pages = [
            client.get(path).content.decode() for path in ("/play/", "/", f"/games/{game.pk}/")
        ]

        assert not any(re.search(r">\s*until ", page) for page in pages)
        assert person == alice or words in pages[0]
