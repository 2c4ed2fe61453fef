"""Somebody leaves a team of Gardeners: nobody plays for them, and the next one gets their tiles."""

import pytest
from django.test import Client

from games import positions
from games.services import endings
from tests.factories import TableFactory
from tests.games.test_gardeners_leaks import one_move, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def moves(alice, bob, charlie):
    """What alice reads once charlie has left."""
    users = [alice, bob, charlie]
    game = TableFactory(users=users, ruleset="gardeners", options={"mode": "full"})
    while positions.load(game).turn < 3:
        submit(game, *one_move(positions.load(game)))
    endings.resign(game_id=game.pk, user=charlie)
    client = Client()
    client.force_login(alice)
    return client.get(f"/games/{game.pk}/moves/").content.decode()


def test_it_says_who_inherits_what(moves):
    assert "charlie has given up. You inherit" in moves


def test_it_does_not_say_that_the_site_plays_on(moves):
    assert "The site plays this seat" not in moves
