"""The replay of many games, ply by ply."""

import pytest

from tests.games.replay_pages import assert_true_at_every_ply, self_played_game


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(100, 300))
def test_it_shows_every_position_that_the_engine_gives(client, alice, bob, seed):
    assert_true_at_every_ply(client, self_played_game([alice, bob], seed))
